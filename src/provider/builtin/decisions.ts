import type { Spoken } from './conversation.js'
import type { Found } from './found.js'
import { findFrame, frameAnswer, toOutcome, WHOLE, withFrame } from './frames.js'
import { findGate, holdsSecret } from './gates.js'
import { isUniversal } from './scope.js'
import { countShared, splitSentences, toSentences, toTopic } from './sentences.js'
import { findTags } from './tags.js'
import { toTitle } from './titles.js'
import { joinSentences, toStatement } from './wording.js'

/**
 * Least scores of a person's sentence that settles something, of one that answers a question, and
 * of the surest of a matter, to which it adds if the agent restates it, more if it does so clearly.
 */
const DECIDES = -0.6
const ANSWERS = -1.1
const SURE = 1.8
const ALONE = 3
const RESTATED = 0.6
const CLEARLY = 0.5
/** Added for each further point, of so many at most. */
const EACH_MORE = 0.5
const MOST_MORE = 2
/** Least scores of an agent's sentence that restates: alone, one point, several. */
const SETTLES = -0.8
const ECHOES = -3
const RECAPS = -3.5
/** Most turns between two points of one matter. */
const NEAR = 2
/** Characters of a decision: as much as is given beside a prompt. */
const MOST_CHARS = 640
/** Share of the words of a point that another has where it says it too. */
const SAID_TOO = 0.6

/** A turn in which a person settles something, and how the agent understood it. */
interface Point {
  /** The person's sentences that settle it. */
  said: Spoken[]
  /** The sentence that they answer, and the one with which the person opened the matter. */
  frame: Spoken | undefined
  opening: Spoken | undefined
  /** The agent's sentences behind it that may restate it. */
  answer: Spoken[]
  turn: number
}

/** One statement of a decision. */
interface Part {
  text: string
  topic: Set<string>
  /** The sentences that it is made of. */
  from: readonly Spoken[]
  /** True for an agent's sentence that restates several points. */
  isRecap: boolean
}

/** A decision as one statement, and the sentences that it is made of. */
interface Decision {
  found: Found
  from: readonly Spoken[]
}

/**
 * The decisions of a batch: what a person settled over turns as one statement each, in their words
 * and the agent's restatement of them; a proposal that nobody took is in none. The last state counts.
 */
export function findDecisions(messages: readonly (readonly Spoken[])[], least: number): Decision[] {
  const points = messages.flatMap((_, at) => readPoint(messages, at, least) ?? [])
  return toThreads(points).flatMap(thread => toDecision(thread) ?? [])
}

/**
 * The statements of a batch with its decisions, which are found by the words of the session's first
 * prompt too; without statements that a decision says.
 */
export function withDecisions(
  found: readonly Found[],
  decisions: readonly Decision[],
  opening: string,
): Found[] {
  const isSaid = (one: Found) =>
    !one.isAsked &&
    decisions.some(({ found: { topic }, from }) => {
      const isPart = from.some(({ text }) => one.said?.includes(text))
      return isPart || countShared(one.topic, topic) >= SAID_TOO * one.topic.size
    })
  const aliases = toPhrases(opening)
  const decided = decisions.map(one => ({ ...one.found, aliases }))
  return [...found.filter(one => !isSaid(one)), ...decided]
}

/** Most phrases of a prompt, and characters of each, that a decision is found by. */
const MOST_PHRASES = 6
const PHRASE_CHARS = 90

/** The beginning of a text in phrases. */
function toPhrases(text: string): string[] {
  const parts = toSentences(text, 0).flatMap(sentence => cutPhrase(sentence.text))
  return parts.slice(0, MOST_PHRASES)
}

function cutPhrase(text: string): string[] {
  const phrases: string[] = []
  for (let rest = text; rest !== '';) {
    const at = rest.length <= PHRASE_CHARS ? rest.length : rest.lastIndexOf(' ', PHRASE_CHARS)
    const end = at > 0 ? at : PHRASE_CHARS
    phrases.push(rest.slice(0, end).replace(/[\s,;:.!?]+$/, ''))
    rest = rest.slice(end).trim()
  }
  return phrases.filter(phrase => phrase !== '')
}

