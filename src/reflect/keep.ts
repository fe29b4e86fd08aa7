import { SvcError } from '../../store/errors.js'
import { hashText } from '../../store/names.js'
import { GLOBAL_SCOPE, type MemoryDocument, type Scope } from '../../store/types.js'
import type { LearnedChange } from '../activity/learned.js'
import { doubt } from '../consolidate/types.js'
import type { Collection } from '../memories/collection.js'
import type { Collections } from '../memories/collections.js'
import { uniteAliases } from '../memories/given.js'
import {
  isLiving,
  RETRACTED_AT,
  toRetracted,
  withReviewTag,
  type StoredMemory,
  withoutSaver,
} from '../memories/life.js'
import { inTransaction, type WriteTransaction } from '../memories/transaction.js'
import { newDocument } from '../memories/write.js'
import type { MemoryCandidate, Retraction } from '../provider/types.js'
import { findReplacedBy, findTakenBack, isAllMeant, isKeptAsItIs, saysMore } from './changes.js'

/** Origin of a candidate. */
interface CandidateSource {
  batch: string
  session: string
  turn: number
  /** Ids of what the batch has taught so far: what is said at one time stands beside each other. */
  taught: ReadonlySet<string>
}

/**
 * The ids of the memories that words of a batch were found to mean, by a name of the words: noted
 * before anything is written, so that a try that was cut off and comes again means the same ones.
 */
export interface Meanings {
  get: (words: string) => readonly string[] | undefined
  note: (words: string, ids: readonly string[]) => void
}

/** Change of a memory by which a candidate was kept. */
export interface KeptMemory {
  collection: Collection
  document: MemoryDocument
  change: LearnedChange
  /** The memory before, if it was there and that is known still. */
  before?: MemoryDocument
}

/** A memory that what was said may be about, and its scope. */
interface Standing extends StoredMemory {
  collection: Collection
}

/** Place in which the words of a batch are kept. */
interface KeepContext {
  collections: Collections
  scope: Scope
  meanings: Meanings
  now: () => Date
}

/**
 * Stores a memory that reflection proposed, and answers what became of which. An own item of its
 * title, or the one that it clearly stands in place of, is updated, else it is new; where it is not
 * clear which, where that one says other things too or a person keeps it as it is, both are marked
 * as contradictory. What a project says changes no global memory. [] where it is there already, or
 * global has the title by now. Its id derives from the batch: a try that was cut off and comes again
 * makes nothing twice, and answers what the first one stored. Throws STORE_CORRUPT where a memory that
 * may be meant cannot be read.
 */
export async function keepCandidate(
  { collections, scope, meanings, now }: KeepContext,
  candidate: MemoryCandidate,
  source: CandidateSource,
): Promise<KeptMemory[]> {
  const { collection, others } = await openScopes(collections, scope, candidate.scope)
  const id = hashText(`${source.batch}\n${candidate.title}`, 12)
  const kept = await inTransaction(collection, now, async writing => {
    const stored = collection.stored(id)
    const global = await collections.find(GLOBAL_SCOPE)
    const isBegun = stored !== undefined || meanings.get(id) !== undefined
    const scopes = [collection, ...others]
    refuseUnread(scopes)
    if (!isBegun && global?.findTitle(candidate.title)) return []
    const meant = findOnce(meanings, id, scopes, () => {
      return stored ? [] : findReplacedBy(candidate, listEarlier(scopes, source))
    })
    return writeCandidate(writing, { candidate, id, source, meant, stored })
  })
  const [first] = kept
  if (first === undefined || candidate.scope !== 'global') return kept
  const meant = findOnce(meanings, `${id} elsewhere`, others, () => {
    return findReplacedBy(candidate, listEarlier(others, source))
  })
  return [...kept, ...(await buryElsewhere(meant, candidate, now))]
}

/** Refuses unread files: what is said would come to stand beside a memory in them that it means. */
function refuseUnread(collections: readonly Collection[]): void {
  const unread = collections.flatMap(({ problems }) => problems).find(({ isUnread }) => isUnread)
  if (unread === undefined) return
  const { path, reason } = unread
  throw new SvcError('STORE_CORRUPT', `${path} ${reason}; what was said waits until it can be read`)
}

