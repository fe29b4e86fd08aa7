import {
  rememberWritten,
  textAsWritten,
  writtenOf,
  formatMemoryDocument,
  normaliseContent,
} from '../../store/document/format.js'
import { isTexts } from '../../store/document/strict.js'
import {
  isInAgentsWords,
  isWaiting,
  type MemoryDocument,
  type MemorySource,
} from '../../store/types.js'
import {
  changedBy,
  isBinding,
  isLiving,
  RESTORED_AT,
  SUPERSEDED_AT,
  REVIEW_TAG,
  uniteDates,
  withReviewTag,
} from '../memories/life.js'
import { mergeLines, areTooLong } from './lines.js'
import {
  arrange,
  isOneSided,
  mergeSorted,
  isSame,
  mapSides,
  pick,
  preferLater,
  preferSmaller,
  type Picked,
  type Sides,
  mergeKeys,
  mergeLists,
} from './sides.js'

type Extra = MemoryDocument['extra']

/** A value together with the lines in which a person wrote it, if they are not our own. */
interface Entry {
  value: unknown
  text: string | undefined
}

/** The front-matter key for the titles that a merge did not choose; a sorted list. */
export const OTHER_TITLES = 'otherTitles'

/** The titles in `otherTitles`; [] where there are none, or where it is no list of texts. */
export function otherTitles(extra: Extra): string[] {
  const titles = extra[OTHER_TITLES]
  return isTexts(titles) ? titles : []
}

/** Merges unknown keys one by one, with the lines and comments in which they were written. */
function mergeExtra(sides: Sides<Extra>): Picked<Extra> {
  const names = mapSides(sides, extra => Object.keys(extra))
  const all = new Set([...(names.base ?? []), ...names.ours, ...names.theirs])
  const entries = new Map<string, Entry>()
  let isContested = false
  for (const key of all) {
    const entry = mergeKey(
      key,
      mapSides(sides, extra => toEntry(extra, key)),
    )
    isContested ||= entry.isContested
    if (entry.value.value !== undefined) entries.set(key, entry.value)
  }
  const order = orderOf(names, new Set(entries.keys()))
  const value = Object.fromEntries(order.map(key => [key, entries.get(key)?.value]))
  rememberWritten(value, textsOf(entries), mergeTails(sides))
  return { value, isContested }
}

/** The key that a merge adds stands last, so that merging again finds it in its place. */
function orderOf(names: Sides<string[]>, kept: ReadonlySet<string>): string[] {
  if (isOneSided(names)) return arrange(names, kept)
  const others = mapSides(names, keys => keys.filter(key => key !== OTHER_TITLES))
  const order = arrange(others, new Set([...kept].filter(key => key !== OTHER_TITLES)))
  return kept.has(OTHER_TITLES) ? [...order, OTHER_TITLES] : order
}

function toEntry(extra: Extra, key: string): Entry {
  return { value: extra[key], text: textAsWritten(writtenOf(extra), extra, key) }
}

function mergeKey(key: string, sides: Sides<Entry>): Picked<Entry> {
  const values = mapSides(sides, ({ value }) => value)
  const { base = [], ours, theirs } = values
  if (key === OTHER_TITLES && isTexts(base) && isTexts(ours ?? []) && isTexts(theirs ?? [])) {
    return withLines(mergeTitles(values), sides)
  }
  if (key === RESTORED_AT || key === SUPERSEDED_AT) {
    return withLines(pick(values, preferLater).value, sides)
  }
  const { value, isContested } = pick(sides, preferSmallerEntry)
  return { value, isContested: isContested && !isSame(ours, theirs) }
}

function mergeTitles(values: Sides<unknown>): string[] | undefined {
  const titles = mergeSorted(mapSides(values, value => (isTexts(value) ? value : [])))
  return titles.length === 0 ? undefined : titles
}

/** Compares the values first: how they were written matters only if they are the same. */
function preferSmallerEntry(a: Entry, b: Entry): Entry {
  const value = preferSmaller(a.value, b.value)
  if (!isSame(a.value, b.value)) return isSame(value, a.value) ? a : b
  return { value, text: preferSmaller(a.text, b.text) }
}

/** The value in the lines of a side that has the same value. */
function withLines(value: unknown, { ours, theirs }: Sides<Entry>): Picked<Entry> {
  const texts = [ours, theirs].filter(entry => isSame(entry.value, value)).map(({ text }) => text)
  const text = texts.length === 0 ? undefined : texts.reduce(preferSmaller)
  return { value: { value, text }, isContested: false }
}

