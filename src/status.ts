import type { Store } from '../store/store.js'
import type { ServiceStatus } from './api.js'
import { isBusy } from './busy.js'
import type { Collections } from './collection/collections.js'
import type { Config } from './config.js'
import { findUnusedInRepo } from './placement/inspect.js'
import { readSpend } from './provider/spend.js'
import { countQueuedTurns } from './queues.js'
import { countTroubled } from './reflect/troubled.js'
import { VERSION } from './version.js'

/** What `svc status` and `GET /svc/status` answer. */
export async function readStatus(
  store: Store,
  collections: Collections,
  config: Config,
  now: Date,
): Promise<ServiceStatus> {
  const all = await collections.all()
  return {
    ok: true,
    databasePath: store.manifest,
    busy: isBusy(store),
    version: VERSION,
    dataDir: store.root,
    memories: all.reduce((sum, { count }) => sum + count, 0),
    scopes: all.length,
    queuedTurns: countQueuedTurns(store),
    batches: countTroubled(store, now),
    problems: all.reduce((sum, { problems }) => sum + problems.length, 0),
    unusedInRepo: findUnusedInRepo(store),
    provider: config.provider,
    spend: readSpend(store, now),
    budget: { tokens: config.dailyTokens, usd: config.dailyUsd },
  }
}
