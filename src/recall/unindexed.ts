import { join } from 'node:path'
import { pausing } from '../../store/files/steps.js'
import { isGitAtWork } from '../../store/git/repository.js'
import type { FileIndex } from '../../store/index/file-index.js'
import { createScopeIndex, type MemoryIndex } from '../../store/index/memory-index.js'
import { overlayIndex } from '../../store/index/overlay.js'
import type { SearchIndex } from '../../store/index/types.js'
import { scanWithin, type MemoryFile } from '../../store/memories/files.js'
import { readRevisions } from '../../store/memories/history.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import type { Store } from '../../store/store.js'
import { importStateStamp, readImportRows } from '../import/state.js'
import { Collection } from '../memories/collection.js'
import { loadFile } from '../memories/folder.js'
import { putRow, toIndexedMemory } from '../memories/index-file.js'
import { isLiving } from '../memories/life.js'
import type { Choice } from './choose.js'
import { createCollectionSource } from './collection-source.js'
import { toUnit, type IsLate, type Unit } from './unit.js'

/** A scope of more files than this is read newest first, as far as there is time. */
const QUICK_FILES = 300
/** Number of files that are read however late it is: something is better than nothing. */
const FEW_FILES = 20

/** Answers a promise to wait for where others have waited long enough. */
type Pause = ReturnType<typeof pausing>

/** Options of reading files that no index file has. */
interface Reading {
  /** Ends it; without it all are read that have to be. */
  isLate?: IsLate | undefined
  /** True where the process answers others too: they go on meanwhile. */
  isShared: boolean
}

/** Reads the memory files in the place of an index file, as the service does when it starts. */
export async function readUnit(
  store: Store,
  folder: ScopeFolder,
  { isLate, isShared }: Reading,
): Promise<Unit> {
  const isPassing = isGitAtWork(folder.path)
  if (isLate !== undefined) {
    const pause = isShared ? pausing() : undefined
    const directory = join(folder.path, 'memories')
    const { files, isWhole } = await scanWithin(directory, () => isLate(0.5), pause)
    if (!isWhole || files.length > QUICK_FILES) {
      const index = await indexNewest(store, folder, files, { isLate, pause })
      return { ...toUnit(folder, index), isBehind: !isPassing, isPassing }
    }
  }
  const collection = new Collection(store, folder)
  await collection.refresh()
  const source = createCollectionSource([collection], new Map())
  return {
    folder,
    ...source.units[0]!,
    isBehind: collection.count > 0 && !isPassing,
    isPassing,
    read: (choice: Choice) => source.read({ ...choice, index: 0 }),
  }
}

/** An index of the imported files and of as many memories as there is time to read. */
async function indexNewest(
  store: Store,
  folder: ScopeFolder,
  files: MemoryFile[],
  limits: ReadingLimits,
): Promise<MemoryIndex> {
  const index = createScopeIndex()
  for (const row of readImportRows(store, folder.localKey)) putRow(index, row)
  for await (const { memory } of readNewest(folder, files, limits)) if (memory) index.put(memory)
  return index
}

interface ReadingLimits {
  isLate: IsLate
  pause: Pause | undefined
}

/** Files as far as there is time for, the newest first, each with its memory if that is living. */
async function* readNewest({ path }: ScopeFolder, files: MemoryFile[], limits: ReadingLimits) {
  const inOrder = files.sort((a, b) => (a.modifiedAt < b.modifiedAt ? 1 : -1))
  for (const [n, file] of inOrder.entries()) {
    if (n >= FEW_FILES && limits.isLate()) return
    await limits.pause?.()
    const document = (await loadFile(join(path, 'memories'), file))?.document
    const isThere = document !== undefined && isLiving(document)
    const stored = isThere ? { document, file, updatedAt: file.modifiedAt } : undefined
    yield { file, memory: stored && toIndexedMemory(stored) }
  }
}

/** More changed files than this are not worth an overlay where there is time to read all files. */
const OVERLAY_FILES = 500
const NEVER = () => false

/**
 * The index file with the files laid over it that were added, changed or removed since; while git
 * is at work only those that svc itself wrote. The index file alone where none were, and where there
 * was no time to look; undefined where
 * all files are better read.
 */
export async function layOver(
  file: FileIndex,
  store: Store,
  folder: ScopeFolder,
  { isGitBusy, isShared, isLate = NEVER }: Reading & { isGitBusy: boolean },
): Promise<SearchIndex | undefined> {
  const pause = isShared ? pausing() : undefined
  const directory = join(folder.path, 'memories')
  const { files, isWhole } = await scanWithin(directory, isLate, pause)
  if (!isWhole) return file
  const entries = file.entries(0, file.size)
  const known = new Map(entries.filter(one => !one.imported).map(one => [one.locator, one]))
  const isCounted = isGitBusy ? isOwnWrite(store, folder) : () => true
  const changed = files.filter(one => known.get(one.name)?.stamp !== one.stamp && isCounted(one))
  if (changed.length > OVERLAY_FILES && isLate === NEVER) return undefined
  const present = new Set(files.map(({ name }) => name))
  const gone = isGitBusy ? [] : [...known.values()].filter(one => !present.has(one.locator))
  const isImported = file.directoryStamp.includes(importStateStamp(store, folder.localKey))
  if (changed.length + gone.length === 0 && isImported) return file
  const overlay = { hidden: new Set(gone.map(({ id }) => id)), added: createScopeIndex() }
  for await (const { file: one, memory } of readNewest(folder, changed, { isLate, pause })) {
    const stale = known.get(one.name)
    if (stale) overlay.hidden.add(stale.id)
    if (memory === undefined) continue
    overlay.hidden.add(memory.id)
    // A file that was edited keeps its prior.
    const prior = stale?.prior === undefined ? {} : { prior: stale.prior }
    overlay.added.put({ ...memory, ...prior })
  }
  if (!isImported) {
    for (const entry of entries) if (entry.imported) overlay.hidden.add(entry.id)
    for (const row of readImportRows(store, folder.localKey)) putRow(overlay.added, row)
  }
  return overlayIndex(file, overlay)
}

function isOwnWrite(store: Store, { key }: ScopeFolder): (file: MemoryFile) => boolean {
  const stamps = new Set(Array.from(readRevisions(store, key).values(), ({ stamp }) => stamp))
  return ({ stamp }) => stamps.has(stamp)
}
