import { hashTerm } from '../../store/search-index/hash.js'
import { weighTerm, type Collection } from './collection.js'
import type { Query } from './query.js'
import type { ChosenTerm } from './select-terms.js'

/** What of a query is looked for in a document's sequence of words, by term hash. */
export interface WordPattern {
  weights: ReadonlyMap<number, number>
  /** First word → second word → what the two are worth near each other. */
  pairs: ReadonlyMap<number, ReadonlyMap<number, number>>
}

/** What the word order of one document adds to its score. */
export interface WordScore {
  pairs: number
  passage: number
}

/** A pair counts fully where the words are adjacent, half with one word between. */
const PAIR_REACH = 2
/** Words of a passage: a few sentences. */
const PASSAGE_WORDS = 40
/** A document that is not much longer than a passage is one. */
const LONG_WORDS = 0
const PASSAGE_WEIGHT = 0.25

/** The pairs of a query's neighbouring words, each worth the mean of the two, and all weights. */
export function toWordPattern(
  query: Query,
  chosen: readonly ChosenTerm[],
  collection: Collection,
): WordPattern {
  const worth = new Map(chosen.map(term => [term.term, weighTerm(term, collection)]))
  const pairs = new Map<number, Map<number, number>>()
  const sequence = query.sequence.filter(term => worth.has(term))
  for (let i = 0; i + 1 < sequence.length; i++) {
    const [first, second] = [sequence[i] as string, sequence[i + 1] as string]
    if (first === second) continue
    const seconds = pairs.get(hashTerm(first)) ?? new Map<number, number>()
    seconds.set(hashTerm(second), ((worth.get(first) ?? 0) + (worth.get(second) ?? 0)) / 2)
    pairs.set(hashTerm(first), seconds)
  }
  return { weights: new Map(Array.from(worth, ([term, value]) => [hashTerm(term), value])), pairs }
}

/** Scores the pairs of a document and, where it is long, its best passage. */
export function scoreWords(words: Uint32Array, pattern: WordPattern): WordScore {
  const positions: number[] = []
  for (let i = 0; i < words.length; i++)
    if (pattern.weights.has(words[i] as number)) positions.push(i)
  return {
    pairs: scorePairs(words, positions, pattern),
    passage:
      words.length > LONG_WORDS ? PASSAGE_WEIGHT * bestPassage(words, positions, pattern) : 0,
  }
}

/** Each pair once, at its closest. */
function scorePairs(
  words: Uint32Array,
  positions: readonly number[],
  { pairs }: WordPattern,
): number {
  const found = new Map<number, number>()
  for (const position of positions) {
    const first = words[position] as number
    const seconds = pairs.get(first)
    if (!seconds) continue
    for (let step = 1; step <= PAIR_REACH; step++) {
      const second = words[position + step] ?? 0
      const key = first * 31 + second
      const value = (seconds.get(second) ?? 0) / step
      if (value > (found.get(key) ?? 0)) found.set(key, value)
    }
  }
  let sum = 0
  for (const value of found.values()) sum += value
  return sum
}

/** The highest sum of distinct term weights in a stretch of so many words. */
function bestPassage(
  words: Uint32Array,
  positions: readonly number[],
  { weights }: WordPattern,
): number {
  const counts = new Map<number, number>()
  let best = 0
  let sum = 0
  let from = 0
  for (const position of positions) {
    sum += count(words[position] as number, 1)
    while ((positions[from] as number) <= position - PASSAGE_WORDS)
      sum -= count(words[positions[from++] as number] as number, -1)
    best = Math.max(best, sum)
  }
  return best

  function count(word: number, step: 1 | -1): number {
    const before = counts.get(word) ?? 0
    counts.set(word, before + step)
    return before === (step > 0 ? 0 : 1) ? (weights.get(word) ?? 0) : 0
  }
}
