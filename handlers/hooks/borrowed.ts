import { join } from 'node:path'
import type { HostName } from '../../src/hosts/loaded.js'
import { readText } from '../../store/files/atomic.js'
import type { HookCall } from './protocol.js'

const DROID = ['.factory/settings.json', '.factory/hooks.json']

/** Where hosts that run Claude Code's hooks too have hooks of their own, below the home and project. */
const OWN_HOOKS: Partial<Record<HostName, { home: string[]; project: string[] }>> = {
  'copilot-cli': { home: ['.copilot/hooks/svc.json'], project: ['.github/hooks/svc.json'] },
  cursor: { home: ['.cursor/hooks.json'], project: ['.cursor/hooks.json'] },
  droid: { home: DROID, project: DROID },
}

/**
 * Whether the host that runs another's hook has svc among its own too, and so calls twice: the hook
 * that is its own answers then, and the other one says nothing.
 */
export function callsItself({ host, cwd }: HookCall, home: string): boolean {
  const own = host && OWN_HOOKS[host]
  if (own === undefined) return false
  const paths = [
    ...own.home.map(path => join(home, path)),
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