function readPoint(
  messages: readonly (readonly Spoken[])[],
  at: number,
  least: number,
): Point | undefined {
  const message = messages[at] ?? []
  const [first] = message
  const answered = messages[at - 1]
  if (first?.who !== 'user' || answered === undefined) return undefined
  const isAsked = answered.at(-1)?.own.isQuestion === true
  const decides = isAsked ? ANSWERS : DECIDES
  const keep = isAsked ? least : Infinity
  const said = message.filter(one => isDeciding(one, { decides, keep }))
  const answer = (messages[at + 1] ?? []).filter(canRestate)
  if (said.length === 0 && !answer.some(({ scores }) => scores.settles > SETTLES)) return undefined
  return {
    said,
    frame: findFrame(messages.slice(0, at)),
    opening: findFrame(messages.slice(Math.max(0, at - 2), at - 1)),
    answer,
    turn: first.turn,
  }
}

function canRestate({ who, own, scores, text }: Spoken): boolean {
  return who === 'agent' && !own.isQuestion && scores.settles > RECAPS && !holdsSecret(text)
}

/** A whole statement settles something too where it answers. */
function isDeciding(spoken: Spoken, least: { decides: number; keep: number }): boolean {
  const { scores, own } = spoken
  if (own.isQuestion) return false
  if (findGate(spoken) !== undefined) return false
  return scores.decides > least.decides || scores.keep >= least.keep
}

const NUMBER = /\d+(?:[.,]\d+)*/g

/** True where a text has a word that tells something, or a number, of what was said. */
function echoes(text: string, words: string): boolean {
  const numbers: string[] = words.match(NUMBER) ?? []
  const isNumber = numbers.some(number => text.includes(number))
  return isNumber || countShared(toTopic(text), toTopic(words)) > 0
}

/** Points of one matter: each comes soon after the one before it. */
function toThreads(points: readonly Point[]): Point[][] {
  const threads: Point[][] = []
  for (const point of points) {
    const thread = threads.at(-1)
    const last = thread?.at(-1)
    if (thread && last && point.turn - last.turn <= NEAR) thread.push(point)
    else threads.push([point])
  }
  return threads
}

function toDecision(thread: readonly Point[]): Decision | undefined {
  const said = thread.flatMap(point => point.said)
  const drafted = thread.reduce(withPoint, { parts: [], points: [] }).parts
  if (!isSettled(thread, drafted)) return undefined
  const parts = fit(withRecapFirst(withSubject(drafted, thread[0]?.opening)))
  const content = joinSentences(parts.map(({ text }) => text))
  if (content === '') return undefined
  const from = parts.flatMap(one => one.from)
  return { from, found: { ...toFound(said, content), ...toOrigin(from) } }
}

/** True where it is sure that something lasting was settled: one answer alone must be surer. */
function isSettled(thread: readonly Point[], parts: readonly Part[]): boolean {
  const scores = thread.flatMap(({ said }) => said.map(one => one.scores.decides))
  const more = Math.min(MOST_MORE, thread.filter(({ said }) => said.length > 0).length - 1)
  const restated = restatedBy(parts)
  const least = more <= 0 && restated === 0 ? ALONE : SURE
  return Math.max(...scores) + restated + EACH_MORE * more >= least
}

function restatedBy(parts: readonly Part[]): number {
  const [surest] = parts
    .flatMap(({ from }) => from)
    .filter(({ who }) => who === 'agent')
    .map(({ scores }) => scores.settles)
    .sort((a, b) => b - a)
  return surest === undefined || surest < SETTLES ? 0 : RESTATED + CLEARLY * (surest - SETTLES)
}

/** The statements with what they are about before them, unless they or a recap say it. */
function withSubject(parts: readonly Part[], opening: Spoken | undefined): Part[] {
  const [first, ...rest] = parts
  if (first === undefined || opening?.own.isQuestion !== true) return [...parts]
  if (first.topic.size >= WHOLE || parts.some(({ isRecap }) => isRecap)) return [...parts]
  const topic = toTopic(opening.text)
  const said = toTopic(parts.map(({ text }) => text).join(' '))
  if (countShared(topic, said) >= SAID_TOO * topic.size) return [...parts]
  const [text = first.text] = withFrame([first.text], opening)
  return [{ ...first, text }, ...rest]
}

/** The statements so far, and the words of each point. */
interface Draft {
  parts: Part[]
  points: string[]
}

