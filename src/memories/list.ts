import type { IndexEntry } from '../../store/index/types.js'
import {
  IMPORT_RUNTIME,
  isAgents,
  isProposal,
  type Memory,
  type MemorySource,
} from '../../store/types.js'
import { toImportedMemory } from '../import/read.js'
import type { Collection } from './collection.js'
import type { Collections } from './collections.js'
import type { ListFilter } from './fields.js'
import { countAt, glanceAt, type Holder } from './glance.js'
import { isForReview, toMemory, originOf } from './life.js'
import { redactMemory } from './redacted.js'
import { newestFirst } from './timeline.js'

/** The memories of these scopes that match, in order, and how many match before `limit`. */
export async function listMemories(
  collections: readonly Collection[],
  filter: ListFilter,
  uses: ReadonlyMap<string, number>,
): Promise<{ items: ListedMemory[]; total: number }> {
  const { limit = 100, offset = 0, text = '' } = filter
  const most = offset + limit
  if (text.trim() === '') {
    const { found, total } = listByTime(collections, filter, most)
    const items = found.slice(offset, most)
    return { items: items.map(({ collection, id }) => readItem(collection, id, uses)), total }
  }
  const { createMatcher } = await import('../search/matcher.js')
  const { found, total, terms } = await listByText(collections, filter, most)
  const matchesOf = filter.matches === true ? createMatcher(terms) : undefined
  const items = found.slice(offset, most).map(({ collection, id, score }) => {
    const item: ListedMemory = readItem(collection, id, uses)
    item.score = score
    if (matchesOf) item.matches = matchesOf([item.title, item.content])
    return item
  })
  return { items, total }
}

/** A memory of a list; of a search the words of its text that match, as they stand there. */
type ListedMemory = Memory & { matches?: string[] }

/** The scope that has an item of an id, or of that scope the item alone. Throws as `Collections.holding`. */
export async function findHolder(collections: Collections, id: string): Promise<Holder> {
  return (await glanceAt(collections, id)) ?? collections.holding(id)
}

/** Numbers of a scope's items, and of its files that cannot be used. */
export interface ScopeNumbers {
  count: number
  problems: number
}

/** Counts the items of every scope. */
export async function countItems(collections: Collections): Promise<ScopeNumbers[]> {
  const counted = await countAt(collections)
  if (counted !== undefined) return counted.map(count => ({ count, problems: 0 }))
  const all = await collections.all()
  return all.map(({ count, problems }) => ({ count, problems: problems.length }))
}

/** One item of a scope, memory or import row; undefined where it has no such id. */
export function findItem(
  holder: Holder,
  id: string,
  uses: ReadonlyMap<string, number>,
): Memory | undefined {
  return holder.memories.has(id) || holder.rows.has(id) ? readItem(holder, id, uses) : undefined
}

interface Found {
  collection: Collection
  id: string
}

/** Each scope keeps its items in order: what is left is to filter, and to merge the first ones. */
function listByTime(collections: readonly Collection[], filter: ListFilter, most: number) {
  let total = 0
  const first = collections.flatMap(collection => {
    const items = collection.byTime()
    const accept = toAccept(collection, filter)
    const matching = isOpen(filter) ? items : items.filter(accept)
    total += matching.length
    return matching.slice(0, most).map(item => ({ collection, item }))
  })
  first.sort((a, b) => newestFirst(a.item, b.item))
  const found = first.map(({ collection, item }): Found => ({ collection, id: item.id }))
  return { found, total }
}

/** Every item of these scopes one by one without secrets, own and import rows; none that goes meanwhile. */
export function* listEvery(
  collections: readonly Collection[],
  uses: ReadonlyMap<string, number>,
): Iterable<Memory> {
  for (const collection of collections) {
    for (const id of [...collection.memories.keys(), ...collection.rows.keys()]) {
      const item = findItem(collection, id, uses)
      const undated = collection.memories.get(id)?.document.undated
      if (item) yield { ...redactMemory(item), ...(undated && { undated }) }
    }
  }
}

/** Postings that one listing may load: enough for every match in any store of ordinary size. */
const LISTING_POSTINGS = 200_000

async function listByText(collections: readonly Collection[], filter: ListFilter, most: number) {
  const indexes = collections.map(collection => collection.searchIndex())
  const accepts = collections.map(collection => toAccept(collection, filter))
  const accept = (entry: IndexEntry, index: number) => {
    const { memories, rows } = collections[index]!
    const fields = memories.get(entry.id)?.document ?? rows.get(entry.id)
    return fields !== undefined && accepts[index]!(fields)
  }
  const { text = '', prefix = false } = filter
  const { openBeginning } = await import('../search/beginning.js')
  const { searchPage } = await import('../search/page.js')
  const begun = prefix ? openBeginning(indexes, text) : undefined
  const { hits, total, terms } = searchPage(begun?.indexes ?? indexes, text, {
    limit: most,
    postingsBudget: LISTING_POSTINGS,
    ...(!isOpen(filter) && { accept }),
    ...(begun && { added: begun.term }),
  })
  const found = hits.map(({ index, entry, score }): Found & { score: number } => {
    return { collection: collections[index]!, id: entry.id, score }
  })
  return { found, total, terms }
}

function isOpen(filter: ListFilter): boolean {
  const { kinds = [], tags = [], by, sources = [], pinned, review, isForModel } = filter
  const isNarrow = by !== undefined || pinned === true || review === true || isForModel === true
  return !isNarrow && [kinds, tags, sources].every(({ length }) => length === 0)
}

interface Filtered {
  id: string
  kind: string
  tags: readonly string[]
}

function toAccept({ memories }: Collection, filter: ListFilter): (item: Filtered) => boolean {
  const { by, sources = [], pinned = false, isForModel = false } = filter
  if (by === undefined && sources.length === 0 && !pinned && !isForModel)
    return item => isMatch(item, filter)
  const isFrom = (source: MemorySource) =>
    sources.length === 0 || sources.includes(originOf(source))
  return item => {
    const { source, pinned: isPinned } = memories.get(item.id)?.document ?? ROW
    if (pinned && !isPinned) return false
    if (isForModel && isProposal({ source })) return false
    if (by !== undefined && !isAgents(source)) return false
    return isFrom(source) && isMatch(item, filter)
  }
}

/** The source of an import row, which has no file of its own. */
const ROW = { source: { runtime: IMPORT_RUNTIME }, pinned: false }

function isMatch({ kind, tags }: Filtered, filter: ListFilter): boolean {
  if (filter.kinds && filter.kinds.length > 0 && !filter.kinds.includes(kind)) return false
  if (filter.review === true && !isForReview(tags)) return false
  if (!filter.tags || filter.tags.length === 0) return true
  const own = new Set(tags.map(tag => tag.toLowerCase()))
  return filter.tags.every(tag => own.has(tag.toLowerCase()))
}

function readItem(
  { folder, memories, rows }: Holder,
  id: string,
  uses: ReadonlyMap<string, number>,
): Memory {
  const { scope } = folder
  const stored = memories.get(id)
  if (stored) return toMemory(stored, scope, uses.get(id) ?? 0)
  return toImportedMemory(rows.get(id)!, scope, uses.get(id) ?? 0)
}
