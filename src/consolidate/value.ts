import { RESTORED_AT } from './tombstones.js'
import type { ConsolidationItem, PlanOptions } from './types.js'

/** Items that were made or taken out of the archive in the last three days get a chance. */
const YOUNG_MS = 3 * 24 * 60 * 60 * 1000
const KINDS = ['fact', 'procedure', 'preference', 'constraint']

/**
 * The ids above capacity, lowest value first. Pinned items never go. Value compares, in this order:
 * taken out of the archive in the last 3 days; uses; made in the last 3 days; day of the last
 * change (UTC); kind (constraint, preference, procedure, fact, others); time of the last change;
 * id. The least of these goes first.
 */
export function planEvictions(
  items: readonly ConsolidationItem[],
  { capacity, now }: PlanOptions,
): string[] {
  const excess = items.length - Math.max(0, capacity)
  if (excess <= 0) return []
  const ranked = items
    .filter(({ document }) => !document.pinned)
    .map(item => ({ id: item.document.id, rank: toRank(item, now) }))
  ranked.sort((a, b) => compareRanks(a.rank, b.rank))
  return ranked.slice(0, excess).map(({ id }) => id)
}

type Rank = readonly (number | string)[]

function toRank({ document, updatedAt, uses }: ConsolidationItem, now: Date): Rank {
  const restoredAt = document.extra[RESTORED_AT]
  const isRestored = typeof restoredAt === 'string' && isYoung(restoredAt, now)
  return [
    Number(isRestored),
    uses,
    Number(isYoung(document.createdAt, now)),
    updatedAt.slice(0, 10),
    KINDS.indexOf(document.kind),
    updatedAt,
    document.id,
  ]
}

function isYoung(time: string, now: Date): boolean {
  return now.getTime() - Date.parse(time) < YOUNG_MS
}

function compareRanks(a: Rank, b: Rank): number {
  for (let at = 0; at < a.length; at++) {
    const [x, y] = [a[at]!, b[at]!]
    if (x !== y) return x < y ? -1 : 1
  }
  return 0
}
