import type { FileIndex } from '../../store/index/file-index.js'
import { compareRecallOrder, type IndexEntry } from '../../store/index/types.js'

/** The entries of a scope, without a prompt. */
export interface StandingEntries {
  /** Each item once, in recall order; of a large index those of each kind that come first. */
  entries: IndexEntry[]
  /** Number of those that there are besides. */
  unread: number
}

/**
 * Turns of a round; if a group has nothing left the others go on. Rules have two turns, and agent
 * files, which are a kind of rules; `used` and `recent` look at every kind.
 */
const ROUND = [
  'constraint',
  'preference',
  'imported',
  'correction',
  'decision',
  'constraint',
  'used',
  'recent',
  'preference',
  'procedure',
  'fact',
  'imported',
  'other',
] as const

type Turn = (typeof ROUND)[number]

const NO_KINDS: readonly Turn[] = ['imported', 'used', 'recent', 'other']
/** Kinds that have turns of their own. */
const KINDS: readonly string[] = ROUND.filter(turn => !NO_KINDS.includes(turn))

/**
 * Every entry once, that first which a session needs most at its start: what is pinned, then the best
 * of every group in turns, so that no kind is starved by another.
 */
export function planStanding<T extends { entry: IndexEntry }>(all: readonly T[]): T[] {
  const inOrder = [...all].sort((a, b) => compareRecallOrder(a.entry, b.entry))
  const planned = new Set(inOrder.filter(({ entry }) => entry.pinned))
  const queues = queueEntries(inOrder)
  while (planned.size < inOrder.length) {
    for (const turn of ROUND) takeNext(queues.get(turn)!, planned)
  }
  return [...planned]
}

function takeNext<T>(queue: Iterator<T>, planned: Set<T>): void {
  for (let next = queue.next(); next.done !== true; next = queue.next()) {
    if (!planned.has(next.value)) return void planned.add(next.value)
  }
}

/** The entries that each turn looks at, best first. */
function queueEntries<T extends { entry: IndexEntry }>(inOrder: readonly T[]) {
  const groups = new Map<Turn, T[]>(ROUND.map(turn => [turn, []]))
  for (const one of inOrder) groups.get(groupOf(one.entry))!.push(one)
  const used = inOrder.filter(({ entry }) => entry.uses > 0)
  groups.set('used', used)
  used.sort((a, b) => b.entry.uses - a.entry.uses)
  const recent = [...inOrder].sort((a, b) => compareText(b.entry.updatedAt, a.entry.updatedAt))
  groups.set('recent', recent)
  return new Map(Array.from(groups, ([turn, group]) => [turn, group.values()]))
}

/** The turn of an entry by its kind, or as an imported one. */
function groupOf({ kind, imported }: IndexEntry): Turn {
  if (imported) return 'imported'
  return KINDS.includes(kind) ? (kind as Turn) : 'other'
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Tells a person why an entry is recalled without a question. */
export function standingReason(entry: IndexEntry): string {
  if (entry.pinned) return `pinned ${entry.kind}`
  if (entry.imported) return `${entry.kind} imported from ${entry.locator}`
  return entry.uses > 0 ? `${entry.kind}, used ${entry.uses} times` : `standing ${entry.kind}`
}

/** An index of more documents is looked into, not read through: a hook cannot wait for that. */
const READ_THROUGH = 500

/** An index file, or what stands for one. */
type PartedIndex = Pick<FileIndex, 'size' | 'parts' | 'entries'>

/** The entries of an index file; of a large one those that begin each part of the recall order. */
export function readStanding(index: PartedIndex, limit: number): StandingEntries {
  if (index.size <= READ_THROUGH) return toStanding(index.entries(0, index.size))
  const starts = [...index.parts(), index.size]
  const parts = starts.slice(1).map((end, at) => readPart(index, starts[at]!, end, limit))
  return {
    entries: parts.flatMap(({ entries }) => entries),
    unread: parts.reduce((sum, { unread }) => sum + unread, 0),
  }
}

/** Reads entries of a part; unread agent files are an estimate: each is several documents. */
function readPart(index: PartedIndex, from: number, to: number, limit: number): StandingEntries {
  const read = index.entries(from, Math.min(limit, to - from))
  const { entries } = toStanding(read)
  const share = read.length === 0 ? 1 : entries.length / read.length
  return { entries, unread: Math.round((to - from - read.length) * share) }
}

/** Entries in recall order, each item once: of an agent file its first passage stands for it. */
export function toStanding(all: readonly IndexEntry[]): StandingEntries {
  return { entries: all.filter(({ passage = 0 }) => passage === 0).map(toItemEntry), unread: 0 }
}

function toItemEntry({ passage: _, heading: __, ...entry }: IndexEntry): IndexEntry {
  return entry
}
