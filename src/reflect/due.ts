import { statSync } from 'node:fs'
import { join } from 'node:path'
import { isLocked } from '../../store/lock.js'
import { listSpool } from '../../store/spool.js'
import type { Store } from '../../store/store.js'
import { workLockPath } from '../busy.js'
import { turnSpool } from '../queues.js'
import { BATCH_CHARS } from './batch.js'
import { hasDueBatch } from './queue.js'
import { isRecordDue, readRecords } from './records.js'
import { sessionOfName } from './turns.js'

/** When a batch would close. */
export interface DueLimits {
  batchTurns: number
  idleMs: number
  now: Date
}

/**
 * Whether a worker would find a batch to take up in a scope, judged by names, sizes and times of
 * files: a hook asks this after every call. False while a worker is at it.
 */
export function isReflectionDue(store: Store, key: string, limits: DueLimits): boolean {
  const names = listSpool(turnSpool(store, key))
  const records = readRecords(store, key)
  if (names.length === 0 && records.length === 0) return false
  if (isLocked(workLockPath(store, key))) return false
  if (records.some(record => isRecordDue(record, limits.now))) return true
  const sealed = new Set(records.flatMap(record => record.turns))
  const open = names.filter(name => !sealed.has(name))
  const groups = [...groupBySession(open).values()]
  if (!groups.some(turns => isGroupDue(store, key, turns, limits))) return false
  // Bytes are more than characters, and a turn that cannot be read never closes a batch.
  return hasDueBatch(store, key, { ...limits, isForced: false })
}

function groupBySession(names: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const name of names) {
    const session = sessionOfName(name)
    groups.set(session, [...(groups.get(session) ?? []), name])
  }
  return groups
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
    const stats = statSync(join(directory, `${name}.json`), { throwIfNoEntry: false })
    bytes += stats?.size ?? 0
    last = Math.max(last, stats?.mtimeMs ?? 0)
  }
  return bytes >= BATCH_CHARS || now.getTime() - last >= idleMs
}
