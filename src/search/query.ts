import { stem } from './stem.js'
import { isStopWord } from './stopwords.js'
import { findSynonyms } from './thesaurus.js'
import { tokenize } from './tokenize.js'

/** One term of a query. */
export interface QueryTerm {
  term: string
  /** 1 for a word of the text, less for stop words and synonyms. */
  weight: number
  /** The word of the text that it stands for. */
  word: string
}

/** A query after analysis. */
export interface Query {
  terms: QueryTerm[]
  /** The stems of the text in order, stop words included; '' where a stretch was cut out. */
  sequence: string[]
  /** False where there are stop words only. */
  isTelling: boolean
}

const HEAD_CHARS = 3_000
const TAIL_CHARS = 1_000
/** What a stop word counts beside other words. */
export const STOP_WEIGHT = 0.1
const SYNONYM_WEIGHT = 0.3

/** Analyses a prompt or search text; only its beginning and its end where it is long. */
export function parseQuery(text: string): Query {
  const tokens = tokenize(clip(text))
  const terms = new Map<string, QueryTerm>()
  const sequence: string[] = []
  for (const { word, type } of tokens) {
    const term = stem(word)
    if (type !== 'joined') sequence.push(term)
    if (!terms.has(term))
      terms.set(term, { term, weight: isStopWord(word) ? STOP_WEIGHT : 1, word })
  }
  const own = [...terms.values()]
  const isTelling = own.some(term => term.weight === 1)
  if (!isTelling) for (const term of own) term.weight = 1
  return { terms: own, sequence, isTelling }
}

/** The synonyms of terms, at a lower weight, without those that are in the text themselves. */
export function expandTerms(terms: readonly QueryTerm[]): QueryTerm[] {
  const present = new Set(terms.map(term => term.term))
  const added = new Map<string, QueryTerm>()
  for (const { term, word, weight } of terms) {
    if (weight < 1) continue
    for (const synonym of findSynonyms(term))
      if (!present.has(synonym) && !added.has(synonym))
        added.set(synonym, { term: synonym, weight: SYNONYM_WEIGHT, word })
  }
  return [...added.values()]
}

function clip(text: string): string {
  if (text.length <= HEAD_CHARS + TAIL_CHARS) return text
  return `${text.slice(0, HEAD_CHARS)} \n ${text.slice(-TAIL_CHARS)}`
}
