import { join } from 'node:path'
import { SvcError } from '../store/errors.js'
import { readForgotten, type Forgotten } from '../store/forgotten.js'
import { historyFolder, listKeptNames } from '../store/local-history.js'
import type { HeldLock } from '../store/lock.js'
import type { MemoryDocument } from '../store/types.js'
import type { Archive, ArchivedMemory } from './api.js'
import type { Collection, StoredMemory } from './collection/collection.js'
import { withoutPart } from './consolidate/apply.js'
import { buriedAt, toLiving, toRestored } from './consolidate/tombstones.js'
import { transferUses } from './consolidate/uses.js'
import { chooseVersion, parseVersionName, readOldVersions, traceMemory } from './history.js'
import { withWriteLock, writeMemory } from './memories.js'

/**
 * What was merged away, evicted or forgotten in these scopes, the newest first, and how many there
 * are. Of the forgotten those that the local history has; not those of an id that is there again.
 */
export async function listArchive(
  collections: readonly Collection[],
  { limit = 100, offset = 0 }: { limit?: number; offset?: number } = {},
): Promise<Archive> {
  const buried = collections.flatMap(collection => {
    return Array.from(collection.tombstones.values(), one => toArchived(one, collection))
  })
  const all: (ArchivedMemory | Gone)[] = [...buried, ...findGone(collections)]
  all.sort(newestFirst)
  const items: ArchivedMemory[] = []
  for (const one of all.slice(offset, offset + limit)) {
    items.push('collection' in one ? await toForgotten(one) : one)
  }
  return { items, total: all.length }
}

interface Gone extends Forgotten {
  collection: Collection
}

function findGone(collections: readonly Collection[]): Gone[] {
  const [first] = collections
  if (first === undefined) return []
  const kept = listKeptNames(historyFolder(first.store))
  const byKey = new Map(collections.map(collection => [collection.folder.key, collection]))
  return [...readForgotten(first.store).values()].flatMap(forgotten => {
    const collection = byKey.get(forgotten.key)
    const isGone = collection?.has(forgotten.id) === false && kept.has(forgotten.name)
    return isGone ? [{ ...forgotten, collection }] : []
  })
}

async function toForgotten({ id, at, name, collection }: Gone): Promise<ArchivedMemory> {
  const [last] = await readOldVersions({ collection, fileName: name }, id)
  const { title = name, kind = 'fact' } = last?.document ?? {}
  return { id, scope: collection.folder.scope, kind, title, reason: 'forgotten', at }
}

/** A memory that was brought back. */
export interface Restored {
  collection: Collection
  memory: StoredMemory
  /** True where it did not live before. */
  isNew: boolean
}

/**
 * Brings an old version of a memory back: of a merged, evicted or forgotten one as it was last, of
 * a living one as it was before its last change, or (`ID@N`) the Nth older version. What stands is
 * kept in the local history, so that this can be undone. Throws MEMORY_NOT_FOUND where there is no
 * such version, CONFLICT where a file that cannot be read is in the way.
 */
export async function restoreVersion(
  collections: readonly Collection[],
  given: string,
  now: () => Date,
): Promise<Restored> {
  const { id, number } = parseVersionName(given)
  const traced = traceMemory(collections, id)
  const { collection } = traced
  if (number === undefined && collection.tombstones.has(id)) {
    return { collection, memory: await restoreMemory(collection, id, now), isNew: true }
  }
  const versions = await readOldVersions(traced, id)
  const chosen = chooseVersion(versions, traced.standing?.document, number)
  return putBack(collection, chosen, now)
}

/**
 * Writes an old version of a memory over what stands, or as a new file of the name it had. Throws
 * CONFLICT where a file that cannot be read is in the way.
 */
export async function putBack(
  collection: Collection,
  version: { document: MemoryDocument; fileName: string },
  now: () => Date,
): Promise<Restored> {
  const { id } = version.document
  const isNew = !collection.memories.has(id)
  if (collection.tombstones.has(id)) await restoreMemory(collection, id, now)
  return { collection, memory: await writeVersion(collection, version, now), isNew }
}

async function writeVersion(
  collection: Collection,
  { document, fileName }: { document: MemoryDocument; fileName: string },
  now: () => Date,
): Promise<StoredMemory> {
  return withWriteLock(collection, lock => {
    const { id } = document
    const existing = collection.memories.get(id) ?? collection.tombstones.get(id)
    if (existing === undefined) refuseCovered(collection, fileName)
    const living = toLiving(document)
    return writeMemory(collection, living, existing, lock, now(), undefined, fileName)
  })
}

/** Whatever is in that file is somebody's work. */
function refuseCovered({ problems, directory }: Collection, fileName: string): void {
  const path = join(directory, fileName)
  const problem = problems.find(problem => problem.path === path)
  if (problem === undefined) return
  throw new SvcError('CONFLICT', `${path} ${problem.reason}; settle that first, or move it away`)
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

function newestFirst(a: ArchivedMemory | Gone, b: ArchivedMemory | Gone): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1
  return a.id < b.id ? -1 : 1
}

function notArchived(id: string): never {
  throw new SvcError(
    'MEMORY_NOT_FOUND',
    `the archive has no memory ${JSON.stringify(String(id).slice(0, 80))}; svc archive list shows it`,
  )
}
