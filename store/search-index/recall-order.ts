import type { IndexEntry } from './types.js'

const KINDS = ['constraint', 'preference', 'procedure', 'fact']

function kindRank(kind: string): number {
  const rank = KINDS.indexOf(kind)
  return rank < 0 ? KINDS.length : rank
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * The order of recall without a prompt: pinned first, then constraint, preference, procedure,
 * fact, others; within a kind import rows first, then uses, then the newest, then the id.
 */
export function compareRecallOrder(a: IndexEntry, b: IndexEntry): number {
  return (
    Number(b.pinned) - Number(a.pinned) ||
    kindRank(a.kind) - kindRank(b.kind) ||
    Number(b.imported) - Number(a.imported) ||
    b.uses - a.uses ||
    compareText(b.updatedAt, a.updatedAt) ||
    compareText(a.id, b.id)
  )
}
