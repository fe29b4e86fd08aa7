import {
  contentFrequency,
  contentLength,
  tagsFrequency,
  tagsLength,
  titleFrequency,
  titleLength,
} from '../../store/index/format.js'
import type { FieldLengths, SearchIndex } from '../../store/index/types.js'
import { STOP_WEIGHT } from './query.js'
import type { ChosenTerm, CollectionSizes } from './terms.js'

/** MiniSearch's own BM25+ parameters: tuning them gained nothing on any set. */
export const BM25 = { k: 1.2, b: 0.7, d: 0.5 }
/** Worth of a match in the title, in matches in the content. */
export const TITLE_BOOST = 1.7

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
 * these have to be loaded and scored properly. Terms beyond `postingsFinding` postings, the rarest first,
 * find none by themselves.
 */
export function preselect(
  indexes: readonly SearchIndex[],
  chosen: readonly ChosenTerm[],
  collection: CollectionSizes,
  count: number,
  postingsFinding = Infinity,
): Selection[] {
  const { documents, totals } = collection
  const average = (TITLE_BOOST * totals.title + totals.content + totals.tags) / documents || 1
  const rough = indexes.map(index => scoreRoughly(index, chosen, average, postingsFinding))
  const matches = rough.reduce((sum, { documents: found }) => sum + found.length, 0)
  if (matches > count) keepBest(rough, matches, count)
  return rough
}

function scoreRoughly(
  index: SearchIndex,
  chosen: readonly ChosenTerm[],
  average: number,
  postingsFinding: number,
): Selection {
  const postings = chosen.map(({ term }) => index.postings(term))
  const scores = new Float64Array(index.bound)
  const norms = new Float64Array(index.bound)
  const matches: number[] = []
  const hasTelling = chosen.some(isTelling)
  const { d } = BM25
  const add = ({ worth }: ChosenTerm, list: ArrayLike<number>, mayBegin: boolean) => {
    for (let i = 0; i < list.length; i++) {
      const posting = list[i]!
      const document = posting >>> 8
      let norm = norms[document]!
      if (norm === 0) {
        if (!mayBegin) continue
        matches.push(document)
        norms[document] = norm = toNorm(index.lengths(document), average)
      }
      // BM25+ of one posting, with all fields as one.
      const frequency = FREQUENCIES[posting & 255]!
      scores[document]! += worth * (d + (frequency * K_AND_1) / (frequency + norm))
    }
  }
  // Stop words add to what other words found, but find nothing by themselves.
  let begun = 0
  chosen.forEach((term, at) => {
    if (!isTelling(term)) return
    const mayBegin = begun === 0 || begun + term.frequency <= postingsFinding
    begun += term.frequency
    add(term, postings[at]!, mayBegin)
  })
  chosen.forEach((term, at) => isTelling(term) || add(term, postings[at]!, !hasTelling))
  return { index, postings, documents: matches, scores, matches }
}

function isTelling(term: ChosenTerm): boolean {
  return term.weight > STOP_WEIGHT
}

const K_AND_1 = BM25.k + 1

/** Frequency of a term in all fields as one, by the byte of a posting: a loop that runs cold calls nothing. */
const FREQUENCIES = Float64Array.from(
  { length: 256 },
  (_, byte) => TITLE_BOOST * titleFrequency(byte) + contentFrequency(byte) + tagsFrequency(byte),
)

/** Length norm of BM25: the longer a document, the less the frequency of a term counts; never 0. */
function toNorm(row: number, average: number): number {
  const length = TITLE_BOOST * titleLength(row) + contentLength(row) + tagsLength(row)
  return BM25.k * (1 - BM25.b + (BM25.b * length) / average)
}

/** Cuts the documents down to the best; of equal ones those that `compareTies` puts first. */
function keepBest(rough: readonly Selection[], matches: number, count: number): void {
  const all = new Float64Array(matches)
  let at = 0
  for (const { documents, scores } of rough)
    for (const document of documents) all[at++] = scores[document]!
  const least = findNthLargest(all, count)
  let above = 0
  const equal: Tie[] = []
  for (const part of rough) {
    const { index, scores, documents } = part
    const kept: number[] = []
    for (const document of documents) {
      const score = scores[document]!
      if (score < least) continue
      kept.push(document)
      if (score > least) above++
      else equal.push(tieOf(index, document))
    }
    part.documents = kept
  }
  if (equal.length === count - above) return
  const last = equal.sort(compareTies)[count - above - 1]!
  for (const part of rough)
    part.documents = part.documents.filter(
      document =>
        part.scores[document]! > least || compareTies(tieOf(part.index, document), last) <= 0,
    )
}

/** Hashes of a document's text and of its id, by which documents of one score are ordered. */
export interface Tie {
  text: number
  id: number
}

/** The hashes that order a document among others of its score. */
export function tieOf(index: SearchIndex, document: number): Tie {
  return { text: index.textHash(document), id: index.idHash(document) }
}

/** Orders documents of one score, whatever the order they were loaded in; copies of a text by their id. */
export function compareTies(a: Tie, b: Tie): number {
  return a.text - b.text || a.id - b.id
}

/** More of the largest are not worth finding one by one. */
const FEW = 512

/** The score that `count` of at least so many reach, `count` being 1 or more; sorts none of many. */
export function findNthLargest(scores: Float64Array, count: number): number {
  if (count > FEW || count * 2 > scores.length) {
    return scores.slice().sort()[scores.length - count] as number
  }
  const best = scores.slice(0, count).sort()
  for (let at = count; at < scores.length; at++) {
    const score = scores[at] as number
    if (score <= (best[0] as number)) continue
    let place = 0
    for (; place + 1 < count && (best[place + 1] as number) < score; place++)
      best[place] = best[place + 1] as number
    best[place] = score
  }
  return best[0] as number
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
  return selections.flatMap((selection, index) => {
    const { candidates, numbers } = numberDocuments(selection, index)
    const documents = [...selection.documents].sort((a, b) => a - b)
    const rate = (posting: number, { term, worth }: ChosenTerm) => {
      const candidate = candidates[numbers[posting >>> 8]! - 1]!
      const row = selection.index.lengths(candidate.document)
      candidate.score += worth * rateFields(posting, row, averages)
      candidate.terms.push(term)
    }
    chosen.forEach((term, at) => {
      const list = selection.postings[at]!
      let from = 0
      for (const document of documents) {
        from = findPosting(list, document, from)
        const posting = list[from] ?? -1
        if (posting >>> 8 === document) rate(posting, term)
      }
    })
    return candidates
  })
}

/** Place of a document's posting in a list, or that of the next one, at or behind `from`. */
function findPosting(list: ArrayLike<number>, document: number, from: number): number {
  let [low, high] = [from, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (list[middle]! >>> 8 < document) low = middle + 1
    else high = middle
  }
  return low
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
  const title = titleFrequency(posting)
  const content = contentFrequency(posting)
  const tags = tagsFrequency(posting)
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
