import { join } from 'node:path'
import { removeDurable, removeFile, writeAtomic, writeDurable } from '../../store/files/atomic.js'
import { listNames, visibleNames } from '../../store/files/read.js'
import { listSpool, readFromSpool, statInSpool } from '../../store/files/spool.js'
import { runInSteps, type Steps } from '../../store/files/steps.js'
import { hashText } from '../../store/names.js'
import { batchFolder, statePath, turnSpool, type Store } from '../../store/store.js'
import { readLedgerOf } from '../activity/sessions.js'
import type { Candidates } from '../provider/types.js'
import { CONCEALED, concealName } from '../redact/index.js'
import type { QueuedTurn } from './turns.js'

/** A closed batch on its way: written and removed only under the scope's work lock. */
export interface BatchRecord {
  format: 1
  id: string
  session: string
  /** Names of its turns in the spool. */
  turns: string[]
  /** The number of its last turn in the session. */
  lastTurn: number
  /**
   * Time of its last turn (ISO 8601), where that was said long before it is learned from: it dates what
   * is learned, which takes the place of nothing newer.
   */
  at?: string
  failures: number
  /** Earliest time to try it again (ISO 8601). */
  nextAt?: string
  /** The reason that the last try failed: a code, never text of the conversation. */
  error?: string
  /** The reason that it waits though nothing failed; never text of the conversation. */
  waitsFor?: string
  /** Given up after five failures, until `svc reflect` asks again. */
  isSetAside?: boolean
  /** All but the turns is stored and told: they are not with the past sessions yet. */
  isStored?: boolean
  /** Candidates that were distilled: once they are here the provider is not asked again. */
  candidates?: Candidates
  /** Distilled candidates that are not kept. */
  dropped?: readonly Dropped[]
  /** Ids of the memories that its words mean, by a name of the words (`Meanings`). */
  meant?: Readonly<Record<string, readonly string[]>>
}

/** Reasons not to keep a candidate. */
type DropReason =
  | 'global has it'
  | 'saved by the agent'
  | 'over the cap'
  | 'forgotten as wrong'
  | 'settled since'
  | 'known already'
  | 'not in the conversation'

/** A candidate that was sound and is not kept, by the title of a memory or the name of a skill. */
export interface Dropped {
  title: string
  reason: DropReason
}

/** Time that a batch waits for a reply that the host has not written yet (milliseconds). */
export const REPLY_WAIT_MS = 5_000

/** Limits that close batches, and the one session (or none) whose batch is closed in any case. */
type ClosingLimits = Omit<BatchLimits, 'ended'> & { session?: string }

/**
 * The batches of a scope: those that have a record, and those that are due to be closed, of which
 * nothing is written yet. Call it under the scope's work lock.
 */
export async function planQueue(
  store: Store,
  key: string,
  limits: ClosingLimits,
): Promise<BatchRecord[]> {
  const records = readRecords(store, key)
  const closed = await runInSteps(planClosing(store, key, records, limits))
  return [...records, ...closed.map(toRecord)]
}

/** Tells if a scope has a batch to take up now, judged by all that is queued; writes nothing. */
export function hasDueBatch(store: Store, key: string, limits: ClosingLimits): Promise<boolean> {
  return runInSteps(findsDueBatch(store, key, limits))
}

/** Tells what `hasDueBatch` does, in steps. */
export function* findsDueBatch(store: Store, key: string, limits: ClosingLimits): Steps<boolean> {
  const records = readRecords(store, key)
  if (records.some(record => isRecordDue(record, limits.now))) return true
  return (yield* planClosing(store, key, records, limits)).length > 0
}

/** Time at which the first batch of a scope is due again (ISO 8601); undefined if none waits. */
export function nextDue(store: Store, key: string): string | undefined {
  const waiting = readRecords(store, key).filter(({ isSetAside }) => !isSetAside)
  return waiting.flatMap(({ nextAt }) => nextAt ?? []).sort()[0]
}

/** A queue may be long: others get their turn, and locks stay fresh. */
function* planClosing(
  store: Store,
  key: string,
  records: readonly BatchRecord[],
  { session, ...limits }: ClosingLimits,
): Steps<QueuedEntry[][]> {
  const sealed = new Set(records.flatMap(record => record.turns))
  const entries: QueuedEntry[] = []
  for (const name of listSpool(turnSpool(store, key))) {
    if (sealed.has(name)) continue
    const entry = toEntry(name, readTurn(store, key, name))
    if (entry !== undefined) entries.push(entry)
    yield
  }
  const ended = yield* findEndedSessions(store, entries)
  if (session !== undefined) ended.add(session)
  return planBatches(entries, { ...limits, ended })
}

