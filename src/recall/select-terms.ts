import type { SearchIndex } from '../../store/search-index/types.js'
import { expandTerms, type Query, type QueryTerm } from './query.js'

/** A query term with the number of documents that have it, over all indexes searched. */
export interface ChosenTerm extends QueryTerm {
  frequency: number
}

/** Most weighted terms of one query. */
export const TERM_LIMIT = 64
const LOOKUP_LIMIT = 256

/**
 * Chooses the terms to score: rarest first (a low weight counts as more frequent) until their
 * postings reach the budget, at least one; with the synonyms of the words chosen first.
 */
export function selectTerms(
  indexes: readonly SearchIndex[],
  query: Query,
  postingsBudget: number,
): ChosenTerm[] {
  const own = rarestFirst(indexes, query.terms.slice(0, LOOKUP_LIMIT)).slice(0, TERM_LIMIT)
  const known = new Set(own.map(term => term.term))
  const unknown = query.terms.filter(term => !known.has(term.term)).slice(0, TERM_LIMIT)
  const synonyms = rarestFirst(indexes, expandTerms([...own, ...unknown]))
  return withinBudget([...own, ...synonyms].sort(compareCost).slice(0, TERM_LIMIT), postingsBudget)
}

function rarestFirst(indexes: readonly SearchIndex[], terms: readonly QueryTerm[]): ChosenTerm[] {
  return terms
    .map(term => ({ ...term, frequency: countDocuments(indexes, term.term) }))
    .filter(term => term.frequency > 0)
    .sort(compareCost)
}

/** In how many documents of all the indexes a term occurs. */
export function countDocuments(indexes: readonly SearchIndex[], term: string): number {
  return indexes.reduce((sum, index) => sum + index.frequency(term), 0)
}

function compareCost(a: ChosenTerm, b: ChosenTerm): number {
  return (
    a.frequency / a.weight - b.frequency / b.weight ||
    (a.term < b.term ? -1 : a.term > b.term ? 1 : 0)
  )
}

function withinBudget(terms: readonly ChosenTerm[], budget: number): ChosenTerm[] {
  let postings = 0
  return terms.filter((term, at) => {
    postings += term.frequency
    return at === 0 || postings <= budget
  })
}
