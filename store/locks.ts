import { SvcError } from '../../store/errors.js'
import { withLock, type HeldLock } from '../../store/lock.js'
import { workLockPath } from '../busy.js'
import type { Collection } from '../collection/collection.js'

const PATIENCE_MS = 10_000
const LOOK_MS = 50

/**
 * Runs an action under the work lock of a scope: no reflection or consolidation of it runs
 * meanwhile, in whatever process. Throws SCOPE_BUSY where it is not free within `patienceMs` (10 s).
 */
export async function withWorkLock<T>(
  { store, folder }: Pick<Collection, 'store' | 'folder'>,
  action: (lock: HeldLock) => Promise<T>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const path = workLockPath(store, folder.key)
  const end = Date.now() + patienceMs
  for (;;) {
    let isOurs = false
    try {
      return await withLock(
        path,
        lock => {
          isOurs = true
          return action(lock)
        },
        { patient: false },
      )
    } catch (error) {
      const isTaken = error instanceof SvcError && error.code === 'STORE_LOCKED' && !isOurs
      if (!isTaken) throw error
      if (Date.now() >= end) throw busy(error)
    }
    await new Promise(resolve => setTimeout(resolve, LOOK_MS))
  }
}

function busy(cause: unknown): SvcError {
  return new SvcError(
    'SCOPE_BUSY',
    'reflection or consolidation of this scope is running; try again when it is done',
    { cause },
  )
}
