import type { Store } from '../../store/store.js'
import { queuedScopes } from '../queues.js'
import { isPutOff, readRecords } from './records.js'

/** Batches that are not distilled as they should be. */
export interface TroubledBatches {
  /** Failed and tried again by themselves. */
  failing: number
  /** Failed five times: `svc reflect` tries them again. */
  setAside: number
  /** Waiting for the next day's budget. */
  putOff: number
}

/** Counts the batches of all scopes that are in trouble. */
export function countTroubled(store: Store, now: Date): TroubledBatches {
  const counts = { failing: 0, setAside: 0, putOff: 0 }
  for (const record of queuedScopes(store).flatMap(key => readRecords(store, key))) {
    if (record.isSetAside) counts.setAside++
    else if (isPutOff(record, now)) counts.putOff++
    else if (record.failures > 0) counts.failing++
  }
  return counts
}
