import MiniSearch from 'minisearch'
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
const BM25 = { k: 1.2, b: 0.7, d: 0.5 }
/** What a match in the title counts, in matches in the content. */
const TITLE_BOOST = 1.7

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
function inverseFrequency(documents: number, having: number): number {
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

const FIELDS = ['title', 'content', 'tags'] as const
const FIELD_IDS = { title: 0, content: 1, tags: 2 }
const BOOSTS = [TITLE_BOOST, 1, 1]

/** Frequencies by document, as MiniSearch serialises them. */
type Frequencies = Record<number, number>

/** One query term in one field: MiniSearch takes it for a term of its own. */
interface FieldTerm {
  key: string
  field: number
  frequencies: Frequencies
  boost: number
}

/** Scores the selected documents with a MiniSearch that holds just the chosen terms. */
export function scoreTerms(
  selections: readonly Selection[],
  chosen: readonly ChosenTerm[],
  collection: CollectionSizes,
): Candidate[] {
  const found = numberDocuments(selections)
  const terms = chosen.flatMap((term, at) => {
    const weight = weighTerm(term, collection)
    return loadTerm(selections, found.numbers, at, weight, collection.documents)
  })
  const { documents, totals } = collection
  const engine = MiniSearch.loadJS<{ id: number }>(
    {
      documentCount: documents,
      nextId: found.candidates.length,
      documentIds: found.ids,
      fieldIds: FIELD_IDS,
      fieldLength: found.lengths as never,
      averageFieldLength: FIELDS.map(field => totals[field] / documents || 1),
      storedFields: {},
      dirtCount: 0,
      index: terms.map(({ key, field, frequencies }) => [key, { [field]: frequencies }]),
      serializationVersion: 2,
    },
    { fields: [...FIELDS], tokenize: text => text.split(' '), processTerm: term => term },
  )
  const results = engine.search(terms.map(({ key }) => key).join(' '), {
    boostTerm: (_, at) => (terms[at] as FieldTerm).boost,
    bm25: BM25,
  })
  return results.map(({ id, score, queryTerms }) => {
    const candidate = found.candidates[id as number] as Candidate
    // MiniSearch multiplies by the number of terms matched, which drowns rare words in common ones.
    candidate.score = score / queryTerms.length
    const matched = queryTerms.map(key => chosen[Math.floor(Number(key) / 3)]?.term ?? '')
    candidate.terms = [...new Set(matched)]
    return candidate
  })
}

function numberDocuments(selections: readonly Selection[]) {
  const candidates: Candidate[] = []
  const ids: number[] = []
  const lengths: number[][] = []
  const numbers = selections.map(({ index, documents }, at) => {
    const known = new Int32Array(index.bound)
    for (const document of documents) {
      const row = index.lengths(document)
      ids.push(candidates.length)
      lengths.push([titleLength(row), contentLength(row), tagsLength(row)])
      known[document] = candidates.push({ index: at, document, score: 0, terms: [] })
    }
    return known
  })
  return { candidates, ids, lengths, numbers }
}

/**
 * The frequencies of a term in the selected documents, by field. MiniSearch derives a rarity from
 * what is loaded; the boosts put the rarity in the whole collection in its place.
 */
function loadTerm(
  selections: readonly Selection[],
  numbers: readonly Int32Array[],
  term: number,
  weight: number,
  documents: number,
): FieldTerm[] {
  const fields: [Frequencies, Frequencies, Frequencies] = [{}, {}, {}]
  const counts: [number, number, number] = [0, 0, 0]
  selections.forEach(({ postings }, at) => {
    const known = numbers[at] as Int32Array
    const list = postings[term] as ArrayLike<number>
    for (let i = 0; i < list.length; i++) {
      const posting = list[i] as number
      const id = (known[Math.floor(posting / 256)] as number) - 1
      if (id < 0) continue
      const title = titleFrequency(posting)
      const content = contentFrequency(posting)
      const tags = tagsFrequency(posting)
      if (title > 0) {
        fields[0][id] = title
        counts[0]++
      }
      if (content > 0) {
        fields[1][id] = content
        counts[1]++
      }
      if (tags > 0) {
        fields[2][id] = tags
        counts[2]++
      }
    }
  })
  return fields.flatMap((frequencies, field) => {
    const having = counts[field] as number
    if (having === 0) return []
    const boost = ((BOOSTS[field] as number) * weight) / inverseFrequency(documents, having)
    return [{ key: String(term * 3 + field), field, frequencies, boost }]
  })
}
