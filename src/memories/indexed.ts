import { join } from 'node:path'
import { SvcError } from '../../store/errors.js'
import { listNames } from '../../store/files/read.js'
import { isGitAtWork } from '../../store/git/repository.js'
import { openIndexFile, type FileIndex } from '../../store/index/file-index.js'
import { hashItem } from '../../store/index/format.js'
import type { IndexEntry } from '../../store/index/types.js'
import { scanMemoryFiles, statMemoryFile, type MemoryFile } from '../../store/memories/files.js'
import { readRevisions } from '../../store/memories/history.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import type { Store } from '../../store/store.js'
import type { Memory, MemoryDocument } from '../../store/types.js'
import { toImportedMemory } from '../import/read.js'
import { importStateStamp, readImportRows } from '../import/state.js'
import { loadFile } from './folder.js'
import { indexFilePath, scopeStamp } from './index-file.js'
import { isLiving, toMemory } from './life.js'

/** An item as it is known without its file. */
export interface IndexedItem extends Pick<
  IndexEntry,
  'id' | 'kind' | 'updatedAt' | 'imported' | 'locator' | 'stamp'
> {
  /** Set if the file was read already. */
  document?: MemoryDocument
}

/** A scope as a collection would have it, told by its index file and the files that changed since. */
export interface IndexedScope {
  items: readonly IndexedItem[]
  /** Number of unusable files. */
  problems: number
}

/** With more changed files than this a collection is as fast. */
const MOST_CHANGED = 500

/**
 * True where a scope has an index file, with `isExact` one that agrees with it, or no memory file.
 * Looks at no memory file.
 */
export function isIndexed(store: Store, folder: ScopeFolder, { isExact = false } = {}): boolean {
  const file = openIndexFile(indexFilePath(store, folder.localKey))
  file?.close()
  if (file !== undefined) return !isExact || file.directoryStamp === scopeStamp(store, folder)
  return !listNames(join(folder.path, 'memories')).some(name => name.endsWith('.md'))
}

/**
 * Reads a scope by its index file and a look at every memory file. Undefined where only a
 * collection can tell: without an index file, while git is at work, where a file was never seen
 * before or has the id of another one, and where too much has changed.
 */
export async function readIndexedScope(
  store: Store,
  folder: ScopeFolder,
): Promise<IndexedScope | undefined> {
  if (isGitAtWork(folder.path)) return undefined
  try {
    return await lookAt(store, folder)
  } catch (error) {
    // A damaged index file, or a folder that cannot be read.
    if (error instanceof SvcError) return undefined
    throw error
  }
}

async function lookAt(store: Store, folder: ScopeFolder): Promise<IndexedScope | undefined> {
  const files = scanMemoryFiles(join(folder.path, 'memories')) ?? []
  const file = openIndexFile(indexFilePath(store, folder.localKey))
  if (file === undefined) return files.length === 0 ? readRowsAlone(store, folder) : undefined
  try {
    return await layOver(file, store, folder, files)
  } finally {
    file.close()
  }
}

/**
 * The item of an id in one scope, by its index file; undefined where it has none, 'unsure' where only
 * a collection can tell. Looks at the other files only where the index file is behind.
 */
export async function findIndexedItem(
  store: Store,
  folder: ScopeFolder,
  id: string,
): Promise<IndexedItem | 'unsure' | undefined> {
  const file = openIndexFile(indexFilePath(store, folder.localKey))
  try {
    const isRight = file?.directoryStamp === scopeStamp(store, folder)
    if (file && isRight && !isGitAtWork(folder.path)) return findEntry(file, id)
  } catch (error) {
    if (!(error instanceof SvcError)) throw error
    return 'unsure'
  } finally {
    file?.close()
  }
  const scope = await readIndexedScope(store, folder)
  return scope === undefined ? 'unsure' : scope.items.find(item => item.id === id)
}

/**
 * Reads an item as a collection would have it, and the document that it is made of where it has a
 * file. Undefined where the file says something else by now.
 */
