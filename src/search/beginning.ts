import { tokenize } from '../../store/index/analyse.js'
import {
  contentFrequency,
  packFrequencies,
  tagsFrequency,
  titleFrequency,
} from '../../store/index/format.js'
import type { SearchIndex, WholeIndex } from '../../store/index/types.js'
import { isStopWord, parseQuery, STOP_WEIGHT, type QueryTerm } from './query.js'

/** Weight of a longer word beside the one that was typed. */
const LONGER_WEIGHT = 0.6
/** Letters that stemming may have taken off the word that is being typed. */
const ENDING_CHARS = 4
const LEAST_STEM_CHARS = 4

/** A text whose last word is being typed, to be searched with the words that it may become. */
interface Beginning {
  /** The indexes, in which one more term stands for all terms that go on from that word. */
  indexes: readonly SearchIndex[]
  /** Term for it: the word and `*`, which no word has. */
  term: QueryTerm
}

/** Looks up what the last word of a text may become; undefined where no term goes on from it. */
export function openBeginning(indexes: readonly WholeIndex[], text: string): Beginning | undefined {
  const word = tokenize(text).findLast(({ type }) => type !== 'joined')?.word
  if (word === undefined) return undefined
  const begun = findBegun(indexes, word)
  if (begun.size === 0) return undefined
  const term = `${word}*`
  // Beside other words `in` is no more likely the beginning of one than a word of its own.
  const isAside = isStopWord(word) && parseQuery(text).isTelling
  return {
    indexes: indexes.map(index => uniteTerms(index, term, begun)),
    term: { term, word, weight: isAside ? STOP_WEIGHT : LONGER_WEIGHT, kind: 'own' },
  }
}

/** Terms are stems: of `configura` there is only `configur`. */
function findBegun(indexes: readonly WholeIndex[], word: string): Set<string> {
  const isKnown = (term: string) => indexes.some(index => index.frequency(term) > 0)
  const begun = new Set(indexes.flatMap(index => [...index.termsFrom(word)]))
  if (![...begun].some(isKnown)) begun.clear()
  for (let cut = 1; begun.size === 0 && cut <= ENDING_CHARS; cut++) {
    const stem = word.slice(0, -cut)
    if (stem.length < LEAST_STEM_CHARS) break
    if (isKnown(stem)) begun.add(stem)
  }
  return begun
}

/** An index in which one more term stands for several others: a document has it as often as all of them. */
function uniteTerms(index: SearchIndex, name: string, terms: Iterable<string>): SearchIndex {
  const united = unite(index, terms)
  const { size, bound, totals } = index
  return {
    ...{ size, bound, totals },
    frequency: term => (term === name ? united.length : index.frequency(term)),
    termsFrom: beginning => index.termsFrom(beginning),
    postings: term => (term === name ? united : index.postings(term)),
    lengths: document => index.lengths(document),
    idHash: document => index.idHash(document),
    textHash: document => index.textHash(document),
    place: document => index.place(document),
    words: document => index.words(document),
    entry: document => index.entry(document),
    passages: () => index.passages(),
    entries: (from, count) => index.entries(from, count),
  }
}

function unite(index: SearchIndex, terms: Iterable<string>): number[] {
  const packed = new Uint8Array(index.bound)
  for (const term of terms) {
    const list = index.postings(term)
    for (let i = 0; i < list.length; i++) {
      const posting = list[i] as number
      const document = Math.floor(posting / 256)
      packed[document] = addFrequencies(packed[document] as number, posting & 255)
    }
  }
  const united: number[] = []
  packed.forEach((frequencies, document) => {
    if (frequencies > 0) united.push(document * 256 + frequencies)
  })
  return united
}

/** Packed frequencies of two terms together. */
function addFrequencies(a: number, b: number): number {
  return packFrequencies({
    title: titleFrequency(a) + titleFrequency(b),
    content: contentFrequency(a) + contentFrequency(b),
    tags: tagsFrequency(a) + tagsFrequency(b),
  })
}
