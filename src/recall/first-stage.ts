import MiniSearch from 'minisearch'
import {
  contentFrequency,
  contentLength,
  tagsFrequency,
  tagsLength,
  titleFrequency,
  titleLength,
} from '../../store/search-index/packing.js'
import { BM25, TITLE_BOOST } from './bm25.js'
import { inverseFrequency, weighTerm, type Collection } from './collection.js'
import type { Selection } from './preselect.js'
import type { ChosenTerm } from './select-terms.js'

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
  collection: Collection,
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
