import { hashText } from '../../store/names.js'
import {
  GLOBAL_SCOPE,
  isSaid,
  isWaiting,
  LEARNED_RUNTIME,
  type MemoryDocument,
  type Scope,
} from '../../store/types.js'
import type { LearnedChange } from '../activity/learned.js'
import { doubt } from '../consolidate/types.js'
import type { Collection } from '../memories/collection.js'
import { refuseUnread, type Collections } from '../memories/collections.js'
import { uniteAliases } from '../memories/phrases.js'
import {
  isLiving,
  toRetracted,
  uniteTags,
  withReviewTag,
  type StoredMemory,
  withoutSaver,
} from '../memories/life.js'
import { inTransaction, type WriteTransaction } from '../memories/transaction.js'
import { newDocument } from '../memories/write.js'
import { toTitle } from '../provider/builtin/titles.js'
import { toSentence } from '../provider/builtin/wording.js'
import type { MemoryCandidate, Retraction } from '../provider/types.js'
import { isKeptAsItIs, saysMore } from './changes.js'
import {
  listEarlier,
  mayChange,
  relateInTurn,
  relateOnce,
  type CandidateSource,
  type Meanings,
  type Standing,
} from './meanings.js'
import {
  NONE,
  putInPlace,
  relate,
  relateRetraction,
  saysInstead,
  type Related,
} from './relation.js'

/** Change of a memory by which a candidate was kept. */
export interface KeptMemory {
  collection: Collection
  document: MemoryDocument
  change: LearnedChange
  /** The memory before, if it was there and that is known still. */
  before?: MemoryDocument
}

const WAITS = 'what was said waits until it can be read'

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
 * global has the title by now. What waits changes only what waits too. Its id derives from the batch: a try that was cut off and comes again
 * makes nothing twice, and answers what the first one stored. Throws STORE_CORRUPT where a memory that
 * may be meant cannot be read.
 */
export async function keepCandidate(
  { collections, scope, meanings, now }: KeepContext,
  candidate: MemoryCandidate,
  source: CandidateSource,
): Promise<KeptMemory[]> {
  const { collection, others } = await openScopes(collections, scope, candidate.scope)
  const id = makeId(source.batch, candidate.title)
  const kept = await inTransaction(collection, now, async writing => {
    const stored = collection.stored(id)
    const global = await collections.find(GLOBAL_SCOPE)
    const isBegun = stored !== undefined || meanings.get(id) !== undefined
    const scopes = [collection, ...others]
    refuseUnread(scopes, WAITS)
    const same = isBegun ? undefined : global?.findTitle(candidate.title)
    const isKnown = same !== undefined && !isWaiting(same.document)
    if (isKnown && same.document.id !== candidate.updates) return []
    const related = relateOnce(meanings, id, scopes, () => {
      return stored ? NONE : relateInTurn(source, scopes, known => relate(candidate, known))
    })
    return writeCandidate(writing, { candidate, id, source, related, stored })
  })
  if (kept.length > 0 && !source.waits) {
    const waiting = listEarlier([collection], source).filter(one => {
      return isWaiting(one.document) && !saysMore(one, candidate.content)
    })
    const proposed = waiting.length === 0 ? NONE : relate(candidate, waiting)
    kept.push(...(await buryElsewhere(proposed, candidate, source, now)))
  }
  if (kept.length === 0 || candidate.scope !== 'global') return kept
  const elsewhere = relateOnce(meanings, `${id} elsewhere`, others, () => {
    return relateInTurn(source, others, known => relate(candidate, known))
  })
  return [...kept, ...(await buryElsewhere(elsewhere, candidate, source, now))]
}

/** The id of the memory that a batch makes of a candidate, by its title. */
export function makeId(batch: string, title: string): string {
  return hashText(`${batch}\n${title}`, 12)
}

/** The scope that a candidate is for, and the other one that it may be about. */
async function openScopes(collections: Collections, scope: Scope, wanted: 'project' | 'global') {
  const target = wanted === 'global' ? GLOBAL_SCOPE : scope
  const other = target.type === 'global' ? scope : GLOBAL_SCOPE
  const collection = await collections.make(target)
  const found = other.type === target.type ? undefined : await collections.find(other)
  return { collection, others: found ? [found] : [] }
}

interface Proposed {
  candidate: MemoryCandidate
  id: string
  source: CandidateSource
  related: Related<Standing>
  /** Memory that an earlier try has made of it. */
  stored: StoredMemory | undefined
}

/** The words that a candidate is written with, over a memory where one is given. */
type Wording = Pick<MemoryCandidate, 'kind' | 'title' | 'content' | 'aliases'>

