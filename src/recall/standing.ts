import type { FileIndex } from '../../store/index/file-index.js'
import { compareRecallOrder, FOLDER_PART, type IndexEntry } from '../../store/index/types.js'

/** The entries of a scope, without a prompt. */
export interface StandingEntries {
  /**
   * Each item once, in recall order, but those that stand for a folder; of a large index those of each
   * kind that come first.
   */
  entries: IndexEntry[]
  /** Number of those that there are besides. */
  unread: number
}

/** An entry among those of several scopes, the project's first. */
interface Placed {
  /** Number of the scope that it is in. */
  index: number
  entry: IndexEntry
}

/**
 * The order of recall over several scopes: what is pinned; then what the first scope's own memories
 * say, then those of the next ones; then import rows, whatever they are, those of the deepest folder
 * before those of the folders above.
 */
export function compareStanding(a: Placed, b: Placed): number {
  return (
    Number(a.entry.imported) - Number(b.entry.imported) ||
    Number(b.entry.pinned) - Number(a.entry.pinned) ||
    a.index - b.index ||
    depthOf(b.entry) - depthOf(a.entry) ||
    compareRecallOrder(a.entry, b.entry)
  )
}

/** The number of folders down to that for which an entry stands. */
export function depthOf({ folder }: IndexEntry): number {
  return folder === undefined ? 0 : folder.split('/').length
}

/** True for what is meant for every session: not for rules of some files, nor for those on demand. */
export function isForStart({ imported, locator, loadedAs = [locator] }: IndexEntry): boolean {
  return !imported || loadedAs.includes(locator)
}

/** The manner of answering that is meant for every project: it holds in this one too. */
export function isManner({ entry }: Placed, isGlobal: boolean): boolean {
  return isGlobal && !entry.imported && MANNER.includes(entry.kind)
}

const MANNER = ['preference', 'constraint', 'correction']
/** Share of a start's items and of its room that the manner of answering has before all else. */
export const MANNER_SHARE = 1 / 6

/** Tells a person why an entry is recalled without a question. */
export function standingReason(entry: IndexEntry): string {
  if (entry.pinned) return `pinned ${entry.kind}`
  if (entry.imported) return `${entry.kind} imported from ${entry.locator}`
  return entry.uses > 0 ? `${entry.kind}, used ${entry.uses} times` : `standing ${entry.kind}`
}

/** An index of more documents is looked into, not read through: a hook cannot wait for that. */
const READ_THROUGH = 500

/** An index file, or what stands for one. */
export type PartedIndex = Pick<FileIndex, 'size' | 'parts' | 'entries'>

/** The entries of an index file; of a large one those that begin each part of the recall order. */
export function readStanding(index: PartedIndex, limit: number): StandingEntries {
  if (index.size <= READ_THROUGH) return toStanding(index.entries(0, index.size))
  // The last parts stand for a folder, or wait to be accepted.
  const starts = Array.from(index.parts()).slice(0, FOLDER_PART + 1)
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

/**
 * Entries in recall order, each item once: of an agent file its first passage stands for it. What waits
 * to be accepted is none of them, nor is what stands for a folder.
 */
export function toStanding(all: readonly IndexEntry[]): StandingEntries {
  const entries = all.filter(({ passage = 0, waits, folder }) => {
    return passage === 0 && waits !== true && folder === undefined
  })
  return { entries: entries.map(toItemEntry), unread: 0 }
}

/** The entry of a whole item for that of a passage. */
export function toItemEntry({ passage: _, heading: __, ...entry }: IndexEntry): IndexEntry {
  return entry
}
