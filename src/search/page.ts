import type { SearchIndex } from '../../store/index/types.js'
import { scoreByMiniSearch } from './minisearch.js'
import type { Selection } from './score.js'
import { keyOf, rankMatches, takeHits, type Found, type Hit, type SearchOptions } from './search.js'

/**
 * Searches as `search` does, with one hit an item, its best, and counts all items that are
 * accepted; a list asks for no judgement, and none is made.
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

/** Counts the documents that match and are accepted, and their items. */
function countMatches({ selections }: Found, accept: SearchOptions['accept']) {
  let matches = 0
  let items = 0
  selections.forEach((selection, at) => {
    const { index, matches: found } = selection
    const isAccepted = accept && ((document: number) => accept(index.entry(document), at))
    const documents = isAccepted ? found.filter(isAccepted) : found
    matches += documents.length
    items += documents.length - countFurtherPassages(selection, isAccepted)
  })
  return { matches, items }
}

/** Counts the passages that match and are accepted beside the first of their item. */
function countFurtherPassages(
  { index, scores }: Selection,
  isAccepted: (document: number) => boolean = () => true,
): number {
  const items = new Set<string>()
  let passages = 0
  for (const [document, id] of index.passages()) {
    if (scores[document] === 0 || !isAccepted(document)) continue
    passages++
    items.add(id)
  }
  return passages - items.size
}
