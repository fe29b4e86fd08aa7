import { join } from 'node:path'
import { formatMemoryDocument } from '../../store/document/format.js'
import { parseMemoryDocument } from '../../store/document/parse.js'
import { SvcError } from '../../store/errors.js'
import {
  readForgotten,
  historyFolder,
  listVersions,
  readVersion,
  readRevisions,
  listKeptNames,
  type Forgotten,
} from '../../store/memories/history.js'
import type { MemoryDocument } from '../../store/types.js'
import { orTell, orTellLater } from '../activity/unnoted.js'
import { transferUses } from '../activity/usage.js'
import type { MemoryVersion, Archive, ArchivedMemory, Seen } from '../types.js'
import type { Collection } from './collection.js'
import {
  RESTORED_AT,
  RETRACTED_AT,
  toLiving,
  withoutPart,
  buriedAt,
  toRestored,
  withoutWait,
  type StoredMemory,
} from './life.js'
import { inTransaction, assertSeen, nameVersion } from './transaction.js'

/**
 * Lists memories that were merged away, evicted, taken back or forgotten in these scopes, the
 * newest first, and counts them. A forgotten one is listed if the local history has it and its id
 * is not there again.
 */
export async function listArchive(
  collections: readonly Collection[],
  { limit = 100, offset = 0 }: { limit?: number; offset?: number } = {},
): Promise<Archive> {
  const buried = collections.flatMap(collection => {
    return Array.from(collection.tombstones.values(), one => toArchived(one, collection))
  })
  const all: (ArchivedMemory | Gone)[] = [...buried, ...findGone(collections)]
  all.sort(lastGoneFirst)
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

/** The memories that were forgotten in a scope after a time (ISO 8601), as they were last. */
export async function findForgottenSince(
  collection: Collection,
  since: string,
): Promise<Pick<StoredMemory, 'document'>[]> {
  const gone = findGone([collection]).filter(({ at }) => at > since)
  const versions = gone.map(({ id, name }) => readOldVersions({ collection, fileName: name }, id))
  return (await Promise.all(versions)).flatMap(([last]) => last ?? [])
}

async function toForgotten({ id, at, name, collection }: Gone): Promise<ArchivedMemory> {
  const [last] = await readOldVersions({ collection, fileName: name }, id)
  const { title = name, kind = 'fact' } = last?.document ?? {}
  return { id, scope: collection.folder.scope, kind, title, reason: 'forgotten', at }
}

function toArchived(tombstone: StoredMemory, { folder: { scope } }: Collection): ArchivedMemory {
  const { id, kind, title, supersededBy, extra } = tombstone.document
  const gone = extra[RETRACTED_AT] === undefined ? 'evicted' : 'retracted'
  const reason = supersededBy === undefined ? gone : 'merged'
  const at = buriedAt(tombstone)
  return { id, scope, kind, title, reason, ...(supersededBy && { supersededBy }), at }
}

function lastGoneFirst(a: ArchivedMemory | Gone, b: ArchivedMemory | Gone): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1
  return a.id < b.id ? -1 : 1
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
 * such version, CONFLICT where a file that cannot be read is in the way, or where another version than
 * `revision` stands.
 */
export async function restoreVersion(
  collections: readonly Collection[],
  given: string,
  now: () => Date,
  seen: Seen = {},
): Promise<Restored> {
  const { id, number } = parseVersionName(given)
  const traced = traceMemory(collections, id)
  const { collection } = traced
  if (number === undefined && collection.tombstones.has(id)) {
    return { collection, memory: await restoreMemory(collection, id, now, seen), isNew: true }
  }
  const versions = await readOldVersions(traced, id)
  const chosen = chooseVersion(versions, traced.standing?.document, number)
  return putBack(collection, asHeld(chosen), now, seen)
}

/**
 * The version to bring back: the given one, counted from 1 for the newest; without it the newest
 * that says something else than what stands. Throws MEMORY_NOT_FOUND where there is none.
 */
function chooseVersion<V extends { document: MemoryDocument }>(
  versions: readonly V[],
  standing: MemoryDocument | undefined,
  number?: number,
): V {
  const chosen =
    number === undefined
      ? versions.find(({ document }) => saysOther(document, standing))
      : versions[number - 1]
  if (chosen !== undefined) return chosen
  const kept = `${versions.length} older ${versions.length === 1 ? 'version' : 'versions'}`
  throw new SvcError('MEMORY_NOT_FOUND', `the local history keeps ${kept} of this memory`)
}

/** The version as it holds when a person brings it back: it waits for nobody. */
export function asHeld<V extends { document: MemoryDocument }>(version: V): V {
  const { document } = version
  return { ...version, document: { ...document, source: withoutWait(document.source) } }
}

/**
 * Writes an old version of a memory over what stands, or as a new file of the name it had. Throws
 * CONFLICT where a file that cannot be read is in the way, or where another version than
 * `revision` stands.
 */
export async function putBack(
  collection: Collection,
  version: { document: MemoryDocument; fileName: string },
  now: () => Date,
  seen: Seen = {},
): Promise<Restored> {
  const { id } = version.document
  const isNew = !collection.memories.has(id)
  const restored = collection.tombstones.has(id)
    ? await restoreMemory(collection, id, now, seen)
    : undefined
  const standing = restored === undefined ? seen : { revision: nameVersion(restored.document) }
  return { collection, memory: await writeVersion(collection, version, now, standing), isNew }
}

async function writeVersion(
  collection: Collection,
  { document, fileName }: { document: MemoryDocument; fileName: string },
  now: () => Date,
  seen: Seen = {},
): Promise<StoredMemory> {
  return inTransaction(collection, now, transaction => {
    const { id } = document
    const existing = collection.stored(id)
    assertSeen(existing?.document, seen)
    if (existing === undefined) refuseCovered(collection, fileName)
    return transaction.put(toLiving(document), existing, { name: fileName })
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
 * title that another memory has by now stands twice. Throws MEMORY_NOT_FOUND, and CONFLICT where
 * another version than `revision` lies there.
 */
export async function restoreMemory(
  collection: Collection,
  id: string,
  now: () => Date,
  seen: Seen = {},
): Promise<StoredMemory> {
  let back: StoredMemory | undefined
  const restored = await inTransaction(collection, now, transaction => {
    const tombstone = collection.tombstones.get(id)
    // A try before this one may have brought it back; what took it in may have been edited since.
    if (tombstone !== undefined || back === undefined) {
      const buried = tombstone ?? notArchived(id)
      assertSeen(buried.document, seen)
      back = transaction.mark(toRestored(buried.document, transaction.at), buried)
    }
    for (const survivor of listing(collection, id)) {
      const leave = () => void transaction.mark(withoutPart(survivor.document, id), survivor)
      orTell(collection.store, `that ${survivor.document.id} holds it no longer`, leave)
    }
    return back
  })
  const { store } = collection
  await orTellLater(store, 'its uses', () => transferUses(store, new Map([[id, null]])))
  return restored
}

/** Everything that took the memory in, also what was itself merged away later. */
function listing({ memories, tombstones }: Collection, id: string): StoredMemory[] {
  return [...memories.values(), ...tombstones.values()].filter(({ document }) => {
    return document.source.mergedFrom?.includes(id) === true
  })
}

function notArchived(id: string): never {
  throw new SvcError(
    'MEMORY_NOT_FOUND',
    `the archive has no memory ${JSON.stringify(String(id).slice(0, 80))}; svc archive list shows it`,
  )
}

/** Reads `ID` or `ID@N`, N from 1. Throws INVALID_REQUEST. */
export function parseVersionName(given: string): { id: string; number?: number } {
  const [, id, number] = /^([^@]*)(?:@([1-9]\d{0,3}))?$/.exec(given) ?? []
  if (id !== undefined) return { id, ...(number !== undefined && { number: Number(number) }) }
  throw new SvcError('INVALID_REQUEST', 'a version is named ID@N, N from 1 for the newest one')
}

/** True for `ID@COMMIT`, a version that git has: seven or more hexadecimal digits. */
export function isCommitVersion(given: string): boolean {
  return /^[^@]+@[0-9a-f]{7,64}$/.test(given)
}

/** A memory that is there, or was: its scope, and what stands now. */
export interface Traced {
  collection: Collection
  /** Undefined where its file is gone. */
  standing?: StoredMemory
  /** The name of its file, or of the one that was forgotten. */
  fileName?: string
}

/**
 * Finds the scope of a memory that lives, is archived, or was here once: what was forgotten is
 * remembered, and what vanished by other means has left its revisions. Throws MEMORY_NOT_FOUND.
 */
export function traceMemory(collections: readonly Collection[], id: string): Traced {
  for (const collection of collections) {
    const standing = collection.stored(id)
    if (standing) return { collection, standing, fileName: standing.file.name }
  }
  const store = collections[0]?.store
  const forgotten = store && readForgotten(store).get(id)
  const collection =
    collections.find(({ folder }) => folder.key === forgotten?.key) ??
    collections.find(({ store, folder }) => readRevisions(store, folder.key).has(id))
  if (collection === undefined) throw neverSeen(id)
  return { collection, ...(forgotten && { fileName: forgotten.name }) }
}

function neverSeen(id: string): SvcError {
  const name = JSON.stringify(String(id).slice(0, 80))
  return new SvcError(
    'MEMORY_NOT_FOUND',
    `there is and was no memory ${name} here; svc archive list shows what can come back`,
  )
}

/** An old version of a memory that can be brought back. */
interface OldVersion {
  document: MemoryDocument
  /** The name that its file had. */
  fileName: string
  /** ISO 8601. */
  writtenAt: string
  bytes: number
}

/**
 * The old versions of a memory in the local history, the newest first, each different from the
 * next newer one. What cannot be read, or is of another memory, is left out.
 */
export async function readOldVersions(
  { collection: { store }, standing, fileName }: Traced,
  id: string,
): Promise<OldVersion[]> {
  const versions: OldVersion[] = []
  let newer = standing && formatMemoryDocument(standing.document)
  for (const kept of listVersions(historyFolder(store), id, fileName)) {
    const text = readVersion(kept) ?? ''
    const { fileName, writtenAt } = kept
    const parsed = await parseMemoryDocument(text, { fileName, modifiedAt: writtenAt })
    if (!('document' in parsed) || parsed.document.id !== id || text === newer) continue
    const { document } = parsed
    versions.push({ document, fileName, writtenAt, bytes: Buffer.byteLength(text) })
    newer = text
  }
  return versions
}

/**
 * The old versions of a memory that lives, is archived or was here once, the newest first, each with
 * how the next newer one differs from it. Throws MEMORY_NOT_FOUND.
 */
export async function readHistory(
  collections: readonly Collection[],
  id: string,
): Promise<MemoryVersion[]> {
  const traced = traceMemory(collections, id)
  return describeVersions(await readOldVersions(traced, id), traced.standing?.document)
}

/**
 * The old version of a memory that `nameVersion` names, or where none is named the newest that says
 * something else than what stands; undefined where it is not kept.
 */
export async function findVersion(
  collection: Collection,
  id: string,
  name: string | undefined,
): Promise<OldVersion | undefined> {
  const traced = traceMemory([collection], id)
  const versions = await readOldVersions(traced, id)
  const standing = traced.standing?.document
  return versions.find(({ document }) =>
    name === undefined ? saysOther(document, standing) : nameVersion(document) === name,
  )
}

/** Says of each version how the next newer one differs from it; `standing` is the newest. */
function describeVersions(
  versions: readonly OldVersion[],
  standing: MemoryDocument | undefined,
): MemoryVersion[] {
  return versions.map(({ document, writtenAt, bytes }, at) => {
    const newer = versions[at - 1]?.document ?? standing
    const { title, kind, content } = document
    const changed = newer === undefined ? [] : changedFields(document, newer)
    const line = newer === undefined ? '' : firstOwnLine(content, newer.content)
    return { version: at + 1, at: writtenAt, title, kind, bytes, changed, ...(line && { line }) }
  })
}

/** True where a version says something else than what stands, the marks of the archive aside. */
export function saysOther(document: MemoryDocument, standing: MemoryDocument | undefined): boolean {
  return !standing || formatWithoutMarks(document) !== formatWithoutMarks(standing)
}

/** Formats a person's text, without the marks of the archive. */
function formatWithoutMarks(document: MemoryDocument): string {
  const living = toLiving(document)
  const extra = { ...living.extra }
  delete extra[RESTORED_AT]
  return formatMemoryDocument({ ...living, extra })
}

/**
 * The fields in which two versions of a memory differ, named as in its file and in its order:
 * unknown keys by their own names. [] where they say the same.
 */
export function changedFields(before: MemoryDocument, after: MemoryDocument): string[] {
  const old = toFields(before)
  const fresh = toFields(after)
  const names = new Set([...Object.keys(old), ...Object.keys(fresh)])
  return [...names].filter(name => JSON.stringify(old[name]) !== JSON.stringify(fresh[name]))
}

function toFields({ extra, ...document }: MemoryDocument): Record<string, unknown> {
  const { title, content, ...rest } = document
  return { title, content, ...rest, ...extra }
}

/** The first line of a text that is not at its place in another one; '' where there is none. */
function firstOwnLine(text: string, other: string): string {
  const others = other.split('\n')
  return text.split('\n').find((line, at) => line.trim() !== '' && line !== others[at]) ?? ''
}
