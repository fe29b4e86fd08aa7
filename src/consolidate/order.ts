import type { ConsolidationItem } from './types.js'

/** Who survives a merge: pinned first, then most uses, then oldest, then by id. */
export function bySurvival(a: ConsolidationItem, b: ConsolidationItem): number {
  const [x, y] = [a.document, b.document]
  if (x.pinned !== y.pinned) return x.pinned ? -1 : 1
  if (a.uses !== b.uses) return b.uses - a.uses
  if (x.createdAt !== y.createdAt) return x.createdAt < y.createdAt ? -1 : 1
  return x.id < y.id ? -1 : 1
}
