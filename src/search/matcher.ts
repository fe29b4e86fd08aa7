import { stemAmong, tokenize, USUAL, USUAL_LETTERS } from '../../store/index/analyse.js'

/** Words that one item is told to match by. */
const MOST_WORDS = 50
/** Characters of a text that are searched. */
const TEXT_CHARS = 65_536
/** Characters of all texts together: to look through so many takes a quarter of a second. */
const ALL_CHARS = 40 * TEXT_CHARS
/** Runs of letters, and those of a text which has no others than these: sooner compiled. */
let anyRun: RegExp | undefined
const KNOWN = `${USUAL_LETTERS}\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f`
const KNOWN_RUN = new RegExp(`[${KNOWN}]+(?:['’._-][${KNOWN}]+)*`, 'g')
const UNKNOWN = new RegExp(`[^${KNOWN}${USUAL}’]`)
const SEPARATOR = /['’._-]+/

/**
 * A function that finds the words of texts that any of these terms found, each as it stands there:
 * 50 distinct ones at most. A term that ends in `*` stands for all words that begin so. Of texts that
 * come after 2.6 million characters it finds none.
 */
export function createMatcher(terms: ReadonlySet<string>): (texts: readonly string[]) => string[] {
  const beginnings = [...terms].filter(term => term.endsWith('*')).map(term => term.slice(0, -1))
  const stemOf = stemAmong(terms)
  const isMatch = (word: string) =>
    stemOf(word) !== undefined || beginnings.some(beginning => word.startsWith(beginning))
  const known = new Map<string, readonly string[]>()
  const wordsOf = (run: string) => {
    const words = known.get(run) ?? findWords(run, isMatch)
    known.set(run, words)
    return words
  }
  let left = ALL_CHARS
  return texts => {
    const found = new Set<string>()
    for (const text of texts) {
      const part = text.slice(0, Math.min(TEXT_CHARS, left))
      left -= part.length
      for (const run of part.match(runsIn(part)) ?? []) {
        for (const word of wordsOf(run)) found.add(word)
        if (found.size >= MOST_WORDS) return [...found].slice(0, MOST_WORDS)
      }
    }
    return [...found]
  }
}

function runsIn(text: string): RegExp {
  if (!UNKNOWN.test(text)) return KNOWN_RUN
  return (anyRun ??= /[\p{L}\p{N}\p{M}]+(?:['’._-][\p{L}\p{N}\p{M}]+)*/gu)
}

/** The parts of a compound that match; the whole one where it matches only as that. */
function findWords(run: string, isMatch: (word: string) => boolean): string[] {
  if (/^[a-z]+$/.test(run)) return isMatch(run) ? [run] : []
  const tokens = tokenize(run).filter(({ word }) => isMatch(word))
  if (tokens.length > 0 && tokens.every(({ type }) => type === 'joined')) return [run]
  const parts = tokens.some(({ type }) => type === 'part') ? run.split(SEPARATOR) : []
  const isMatching = (part: string) =>
    tokenize(part).some(({ word, type }) => type === 'part' && isMatch(word))
  const pairs = tokens.filter(({ type }) => type === 'cjk').map(({ word }) => word)
  return [...parts.filter(isMatching), ...pairs]
}