/** The statements with those of a point more: what it says too is said once, in its words. */
function withPoint({ parts, points }: Draft, { said, frame, answer }: Point): Draft {
  const words = said.map(({ text }) => toStatement(text))
  const known = parts.map(({ text }) => text).join(' ')
  const own = isKnown(words.join(' '), known) ? [] : frameAnswer(words, frame)
  const all = [...points, words.join(' ')]
  const restated = answer.flatMap(one => toRestated(one, all) ?? [])
  const told = [...own.map(text => toPart(text, said, false)), ...restated]
  return { parts: told.reduce(withPart, parts), points: all }
}

/** Words beside a known number that only agree: "Right, leave it at 7". */
const MOST_NEWS = 2

/** True where a person only agrees with what stands there. */
function isKnown(words: string, known: string): boolean {
  const numbers = words.match(NUMBER) ?? []
  const topic = toTopic(words)
  const news = topic.size - countShared(topic, toTopic(known))
  if (known === '' || !numbers.every(number => known.includes(number))) return false
  return news <= (numbers.length > 0 ? MOST_NEWS : 0)
}

/** A sentence that restates what a person settled; undefined for one that does not. */
function toRestated(spoken: Spoken, points: readonly string[]): Part | undefined {
  const { scores, text } = spoken
  const echoed = points.filter(words => echoes(text, words))
  const least = echoed.length > 1 ? RECAPS : echoed.length === 1 ? ECHOES : SETTLES
  if (scores.settles < least) return undefined
  return toPart(toOutcome(text), [spoken], echoed.length > 1)
}

function toPart(text: string, from: readonly Spoken[], isRecap: boolean): Part {
  return { text, topic: toTopic(text), from, isRecap }
}

/** Share of the words of a point by which a recap has it too. */
const RECALLED = 0.34

/** The statements with the last recap first, and without what it recalls. */
function withRecapFirst(parts: readonly Part[]): Part[] {
  const turn = parts.findLast(({ isRecap }) => isRecap)?.from[0]?.turn
  const at = parts.findIndex(part => part.isRecap && part.from[0]?.turn === turn)
  if (at <= 0) return [...parts]
  const recap = parts.slice(at)
  const topic = toTopic(recap.map(({ text }) => text).join(' '))
  const isRecalled = (one: Part) => countShared(one.topic, topic) >= RECALLED * one.topic.size
  return [...recap, ...parts.slice(0, at).filter(one => !isRecalled(one))]
}

function withPart(parts: readonly Part[], part: Part): Part[] {
  const isSaidIn = (one: Part, other: Part) =>
    countShared(one.topic, other.topic) >= SAID_TOO * one.topic.size
  return [...parts.filter(one => !isSaidIn(one, part)), part]
}

/** The statements that fit. */
function fit(parts: readonly Part[]): Part[] {
  let left = MOST_CHARS
  return parts.filter((part, at) => {
    const isKept = at === 0 || part.text.length <= left
    if (isKept) left -= part.text.length
    return isKept
  })
}

/** The places in the batch of the turns in which a decision was said, and whether the words are an agent's alone. */
function toOrigin(from: readonly Spoken[]): Pick<Found, 'turns' | 'isRestated' | 'isDecision'> {
  const turns = [...new Set(from.map(({ turn }) => turn))].sort((a, b) => a - b)
  const isRestated = from.every(({ who }) => who === 'agent')
  return { isDecision: true, turns, ...(isRestated && { isRestated }) }
}

/** Added to the certainty of a decision: it goes before single statements. */
const AHEAD = 2

const KINDS = { c: 'constraint', p: 'preference', f: 'fact', r: 'procedure' } as const

function toFound(said: readonly Spoken[], content: string): Found {
  const sumOf = (kind: keyof typeof KINDS) => said.reduce((sum, one) => sum + one.scores[kind], 0)
  const kind = (['c', 'p', 'f', 'r'] as const).reduce((a, b) => (sumOf(b) > sumOf(a) ? b : a))
  const title = toTitle(splitSentences(content)[0]?.text ?? content)
  return {
    kind: KINDS[kind],
    title,
    content,
    tags: findTags(content),
    scope: said.some(({ text }) => isUniversal(text)) ? 'global' : 'project',
    score: AHEAD + Math.max(...said.map(({ scores }) => scores.decides)),
    turn: said.at(-1)?.turn ?? 0,
    topic: toTopic(`${title} ${content}`),
    said: said
      .map(({ text }) => text)
      .join(' ')
      .slice(0, 500),
  }
}
