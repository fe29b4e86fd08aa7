import type { Store } from '../../store/store.js'
import type { Config } from '../config.js'
import { findProviderFault } from '../provider/fault.js'
import { clip, toTitle } from '../text.js'
import { queuedScopes, readRecords, type BatchRecord } from './batches.js'

/** One call that failed says little. */
const LEAST_FAILURES = 2
/** Age of a failure beyond which only `svc doctor` tells of it (milliseconds). */
const RECENT_MS = 24 * 60 * 60 * 1000
const REASON_CHARS = 240
/** A session's start waits for this: some of a scope's batches tell as much as all. */
const MOST_RECORDS = 50

/** Session for which trouble is looked for, and the time. */
interface LearningQuery {
  env: Readonly<Record<string, string | undefined>>
  /** The host of the session. */
  host: string | undefined
  now: Date
}

/**
 * Tells a person in one line why turns of a host are kept and not learned from: settings that name
 * no provider which can be opened, or a provider whose last calls failed; undefined if all is well.
 * Asks nobody.
 */
export function findLearningTrouble(
  store: Store,
  config: Config,
  { env, host, now }: LearningQuery,
): string | undefined {
  const fault = findProviderFault(config, env, host)
  const why = fault ?? describeFailing(readFailing(store, now))
  if (why === undefined) return undefined
  const reason = clip(toTitle(why), REASON_CHARS)
  return `svc keeps what is said and cannot learn from it now: ${reason}. svc doctor says more.`
}

function readFailing(store: Store, now: Date): BatchRecord[] {
  const since = new Date(now.getTime() - RECENT_MS).toISOString()
  return queuedScopes(store)
    .flatMap(key => readRecords(store, key, MOST_RECORDS))
    .filter(one => one.failures > 0 && !one.isStored && (one.nextAt ?? '') > since)
}

function describeFailing(failing: readonly BatchRecord[]): string | undefined {
  const failures = failing.reduce((sum, record) => sum + record.failures, 0)
  if (failures < LEAST_FAILURES) return undefined
  const [newest] = [...failing].sort((a, b) => ((a.nextAt ?? '') < (b.nextAt ?? '') ? 1 : -1))
  const error = newest?.error?.replace(/^[A-Z_]+: /, '') ?? 'unknown error'
  return `the last ${failures} calls of the provider failed (${error})`
}
