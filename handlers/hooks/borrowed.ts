import { join } from 'node:path'
import { readText } from '../../store/files/atomic.js'
import type { HookCall } from './protocol.js'

interface Place {
  home: string
  env: Readonly<Record<string, string | undefined>>
}

/**
 * True if the host that runs another's hook has svc among its own too, and so calls twice: the hook
 * that is its own answers then, and the other one says nothing.
 */
export function callsItself(
  { profile, cwd }: Pick<HookCall, 'profile' | 'cwd'>,
  place: Place,
): boolean {
  const own = profile?.ownHooks
  if (own === undefined) return false
  const { env, home } = place
  const named = (variable?: string) => variable && env[variable]
  const folder = named(own.folderVariable) || join(named(own.homeVariable) || home, own.folder)
  const paths = [
    ...own.files.map(path => join(folder, path)),
    ...(cwd === undefined ? [] : own.project.map(path => join(cwd, path))),
  ]
  return paths.some(path => holdsHook(path))
}

function holdsHook(path: string): boolean {
  try {
    return readText(path)?.includes('svc-hook') === true
  } catch {
    return false
  }
}
