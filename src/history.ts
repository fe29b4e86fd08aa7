import { SvcError } from '../store/errors.js'
import { readForgotten } from '../store/forgotten.js'
import { formatMemoryDocument, parseMemoryDocument } from '../store/memory-document.js'
import { historyFolder, listVersions, readVersion } from '../store/local-history.js'
import { readRevisions } from '../store/revisions.js'
import type { MemoryDocument } from '../store/types.js'
import type { MemoryVersion } from './api.js'
import type { Collection, StoredMemory } from './collection/collection.js'
import { RESTORED_AT, toLiving } from './consolidate/tombstones.js'
import { changedFields, firstOwnLine } from './memory-changes.js'

/** An old version of a memory that can be brought back. */
export interface OldVersion {
  document: MemoryDocument
  /** The name that its file had. */
  fileName: string
  /** ISO 8601. */
  writtenAt: string
  bytes: number
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
    const standing = collection.memories.get(id) ?? collection.tombstones.get(id)
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

/** Says of each version how the next newer one differs from it; `standing` is the newest. */
export function describeVersions(
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

/**
 * The version to bring back: the given one, counted from 1 for the newest; without it the newest
 * that says something else than what stands. Throws MEMORY_NOT_FOUND where there is none.
 */
export function chooseVersion<V extends { document: MemoryDocument }>(
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

/** True where a version says something else than what stands, the marks of the archive aside. */
export function saysOther(document: MemoryDocument, standing: MemoryDocument | undefined): boolean {
  return !standing || formatWithoutMarks(document) !== formatWithoutMarks(standing)
}

/** What a person wrote, without the marks of the archive. */
function formatWithoutMarks(document: MemoryDocument): string {
  const living = toLiving(document)
  const extra = { ...living.extra }
  delete extra[RESTORED_AT]
  return formatMemoryDocument({ ...living, extra })
}

/** Reads `ID` or `ID@N`, N from 1. Throws INVALID_REQUEST. */
export function parseVersionName(given: string): { id: string; number?: number } {
  const [, id, number] = /^([^@]*)(?:@([1-9]\d{0,3}))?$/.exec(given) ?? []
  if (id !== undefined) return { id, ...(number !== undefined && { number: Number(number) }) }
  throw new SvcError('INVALID_REQUEST', 'a version is named ID@N, N from 1 for the newest one')
}

function neverSeen(id: string): SvcError {
  const name = JSON.stringify(String(id).slice(0, 80))
  return new SvcError(
    'MEMORY_NOT_FOUND',
    `there is and was no memory ${name} here; svc archive list shows what can come back`,
  )
}
