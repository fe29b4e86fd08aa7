import { tokenize } from '../../store/index/analyse.js'
import { uniteTerms } from '../../store/index/united.js'
import type { SearchIndex, WholeIndex } from '../../store/index/types.js'
import { isStopWord, parseQuery, STOP_WEIGHT, type QueryTerm } from './query.js'

/** Weight of a longer word beside the one that was typed. */
const LONGER_WEIGHT = 0.6
/** Letters that stemming may have taken off the word that is being typed. */
const ENDING_CHARS = 4
const LEAST_STEM_CHARS = 4

/** A text whose last word is being typed, to be searched with the words that it may become. */
export interface Beginning {
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
  const begun = new Set<string>()
  for (const index of indexes) for (const term of index.termsFrom(word)) begun.add(term)
  for (let cut = 1; begun.size === 0 && cut <= ENDING_CHARS; cut++) {
    const stem = word.slice(0, -cut)
    if (stem.length < LEAST_STEM_CHARS) break
    if (indexes.some(index => index.frequency(stem) > 0)) begun.add(stem)
  }
  return begun
}
