import { closeSync, openSync, statSync, utimesSync } from 'node:fs'
import { errnoOf } from '../../store/errors.js'
import { ensureDirectory, removeFile, writeAtomic } from '../../store/files/atomic.js'
import { isLocked } from '../../store/files/lock.js'
import { listSpool, readFromSpool, statInSpool } from '../../store/files/spool.js'
import { runAtOnce } from '../../store/files/steps.js'
import { pathIn } from '../../store/names.js'
import { batchFolder, scopeLock, turnSpool, type Store } from '../../store/store.js'
import { sessionOfName } from '../activity/sessions.js'
import {
  BATCH_CHARS,
  findsDueBatch,
  groupBy,
  isBatchRecord,
  isRecordDue,
  type BatchLimits,
} from './batches.js'

/** Limits at which a batch would close. */
type DueLimits = Pick<BatchLimits, 'batchTurns' | 'idleMs' | 'now'>

/** A hook call looks through so many files of a queue; of a longer one a worker does, now and then. */
const MOST_TURNS_SEEN = 500
const MOST_RECORDS_SEEN = 50
/** Pause between two looks of a worker through a queue too long for a hook call (milliseconds). */
const LOOK_EVERY_MS = 60_000

/**
 * Tells if a worker would find a batch to take up in a scope, judged by names, sizes and times of
 * files: a hook asks this after every call. False while a worker is at it. A long queue is not
 * looked through: for it a worker may be asked for once a minute, whatever it finds.
 */
export function isReflectionDue(store: Store, key: string, limits: DueLimits): boolean {
  const names = listSpool(turnSpool(store, key))
  const recorded = listSpool(batchFolder(store, key))
  if (names.length === 0 && recorded.length === 0) return false
  if (isLocked(scopeLock(store, 'work', key))) return false
  if (isLong(names, recorded)) return lookedAgo(store, key, limits.now) >= LOOK_EVERY_MS
  const records = recorded
    .map(name => readFromSpool(batchFolder(store, key), name))
    .filter(isBatchRecord)
  if (records.some(record => isRecordDue(record, limits.now))) return true
  const sealed = new Set(records.flatMap(record => record.turns))
  const open = names.filter(name => !sealed.has(name))
  const groups = [...groupBy(open, sessionOfName).values()]
  if (!groups.some(turns => isGroupDue(store, key, turns, limits))) return false
  // Bytes are more than characters, and a turn that cannot be read never closes a batch.
  return runAtOnce(findsDueBatch(store, key, { ...limits, isForced: false }))
}

function isLong(turns: readonly string[], records: readonly string[]): boolean {
  return turns.length > MOST_TURNS_SEEN || records.length > MOST_RECORDS_SEEN
}

/** A worker that was asked for has begun by then, or never will (milliseconds). */
const START_MS = 10_000

/**
 * Tells if the caller is to start a worker for a scope: of many calls at once one is, until a
 * worker has begun. Never throws.
 */
export function claimStart(store: Store, key: string): boolean {
  const path = askedPath(store, key)
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats !== undefined) {
      if (Math.abs(Date.now() - stats.mtimeMs) < START_MS) return false
      utimesSync(path, new Date(), new Date())
      return true
    }
    ensureDirectory(batchFolder(store, key))
    closeSync(openSync(path, 'wx', 0o600))
    return true
  } catch (error) {
    return errnoOf(error) !== 'EEXIST'
  }
}

/** A worker has begun, or there was nothing to do: the next call may start one. Never throws. */
export function clearStart(store: Store, key: string): void {
  try {
    removeFile(askedPath(store, key))
  } catch {
    // It is too old soon.
  }
}

function askedPath(store: Store, key: string): string {
  return pathIn(batchFolder(store, key), '.asked')
}

/** Notes that a scope's queue was worked through and is long still. Never throws: it saves looks. */
export function noteLooked(store: Store, key: string, now: Date): void {
  try {
    const isRest = isLong(listSpool(turnSpool(store, key)), listSpool(batchFolder(store, key)))
    if (!isRest) return
    writeAtomic(lookPath(store, key), '')
    utimesSync(lookPath(store, key), now, now)
  } catch {
    // The next hook call asks for a worker then.
  }
}

/** Milliseconds since the queue was worked through; Infinity where nobody has. */
function lookedAgo(store: Store, key: string, now: Date): number {
  const stats = statSync(lookPath(store, key), { throwIfNoEntry: false })
  return stats === undefined ? Infinity : Math.abs(now.getTime() - stats.mtimeMs)
}

/** Hidden: it is no record. */
function lookPath(store: Store, key: string): string {
  return pathIn(batchFolder(store, key), '.looked')
}

function isGroupDue(
  store: Store,
  key: string,
  names: readonly string[],
  { batchTurns, idleMs, now }: DueLimits,
): boolean {
  if (names.length >= batchTurns) return true
  const directory = turnSpool(store, key)
  let bytes = 0
  let last = 0
  for (const name of names) {
    const stats = statInSpool(directory, name)
    bytes += stats?.size ?? 0
    last = Math.max(last, stats?.mtimeMs ?? 0)
  }
  return bytes >= BATCH_CHARS || now.getTime() - last >= idleMs
}
