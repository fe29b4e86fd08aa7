import { all, pattern, spaced } from '../../../languages/combined.js'
import type { Analysed } from './analyse.js'

/** The place of a sentence: its speaker, and the sentences before and after it. */
export interface Place {
  who: 'user' | 'agent'
  /** Its neighbours in the same message, and the first and last sentence of that. */
  before?: Analysed | undefined
  after?: Analysed | undefined
  opening: Analysed
  closing: Analysed
  /** The last sentence of the message before. */
  answered?: Analysed | undefined
  /** The first sentence of its speaker's message before that. */
  began?: Analysed | undefined
  /** The first sentence of the message after: looked at for what an agent says. */
  reply?: Analysed | undefined
  /** The telling words of each of the messages that the other one wrote before, the last one first. */
  heard: readonly ReadonlySet<string>[]
  isFirst: boolean
  isLast: boolean
  isAlone: boolean
  /** Sentences of its message, and the concepts that many of them have. */
  size: number
  manner: readonly string[]
}

/** One message of a conversation, sentence by sentence. */
export interface Message {
  who: 'user' | 'agent'
  sentences: readonly Analysed[]
}

/** The place of a sentence: `at` is its index in message `index` of a conversation. */
export function placeOf(messages: readonly Message[], index: number, at: number): Place {
  const { who, sentences } = messages[index] as Message
  const [opening, closing] = [sentences[0] as Analysed, sentences.at(-1) as Analysed]
  return {
    who,
    before: sentences[at - 1],
    after: sentences[at + 1],
    opening,
    closing,
    answered: messages[index - 1]?.sentences.at(-1),
    began: messages[index - 2]?.sentences[0],
    reply: messages[index + 1]?.sentences[0],
    heard: listHeard(messages, index),
    isFirst: at === 0,
    isLast: at === sentences.length - 1,
    isAlone: sentences.length === 1,
    size: sentences.length,
    manner: mannerOf(sentences),
  }
}

/** Least sentences of a message that has a manner, and the share of them that have a concept of it. */
const LEAST_SENTENCES = 4
const LEAST_SHARE = 0.25

const manners = new WeakMap<readonly Analysed[], string[]>()

/** A report tells what was done, a task what is to be done: the concepts of many sentences say which. */
function mannerOf(sentences: readonly Analysed[]): readonly string[] {
  const known = manners.get(sentences)
  if (known !== undefined) return known
  const counts = new Map<string, number>()
  if (sentences.length >= LEAST_SENTENCES)
    for (const { concepts } of sentences)
      for (const concept of concepts) counts.set(concept, (counts.get(concept) ?? 0) + 1)
  const often = [...counts].filter(([, count]) => count >= LEAST_SHARE * sentences.length)
  const manner = often.map(([concept]) => concept)
  manners.set(sentences, manner)
  return manner
}

/** Messages of the other one that are looked at for words that come again. */
const MOST_HEARD = 3

function listHeard(messages: readonly Message[], index: number): ReadonlySet<string>[] {
  const heard: ReadonlySet<string>[] = []
  for (let at = index - 1; at >= 0 && heard.length < MOST_HEARD; at -= 2)
    heard.push(termsOf(messages[at]?.sentences ?? []))
  return heard
}

const TERM = /[\p{L}\d]{5,}|\d+(?:[.:,]\d+)*/gu
const SIGNS = /[\u3040-\u30ff\u3400-\u9fff]+/gu
const terms = new WeakMap<readonly Analysed[], ReadonlySet<string>>()

/** The longer words, numbers and pairs of signs of some sentences. */
function termsOf(sentences: readonly Analysed[]): ReadonlySet<string> {
  const known = terms.get(sentences)
  if (known !== undefined) return known
  const found = new Set(sentences.flatMap(({ text }) => toTerms(text)))
  terms.set(sentences, found)
  return found
}

/** Each character of a text with the next one, in order; [] for a text of one or none. */
export function toPairs(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2))
}

function toTerms(text: string): string[] {
  const lower = text.toLowerCase()
  const signs = (lower.match(SIGNS) ?? []).flatMap(toPairs)
  const words = lower.replace(SIGNS, ' ').match(TERM) ?? []
  return [...words.map(word => word.slice(0, 6)), ...signs]
}

type Add = (feature: string) => void

const isNumber = (term: string) => /^\d/.test(term)

/** The share of some terms by classes; 'x' where there are none. */
function toShare(met: number, all: number): string | number {
  if (all === 0) return 'x'
  if (met === 0) return 0
  if (met === all) return 'all'
  return met * 2 >= all ? 'half' : 'some'
}

/**
 * Adds how much of a sentence the other one said before, in the last message and in the last few: an
 * option that is taken, a value that comes back.
 */
function addHeard({ text, isCjk }: Analysed, { who, heard }: Place, add: Add): void {
  const own = [...new Set(toTerms(text))]
  const [numbers, words] = [own.filter(isNumber), own.filter(term => !isNumber(term))]
  const shareIn = (terms: readonly string[], messages: number) => {
    const met = terms.filter(term => heard.slice(0, messages).some(one => one.has(term)))
    return toShare(met.length, terms.length)
  }
  const tag = isCjk ? 'z' : 'w'
  const [far, farNumber] = [shareIn(words, MOST_HEARD), shareIn(numbers, MOST_HEARD)]
  const turns = heard.filter(one => own.some(term => one.has(term))).length
  add(`H${tag}:${shareIn(words, 1)}`)
  add(`Hf${tag}:${far}`)
  add(`H#:${shareIn(numbers, 1)}`)
  add(`Hf#:${farNumber}`)
  add(`H${tag}#:${far}:${farNumber}`)
  add(`Ht:${turns}`)
  if (who === 'agent') add(`Ht#:${turns}:${farNumber}`)
}

