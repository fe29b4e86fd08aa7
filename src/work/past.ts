import { SvcError } from '../../store/errors.js'
import type { HeldLock } from '../../store/files/lock.js'
import { withWorkLock } from '../../store/locks.js'
import type { Store } from '../../store/store.js'
import { timeOfOld } from '../activity/looks.js'
import { planDropped, type PastBounds } from '../past/bounds.js'
import { withoutDamaged } from '../past/damage.js'
import { dropPart, isToPack, listParts, listPastKeys, packBefore } from '../past/parts.js'
import { refreshPast } from '../past/segments.js'
import { keepBounds } from '../settings/accepted.js'
import { dayOf } from '../text.js'

/**
 * Packs the past sessions of days that are over, and drops the oldest beyond the bounds. A scope that is
 * worked on is left for the next time. Throws what the system says, of a full disk say, once all that goes
 * is gone.
 */
export async function sweepPast(store: Store, bounds: PastBounds, now = new Date()): Promise<void> {
  keepBounds(store.root)
  const keys = listPastKeys(store)
  const parts = keys.flatMap(key => listParts(store, key))
  const dropped = planDropped(parts, bounds, { old: timeOfOld(store, now), now })
  const failures: unknown[] = []
  // A hook starts no worker for a scope that is locked: only one with something to do is.
  const meant = new Set([...dropped, ...parts.filter(part => isToPack(part, dayOf(now)))])
  for (const key of new Set(Array.from(meant, part => part.key))) {
    const sweep = async ({ assertHeld }: HeldLock) => {
      for (const part of dropped) if (part.key === key) dropPart(part, assertHeld)
      withoutDamaged({ store, key, now }, () => packBefore(store, key, dayOf(now), assertHeld))
    }
    await withWorkLock({ store, folder: { key } }, sweep, { patienceMs: 0 }).catch(error => {
      if (!isBusy(error)) failures.push(error)
    })
  }
  await refreshPast(store)
  if (failures.length > 0) throw failures[0]
}

/** The process that holds the scope writes turns; the next sweep comes tomorrow. */
function isBusy(error: unknown): boolean {
  return error instanceof SvcError && error.code === 'SCOPE_BUSY'
}
