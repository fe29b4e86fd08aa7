import { isBusy } from '../../store/locks.js'
import type { Store } from '../../store/store.js'
import { VERSION, type Config } from '../config.js'
import type { Collection } from '../memories/collection.js'
import { readSpend } from '../provider/budget.js'
import { countQueuedTurns, countTroubled } from '../reflect/batches.js'
import { findUnusedInRepo } from '../scopes/list.js'

/** How a store stands, in numbers: what `svc status` and `GET /svc/status` answer. */
export function readStatus(
  store: Store,
  collections: readonly Collection[],
  config: Config,
  now: Date,
) {
  return {
    ok: true,
    databasePath: store.manifest,
    busy: isBusy(store),
    version: VERSION,
    dataDir: store.root,
    memories: collections.reduce((sum, { count }) => sum + count, 0),
    scopes: collections.length,
    queuedTurns: countQueuedTurns(store),
    batches: countTroubled(store, now),
    problems: collections.reduce((sum, { problems }) => sum + problems.length, 0),
    unusedInRepo: findUnusedInRepo(store),
    provider: config.provider,
    spend: readSpend(store, now),
    budget: { tokens: config.dailyTokens, usd: config.dailyUsd },
  }
}
