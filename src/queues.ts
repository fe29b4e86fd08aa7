import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isMissing } from '../store/errors.js'
import { listSpool } from '../store/spool.js'
import type { Store } from '../store/store.js'

/** The spool of a scope's turns that wait for reflection. */
export function turnSpool(store: Store, key: string): string {
  return join(store.state, 'spool', key)
}

/** The spool of a scope's distilled batches that wait for consolidation. */
export function replaySpool(store: Store, key: string): string {
  return join(store.state, 'replay', key)
}

/** How many turns wait for reflection, in all scopes. */
export function countQueuedTurns(store: Store): number {
  return queuedScopes(store).reduce((sum, key) => sum + listSpool(turnSpool(store, key)).length, 0)
}

/** The keys of the scopes that have a turn spool. */
export function queuedScopes(store: Store): string[] {
  try {
    return readdirSync(join(store.state, 'spool')).filter(name => !name.startsWith('.'))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
