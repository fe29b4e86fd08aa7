import { compareAge } from '../collection/order.js'
import { RESTORED_AT, toLiving } from '../consolidate/tombstones.js'
import { withReviewTag } from '../review-tag.js'
import type { MemoryDocument } from '../../store/types.js'
import { titleKey } from '../text.js'
import { isTombstone } from './life.js'
import { planTitleMerge, type TitleMerge } from './merge-titles.js'

/** What brings the memories of a scope in order after a merge; all empty where they are. */
export interface Settlement {
  /** Tombstones that live again, because what took them in is gone. They are marked for review. */
  revived: MemoryDocument[]
  /** Living memories of one title that become one; revived ones may be among them. */
  merges: TitleMerge[]
}

/** Past this size a merged memory would no longer be what anybody wants to read or inject. */
const MAX_CONTENT_CHARS = 256 * 1024

/**
 * Plans what a merge of two histories leaves to do in a scope, given its memories and tombstones.
 * Two machines that plan it alone plan the same, whatever the order and the time: no clock is read.
 * Planning again for what it leaves yields nothing. `unreadable` are ids of memories that are there
 * and cannot be read now: what leads to them stays as it is. Pure.
 */
export function planSettlement(
  documents: readonly MemoryDocument[],
  unreadable: ReadonlySet<string> = new Set(),
): Settlement {
  const revived = planRevivals(documents, unreadable)
  const byId = new Map(revived.map(one => [one.id, one]))
  const merges = planTitleMerges(documents.map(one => byId.get(one.id) ?? one))
  return { revived, merges }
}

/** What is to be written, in an order in which nothing is lost wherever it breaks off. */
export function orderOfWriting({ revived, merges }: Settlement): MemoryDocument[] {
  const survivors = merges.map(({ survivor }) => survivor)
  const tombstones = merges.flatMap(merge => merge.tombstones)
  const merged = new Set([...survivors, ...tombstones].map(({ id }) => id))
  return [...revived.filter(({ id }) => !merged.has(id)), ...survivors, ...tombstones]
}

/**
 * The merges of living memories that share a title, into the oldest. What a person brought back
 * from the archive stands beside its namesake on purpose.
 */
export function planTitleMerges(documents: readonly MemoryDocument[]): TitleMerge[] {
  const groups = new Map<string, MemoryDocument[]>()
  for (const document of documents) {
    if (isTombstone(document) || document.extra[RESTORED_AT] !== undefined) continue
    const key = titleKey(document.title)
    groups.set(key, [...(groups.get(key) ?? []), document])
  }
  return [...groups.values()]
    .filter(group => group.length > 1)
    .map(group => group.sort(compareAge))
    .map(([oldest, ...younger]) => planTitleMerge(oldest!, younger))
    .filter(({ survivor }) => survivor.content.length <= MAX_CONTENT_CHARS)
    .sort((a, b) => (a.survivor.id < b.survivor.id ? -1 : 1))
}

function planRevivals(
  documents: readonly MemoryDocument[],
  unreadable: ReadonlySet<string>,
): MemoryDocument[] {
  const byId = new Map(documents.map(document => [document.id, document]))
  const ends = new Map<string, MemoryDocument>()
  for (const document of documents) {
    const end = findBrokenEnd(document, byId)
    if (end === undefined || unreadable.has(end.supersededBy ?? '')) continue
    ends.set(end.id, end)
  }
  return [...ends.values()]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(toLiving)
    .map(document => ({ ...document, tags: withReviewTag(document.tags) }))
}

/**
 * Where a chain of tombstones leads nowhere: the last one before the gap, or the oldest of a
 * circle. Undefined where it ends in a memory, be it living or evicted.
 */
function findBrokenEnd(
  document: MemoryDocument,
  byId: ReadonlyMap<string, MemoryDocument>,
): MemoryDocument | undefined {
  const chain = new Set<MemoryDocument>()
  for (let at = document; at.supersededBy !== undefined;) {
    if (chain.has(at)) return oldestOf([...chain].slice([...chain].indexOf(at)))
    chain.add(at)
    const next = byId.get(at.supersededBy)
    if (next === undefined) return at
    at = next
  }
  return undefined
}

function oldestOf(circle: MemoryDocument[]): MemoryDocument | undefined {
  return circle.sort(compareAge)[0]
}
