import { SvcError } from '../store/errors.js'
import type { HeldLock } from '../store/lock.js'
import type { Archive, ArchivedMemory } from './api.js'
import type { Collection, StoredMemory } from './collection/collection.js'
import { withoutPart } from './consolidate/apply.js'
import { buriedAt, toRestored } from './consolidate/tombstones.js'
import { transferUses } from './consolidate/uses.js'
import { withWriteLock, writeMemory } from './memories.js'

/** What was merged away or evicted in these scopes, the newest first, and how many there are. */
export function listArchive(
  collections: readonly Collection[],
  { limit = 100, offset = 0 }: { limit?: number; offset?: number } = {},
): Archive {
  const all = collections.flatMap(collection => {
    return Array.from(collection.tombstones.values(), one => toArchived(one, collection))
  })
  all.sort(newestFirst)
  return { items: all.slice(offset, offset + limit), total: all.length }
}

/** The collection whose archive has this id. Throws MEMORY_NOT_FOUND. */
export function archiveHolding(collections: readonly Collection[], id: string): Collection {
  const found = collections.find(({ tombstones }) => tombstones.has(id))
  return found ?? notArchived(id)
}

/**
 * Brings an archived memory back as it was. What had taken it in stays as it is, and no longer
 * lists it. Consolidation leaves it apart from then on, and does not evict it for three days. A
 * title that another memory has by now stands twice. Throws MEMORY_NOT_FOUND.
 */
export async function restoreMemory(
  collection: Collection,
  id: string,
  now: () => Date,
): Promise<StoredMemory> {
  const restored = await withWriteLock(collection, lock => {
    const tombstone = collection.tombstones.get(id) ?? notArchived(id)
    const document = toRestored(tombstone.document, now())
    const updatedAt = new Date(tombstone.updatedAt)
    const memory = writeMemory(collection, document, tombstone, lock, now(), updatedAt)
    for (const survivor of listing(collection, id)) unlist(collection, survivor, id, lock, now())
    return memory
  })
  await transferUses(collection.store, new Map([[id, null]]))
  return restored
}

/** Everything that took the memory in, also what was itself merged away later. */
function listing({ memories, tombstones }: Collection, id: string): StoredMemory[] {
  return [...memories.values(), ...tombstones.values()].filter(({ document }) => {
    return document.source.mergedFrom?.includes(id) === true
  })
}

function unlist(
  collection: Collection,
  survivor: StoredMemory,
  id: string,
  lock: HeldLock,
  at: Date,
): void {
  const document = withoutPart(survivor.document, id)
  writeMemory(collection, document, survivor, lock, at, new Date(survivor.updatedAt))
}

function toArchived(tombstone: StoredMemory, { folder: { scope } }: Collection): ArchivedMemory {
  const { id, kind, title, supersededBy } = tombstone.document
  const reason = supersededBy === undefined ? 'evicted' : 'merged'
  const at = buriedAt(tombstone)
  return { id, scope, kind, title, reason, ...(supersededBy && { supersededBy }), at }
}

function newestFirst(a: ArchivedMemory, b: ArchivedMemory): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1
  return a.id < b.id ? -1 : 1
}

function notArchived(id: string): never {
  throw new SvcError(
    'MEMORY_NOT_FOUND',
    `the archive has no memory ${JSON.stringify(String(id).slice(0, 80))}; svc archive list shows it`,
  )
}
