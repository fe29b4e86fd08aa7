import { explainFault, SvcError, toFault, type ErrorCode } from '../../store/errors.js'
import { isLost } from '../../store/files/lock.js'
import type { Store } from '../../store/store.js'

/**
 * Notes down what follows from a change that stands. Where the disk fails it, or a lock is not to be
 * had, the change stands all the same, and whoever opened the store is told that `what` is missing.
 */
export function orTell(store: Store, what: string, note: () => void): void {
  try {
    note()
  } catch (error) {
    tell(store, what, error)
  }
}

/** Faults that another try does not settle. */
const OF_DISK: ReadonlySet<ErrorCode> = new Set(['STORE_CORRUPT', 'STORE_LOCKED'])

/** Notes down as `orTell` does, where that takes a while. */
export async function orTellLater(
  store: Store,
  what: string,
  note: () => Promise<void>,
): Promise<void> {
  await note().catch((error: unknown) => tell(store, what, error))
}

/**
 * A lock that was lost is another holder's turn, and a conflict is somebody's edit at that moment: what
 * was decided before is decided anew.
 */
function tell({ onUnnoted }: Store, what: string, error: unknown): void {
  const fault = toFault(error)
  const isOfDisk = fault instanceof SvcError && OF_DISK.has(fault.code)
  if (!isOfDisk || isLost(error)) throw error
  // The advice to try again does not hold for a change that is made.
  const reason = (explainFault(error) ?? fault.message).replace(/;.*$/s, '')
  onUnnoted?.(`done, but ${what} could not be noted down: ${reason}`)
}
