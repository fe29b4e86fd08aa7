import { stem, tokenize } from '../../store/index/analyse.js'
import type { SearchIndex } from '../../store/index/types.js'
import { scoreByMiniSearch } from './minisearch.js'
import type { Selection } from './score.js'
import { keyOf, rankMatches, takeHits, type Found, type Hit, type SearchOptions } from './search.js'

/**
 * Searches as `search` does, with one hit an item, its best, and counts all items that are
 * accepted; a list asks for no judgement, and none is made.
 */
export function searchPage(
  indexes: readonly SearchIndex[],
  text: string,
  options: SearchOptions,
): FoundPage {
  const found = rankMatches(indexes, text, { score: scoreByMiniSearch, ...options }, false)
  if (found === undefined) return { hits: [], total: 0, terms: new Set() }
  const { matches, items } = countMatches(found, options.accept)
  const hits = takeHits(indexes, found, options, matches - items)
  return { hits: firstOfItems(hits), total: items, terms: new Set(found.words.keys()) }
}

/** A page of what was found. */
interface FoundPage {
  hits: Hit[]
  total: number
  /** The terms that explain the hits: words of the text, and other names of them. */
  terms: ReadonlySet<string>
}

function firstOfItems(hits: readonly Hit[]): Hit[] {
  const seen = new Set<string>()
  return hits.filter(({ index, entry }) => seen.size < seen.add(keyOf(index, entry)).size)
}

/** Counts the documents that match and are accepted, and their items. */
function countMatches({ selections }: Found, accept: SearchOptions['accept']) {
  let matches = 0
  let items = 0
  selections.forEach((selection, at) => {
    const { index, matches: found } = selection
    const isAccepted = accept && ((document: number) => accept(index.entry(document), at))
    const documents = isAccepted ? found.filter(isAccepted) : found
    matches += documents.length
    items += documents.length - countFurtherPassages(selection, isAccepted)
  })
  return { matches, items }
}

/** Counts the passages that match and are accepted beside the first of their item. */
function countFurtherPassages(
  { index, scores }: Selection,
  isAccepted: (document: number) => boolean = () => true,
): number {
  const items = new Set<string>()
  let passages = 0
  for (const [document, id] of index.passages()) {
    if (scores[document] === 0 || !isAccepted(document)) continue
    passages++
    items.add(id)
  }
  return passages - items.size
}

/** Words that one item is told to match by. */
const MOST_WORDS = 50
/** Characters of a text that are searched. */
const TEXT_CHARS = 65_536
/** Characters of all texts together: to look through so many takes a quarter of a second. */
const ALL_CHARS = 40 * TEXT_CHARS
const RUN = /[\p{L}\p{N}\p{M}]+(?:['’._-][\p{L}\p{N}\p{M}]+)*/gu
const SEPARATOR = /['’._-]+/

/**
 * A function that finds the words of texts that any of these terms found, each as it stands there:
 * 50 distinct ones at most. A term that ends in `*` stands for all words that begin so. Of texts that
 * come after 2.6 million characters it finds none.
 */
export function createMatcher(terms: ReadonlySet<string>): (texts: readonly string[]) => string[] {
  const beginnings = [...terms].filter(term => term.endsWith('*')).map(term => term.slice(0, -1))
  const isMatch = (word: string) =>
    terms.has(stem(word)) || beginnings.some(beginning => word.startsWith(beginning))
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
      for (const [run] of part.matchAll(RUN)) {
        for (const word of wordsOf(run)) found.add(word)
        if (found.size >= MOST_WORDS) return [...found].slice(0, MOST_WORDS)
      }
    }
    return [...found]
  }
}

/** The parts of a compound that match; the whole one where it matches only as that. */
function findWords(run: string, isMatch: (word: string) => boolean): string[] {
  const tokens = tokenize(run).filter(({ word }) => isMatch(word))
  if (tokens.length > 0 && tokens.every(({ type }) => type === 'joined')) return [run]
  const parts = tokens.some(({ type }) => type === 'part') ? run.split(SEPARATOR) : []
  const isMatching = (part: string) =>
    tokenize(part).some(({ word, type }) => type === 'part' && isMatch(word))
  const pairs = tokens.filter(({ type }) => type === 'cjk').map(({ word }) => word)
  return [...parts.filter(isMatching), ...pairs]
}
