import {
  contentFrequency,
  contentLength,
  tagsFrequency,
  tagsLength,
  titleFrequency,
  titleLength,
} from '../../store/search-index/packing.js'
import type { SearchIndex } from '../../store/search-index/types.js'
import { BM25, TITLE_BOOST } from './bm25.js'
import { weighTerm, type Collection } from './collection.js'
import { STOP_WEIGHT } from './query.js'
import type { ChosenTerm } from './select-terms.js'

/** The chosen terms' postings in one index, and which documents of it are worth scoring. */
export interface Selection {
  index: SearchIndex
  postings: ArrayLike<number>[]
  /** Numbers of the documents kept. */
  documents: number[]
  /** Rough scores by number; 0 where no term occurs. */
  scores: Float64Array
  /** All documents that have a term. */
  matches: readonly number[]
}

/**
 * Keeps about `count` documents by a rough score (one field for all, as in BM25F), so that only
 * these have to be loaded and scored properly.
 */
export function preselect(
  indexes: readonly SearchIndex[],
  chosen: readonly ChosenTerm[],
  collection: Collection,
  count: number,
): Selection[] {
  const weights = chosen.map(term => weighTerm(term, collection))
  const { documents, totals } = collection
  const average = (TITLE_BOOST * totals.title + totals.content + totals.tags) / documents || 1
  const rough = indexes.map(index => scoreRoughly(index, chosen, weights, average))
  const matches = rough.reduce((sum, { documents: found }) => sum + found.length, 0)
  if (matches > count) keepBest(rough, matches, count)
  return rough
}

function scoreRoughly(
  index: SearchIndex,
  chosen: readonly ChosenTerm[],
  weights: readonly number[],
  average: number,
): Selection {
  const postings = chosen.map(({ term }) => index.postings(term))
  const scores = new Float64Array(index.bound)
  const matches: number[] = []
  const hasTelling = chosen.some(isTelling)
  const add = (term: number, mayBegin: boolean) => {
    const weight = weights[term] as number
    const list = postings[term] as ArrayLike<number>
    for (let i = 0; i < list.length; i++) {
      const posting = list[i] as number
      const document = Math.floor(posting / 256)
      if (scores[document] === 0) {
        if (!mayBegin) continue
        matches.push(document)
      }
      scores[document]! += weight * rateMatch(posting, index.lengths(document), average)
    }
  }
  // Stop words add to what other words found, but find nothing by themselves.
  chosen.forEach((term, at) => isTelling(term) && add(at, true))
  chosen.forEach((term, at) => isTelling(term) || add(at, !hasTelling))
  return { index, postings, documents: matches, scores, matches }
}

function isTelling(term: ChosenTerm): boolean {
  return term.weight > STOP_WEIGHT
}

/** BM25+ of one posting, with all fields as one. */
function rateMatch(posting: number, row: number, average: number): number {
  const frequency =
    TITLE_BOOST * titleFrequency(posting) + contentFrequency(posting) + tagsFrequency(posting)
  const length = TITLE_BOOST * titleLength(row) + contentLength(row) + tagsLength(row)
  const norm = BM25.k * (1 - BM25.b + (BM25.b * length) / average)
  return BM25.d + (frequency * (BM25.k + 1)) / (frequency + norm)
}

/** Cuts the documents down to the best; of equal ones those with the lowest id hash. */
function keepBest(rough: readonly Selection[], matches: number, count: number): void {
  const all = new Float64Array(matches)
  let at = 0
  for (const { documents, scores } of rough)
    for (const document of documents) all[at++] = scores[document] as number
  const sorted = all.sort()
  const least = sorted[matches - count] as number
  const above = matches - lastAtMost(sorted, least)
  const equal = rough.flatMap(({ index, documents, scores }) =>
    documents
      .filter(document => scores[document] === least)
      .map(document => index.idHash(document)),
  )
  const lastHash = equal.sort((a, b) => a - b)[count - above - 1] as number
  for (const part of rough)
    part.documents = part.documents.filter(document => {
      const score = part.scores[document] as number
      return score > least || (score === least && part.index.idHash(document) <= lastHash)
    })
}

function lastAtMost(sorted: Float64Array, value: number): number {
  let end = sorted.length
  while (end > 0 && (sorted[end - 1] as number) > value) end--
  return end
}
