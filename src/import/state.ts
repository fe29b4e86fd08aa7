import { orElse } from '../../store/errors.js'
import { fileStamp } from '../../store/files/atomic.js'
import { readHead } from '../../store/files/read.js'
import { readJsonDocument, writeJsonDocument } from '../../store/files/json.js'
import { importDocument, type Store } from '../../store/store.js'
import type { ImportRow, ImportState } from './read.js'

/** The import state of a scope: when it was imported and its rows; undefined before that. */
export function readImportState(store: Store, key: string): ImportState | undefined {
  const state = readJsonDocument<Partial<ImportState>>(importDocument(store, key), {})
  const { format, importedAt = '', isWhole, rows } = state
  if (format !== 1 || !Array.isArray(rows)) return undefined
  const sound = rows.filter(isRow)
  // A damaged row makes the next start import anew.
  const isSound = sound.length === rows.length
  return { format, importedAt: isSound ? importedAt : '', isWhole: isWhole === true, rows: sound }
}

const TEXTS = ['id', 'path', 'title', 'content', 'kind', 'stamp', 'createdAt', 'updatedAt'] as const

function isRow(row: ImportRow | null): boolean {
  const { tags, loadedAs = [], patterns = [] } = row ?? {}
  const lists: unknown[] = [tags, loadedAs, patterns]
  return TEXTS.every(name => typeof row?.[name] === 'string') && lists.every(isTexts)
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(one => typeof one === 'string')
}

/** The time stands within them. */
const HEAD_BYTES = 256

/**
 * Reads how far a scope was imported, without reading its rows: `root` without all the folders below;
 * undefined if it was not. A session start asks this, and the rows may be megabytes.
 */
export function readImportReach(store: Store, key: string): 'root' | 'whole' | undefined {
  const head = orElse(() => readHead(importDocument(store, key), HEAD_BYTES), '')
  if (!/"importedAt": "[^"]+"/.test(head)) return undefined
  return /"isWhole": true/.test(head) ? 'whole' : 'root'
}

/** The import rows of a scope; [] where it was not imported or its state cannot be read. */
export function readImportRows(store: Store, key: string): ImportRow[] {
  return orElse(() => readImportState(store, key), undefined)?.rows ?? []
}

/**
 * Replaces the import state of a scope, durably. It needs no lock: its rows derive from the
 * workspace's files, so two imports at once write the same.
 */
export function writeImportState(store: Store, key: string, state: ImportState): void {
  writeJsonDocument(importDocument(store, key), state)
}

/** Changes whenever the import state is written; `absent` before the first import. */
export function importStateStamp(store: Store, key: string): string {
  return fileStamp(importDocument(store, key))
}