function textsOf(entries: ReadonlyMap<string, Entry>): Map<string, string> {
  const texts = new Map<string, string>()
  for (const [key, { text }] of entries) if (text !== undefined) texts.set(key, text)
  return texts
}

/** Comments that belong to no key, by line. */
function mergeTails(sides: Sides<Extra>): string {
  const tails = mapSides(sides, extra => (writtenOf(extra)?.tail ?? '').replace(/\n$/, ''))
  const { value } = mergeLines({ ...tails, base: tails.base ?? '' })
  return value === '' ? '' : `${value}\n`
}

/** The fields that make a document a tombstone; empty for a living memory. */
type Life = Pick<MemoryDocument, 'supersededBy' | 'evictedAt'>

const LIVING: Life = {}

/**
 * Decides whether a merged memory is a tombstone. What one side buried and the other one changed, or
 * accepted, lives, contested: `isNews` tells whether the merge says anything that the tombstone does
 * not. What is pinned is not evicted. Of two tombstones a merged one stands before an evicted one.
 */
function mergeLife(
  sides: Sides<MemoryDocument>,
  isPinned: boolean,
  isNews: (tombstone: MemoryDocument) => boolean,
): Picked<Life> {
  const { ours, theirs } = sides
  const { value } = pick(mapSides(sides, lifeOf), preferLife)
  if (isLiving(value)) return { value: LIVING, isContested: false }
  const buried = [ours, theirs].filter(side => !isLiving(side))
  const isAccepted = buried.every(isWaiting) && [ours, theirs].some(side => !isWaiting(side))
  const isChanged = buried.length === 1 && (isAccepted || buried.some(isNews))
  const isSpared = isPinned && value.supersededBy === undefined
  return { value: isChanged || isSpared ? LIVING : value, isContested: isChanged && !isSpared }
}

function lifeOf({ supersededBy, evictedAt }: MemoryDocument): Life {
  return {
    ...(supersededBy === undefined ? {} : { supersededBy }),
    ...(evictedAt === undefined ? {} : { evictedAt }),
  }
}

/** Both sides changed it: living before merged away, merged away before evicted, early before late. */
function preferLife(a: Life, b: Life): Life {
  if (isLiving(a) || isLiving(b)) return LIVING
  const isMerged = [a, b].filter(({ supersededBy }) => supersededBy !== undefined)
  if (isMerged.length === 1) return isMerged[0] ?? LIVING
  if (a.supersededBy === b.supersededBy)
    return preferSmaller(a.evictedAt, b.evictedAt) === a.evictedAt ? a : b
  return preferSmaller(a.supersededBy, b.supersededBy) === a.supersededBy ? a : b
}

/** Merges where a memory came from, key by key; `mergedFrom` as a set. Nothing here is contested. */
function mergeSource(sides: Sides<MemorySource>): MemorySource {
  return mergeKeys(sides, (values, key) => {
    if (key !== 'mergedFrom') return pick(values, preferSmaller).value
    const ids = mergeLists(mapSides(values, toIds))
    return ids.length === 0 ? undefined : ids
  })
}

/**
 * The merged source. What neither side says as it stands is an agent's words where one side is; it waits
 * while it says what nobody has accepted on either side, and where it binds by such words.
 */
function mergeWait(
  sides: Sides<MemoryDocument>,
  says: Pick<MemoryDocument, 'kind' | 'title' | 'content'>,
): MemorySource {
  const { waits: _, ...merged } = mergeSource(mapSides(sides, one => one.source))
  const both = [sides.ours, sides.theirs]
  const saying = both.filter(
    ({ kind, title, content }) =>
      kind === says.kind && title === says.title && content === says.content,
  )
  const isOfAgent =
    saying.length > 0
      ? saying.every(one => isInAgentsWords(one.source))
      : both.some(one => isInAgentsWords(one.source))
  const isMarked = isInAgentsWords(merged) === isOfAgent
  const source = isMarked ? merged : changedBy(merged, isOfAgent ? 'agent' : 'person')
  if (saying.some(one => !isWaiting(one))) return source
  const waits = both.some(isWaiting) || (isOfAgent && isBinding(says))
  return waits ? { ...source, waits: true } : source
}

