import { compareRecallOrder, type IndexEntry } from '../../store/index/types.js'
import { refreshRow, toImportedMemory } from '../import/read.js'
import { folderOf } from '../import/rules.js'
import type { Collection } from '../memories/collection.js'
import { toIndexedMemory, toRowEntry } from '../memories/index-file.js'
import type { Choice, ReadItem, RecallSource } from './choose.js'
import { hasFile, readOwn, toPassages } from './unit.js'
import { toStanding } from './standing.js'

/** Recall from scopes that are in memory: the service, and a process without an index file. */
export function createCollectionSource(
  collections: readonly Collection[],
  uses: ReadonlyMap<string, number>,
): RecallSource {
  return {
    units: collections.map(collection => ({
      isGlobal: collection.folder.scope.type === 'global',
      isInRepo: collection.folder.placement === 'in-repo',
      has: path => hasFile(collection.folder, path),
      index: () => collection.searchIndex(),
      standing: () => toStanding(toEntries(collection, uses).sort(compareRecallOrder)),
      isFoldered: () =>
        Array.from(collection.rows.values()).some(({ path }) => folderOf(path) !== ''),
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
  return readOwn(collection.folder, { ...entry, updatedAt: stored.updatedAt, uses: used })
}