/** Finds what words mean once, and notes it; later answers what of it stands or was taken back. */
function findOnce(
  meanings: Meanings,
  words: string,
  collections: readonly Collection[],
  find: () => Standing[],
): Standing[] {
  const noted = meanings.get(words)
  if (noted !== undefined) return noted.flatMap(id => findNoted(collections, id))
  const meant = find()
  const ids = meant.map(({ document }) => document.id)
  meanings.note(words, ids)
  return meant
}

function findNoted(collections: readonly Collection[], id: string): Standing[] {
  return collections
    .flatMap(collection => {
      const stored = collection.stored(id)
      return stored ? [{ ...stored, collection }] : []
    })
    .filter(({ document }) => isLiving(document) || document.extra[RETRACTED_AT] !== undefined)
    .slice(0, 1)
}

/** The scope that a candidate is for, and the other one that it may be about. */
async function openScopes(collections: Collections, scope: Scope, wanted: 'project' | 'global') {
  const target = wanted === 'global' ? GLOBAL_SCOPE : scope
  const other = target.type === 'global' ? scope : GLOBAL_SCOPE
  const collection = await collections.make(target)
  const found = other.type === target.type ? undefined : await collections.find(other)
  return { collection, others: found ? [found] : [] }
}

function listStanding(collection: Collection): Standing[] {
  return Array.from(collection.memories.values(), memory => ({ ...memory, collection }))
}

/** Memories that earlier batches have taught, and those that people wrote. */
function listEarlier(collections: readonly Collection[], { taught }: CandidateSource): Standing[] {
  return collections.flatMap(listStanding).filter(({ document }) => !taught.has(document.id))
}

function mayReplace({ title, content, replaces }: MemoryCandidate, memory: Standing): boolean {
  const said = [title, content, replaces].join('\n')
  return !isKeptAsItIs(memory) && !saysMore(memory, said)
}

interface Proposed {
  candidate: MemoryCandidate
  id: string
  source: CandidateSource
  /** Memories that it may stand in place of; one if that is clear. */
  meant: readonly Standing[]
  /** Memory that an earlier try has made of it. */
  stored: StoredMemory | undefined
}

function writeCandidate(writing: WriteTransaction, proposed: Proposed): KeptMemory[] {
  const { collection } = writing
  const { candidate, id, meant, stored } = proposed
  const sameTitle = collection.findTitle(candidate.title)
  const [only] = meant.length === 1 ? meant : []
  const isOwn = only?.collection === collection && mayReplace(candidate, only)
  const existing = sameTitle ?? (isOwn && isLiving(only.document) ? only : undefined)
  const written = stored
    ? toKept(collection, stored.document, 'added')
    : writeFields(writing, proposed, existing)
  const own = written?.document.id ?? existing?.document.id ?? id
  const rest = meant.filter(({ document }) => document.id !== own)
  if (rest.length === 0) return written ? [written] : []
  if (isOwn) return [...(written ? [written] : []), bury(writing, only)]
  return written ? [...markBoth(writing, written, rest)] : []
}

/** Writes what a candidate says over a memory or as a new one; undefined where it is there already. */
function writeFields(
  writing: WriteTransaction,
  { candidate, id, source: { session, turn } }: Proposed,
  existing: StoredMemory | undefined,
): KeptMemory | undefined {
  const { collection, at } = writing
  // A batch that was distilled before there were aliases is recorded without them.
  const { kind, title, content, tags, aliases = [] } = candidate
  const fields = { kind, title, content, tags, aliases: [], source: {} }
  const base: MemoryDocument = existing?.document ?? { ...newDocument(collection, fields, at), id }
  const source = { ...withoutSaver(base.source), runtime: 'svc', session, turn }
  const isRetitled = collection.findTitle(title) === undefined
  const named = isRetitled ? title : base.title
  const document = {
    ...base,
    ...{ kind, title: named, content, source },
    tags: unite(base.tags, tags),
    aliases: isRetitled && existing ? aliases : uniteAliases(base.aliases, aliases, named),
  }
  if (existing && isSame(existing.document, document)) {
    const { source: known } = existing.document
    const isOfTurn = known.session === session && known.turn === turn
    return isOfTurn ? toKept(collection, document, 'updated') : undefined
  }
  writing.put(document, existing)
  if (existing === undefined) return toKept(collection, document, 'added')
  return { ...toKept(collection, document, 'updated'), before: existing.document }
}

function toKept(
  collection: Collection,
  document: MemoryDocument,
  change: LearnedChange,
): KeptMemory {
  return { collection, document, change }
}

