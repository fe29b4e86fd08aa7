import { errnoOf, SvcError } from '../../store/errors.js'
import { placeInSpool, removeFromSpool } from '../../store/spool.js'
import { createEvent, logEvent } from '../activity.js'
import { replaySpool, turnSpool } from '../queues.js'
import { backOffMs, MOST_FAILURES } from './batch.js'
import { removeRecord, writeRecord, type BatchRecord } from './records.js'
import type { ReflectionContext } from './reflect.js'

/**
 * Takes a batch that is stored out of the queue. The replay entry comes first: placed once, it
 * makes the event come once; a process that dies right between the two costs the event.
 */
export function finishBatch(
  { collections: { store }, folder, now }: ReflectionContext,
  record: BatchRecord,
  counts: { added: number; updated: number },
): void {
  const { id, session, turns } = record
  const at = now().toISOString()
  const entry = { format: 1, id, session, at, turns: turns.length, ...counts }
  const isNew = placeInSpool(replaySpool(store, folder.key), id, entry)
  if (isNew) logEvent(store, createEvent('reflect', folder.scope, now(), counts))
  for (const name of turns) removeFromSpool(turnSpool(store, folder.key), name)
  removeRecord(store, folder.key, record)
}

/** Notes a failure: the batch waits, longer each time, and is set aside after the fifth. */
export function failBatch(
  { collections: { store }, folder, now }: ReflectionContext,
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
  writeRecord(store, folder.key, failed)
  const text = isSetAside ? `${error}; set aside after ${failures} failures` : error
  logEvent(store, createEvent('reflect', folder.scope, failedAt, { error: text }))
}

/** Lets a batch wait though nothing failed: for a reply, or for the next day's budget. */
export function postponeBatch(
  { collections: { store }, folder }: ReflectionContext,
  record: BatchRecord,
  { until, reason }: { until: Date; reason: string },
): void {
  const { isSetAside: _, ...rest } = record
  writeRecord(store, folder.key, { ...rest, nextAt: until.toISOString(), waitsFor: reason })
}

/** A code and a message without any text of the conversation: only ours say what they hold. */
function describeFailure(error: unknown): string {
  if (error instanceof SvcError) return `${error.code}: ${error.message}`
  return `INTERNAL: ${errnoOf(error) ?? (error instanceof Error ? error.name : 'unknown error')}`
}
