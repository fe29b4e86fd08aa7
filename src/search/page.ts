import type { SearchIndex } from '../../store/index/types.js'
import { scoreByMiniSearch } from './minisearch.js'
import { keyOf, rankMatches, takeHits, type Found, type Hit, type SearchOptions } from './search.js'

/**
 * As `search` with one hit an item, its best, and the number of all items that are accepted; whoever
 * lists asks for no judgement, and none is made.
 */
export function searchPage(
  indexes: readonly SearchIndex[],
  text: string,
  options: SearchOptions,
): FoundPage {
  const found = rankMatches(indexes, text, { score: scoreByMiniSearch, ...options }, false)
  if (found === undefined) return { hits: [], total: 0, terms: new Set() }
  const { matches, items } = countMatches(found, options.accept)
  const hits = takeHits(indexes, found, options, matches - items)
  return { hits: firstOfItems(hits), total: items, terms: new Set(found.words.keys()) }
}

/** A page of what was found. */
interface FoundPage {
  hits: Hit[]
  total: number
  /** The terms that explain the hits: words of the text, and other names of them. */
  terms: ReadonlySet<string>
}

function firstOfItems(hits: readonly Hit[]): Hit[] {
  const seen = new Set<string>()
  return hits.filter(({ index, entry }) => seen.size < seen.add(keyOf(index, entry)).size)
}

/** How many documents match and are accepted, and of how many items they are. */
function countMatches({ selections }: Found, accept: SearchOptions['accept']) {
  const folded = new Set<string>()
  let matches = 0
  let items = 0
  selections.forEach(({ index, matches: documents }, at) => {
    for (const document of documents) {
      const entry = index.entry(document)
      if (accept && !accept(entry, at)) continue
      matches++
      if (entry.passage === undefined) items++
      else folded.add(keyOf(at, entry))
    }
  })
  return { matches, items: items + folded.size }
}
