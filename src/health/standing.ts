import { isBusy } from '../../store/locks.js'
import type { Store } from '../../store/store.js'
import { VERSION, type Config } from '../config.js'
import { readSpend } from '../provider/budget.js'
import { countQueuedTurns, countTroubled } from '../reflect/batches.js'
import { findLostProjects, findUnusedInRepo } from '../scopes/list.js'
import { findProviderFaults, readLearners } from './provider.js'

/** How many items a scope has, and how many files that cannot be used. */
interface ScopeNumbers {
  count: number
  problems: number
}

interface StatusOptions {
  now: Date
  /** Where the providers' own variables and the PATH are looked up. */
  env?: Readonly<Record<string, string | undefined>> | undefined
  provider?: string | undefined
}

/**
 * How a store stands, in numbers: what `svc status` and `GET /svc/status` answer. `provider` is the
 * name of one that a program brings.
 */
export async function readStatus(
  store: Store,
  scopes: readonly ScopeNumbers[],
  config: Config,
  { now, env = {}, provider }: StatusOptions,
) {
  const learnsBy = provider === undefined ? readLearners(store, config) : undefined
  const faults = provider === undefined ? findProviderFaults(store, config, env) : []
  return {
    ok: true,
    databasePath: store.manifest,
    busy: isBusy(store),
    version: VERSION,
    dataDir: store.root,
    memories: scopes.reduce((sum, { count }) => sum + count, 0),
    scopes: scopes.length,
    queuedTurns: countQueuedTurns(store),
    batches: countTroubled(store, now),
    problems: scopes.reduce((sum, { problems }) => sum + problems, 0),
    unusedInRepo: findUnusedInRepo(store),
    lost: await findLostProjects(store),
    reflect: config.reflect,
    provider: provider ?? config.provider,
    ...(learnsBy !== undefined && { learnsBy }),
    ...(faults.length > 0 && { providerFault: faults.join('; ') }),
    spend: readSpend(store, now),
    budget: { tokens: config.dailyTokens, usd: config.dailyUsd },
  }
}
