import { formatMemoryDocument, normaliseContent } from '../../store/memory-document.js'
import type { MemoryDocument } from '../../store/types.js'
import { SUPERSEDED_AT } from '../consolidate/tombstones.js'
import { withReviewTag } from '../review-tag.js'
import { mergeExtra, OTHER_TITLES, otherTitles } from './extra.js'
import { mergeLife } from './life.js'
import { areTooLong, mergeLines } from './lines.js'
import { isSame, mapSides, pick, preferSmaller, type Sides } from './sides.js'
import { mergeSource } from './source.js'
import { mergeTags } from './tags.js'

/**
 * A merged memory, flagged where both sides changed one thing in different ways (it has the tag
 * `needs-review` then), or why there is none: `isOfTwo` where the ids differ.
 */
export type Merged =
  { document: MemoryDocument; isFlagged: boolean } | { problem: string; isOfTwo?: true }

/** Where two sides choose differently, the kind that binds more. */
const KINDS = ['constraint', 'preference', 'procedure', 'fact']

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
  // From here on nothing can depend on who called which side his own.
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
    source: mergeSource(mapSides(sides, one => one.source)),
    createdAt: earliest(sides.ours.createdAt, sides.theirs.createdAt),
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

/** A time that is not stated ('') does not count. */
function earliest(a: string, b: string): string {
  return a !== '' && (b === '' || a < b) ? a : b
}
