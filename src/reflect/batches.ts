import { listSpool, readFromSpool } from '../../store/spool.js'
import type { Store } from '../../store/store.js'
import { turnSpool } from '../queues.js'
import { readLedger } from '../sessions.js'
import { planBatches, type BatchLimits, type QueuedEntry } from './batch.js'
import { isRecordDue, readRecords, writeRecord, type BatchRecord } from './records.js'
import { hashText } from '../../store/hash.js'
import type { QueuedTurn } from './turns.js'

/** One queued turn; undefined where it is gone or is not one. `svc doctor` names broken ones. */
export function readTurn(store: Store, key: string, name: string): QueuedTurn | undefined {
  const turn = readFromSpool(turnSpool(store, key), name) as Partial<QueuedTurn> | undefined
  const isSound = typeof turn?.session === 'string' && typeof turn.prompt === 'string'
  return isSound ? (turn as QueuedTurn) : undefined
}

/** What closes batches, and the one session (or none) whose batch is closed in any case. */
export type ClosingLimits = Omit<BatchLimits, 'ended'> & { session?: string }

/**
 * Closes the batches of a scope that are due to be closed, and writes a record of each: from then
 * on its turns stay together. Answers all records. Call it under the scope's work lock.
 */
export function closeBatches(store: Store, key: string, limits: ClosingLimits): BatchRecord[] {
  const records = readRecords(store, key)
  const closed = planClosing(store, key, records, limits).map(toRecord)
  for (const record of closed) writeRecord(store, key, record)
  return [...records, ...closed]
}

/** Whether a scope has a batch to take up now, judged by all that is queued; writes nothing. */
export function hasDueBatch(store: Store, key: string, limits: ClosingLimits): boolean {
  const records = readRecords(store, key)
  if (records.some(record => isRecordDue(record, limits.now))) return true
  return planClosing(store, key, records, limits).length > 0
}

/** When the first batch of a scope can be taken up again (ISO 8601); undefined where none waits. */
export function nextDue(store: Store, key: string): string | undefined {
  const waiting = readRecords(store, key).filter(({ isSetAside }) => !isSetAside)
  return waiting.flatMap(({ nextAt }) => nextAt ?? []).sort()[0]
}

function planClosing(
  store: Store,
  key: string,
  records: readonly BatchRecord[],
  { session, ...limits }: ClosingLimits,
): QueuedEntry[][] {
  const sealed = new Set(records.flatMap(record => record.turns))
  const entries = listSpool(turnSpool(store, key))
    .filter(name => !sealed.has(name))
    .map(name => toEntry(name, readTurn(store, key, name)))
    .filter(entry => entry !== undefined)
  const ended = endedSessions(store, entries)
  if (session !== undefined) ended.add(session)
  return planBatches(entries, { ...limits, ended })
}

function toEntry(name: string, turn: QueuedTurn | undefined): QueuedEntry | undefined {
  if (turn === undefined) return undefined
  const chars = turn.prompt.length + (turn.reply?.length ?? 0)
  return { name, session: turn.session, turn: turn.turn, at: turn.at, chars }
}

function toRecord(batch: readonly QueuedEntry[]): BatchRecord {
  const turns = batch.map(({ name }) => name)
  const id = hashText(turns.join('\n'), 20)
  const { session = '', turn: lastTurn = 1 } = batch.at(-1) ?? {}
  return { format: 1, id, session, turns, lastTurn, failures: 0 }
}

/** The sessions of which the host said, after their last turn, that they are over. */
function endedSessions(store: Store, entries: readonly QueuedEntry[]): Set<string> {
  const last = new Map<string, string>()
  for (const { session, at } of entries) {
    if (at > (last.get(session) ?? '')) last.set(session, at)
  }
  const isEnded = ([session, at]: [string, string]) =>
    readLedger(store, session).some(line => line.type === 'end' && line.at >= at)
  return new Set([...last].filter(isEnded).map(([session]) => session))
}
