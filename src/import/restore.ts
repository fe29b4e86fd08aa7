import { relative, sep } from 'node:path'
import { hashText } from '../../store/hash.js'
import type { Collection } from '../collection/collection.js'
import type { LoadedLine } from '../transfer-line.js'
import type { ImportRow, ImportState } from './row.js'
import { readImportState, writeImportState } from './state.js'

/**
 * Puts exported import rows back into the import state of their scope. They carry no stamp, so the
 * next recall reads their files again and the next import prunes those whose file is gone; the
 * project still counts as not imported.
 */
export function restoreRows(
  { store, folder, rows: known }: Collection,
  lines: readonly LoadedLine[],
): { added: number; updated: number; unchanged: number } {
  const counts = { added: 0, updated: 0, unchanged: 0 }
  const rows = new Map(known)
  for (const line of lines) {
    const row = toRow(line, folder.scope.id ?? '')
    const same = known.get(row.id)
    if (same?.hash === row.hash) counts.unchanged++
    else counts[same ? 'updated' : 'added']++
    if (same?.hash !== row.hash) rows.set(row.id, row)
  }
  if (counts.added + counts.updated === 0) return counts
  const importedAt = readImportState(store, folder.localKey)?.importedAt ?? ''
  const state: ImportState = { format: 1, importedAt, rows: [...rows.values()] }
  writeImportState(store, folder.localKey, state)
  return counts
}

function toRow({ id, document, updatedAt }: LoadedLine, workspace: string): ImportRow {
  const file = String(document.source.path ?? '')
  const { kind, title, content, tags, createdAt } = document
  return {
    ...{ file, kind, title, content, tags, createdAt },
    id: id ?? hashText(file, 16),
    path: relative(workspace, file).split(sep).join('/'),
    updatedAt: updatedAt?.toISOString() ?? createdAt,
    stamp: '',
    hash: hashText(content, 16),
  }
}
