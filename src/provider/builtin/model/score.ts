import { inflateRawSync } from 'node:zlib'
import { all, bounded, pattern } from '../../../languages/combined.js'
import { type Analysed, toTokens } from './analyse.js'
import { type Place, addContext } from './surroundings.js'
import { WEIGHTS } from './weights.js'

/**
 * Questions about each sentence: `keep` whether it states something lasting, the four kinds,
 * `global` whether it holds everywhere, `more` whether it goes on with the statement before it,
 * `retract` whether it takes one back, `decides` whether a person settles what another sentence
 * says, `settles` whether an agent says what was settled. Logarithms of odds: above 0 means rather
 * yes.
 */
export const HEADS = [
  'keep',
  'c',
  'p',
  'f',
  'r',
  'global',
  'more',
  'retract',
  'decides',
  'settles',
] as const

/** One of the questions. */
type Head = (typeof HEADS)[number]

/** The answers for one sentence. */
export type Scores = Record<Head, number>

/** Scores a sentence at its place in a conversation. */
export type Scorer = (own: Analysed, place: Place) => Scores

/** Trained heads: which features they know, and for each head a constant and its weights. */
export interface Heads<Name extends string> {
  seenBits: number
  seen: Uint8Array
  heads: Record<Name, { bits: number; constant: number; scale: number; weights: Int8Array }>
}

/** The trained model of sentences. */
export interface Model extends Heads<Head> {
  /** Least score at which a sentence is kept, by who said it; the trainer fixed it. */
  least: { user: number; agent: number }
}

interface Heading<Name> {
  least: Model['least']
  seenBits: number
  heads: { name: Name; bits: number; constant: number; scale: number }[]
}

/** A model from its deflated form: a line of JSON, a bitmap of known features, int8 weights. */
export function readModel<Name extends string = Head>(
  packed: Uint8Array,
): Heads<Name> & Pick<Model, 'least'> {
  const bytes = inflateRawSync(packed)
  const end = bytes.indexOf(10)
  const { least, seenBits, heads } = JSON.parse(bytes.toString('utf8', 0, end)) as Heading<Name>
  let from = end + 1
  const take = (length: number) => bytes.subarray(from, (from += length))
  const seen = take(1 << (seenBits - 3))
  const read = heads.map(({ name, ...rest }) => {
    const weights = Int8Array.from(new Int8Array(take(1 << rest.bits)))
    return [name, { ...rest, weights }] as const
  })
  return { least, seenBits, seen, heads: Object.fromEntries(read) as Heads<Name>['heads'] }
}

let own: Model | undefined

/** The model that comes with svc, read once. */
export function openModel(): Model {
  return (own ??= readModel(Buffer.from(WEIGHTS, 'base64')))
}

/** True where a model knows a feature: it was met often enough in training. */
export function isSeen(
  { seen, seenBits }: Pick<Heads<string>, 'seen' | 'seenBits'>,
  hash: number,
): boolean {
  const at = hash % (1 << seenBits)
  return ((seen[at >> 3] ?? 0) & (1 << (at & 7))) !== 0
}

/** Creates the scorer of a model. */
export function createScorer(model: Model): Scorer {
  return (one, place) => scoreFeatures(model, featuresOf(one, place))
}

/** The answers of all heads for some features. */
export function scoreFeatures<Name extends string>(
  model: Heads<Name>,
  features: ReadonlySet<string>,
): Record<Name, number> {
  const hashes = Array.from(features, toHash).filter(hash => isSeen(model, hash))
  const names = Object.keys(model.heads) as Name[]
  // Some heads are of one size.
  const places = new Map<number, ReadonlySet<number>>()
  const scores = names.map(name => {
    const head = model.heads[name]
    const own = places.get(head.bits) ?? new Set(hashes.map(hash => hash % (1 << head.bits)))
    places.set(head.bits, own)
    return [name, scoreOf(head, own)] as const
  })
  return Object.fromEntries(scores) as Record<Name, number>
}

