import type { SearchIndex } from '../../store/index/types.js'
import { hashItem } from '../../store/index/format.js'
import type { Memory } from '../../store/types.js'
import type { Choice } from './choose.js'

/**
 * The items with the newer of two memories that are marked as contradicting each other before the
 * older one, in the places that the two have; what a person pinned stays before what is not.
 */
export function newerFirst<T extends { memory?: Memory }>(items: readonly T[]): T[] {
  const ordered = [...items]
  for (let at = 0; at < ordered.length; at++) {
    const newest = ordered.reduce(
      (best, one, other) => (other > at && isBefore(one, ordered[best]!) ? other : best),
      at,
    )
    if (newest !== at) [ordered[at], ordered[newest]] = [ordered[newest]!, ordered[at]!]
  }
  return ordered
}

function isBefore({ memory: one }: { memory?: Memory }, { memory: other }: { memory?: Memory }) {
  if (one === undefined || other === undefined || one.pinned !== other.pinned) return false
  return isNewerAgainst(one, other)
}

/**
 * True for a memory that is marked as contradicting another one, and newer: made later, by the day that
 * a text tells of it, or at the same time and changed later.
 */
export function isNewerAgainst(one: Memory, other: Memory): boolean {
  const isLater =
    one.createdAt === other.createdAt
      ? one.updatedAt > other.updatedAt
      : one.createdAt > other.createdAt
  return isLater && isAgainst(one, other)
}

/** Choices of the memories that one is marked as contradicting, in its own scope. */
export function chooseAgainst(index: SearchIndex, { choice, memory }: Chosen): Choice[] {
  return namedBy(memory)
    .filter(id => id !== memory.id)
    .map(id => findEntry(index, id))
    .filter(entry => entry !== undefined)
    .map(entry => ({
      index: choice.index,
      entry,
      degree: 'full',
      reason: `newer than what it contradicts`,
    }))
}

interface Chosen {
  choice: Choice
  memory: Memory
}

function findEntry(index: SearchIndex, id: string) {
  const hash = hashItem({ id })
  for (let document = 0; document < index.bound; document++) {
    const entry = index.idHash(document) === hash ? index.entry(document) : undefined
    if (entry?.id === id) return entry
  }
  return undefined
}

const isAgainst = (one: Memory, other: Memory) => names(one, other) || names(other, one)

const names = (memory: Memory, { id }: Memory) => namedBy(memory).includes(id)

/** Ids that a memory is marked as contradicting; mostly none. */
function namedBy({ source: { contradicts } }: Memory): readonly string[] {
  return Array.isArray(contradicts) ? contradicts.map(String) : []
}
