import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isMissing } from '../../store/errors.js'
import { LOCK_STALE_MS, lockAge } from '../../store/lock.js'
import { lockNames } from '../busy.js'
import type { Check } from './check.js'
import { remark } from './findings.js'

/** Locks of dead processes, and such as cannot be taken because something lies inside. */
export const staleLock: Check = {
  name: 'stale-lock',
  run: ({ store, fix }) => {
    const directory = join(store.state, 'locks')
    return lockNames(directory)
      .filter(name => isStale(join(directory, name)))
      .map(name => {
        const path = join(directory, `${name}.lock`)
        const foreign = entriesOf(path).length > 0
        const message = foreign
          ? 'cannot be taken: a file that svc did not write lies inside'
          : 'is the lock of a process that no longer runs'
        return remark(path, message, { fix, by: () => rmSync(path, { recursive: true }) })
      })
  },
}

/** A holder refreshes its lock every second; a clock that was wrong dates it into the future. */
function isStale(path: string): boolean {
  return Math.abs(lockAge(path) ?? 0) > LOCK_STALE_MS
}

function entriesOf(path: string): string[] {
  try {
    return readdirSync(path)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
