import { analyse, type Analysed } from '../../provider/builtin/model/analyse.js'
import { createScorer, HEADS, openModel, type Scorer } from '../../provider/builtin/model/score.js'
import { placeOf } from '../../provider/builtin/model/surroundings.js'
import { splitSentences } from '../../provider/builtin/sentences.js'
import type { CommitMessage } from './message.js'
import { countWords, WORDS } from './words.js'

/** A reading of a message: how much it shows of each sign, by name. */
export type Signs = Readonly<Record<string, number>>

/** Sentences that are looked at, and the characters of each. */
const MOST_SENTENCES = 40
const MOST_CHARS = 500
const LEAST_SCORE = -6

/** Words in a text; two signs of Chinese or Japanese count as one. */
export function countText(text: string): number {
  const signs = countWords(text, /[\u3040-\u30ff\u3400-\u9fff]/g)
  return countWords(text, /[\p{L}\d]+/gu) + signs / 2
}

/** Reads the signs of a message: what the distiller's model says of its sentences, words, and form. */
export function readSigns(message: CommitMessage): Signs {
  const { subject, body } = message
  const told = [...body.filter(({ isItem }) => !isItem), ...body.filter(({ isItem }) => isItem)]
  const texts = [subject, ...told.map(({ text }) => text)]
  const sentences = texts
    .flatMap(part => splitSentences(part).map(({ text }) => analyse(text.slice(0, MOST_CHARS))))
    .slice(0, MOST_SENTENCES)
  return {
    ...readModel(sentences),
    ...readWords(subject, texts.slice(1).join('\n')),
    ...readStanding(sentences),
    ...readForm(message, sentences.length),
  }
}

let own: Scorer | undefined

/** The highest answer of each head of the distiller's model over the sentences, as a person's words. */
function readModel(sentences: readonly Analysed[]): Signs {
  const score = (own ??= createScorer(openModel()))
  const message = [{ who: 'user' as const, sentences }]
  const scores = sentences.map((one, at) => score(one, placeOf(message, 0, at)))
  const highest = HEADS.map(head => Math.max(LEAST_SCORE, ...scores.map(one => one[head])) / 3)
  return Object.fromEntries(HEADS.map((head, at) => [head, highest[at]!]))
}

const IN_SUBJECT = ['choice', 'passing', 'named', 'states', 'now', 'strict'] as const

function readWords(subject: string, body: string): Signs {
  const signs: Record<string, number> = {}
  for (const [name, words] of Object.entries(WORDS))
    signs[name] = Math.min(countWords(body, words), 3)
  for (const name of IN_SUBJECT)
    signs[`${name}-subject`] = Math.min(countWords(subject, WORDS[name]), 1)
  return signs
}

const STANDING = ['strict', 'keeps', 'general', 'choice', 'now'] as const
const CONCEPTS = ['NEVER', 'ALWAYS', 'PROHIBIT', 'OBLIGE', 'ONLY', 'FROMNOW', 'RULE', 'DECIDED']

/** Tells of sentences that hold from now on, and of those that tell of measured harm. */
function readStanding(sentences: readonly Analysed[]): Signs {
  const standing = sentences.map(countStanding)
  const isIncident = ({ text }: Analysed) =>
    has(text, 'harm') && (has(text, 'scale') || has(text, 'proof'))
  const most = Math.max(0, ...standing)
  const incident = sentences.some(isIncident) ? 1 : 0
  return {
    standing: most,
    standings: Math.min(standing.filter(count => count >= 2).length, 3),
    ending: standing.length > 1 ? (standing.at(-1) ?? 0) : 0,
    incident,
    both: most >= 2 ? incident : 0,
  }
}

function has(text: string, name: keyof typeof WORDS): boolean {
  return text.search(WORDS[name]) !== -1
}

function countStanding({ text, concepts }: Analysed): number {
  if (concepts.has('PAST') || concepts.has('ONEOFF') || has(text, 'passing')) return 0
  const words = STANDING.filter(name => has(text, name)).length
  return words + CONCEPTS.filter(concept => concepts.has(concept)).length
}

const MINOR = /^(?:test|tests|docs?|ci|chore|style|build)$/
const MINOR_SUBJECT = /^(?:docs?|tests?|ci|documentation|readme)\b/i
const MENDS = /^(?:fix|handle|correct|repair|behebt|corrige|修复|修正)/iu
const ADDS =
  /^(?:add|show|support|allow|implement|improve|speed|update|upgrade|split|rename|refactor|rework|extract|clean|simplify|document|introduce|migrate|port)/i
const BREAKS = /\bBREAKING[ -]CHANGE\b|💥/u

function readForm(message: CommitMessage, sentences: number): Signs {
  const { subject, body, left, isRevert, isBreaking, type } = message
  const prose = body.filter(({ isItem }) => !isItem)
  const items = body.length - prose.length
  const size = countText(prose.map(({ text }) => text).join(' '))
  const bare = subject.replace(/^[\w./-]+: /, '')
  const isMinor = MINOR.test(type) || MINOR_SUBJECT.test(subject)
  const isAdding = ADDS.test(bare) || type === 'feat' || type === 'refactor'
  const isBroken = isBreaking || body.some(({ text }) => BREAKS.test(text))
  return {
    size: Math.log2(1 + size),
    'subject-size': Math.log2(1 + countText(subject)),
    sentences: Math.min(sentences, 8) / 2,
    items: Math.min(items, 8) / 2,
    listed: Math.min(Math.max(0, items - 4), 6),
    left: Math.log2(1 + left),
    reverts: isRevert ? 1 : 0,
    'reverts-why': isRevert && size >= 12 ? 1 : 0,
    breaks: isBroken ? 1 : 0,
    mends: type === 'fix' || MENDS.test(bare) ? 1 : 0,
    minor: isMinor ? 1 : 0,
    adds: isAdding ? 1 : 0,
  }
}
