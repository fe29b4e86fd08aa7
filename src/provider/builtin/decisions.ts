import type { Spoken } from './conversation.js'
import type { Found } from './found.js'
import { findFrame, findSubject, frameAnswer, toOutcome, WHOLE, withFrame } from './frames.js'
import { findGate, holdsSecret } from './gates.js'
import { kindOf } from './phrase.js'
import { findOver, topicOf } from './retractions.js'
import { isUniversal } from './scope.js'
import { countShared, splitSentences, toSentences, toTopic } from './sentences.js'
import { findTags } from './tags.js'
import { toTitle } from './titles.js'
import { joinSentences, toStatement } from './wording.js'

/** Least scores of the sentences that may be part of a decision: a person's, and an agent's. */
const DECIDES = -1.7
const SETTLES = -2.2
/**
 * Least certainty that something lasting was settled: the scores of the surest answer and of all in
 * the mean, and what a matter gains that began with a question, and one that the agent restates, by
 * its score (logistic regression over conversations of which it is known).
 */
const SURE = 2
const ASKED = 0.8
const RESTATED = 1.6
const CLEARLY = 1.2
/** Less than this an answer does not count against a matter. */
const LEAST_SCORE = -4
/** Most turns between two points of one matter. */
const NEAR = 2
/** Characters of a decision: as much as is given beside a prompt. */
const MOST_CHARS = 640
/** Share of the words of a point that another has where it says it too. */
const SAID_TOO = 0.6

/** A turn in which a person may settle something, and how the agent understood it. */
interface Point {
  /** The person's sentences that settle something; none of them may. */
  said: Spoken[]
  /** The score of the sentence that is most likely to. */
  score: number
  /** True where each of them states something that stands alone. */
  isWhole: boolean
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

/** A decision as one statement, and the sentences that it says. */
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
  const answers = message.filter(({ own, text }) => !own.isQuestion && !endsSomething(text))
  if (answers.length === 0) return undefined
  const answer = (messages[at + 1] ?? []).filter(canRestate)
  return {
    said: answers.filter(one => isDeciding(one, least)),
    score: Math.max(LEAST_SCORE, ...answers.map(({ scores }) => scores.decides)),
    isWhole: answers.every(({ scores }) => scores.keep >= least),
    frame: findFrame(messages.slice(0, at)),
    opening: findSubject(messages[at - 2] ?? []),
    answer,
    turn: first.turn,
  }
}

function canRestate({ who, own, scores, text }: Spoken): boolean {
  return who === 'agent' && !own.isQuestion && scores.settles > SETTLES && !holdsSecret(text)
}

/** True for words that end something: they settle nothing. */
const endsSomething = (text: string) => findOver(text) !== undefined || topicOf(text) !== ''

/** A whole statement settles something too. */
function isDeciding(spoken: Spoken, least: number): boolean {
  const { scores } = spoken
  return (scores.decides > DECIDES || scores.keep >= least) && findGate(spoken) === undefined
}

const NUMBER = /\d+(?:[.,]\d+)*/g

/** Something to look for in what the agent says: the words that tell something, and the numbers. */
interface Words {
  topic: Set<string>
  numbers: readonly string[]
}

const toWords = (text: string): Words => ({
  topic: toTopic(text),
  numbers: text.match(NUMBER) ?? [],
})

/** True where a text of this topic has a word or a number of what was said. */
function echoes(text: string, topic: Set<string>, said: Words): boolean {
  return said.numbers.some(number => text.includes(number)) || countShared(topic, said.topic) > 0
}

/** Points of one matter: each comes soon after the last one that settles something. */
function toThreads(points: readonly Point[]): Point[][] {
  const threads: Point[][] = []
  for (const point of points) {
    const thread = threads.at(-1)
    const last = thread?.findLast(settles)
    if (thread && last && point.turn - last.turn <= NEAR) thread.push(point)
    else if (settles(point)) threads.push([point])
  }
  return threads
}

const settles = ({ said, answer }: Point) => said.length > 0 || answer.length > 0

function toDecision(thread: readonly Point[]): Decision | undefined {
  const said = thread.flatMap(point => point.said)
  if (!isSettled(thread)) return undefined
  const drafted = thread.reduce(withPoint, { parts: [], points: [] }).parts
  const all = withSubject(withRecapFirst(drafted), thread[0]?.opening)
  const parts = fit(all)
  const content = joinSentences(parts.map(({ text }) => text))
  if (content === '') return undefined
  const from = parts.flatMap(one => one.from)
  const left = all.filter(one => !parts.includes(one)).flatMap(one => one.from)
  const covered = [...from, ...said.filter(one => !left.includes(one))]
  return { from: covered, found: { ...toFound(said, content), ...toOrigin(from) } }
}

/** True where it is sure that something lasting was settled. */
function isSettled(thread: readonly Point[]): boolean {
  const told = thread.filter(({ said }) => said.length > 0)
  if (told.length === 0 || (told.length === 1 && told[0]!.isWhole)) return false
  const scores = thread.map(({ score }) => score)
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  const restated = thread.flatMap(({ answer }) => answer.map(one => one.scores.settles - SETTLES))
  const gained = restated.length > 0 ? RESTATED + CLEARLY * Math.max(...restated) : 0
  const asked = thread[0]?.opening?.own.isQuestion === true ? ASKED : 0
  return Math.max(...scores) + mean + asked + gained >= SURE
}

/** Share of the words of what opened a matter from which on a decision names the matter. */
const NAMED = 0.34

/** The statements with what they are about before them, unless they say it. */
function withSubject(parts: readonly Part[], opening: Spoken | undefined): Part[] {
  const [first, ...rest] = parts
  if (first === undefined || opening === undefined) return [...parts]
  const topic = toTopic(opening.text)
  const said = toTopic(parts.map(({ text }) => text).join(' '))
  const shared = countShared(topic, said)
  const isShort = first.topic.size < WHOLE && !first.isRecap
  if (!isShort && shared === 0 && parts.length === 1) return [...parts]
  const least = isShort && opening.own.isQuestion ? SAID_TOO : NAMED
  if (shared >= least * topic.size) return [...parts]
  const [text = first.text] = withFrame([first.text], opening)
  return [{ ...first, text, from: [opening, ...first.from] }, ...rest]
}

/** The statements so far, and the words of each point. */
interface Draft {
  parts: Part[]
  points: Words[]
}

/** The statements with those of a point more: what it says too is said once, in its words. */
function withPoint({ parts, points }: Draft, { said, frame, answer }: Point): Draft {
  const words = said.map(({ text }) => toStatement(text))
  const known = parts.map(({ text }) => text).join(' ')
  const own = isKnown(words.join(' '), known) ? [] : frameAnswer(words, frame)
  const all = [...points, toWords(words.join(' '))]
  const restated = answer.map(one => toRestated(one, all))
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

/** A sentence that restates what a person settled. */
function toRestated(spoken: Spoken, points: readonly Words[]): Part {
  const { text } = spoken
  const topic = toTopic(text)
  const echoed = points.filter(words => echoes(text, topic, words))
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

function toFound(said: readonly Spoken[], content: string): Found {
  const title = toTitle(splitSentences(content)[0]?.text ?? content)
  return {
    kind: kindOf(said),
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
