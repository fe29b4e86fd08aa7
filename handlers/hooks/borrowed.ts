import { join } from 'node:path'
import type { HostName } from '../../src/hosts/loaded.js'
import { readText } from '../../store/files/atomic.js'
import type { HookCall } from './protocol.js'

interface Place {
  home: string
  env: Readonly<Record<string, string | undefined>>
}

/** Where a host that runs Claude Code's hooks too has hooks of its own. */
interface OwnHooks {
  /** The folder of a person's settings. */
  folder: (place: Place) => string
  /** The files in it. */
  files: string[]
  /** Below a project. */
  project: string[]
}

const OWN_HOOKS: Partial<Record<HostName, OwnHooks>> = {
  'copilot-cli': {
    folder: ({ home, env }) => env.COPILOT_HOME || join(home, '.copilot'),
    files: ['hooks/svc.json'],
    project: ['.github/hooks/svc.json'],
  },
  cursor: {
    folder: ({ home }) => join(home, '.cursor'),
    files: ['hooks.json'],
    project: ['.cursor/hooks.json'],
  },
  droid: {
    folder: ({ home, env }) => join(env.FACTORY_HOME_OVERRIDE || home, '.factory'),
    files: ['settings.json', 'hooks.json'],
    project: ['.factory/settings.json', '.factory/hooks.json'],
  },
}

/**
 * Whether the host that runs another's hook has svc among its own too, and so calls twice: the hook
 * that is its own answers then, and the other one says nothing.
 */
export function callsItself({ host, cwd }: Pick<HookCall, 'host' | 'cwd'>, place: Place): boolean {
  const own = host && OWN_HOOKS[host]
  if (own === undefined) return false
  const paths = [
    ...own.files.map(path => join(own.folder(place), path)),
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
