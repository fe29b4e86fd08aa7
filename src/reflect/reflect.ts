import { setImmediate as nextTurn } from 'node:timers/promises'
import { errnoOf, SvcError } from '../../store/errors.js'
import type { HeldLock } from '../../store/files/lock.js'
import { placeInSpool, removeFromSpool } from '../../store/files/spool.js'
import { withWorkLock } from '../../store/locks.js'
import { replaySpool, turnSpool } from '../../store/store.js'
import type { EventItem } from '../../store/types.js'
import { createEvent, logEvent, toEventItem } from '../activity/events.js'
import { noteLearned, type LearnedLine } from '../activity/learned.js'
import { nameText, nameVersion } from '../memories/transaction.js'
import { isWrong } from '../memories/wrong.js'
import { NO_CANDIDATES, type MemoryCandidate } from '../provider/types.js'
import { redactText } from '../redact/index.js'
import {
  keepRecord,
  removeRecord,
  writeRecord,
  planQueue,
  readTurn,
  isRecordDue,
  type BatchRecord,
  type Dropped,
} from './batches.js'
import { distilBatch, type Distilled, type ReflectionContext } from './distil.js'
import { noteLooked } from './due.js'
import { keepCandidate, takeBack, type KeptMemory } from './keep.js'
import type { Meanings } from './meanings.js'
import { keepPast } from './past.js'
import { countBatchFeedback, readGivenMemories } from './feedback.js'
import { findTaught, isSettledSince } from './settled.js'

/** Counts of one reflection of a scope. */
export interface ReflectionResult {
  /** Batches distilled. */
  batches: number
  added: number
  updated: number
  /** Batches that failed this time; they stay queued. */
  failed: number
  /** Batches that wait for a reply or for a usage limit to end. */
  waiting: number
}

/** Another process took the scope over, or this one slept for too long to be sure that none did. */
class LostScope extends SvcError {}

/**
 * Distils the closed batches of a scope, one after another, under the scope's work lock. A batch
 * leaves the queue only once it is stored; one that fails waits and is tried again. Throws
 * SCOPE_BUSY where another process holds the work lock (for 10 s where it is forced), or took it
 * over while this one was paused.
 */
export async function reflectScope(context: ReflectionContext): Promise<ReflectionResult> {
  const { collections, folder, isForced, onWait } = context
  const place = { store: collections.store, folder }
  const waiting = { patienceMs: isForced ? undefined : 0, onWait }
  const run: Run = { result: nothingDone(), tried: new Set() }
  for (;;) {
    const done = run.tried.size
    try {
      return await withWorkLock(
        place,
        lock => reflectQueue({ ...context, assertHeld: () => holdOrGiveUp(lock) }, run),
        waiting,
      )
    } catch (error) {
      // A sleep of the computer loses the lock, say: it goes on as long as batches get done.
      if (!(error instanceof LostScope) || run.tried.size === done) throw error
    }
  }
}

function nothingDone(): ReflectionResult {
  return { batches: 0, added: 0, updated: 0, failed: 0, waiting: 0 }
}

/** Gives up a lost lock: its new holder does the work, and what is stored here would come twice. */
function holdOrGiveUp(lock: HeldLock): void {
  try {
    lock.assertHeld()
  } catch (cause) {
    throw new LostScope('SCOPE_BUSY', 'another process took this scope over', { cause })
  }
}

/** Turns may be queued while a batch is distilled: looks again until nothing is due. */
async function reflectQueue(context: LockedContext, run: Run): Promise<ReflectionResult> {
  const { collections, folder, signal, onProgress } = context
  const { result, tried } = run
  for (;;) {
    const records = await planQueue(collections.store, folder.key, toClosing(context))
    const wanted = records.filter(record => !tried.has(record.id) && isWanted(context, record))
    const all = tried.size + wanted.length
    for (const record of wanted) {
      if (signal.aborted) return result
      onProgress?.(tried.size, all)
      await reflectRecord(context, record, run)
      tried.add(record.id)
    }
    if (wanted.length > 0) continue
    noteLooked(collections.store, folder.key, context.now())
    return result
  }
}

function toClosing({ limits, now, isForced, session }: ReflectionContext) {
  const isAll = isForced && session === undefined
  return { ...limits, now: now(), isForced: isAll, ...(session !== undefined && { session }) }
}

function isWanted({ isForced, session, now }: ReflectionContext, record: BatchRecord): boolean {
  if (record.at !== undefined) return false
  if (session !== undefined && record.session !== session) return false
  return isForced || isRecordDue(record, now())
}

interface Run {
  result: ReflectionResult
  /** Ids of the batches that were tried. */
  tried: Set<string>
}

/** A reflection that holds the work lock of its scope. */
export interface LockedContext extends ReflectionContext {
  /** Throws SCOPE_BUSY where another process took the scope over. */
  assertHeld: () => void
}

