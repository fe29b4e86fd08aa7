import { all, pattern, reword, bounded } from '../../languages/combined.js'
import type { Spoken } from './conversation.js'
import type { Found } from './found.js'
import { holdsSecret } from './gates.js'
import { isDangling, resolvePointer } from './pointers.js'
import { findReplaced } from './retractions.js'
import { isPersonal, isUniversal } from './scope.js'
import { toLower, toTopic } from './sentences.js'
import { findTags } from './tags.js'
import { toTitle } from './titles.js'
import { joinSentences, toSentence, toStatement } from './wording.js'

const KINDS = { c: 'constraint', p: 'preference', f: 'fact', r: 'procedure' } as const
const MOST_SAID = 500
const LONGEST_CONTEXT = 200

/** Sentences that make one statement, and what was said before the first of them. */
export interface Group {
  first: Spoken
  /** The part of the first sentence that states something. */
  text: string
  /** Sentences that go on with it. */
  more: Spoken[]
  /** The sentence before the first, in its own message or at the end of the one before. */
  before?: Spoken | undefined
  score: number
  isAsked: boolean
  /** It comes in place of what is known, or of what was just taken back. */
  isChange?: boolean
  isGlobal: boolean
}

/** The kind that the model thinks likeliest for what some sentences say together. */
export function kindOf(said: readonly Spoken[]): (typeof KINDS)[keyof typeof KINDS] {
  const sumOf = (kind: keyof typeof KINDS) => said.reduce((sum, one) => sum + one.scores[kind], 0)
  const likeliest = (['c', 'p', 'f', 'r'] as const).reduce((a, b) => (sumOf(b) > sumOf(a) ? b : a))
  return KINDS[likeliest]
}

/** A group in words that stand alone; undefined where it points to what nobody can tell. */
export function phrase(group: Group): Found | undefined {
  const { first, more, score, isAsked, isChange = false } = group
  const statement = withoutMark(toStatement(group.text))
  const worded = word(group, statement)
  if (worded === undefined) return undefined
  const rest = more.map(({ text }) => withoutMark(toStatement(text)))
  const sentence = [first, ...more].map(({ text }) => text).join(' ')
  const isHabit = first.who === 'user' && kindOf([first]) !== 'fact' && isPersonal(sentence)
  const title = toTitle(worded.title)
  const words = joinSentences([...worded.content, ...rest])
  const content = toSentence(words)
  const isEverywhere = group.isGlobal || isHabit || isUniversal(sentence)
  const replaces = first.who === 'user' ? findReplaced(sentence) : undefined
  return {
    kind: isHabit ? 'preference' : kindOf([first]),
    title,
    content,
    tags: findTags(content),
    scope: isEverywhere ? 'global' : 'project',
    score,
    turn: first.turn,
    topic: toTopic(`${title} ${words}`),
    said: sentence.slice(0, MOST_SAID),
    ...(isAsked && { isAsked: true as const }),
    ...(isChange && { isChange: true as const }),
    ...(replaces !== undefined && { replaces }),
  }
}

/** "Can you always run the linter?" orders something. */
const withoutMark = (statement: string) => statement.replace(/\s*[?？]+$/, '')

interface Worded {
  title: string
  content: string[]
}

/** Words a group; one that was asked for as it was said where nobody can tell what it points to. */
function word(group: Group, statement: string): Worded | undefined {
  const worded = answers(group)
    ? wordAnswer(statement, group.before as Spoken)
    : wordAlone(statement, group)
  return worded ?? (group.isAsked ? { title: statement, content: [statement] } : undefined)
}

