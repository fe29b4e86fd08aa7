import { all, bounded, pattern, spaced, unspaced } from '../../../languages/combined.js'
import { languageOf } from '../../../languages/detect.js'
import type { Found } from '../found.js'
import { toProse } from '../prose.js'
import { isUniversal } from '../scope.js'
import { splitSentences, toTopic } from '../sentences.js'
import { findTags } from '../tags.js'
import { cutTitle } from '../titles.js'
import { toSentence } from '../wording.js'
import { isCommandText, parseCommand } from './command.js'

/** A procedure before it is put in words. */
export interface Draft {
  /** One command, or the steps as they were said. */
  steps: readonly string[]
  /** Its purpose in the words of the person; undefined where they did not say. */
  topic?: string | undefined
  /** The command that fails, and what it prints; empty where that is not known. */
  failed?: { command: string; error: string }
  /** The reply in which it turned out to work. */
  reply?: string
  /** The index of its turn. */
  turn: number
  /** The words of the conversation that it comes from. */
  said: string
  /** The person asked for it to be done so from now on. */
  isAsked?: boolean
  /** The whole of it in the words of the person, where it needs no others. */
  text?: string
}

/** The score of a statement in plain words. */
const SCORE = 3
const MOST_SAID = 500

/** A draft in words: what it is for in the title, what works and what fails in the content. */
export function toFound(draft: Draft): Found & { aliases: string[] } {
  const title = toTitle(draft)
  const content = toContent(draft)
  return {
    kind: 'procedure',
    title,
    content,
    tags: findTags(content),
    scope: isUniversal(draft.said) ? 'global' : 'project',
    score: SCORE,
    turn: draft.turn,
    topic: toTopic(`${title} ${content}`),
    said: draft.said.slice(0, MOST_SAID),
    aliases: toAliases(draft),
    ...(draft.isAsked && { isAsked: true as const }),
  }
}

const MOST_TITLE = 60

/** Puts a command in back ticks, unless it has some. */
const code = (command: string) => (command.includes('`') ? command : `\`${command}\``)
/** A step that is nothing but a command stands in back ticks too. */
const toStep = (step: string) => (isCommandText(step) ? code(step) : step)

function toTitle(draft: Draft): string {
  const { topic, steps, failed, said, text } = draft
  const isCommand = steps.length === 1 && text === undefined
  const isAgain = failed !== undefined && steps.at(-1) === failed.command
  const command = code(steps[0] ?? '')
  const words = languageOf(said).wording
  const candidates = [
    ...(topic !== undefined && isCommand ? [`${topic}: ${command}`] : []),
    ...(topic === undefined ? [] : [topic]),
    ...(failed && !isAgain ? [words.insteadOf(command, code(failed.command))] : []),
    ...(isCommand && failed === undefined ? [command] : []),
    ...(isCommand || isAgain ? [words.way(code(shorten(failed?.command ?? steps[0] ?? '')))] : []),
  ]
  return candidates.find(one => one.length <= MOST_TITLE) ?? cutTitle(topic ?? steps[0] ?? '')
}

/** The words of a command that name it. */
function shorten(command: string): string {
  const { wrapper = '', program = command, words = [] } = parseCommand(command) ?? {}
  const task = /^(?:[\w:-]+|\S+\.(?:py|m?js|ts|rb|sh|php|pl))$/.test(words[0] ?? '') ? words[0] : ''
  return [wrapper, program, task].join(' ').replace(/\s+/g, ' ').trim()
}

function toContent(draft: Draft): string {
  const { topic, steps, text } = draft
  if (text !== undefined) return toSentence(text)
  if (steps.length === 1) return wordCommand(draft)
  const heading = topic === undefined ? [] : [`${topic}:`]
  const why = toReason(draft)
  const list = steps.map((step, at) => `${at + 1}. ${toStep(step)}`)
  return [...heading, ...list, ...(why === '' ? [] : ['', toSentence(why)])].join('\n')
}

function wordCommand(draft: Draft): string {
  const { topic, steps, failed, said } = draft
  const words = languageOf(said).wording
  const command = code(steps[0] ?? '')
  const why = toReason(draft)
  // A sentence that names the command says it better than words put around it.
  if (topic === undefined && failed === undefined && why !== '') return toSentence(why)
  const works = topic === undefined ? words.works(command) : `${topic}: ${command}.`
  const isTold = failed === undefined || why.includes(failed.command)
  const error = failed?.error.replace(/[.。]$/, '') ?? ''
  const fails = isTold ? '' : words.fails(code(failed.command), error === '' ? '' : `: ${error}`)
  const isSame = topic !== undefined && why.toLowerCase().includes(topic.toLowerCase())
  return [works, isSame && isTold ? '' : why, fails].reduce(addSentence)
}

function addSentence(text: string, next: string): string {
  return next === '' ? text : `${text} ${toSentence(next)}`
}

const REASON = pattern('i')`${bounded.wording.reasons}`
const MOST_REASON = 240

/** The sentence of the reply on the command, best on why another one fails; '' without one. */
function toReason({ failed, steps, reply = '' }: Draft): string {
  const [command = ''] = steps
  const sentences = toSentences(reply)
  const shown = sentences.findIndex(text => text.includes(command))
  if (failed === undefined) return steps.length > 1 ? '' : tellsMore(sentences[shown], command)
  const named = sentences.find(text => text.includes(`\`${failed.command}\``))
  const before = shown > 0 ? sentences[shown - 1] : undefined
  return named ?? sentences.find(text => REASON.test(text)) ?? before ?? ''
}

function toSentences(reply: string): string[] {
  return toProse(reply)
    .split('\n')
    .flatMap(line => splitSentences(withoutMark(line)).map(({ text }) => text))
    .filter(text => text.length <= MOST_REASON && !/[?？]$/.test(text))
}

/** A sentence that tells of a single run. */
const OF_ONE_RUN = pattern('i')`^${all.wording.iRan}`

/** A sentence with five words or more besides the command, that tells of no single run. */
function tellsMore(sentence: string | undefined, command: string): string {
  const rest = sentence?.replace(command, '').match(/\p{L}{2,}/gu) ?? []
  const isOfRun = OF_ONE_RUN.test(sentence ?? '')
  return sentence === undefined || rest.length < 5 || isOfRun ? '' : sentence
}

const MOST_ALIAS = 100

/** The failing command and what it prints: somebody who does not know the other one meets these. */
function toAliases({ failed }: Draft): string[] {
  if (failed === undefined) return []
  return [failed.command, failed.error.slice(0, MOST_ALIAS)].filter(
    alias => alias.length > 2 && alias.length <= MOST_ALIAS,
  )
}

const STEP = pattern('i')`
  ^\s*(?:\d{1,2}[.)、]|[-*+•]|${spaced.told.step} \d+[.:)]|${unspaced.told.step})\s*(\S.*)$`

/** The items of a list in a text, in which each line may be held to a mark; [] without any. */
export function listedSteps(text: string, mark?: RegExp): string[] {
  return text
    .split('\n')
    .filter(line => mark === undefined || mark.test(line))
    .flatMap(line => STEP.exec(line)?.[1]?.trim() ?? [])
}

/** True for a line of a list. */
export function isStep(line: string): boolean {
  return STEP.test(line)
}

/** A line without what makes it one of a list. */
function withoutMark(line: string): string {
  return STEP.exec(line)?.[1] ?? line
}
