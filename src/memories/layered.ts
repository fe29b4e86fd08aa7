import type { Steps } from '../../store/files/steps.js'
import { openBase, type BaseIndex } from '../../store/index/base.js'
import { openIndexFile, type FileIndex } from '../../store/index/file-index.js'
import { DamagedIndex } from '../../store/index/blocks.js'
import { LayeredIndex } from '../../store/index/layered.js'
import type { IndexDocument, IndexEntry } from '../../store/index/types.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import type { Store } from '../../store/store.js'
import type { ImportRow } from '../import/read.js'
import { importStateStamp } from '../import/state.js'
import { indexFilePath, putRow } from './index-file.js'
import type { StoredMemory } from './life.js'

/** The memories and import rows of a scope's index. */
interface Indexed {
  store: Store
  folder: ScopeFolder
  memories: ReadonlyMap<string, StoredMemory>
  rows: ReadonlyMap<string, ImportRow>
}

/**
 * Opens the index of a scope: its index file with what it does not have, or has otherwise, laid over
 * it. Without a file that can be used everything is put anew.
 */
export function* openScopeIndex(
  scope: Indexed,
  toIndexed: (memory: StoredMemory) => IndexDocument,
): Steps<LayeredIndex> {
  const { memories, rows } = scope
  const kept = new Set<string>()
  const stale: string[] = []
  const changed: IndexEntry[] = []
  const base = yield* openFile(scope, (entry, isOfRows) => {
    const memory = entry.imported ? undefined : memories.get(entry.id)
    const isSame = entry.imported ? isOfRows && rows.has(entry.id) : hasText(entry, memory)
    if (!isSame) return void stale.push(entry.id)
    kept.add(entry.id)
    const { updatedAt, prior } = memory === undefined ? entry : toIndexed(memory)
    if (updatedAt !== entry.updatedAt || prior !== entry.prior)
      changed.push(withPrior({ ...entry, updatedAt }, prior))
  })
  const isWorth = base !== undefined && stale.length <= kept.size
  const index = new LayeredIndex(isWorth ? base : undefined)
  if (isWorth) {
    for (const id of stale) index.remove(id)
    for (const entry of changed) index.putEntry(entry)
  } else kept.clear()
  for (const [id, memory] of memories) {
    if (kept.has(id)) continue
    index.put(toIndexed(memory))
    yield
  }
  for (const row of rows.values()) if (!kept.has(row.id)) putRow(index, row)
  return index
}

function withPrior({ prior: _, ...entry }: IndexEntry, prior: number | undefined): IndexEntry {
  return prior === undefined ? entry : { ...entry, prior }
}

/** True if an entry of a file was made of the memory's present text. */
function hasText({ locator, stamp }: IndexEntry, memory: StoredMemory | undefined): boolean {
  return memory?.file.name === locator && memory.file.stamp === stamp
}

/** A file that is damaged further in counts as missing. */
function* openFile(
  { store, folder }: Indexed,
  onEntry: (entry: IndexEntry, isOfRows: boolean) => void,
): Steps<BaseIndex | undefined> {
  const file = openIndexFile(indexFilePath(store, folder.localKey), { isKept: true })
  if (file === undefined) return undefined
  const isOfRows = hasRowsOf(file, store, folder)
  try {
    return yield* openBase(file, entry => onEntry(entry, isOfRows))
  } catch (error) {
    if (error instanceof DamagedIndex) return undefined
    throw error
  }
}

/** True if the import rows in a file are those that the scope has now. */
function hasRowsOf({ directoryStamp }: FileIndex, store: Store, folder: ScopeFolder): boolean {
  return directoryStamp.split(' ')[2] === importStateStamp(store, folder.localKey)
}
