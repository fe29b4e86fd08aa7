import type { MemoryDocument } from '../../store/types.js'
import type { StoredMemory } from '../collection/collection.js'

/**
 * The front-matter key of a memory that came back from the archive, ISO 8601. Consolidation leaves
 * such a memory apart, and does not evict it for three days. Removing the key ends that.
 */
export const RESTORED_AT = 'restoredAt'

/** Tombstones are kept for this long (milliseconds). */
export const TOMBSTONE_MS = 90 * 24 * 60 * 60 * 1000

/**
 * The front-matter key that says when a memory was merged into `supersededBy`, ISO 8601. Tracked,
 * because a clone must know it too; two branches that merge the same memory differ in one line.
 */
export const SUPERSEDED_AT = 'supersededAt'

/** The document as the tombstone of a memory that went into `survivor`: its text stays. */
export function toMerged(document: MemoryDocument, survivor: string, at: Date): MemoryDocument {
  const extra = { ...document.extra, [SUPERSEDED_AT]: at.toISOString() }
  return { ...document, supersededBy: survivor, extra }
}

/** The document as the tombstone of a memory that capacity evicted: its text stays. */
export function toEvicted(document: MemoryDocument, at: Date): MemoryDocument {
  return { ...document, evictedAt: at.toISOString() }
}

/** The document that a tombstone was made of, marked as taken out of the archive. */
export function toRestored(tombstone: MemoryDocument, at: Date): MemoryDocument {
  const living = toLiving(tombstone)
  return { ...living, extra: { ...living.extra, [RESTORED_AT]: at.toISOString() } }
}

/** The document without the marks of a tombstone; one that is none stays as it is. */
export function toLiving(tombstone: MemoryDocument): MemoryDocument {
  const extra = { ...tombstone.extra }
  delete extra[SUPERSEDED_AT]
  const document = { ...tombstone, extra }
  delete document.supersededBy
  delete document.evictedAt
  return document
}

/** When a memory became a tombstone; one made by other means counts from its last change. */
export function buriedAt({ document, file, updatedAt }: StoredMemory): string {
  if (document.evictedAt !== undefined) return document.evictedAt
  const mergedAt = document.extra[SUPERSEDED_AT]
  if (typeof mergedAt === 'string' && !Number.isNaN(Date.parse(mergedAt))) return mergedAt
  return file.modifiedAt > updatedAt ? file.modifiedAt : updatedAt
}

/** True for a tombstone older than 90 days. */
export function isExpired(tombstone: StoredMemory, now: Date): boolean {
  return now.getTime() - Date.parse(buriedAt(tombstone)) > TOMBSTONE_MS
}