/** The words in which a candidate may come in place of a memory; undefined where it may not. */
function wordOver(candidate: MemoryCandidate, memory: Standing): Wording | undefined {
  if (isKeptAsItIs(memory)) return undefined
  const { title, content, replaces } = candidate
  const { document } = memory
  const isWhole = candidate.updates === document.id
  const inPlace = isWhole ? undefined : putInPlace(content, memory)
  if (inPlace?.isNeeded === true)
    return { kind: document.kind, ...inPlace, aliases: document.aliases }
  const said = [title, content, replaces].join('\n')
  return !candidate.isDecision && saysMore(memory, said) ? undefined : candidate
}

function writeCandidate(writing: WriteTransaction, proposed: Proposed): KeptMemory[] {
  const { collection } = writing
  const { candidate, id, source, related, stored } = proposed
  const { relation, memories: meant, isSure } = related
  const sharing = collection.sharingTitle(candidate.title)
  const sameTitle = source.waits
    ? sharing.find(one => mayChange(source, one))
    : collection.findTitle(candidate.title)
  const [only] = isSure ? meant : []
  const isHere = only?.collection === collection
  const isOwn = isHere && mayChange(source, only)
  const isMeant = only !== undefined && (isHere || candidate.scope === 'project')
  // Words of now have what waited hold.
  const isKnown = isMeant && (source.waits || !isWaiting(only.document))
  if (relation === 'same' && isKnown && !stored && !sameTitle) return []
  if (source.waits && sharing.some(({ document: { content } }) => content === candidate.content))
    return stored ? [toKept(collection, stored.document, 'added')] : []
  if (relation === 'gone' && isOwn && !stored && !isKeptAsItIs(only)) {
    const written = saysInstead(candidate.content)
      ? writeFields(writing, proposed, sameTitle)
      : undefined
    return [...(written ? [written] : []), bury(writing, only)]
  }
  const wording = isOwn ? wordOver(candidate, only) : undefined
  const over = wording && isLiving(only!.document) ? only : undefined
  const existing = sameTitle ?? over
  const words = existing === over && wording ? wording : candidate
  const written = stored
    ? toKept(collection, stored.document, 'added')
    : writeFields(writing, { ...proposed, candidate: { ...candidate, ...words } }, existing)
  const own = written?.document.id ?? existing?.document.id ?? id
  const rest = meant.filter(({ document }) => document.id !== own)
  if (rest.length === 0 || relation === 'same' || relation === 'richer')
    return written ? [written] : []
  if (wording) return [...(written ? [written] : []), bury(writing, only!)]
  return written ? [...markBoth(writing, written, rest, source)] : []
}

