import { stem, tokenize } from '../../store/index/analyse.js'
import type { SearchIndex } from '../../store/index/types.js'
import type { Query, QueryTerm } from './query.js'

/** The words of an index, and how often it has them. */
type Vocabulary = Pick<SearchIndex, 'frequency' | 'termsFrom'>

/** Words of a query that are looked up in the vocabulary: each takes a few reads of an index file. */
const WORD_LIMIT = 6
/** Letters of the shortest word that is looked up, and of what is left of one without its ending. */
const LEAST_WORD = 5
const LEAST_STEM = 4
/** First parts of a compound that are tried, longest first. */
const HEAD_LIMIT = 2
/** Letters of the shortest part of a compound. */
const LEAST_PART = 4
/** Letters that a word and its other forms have in common at least. */
const SHARED_LETTERS = 5
/** Other words that one word brings of each sort. */
const FORM_LIMIT = 4
/** Weights of another form of a word, of a compound of two words of the query, and of one of one. */
const FORM_WEIGHT = 0.5
const LONGER_WEIGHT = 0.3

const LETTERS = /^[a-z]+$/
/** Letters that link the parts of a compound. */
const LINKS = ['', 's', 'es', 'n', 'en', 'er', 'e']
/** Endings of nouns and adjectives, longer ones first. */
const ENDINGS = ['em', 'er', 'en', 'es', 'e', 's', 'n']
/** Letters that are left at least of a word of an English text, where `listen` is no plural of `list`. */
const LEAST_ENGLISH_STEM = 6
/** Letters that are left at least without an ending that English words have of their own (`center`). */
const LEAST_WITHOUT_R = 5

/**
 * Puts in place of the words of a query that no document has what the documents have instead: other
 * forms of them (`Rechnungen` for `Rechnung`), or the parts of a compound where both are known; and adds
 * compounds that begin with such a word, or with another and end with it. Returns the same query where
 * nothing is found.
 */
export function adaptQuery(vocabularies: readonly Vocabulary[], query: Query): Query {
  const lookup = new Lookup(vocabularies, isEnglish(query.words) ? LEAST_ENGLISH_STEM : LEAST_STEM)
  const said = new Set(query.words)
  const words = query.terms
    .filter(({ word, weight }) => weight === 1 && isLong(word) && said.has(word))
    .sort((a, b) => b.word.length - a.word.length)
  const unknown = words.filter(({ term }) => !lookup.isKnown(term)).slice(0, WORD_LIMIT)
  if (unknown.length === 0) return query
  const spellings = readUmlauts(query.text)
  const replaced = new Map<string, QueryTerm[]>()
  for (const one of unknown) {
    const terms = replaceWord(lookup, one, words, spellings.get(one.word))
    if (terms.length > 0) replaced.set(one.term, terms)
  }
  const missing = unknown.filter(({ term }) => !replaced.has(term))
  const others = words.filter(one => !unknown.includes(one)).slice(0, WORD_LIMIT - unknown.length)
  const added = missing.length === 0 ? [] : joinWords(lookup, others, missing)
  if (replaced.size + added.length === 0) return query
  const terms = query.terms.flatMap(one => replaced.get(one.term) ?? [one])
  return { ...query, terms: unite([...terms, ...added]) }
}

/** Compounds that begin with one of the words and end with one of those that are missing. */
function joinWords(lookup: Lookup, words: readonly QueryTerm[], missing: readonly QueryTerm[]) {
  const longer = words.flatMap(({ word }) =>
    lookup.longerThan(word).flatMap(one => toLonger(one, word, missing)),
  )
  return longer.filter(({ kind }) => kind === 'equal')
}

const ENGLISH_WORD =
  /^(?:the|of|to|is|are|does|how|what|which|where|when|why|it|for|and|with|this|that|can|should)$/
const GERMAN_WORD = /^(?:der|das|und|ist|sind|nicht|ein|eine|wie|wo|bei|mit|von|wir|ich)$/

/** True for the words of a text that is English by its small words, and not German that quotes some. */
function isEnglish(words: readonly string[]): boolean {
  return words.some(word => ENGLISH_WORD.test(word)) && !words.some(word => GERMAN_WORD.test(word))
}

function isLong(word: string): boolean {
  return word.length >= LEAST_WORD && LETTERS.test(word)
}

/** No own term twice; others may stand for several words. */
function unite(terms: readonly QueryTerm[]): QueryTerm[] {
  const known = new Set<string>()
  return terms.filter(({ term, word, kind }) => {
    const key = kind === 'own' ? term : `${term} ${word}`
    return known.size < known.add(key).size
  })
}

const UMLAUT_WORD =
  /[a-z\u00e4\u00f6\u00fc\u00df]*[\u00e4\u00f6\u00fc][a-z\u00e4\u00f6\u00fc\u00df]*/gi

/** The words with an umlaut as they are spelt without one (`Überweisung`: `ueberweisung`). */
function readUmlauts(text: string): Map<string, string> {
  const spellings = new Map<string, string>()
  if (!/[\u00e4\u00f6\u00fc]|[aou]\u0308/i.test(text)) return spellings
  for (const [word] of text.normalize('NFC').matchAll(UMLAUT_WORD)) {
    const spelt = word.replace(/[\u00e4\u00f6\u00fc]/gi, letter => `${letter.normalize('NFD')[0]}e`)
    spellings.set(tokenize(word)[0]?.word ?? '', tokenize(spelt)[0]?.word ?? '')
  }
  return spellings
}

/** An e that may stand for the dots of an umlaut: not that of `neue` or `quer`. */
const SPELT_UMLAUT = /(?<![aeiouq])([aou])e/g

