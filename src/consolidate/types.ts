import type { MemoryDocument } from '../../store/types.js'

/** An own item as planning sees it: its document, when it was changed last, and how often used. */
export interface ConsolidationItem {
  document: MemoryDocument
  /** ISO 8601. */
  updatedAt: string
  uses: number
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

/** What a consolidation would do. Applying it and planning again yields an empty plan. */
export interface ConsolidationPlan {
  merges: Merge[]
  flags: Flag[]
  /** Documents of items that only gain or lose the mark of a contradiction. */
  marks: MemoryDocument[]
  /** Ids that go to the archive because the scope is over its capacity, lowest value first. */
  evictions: string[]
}