function toEntry(name: string, turn: QueuedTurn | undefined): QueuedEntry | undefined {
  if (turn === undefined) return undefined
  const { prompt, reply = '' } = turn
  const chars = countChars(prompt, reply)
  return { name, session: turn.session, turn: turn.turn, at: turn.at, chars }
}

/** The characters of a turn that count towards its batch. */
export function countChars(prompt: string, reply: string): number {
  return Math.min(prompt.length, PROMPT_CHARS) + Math.min(reply.length, REPLY_CHARS)
}

/** Characters that count of a prompt and of a reply: a model is sent little more of a long one. */
const PROMPT_CHARS = 4_000
const REPLY_CHARS = 2_000

function toRecord(batch: readonly QueuedEntry[]): BatchRecord {
  const turns = batch.map(({ name }) => name)
  const id = hashText(turns.join('\n'), 20)
  const { session = '', turn: lastTurn = 1 } = batch.at(-1) ?? {}
  return { format: 1, id, session, turns, lastTurn, failures: 0 }
}

/** The sessions of which the host said, after their last turn, that they are over. */
function* findEndedSessions(store: Store, entries: readonly QueuedEntry[]): Steps<Set<string>> {
  const last = new Map<string, string>()
  for (const { session, at } of entries) {
    if (at > (last.get(session) ?? '')) last.set(session, at)
  }
  const ended = new Set<string>()
  for (const [session, at] of last) {
    if (readLedgerOf(store, session, ['end']).some(line => line.at >= at)) ended.add(session)
    yield
  }
  return ended
}

/** A turn in the queue, as far as batching needs to know it. */
export interface QueuedEntry {
  /** Its name in the spool. */
  name: string
  session: string
  turn: number
  /** ISO 8601. */
  at: string
  /** Characters of prompt and reply, at most 4,000 and 2,000 of them. */
  chars: number
}

/** Limits by which a batch closes. */
export interface BatchLimits {
  batchTurns: number
  idleMs: number
  now: Date
  /** Sessions that the host said are over: their batch closes. */
  ended: ReadonlySet<string>
  /** Closes every batch, as `svc reflect` asks. */
  isForced: boolean
}

/** A batch is closed when its turns hold this many characters. */
export const BATCH_CHARS = 24_000

/**
 * The batches that are closed, each as the entries of one session in their order: full ones, and
 * the rest of a session that is idle or over. What is still open is in none of them.
 */
export function planBatches(entries: readonly QueuedEntry[], limits: BatchLimits): QueuedEntry[][] {
  const sessions = groupBy(entries, ({ session }) => session)
  return [...sessions.values()].flatMap(turns => splitSession(turns.sort(byTurn), limits))
}

/** Groups things by name, in their order. */
export function groupBy<T>(all: readonly T[], nameOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const group = groups.get(nameOf(one))
    if (group === undefined) groups.set(nameOf(one), [one])
    else group.push(one)
  }
  return groups
}

function splitSession(turns: readonly QueuedEntry[], limits: BatchLimits): QueuedEntry[][] {
  const closed: QueuedEntry[][] = []
  let open: QueuedEntry[] = []
  for (const turn of turns) {
    open.push(turn)
    if (!isFull(open, limits)) continue
    closed.push(open)
    open = []
  }
  if (open.length > 0 && isOver(open, limits)) closed.push(open)
  return closed
}

function isFull(open: readonly QueuedEntry[], { batchTurns }: BatchLimits): boolean {
  const chars = open.reduce((sum, turn) => sum + turn.chars, 0)
  return open.length >= batchTurns || chars >= BATCH_CHARS
}

function isOver(open: readonly QueuedEntry[], limits: BatchLimits): boolean {
  const { now, idleMs, ended, isForced } = limits
  const last = open.at(-1)!
  const idle = now.getTime() - Date.parse(last.at)
  return isForced || ended.has(last.session) || !(idle < idleMs)
}

function byTurn(a: QueuedEntry, b: QueuedEntry): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1
  return a.turn - b.turn || (a.name < b.name ? -1 : 1)
}

/** The batch records of a scope, or at most so many of them; what is not one is left out. */
export function readRecords(store: Store, key: string, most = Infinity): BatchRecord[] {
  const directory = batchFolder(store, key)
  return listSpool(directory)
    .slice(0, most)
    .map(name => readFromSpool(directory, name))
    .filter(isBatchRecord)
}

