import fs, { constants } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const CHANGES = [
  ...['renameSync', 'linkSync', 'rmSync', 'rmdirSync', 'unlinkSync', 'appendFileSync'],
  ...['writeFileSync', 'copyFileSync', 'cpSync', 'mkdirSync', 'openSync', 'utimesSync'],
] as const
type Change = (typeof CHANGES)[number] | 'writeSync'

type Call = (...given: unknown[]) => unknown
const calls = fs as unknown as Record<Change, Call>

/**
 * Runs an action and calls `before` ahead of each change that it makes below a folder, in the same
 * tick: what stands then is what a process that is killed there leaves. What `before` throws is what
 * that call fails with.
 */
export async function beforeEachChange<T>(
  folder: string,
  before: (change: Change) => void,
  action: () => Promise<T>,
): Promise<T> {
  const open = new Set<unknown>()
  const real = [...CHANGES, 'writeSync' as const].map(name => [name, calls[name]] as const)
  // Modules of Node that are loaded meanwhile keep what they find.
  let isOver = false
  let isInside = false
  for (const [name, call] of real) {
    calls[name] = (...given) => {
      if (!isOver && !isInside && isChange(name, given, folder, open)) {
        isInside = true
        try {
          before(name)
        } finally {
          isInside = false
        }
      }
      const answer = call(...given)
      if (name === 'openSync' && mayMake(given[1]) && isBelow(folder, given[0])) open.add(answer)
      return answer
    }
  }
  syncBuiltinESMExports()
  try {
    return await action()
  } finally {
    isOver = true
    for (const [name, call] of real) calls[name] = call
    syncBuiltinESMExports()
  }
}

function isChange(name: Change, [first, flags]: unknown[], folder: string, open: Set<unknown>) {
  if (name === 'writeSync') return open.has(first)
  return (name !== 'openSync' || mayMake(flags)) && isBelow(folder, first)
}

function isBelow(folder: string, path: unknown): boolean {
  return String(path).startsWith(folder)
}

function mayMake(flags: unknown): boolean {
  if (typeof flags === 'number') return (flags & constants.O_CREAT) !== 0
  return typeof flags === 'string' && /^[aw]/.test(flags)
}
