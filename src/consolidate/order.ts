import type { ConsolidationItem } from './types.js'

/**
 * Who survives a merge: pinned first, then oldest, then by id. Nothing that only this machine knows
 * counts, such as uses: two clones that merge the same memories must choose the same survivor.
 */
export function bySurvival(a: ConsolidationItem, b: ConsolidationItem): number {
  const [x, y] = [a.document, b.document]
  if (x.pinned !== y.pinned) return x.pinned ? -1 : 1
  if (x.createdAt !== y.createdAt) return x.createdAt < y.createdAt ? -1 : 1
  return x.id < y.id ? -1 : 1
}
