import {
  contentFrequency,
  contentLength,
  tagsFrequency,
  tagsLength,
  titleFrequency,
  titleLength,
} from '../../store/index/format.js'
import type { FieldLengths, SearchIndex } from '../../store/index/types.js'
import { backgroundFrequency, BACKGROUND_DOCUMENTS, STOP_WEIGHT, type ChosenTerm } from './query.js'

/** MiniSearch's own BM25+ parameters: tuning them gained nothing on any set. */
export const BM25 = { k: 1.2, b: 0.7, d: 0.5 }
/** What a match in the title counts, in matches in the content. */
export const TITLE_BOOST = 1.7

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

/** BM25+'s inverse document frequency, as MiniSearch has it. */
export function inverseFrequency(documents: number, having: number): number {
  return Math.log(1 + (documents - having + 0.5) / (having + 0.5))
}

/** What a match of the term is worth: its rarity, as if 100 general documents were there too. */
export function weighTerm(term: ChosenTerm, { documents }: CollectionSizes): number {
  const all = documents + BACKGROUND_DOCUMENTS
  const frequency = Math.max(term.frequency, term.wordFrequency ?? 0)
  const having = Math.min(all, frequency + backgroundFrequency(term.word, term.term))
  return term.weight * inverseFrequency(all, having)
}

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
  collection: CollectionSizes,
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

/** A document with its score. */
export interface Candidate {
  /** Position of its index in the list searched. */
  index: number
  /** Its number there. */
  document: number
  score: number
  /** The query terms it has. */
  terms: string[]
}

/** Scores the selected documents by the chosen terms: the rarity of each, by BM25+ of its fields. */
export type ScoreTerms = (
  selections: readonly Selection[],
  chosen: readonly ChosenTerm[],
  collection: CollectionSizes,
) => Candidate[]

/**
 * Scores from the postings, for a process that searches once: to fill a MiniSearch takes it longer
 * than the search. What scoreByMiniSearch answers, but for the order.
 */
export const scoreDirectly: ScoreTerms = (selections, chosen, collection) => {
  const { documents, totals } = collection
  const averages: FieldLengths = {
    title: totals.title / documents || 1,
    content: totals.content / documents || 1,
    tags: totals.tags / documents || 1,
  }
  const weights = chosen.map(term => weighTerm(term, collection))
  return selections.flatMap((selection, index) => {
    const { candidates, numbers } = numberDocuments(selection, index)
    chosen.forEach(({ term }, at) => {
      const [list, weight] = [selection.postings[at]!, weights[at]!]
      for (let i = 0; i < list.length; i++) {
        const posting = list[i]!
        const candidate = candidates[numbers[posting >>> 8]! - 1]
        if (candidate === undefined) continue
        const row = selection.index.lengths(candidate.document)
        candidate.score += weight * rateFields(posting, row, averages)
        candidate.terms.push(term)
      }
    })
    return candidates
  })
}

/** The selected documents of one index as candidates, and the place of each document among them, from 1. */
export function numberDocuments({ index: source, documents }: Selection, index: number) {
  const numbers = new Uint32Array(source.bound)
  const candidates = documents.map((document, at): Candidate => {
    numbers[document] = at + 1
    return { index, document, score: 0, terms: [] }
  })
  return { candidates, numbers }
}

/** BM25+ of one posting, field by field. */
function rateFields(posting: number, row: number, average: FieldLengths): number {
  const [title, content, tags] = [
    titleFrequency(posting),
    contentFrequency(posting),
    tagsFrequency(posting),
  ]
  let sum = 0
  if (title > 0) sum += TITLE_BOOST * rateField(title, titleLength(row) / average.title)
  if (content > 0) sum += rateField(content, contentLength(row) / average.content)
  if (tags > 0) sum += rateField(tags, tagsLength(row) / average.tags)
  return sum
}

/** BM25+ of a field that is `length` times as long as others of its kind are on average. */
function rateField(frequency: number, length: number): number {
  const { k, b, d } = BM25
  return d + (frequency * (k + 1)) / (frequency + k * (1 - b + b * length))
}