function toIds(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

type Tags = readonly string[]

/** Merges tags as sets. The mark for review follows the same rule and stands last. */
function mergeTags(sides: Sides<Tags>): string[] {
  if (isOneSided(sides)) return mergeLists(sides)
  const marks = mapSides(sides, tags => tags.filter(tag => tag === REVIEW_TAG))
  const others = mapSides(sides, tags => tags.filter(tag => tag !== REVIEW_TAG))
  return [...mergeLists(others), ...mergeLists(marks)]
}

/**
 * A merged memory, flagged where both sides changed one thing in different ways (it has the tag
 * `needs-review` then), or why there is none: `isOfTwo` where the ids differ.
 */
type Merged = { document: MemoryDocument; isFlagged: boolean } | { problem: string; isOfTwo?: true }

/** Kinds, those that bind more first: two sides that choose differently get the first of theirs. */
const KINDS = ['constraint', 'correction', 'decision', 'preference', 'procedure', 'fact']

/**
 * Merges two versions of a memory, field by field, from their common ancestor; undefined where none
 * is known. It does not matter which side is which, merging again changes nothing, and no line that
 * a side added is lost. A side that changed nothing leaves the other's as it is. Pure.
 */
export function mergeDocuments(
  base: MemoryDocument | undefined,
  ours: MemoryDocument,
  theirs: MemoryDocument,
): Merged {
  if (ours.id !== theirs.id) {
    return { problem: `they are two memories, ${ours.id} and ${theirs.id}`, isOfTwo: true }
  }
  const ancestor = base?.id === ours.id ? base : undefined
  const texts = mapSides({ base: ancestor, ours, theirs }, formatMemoryDocument)
  if (texts.ours === texts.theirs || texts.theirs === texts.base) return unflagged(ours)
  if (texts.ours === texts.base) return unflagged(theirs)
  if (areTooLong(mapSides({ base: ancestor, ours, theirs }, one => one.content))) {
    return { problem: 'have more lines than can be merged field by field' }
  }
  // Orders the sides by their texts: the result must not depend on who called which side his own.
  const [first, second] = texts.ours < texts.theirs ? [ours, theirs] : [theirs, ours]
  return mergeSides({ base: ancestor, ours: first, theirs: second })
}

function unflagged(document: MemoryDocument): Merged {
  return { document, isFlagged: false }
}

function mergeSides(sides: Sides<MemoryDocument>): Merged {
  const { title, extra: titled } = mergeTitle(sides)
  const content = mergeLines(mapSides(sides, one => one.content))
  const kind = pick(
    mapSides(sides, one => one.kind),
    preferKind,
  )
  const { value: pinned } = pick(
    mapSides(sides, one => one.pinned),
    () => true,
  )
  const says = { title: title.value, content: normaliseContent(content.value), extra: titled.value }
  const life = mergeLife(sides, pinned, tombstone => !saysSame(tombstone, says))
  const isFlagged = [title, titled, content, kind, life].some(({ isContested }) => isContested)
  const tags = mergeTags(mapSides(sides, one => one.tags))
  const document: MemoryDocument = {
    id: sides.ours.id,
    kind: kind.value,
    ...says,
    tags: isFlagged ? withReviewTag(tags) : tags,
    aliases: mergeLists(mapSides(sides, one => one.aliases)),
    source: mergeWait(sides, { kind: kind.value, ...says }),
    ...uniteDates(sides.ours, sides.theirs),
    pinned,
    ...life.value,
  }
  if (document.supersededBy === undefined) delete document.extra[SUPERSEDED_AT]
  return { document, isFlagged }
}

/** The title that is not chosen is kept beside the others in the front matter. */
function mergeTitle(sides: Sides<MemoryDocument>) {
  const titles = mapSides(sides, one => one.title)
  const title = pick(titles, preferSmaller)
  const extra = mergeExtra(mapSides(sides, one => one.extra))
  const known = otherTitles(extra.value)
  const lost = title.value === titles.ours ? titles.theirs : titles.ours
  if (title.isContested && !known.includes(lost)) {
    extra.value[OTHER_TITLES] = [...known, lost].sort()
  }
  return { title, extra }
}

type Said = Pick<MemoryDocument, 'title' | 'content' | 'extra'>

function saysSame(a: Said, b: Said): boolean {
  const titles = [a, b].map(({ extra }) => otherTitles(extra))
  return a.title === b.title && a.content === b.content && isSame(titles[0], titles[1])
}

function preferKind(a: string, b: string): string {
  const [x, y] = [a, b].map(kind => (KINDS.includes(kind) ? KINDS.indexOf(kind) : KINDS.length))
  if (x === y) return a < b ? a : b
  return x! < y! ? a : b
}