function scoreOf(head: Heads<string>['heads'][string], places: ReadonlySet<number>): number {
  let sum = 0
  for (const at of places) sum += head.weights[at] ?? 0
  return (sum * head.scale) / Math.sqrt(places.size || 1) + head.constant
}

type Add = (feature: string) => void

const CJK = /[\u3040-\u30ff\u3400-\u9fff]/
const LENGTHS = [3, 5, 8, 12, 20, 32]
const SHAPES: readonly (readonly [string, RegExp])[] = [
  ['startquote', /^\s*["“„«「]/],
  ['digit', /\d/],
  ['cap', /^[A-Z]/],
  ['name', /\s[A-Z][a-z]+/],
  ['list', /[,，、;；][^,，、;；]*[,，、;；]/],
  ['lead:', /^[^:：]{2,40}[:：]\s/],
  ['arrow', /→|->|=>|>/],
  ['pasted', /^>|^\s{4,}|^(?:at |ERROR|WARN|\[\d)/],
  ['url', /https?:/],
  ['paren', /[(（]/],
  ['date', /\b20\d\d\b|\b\d{1,2}:\d\d\b/],
]
const CLASSES: readonly (readonly [string, RegExp])[] = [
  ['hascode', /⟨(?:code|path|file|env|ident|flag|url|cmd|cmdgen|setting)⟩/],
  ['hascmd', /⟨cmd⟩/],
  ['twocmd', /⟨cmd⟩.*⟨cmd⟩/],
  ['hasgeneral', /⟨cmdgen⟩/],
  ['hasquote', /⟨quote⟩/],
  ['hastool', /⟨tool⟩/],
  ['numbered', pattern()`${all.features.numbered}\s?#?\d`],
  [
    'inthis',
    pattern()`\b${all.features.inWords} ${all.features.thisWords}\b|${all.features.inThis}`,
  ],
]

/** A count as one of a few classes. */
function toSize(count: number): string {
  return String(count < 3 ? count : LENGTHS.findLast(length => count >= length))
}

/**
 * The features of one sentence and its place in the conversation, as strings; those of a reply
 * stand there once more with `A~` before them, since the same words may weigh otherwise.
 */
export function featuresOf(own: Analysed, place: Place): Set<string> {
  const features = new Set([`who:${place.who}`])
  const prefix = place.who === 'agent' ? 'A~' : ''
  const add = (feature: string) => {
    features.add(feature)
    if (prefix !== '') features.add(prefix + feature)
  }
  addShape(own, add)
  if (own.isCjk) addCharacters(own, add)
  else addWords(own.tokens, add)
  addConcepts(own, add)
  addClauses(own, add)
  addContext(own, place, add)
  return features
}

function addShape({ text, lower, isCjk, isQuestion, tokens }: Analysed, add: Add): void {
  const end = text.trim().slice(-1)
  add(`len:${toSize(isCjk ? Math.round(text.length / 2) : tokens.length)}`)
  add(`end:${/[.。!！?？:：…]/.test(end) ? end : 'x'}`)
  if (isQuestion) add('q')
  for (const [name, pattern] of SHAPES) if (pattern.test(text)) add(name)
  for (const [name, pattern] of CLASSES) if (pattern.test(lower)) add(name)
  if (tokens.includes('⟨tool⟩')) add('tool')
}

function addWords(tokens: readonly string[], add: Add): void {
  const all = ['^', ...tokens, '$']
  for (let at = 1; at < all.length; at++) {
    const [third, second, word] = [all[at - 2] ?? '', all[at - 1] ?? '', all[at] ?? '']
    if (at < all.length - 1) add(`w:${word}`)
    if (word.length > 5) add(`p5:${word.slice(0, 5)}`)
    add(`w2:${second} ${word}`)
    if (at < 2) continue
    add(`w3:${third} ${second} ${word}`)
    add(`s2:${third} _ ${word}`)
  }
}

function addCharacters({ lower, tokens }: Analysed, add: Add): void {
  const line = lower.replace(/\s+/g, ' ')
  for (let length = 1; length <= 4; length++)
    for (let at = 0; at + length <= line.length; at++) {
      const part = line.slice(at, at + length)
      if (CJK.test(part)) add(`z${length}:${part}`)
    }
  for (const token of tokens) if (!CJK.test(token)) add(`w:${token}`)
  const bare = line.replace(/[。.!?？！\s]+$/, '')
  add(`z^:${line.slice(0, 2)}`)
  add(`z$:${bare.slice(-3)}`)
  add(`z$2:${bare.slice(-2)}`)
}

function addConcepts({ found, concepts, isQuestion, lower, tokens }: Analysed, add: Add): void {
  const list = [...concepts].sort()
  const hasNumber = tokens.includes('⟨num⟩')
  list.forEach((concept, at) => {
    add(`C:${concept}`)
    for (const other of list.slice(at + 1)) add(`CC:${concept}&${other}`)
    if (isQuestion) add(`Cq:${concept}`)
    if (lower.includes('⟨')) add(`Ck:${concept}`)
    if (hasNumber) add(`Cn:${concept}`)
  })
  for (const [concept, at] of found) if (at < 20) add(`C${at < 3 ? '^' : '<'}:${concept}`)
  const order = found.map(([concept]) => concept).filter((one, at, all) => one !== all[at - 1])
  order.slice(1).forEach((concept, at) => add(`C2:${order[at]}>${concept}`))
  add(`nc:${Math.min(list.length, 8)}`)
}

const BOUNDARY = pattern('g')`[,;:，；：、—–]\s*|\s-\s|\.\s+|\s(?=${all.features.joins}\s)`

/** The clauses of a lower-case text, with their beginnings. */
function clausesOf(lower: string): { text: string; at: number }[] {
  const clauses: { text: string; at: number }[] = []
  let from = 0
  for (const match of lower.matchAll(BOUNDARY)) {
    clauses.push({ text: lower.slice(from, match.index), at: from })
    from = match.index + match[0].length
  }
  clauses.push({ text: lower.slice(from), at: from })
  return clauses.filter(({ text }) => text.trim().length > 1).slice(0, 12)
}

function addClauses({ lower, isCjk, found, concepts }: Analysed, add: Add): void {
  const clauses = clausesOf(lower)
  const last = clauses.length - 1
  clauses.forEach(({ text, at }, index) => {
    const where = index === 0 ? 'k0' : index === last ? 'k9' : 'k5'
    const words = toTokens(text)
    if (!isCjk && index > 0) addOpening(words, where, add)
    const reach = at + (isCjk ? 4 : 6)
    const first = new Set(found.filter(([, from]) => from >= at && from < reach).map(([c]) => c))
    for (const concept of first) {
      add(`${where}C:${concept}`)
      for (const other of concepts) add(`${where}C:${concept}|${other}`)
    }
    if (index === last && index > 0) addEnding(text, words.length, add)
  })
  add(`parts:${Math.min(clauses.length, 5)}`)
}

function addOpening([first = '', second = '']: readonly string[], where: string, add: Add): void {
  add(`${where}:${first}`)
  add(`${where}:${first} ${second}`.trim())
  add(`k:${first}`)
}

/** A short end of a sentence that points to what stands before. */
const POINTS = pattern()`${bounded.features.it}`

function addEnding(clause: string, length: number, add: Add): void {
  add(`k9len:${toSize(length)}`)
  if (length < 6 && POINTS.test(clause)) add('k9it')
}

/** A feature as a number of 32 bits (FNV-1a, mixed). */
export function toHash(feature: string): number {
  let hash = 2166136261
  for (let at = 0; at < feature.length; at++) {
    hash ^= feature.charCodeAt(at)
    hash = Math.imul(hash, 16777619)
  }
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