async function reflectRecord(
  context: LockedContext,
  record: BatchRecord,
  { result }: Run,
): Promise<void> {
  const { assertHeld } = context
  // Timers run now, so that the lock is refreshed between batches.
  await nextTurn()
  assertHeld()
  // The turns of a recorded batch stay together.
  keepRecord(context.collections.store, context.folder.key, record, assertHeld)
  if (record.isStored !== true) {
    const isStored = await storeBatch(context, record, result)
    if (!isStored) return
  }
  leaveQueue(context, record, result)
}

/** Distils a batch and stores what came of it; false where it waits or failed. */
async function storeBatch(
  context: LockedContext,
  record: BatchRecord,
  result: ReflectionResult,
): Promise<boolean> {
  const { assertHeld } = context
  let distilled = record
  let counts
  const given = await readGivenMemories(context, record).catch(() => [])
  try {
    const outcome = record.candidates ? undefined : await distilBatch(context, record)
    assertHeld()
    if (outcome && 'until' in outcome) {
      postponeBatch(context, record, outcome)
      result.waiting++
      return false
    }
    if (outcome) distilled = recordDistilled(context, record, outcome)
    counts = await keepCandidates(context, distilled)
  } catch (error) {
    assertHeld()
    // A service that is being closed interrupts the call: that is no failure of the batch.
    if (context.signal.aborted) return false
    failBatch(context, distilled, error)
    result.failed++
    return false
  }
  assertHeld()
  await countUses(context, record)
  const moved = await countBatchFeedback(context, record, given).catch(() => [])
  moved.forEach(context.onFeedback)
  tellBatch(context, distilled, counts)
  result.batches++
  result.added += counts.added
  result.updated += counts.updated
  return true
}

/**
 * Records what was distilled, so that the provider is not asked again; durable when it returns. Throws
 * SCOPE_BUSY where the work lock is lost.
 */
export function recordDistilled(
  { collections, folder, assertHeld }: LockedContext,
  record: BatchRecord,
  { candidates, dropped }: Distilled,
): BatchRecord {
  const distilled = { ...record, candidates, ...(dropped.length > 0 && { dropped }) }
  writeRecord(collections.store, folder.key, distilled, assertHeld)
  return distilled
}

/** Counts and changes that a batch's candidates led to. */
interface Stored {
  added: number
  updated: number
  items: EventItem[]
  dropped: Dropped[]
}

/**
 * Stores what was distilled of a batch, has `settle` note that, and removes the record, by which a try
 * that was cut off means the same when it comes again. Throws SCOPE_BUSY where the work lock is lost,
 * and as `keepCandidate` and `settle`.
 */
export async function keepDistilled(
  context: LockedContext,
  record: BatchRecord,
  settle: () => void,
): Promise<Pick<ReflectionResult, 'added' | 'updated'>> {
  const counts = await keepCandidates(context, record)
  context.assertHeld()
  tellBatch(context, record, counts)
  settle()
  removeRecord(context.collections.store, context.folder.key, record)
  return counts
}

async function keepCandidates(context: LockedContext, record: BatchRecord): Promise<Stored> {
  const { collections, folder, now, keepSkills } = context
  const candidates = { ...NO_CANDIDATES, ...record.candidates }
  const counts = await keepSkills(candidates)
  const { at } = record
  const said = at === undefined ? now : () => new Date(at)
  const meanings = openMeanings(context, record)
  const place = { collections, scope: folder.scope, meanings, now: said }
  const taught = new Set<string>()
  const { session, lastTurn: turn } = record
  const source = { batch: record.id, session, turn, taught, waits: at !== undefined }
  const known = await findTaught(place, record)
  const items: EventItem[] = []
  const learned: LearnedLine[] = []
  const note = (kept: readonly KeptMemory[], said: string | undefined) => {
    for (const one of kept) {
      if (one.change === 'added' || one.change === 'updated') {
        counts[one.change]++
        taught.add(one.document.id)
      }
      items.push(toEventItem(one.document, one.change))
      learned.push(toLearned(one, record, said, now()))
    }
  }
  // Retractions come before new candidates, which nobody has taken back.
  for (const retraction of candidates.retractions) {
    if (!(await isSettledSince(place, record, retraction)))
      note(await takeBack(place, retraction, { ...source, taught: known }), retraction.statement)
  }
  const dropped = [...(record.dropped ?? [])]
  for (const candidate of candidates.memories) {
    const { title, said } = candidate
    const unwanted = await findUnwanted(context, record, candidate)
    const kept = unwanted === undefined ? await keepCandidate(place, candidate, source) : []
    if (kept.length === 0) dropped.push({ title, reason: unwanted ?? 'known already' })
    note(kept, said)
  }
  await noteLearned(collections.store, learned, now())
  return { ...counts, items, dropped }
}

/** The reason that nobody wants a candidate any more; undefined for one to keep. */
async function findUnwanted(
  context: LockedContext,
  record: BatchRecord,
  candidate: MemoryCandidate,
): Promise<Dropped['reason'] | undefined> {
  const { collections, folder } = context
  if (isWrong(collections.store, [folder.key], candidate)) return 'forgotten as wrong'
  return (await isSettledSince({ collections, scope: folder.scope }, record, candidate))
    ? 'settled since'
    : undefined
}

