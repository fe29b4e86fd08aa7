import { hashText } from '../../store/names.js'
import { formatScopeKey } from '../../store/projects/scope.js'
import type { Scope } from '../../store/types.js'
import { titleKey } from '../text.js'
import { toUpdatedAt, type ImportRow, type WorkspaceFile } from './read.js'

/** Counts of an import. `skipped`: matched a pattern but not written, unchanged files included. */
export interface ImportCounts {
  imported: number
  updated: number
  skipped: number
  pruned: number
}

/** The files left out: how many, and which of them are there but could not be read just now. */
interface SkippedFiles {
  count: number
  unreadable: readonly string[]
}

const ID_LENGTH = 16

/**
 * Decides what the import state becomes. Pure. A file finds its row by path, else by title key (a
 * name whose letters changed case): unchanged content, kind and tags keep the row's times, a change
 * keeps its id and `createdAt`. Rows without a file are pruned, except those whose file could not
 * be read just now. Ids derive from scope and path and times from the file, so that two imports of
 * the same files at once decide the same. Rows come out in the order of `files`.
 */
export function planImport(options: {
  scope: Scope
  previous: readonly ImportRow[]
  files: readonly WorkspaceFile[]
  skipped: SkippedFiles
  now: string
}): { rows: ImportRow[]; counts: ImportCounts } {
  const { scope, previous, files, skipped, now } = options
  const before = matchRows(previous, files)
  const unreadable = new Set(skipped.unreadable)
  const matched = new Set(before.values())
  const kept = previous.filter(row => !matched.has(row) && unreadable.has(row.path))
  const taken = new Set([...matched, ...kept].map(row => row.id))
  const counts = { imported: 0, updated: 0, skipped: skipped.count, pruned: 0 }
  const rows = files.map(file => {
    const row = before.get(file)
    counts[outcomeOf(file, row)]++
    return row ? updateRow(row, file, now) : createRow(file, freeId(scope, file.path, taken))
  })
  counts.pruned = previous.length - matched.size - kept.length
  return { rows: [...rows, ...kept], counts }
}

function matchRows(
  previous: readonly ImportRow[],
  files: readonly WorkspaceFile[],
): Map<WorkspaceFile, ImportRow> {
  const found = new Map<WorkspaceFile, ImportRow>()
  const byPath = new Map(previous.map(row => [row.path, row]))
  for (const file of files) {
    const row = byPath.get(file.path)
    if (row) found.set(file, row)
  }
  const used = new Set(found.values())
  const byTitle = new Map(
    previous.filter(row => !used.has(row)).map(row => [titleKey(row.title), row]),
  )
  for (const file of files.filter(each => !found.has(each))) {
    const key = titleKey(file.title)
    const row = byTitle.get(key)
    if (row) found.set(file, row)
    byTitle.delete(key)
  }
  return found
}

function isUnchanged(file: WorkspaceFile, row: ImportRow): boolean {
  return (
    file.content === row.content &&
    file.kind === row.kind &&
    file.title === row.title &&
    file.tags.join('\n') === row.tags.join('\n')
  )
}

function outcomeOf(file: WorkspaceFile, row: ImportRow | undefined) {
  if (row === undefined) return 'imported'
  return isUnchanged(file, row) ? 'skipped' : 'updated'
}

function createRow(file: WorkspaceFile, id: string): ImportRow {
  return { id, ...toFields(file), createdAt: file.modifiedAt, updatedAt: file.modifiedAt }
}

function updateRow(row: ImportRow, file: WorkspaceFile, now: string): ImportRow {
  const { id, createdAt } = row
  const changed = !isUnchanged(file, row)
  const updatedAt = changed ? toUpdatedAt(row.updatedAt, file.modifiedAt, now) : row.updatedAt
  return { id, ...toFields(file), createdAt, updatedAt }
}

function toFields({ path, file, kind, title, content, tags, ...rest }: WorkspaceFile) {
  const { stamp, hash, loadedAs, patterns } = rest
  return { path, file, kind, title, content, tags, stamp, hash, loadedAs, patterns }
}

function freeId(scope: Scope, path: string, taken: Set<string>): string {
  for (let attempt = 0; ; attempt++) {
    const id = hashText([formatScopeKey(scope), path, attempt].join('\0'), ID_LENGTH)
    if (taken.has(id)) continue
    taken.add(id)
    return id
  }
}
