import type { Scope } from '../../../../store/types.js'
import { pattern, spaced, unspaced, whole, all } from '../../../languages/combined.js'
import { LANGUAGES } from '../../../languages/index.js'
import type { Turn } from '../../types.js'
import { takesBack } from '../retractions.js'
import type { Found } from '../found.js'
import { holdsSecret, isOneOff } from '../gates.js'
import { countShared, toLower, toTopic, toSentences } from '../sentences.js'
import { capitalise } from '../wording.js'
import { isGeneral, parseCommand, isCommon } from './command.js'
import { listedSteps, toFound, type Draft } from './draft.js'
import { findMended } from './mended.js'
import { commandsIn, confirms, findShown } from './shown.js'
import { findTold } from './told.js'
import { findTopic, findQuestion, type Asked } from './topic.js'

/**
 * Procedures from what was said and from the commands that ran: a command that works where
 * another fails, what the person approved for good, asked for, or told. One memory for each.
 */
export function findProcedures(turns: readonly Turn[], scope: Scope): Found[] {
  const root = scope.type === 'project' ? (scope.id ?? '') : ''
  const drafts = [
    ...findMended(turns, root).filter(isForGood(turns)),
    ...findHowTos(turns).filter(isForGood(turns)),
    ...[...findApproved(turns), ...findTold(turns)].filter(({ turn }) => !isTakenBack(turns, turn)),
  ]
  const united = drafts.reduce(addDraft, [])
  return united.filter(({ steps }) => !holdsSecret(steps.join('\n'))).map(toFound)
}

const ONCE = pattern('iu')`${whole.commands.once}`
const DENIES = pattern('iu')`^${spaced.commands.denies}(?![\p{L}])|^${unspaced.commands.denies}`

/** Told for one time only, or not accepted: by the prompt before or after. */
function isForGood(turns: readonly Turn[]): (found: { turn: number }) => boolean {
  return ({ turn }) => {
    const asked = turns[turn]?.prompt ?? ''
    const answer = turns[turn + 1]?.prompt.trim() ?? ''
    const next = /^[^.!?。！？\n]*/.exec(answer)?.[0] ?? ''
    const isOnce = [asked, next].some(text => isOneOff(toLower(text)) || ONCE.test(text))
    return !isOnce && !DENIES.test(next) && !isTakenBack(turns, turn)
  }
}

function isTakenBack(turns: readonly Turn[], turn: number): boolean {
  return takesBack(turns[turn + 1]?.prompt ?? '')
}

/** Between parts of a conversation that stand apart. */
const CUT = ' … '

/**
 * Two drafts of one command are one: each has something to say. Steps told anew replace the first.
 */
function addDraft(all: Draft[], next: Draft): Draft[] {
  const same = all.find(one => isSame(one, next))
  if (same === undefined) return [...all.filter(one => !isToldAgain(one, next)), next]
  const topic = same.topic ?? next.topic
  const isAsked = same.isAsked ?? next.isAsked
  const said = [...new Set([next, same].flatMap(one => one.said.split(CUT)))].join(CUT)
  const united: Draft = { ...next, ...same, topic, said, ...(isAsked && { isAsked }) }
  return all.map(one => (one === same ? united : one))
}

function isSame(one: Draft, next: Draft): boolean {
  const [a, b] = [one.steps.join('\n'), next.steps.join('\n')]
  const areSingle = one.steps.length === 1 && next.steps.length === 1
  return a === b || (areSingle && (a.includes(b) || b.includes(a)))
}

function isToldAgain(one: Draft, next: Draft): boolean {
  return one.topic !== undefined && one.topic === next.topic && one.turn < next.turn
}

/**
 * Statements with the procedures that were found beside them: where both come from the same words,
 * the one that says more stays.
 */
export function withProcedures(stated: readonly Found[], procedures: readonly Found[]): Found[] {
  const told = stated.map(one => procedures.find(procedure => tells(procedure, one)))
  const asked = new Set(told.filter((_, at) => stated[at]?.isAsked))
  const left = stated.filter((_, at) => told[at] === undefined)
  return [
    ...left,
    ...procedures.map(one => (asked.has(one) ? { ...one, isAsked: true as const } : one)),
  ]
}

/** Least shares of a statement that a procedure must say: of any, and of one that was asked for. */
const MOST = 0.6
const NEARLY_ALL = 0.85

/** True where a procedure has the words of a statement of its turn or of the one beside it. */
function tells(procedure: Found, stated: Found): boolean {
  if (Math.abs(procedure.turn - stated.turn) > 1) return false
  const words = toTopic(stated.content)
  const known = toTopic(`${procedure.title} ${procedure.content} ${procedure.said ?? ''}`)
  const share = countShared(words, known) / Math.max(1, words.size)
  return share >= (stated.isAsked ? NEARLY_ALL : MOST)
}

/** Words for good, and words for what was just shown: one of each, in one language, approve. */
const APPROVING = LANGUAGES.map(({ isSpaced, approvals: { lasting, shown } }) => {
  return { lasting: toPattern(lasting, isSpaced), shown: toPattern(shown, isSpaced) }
})