const isQuestion = (text: string) => /[?？]["')]?\s*$/.test(text)

const BECAUSE = pattern('i')`^${all.answers.because}`

/** The beginning of an answer of a few words. */
const SHORT_ANSWER = pattern('i')`^(?:\d|${all.answers.shortly})\b`

/** True where a sentence says little without the question that it answers. */
function answers({ first, before, text }: Group): boolean {
  if (first.who === 'agent' || first.index > 0 || before?.who !== 'agent') return false
  if (!isQuestion(before.text) || before.text.length > LONGEST_CONTEXT) return false
  if (BECAUSE.test(text)) return true
  const words = first.own.isCjk ? text.length / 2 : first.own.tokens.length
  return words <= 5 || (words <= 10 && SHORT_ANSWER.test(text)) || isDangling(toStatement(text))
}

function wordAnswer(statement: string, { text }: Spoken): Worded | undefined {
  if (saysYes(statement)) return undefined
  const subject = toSubject(text)
  return { title: `${subject}: ${statement}`, content: [text, statement] }
}

const ASKS = pattern('iu')`^(?:${all.answers.questionLeads}[, ]+)*${all.answers.questions}`

/** The subject of a question: "Which port does the gateway use?" → "port the gateway use". */
export function toSubject(question: string): string {
  const last = question.split(/(?<=[.!。])\s+/).at(-1) ?? question
  const subject = last.replace(/^¿|[\s?？"')]+$/g, '').replace(ASKS, '')
  const bare = reword(subject, language => language.answers.subjects)
  return bare.length <= 80 ? bare : bare.slice(0, bare.lastIndexOf(' ', 80))
}

function wordAlone(statement: string, { first, before }: Group): Worded | undefined {
  if (!isDangling(statement)) return { title: statement, content: [statement] }
  const resolved = resolvePointer(statement, before?.text)
  if (resolved !== undefined) return { title: resolved, content: [resolved] }
  const context = before && isTelling(before, first) ? toStatement(before.text) : ''
  if (context === '' || isDangling(context)) return undefined
  return { title: context.replace(/[?？]$/, ''), content: [context, statement] }
}

const DENIES = pattern('i')`^${all.answers.denies}(?=[\s,.!]|[^\x00-\x7f])`

/** True where the sentence before says what a pronoun means, and the statement agrees with it. */
function isTelling(before: Spoken, first: Spoken): boolean {
  const { text, who, own } = before
  const isShort = text.length <= LONGEST_CONTEXT && !holdsSecret(text)
  const isNear = first.turn - before.turn <= 1 && own.tokens.length >= 3
  if (!isShort || !isNear || before.isListItem || own.concepts.has('THANKS')) return false
  if (who !== first.who) return first.who === 'agent' ? isQuestion(text) : !DENIES.test(first.text)
  return !isQuestion(text) && !own.concepts.has('TASK') && !own.concepts.has('MAKE')
}

const STRONG = pattern()`^(?:${all.answers.yes}[,.! ，。、]*)?${all.answers.agreed}`
const WEAK = pattern()`^${all.answers.yesAlone}(?=[\s,.!，。、]|$)`
const QUALIFIED = pattern()`${bounded.answers.qualifies}|[?？]`
const OFFER = pattern('i')`^(?:${all.answers.offerLeads}[, ]+)*${all.answers.offers}`
const WH = pattern('i')`^${all.answers.asksMore}`
const LEAD = pattern('i')`^(?:${all.answers.understands}[,:，]? )+`
const TAG = pattern('i')`,? ${all.answers.tags}\?$`

/** True for an answer that only says yes. */
export function saysYes(text: string): boolean {
  const answer = toLower(text.trim())
  return answer.length < 60 && (STRONG.test(answer) || WEAK.test(answer)) && !QUALIFIED.test(answer)
}

/** A question that is not worded as a statement. */
const ASKS_WHETHER = pattern('i')`^${all.answers.asksWhether}\b`

/**
 * The statement that a yes makes of the agent's question, as the person would say it ("we use …");
 * undefined where the question was an offer, or asked for more than a yes.
 */
export function toClaim(question: string): string | undefined {
  if (OFFER.test(question) || WH.test(question) || question.length > 300) return undefined
  const claim = question.replace(TAG, '.').replace(LEAD, '')
  if (ASKS_WHETHER.test(claim) && /\?$/.test(claim)) return undefined
  return reword(claim.replace(/[?？]$/, '.'), language => language.answers.rewording)
}
