import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseMemoryDocument } from '../../store/document/parse.js'
import { decodeMemoryFile } from '../../store/document/problems.js'
import { parseMemoryStrict } from '../../store/document/strict.js'
import { SvcError } from '../../store/errors.js'
import { isGitAtWork } from '../../store/git/repository.js'
import { openIndexFile, type FileIndex } from '../../store/index/file-index.js'
import { createScopeIndex } from '../../store/index/memory-index.js'
import { overlayIndex } from '../../store/index/overlay.js'
import { compareRecallOrder, type IndexEntry, type SearchIndex } from '../../store/index/types.js'
import { scanMemoryFiles, type MemoryFile } from '../../store/memories/files.js'
import { readRevisions } from '../../store/memories/history.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import type { Store } from '../../store/store.js'
import { IMPORT_RUNTIME, type Memory, type MemoryDocument } from '../../store/types.js'
import { refreshRow, toImportedMemory, readWorkspaceFile } from '../import/read.js'
import { ruleFor } from '../import/rules.js'
import { importStateStamp, readImportRows } from '../import/state.js'
import { Collection, putRow, toIndexedMemory, toRowEntry } from '../memories/collection.js'
import { loadFile } from '../memories/folder.js'
import { indexFilePath, scopeStamp } from '../memories/index-file.js'
import { isLiving } from '../memories/life.js'
import { toMemory } from '../memories/list.js'
import { findSections } from '../search/passages.js'
import type { Choice, ReadItem, RecallSource, RecallUnit } from './choose.js'
import { readStanding, toStanding } from './standing.js'

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