export async function readIndexedItem(
  store: Store,
  folder: ScopeFolder,
  item: IndexedItem,
  used: number,
): Promise<{ memory: Memory; document?: MemoryDocument } | undefined> {
  const { scope } = folder
  if (item.imported) {
    const row = readImportRows(store, folder.localKey).find(({ id }) => id === item.id)
    return row && { memory: toImportedMemory(row, scope, used) }
  }
  const { updatedAt } = item
  const document = item.document ?? (await readDocument(folder, item))
  return document && { memory: toMemory({ document, updatedAt }, scope, used), document }
}

async function readDocument(
  { path }: ScopeFolder,
  { id, locator, stamp }: IndexedItem,
): Promise<MemoryDocument | undefined> {
  const directory = join(path, 'memories')
  const file = statMemoryFile(directory, locator)
  // One that was edited in place has another time of its last change.
  if (file === undefined || file.stamp !== stamp) return undefined
  const document = (await loadFile(directory, file))?.document
  return document?.id === id && isLiving(document) ? document : undefined
}

function findEntry(file: FileIndex, id: string): IndexedItem | undefined {
  const hash = hashItem({ id })
  for (let document = 0; document < file.size; document++) {
    if (file.idHash(document) !== hash) continue
    const entry = file.entry(document)
    if (entry.id === id) return entry
  }
  return undefined
}

function readRowsAlone(store: Store, { localKey }: ScopeFolder): IndexedScope {
  const rows = readImportRows(store, localKey)
  return { items: rows.map(row => ({ ...row, imported: true, locator: row.path })), problems: 0 }
}

async function layOver(
  file: FileIndex,
  store: Store,
  folder: ScopeFolder,
  files: readonly MemoryFile[],
): Promise<IndexedScope | undefined> {
  const entries = file.entries(0, file.size)
  const known = new Map(entries.filter(one => !one.imported).map(one => [one.locator, one]))
  const kept = new Map<string, IndexedItem>()
  const changed: MemoryFile[] = []
  for (const one of files) {
    const entry = known.get(one.name)
    if (entry?.stamp === one.stamp) kept.set(entry.id, entry)
    else changed.push(one)
  }
  if (changed.length > MOST_CHANGED) return undefined
  const own = await addChanged(kept, store, folder, changed)
  const isImported = file.directoryStamp.includes(importStateStamp(store, folder.localKey))
  const rows = isImported ? toRows(entries) : readRowsAlone(store, folder).items
  return own && { items: [...own.items, ...rows], problems: own.problems }
}

/** An agent file is in the index as its passages. */
function toRows(entries: readonly IndexEntry[]): IndexedItem[] {
  return entries.filter(({ imported, passage = 0 }) => imported && passage === 0)
}

async function addChanged(
  kept: Map<string, IndexedItem>,
  store: Store,
  folder: ScopeFolder,
  changed: readonly MemoryFile[],
): Promise<IndexedScope | undefined> {
  const directory = join(folder.path, 'memories')
  const revisions = changed.length === 0 ? undefined : readRevisions(store, folder.key)
  const buried = new Set<string>()
  let problems = 0
  for (const file of changed) {
    const { document } = (await loadFile(directory, file)) ?? {}
    if (document === undefined) problems++
    else if (kept.has(document.id) || buried.has(document.id)) return undefined
    else if (!isLiving(document)) buried.add(document.id)
    else {
      const revision = revisions?.get(document.id)
      if (revision === undefined) return undefined
      const updatedAt = revision.stamp === file.stamp ? revision.at : file.modifiedAt
      kept.set(document.id, toItem(file, document, updatedAt))
    }
  }
  return { items: [...kept.values()], problems }
}

function toItem(
  { name, stamp }: MemoryFile,
  document: MemoryDocument,
  updatedAt: string,
): IndexedItem {
  const { id, kind } = document
  return { id, kind, updatedAt, imported: false, locator: name, stamp, document }
}
