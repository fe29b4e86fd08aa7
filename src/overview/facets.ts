import { IMPORT_RUNTIME, type Memory, type ScopeFilter } from '../../store/types.js'
import type { Collection } from '../memories/collection.js'
import { parseFilter } from '../memories/given.js'
import { isForReview, originOf } from '../memories/life.js'
import type { OverviewContext } from './context.js'
import type { Facet, Facets } from './types.js'

/** Tags that an answer names. */
const MOST_TAGS = 100

/** Counts own memories and import rows of some scopes by what a list is filtered by. */
export async function countFacets(
  { collections }: Pick<OverviewContext, 'collections'>,
  filter: ScopeFilter = {},
): Promise<Facets> {
  const [kinds, tags, sources] = [new Tally(), new Tally(), new Tally()]
  let [total, pinned, review] = [0, 0, 0]
  for (const collection of await collections.matching(parseFilter(filter))) {
    for (const item of itemsOf(collection)) {
      total++
      if (item.pinned) pinned++
      if (isForReview(item.tags)) review++
      kinds.add([item.kind])
      tags.add(item.tags)
      sources.add([originOf(item.source)])
    }
  }
  const counted = { kinds: kinds.most(), tags: tags.most(MOST_TAGS), sources: sources.most() }
  return { total, ...counted, pinned, review }
}

type Counted = Pick<Memory, 'kind' | 'tags' | 'source' | 'pinned'>

function* itemsOf({ memories, rows }: Collection): Iterable<Counted> {
  for (const { document } of memories.values()) yield document
  for (const { kind, tags } of rows.values()) {
    yield { kind, tags, source: { runtime: IMPORT_RUNTIME }, pinned: false }
  }
}

/** Counts of items by value; values that differ in their case are one, as a list takes them. */
class Tally {
  private readonly facets = new Map<string, Facet>()

  /** Counts the values of one item, each once. */
  add(values: readonly string[]): void {
    const byKey = new Map(values.map(value => [value.toLowerCase(), value]))
    for (const [key, value] of byKey) {
      const facet = this.facets.get(key)
      if (facet) facet.count++
      else this.facets.set(key, { value, count: 1 })
    }
  }

  most(limit = Infinity): Facet[] {
    const sorted = [...this.facets.values()].sort(
      (a, b) => b.count - a.count || (a.value < b.value ? -1 : 1),
    )
    return sorted.slice(0, limit)
  }
}
