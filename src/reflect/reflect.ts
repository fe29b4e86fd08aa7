import { SvcError } from '../../store/errors.js'
import type { HeldLock } from '../../store/lock.js'
import type { ScopeFolder } from '../../store/scope-folders.js'
import type { Collections } from '../collection/collections.js'
import { withWorkLock } from '../consolidate/work-lock.js'
import type { Provider } from '../provider/types.js'
import { distilBatch, type KnownSource } from './distil.js'
import { keepCandidate } from './keep.js'
import { failBatch, finishBatch, postponeBatch } from './outcome.js'
import { closeBatches, readTurn } from './queue.js'
import { isRecordDue, writeRecord, type BatchRecord } from './records.js'
import type { QueuedTurn } from './turns.js'
import type { Candidates } from './types.js'

/** What reflection of a scope works with. */
export interface ReflectionContext {
  collections: Collections
  folder: ScopeFolder
  /** Opens the provider at the first batch that needs it. */
  provider: () => Promise<Provider>
  /** Titles and names known in the scope and globally, read afresh for each batch. */
  known: KnownSource
  /** Writes the skills of a batch; answers how many are new or changed. */
  keepSkills: (candidates: Candidates) => Promise<{ added: number; updated: number }>
  /** Counts the skills that the session of a turn used up to now. */
  countUses: (turn: QueuedTurn) => Promise<void>
  limits: { batchTurns: number; idleMs: number; userChars: number; assistantChars: number }
  now: () => Date
  /** Closes open batches and takes up those that wait or were set aside. */
  isForced: boolean
  /** Only this session's batches. */
  session?: string | undefined
  signal: AbortSignal
}

/** What one reflection of a scope did. */
export interface ReflectionResult {
  /** Batches distilled. */
  batches: number
  added: number
  updated: number
  /** Batches that failed this time; they stay queued. */
  failed: number
  /** Batches that wait for a reply or for the next day's budget. */
  waiting: number
}

/**
 * Distils the closed batches of a scope, one after another, under the scope's work lock. A batch
 * leaves the queue only once it is stored; one that fails waits and is tried again. Throws
 * SCOPE_BUSY where another process holds the work lock (for 10 s where it is forced), or took it
 * over while this one was paused.
 */
export async function reflectScope(context: ReflectionContext): Promise<ReflectionResult> {
  const { collections, folder, isForced } = context
  const place = { store: collections.store, folder }
  return withWorkLock(
    place,
    lock => reflectQueue(context, () => holdOrGiveUp(lock)),
    isForced ? undefined : 0,
  )
}

/** Whoever took the lock over does the work: what is stored from here on would come twice. */
function holdOrGiveUp(lock: HeldLock): void {
  try {
    lock.assertHeld()
  } catch (cause) {
    throw new SvcError('SCOPE_BUSY', 'another process took this scope over', { cause })
  }
}

/** Turns may be queued while a batch is distilled: looks again until nothing is due. */
async function reflectQueue(
  context: ReflectionContext,
  assertHeld: () => void,
): Promise<ReflectionResult> {
  const { collections, folder, signal } = context
  const result: ReflectionResult = { batches: 0, added: 0, updated: 0, failed: 0, waiting: 0 }
  const tried = new Set<string>()
  for (;;) {
    const records = closeBatches(collections.store, folder.key, toClosing(context))
    const next = records.find(record => !tried.has(record.id) && isWanted(context, record))
    if (next === undefined || signal.aborted) return result
    tried.add(next.id)
    await reflectRecord(context, next, { result, assertHeld })
  }
}

function toClosing({ limits, now, isForced, session }: ReflectionContext) {
  const isAll = isForced && session === undefined
  return { ...limits, now: now(), isForced: isAll, ...(session !== undefined && { session }) }
}

function isWanted({ isForced, session, now }: ReflectionContext, record: BatchRecord): boolean {
  if (session !== undefined && record.session !== session) return false
  return isForced || isRecordDue(record, now())
}

interface Run {
  result: ReflectionResult
  /** Throws SCOPE_BUSY where another process took the scope over. */
  assertHeld: () => void
}

async function reflectRecord(
  context: ReflectionContext,
  record: BatchRecord,
  { result, assertHeld }: Run,
): Promise<void> {
  let distilled = record
  let counts
  try {
    const outcome = record.candidates ? undefined : await distilBatch(context, record)
    assertHeld()
    if (outcome && 'until' in outcome) {
      postponeBatch(context, record, outcome)
      result.waiting++
      return
    }
    if (outcome) distilled = recordCandidates(context, record, outcome.candidates)
    counts = await keepCandidates(context, distilled)
  } catch (error) {
    assertHeld()
    // Whoever closes the service interrupts the call: that is no failure of the batch.
    if (context.signal.aborted) return
    failBatch(context, distilled, error)
    result.failed++
    return
  }
  assertHeld()
  await countUses(context, record)
  finishBatch(context, distilled, counts)
  result.batches++
  result.added += counts.added
  result.updated += counts.updated
}

/** From here on the provider is not asked again. */
function recordCandidates(
  { collections, folder }: ReflectionContext,
  record: BatchRecord,
  candidates: Candidates,
): BatchRecord {
  const distilled = { ...record, candidates }
  writeRecord(collections.store, folder.key, distilled)
  return distilled
}

async function keepCandidates(context: ReflectionContext, record: BatchRecord) {
  const { collections, folder, now, keepSkills } = context
  const candidates = record.candidates ?? { memories: [], skills: [] }
  const counts = await keepSkills(candidates)
  const source = { batch: record.id, session: record.session, turn: record.lastTurn }
  for (const candidate of candidates.memories) {
    const outcome = await keepCandidate(collections, folder.scope, candidate, source, now)
    if (outcome !== 'unchanged') counts[outcome]++
  }
  return counts
}

/** The session's last turn knows its transcript. */
async function countUses(context: ReflectionContext, record: BatchRecord): Promise<void> {
  const { collections, folder } = context
  const last = readTurn(collections.store, folder.key, record.turns.at(-1) ?? '')
  if (last) await context.countUses(last)
}