function toPattern(words: string, isSpaced: boolean): RegExp {
  const source = isSpaced ? String.raw`(?<![\p{L}\p{N}])(?:${words})(?![\p{L}\p{N}])` : words
  return new RegExp(source, 'u')
}

const NOT = pattern('u')`${whole.approvals.denies}`
/** Tells of what always happens, not of what is to be done. */
const COMPLAINS = pattern('u')`${whole.approvals.complains}`
const MOST_WORDS = 14

/** A sentence that approves for good what was just shown: "ok, always use that one". */
function approves(masked: string): boolean {
  const isShort = masked.split(/\s+/).length <= MOST_WORDS && masked.length <= 120
  if (!isShort || /[?？]\s*$/.test(masked) || isOneOff(masked)) return false
  if (NOT.test(masked) || COMPLAINS.test(masked)) return false
  return APPROVING.some(({ lasting, shown }) => lasting.test(masked) && shown.test(masked))
}

/** The command, or the steps, of a reply that the next prompt approves for good. */
function findApproved(turns: readonly Turn[]): Draft[] {
  return turns.flatMap((turn, index) => {
    const before = turns[index - 1]
    if (before === undefined) return []
    const sentences = toSentences(turn.prompt, index)
    const approval = sentences.find(({ masked }) => approves(masked))
    if (approval === undefined || sentences.some(({ text }) => takesBack(text))) return []
    const steps = stepsOf(before)
    if (steps.length === 0 || commandsIn(turn.prompt).length > 0) return []
    const said = `${before.prompt.slice(0, 200)} … ${approval.text}`
    const { reply } = before
    const topic = findTopic(before.prompt) ?? topicIn(reply, steps[0] ?? '')
    return [{ steps, topic, reply, turn: index, said, isAsked: true }]
  })
}

/** A purpose before its command: "to dump the rates: `pg_dump …`". */
const NAMED = pattern('i')`^(?:${all.approvals.purposes} )?([^\x60,:]{4,50}): ?\x60?$`

/** The purpose that a reply names right before a command; undefined without one. */
function topicIn(reply: string, command: string): string | undefined {
  const before = reply
    .slice(0, Math.max(0, reply.indexOf(command)))
    .split(/[.!?。\n]\s*/)
    .at(-1)
  const named = NAMED.exec(before ?? '')?.[1]
  return named === undefined ? undefined : capitalise(named)
}

/**
 * The steps that a reply lists, else its last command, else the last that ran and tells something.
 */
function stepsOf({ reply, commands = [] }: Turn): string[] {
  const listed = listedSteps(reply, /^\s*\d{1,2}[.)]/)
  if (listed.length >= 2 && listed.some(step => commandsIn(step).length > 0)) return listed
  const failed = new Set(
    commands.filter(({ isFailed }) => isFailed === true).map(({ command }) => command),
  )
  const shown = commandsIn(reply).filter(command => !failed.has(command))
  const ran = commands
    .filter(({ isFailed }) => isFailed === false)
    .flatMap(({ command }) => parseCommand(command) ?? [])
    .filter(command => !isGeneral(command))
    .map(({ text }) => text)
  return [shown.at(-1) ?? ran.at(-1) ?? []].flat()
}

interface Open extends Asked {
  command?: string
}

/** The person asked how something is done, and a command turned out to work. */
function findHowTos(turns: readonly Turn[]): Draft[] {
  const found: Draft[] = []
  let open: Open | undefined
  for (const [index, turn] of turns.entries()) {
    const settled = open && answerOf(open, turn.prompt)
    if (open && settled !== undefined) found.push(toDraft(open, settled, index))
    if (settled !== undefined) open = undefined
    open = findQuestion(turn.prompt) ?? open
    const shown = open && findShown(turn)
    if (!open || !shown || isKnown(shown.command)) continue
    open.command = shown.command
    if (!shown.isShown) continue
    found.push(toDraft(open, shown.command, index))
    open = undefined
  }
  return found
}

function toDraft({ topic, sentence }: Asked, command: string, turn: number): Draft {
  return {
    steps: [command],
    topic: capitalise(topic),
    turn,
    said: sentence,
  }
}

/** True for a command that anyone would look up elsewhere. */
function isKnown(text: string): boolean {
  const command = parseCommand(text)
  return command !== undefined && isCommon(command)
}

/** Whoever asked has found the command. */
const GIVES_ITSELF = pattern()`^${all.commands.gives}\b|${all.commands.givesAnywhere}`

/** The command that the next prompt confirms, or gives itself; undefined without one. */
function answerOf(open: Open, prompt: string): string | undefined {
  if (confirms(prompt)) return open.command
  const own = commandsIn(prompt.slice(0, 2_000))[0]
  const isGiven = own !== undefined && GIVES_ITSELF.test(toLower(prompt.slice(0, 60)))
  return isGiven && !/[?？]\s*$/.test(prompt) ? own : undefined
}
