import type { IndexEntry, SearchIndex } from '../../store/search-index/types.js'
import { measureCollection } from './collection.js'
import { scoreTerms } from './first-stage.js'
import { preselect, type Selection } from './preselect.js'
import { parseQuery } from './query.js'
import { rank, type Ranked } from './rank.js'
import { isRelevant, toRelevanceFloor } from './relevance.js'
import { withRest } from './rest.js'
import { selectTerms } from './select-terms.js'

/** Postings that one recall loads at most: what a one-shot process can afford. */
export const RECALL_POSTINGS = 1_500
/** So many documents are scored with all care; what matches beyond keeps its rough score. */
const FIRST_STAGE_DEPTH = 24
/** Terms of this weight explain a hit; stop words do not. */
const TELLING_WEIGHT = 0.3

/** How to search. */
export interface SearchOptions {
  /** Most hits; Infinity for all. */
  limit: number
  /** Most postings to load; 1,500 where not given. */
  postingsBudget?: number
  /** Leaves out entries for which it answers false; called best first until the limit is met. */
  accept?: (entry: IndexEntry, indexNumber: number) => boolean
}

/** An item found. */
export interface SearchHit {
  /** Which of the indexes it is in. */
  index: number
  entry: IndexEntry
  score: number
  /** The query words that matched. */
  terms: string[]
  /** Whether it is good enough to be put before a model unasked. */
  relevant: boolean
}

/**
 * Searches several indexes as one collection; best first, empty where nothing matches. Neither
 * the limit nor how the items are split over indexes changes a score.
 */
export function search(
  indexes: readonly SearchIndex[],
  text: string,
  options: SearchOptions,
): SearchHit[] {
  const found = rankMatches(indexes, text, options.postingsBudget)
  return found === undefined ? [] : takeHits(indexes, found, options)
}

/** As `search`, with the number of all matches that are accepted. */
export function searchPage(
  indexes: readonly SearchIndex[],
  text: string,
  options: SearchOptions,
): { hits: SearchHit[]; total: number } {
  const found = rankMatches(indexes, text, options.postingsBudget)
  if (found === undefined) return { hits: [], total: 0 }
  return { hits: takeHits(indexes, found, options), total: countMatches(found, options.accept) }
}

interface Found {
  selections: readonly Selection[]
  ranked: readonly Ranked[]
  floor: ReturnType<typeof toRelevanceFloor>
  /** The query words of the terms that explain a hit. */
  words: ReadonlyMap<string, string>
}

function rankMatches(
  indexes: readonly SearchIndex[],
  text: string,
  postingsBudget = RECALL_POSTINGS,
): Found | undefined {
  const query = parseQuery(text)
  const chosen = selectTerms(indexes, query, postingsBudget)
  if (chosen.length === 0) return undefined
  const collection = measureCollection(indexes)
  const selections = preselect(indexes, chosen, collection, FIRST_STAGE_DEPTH)
  const scored = scoreTerms(selections, chosen, collection)
  const ranked = rank(selections, query, chosen, collection, scored)
  const telling = chosen.filter(term => term.weight >= TELLING_WEIGHT)
  return {
    selections,
    ranked,
    floor: toRelevanceFloor(query, chosen, collection, ranked[0]?.score ?? 0),
    words: new Map(telling.map(term => [term.term, term.word])),
  }
}

function takeHits(
  indexes: readonly SearchIndex[],
  { selections, ranked, floor, words }: Found,
  { limit, accept }: SearchOptions,
): SearchHit[] {
  const hits: SearchHit[] = []
  for (const candidate of withRest(selections, ranked, accept ? Infinity : limit)) {
    const { index, document, score, terms } = candidate
    if (hits.length >= limit) break
    const entry = (indexes[index] as SearchIndex).entry(document)
    if (accept && !accept(entry, index)) continue
    const relevant = floor !== undefined && isRelevant(floor, candidate)
    const found = [...new Set(terms.flatMap(term => words.get(term) ?? []))]
    hits.push({ index, entry, score, terms: found, relevant })
  }
  return hits
}

function countMatches({ selections }: Found, accept: SearchOptions['accept']): number {
  return selections.reduce((sum, { index, matches }, at) => {
    const accepted = accept && matches.filter(document => accept(index.entry(document), at))
    return sum + (accepted ?? matches).length
  }, 0)
}
