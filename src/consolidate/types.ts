import type { MemoryDocument } from '../../store/types.js'
import { REVIEW_TAG, withReviewTag } from '../memories/life.js'

/** An own item as planning sees it: its document, when it was changed last, and how often used. */
export interface ConsolidationItem {
  document: MemoryDocument
  /** ISO 8601. */
  updatedAt: string
  uses: number
}

/** A question and its answer: `use _ for tests` and `tap`. Two answers to one do not go together. */
export interface Claim {
  frame: string
  value: string
}

/** The bounds that a plan keeps to. */
export interface PlanOptions {
  /** Most own items that the scope may hold afterwards. */
  capacity: number
  now: Date
}

/** Items that become one: the survivor's document from now on, and the ids that go into it. */
export interface Merge {
  survivor: string
  /** Every id that disappears into the survivor, also through another one; never empty. */
  absorbed: string[]
  document: MemoryDocument
}

/** Items that say opposite things about one subject; a person has to decide. */
export interface Flag {
  /** Sorted. A single id: one item holds both, having been merged from two. */
  ids: string[]
  reason: 'contradiction'
}

/** The plan of a consolidation. Applying it and planning again yields an empty plan. */
export interface ConsolidationPlan {
  merges: Merge[]
  flags: Flag[]
  /** Documents of items that only gain or lose the mark of a contradiction. */
  marks: MemoryDocument[]
  /** Ids that go to the archive because the scope is over its capacity, lowest value first. */
  evictions: string[]
}

/**
 * The document with the mark that its contradictions ask for, the same object where it has it: the
 * tag `needs-review`, and the ids in `source.contradicts`. Who takes the tag away has decided: it
 * comes back only with another contradiction. A mark whose reason is gone is taken off.
 */
export function mark(document: MemoryDocument, contradicts: readonly string[]): MemoryDocument {
  const marked = document.source.contradicts
  const known =
    document.source.isDoubted === true && Array.isArray(marked) ? marked.map(String) : []
  const all = [...new Set([...known, ...contradicts])].sort()
  if (all.length === 0) return unmark(document)
  if (Array.isArray(marked) && marked.join() === all.join()) return document
  return {
    ...document,
    tags: withReviewTag(document.tags),
    source: { ...document.source, contradicts: all },
  }
}

/**
 * The document with a mark that a conversation has left: what was said there stands against these
 * memories. Unlike one that the texts ask for it stays until a person takes the tag away.
 */
export function doubt(document: MemoryDocument, against: readonly string[]): MemoryDocument {
  return mark({ ...document, source: { ...document.source, isDoubted: true } }, against)
}

/** The document without the mark; the same object where it has none. */
export function unmark(document: MemoryDocument): MemoryDocument {
  if (document.source.contradicts === undefined) return document
  const source = { ...document.source }
  delete source.contradicts
  delete source.isDoubted
  return { ...document, source, tags: document.tags.filter(tag => tag !== REVIEW_TAG) }
}

/** Maps an item to the ids it stands against, sorted; one that contradicts itself names itself. */
export function toContradicted(flags: readonly Flag[]): Map<string, string[]> {
  const against = new Map<string, string[]>()
  for (const { ids } of flags) {
    for (const id of ids) {
      const others = ids.length === 1 ? ids : ids.filter(other => other !== id)
      against.set(id, [...new Set([...(against.get(id) ?? []), ...others])].sort())
    }
  }
  return against
}

/**
 * Sorts items by survival: pinned first, then oldest, then id. Nothing that only this machine knows
 * counts, such as uses: two clones that merge the same memories must choose the same survivor.
 */
export function bySurvival(a: ConsolidationItem, b: ConsolidationItem): number {
  const [x, y] = [a.document, b.document]
  if (x.pinned !== y.pinned) return x.pinned ? -1 : 1
  if (x.createdAt !== y.createdAt) return x.createdAt < y.createdAt ? -1 : 1
  return x.id < y.id ? -1 : 1
}
