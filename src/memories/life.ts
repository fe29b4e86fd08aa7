import type { MemoryFile } from '../../store/memories/files.js'
import {
  isAgents,
  isImportRow,
  partyOf,
  type Memory,
  type MemoryDocument,
  type MemorySource,
  type Scope,
} from '../../store/types.js'
import type { Origin, Saver } from '../types.js'

/** A memory of a scope together with the file it was read from. */
export interface StoredMemory {
  document: MemoryDocument
  file: MemoryFile
  /** ISO 8601. */
  updatedAt: string
}

/** False for a tombstone: merged away or evicted, and on disk only. */
export function isLiving({
  supersededBy,
  evictedAt,
}: Pick<MemoryDocument, 'supersededBy' | 'evictedAt'>): boolean {
  return supersededBy === undefined && evictedAt === undefined
}

/**
 * The front-matter key of a memory that came back from the archive, ISO 8601. Consolidation leaves
 * such a memory apart, and does not evict it for three days. Removing the key ends that.
 */
export const RESTORED_AT = 'restoredAt'

/**
 * The front-matter key that says on which day a memory was merged into `supersededBy`: its first
 * moment in UTC, ISO 8601. Tracked, because a clone must know it too; of the day alone, so that two
 * clones that merge the same memories write the same.
 */
export const SUPERSEDED_AT = 'supersededAt'

/** The document as the tombstone of a memory that went into `survivor`: its text stays. */
export function toMerged(document: MemoryDocument, survivor: string, at: Date): MemoryDocument {
  const extra = { ...document.extra, [SUPERSEDED_AT]: toDay(at) }
  return { ...document, supersededBy: survivor, extra }
}

/** The document as the tombstone of a memory that capacity evicted: its text stays. */
export function toEvicted(document: MemoryDocument, at: Date): MemoryDocument {
  return { ...document, evictedAt: toDay(at) }
}

/** The front-matter key of a tombstone whose memory a person took back in a conversation: the day. */
export const RETRACTED_AT = 'retractedAt'

/** The document as the tombstone of a memory that a person took back: its text stays. */
export function toRetracted(document: MemoryDocument, at: Date): MemoryDocument {
  const extra = { ...document.extra, [RETRACTED_AT]: toDay(at) }
  return { ...toEvicted(document, at), extra }
}

function toDay(at: Date): string {
  return `${at.toISOString().slice(0, 10)}T00:00:00.000Z`
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
  delete extra[RETRACTED_AT]
  const document = { ...tombstone, extra }
  delete document.supersededBy
  delete document.evictedAt
  return document
}

/** A survivor's document that no longer lists a part of it. */
export function withoutPart(document: MemoryDocument, id: string): MemoryDocument {
  const left = (document.source.mergedFrom ?? []).filter(part => part !== id)
  const source = { ...document.source }
  delete source.mergedFrom
  return { ...document, source: left.length > 0 ? { ...source, mergedFrom: left } : source }
}

/** The time of a tombstone's making, by the day; of one made by other means its last change. */
export function buriedAt({ document, file, updatedAt }: StoredMemory): string {
  if (document.evictedAt !== undefined) return document.evictedAt
  const mergedAt = document.extra[SUPERSEDED_AT]
  if (typeof mergedAt === 'string' && !Number.isNaN(Date.parse(mergedAt))) return mergedAt
  return file.modifiedAt > updatedAt ? file.modifiedAt : updatedAt
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Tombstones are kept for this long after the end of the day on which they were made. */
const TOMBSTONE_MS = 90 * DAY_MS

/** True for a tombstone that is older than 90 days at whatever time of the day it was made. */
export function isExpired(tombstone: StoredMemory, now: Date): boolean {
  return now.getTime() - Date.parse(buriedAt(tombstone)) > TOMBSTONE_MS + DAY_MS
}

/** The tag of a memory that a person should look at. */
export const REVIEW_TAG = 'needs-review'

/** True where the tags hold the mark for review. */
export function isForReview(tags: readonly string[]): boolean {
  return tags.some(tag => tag.toLowerCase() === REVIEW_TAG)
}

/** The tags with the mark for review, the same where they have it. */
export function withReviewTag(tags: readonly string[]): string[] {
  return isForReview(tags) ? [...tags] : [...tags, REVIEW_TAG]
}

/** Tags without those that stand twice, in whatever case: as they were written first. */
export function uniteTags(tags: readonly string[]): string[] {
  const united = new Map<string, string>()
  for (const tag of tags) if (!united.has(tag.toLowerCase())) united.set(tag.toLowerCase(), tag)
  return [...united.values()]
}

/**
 * The date of what two memories say: the earlier of those that are known, and `undated` where none
 * is. A time that is not stated ('') does not count.
 */
export function uniteDates(a: Dated, b: Dated): Dated {
  if (a.undated !== b.undated) return { createdAt: (a.undated ? b : a).createdAt }
  const [first = ''] = [a.createdAt, b.createdAt].filter(time => time !== '').sort()
  return { createdAt: first, ...(a.undated && { undated: true }) }
}

type Dated = Pick<MemoryDocument, 'createdAt' | 'undated'>

/** The source of a memory that is saved now. */
export function toSource(runtime: string, { by, host }: Saver): MemorySource {
  return { runtime, ...(by !== undefined && { by }), ...(host !== undefined && { host }) }
}

/** The origin of what a memory says; every memory has one. */
export function originOf(source: MemorySource): Origin {
  if (isImportRow({ source })) return 'imported'
  if (isAgents(source)) return 'agent'
  return typeof source.session === 'string' ? 'learned' : 'remembered'
}

/** Kinds that bind a model. */
const BINDING = ['constraint', 'procedure']

/** True for a memory that binds: a rule, a way of doing something, or whatever holds in every project. */
export function isBinding({ kind }: Pick<MemoryDocument, 'kind'>, scope?: Scope): boolean {
  return scope?.type === 'global' || BINDING.includes(kind)
}

/**
 * The source of a memory that is changed: it keeps who made it, and says who changed it where that is
 * another. What a person changed waits for nobody, and its words are no agent's.
 */
export function changedBy(source: MemorySource, party: 'agent' | 'person'): MemorySource {
  const { changedBy: _, ...made } = party === 'person' ? withoutAgent(source) : source
  return partyOf(made) === party ? made : { ...made, changedBy: party }
}

/** The source of a memory that waits for nobody. */
export function withoutWait(source: MemorySource): MemorySource {
  const { waits: _, ...rest } = source
  return rest
}

function withoutAgent(source: MemorySource): MemorySource {
  const { words: _, ...rest } = withoutWait(source)
  return rest
}

/** The source without who saved it by hand, for what svc has distilled anew. */
export function withoutSaver(source: MemorySource): MemorySource {
  const { by: _, host: __, changedBy: ___, words: ____, ...rest } = withoutWait(source)
  return rest
}

/** A stored memory as every program sees it. */
export function toMemory(
  { document, updatedAt }: Pick<StoredMemory, 'document' | 'updatedAt'>,
  scope: Scope,
  uses: number,
): Memory {
  // One literal: a list makes hundreds, and spreading costs forty times as much.
  return {
    id: document.id,
    scope,
    kind: document.kind,
    title: document.title,
    content: document.content,
    tags: document.tags,
    aliases: document.aliases,
    source: document.source,
    createdAt: document.createdAt,
    updatedAt,
    uses,
    pinned: document.pinned,
  }
}