function hasFile({ scope }: ScopeFolder, path: string): boolean {
  return scope.type === 'project' && existsSync(join(scope.id, path))
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

/** The passages that were chosen, from the file as it is; undefined where none of them is left. */
function toPassages(memory: Memory, { passages: chosen }: Choice): ReadItem | undefined {
  const passages = chosen && findSections(memory.content, chosen)
  if (passages === undefined) return memory
  return passages.length === 0 ? undefined : { ...memory, passages }
}

/** The document in a memory file at this moment; undefined where it cannot be used. */
async function readDocumentNow(
  directory: string,
  fileName: string,
  modifiedAt: string,
): Promise<MemoryDocument | undefined> {
  const text = readOrNothing(join(directory, fileName))
  if (text === undefined) return undefined
  const strict = parseMemoryStrict(text)
  if (strict !== undefined) return strict
  const parsed = await parseMemoryDocument(text, { fileName, modifiedAt })
  return 'document' in parsed ? parsed.document : undefined
}

function readOrNothing(path: string): string | undefined {
  try {
    const read = decodeMemoryFile(readFileSync(path))
    return 'text' in read ? read.text : undefined
  } catch {
    return undefined
  }
}

/** Recall for one process: from the index files, with what has changed since laid over them. */
export interface FileSource extends RecallSource {
  folders: readonly ScopeFolder[]
  /** Scopes whose index file is missing or behind: worth rebuilding once this answer is out. */
  behind: ScopeFolder[]
  close(): void
}

/** More changed files than this are not worth an overlay: the files are read instead. */
const OVERLAY_FILES = 500

/** Opens the scopes for one recall. A damaged index file counts as missing. */
export async function openFileSource(
  store: Store,
  folders: readonly ScopeFolder[],
): Promise<FileSource> {
  const units = await Promise.all(folders.map(folder => openUnit(store, folder)))
  return {
    units,
    folders,
    behind: units.filter(unit => unit.isBehind).map(unit => unit.folder),
    read: async choice => units[choice.index]!.read(choice),
    close: () => units.forEach(unit => unit.file?.close()),
  }
}

interface Unit extends RecallUnit {
  folder: ScopeFolder
  isBehind: boolean
  file?: FileIndex
  read(choice: Choice): Promise<ReadItem | undefined>
}

async function openUnit(store: Store, folder: ScopeFolder): Promise<Unit> {
  const file = openIndexFile(indexFilePath(store, folder.localKey))
  if (file === undefined) return readUnit(store, folder)
  if (file.directoryStamp === scopeStamp(store, folder)) {
    const standing = (limit: number) => readStanding(file, limit)
    return { ...toUnit(folder, file), standing, file, isBehind: false }
  }
  const isGitBusy = isGitAtWork(folder.path)
  try {
    const index = await layOver(file, store, folder, isGitBusy)
    if (index !== undefined) return { ...toUnit(folder, index), file, isBehind: !isGitBusy }
  } catch (error) {
    if (!(error instanceof SvcError)) throw error
  }
  file.close()
  return readUnit(store, folder)
}

function toUnit(folder: ScopeFolder, index: SearchIndex) {
  return {
    folder,
    has: (path: string) => hasFile(folder, path),
    index: () => index,
    standing: () => toStanding(index.entries(0, index.size)),
    read: (choice: Choice) => readItem(folder, choice),
  }
}

/** Without an index file the memory files are read, as the service does when it starts. */
async function readUnit(store: Store, folder: ScopeFolder): Promise<Unit> {
  const collection = new Collection(store, folder)
  await collection.refresh()
  const source = createCollectionSource([collection], new Map())
  return {
    folder,
    ...source.units[0]!,
    isBehind: collection.count > 0 && !isGitAtWork(folder.path),
    read: choice => source.read({ ...choice, index: 0 }),
  }
}

/**
 * The index file with the files laid over it that were added, changed or removed since; while git
 * is at work only those that svc itself wrote.
 */
async function layOver(
  file: FileIndex,
  store: Store,
  folder: ScopeFolder,
  isGitBusy: boolean,
): Promise<SearchIndex | undefined> {
  const entries = file.entries(0, file.size)
  const known = new Map(entries.filter(one => !one.imported).map(one => [one.locator, one]))
  const hidden = new Set<string>()
  const added = createScopeIndex()
  const directory = join(folder.path, 'memories')
  const files = scanMemoryFiles(directory) ?? []
  const isCounted = isGitBusy ? isOwnWrite(store, folder) : () => true
  const changed = files.filter(
    file => known.get(file.name)?.stamp !== file.stamp && isCounted(file),
  )
  if (changed.length > OVERLAY_FILES) return undefined
  const present = new Set(files.map(({ name }) => name))
  for (const entry of known.values()) {
    if (!isGitBusy && !present.has(entry.locator)) hidden.add(entry.id)
  }
  for (const one of changed) {
    const stale = known.get(one.name)
    if (stale) hidden.add(stale.id)
    const document = (await loadFile(directory, one))?.document
    if (!document || !isLiving(document)) continue
    hidden.add(document.id)
    added.put(toIndexedMemory({ document, file: one, updatedAt: one.modifiedAt }))
  }
  if (!file.directoryStamp.includes(importStateStamp(store, folder.localKey))) {
    for (const entry of entries) if (entry.imported) hidden.add(entry.id)
    for (const row of readImportRows(store, folder.localKey)) putRow(added, row)
  }
  return overlayIndex(file, { hidden, added })
}

function isOwnWrite(store: Store, { key }: ScopeFolder): (file: MemoryFile) => boolean {
  const stamps = new Set(Array.from(readRevisions(store, key).values(), ({ stamp }) => stamp))
  return ({ stamp }) => stamps.has(stamp)
}

async function readItem(folder: ScopeFolder, choice: Choice): Promise<ReadItem | undefined> {
  const { entry } = choice
  if (!entry.imported) return readOwn(folder, entry)
  const memory = readImported(folder, entry)
  return memory && toPassages(memory, choice)
}

async function readOwn(
  { scope, path }: ScopeFolder,
  entry: IndexEntry,
): Promise<Memory | undefined> {
  const { updatedAt } = entry
  const document = await readDocumentNow(join(path, 'memories'), entry.locator, updatedAt)
  const isSame = document?.id === entry.id && isLiving(document)
  return isSame ? toMemory({ document, updatedAt }, scope, entry.uses) : undefined
}

/** An import row is read from the workspace, so that what has changed or gone is never stale. */
function readImported({ scope }: ScopeFolder, entry: IndexEntry): Memory | undefined {
  const rule = ruleFor(entry.locator)
  if (scope.type !== 'project' || rule === undefined) return undefined
  const read = readWorkspaceFile(scope.id, entry.locator, rule)
  if ('skip' in read) return undefined
  const { id, kind, title, createdAt, updatedAt, uses, pinned } = entry
  const source = { runtime: IMPORT_RUNTIME, path: read.file }
  return {
    id,
    scope,
    kind,
    title,
    content: read.content,
    tags: read.tags,
    aliases: [],
    source,
    createdAt,
    updatedAt,
    uses,
    pinned,
  }
}
