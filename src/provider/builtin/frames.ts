import { pattern, spaced, unspaced } from '../../languages/combined.js'
import type { Spoken } from './conversation.js'
import { holdsSecret } from './gates.js'
import { saysYes, toClaim, toSubject } from './phrase.js'
import { isDangling } from './pointers.js'
import { toTopic } from './sentences.js'
import { toTitle } from './titles.js'
import { toStatement } from './wording.js'

/** Characters of what frames an answer. */
const MOST_CHARS = 200
/** Least words of a sentence that can frame one. */
const LEAST_WORDS = 2
/** Least words of an answer that says what it is about. */
export const WHOLE = 5

/**
 * The sentence that an answer is about: the question that was asked last, by the agent or before by
 * the person, else what the agent or the person said last. Undefined where nothing was said.
 */
export function findFrame(earlier: readonly (readonly Spoken[])[]): Spoken | undefined {
  const near = earlier.slice(-2).reverse()
  const frames = near.map(message => message.filter(canFrame))
  const questions = frames.map(message => message.findLast(one => one.own.isQuestion || asks(one)))
  return [...questions, ...frames.map(message => message.at(-1))].find(one => one !== undefined)
}

/** Least words of a question that says by itself what it is about. */
const TELLING = 3

/** The sentence of a message that says best what it is about: its last question, else its fullest. */
export function findSubject(message: readonly Spoken[]): Spoken | undefined {
  const frames = message.filter(canFrame)
  const isTelling = ({ text, own }: Spoken) => own.isQuestion && toTopic(text).size >= TELLING
  const sizeOf = ({ text }: Spoken) => toTopic(text).size
  const [fullest] = [...frames].sort((a, b) => sizeOf(b) - sizeOf(a))
  return frames.findLast(isTelling) ?? fullest
}

function canFrame({ text, own }: Spoken): boolean {
  const isShort = text.length <= MOST_CHARS && own.tokens.length >= LEAST_WORDS
  return isShort && toTopic(text).size > 0 && !holdsSecret(text)
}

function asks({ who, own }: Spoken): boolean {
  return who === 'user' && own.concepts.has('WH')
}

/**
 * The words of an answer as statements: behind what they answer, where they say too little without
 * it; the proposal itself where they agree. Without those that point to what nobody asked.
 */
export function frameAnswer(words: readonly string[], frame: Spoken | undefined): string[] {
  const [first, ...rest] = words
  if (frame === undefined || first === undefined) return [...words]
  if (saysYes(first)) return [...acceptedOf(frame), ...rest]
  const all = words.join(' ')
  const isWhole = toTopic(all).size >= WHOLE
  if (isWhole && !isDangling(first)) return [...words]
  if (isDangling(first) && !frame.own.isQuestion) return isWhole ? rest : []
  return withFrame(words, frame)
}

/** Statements as one behind what they are about, without the things among which that lets choose. */
export function withFrame(words: readonly string[], frame: Spoken): string[] {
  const about = frame.text.replace(/[.。!]+$/, '')
  const subject = frame.own.isQuestion ? withoutAlternatives(toSubject(about)) : toTitle(about)
  const said = words.map(word => word.replace(/[.。]+$/, '')).join('; ')
  return [subject === '' ? said : `${subject}: ${said}`]
}

function acceptedOf({ text, own }: Spoken): string[] {
  const claim = own.isQuestion ? toClaim(text) : text
  return claim === undefined ? [] : [toStatement(claim)]
}

const OPENS = pattern('iu')`^(?:
  (?:${spaced.answers.understands}|${spaced.answers.recaps})\s*(?:[,.:;!…]+|\s[–—-]+)\s*(?:and\s)?
  |(?:${spaced.answers.recaps})\s+(?=[^:]{1,60}:)
  |${unspaced.answers.recaps}[，,。、：:！!\s]+)+`

/** An agent's sentence on what was settled, without the words that say that it is settled. */
export function toOutcome(text: string): string {
  const rest = text.trim().replace(OPENS, '')
  return toStatement(rest.length < text.length / 3 ? text : rest)
}

const OR = pattern('giu')`\s(?:${spaced.shapes.or})\s|[、，,]?(?:${unspaced.shapes.or})[、，,]?`
/** Most words of one of several things that are offered. */
const MOST_OFFERED = 6

/** A subject without the things among which it lets choose: what was not taken is not kept. */
function withoutAlternatives(subject: string): string {
  const or = [...subject.matchAll(OR)].at(-1)
  if (or === undefined) return subject
  const [before, after] = [subject.slice(0, or.index), subject.slice(or.index + or[0].length)]
  const from = Math.max(...[':', '：', ';', '?'].map(mark => before.lastIndexOf(mark))) + 1
  const offered = before.slice(from).split(/[,，、]/)
  const [first, ...rest] = [offered.at(-1) ?? '', ...offered].map(one => one.trim().split(/\s+/))
  if (first === undefined || [first, ...rest].some(one => one.length > MOST_OFFERED)) return subject
  const tail = after.split(/\s+/).slice(first.length).join(' ')
  return `${before.slice(0, from).replace(/[:：;?\s]+$/, '')} ${tail}`.trim()
}
