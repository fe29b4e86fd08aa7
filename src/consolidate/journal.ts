import { join } from 'node:path'
import { removeDurable } from '../../store/atomic-file.js'
import { readJsonDocument, writeJsonDocument } from '../../store/json-document.js'
import type { Store } from '../../store/store.js'

/** A merge that was about to be written: ids, and the stamps of the files that become tombstones. */
export interface RecordedMerge {
  survivor: string
  /** Stamp of the file of each absorbed id, as it was planned. */
  absorbed: Record<string, string>
}

/** What a consolidation was about to do. Ids and stamps only, never text. */
export interface Journal {
  format: 1
  /** ISO 8601. */
  startedAt: string
  merges: RecordedMerge[]
}

/** The journal of a scope, left behind where a consolidation was interrupted. */
export function journalPath(store: Store, key: string): string {
  return join(store.state, 'consolidations', `${key}.json`)
}

/** Records merges durably, before the first of them is written. */
export function writeJournal(store: Store, key: string, journal: Journal): void {
  writeJsonDocument(journalPath(store, key), journal)
}

/** The merges of an interrupted consolidation; [] where none was, or where the record is broken. */
export function readJournal(store: Store, key: string): RecordedMerge[] {
  try {
    const { merges } = readJsonDocument<Partial<Journal>>(journalPath(store, key), {})
    return Array.isArray(merges) ? merges.filter(isMerge) : []
  } catch {
    // Its loss costs nothing but the finishing: what it names is planned anew.
    return []
  }
}

/** Removes the record: everything it names is done. */
export function removeJournal(store: Store, key: string): void {
  removeDurable(journalPath(store, key))
}

function isMerge(value: Partial<RecordedMerge> | null): value is RecordedMerge {
  const absorbed: unknown = value?.absorbed
  return typeof value?.survivor === 'string' && typeof absorbed === 'object' && absorbed !== null
}
