import { orElse, SvcError } from '../../store/errors.js'
import { listSpool, removeFromSpool } from '../../store/files/spool.js'
import { dropTemporaries } from '../../store/files/atomic.js'
import type { HeldLock } from '../../store/files/lock.js'
import { listingAll } from '../../store/files/read.js'
import { withWorkLock } from '../../store/locks.js'
import { statePath, turnSpool, type Store } from '../../store/store.js'
import { dropConversation, hasConversation } from '../activity/forget.js'
import { dropSaid, readLearned } from '../activity/learned.js'
import { ledgerName } from '../activity/sessions.js'
import { dropAside, hasAside } from '../past/aside.js'
import { dropSession, isForgotten, noteForgotten } from '../past/forget.js'
import { listParts, listPastKeys, readSessionIn } from '../past/parts.js'
import { refreshPast } from '../past/segments.js'
import { queuedScopes, readRecords, readTurn, removeRecord } from '../reflect/batches.js'

/**
 * Removes a session of every scope: its turns word for word, in their index too, those that wait to be
 * distilled, what hooks noted of it, and its words beside what was learned from it, which itself stays. It
 * is noted first, so that none of it is kept again. Repeating it goes on where it failed. Throws
 * SESSION_NOT_FOUND, and writes nothing, where nothing is known of it here and `isLeft` finds no transcript
 * of it; SCOPE_BUSY where a scope is worked on, once all others are done, and STORE_CORRUPT of a part, or a
 * folder, that cannot be read. Answers how many turns that were kept, and how many that waited, are gone, and
 * which files that were set aside cannot be read.
 */
export async function forgetSession(
  store: Store,
  session: string,
  { now, isLeft }: { now: Date; isLeft: () => Promise<boolean> },
): Promise<{ session: string; turns: number; queued: number; unreached?: string[] }> {
  if (!listingAll(() => isKnown(store, session, now)) && !(await isLeft()))
    throw new SvcError('SESSION_NOT_FOUND', `no session ${JSON.stringify(session)} is known here`)
  noteForgotten(store, session, now)
  const gone = { session, turns: 0, queued: 0 }
  const failures: unknown[] = []
  const keys = listingAll(() => new Set([...listPastKeys(store), ...queuedScopes(store)]))
  for (const key of keys) {
    const drop = (fence: () => void) => {
      dropTemporaries(statePath(store, 'past', key))
      gone.queued += dropQueued(store, key, session)
      gone.turns += dropSession(store, key, session, fence)
    }
    const forget = async ({ assertHeld }: HeldLock) => listingAll(() => drop(assertHeld))
    await withWorkLock({ store, folder: { key } }, forget).catch(error => failures.push(error))
  }
  await dropConversation(store, session)
  await dropSaid(store, session, now)
  const unreached = dropAside(store, session, ledgerName(session))
  await refreshPast(store)
  if (failures.length > 0) throw failures[0]
  return { ...gone, ...(unreached.length > 0 && { unreached }) }
}

/** A part that cannot be read may hold it, and so may what was set aside as damaged. */
function isKnown(store: Store, session: string, now: Date): boolean {
  if (isForgotten(store, session) || hasConversation(store, session)) return true
  if (hasAside(store)) return true
  if (readLearned(store, now).lines.some(line => line.session === session)) return true
  const isQueued = (key: string) =>
    turnsQueued(store, key, session).length + recordsOf(store, key, session).length > 0
  if (queuedScopes(store).some(isQueued)) return true
  const parts = listPastKeys(store).flatMap(key => listParts(store, key))
  return parts.some(part => orElse(() => readSessionIn(part, session).length > 0, true))
}

/** Answers how many turns of a session left the queue of a scope. */
function dropQueued(store: Store, key: string, session: string): number {
  const own = turnsQueued(store, key, session)
  for (const name of own) removeFromSpool(turnSpool(store, key), name)
  for (const record of recordsOf(store, key, session)) removeRecord(store, key, record)
  return own.length
}

function turnsQueued(store: Store, key: string, session: string): string[] {
  const names = listSpool(turnSpool(store, key))
  return names.filter(name => readTurn(store, key, name)?.session === session)
}

function recordsOf(store: Store, key: string, session: string) {
  return readRecords(store, key).filter(record => record.session === session)
}
