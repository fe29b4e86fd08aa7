import { listSpool, removeFromSpool } from '../../store/files/spool.js'
import { withWorkLock } from '../../store/locks.js'
import { turnSpool, type Store } from '../../store/store.js'
import { dropConversation } from '../activity/forget.js'
import { dropSaid } from '../activity/learned.js'
import { dropSession, noteForgotten } from '../past/forget.js'
import { listPastKeys } from '../past/parts.js'
import { refreshPast } from '../past/segments.js'
import { queuedScopes, readRecords, readTurn, removeRecord } from '../reflect/batches.js'

/**
 * Removes a session of every scope: its turns word for word, in their index too, those that wait to be
 * distilled, what hooks noted of it, and its words beside what was learned from it, which itself stays. It
 * is noted first, so that none of it is kept again. Repeating it goes on where it failed. Throws SCOPE_BUSY where a scope is worked
 * on, once all others are done, and STORE_CORRUPT of a part that cannot be read. Answers how many turns
 * that were kept, and how many that waited, are gone.
 */
export async function forgetSession(
  store: Store,
  session: string,
  now: Date,
): Promise<{ session: string; turns: number; queued: number }> {
  noteForgotten(store, session, now)
  const gone = { session, turns: 0, queued: 0 }
  const failures: unknown[] = []
  for (const key of new Set([...listPastKeys(store), ...queuedScopes(store)])) {
    const forget = async () => {
      gone.queued += dropQueued(store, key, session)
      gone.turns += dropSession(store, key, session)
    }
    await withWorkLock({ store, folder: { key } }, forget).catch(error => failures.push(error))
  }
  await dropConversation(store, session)
  await dropSaid(store, session, now)
  await refreshPast(store)
  if (failures.length > 0) throw failures[0]
  return gone
}

/** Answers how many turns of a session left the queue of a scope. */
function dropQueued(store: Store, key: string, session: string): number {
  const spool = turnSpool(store, key)
  const own = listSpool(spool).filter(name => readTurn(store, key, name)?.session === session)
  const records = readRecords(store, key).filter(record => record.session === session)
  for (const name of own) removeFromSpool(spool, name)
  for (const record of records) removeRecord(store, key, record)
  return own.length
}
