import { join } from 'node:path'
import { isGitAtWork } from '../../store/git/repository.js'
import type { FileIndex } from '../../store/index/file-index.js'
import { createScopeIndex, type MemoryIndex } from '../../store/index/memory-index.js'
import { overlayIndex } from '../../store/index/overlay.js'
import { compareRecallOrder, type IndexEntry, type SearchIndex } from '../../store/index/types.js'
import { scanMemoryFiles, type MemoryFile } from '../../store/memories/files.js'
import { readRevisions } from '../../store/memories/history.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import type { Store } from '../../store/store.js'
import { refreshRow, toImportedMemory } from '../import/read.js'
import { importStateStamp, readImportRows } from '../import/state.js'
import { Collection } from '../memories/collection.js'
import { loadFile } from '../memories/folder.js'
import { putRow, toIndexedMemory, toRowEntry } from '../memories/layered.js'
import { isLiving, toMemory } from '../memories/life.js'
import type { Choice, ReadItem, RecallSource } from './choose.js'
import { hasFile, readDocumentNow, toPassages } from './read.js'
import { toStanding } from './standing.js'

/** Recall from scopes that are in memory: the service, and a process without an index file. */
export function createCollectionSource(
  collections: readonly Collection[],
  uses: ReadonlyMap<string, number>,
): RecallSource {
  return {
    units: collections.map(collection => ({
      has: path => hasFile(collection.folder, path),
      index: () => collection.searchIndex(),
      standing: () => toStanding(toEntries(collection, uses).sort(compareRecallOrder)),
    })),
    read: async choice => readFrom(collections[choice.index]!, choice, uses),
  }
}

function toEntries(collection: Collection, uses: ReadonlyMap<string, number>): IndexEntry[] {
  const entries: IndexEntry[] = [
    ...Array.from(collection.memories.values(), toIndexedMemory),
    ...Array.from(collection.rows.values(), toRowEntry),
  ]
  return entries.map(entry => ({ ...entry, uses: uses.get(entry.id) ?? 0 }))
}

async function readFrom(
  collection: Collection,
  choice: Choice,
  uses: ReadonlyMap<string, number>,
): Promise<ReadItem | undefined> {
  const { scope } = collection.folder
  const { entry } = choice
  const used = uses.get(entry.id) ?? 0
  const row = collection.rows.get(entry.id)
  if (row !== undefined) {
    const fresh = scope.type === 'project' ? refreshRow(scope.id, row) : undefined
    return fresh && toPassages(toImportedMemory(fresh, scope, used), choice)
  }
  const stored = collection.memories.get(entry.id)
  if (stored === undefined) return undefined
  const document = await readDocumentNow(collection.directory, entry.locator, stored.updatedAt)
  const isSame = document?.id === entry.id && isLiving(document)
  return isSame ? toMemory({ ...stored, document }, scope, used) : undefined
}

/** Without an index file the memory files are read, as the service does when it starts. */
export async function readUnit(store: Store, folder: ScopeFolder) {
  const collection = new Collection(store, folder)
  await collection.refresh()
  const source = createCollectionSource([collection], new Map())
  const isPassing = isGitAtWork(folder.path)
  return {
    folder,
    ...source.units[0]!,
    isBehind: collection.count > 0 && !isPassing,
    isPassing,
    read: (choice: Choice) => source.read({ ...choice, index: 0 }),
  }
}

/** More changed files than this are not worth an overlay: the files are read instead. */
const OVERLAY_FILES = 500

/**
 * The index file with the files laid over it that were added, changed or removed since; while git
 * is at work only those that svc itself wrote. The index file alone where none were, undefined where
 * too many.
 */
export async function layOver(
  file: FileIndex,
  store: Store,
  folder: ScopeFolder,
  isGitBusy: boolean,
): Promise<SearchIndex | undefined> {
  const entries = file.entries(0, file.size)
  const known = new Map(entries.filter(one => !one.imported).map(one => [one.locator, one]))
  const directory = join(folder.path, 'memories')
  const files = scanMemoryFiles(directory) ?? []
  const isCounted = isGitBusy ? isOwnWrite(store, folder) : () => true
  const changed = files.filter(
    file => known.get(file.name)?.stamp !== file.stamp && isCounted(file),
  )
  if (changed.length > OVERLAY_FILES) return undefined
  const present = new Set(files.map(({ name }) => name))
  const gone = isGitBusy ? [] : [...known.values()].filter(one => !present.has(one.locator))
  const isImported = file.directoryStamp.includes(importStateStamp(store, folder.localKey))
  if (changed.length + gone.length === 0 && isImported) return file
  const overlay = { hidden: new Set(gone.map(({ id }) => id)), added: createScopeIndex() }
  for (const one of changed) await layFile(overlay, directory, one, known.get(one.name))
  if (!isImported) {
    for (const entry of entries) if (entry.imported) overlay.hidden.add(entry.id)
    for (const row of readImportRows(store, folder.localKey)) putRow(overlay.added, row)
  }
  return overlayIndex(file, overlay)
}

/** Lays one file over what the index file has of it, whose prior it keeps. */
async function layFile(
  { hidden, added }: { hidden: Set<string>; added: MemoryIndex },
  directory: string,
  file: MemoryFile,
  stale: IndexEntry | undefined,
): Promise<void> {
  if (stale) hidden.add(stale.id)
  const document = (await loadFile(directory, file))?.document
  if (!document || !isLiving(document)) return
  hidden.add(document.id)
  const prior = stale?.prior === undefined ? {} : { prior: stale.prior }
  added.put({ ...toIndexedMemory({ document, file, updatedAt: file.modifiedAt }), ...prior })
}

function isOwnWrite(store: Store, { key }: ScopeFolder): (file: MemoryFile) => boolean {
  const stamps = new Set(Array.from(readRevisions(store, key).values(), ({ stamp }) => stamp))
  return ({ stamp }) => stamps.has(stamp)
}