/** The terms to look for instead of a word; [] where there is none. */
function replaceWord(
  lookup: Lookup,
  { term, word }: QueryTerm,
  others: readonly QueryTerm[],
  spelt?: string,
): QueryTerm[] {
  const spellings = [...new Set([word, spelt ?? word, word.replace(SPELT_UMLAUT, '$1')])]
  const forms = spellings.flatMap(spelling => lookup.formsOf(spelling))
  if (forms.length > 0) {
    const [best, ...rest] = forms.map(form => toTerm(form, word, 'equal', FORM_WEIGHT))
    return [{ ...best!, weight: 1, kind: 'own' }, ...rest]
  }
  for (const spelling of spellings) {
    const parts = lookup.split(spelling)
    if (parts.length > 0) return parts.map(part => toTerm(part, part, 'own', 1))
  }
  const own: QueryTerm = { term, word, weight: 1, kind: 'own' }
  const longer = spellings.flatMap(spelling => lookup.longerThan(spelling))
  return longer.length === 0 ? [] : [own, ...longer.flatMap(one => toLonger(one, word, others))]
}

function toTerm(term: string, word: string, kind: QueryTerm['kind'], weight: number): QueryTerm {
  return { term, word, weight, kind }
}

/** A compound stands for both of its words where the query has the other one as well. */
function toLonger({ term, rests }: Longer, word: string, others: readonly QueryTerm[]) {
  const other = others.find(one => {
    return one.word !== word && isLong(one.word) && rests.some(rest => isRest(rest, term, one.word))
  })
  if (other === undefined) return [toTerm(term, word, 'related', LONGER_WEIGHT)]
  return [word, other.word].map(one => toTerm(term, one, 'equal', FORM_WEIGHT))
}

/** A compound of the vocabulary, and what it may have behind a word. */
interface Longer {
  term: string
  rests: string[]
}

/** Looks words up in several vocabularies as one. */
class Lookup {
  readonly #near = new Map<string, readonly string[]>()

  constructor(
    private readonly vocabularies: readonly Vocabulary[],
    /** Letters without its endings of the shortest word that has other forms. */
    private readonly leastStem: number,
  ) {}

  isKnown(term: string): boolean {
    return this.vocabularies.some(one => one.frequency(term) > 0)
  }

  /** Terms that are another form of a word, the most frequent first. */
  formsOf(word: string): string[] {
    if (stemsOf(word).at(-1)!.length < this.leastStem) return []
    return this.best(this.near(word).filter(term => isForm(term, word)))
  }

  /** The terms of both parts of a compound, where they are known; else []. */
  split(word: string): string[] {
    if (word.length < 2 * LEAST_PART) return []
    const heads = this.near(word).filter(
      term => term.length >= LEAST_PART && word.startsWith(term) && this.isKnown(term),
    )
    for (const head of heads.sort((a, b) => b.length - a.length).slice(0, HEAD_LIMIT)) {
      for (const rest of restsOf(word, head)) {
        const known = stem(rest)
        if (this.isKnown(known)) return [head, known]
        const [form] = this.formsOf(rest)
        if (form !== undefined) return [head, form]
      }
    }
    return []
  }

  /** Compounds that begin with a word. */
  longerThan(word: string): Longer[] {
    const near = this.near(word)
    const found = new Map<string, string[]>()
    for (const begun of stemsOf(word)) {
      if (begun.length < LEAST_WORD) break
      for (const term of near)
        if (term.startsWith(begun))
          found.set(term, [...(found.get(term) ?? []), ...restsOf(term, begun)])
    }
    return this.best([...found.keys()]).map(term => ({ term, rests: found.get(term) ?? [] }))
  }

  /** The terms that begin as the word does, and some that no document has any more. */
  private near(word: string): readonly string[] {
    const beginning = word.slice(0, Math.min(SHARED_LETTERS, stemsOf(word).at(-1)!.length))
    let near = this.#near.get(beginning)
    if (near === undefined) {
      const all = this.vocabularies.flatMap(one => [...one.termsFrom(beginning)])
      this.#near.set(beginning, (near = [...new Set(all)].sort()))
    }
    return near
  }

  /** The most frequent of the terms that some document has. */
  private best(terms: readonly string[]): string[] {
    const rated = terms
      .map(term => ({ term, count: this.count(term) }))
      .filter(({ count }) => count > 0)
    rated.sort((a, b) => b.count - a.count || (a.term < b.term ? -1 : 1))
    return rated.slice(0, FORM_LIMIT).map(({ term }) => term)
  }

  private count(term: string): number {
    return this.vocabularies.reduce((sum, one) => sum + one.frequency(term), 0)
  }
}

/** True for a term that is the stem of a form of the word, or as much without its ending. */
function isForm(term: string, word: string): boolean {
  const stems = stemsOf(word)
  return stems.some(one => stem(one) === term) || stemsOf(term).at(-1) === stems.at(-1)
}

/** A word without each of its endings, the word itself first. */
function stemsOf(word: string): string[] {
  const ending = ENDINGS.find(one => {
    const least = one === 'er' ? LEAST_WITHOUT_R : LEAST_STEM
    return word.endsWith(one) && word.length - one.length >= least
  })
  return ending === undefined ? [word] : [word, ...stemsOf(word.slice(0, -ending.length))]
}

/** True for what a compound has behind its first part where it is a form of the word. */
function isRest(rest: string, compound: string, word: string): boolean {
  const before = compound.slice(0, compound.length - rest.length)
  return isForm(rest, word) || stemsOf(word).some(one => stem(before + one) === compound)
}

/** The possible last parts of a compound that begins so, without the letters that link them. */
function restsOf(compound: string, first: string): string[] {
  const rest = compound.slice(first.length)
  return LINKS.filter(link => rest.startsWith(link))
    .map(link => rest.slice(link.length))
    .filter(part => part.length >= LEAST_PART)
}
