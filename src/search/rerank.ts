import { wordHash } from '../../store/index/format.js'
import type { RecallSignals } from '../types.js'
import { readSignals, type PromptWords } from './decide.js'
import type { Query } from './query.js'
import { compareTies, tieOf, type Candidate, type Selection } from './score.js'
import type { ChosenTerm, SelectedTerms } from './terms.js'

/** A candidate after ranking. */
export interface Ranked extends Candidate {
  /** Evidence for it; undefined if it was not looked at closely. */
  signals?: RecallSignals
}

/** Number of the best by terms that are looked at closely. */
const RERANK_DEPTH = 24

/**
 * Orders candidates by terms, word pairs, passages and their neighbours in the session, which may
 * bring in documents that were not among them. Equal scores are ordered by `compareTies`. With a
 * prompt those that are looked at closely get their signals.
 */
export function rank(
  selections: readonly Selection[],
  query: Query,
  { chosen, known }: SelectedTerms,
  candidates: readonly Candidate[],
  prompt: PromptWords | undefined,
): Ranked[] {
  const pattern = toWordPattern(query, chosen)
  const hashes = new Set(known.map(({ term }) => wordHash(term)))
  const ranked = inOrder(selections, [...candidates])
  for (const candidate of ranked.slice(0, RERANK_DEPTH)) {
    const { index } = selections[candidate.index] as Selection
    const words = index.words(candidate.document)
    const places = findPlaces(words, hashes)
    const pairs = scorePairs(words, places, pattern)
    const passage = PASSAGE_WEIGHT * bestPassage(words, places, pattern)
    if (prompt !== undefined)
      candidate.signals = readSignals(words, places, prompt, { pairs, passage })
    candidate.score += pairs + passage
  }
  const added = liftNeighbours(selections, inOrder(selections, ranked), RERANK_DEPTH)
  return inOrder(selections, [...ranked, ...added])
}

/** The score as it counts in an order: additions in another order give the same. */
export function roundScore(score: number): number {
  return Math.round(score * 1e6) / 1e6
}

/** Sorts by rounded score, so that the order of additions cannot decide about a tie. */
function inOrder(selections: readonly Selection[], candidates: Ranked[]): Ranked[] {
  for (const candidate of candidates) candidate.score = roundScore(candidate.score)
  const tie = ({ index, document }: Candidate) => tieOf(selections[index]!.index, document)
  return candidates.sort((a, b) => b.score - a.score || compareTies(tie(a), tie(b)))
}

/** Words and pairs of a query to look for in a document's sequence of words, by term hash. */
interface WordPattern {
  weights: ReadonlyMap<number, number>
  /** First word → second word → what the two are worth near each other. */
  pairs: ReadonlyMap<number, ReadonlyMap<number, number>>
}

/** A pair counts fully where the words are adjacent, half with one word between. */
const PAIR_REACH = 2
/** Words of a passage: a few sentences. */
const PASSAGE_WORDS = 40
const PASSAGE_WEIGHT = 0.25

/** The pairs of a query's neighbouring words, each worth the mean of the two, and all weights. */
function toWordPattern(query: Query, chosen: readonly ChosenTerm[]): WordPattern {
  const worths = new Map(chosen.map(({ term, worth }) => [term, worth]))
  const weights = new Map(chosen.map(({ term, worth }) => [wordHash(term), worth]))
  const pairs = new Map<number, Map<number, number>>()
  const sequence = query.sequence.filter(term => worths.has(term))
  for (let i = 0; i + 1 < sequence.length; i++) {
    const [first, second] = [sequence[i]!, sequence[i + 1]!]
    if (first === second) continue
    const hash = wordHash(first)
    const seconds = pairs.get(hash) ?? new Map<number, number>()
    seconds.set(wordHash(second), ((worths.get(first) ?? 0) + (worths.get(second) ?? 0)) / 2)
    pairs.set(hash, seconds)
  }
  return { weights, pairs }
}

/** The places of the words that the query has, ascending. */
function findPlaces(words: Int32Array, hashes: ReadonlySet<number>): number[] {
  const places: number[] = []
  for (let at = 0; at < words.length; at++) if (hashes.has(words[at]!)) places.push(at)
  return places
}

/** Each pair once, at its closest. */
function scorePairs(
  words: Int32Array,
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
  words: Int32Array,
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

const TURN_WEIGHT = 0.4
const SESSION_WEIGHT = 0.15

interface Member {
  group: string
  candidate: Candidate
  lift: number
}

/**
 * Lifts candidates by their session: by 0.4 of the best of the two turns before and after, and by
 * 0.15 of the session's best, for the answer often stands next to the turn that has the words.
 * Returns the documents that were not among the candidates and now have a score.
 */
function liftNeighbours(
  selections: readonly Selection[],
  candidates: readonly Candidate[],
  depth: number,
): Candidate[] {
  const known = new Map(candidates.map(candidate => [keyOf(candidate), candidate]))
  const members = new Map<string, Member>()
  const best = new Map<string, number>()
  for (const { index, document, score } of candidates.slice(0, depth)) {
    const { group, neighbours } = (selections[index] as Selection).index.place(document)
    if (group === 0) continue
    const session = `${index} ${group}`
    best.set(session, Math.max(best.get(session) ?? 0, score))
    join({ index, document }, session, 0)
    for (const neighbour of neighbours)
      if (neighbour >= 0) join({ index, document: neighbour }, session, TURN_WEIGHT * score)
  }
  const added: Candidate[] = []
  for (const { group, candidate, lift } of members.values()) {
    candidate.score += lift + SESSION_WEIGHT * (best.get(group) ?? 0)
    if (!known.has(keyOf(candidate))) added.push(candidate)
  }
  return added

  function join(ref: { index: number; document: number }, group: string, lift: number): void {
    const key = keyOf(ref)
    const member = members.get(key)
    if (member) {
      member.lift = Math.max(member.lift, lift)
      return
    }
    const rough = (selections[ref.index] as Selection).scores[ref.document] ?? 0
    if (rough === 0) return
    const candidate = known.get(key) ?? { ...ref, score: rough, terms: [] }
    members.set(key, { group, candidate, lift })
  }
}

function keyOf({ index, document }: { index: number; document: number }): string {
  return `${index}.${document}`
}