/**
 * Writes a batch record; durable when it returns, but for one of old turns. `fence` throws where the scope's work lock is lost:
 * then nothing is written.
 */
export function writeRecord(
  store: Store,
  key: string,
  record: BatchRecord,
  fence: () => void,
): void {
  // Old turns can be learned from again, and make nothing twice.
  const write = record.at === undefined ? writeDurable : writeAtomic
  write(recordPath(store, key, record.id), JSON.stringify(record) + '\n', fence)
}

/** Writes a record as `writeRecord` does, if the batch has none yet. */
export function keepRecord(
  store: Store,
  key: string,
  record: BatchRecord,
  fence: () => void,
): void {
  const isKept = statInSpool(batchFolder(store, key), record.id) !== undefined
  if (!isKept) writeRecord(store, key, record, fence)
}

/** Removes the record of a batch that is distilled and stored. */
export function removeRecord(store: Store, key: string, { id, at }: BatchRecord): void {
  const remove = at === undefined ? removeDurable : removeFile
  remove(recordPath(store, key, id))
}

function recordPath(store: Store, key: string, id: string): string {
  return join(batchFolder(store, key), `${id}.json`)
}

/** True for what `writeRecord` writes. */
export function isBatchRecord(value: unknown): value is BatchRecord {
  const record = value as Partial<BatchRecord> | undefined
  const names = [record?.id, record?.session]
  const numbers = [record?.lastTurn, record?.failures]
  return (
    record?.format === 1 &&
    names.every(name => typeof name === 'string') &&
    numbers.every(number => typeof number === 'number') &&
    Array.isArray(record.turns)
  )
}

/** True where a batch may be taken up now; what was said long before is for who has begun with it. */
export function isRecordDue(record: BatchRecord, now: Date): boolean {
  if (record.at !== undefined) return false
  return !record.isSetAside && !(record.nextAt !== undefined && record.nextAt > now.toISOString())
}

/** A reply to come is a matter of seconds: only a longer wait is worth a word. */
const LONG_MS = 60_000

/** True where a batch waits for long though nothing failed: for a usage limit to end, say. */
export function isPutOff({ nextAt, waitsFor }: BatchRecord, now: Date): boolean {
  return waitsFor !== undefined && Date.parse(nextAt ?? '') - now.getTime() > LONG_MS
}

/**
 * One queued turn, its transcript where it lies; undefined where it is gone or is not one. `svc
 * doctor` names broken ones.
 */
export function readTurn(store: Store, key: string, name: string): QueuedTurn | undefined {
  const turn = readFromSpool(turnSpool(store, key), name) as Partial<QueuedTurn> | undefined
  const isSound = typeof turn?.session === 'string' && typeof turn.prompt === 'string'
  if (!isSound) return undefined
  const { transcriptPath: path } = turn
  const isConcealed = typeof path === 'string' && path.includes(CONCEALED)
  return { ...turn, ...(isConcealed && { transcriptPath: findConcealed(path) }) } as QueuedTurn
}

/** The path whose parts have names that hold secrets; as it was given where there is none. */
function findConcealed(path: string): string {
  const [root = '', ...names] = path.split('/')
  return names.reduce((folder, name) => {
    const isPlain = !name.startsWith(CONCEALED)
    const own = isPlain ? name : listNames(folder || '/').find(one => concealName(one) === name)
    return `${folder}/${own ?? name}`
  }, root)
}

/** Batches that are not distilled as they should be. */
export interface TroubledBatches {
  /** Failed and tried again by themselves. */
  failing: number
  /** Failed five times: `svc reflect` tries them again. */
  setAside: number
  /** Waiting though nothing failed: for a usage limit to end, or for settings to be put right. */
  putOff: number
}

/** Counts the batches of a scope that are in trouble. */
export function countTroubled(store: Store, now: Date, key: string): TroubledBatches {
  const counts = { failing: 0, setAside: 0, putOff: 0 }
  for (const record of readRecords(store, key)) {
    if (record.isSetAside) counts.setAside++
    else if (isPutOff(record, now)) counts.putOff++
    else if (record.failures > 0) counts.failing++
  }
  return counts
}

/** The keys of the scopes that have a turn spool. */
export function queuedScopes(store: Store): string[] {
  return visibleNames(statePath(store, 'spool'))
}
