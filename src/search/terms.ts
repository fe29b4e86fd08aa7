import type { FieldLengths, SearchIndex } from '../../store/index/types.js'
import { backgroundFrequency, expandTerms, type Query, type QueryTerm } from './query.js'

/** Sizes of all the indexes together: integers, so that any split of the items gives the same. */
export interface CollectionSizes {
  documents: number
  totals: FieldLengths
}

/** Sums what scores depend on over the indexes. */
export function measureCollection(indexes: readonly SearchIndex[]): CollectionSizes {
  const totals = { title: 0, content: 0, tags: 0 }
  let documents = 0
  for (const { size, totals: sums } of indexes) {
    documents += size
    totals.title += sums.title
    totals.content += sums.content
    totals.tags += sums.tags
  }
  return { documents, totals }
}

/** A query term that some document has. */
export interface ChosenTerm extends QueryTerm {
  /** The number of documents that have it, over all indexes searched. */
  frequency: number
  /** Worth of a match of it (weighTerm). */
  worth: number
}

/** Documents of general English that are assumed beside the ones that are there. */
const BACKGROUND_DOCUMENTS = 100

/** BM25+'s inverse document frequency, as MiniSearch has it. */
export function inverseFrequency(documents: number, having: number): number {
  return Math.log(1 + (documents - having + 0.5) / (having + 0.5))
}

/**
 * Worth of a match of a term that so many documents have: its rarity, as if 100 general documents
 * were there too.
 */
export function weighTerm(
  { term, word, weight }: QueryTerm,
  frequency: number,
  { documents }: CollectionSizes,
): number {
  const all = documents + BACKGROUND_DOCUMENTS
  const having = Math.min(all, frequency + backgroundFrequency(word, term))
  return weight * inverseFrequency(all, having)
}

/** Most weighted terms of one query. */
const TERM_LIMIT = 64
const LOOKUP_LIMIT = 256

/** The rarest terms of a query that some document has, rarest first. */
export interface SelectedTerms {
  /** Terms that are scored. */
  chosen: ChosenTerm[]
  /** Terms beyond the budget of postings too: what they are worth counts all the same. */
  known: ChosenTerm[]
}

/**
 * Chooses the terms to score: rarest first (a low weight counts as more frequent) until their
 * postings reach the budget, at least one; with the synonyms of the words chosen first.
 */
export function selectTerms(
  indexes: readonly SearchIndex[],
  query: Query,
  collection: CollectionSizes,
  postingsBudget: number,
): SelectedTerms {
  const own = findTerms(indexes, query.terms.slice(0, LOOKUP_LIMIT), collection)
  own.sort(compareCost).splice(TERM_LIMIT)
  const frequencies = new Map<string, number>()
  const present = new Set<string>()
  for (const { term, word, frequency } of own) {
    frequencies.set(word, frequency)
    present.add(term)
  }
  const absent = query.terms.filter(({ term }) => !present.has(term)).slice(0, TERM_LIMIT)
  const others = expandTerms([...own, ...absent], query.sequence)
  const synonyms = findTerms(indexes, others, collection, frequencies)
  const known = [...own, ...synonyms].sort(compareCost).slice(0, TERM_LIMIT)
  return { chosen: withinBudget(known, postingsBudget), known }
}

/** The terms that some document has. A synonym counts as no rarer than the word that it stands for. */
function findTerms(
  indexes: readonly SearchIndex[],
  terms: readonly QueryTerm[],
  collection: CollectionSizes,
  wordFrequencies?: ReadonlyMap<string, number>,
): ChosenTerm[] {
  const found: ChosenTerm[] = []
  for (const one of terms) {
    const { term, weight, word, kind } = one
    let frequency = 0
    for (const index of indexes) frequency += index.frequency(term)
    if (frequency === 0) continue
    const counted = Math.max(frequency, wordFrequencies?.get(word) ?? 0)
    const worth = weighTerm(one, counted, collection)
    found.push({ term, weight, word, kind, frequency, worth })
  }
  return found
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