/** Sentences of a message, by classes. */
const SIZES = [2, 4, 7, 12, 20]

/** Adds what the surroundings of a sentence tell of it. */
export function addContext(own: Analysed, place: Place, add: Add): void {
  add(place.isFirst ? 'first' : 'later')
  if (place.isLast) add('last')
  if (place.isAlone) add('alone')
  const size = SIZES.findLast(least => place.size >= least)
  if (size !== undefined) add(`M:${size}`)
  for (const concept of place.manner) add(`M:${concept}`)
  if (size !== undefined) for (const concept of own.concepts) add(`M:${size}>${concept}`)
  addNeighbour('P', place.before, own, add)
  addNeighbour('N', place.after, own, add)
  addFrame(own, place, add)
  addHeard(own, place, add)
  if (place.who === 'agent') addOfAgent(own, place, add)
  // How a person's words are answered says nothing of them: agents answer one thing in many ways.
  else addAnswered(own, place, add)
}

function addNeighbour(tag: string, other: Analysed | undefined, own: Analysed, add: Add): void {
  if (other === undefined) return add(`${tag}:none`)
  for (const concept of other.concepts) {
    add(`${tag}:${concept}`)
    for (const mine of own.concepts) add(`${tag}x:${concept}>${mine}`)
  }
  if (other.isQuestion) add(`${tag}:q`)
  if (other.tokens.length < 4) add(`${tag}:short`)
}

/** The frame of a whole message often stands in its first or last sentence. */
function addFrame(own: Analysed, { opening, closing, before, after }: Place, add: Add): void {
  if (opening !== own && opening !== before)
    for (const concept of opening.concepts) {
      add(`O:${concept}`)
      if (own.concepts.size > 0) add(`Ox:${concept}`)
    }
  if (closing !== own && closing !== after)
    for (const concept of closing.concepts) add(`E:${concept}`)
  if (opening !== own && /[:：]\s*$/.test(opening.text)) add('O:colon')
  if (before && /[:：]\s*$/.test(before.text)) add('P:colon')
}

/** Words of an answer that says little alone. */
const SHORT_ANSWER = 7

/** Adds what a person's sentence answers, and of a short one also what the matter is. */
function addAnswered(own: Analysed, { isFirst, answered, began }: Place, add: Add): void {
  if (isFirst) {
    addNeighbour('R', answered, own, add)
    for (const token of answered?.tokens.slice(0, 3) ?? []) add(`R^:${token}`)
  }
  if (answered === undefined || own.tokens.length > SHORT_ANSWER) return
  for (const token of answered.tokens) add(`Rw:${token}`)
  for (const token of began?.tokens ?? []) add(`Bw:${token}`)
  for (const concept of began?.concepts ?? []) add(`B:${concept}`)
  if (began?.isQuestion) add('B:q')
}

const SHOWN = pattern()`\b${spaced.features.shown}\b|${all.features.shownAnywhere}`
const hasAny = (one: Analysed | undefined, names: readonly string[]) =>
  names.some(name => one?.concepts.has(name))

/** Whoever asks so wants a cause. */
const ASKS_WHY = pattern()`${all.features.asksWhy}`

/** Whoever asks so wants a command. */
const ASKS_HOW = pattern()`^${all.features.asksHow}`

/** Adds features of an agent's sentence: asked for, shown to be so, confirmed, denied. */
function addOfAgent(own: Analysed, { answered, reply }: Place, add: Add): void {
  const isAsked = answered?.isQuestion || hasAny(answered, ['WH', 'HOWTO', 'FAULT', 'TASK'])
  const isShown = hasAny(own, ['DONE', 'PAST']) || SHOWN.test(own.lower)
  const isConfirmed = hasAny(reply, ['CONFIRM', 'DONE', 'THANKS', 'MEMORY'])
  const isDenied = hasAny(reply, ['NEG', 'CORRECT']) || reply?.isQuestion
  const code = codeOf(own.lower)
  const flags = [isAsked, isShown, isConfirmed, isDenied].map(flag => (flag ? 1 : 0)).join('')
  add(`G:${code}:${flags}`)
  add(`G:${code}:${isConfirmed ? 'yes' : isDenied ? 'no' : 'open'}`)
  add(`G:${isShown ? 'shown' : 'said'}:${isConfirmed ? 'yes' : 'no'}`)
  for (const token of reply?.tokens.slice(0, 4) ?? []) add(`F^:${token}`)
  for (const token of answered?.tokens.slice(0, 3) ?? []) add(`U^:${token}`)
  if (ASKS_HOW.test(answered?.lower ?? '')) add(`G:how:${code}`)
  if (ASKS_WHY.test(answered?.lower ?? '')) add(`G:why:${code}`)
  addNeighbour('U', answered, own, add)
  addNeighbour('F', reply, own, add)
}

function codeOf(lower: string): string {
  if (lower.includes('⟨cmd⟩')) return 'cmd'
  if (lower.includes('⟨cmdgen⟩')) return 'gen'
  return lower.includes('⟨') ? 'code' : 'no'
}
