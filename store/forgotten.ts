import { join } from 'node:path'
import { appendToLog, readLog, type SegmentedLog } from './log.js'
import type { Store } from './store.js'

/** A memory that was forgotten on this machine: what is needed to notice it, and to bring it back. */
export interface Forgotten {
  id: string
  /** ISO 8601. */
  at: string
  /** Names the folder of its scope, as `ScopeFolder.key`. */
  key: string
  /** The name of the file that was removed. */
  name: string
}

/** Takes a record back: somebody wants the memory after all. */
interface Kept {
  id: string
  at: string
  isKept: true
}

/** Remembers that a memory was forgotten. Atomic; may lose the last append on power loss. */
export function noteForgotten(store: Store, forgotten: Forgotten): void {
  appendToLog(forgottenLog(store), forgotten)
}

/** From now on the memory does not count as forgotten; does nothing where it does not anyway. */
export function noteKept(store: Store, id: string, at: Date): void {
  if (!readForgotten(store).has(id)) return
  const kept: Kept = { id, at: at.toISOString(), isKept: true }
  appendToLog(forgottenLog(store), kept)
}

/** What was forgotten on this machine by id, the oldest first; at least the last 1,000 of them. */
export function readForgotten(store: Store): Map<string, Forgotten> {
  const forgotten = new Map<string, Forgotten>()
  for (const line of readLog<Partial<Forgotten & Kept> | null>(
    forgottenLog(store),
    Infinity,
  ).reverse()) {
    if (typeof line?.id !== 'string') continue
    forgotten.delete(line.id)
    if (isForgotten(line)) forgotten.set(line.id, line)
  }
  return forgotten
}

function isForgotten(line: Partial<Forgotten & Kept>): line is Forgotten {
  const fields = [line.at, line.key, line.name]
  return line.isKept !== true && fields.every(field => typeof field === 'string')
}

/** Nothing is ever rewritten, so that no writer needs a lock; the oldest segment goes as a whole. */
function forgottenLog(store: Store): SegmentedLog {
  const directory = join(store.state, 'forgotten')
  return { directory, segmentBytes: 64 * 1024, segmentsKept: 4 }
}
