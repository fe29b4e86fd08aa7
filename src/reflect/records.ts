import { join } from 'node:path'
import { removeDurable, writeDurable } from '../../store/atomic-file.js'
import { listSpool, readFromSpool } from '../../store/spool.js'
import type { Store } from '../../store/store.js'
import type { Candidates } from './types.js'

/** A closed batch on its way: written and removed only under the scope's work lock. */
export interface BatchRecord {
  format: 1
  id: string
  session: string
  /** Names of its turns in the spool. */
  turns: string[]
  /** The number of its last turn in the session. */
  lastTurn: number
  failures: number
  /** Not before this time (ISO 8601). */
  nextAt?: string
  /** Why the last try failed: a code, never text of the conversation. */
  error?: string
  /** Why it waits though nothing failed; never text of the conversation. */
  waitsFor?: string
  /** Given up after five failures, until `svc reflect` asks again. */
  isSetAside?: boolean
  /** What was distilled: from here on the provider is not asked again. */
  candidates?: Candidates
}

/** The batch records of a scope; what is not one is left out. */
export function readRecords(store: Store, key: string): BatchRecord[] {
  const directory = batchFolder(store, key)
  return listSpool(directory)
    .map(name => readFromSpool(directory, name))
    .filter(isBatchRecord)
}

/** Writes a batch record; durable when it returns. */
export function writeRecord(store: Store, key: string, record: BatchRecord): void {
  writeDurable(recordPath(store, key, record.id), JSON.stringify(record) + '\n')
}

/** Removes the record of a batch that is distilled and stored. */
export function removeRecord(store: Store, key: string, { id }: BatchRecord): void {
  removeDurable(recordPath(store, key, id))
}

/** True where a batch may be taken up now. */
export function isRecordDue(record: BatchRecord, now: Date): boolean {
  return !record.isSetAside && !(record.nextAt !== undefined && record.nextAt > now.toISOString())
}

/** A reply to come is a matter of seconds: only a longer wait is worth a word. */
const LONG_MS = 60_000

/** True where a batch waits for long though nothing failed: for the next day's budget. */
export function isPutOff({ nextAt, waitsFor }: BatchRecord, now: Date): boolean {
  return waitsFor !== undefined && Date.parse(nextAt ?? '') - now.getTime() > LONG_MS
}

/** True for what `writeRecord` writes. */
export function isBatchRecord(value: unknown): value is BatchRecord {
  const record = value as Partial<BatchRecord> | undefined
  return record?.format === 1 && typeof record.id === 'string' && Array.isArray(record.turns)
}

/** Where the batch records of a scope are. */
export function batchFolder(store: Store, key: string): string {
  return join(store.state, 'batches', key)
}

function recordPath(store: Store, key: string, id: string): string {
  return join(batchFolder(store, key), `${id}.json`)
}