/** Opens what the words of a batch mean: it stands in the batch's record. */
function openMeanings(
  { collections, folder, assertHeld }: LockedContext,
  record: BatchRecord,
): Meanings {
  return {
    get: words => record.meant?.[words],
    note: (words, ids) => {
      record.meant = { ...record.meant, [words]: ids }
      // Old words that mean nothing known mean the same when they come again.
      const isNeeded = record.at === undefined || ids.length > 0
      if (isNeeded) writeRecord(collections.store, folder.key, record, assertHeld)
    },
  }
}

function toLearned(
  { collection, document, change, before }: KeptMemory,
  { session, lastTurn: turn }: BatchRecord,
  said: string | undefined,
  at: Date,
): LearnedLine {
  const { key } = collection.folder
  const { id, title, source } = document
  // Words that stand against a memory are told by the memory that they became.
  const isOfIt = change !== 'marked' || source.contradicts === undefined
  return {
    ...{ at: at.toISOString(), key, id, title, change, session, turn },
    ...(said !== undefined && isOfIt && { said }),
    ...(before !== undefined && { before: nameVersion(before) }),
    wrote: nameText(document),
  }
}

/** The session's last turn knows its transcript. */
async function countUses(context: ReflectionContext, record: BatchRecord): Promise<void> {
  const { collections, folder } = context
  const last = readTurn(collections.store, folder.key, record.turns.at(-1) ?? '')
  if (last) await context.countUses(last)
}

/**
 * Tells of a batch that is stored. The replay entry comes first: placed once, it makes the event come
 * once; a process that dies right between the two costs the event.
 */
function tellBatch(
  { collections: { store }, folder, now }: ReflectionContext,
  record: BatchRecord,
  { items, dropped, ...counts }: Stored,
): void {
  const { id, session, turns } = record
  const at = now().toISOString()
  const entry = { format: 1, id, session, at, turns: turns.length, ...counts }
  const isNew = placeInSpool(replaySpool(store, folder.key), id, entry)
  const told = { ...counts, items, dropped }
  if (isNew) logEvent(store, createEvent('reflect', folder.scope, now(), told))
}

/**
 * Takes a batch that is stored out of the queue once its turns are with the past sessions. Where they
 * cannot be kept they stay queued, to be kept alone when it is tried again.
 */
function leaveQueue(context: LockedContext, record: BatchRecord, result: ReflectionResult): void {
  const { collections, folder, assertHeld } = context
  const { store } = collections
  assertHeld()
  try {
    keepPast(context, record)
  } catch (error) {
    // Tries of its distillation are no tries of this.
    const failures = record.isStored ? record.failures : 0
    failBatch(context, { ...record, failures, isStored: true }, error)
    result.failed++
    return
  }
  for (const name of record.turns) removeFromSpool(turnSpool(store, folder.key), name)
  removeRecord(store, folder.key, record)
}

/** Failures after which a batch is set aside until somebody asks for it. */
const MOST_FAILURES = 5

/** Notes a failure: the batch waits, longer each time, and is set aside after the fifth. */
function failBatch(
  { collections: { store }, folder, now, assertHeld }: LockedContext,
  record: BatchRecord,
  cause: unknown,
): void {
  const error = describeFailure(cause)
  const failures = record.failures + 1
  const failedAt = now()
  const nextAt = new Date(failedAt.getTime() + backOffMs(failures)).toISOString()
  const isSetAside = failures >= MOST_FAILURES
  const { isSetAside: _, waitsFor: __, ...rest } = record
  const failed = { ...rest, failures, nextAt, error, ...(isSetAside && { isSetAside }) }
  writeRecord(store, folder.key, failed, assertHeld)
  const text = isSetAside ? `${error}; set aside after ${failures} failures` : error
  logEvent(store, createEvent('reflect', folder.scope, failedAt, { error: text }))
}

/** Time that a batch waits after its n-th failure: 5 s, doubling, at most 10 minutes. */
export function backOffMs(failures: number): number {
  return Math.min(5_000 * 2 ** (failures - 1), 600_000)
}

/** Lets a batch wait though nothing failed: for a reply, or for a usage limit to end. */
function postponeBatch(
  { collections: { store }, folder, assertHeld }: LockedContext,
  record: BatchRecord,
  { until, reason }: { until: Date; reason: string },
): void {
  const { isSetAside: _, ...rest } = record
  const postponed = { ...rest, nextAt: until.toISOString(), waitsFor: reason }
  writeRecord(store, folder.key, postponed, assertHeld)
}

/** A code and a message without any text of the conversation: only ours say what they hold. */
function describeFailure(error: unknown): string {
  if (error instanceof SvcError) return `${error.code}: ${redactText(error.message)}`
  return `INTERNAL: ${errnoOf(error) ?? (error instanceof Error ? error.name : 'unknown error')}`
}
