import type { Scope } from '../../../../store/types.js'
import { pattern, spaced, unspaced, whole } from '../../../languages/combined.js'
import type { Turn } from '../../types.js'
import { takesBack } from '../corrections.js'
import type { Found } from '../found.js'
import { holdsSecret, isOneOff } from '../gates.js'
import { countShared, toLower, toTopic } from '../sentences.js'
import { findApproved } from './approved.js'
import { toFound, type Draft } from './draft.js'
import { findHowTos } from './how-tos.js'
import { findMended } from './mended.js'
import { findTold, toldIn } from './told.js'

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

/** The parts of a prompt that tell how something is done; empty where none do. */
export function findToldParts(prompt: string): string[] {
  return toldIn(prompt).map(({ said }) => said)
}
