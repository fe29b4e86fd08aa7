import { join } from 'node:path'
import { SvcError } from '../../store/errors.js'
import { isGitAtWork } from '../../store/git/repository.js'
import { openIndexFile, type FileIndex } from '../../store/index/file-index.js'
import { hashItem } from '../../store/index/format.js'
import type { IndexEntry } from '../../store/index/types.js'
import { scanMemoryFiles, statMemoryFile } from '../../store/memories/files.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import type { Store } from '../../store/store.js'
import { readImportRows } from '../import/state.js'
import type { Collection } from './collection.js'
import type { Collections } from './collections.js'
import { loadFile } from './folder.js'
import { hasNoMemories, indexFilePath, scopeStamp } from './index-file.js'
import { isLiving } from './life.js'

/** A scope with its items, or with the one that was asked for. */
export type Holder = Pick<Collection, 'folder' | 'memories' | 'rows'>

/**
 * Finds the item of an id by the index files of the scopes, and reads its file alone. Undefined where
 * only collections can tell: where a scope is in memory already, an index file is missing or behind,
 * git is at work, or not exactly one scope has the id.
 */
export async function glanceAt(collections: Collections, id: string): Promise<Holder | undefined> {
  const folders = await collections.unread()
  if (folders === undefined) return undefined
  const { store } = collections
  const found: Holder[] = []
  for (const folder of folders) {
    const holder = await findIn(store, folder, id)
    if (holder === 'unsure') return undefined
    if (holder !== undefined) found.push(holder)
  }
  return found.length === 1 ? found[0] : undefined
}

/**
 * Counts the items of every scope by the index files and a look at each memory file; undefined where
 * one of them is not as its index file has it, and as for `glanceAt`.
 */
export async function countAt(collections: Collections): Promise<number[] | undefined> {
  const { store } = collections
  const folders = await collections.unread()
  const counts = folders?.map(folder => countIn(store, folder))
  return counts?.every(count => count !== undefined) ? counts : undefined
}

function countIn(store: Store, folder: ScopeFolder): number | undefined {
  if (isGitAtWork(folder.path)) return undefined
  const file = openIndexFile(indexFilePath(store, folder.localKey))
  if (file === undefined)
    return hasNoMemories(folder) ? readImportRows(store, folder.localKey).length : undefined
  try {
    if (file.directoryStamp !== scopeStamp(store, folder)) return undefined
    const entries = file.entries(0, file.size)
    const stamps = new Map(entries.map(one => [one.locator, one.stamp]))
    const files = scanMemoryFiles(join(folder.path, 'memories')) ?? []
    if (files.some(({ name, stamp }) => stamps.get(name) !== stamp)) return undefined
    const rows = entries.filter(({ imported, passage = 0 }) => imported && passage === 0)
    return files.length + rows.length
  } catch (error) {
    if (error instanceof SvcError) return undefined
    throw error
  } finally {
    file.close()
  }
}

async function findIn(
  store: Store,
  folder: ScopeFolder,
  id: string,
): Promise<Holder | 'unsure' | undefined> {
  const file = openIndexFile(indexFilePath(store, folder.localKey))
  if (file === undefined) return hasNoMemories(folder) ? toRowHolder(store, folder, id) : 'unsure'
  try {
    const isRight = file.directoryStamp === scopeStamp(store, folder)
    if (!isRight || isGitAtWork(folder.path)) return 'unsure'
    const entry = findEntry(file, id)
    if (entry === undefined) return undefined
    return entry.imported ? toRowHolder(store, folder, id) : await readHolder(folder, entry)
  } catch (error) {
    // The index file is damaged further in.
    if (error instanceof SvcError) return 'unsure'
    throw error
  } finally {
    file.close()
  }
}

function findEntry(file: FileIndex, id: string): IndexEntry | undefined {
  const hash = hashItem({ id })
  for (let document = 0; document < file.size; document++) {
    if (file.idHash(document) !== hash) continue
    const entry = file.entry(document)
    if (entry.id === id) return entry
  }
  return undefined
}

function toRowHolder(store: Store, folder: ScopeFolder, id: string): Holder | undefined {
  const row = readImportRows(store, folder.localKey).find(one => one.id === id)
  return row && { folder, memories: new Map(), rows: new Map([[id, row]]) }
}

/** A file that was edited in place has another time of its last change. */
async function readHolder(
  folder: ScopeFolder,
  { id, locator, stamp, updatedAt }: IndexEntry,
): Promise<Holder | 'unsure'> {
  const directory = join(folder.path, 'memories')
  const file = statMemoryFile(directory, locator)
  if (file === undefined || file.stamp !== stamp) return 'unsure'
  const document = (await loadFile(directory, file))?.document
  if (document?.id !== id || !isLiving(document)) return 'unsure'
  return { folder, memories: new Map([[id, { document, file, updatedAt }]]), rows: new Map() }
}
