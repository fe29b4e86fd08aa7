import type { Memory } from '../../store/types.js'

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
  return isAgainst(one, other) && one.updatedAt > other.updatedAt
}

const isAgainst = (one: Memory, other: Memory) => names(one, other) || names(other, one)

const names = ({ source: { contradicts } }: Memory, { id }: Memory) =>
  Array.isArray(contradicts) && contradicts.includes(id)
