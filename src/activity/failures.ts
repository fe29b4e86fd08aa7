import { removeFile } from '../../store/files/atomic.js'
import { SvcError } from '../../store/errors.js'
import { appendLine, lineBytes, readLines } from '../../store/files/log.js'
import { statePath, type Store } from '../../store/store.js'
import { redactText } from '../redact/index.js'

/** A failure that nobody was told of; a line that somebody broke may miss any of it. */
export interface Failure {
  /** ISO 8601. */
  at?: unknown
  /** The event of a hook call, `AUTOMATIC_COMMIT`, or `unknown`. */
  event?: unknown
  message?: unknown
}

/** The event of a commit that svc began by itself. */
export const AUTOMATIC_COMMIT = 'automatic commit'

/** A log beyond this takes no more; doctor --fix clears it (bytes). */
const MOST_BYTES = 256 * 1024

/** Path of the log of failures. */
export function failureLog(store: Pick<Store, 'state'>): string {
  return statePath(store, 'hook-failures.jsonl')
}

/** Leaves what failed, without secrets, for `svc doctor`, unless the log is full. Never throws. */
export function noteFailure(store: Pick<Store, 'state'>, error: unknown, event = 'unknown'): void {
  try {
    const path = failureLog(store)
    if (lineBytes(path) > MOST_BYTES) return
    const message = error instanceof Error ? redactText(error.message) : 'unknown error'
    appendLine(path, { at: new Date().toISOString(), event, message })
  } catch {
    // Nobody can be told if nothing can be written.
  }
}

/** Failures since the log was cleared, oldest first. */
export function readFailures(store: Pick<Store, 'state'>): Failure[] {
  try {
    return readLines<Failure | null>(failureLog(store)).filter(line => line !== null)
  } catch (error) {
    if (error instanceof SvcError) return []
    throw error
  }
}

/** Clears the log: somebody was told. */
export function clearFailures(store: Pick<Store, 'state'>): void {
  removeFile(failureLog(store))
}
