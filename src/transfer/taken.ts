import { removeFile } from '../../store/files/atomic.js'
import { readJsonDocument, writeJsonDocument } from '../../store/files/json.js'
import { orElse } from '../../store/errors.js'
import { visibleNames } from '../../store/files/read.js'
import { isId } from '../../store/names.js'
import { statePath, type Store } from '../../store/store.js'
import type { MemoryDocument } from '../../store/types.js'
import { nameText, nameVersion } from '../memories/transaction.js'

/** A memory that an import brought. */
export interface TakenItem {
  id: string
  /** Fingerprint of what the other tool said. */
  hash: string
  /** Names the text that was to be stored, as `nameText`. */
  text: string
  /** Names the version that was stored, as `nameVersion`; missing where the import was cut off. */
  revision?: string
  /** Names the version that stood here before, which the import was to change. */
  before?: string
}

/**
 * Tells whether a memory stands as an import wrote it, as before one that was cut off, or as somebody
 * has changed it since.
 */
export function standsAs(
  { revision, before, text }: TakenItem,
  document: MemoryDocument,
): 'written' | 'before' | 'changed' {
  const standing = nameVersion(document)
  if (revision === undefined && standing === before) return 'before'
  const isWritten = revision === undefined ? nameText(document) === text : standing === revision
  return isWritten && document.source.runtime === 'import' ? 'written' : 'changed'
}

/** The record of one import. */
export interface Taken {
  format: 1
  id: string
  /** ISO 8601. */
  at: string
  from: string
  path?: string
  /** ISO 8601; missing while it stands. */
  undoneAt?: string
  items: TakenItem[]
}

/** Every import of this machine, the oldest first; one whose record cannot be read is left out. */
export function readTaken(store: Store): Taken[] {
  const names = visibleNames(statePath(store, 'taken')).filter(name => name.endsWith('.json'))
  return names.flatMap(name => readRecord(store, name) ?? []).sort((a, b) => (a.at < b.at ? -1 : 1))
}

function readRecord(store: Store, name: string): Taken | undefined {
  const path = statePath(store, 'taken', name)
  const taken: Partial<Taken> = orElse(() => readJsonDocument<Partial<Taken>>(path, {}), {})
  const { format, id, at, from, items } = taken
  const isWhole = [id, at, from].every(text => typeof text === 'string') && Array.isArray(items)
  if (format !== 1 || !isWhole || !isId(id)) return undefined
  const sound = items.filter(item => isId(item?.id) && typeof item.hash === 'string')
  return { ...(taken as Taken), items: sound }
}

/** Number of imports that are remembered. */
const MOST_IMPORTS = 200

/** Drops the records of the oldest imports, of all of them, so that one more may be written. */
export function dropOldest(store: Store, taken: readonly Taken[]): void {
  for (const { id } of taken.slice(0, Math.max(0, taken.length - MOST_IMPORTS + 1)))
    removeFile(statePath(store, 'taken', `${id}.json`))
}

/** Writes the record of an import, durably. */
export function writeTaken(store: Store, taken: Taken): void {
  writeJsonDocument(statePath(store, 'taken', `${taken.id}.json`), taken)
}
