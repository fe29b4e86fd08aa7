import { backgroundFrequency, STOP_WEIGHT, type Query, type ChosenTerm } from './query.js'
import type { Ranked } from './rerank.js'
import { weighTerm, type CollectionSizes } from './score.js'

/** What the words of a query are worth, for judging whether a hit is about it. */
interface RelevanceFloor {
  /** Worth of all telling words of the query, those that occur nowhere included. */
  total: number
  /** By term: the word of the query it stands for, and what a match is worth. */
  words: ReadonlyMap<string, { word: string; worth: number; isRare: boolean }>
  highest: number
}

/** Share of the query's worth that a hit must have, by its number of matching words. */
const COVERAGE = [Infinity, 0.35, 0.2, 0.12]
/** With a pair of neighbouring words in the same order less is enough. */
const PAIR_COVERAGE = 0.1
/** Share of the best hit's score below which nothing is put before a model. */
const SCORE_SHARE = 0.55
/** A word is rare where it is no everyday word and in at most this share of the documents, or two. */
const RARE_SHARE = 0.1

const SMALL_NUMBER = /^\d{1,2}$/

/** Prepares the floor for one query; undefined where its words say nothing. */
export function toRelevanceFloor(
  query: Query,
  chosen: readonly ChosenTerm[],
  collection: CollectionSizes,
  highest: number,
): RelevanceFloor | undefined {
  if (!query.isTelling) return undefined
  const frequencies = new Map(chosen.map(term => [term.term, term.frequency]))
  let total = 0
  for (const term of query.terms)
    if (term.weight === 1)
      total += weighTerm({ ...term, frequency: frequencies.get(term.term) ?? 0 }, collection)
  const rare = Math.max(2, RARE_SHARE * collection.documents)
  const words = new Map(
    chosen
      .filter(term => term.weight > STOP_WEIGHT)
      .map(term => {
        const isRare =
          term.frequency <= rare &&
          term.weight === 1 &&
          !SMALL_NUMBER.test(term.term) &&
          backgroundFrequency(term.word, term.term) === 0
        return [term.term, { word: term.word, worth: weighTerm(term, collection), isRare }]
      }),
  )
  return { total, words, highest }
}

/**
 * Whether a hit is good enough to be put before a model unasked: enough of the query's telling
 * words, at least one of them rare, and not far behind the best hit. Precision goes first.
 */
export function isRelevant(floor: RelevanceFloor, hit: Ranked): boolean {
  if (hit.score < SCORE_SHARE * floor.highest) return false
  const best = new Map<string, number>()
  let isRare = false
  for (const term of hit.terms) {
    const match = floor.words.get(term)
    if (!match) continue
    best.set(match.word, Math.max(best.get(match.word) ?? 0, match.worth))
    isRare ||= match.isRare
  }
  let worth = 0
  for (const value of best.values()) worth += value
  const coverage = worth / floor.total
  if (!isRare) return false
  if (hit.pairs > 0 && best.size > 1 && coverage >= PAIR_COVERAGE) return true
  return coverage >= (COVERAGE[Math.min(best.size, COVERAGE.length - 1)] as number)
}
