import { endOfNames, splitNames, unpack, wordHash } from '../../store/index/format.js'
import type { RecallDegree, RecallSignals } from '../types.js'
import { EVERYDAY_HASHES, STOP_HASHES, WANTED } from './coefficients.js'
import { rateIntent } from './intent.js'
import { backgroundFrequency, type Query, type QueryTerm } from './query.js'
import { weighTerm, type ChosenTerm, type CollectionSizes } from './terms.js'

/** Signals of a prompt itself. */
interface PromptSignals {
  /** Log odds that its words ask for something that a project knows. */
  intent: number
  /** Telling words. */
  length: number
  /** Share of their worth that any memory has, 0–1. */
  known: number
  /** Number of memories there are. */
  memories: number
}

/** Probability that a memory is wanted, and the evidence for it. */
export interface Evidence {
  /** Probability that the prompt wants this memory. */
  probability: number
  /** Log odds that feedback added for the memory. */
  prior: number
  signals: RecallSignals
  prompt: PromptSignals
}

/** A word of a prompt that a term stands for, and how surely. */
interface Match {
  word: number
  strength: number
}

/** A prompt made ready for looking into the words of many memories. */
export interface PromptWords {
  /** Worth of each telling word. */
  worths: readonly number[]
  /** Worth of all of them. */
  total: number
  /** Words of the prompt that each term stands for, by the term's wordHash, the surest first. */
  matches: ReadonlyMap<number, readonly Match[]>
  /** True if it has everyday words alone (`fix it`, `run it again`), or not even these. */
  isEveryday: boolean
  signals: PromptSignals
}

/** Strength of a match by another word, as a share of the word itself. */
const STRENGTH: Readonly<Record<ChosenTerm['kind'], number>> = { own: 1, equal: 0.8, related: 0.3 }

/** Numbers of steps and lines: that no memory has one says nothing. */
const SMALL_NUMBER = /^\d{1,2}$/

/** Prepares a prompt for a collection; `known` are all its terms that some memory has. */
export function toPromptWords(
  query: Query,
  known: readonly ChosenTerm[],
  collection: CollectionSizes,
): PromptWords {
  const chosen = new Map(known.map(term => [term.term, term]))
  const isOwn = ({ term, weight }: QueryTerm) =>
    weight === 1 && (chosen.has(term) || !SMALL_NUMBER.test(term))
  const own = query.isTelling ? query.terms.filter(isOwn) : []
  const numbers = new Map(own.map(({ word }, at) => [word, at]))
  const worths = own.map(one => chosen.get(one.term)?.worth ?? weighTerm(one, 0, collection))
  const total = sum(worths)
  const had = new Set(known.flatMap(({ word }) => numbers.get(word) ?? []))
  const signals = {
    intent: rateIntent(query),
    length: own.length,
    known: sum(Array.from(had, word => worths[word] ?? 0)) / (total || 1),
    memories: collection.documents,
  }
  const isEveryday = own.every(({ word, term }) => backgroundFrequency(word, term) > 0)
  return { worths, total, matches: toMatches(known, numbers), isEveryday, signals }
}

/** The words that each term stands for. */
function toMatches(
  known: readonly ChosenTerm[],
  numbers: ReadonlyMap<string, number>,
): PromptWords['matches'] {
  const matches = new Map<number, Match[]>()
  for (const { term, word, kind } of known) {
    const number = numbers.get(word)
    if (number === undefined) continue
    const hash = wordHash(term)
    const strength = STRENGTH[kind]
    matches.set(hash, [...(matches.get(hash) ?? []), { word: number, strength }])
  }
  for (const one of matches.values()) one.sort((a, b) => b.strength - a.strength)
  return matches
}

/**
 * Measures what a memory's words have of a prompt; `places` are those of the words that may match.
 * Its place among others is left at 0.
 */
export function readSignals(
  words: Int32Array,
  places: readonly number[],
  prompt: PromptWords,
  order: { pairs: number; passage: number },
): RecallSignals {
  const found = new Map<number, number>()
  for (const place of places)
    for (const { word, strength } of prompt.matches.get(words[place]!) ?? [])
      if (strength > (found.get(word) ?? 0)) found.set(word, strength)
  let worth = 0
  let rarest = 0
  for (const [word, strength] of found) {
    const one = strength * (prompt.worths[word] ?? 0)
    worth += one
    rarest = Math.max(rarest, one)
  }
  return {
    coverage: worth / (prompt.total || 1),
    worth,
    rarest,
    title: readTitle(words, places, prompt),
    words: found.size,
    ...order,
    lead: 0,
    gap: 0,
  }
}

/** The share of the title that the prompt has, or of the alias of which it has most. */
function readTitle(words: Int32Array, places: readonly number[], prompt: PromptWords): number {
  if (!(places[0]! < endOfNames(words))) return 0
  let most = 0
  for (const name of splitNames(words)) most = Math.max(most, shareOf(name, prompt))
  return most
}

/** Weights of words in a title that any text has. */
const STOP_SHARE = 0.1
const EVERYDAY_SHARE = 0.5

let common: { stop: Int32Array; everyday: Int32Array } | undefined

