import { setImmediate as nextTurn } from 'node:timers/promises'
import { readFromSpool } from '../../store/files/spool.js'
import { batchFolder, type Store } from '../../store/store.js'
import type { Provider, Turn } from '../provider/types.js'
import { isBatchRecord, type BatchRecord } from './batches.js'
import { askProvider } from './distil.js'
import {
  keepDistilled,
  recordDistilled,
  type LockedContext,
  type ReflectionResult,
} from './reflect.js'

/** Turns of one session that were said long before, as many as make a batch. */
export interface EarlierBatch extends Pick<BatchRecord, 'id' | 'session'> {
  /** Time of its last turn (ISO 8601). */
  at: string
  turns: readonly Turn[]
  /** The first prompt of its session. */
  opening: string | undefined
}

/** Memories that a batch has added, and those that it changed. */
export type Learned = Pick<ReflectionResult, 'added' | 'updated'>

/** Learns from a batch as `reflectEarlier` does. */
export type LearnEarlier = (batch: EarlierBatch, settle: () => void) => Promise<Learned>

const NOTHING: Learned = { added: 0, updated: 0 }

/**
 * Learns from turns that were said long before, as from a batch whose last turn has just ended, with
 * the time of that turn. A try that was cut off goes on with what it had distilled; one that was not
 * makes nothing twice. Writes nothing where there is nothing to learn. `settle` notes that the batch is
 * done: cut off before it, the batch comes again, and means what it has meant. Call it under the scope's
 * work lock. Throws SCOPE_BUSY where that is lost, as `keepCandidate`, and as `settle`.
 */
export async function reflectEarlier(
  context: LockedContext,
  provider: Provider,
  { turns, opening, ...batch }: EarlierBatch,
  settle: () => void,
): Promise<Learned> {
  const { collections, folder, assertHeld } = context
  await nextTurn()
  assertHeld()
  const begun = findRecord(collections.store, folder.key, batch.id)
  if (begun !== undefined) return keepDistilled(context, begun, settle)
  const { candidates, dropped } = await askProvider(context, provider, turns, opening)
  const { memories, retractions } = candidates
  if (memories.length + retractions.length === 0) {
    settle()
    return NOTHING
  }
  const lastTurn = turns.at(-1)?.turn ?? 1
  const base = { format: 1 as const, ...batch, turns: [], lastTurn, failures: 0 }
  // A skill cannot wait for a person.
  const found = { candidates: { ...candidates, skills: [] }, dropped }
  return keepDistilled(context, recordDistilled(context, base, found), settle)
}

/** The record of a batch; undefined where it has none, or what is there is not one. */
function findRecord(store: Store, key: string, id: string): BatchRecord | undefined {
  const record = readFromSpool(batchFolder(store, key), id)
  return isBatchRecord(record) ? record : undefined
}