/** Writes what a candidate says over a memory or as a new one; undefined where it is there already. */
function writeFields(
  writing: WriteTransaction,
  { candidate, id, source: said }: Pick<Proposed, 'candidate' | 'id' | 'source'>,
  existing: StoredMemory | undefined,
): KeptMemory | undefined {
  const { collection, at } = writing
  // A batch that was distilled before there were aliases is recorded without them.
  const { kind, title, content, tags, aliases = [] } = candidate
  const fields = { kind, title, content, tags, aliases: [], source: {} }
  const base: MemoryDocument = existing?.document ?? { ...newDocument(collection, fields, at), id }
  const { turns, isRestated = false } = candidate
  const { session, turn, waits } = said
  // An agent's words have nothing hold that waits for a person.
  const isHeld = !waits && isRestated && existing !== undefined && !isSaid(existing.document)
  const learned = {
    ...withoutSaver(base.source),
    ...{ runtime: LEARNED_RUNTIME, session, turn },
    ...(waits && { waits }),
    ...(turns !== undefined && { turns }),
    ...(isRestated && { words: 'agent' }),
  }
  const source = isHeld ? base.source : learned
  const isRetitled = collection.findTitle(title) === undefined
  const named = isRetitled ? title : base.title
  const document = {
    ...base,
    ...{ kind, title: named, content, source },
    tags: uniteTags([...base.tags, ...tags]),
    aliases: isRetitled && existing ? aliases : uniteAliases(base.aliases, aliases, named),
  }
  if (
    existing &&
    isSame(existing.document, document) &&
    (isHeld || waits || !isWaiting(existing.document))
  ) {
    const { source: of } = existing.document
    const isOfTurn = of.session === session && of.turn === turn
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

/** Marks both sides of a contradiction; global memories stay as they are if a project says it, as does what holds. */
function markBoth(
  writing: WriteTransaction,
  written: KeptMemory,
  meant: readonly Standing[],
  source: CandidateSource,
): KeptMemory[] {
  const { collection } = writing
  const ids = meant.map(({ document }) => document.id)
  const own = writeMark(writing, collection.memories.get(written.document.id), ids)
  const others = meant.filter(one => one.collection === collection && mayChange(source, one))
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
  { memories: [only], isSure }: Related<Standing>,
  candidate: MemoryCandidate,
  source: CandidateSource,
  now: () => Date,
): Promise<KeptMemory[]> {
  if (only === undefined || !isSure || !mayChange(source, only)) return []
  if (wordOver(candidate, only) === undefined) return []
  const { collection } = only
  return inTransaction(collection, now, writing => {
    refuseUnread([collection], WAITS)
    const { id } = only.document
    const memory = collection.stored(id)
    return memory ? [bury(writing, memory)] : []
  })
}

/**
 * Buries what was taken back, of the scope or global, and answers what became of which: a
 * tombstone that the archive brings back. What was only given another value has that value in its
 * words instead. Where it is not clear which one is meant, where a person
 * keeps it as it is, where the memory says other things too, and where a project speaks of a global
 * memory, it is marked for review. [] where nothing is meant. Throws STORE_CORRUPT where a memory that
 * may be meant cannot be read.
 */
export async function takeBack(
  { collections, scope, meanings, now }: KeepContext,
  retraction: Retraction,
  source: CandidateSource,
): Promise<KeptMemory[]> {
  const { collection, others } = await openScopes(collections, scope, 'project')
  const own = await takeBackIn(collection, retraction, { meanings, now, source, isOwn: true })
  const [global] = others
  if (own !== undefined || global === undefined) return own ?? []
  return (await takeBackIn(global, retraction, { meanings, now, source, isOwn: false })) ?? []
}

interface TakeBackOptions {
  meanings: Meanings
  now: () => Date
  source: CandidateSource
  /** False for a global memory of which a project speaks. */
  isOwn: boolean
}

/** Undefined where nothing of the scope is meant. */
async function takeBackIn(
  collection: Collection,
  retraction: Retraction,
  { meanings, now, source, isOwn }: TakeBackOptions,
): Promise<KeptMemory[] | undefined> {
  const { statement, title = '', id = '' } = retraction
  const words = hashText(`${collection.folder.key}\n${title}\n${id}\n${statement}`, 12)
  const find = () => {
    refuseUnread([collection], WAITS)
    const said = { ...retraction, content: statement }
    return relateOnce(meanings, words, [collection], () =>
      relateInTurn(source, [collection], known => relateRetraction(said, known)),
    )
  }
  // Most of what may take something back means nothing that is known: that needs no lock.
  if (find().memories.length === 0) return undefined
  return inTransaction(collection, now, writing => {
    const { relation, isSure, memories } = find()
    const meant = memories.filter(one => mayChange(source, one))
    if (meant.length === 0 || relation === 'same' || relation === 'richer') return undefined
    const [only] = isSure && isOwn ? meant : []
    if (only && !isKeptAsItIs(only)) {
      const changed =
        relation === 'gone' ? [bury(writing, only)] : writeValue(writing, statement, only, source)
      if (changed !== undefined) return changed
    }
    return meant.flatMap(one => tagForReview(writing, one))
  })
}

/** Writes the value that words give a memory into its words, or else the words; undefined where it says more. */
function writeValue(
  writing: WriteTransaction,
  statement: string,
  memory: Standing,
  source: CandidateSource,
): KeptMemory[] | undefined {
  const { document } = memory
  const stated = { title: toTitle(statement), content: toSentence(statement) }
  const { title, content } = putInPlace(statement, memory) ?? stated
  if (content === stated.content && saysMore(memory, statement)) return undefined
  const { id, kind, tags, aliases } = document
  const candidate = { kind, title, content, tags, aliases, scope: 'project' as const }
  const written = writeFields(writing, { candidate, id, source }, memory)
  return written ? [written] : []
}

function tagForReview(writing: WriteTransaction, memory: StoredMemory): KeptMemory[] {
  const tags = withReviewTag(memory.document.tags)
  if (tags.length === memory.document.tags.length) return []
  return [markAs('marked', writing, memory, { ...memory.document, tags })]
}

function isSame(a: MemoryDocument, b: MemoryDocument): boolean {
  const toLists = ({ tags, aliases }: MemoryDocument) => JSON.stringify([tags, aliases])
  const isText = a.kind === b.kind && a.content === b.content && a.title === b.title
  return isText && toLists(a) === toLists(b)
}
