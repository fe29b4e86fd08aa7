import MiniSearch from 'minisearch'
import {
  contentFrequency,
  contentLength,
  tagsFrequency,
  tagsLength,
  titleFrequency,
  titleLength,
} from '../../store/index/format.js'
import {
  BM25,
  numberDocuments,
  TITLE_BOOST,
  type Candidate,
  type ScoreTerms,
  type Selection,
} from './score.js'
import { inverseFrequency } from './terms.js'

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
export const scoreByMiniSearch: ScoreTerms = (selections, chosen, collection) => {
  const found = selections.map(numberDocuments)
  const candidates = found.flatMap(one => one.candidates)
  const terms = chosen.flatMap((term, at) => {
    return loadTerm(selections, found, at, term.worth, collection.documents)
  })
  const { documents, totals } = collection
  const engine = MiniSearch.loadJS<{ id: number }>(
    {
      documentCount: documents,
      nextId: candidates.length,
      documentIds: candidates.map((_, at) => at),
      fieldIds: FIELD_IDS,
      fieldLength: candidates.map(candidate => toLengths(selections, candidate)) as never,
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
    const candidate = candidates[id as number] as Candidate
    // MiniSearch multiplies by the number of terms matched, which drowns rare words in common ones.
    candidate.score = score / queryTerms.length
    const matched = queryTerms.map(key => chosen[Math.floor(Number(key) / 3)]?.term ?? '')
    candidate.terms = [...new Set(matched)]
    return candidate
  })
}

function toLengths(selections: readonly Selection[], { index, document }: Candidate): number[] {
  const row = (selections[index] as Selection).index.lengths(document)
  return [titleLength(row), contentLength(row), tagsLength(row)]
}

/**
 * The frequencies of a term in the selected documents, by field. MiniSearch derives a rarity from
 * what is loaded; the boosts put the rarity in the whole collection in its place.
 */
function loadTerm(
  selections: readonly Selection[],
  found: readonly ReturnType<typeof numberDocuments>[],
  term: number,
  weight: number,
  documents: number,
): FieldTerm[] {
  const fields: [Frequencies, Frequencies, Frequencies] = [{}, {}, {}]
  let before = 0
  selections.forEach(({ postings }, at) => {
    const { candidates, numbers } = found[at]!
    const list = postings[term] as ArrayLike<number>
    for (let i = 0; i < list.length; i++) {
      const posting = list[i] as number
      const place = numbers[posting >>> 8] as number
      if (place === 0) continue
      const id = before + place - 1
      const title = titleFrequency(posting)
      const content = contentFrequency(posting)
      const tags = tagsFrequency(posting)
      if (title > 0) fields[0][id] = title
      if (content > 0) fields[1][id] = content
      if (tags > 0) fields[2][id] = tags
    }
    before += candidates.length
  })
  return fields.flatMap((frequencies, field) => {
    const having = Object.keys(frequencies).length
    if (having === 0) return []
    const boost = ((BOOSTS[field] as number) * weight) / inverseFrequency(documents, having)
    return [{ key: String(term * 3 + field), field, frequencies, boost }]
  })
}