/** Marks both sides of a contradiction; global memories stay as they are if a project says it. */
function markBoth(
  writing: WriteTransaction,
  written: KeptMemory,
  meant: readonly Standing[],
): KeptMemory[] {
  const { collection } = writing
  const ids = meant.map(({ document }) => document.id)
  const own = writeMark(writing, collection.memories.get(written.document.id), ids)
  const others = meant.filter(one => one.collection === collection)
  const marked = others.flatMap(one => writeMark(writing, one, [written.document.id]))
  return [{ ...written, document: own[0]?.document ?? written.document }, ...own, ...marked]
}

function writeMark(
  writing: WriteTransaction,
  memory: StoredMemory | undefined,
  against: readonly string[],
): KeptMemory[] {
  if (memory === undefined) return []
  return [markAs('marked', writing, memory, doubt(memory.document, against))]
}

function markAs(
  change: LearnedChange,
  writing: WriteTransaction,
  memory: StoredMemory,
  document: MemoryDocument,
): KeptMemory {
  writing.mark(document, memory)
  return { ...toKept(writing.collection, document, change), before: memory.document }
}

function bury(writing: WriteTransaction, memory: StoredMemory): KeptMemory {
  const { collection, at } = writing
  if (!isLiving(memory.document)) return toKept(collection, memory.document, 'retracted')
  return markAs('retracted', writing, memory, toRetracted(memory.document, at))
}

/** Buries what a project said if what holds everywhere stands in its place. */
async function buryElsewhere(
  [only, ...more]: readonly Standing[],
  candidate: MemoryCandidate,
  now: () => Date,
): Promise<KeptMemory[]> {
  if (only === undefined || more.length > 0 || !mayReplace(candidate, only)) return []
  const { collection } = only
  return inTransaction(collection, now, writing => {
    refuseUnread([collection])
    const { id } = only.document
    const memory = collection.stored(id)
    return memory ? [bury(writing, memory)] : []
  })
}

/**
 * Buries what was taken back, of the scope or global, and answers what became of which: a
 * tombstone that the archive brings back. Where it is not clear which one is meant, where a person
 * keeps it as it is, where the memory says other things too, and where a project speaks of a global
 * memory, it is marked for review. [] where nothing is meant. Throws STORE_CORRUPT where a memory that
 * may be meant cannot be read.
 */
export async function takeBack(
  { collections, scope, meanings, now }: KeepContext,
  retraction: Retraction,
): Promise<KeptMemory[]> {
  const { collection, others } = await openScopes(collections, scope, 'project')
  const own = await takeBackIn(collection, retraction, { meanings, now, mayBury: true })
  const [global] = others
  if (own !== undefined || global === undefined) return own ?? []
  return (await takeBackIn(global, retraction, { meanings, now, mayBury: false })) ?? []
}

/** Undefined where nothing of the scope is meant. */
async function takeBackIn(
  collection: Collection,
  retraction: Retraction,
  { meanings, now, mayBury }: { meanings: Meanings; now: () => Date; mayBury: boolean },
): Promise<KeptMemory[] | undefined> {
  const { statement, title = '' } = retraction
  const words = hashText(`${collection.folder.key}\n${title}\n${statement}`, 12)
  return inTransaction(collection, now, writing => {
    refuseUnread([collection])
    const meant = findOnce(meanings, words, [collection], () => {
      return findTakenBack(retraction, listStanding(collection))
    })
    if (meant.length === 0) return undefined
    const [only] = meant.length === 1 ? meant : []
    const isClear = only && isAllMeant(retraction, only) && !isKeptAsItIs(only)
    if (isClear && mayBury) return [bury(writing, only)]
    return meant.flatMap(one => tagForReview(writing, one))
  })
}

function tagForReview(writing: WriteTransaction, memory: StoredMemory): KeptMemory[] {
  const tags = withReviewTag(memory.document.tags)
  if (tags.length === memory.document.tags.length) return []
  return [markAs('marked', writing, memory, { ...memory.document, tags })]
}

function unite(own: readonly string[], more: readonly string[]): string[] {
  const known = new Set(own.map(tag => tag.toLowerCase()))
  return [...own, ...more.filter(tag => !known.has(tag.toLowerCase()))]
}

function isSame(a: MemoryDocument, b: MemoryDocument): boolean {
  const toLists = ({ tags, aliases }: MemoryDocument) => JSON.stringify([tags, aliases])
  const isText = a.kind === b.kind && a.content === b.content && a.title === b.title
  return isText && toLists(a) === toLists(b)
}
