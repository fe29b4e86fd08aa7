import { inflateRawSync } from 'node:zlib'
import type { Analysed } from './analyse.js'
import { featuresOf, toHash } from './features.js'
import type { Place } from './surroundings.js'
import { WEIGHTS } from './weights.js'

/**
 * What is asked of each sentence: `keep` whether it states something lasting, the four kinds,
 * `global` whether it holds everywhere, `more` whether it goes on with the statement before it,
 * `retract` whether it takes one back. Logarithms of odds: above 0 means rather yes.
 */
export const HEADS = ['keep', 'c', 'p', 'f', 'r', 'global', 'more', 'retract'] as const

/** One of the questions. */
export type Head = (typeof HEADS)[number]

/** The answers for one sentence. */
export type Scores = Record<Head, number>

/** Scores a sentence at its place in a conversation. */
export type Scorer = (own: Analysed, place: Place) => Scores

/** A trained model: which features it knows, and for each head a constant and its weights. */
export interface Model {
  /** What the trainer fixed: least score at which a sentence is kept, by who said it. */
  least: { user: number; agent: number }
  seenBits: number
  seen: Uint8Array
  heads: Record<Head, { bits: number; constant: number; scale: number; weights: Int8Array }>
}

interface Heading {
  least: Model['least']
  seenBits: number
  heads: { name: Head; bits: number; constant: number; scale: number }[]
}

/** A model from its deflated form: a line of JSON, a bitmap of known features, int8 weights. */
export function readModel(packed: Uint8Array): Model {
  const bytes = inflateRawSync(packed)
  const end = bytes.indexOf(10)
  const { least, seenBits, heads } = JSON.parse(bytes.toString('utf8', 0, end)) as Heading
  let from = end + 1
  const take = (length: number) => bytes.subarray(from, (from += length))
  const seen = take(1 << (seenBits - 3))
  const read = heads.map(({ name, ...rest }) => {
    const weights = Int8Array.from(new Int8Array(take(1 << rest.bits)))
    return [name, { ...rest, weights }] as const
  })
  return { least, seenBits, seen, heads: Object.fromEntries(read) as Model['heads'] }
}

let own: Model | undefined

/** The model that comes with svc, read once. */
export function openModel(): Model {
  return (own ??= readModel(Buffer.from(WEIGHTS, 'base64')))
}

/** True where a model knows a feature: it was met often enough in training. */
export function isSeen(
  { seen, seenBits }: Pick<Model, 'seen' | 'seenBits'>,
  hash: number,
): boolean {
  const at = hash % (1 << seenBits)
  return ((seen[at >> 3] ?? 0) & (1 << (at & 7))) !== 0
}

/** How a model scores sentences. */
export function createScorer(model: Model): Scorer {
  return (one, place) => {
    const hashes = Array.from(featuresOf(one, place), toHash).filter(hash => isSeen(model, hash))
    const scores = HEADS.map(name => [name, scoreOf(model.heads[name], hashes)] as const)
    return Object.fromEntries(scores) as Scores
  }
}

function scoreOf(head: Model['heads'][Head], hashes: readonly number[]): number {
  const places = new Set(hashes.map(hash => hash % (1 << head.bits)))
  let sum = 0
  for (const at of places) sum += head.weights[at] ?? 0
  return (sum * head.scale) / Math.sqrt(places.size || 1) + head.constant
}