/** Share of a phrase that the prompt has, everyday words counting less. */
function shareOf(phrase: Int32Array, { matches }: PromptWords): number {
  let all = 0
  let had = 0
  for (let at = 0; at < phrase.length; at++) {
    const hash = phrase[at]!
    const weight = shareWeight(hash)
    all += weight
    had += weight * (matches.get(hash)?.[0]?.strength ?? 0)
  }
  return all === 0 ? 0 : had / all
}

function shareWeight(hash: number): number {
  common ??= {
    stop: unpack(STOP_HASHES, Int32Array),
    everyday: unpack(EVERYDAY_HASHES, Int32Array),
  }
  if (hasHash(common.stop, hash)) return STOP_SHARE
  return hasHash(common.everyday, hash) ? EVERYDAY_SHARE : 1
}

function hasHash(hashes: Int32Array, hash: number): boolean {
  let low = 0
  let high = hashes.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (hashes[middle]! < hash) low = middle + 1
    else high = middle
  }
  return hashes[low] === hash
}

/** A candidate in its rank; `signals` are missing where it was not looked at closely. */
interface Candidate {
  score: number
  signals?: RecallSignals
}

/** Everyday words alone are about a memory where they are this share of its title. */
const NAMED_SHARE = 0.6

/** Judges candidates, best first: those that were not looked at closely get no evidence. */
export function judge(ranked: readonly Candidate[], prompt: PromptWords): (Evidence | undefined)[] {
  const [best, next] = ranked.map(({ score }) => score)
  if (best === undefined || best <= 0) return ranked.map(() => undefined)
  const placed = ranked.map(({ signals, score }, at): RecallSignals | undefined => {
    const gap = at === 0 ? 1 - (next ?? 0) / best : 0
    return signals && { ...signals, lead: score / best, gap }
  })
  return placed.map(signals => signals && toEvidence(signals, prompt))
}

function toEvidence(
  signals: RecallSignals,
  { isEveryday, signals: prompt }: PromptWords,
): Evidence {
  const isNamed = !isEveryday || signals.title >= NAMED_SHARE
  const probability = isNamed ? logistic(WANTED, wantedFeatures(prompt, signals)) : 0
  return { probability, prior: 0, signals, prompt }
}

/** The evidence for a memory of this prior: its log odds are shifted by it. */
export function withPrior(evidence: Evidence, prior = 0): Evidence {
  const { probability } = evidence
  if (prior === 0 || probability === 0) return { ...evidence, prior }
  const odds = (1 - probability) / probability
  return { ...evidence, prior, probability: 1 / (1 + odds * Math.exp(-prior)) }
}

/** More memories than this say no more about how easily a prompt meets one by chance. */
const MANY_MEMORIES = 500

/** Names of the coefficients of `WANTED`, in their order. */
export const WANTED_FEATURES = [
  ...['lead', 'gap', 'title', 'coverage', 'worth', 'rarest', 'words', 'passage', 'pairs'],
  ...['intent', 'length', 'known', 'memories'],
  ...['intent title', 'intent coverage', 'intent rarest', 'intent lead'],
  ...['title lead', 'title rarest', 'lead rarest'],
] as const

/**
 * A prompt and a memory as numbers in the order of `WANTED_FEATURES`: what the prompt asks counts by
 * how the memory matched, and the other way round.
 */
export function wantedFeatures(prompt: PromptSignals, signals: RecallSignals): number[] {
  const { lead, gap, title, coverage, worth, rarest, words, passage, pairs } = signals
  const { intent, length, known, memories } = prompt
  return [
    ...[lead, gap, title, coverage, Math.log1p(worth), rarest],
    ...[words, passage, pairs].map(Math.log1p),
    ...[intent, Math.log1p(length), known, Math.log1p(Math.min(memories, MANY_MEMORIES))],
    ...[intent * title, intent * coverage, intent * rarest, intent * lead],
    ...[title * lead, title * rarest, lead * rarest],
  ]
}

/** The logistic function of a weighted sum, the constant first. */
function logistic(coefficients: readonly number[], features: readonly number[]): number {
  const [constant = 0, ...weights] = coefficients
  const products = features.map((value, at) => value * (weights[at] ?? 0))
  return 1 / (1 + Math.exp(-constant - sum(products)))
}

/** Least probability at which a memory comes. */
const LEAST_PROBABILITY = 0.3
/** Least share of the best one's probability: what is far less likely is not what was asked for. */
const LEAST_SHARE = 0.6

/** The degree of each hit: `full` for what a prompt is given. */
export function grade(
  evidence: readonly (Pick<Evidence, 'probability'> | undefined)[],
): RecallDegree[] {
  const best = Math.max(0, ...evidence.map(one => one?.probability ?? 0))
  const least = Math.max(LEAST_PROBABILITY, LEAST_SHARE * best)
  return evidence.map(one => (one !== undefined && one.probability >= least ? 'full' : 'below'))
}

/** Tells a person why a memory is below the line. */
export function explainDegree(evidence: Evidence | undefined): string {
  if (evidence === undefined) return 'too far behind others to be looked at'
  const { probability, prompt } = evidence
  if (prompt.length === 0) return 'the prompt has no word that tells what it is about'
  return probability < LEAST_PROBABILITY
    ? `hardly wanted (${inPercent(probability)}, ${inPercent(LEAST_PROBABILITY)} is needed)`
    : `another is wanted far more (it has ${inPercent(probability)})`
}

function inPercent(share: number): string {
  return `${Math.round(100 * share)} %`
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
