import type { Scope } from '../../store/types.js'
import { clip } from '../text.js'
import { isLikely } from './bounds.js'
import { likeness, matchedLine, SAME_ERROR } from './error-match.js'
import { readErrorLines, type ErrorLine } from './error-shape.js'
import { findMending, type Mending, type Place } from './mended.js'
import { dayOfTurn, type PastTurn } from './turns.js'
import type { PlacedTurn } from './types.js'

/** A past session: its turns in their order, and the scope in which they lie. */
export interface PastSession {
  key: string
  turns: readonly PastTurn[]
}

/** An error that is asked about. */
export interface FixQuery {
  /** The text as it was printed; of a long one its beginning and end are read. */
  error: string
  /** Only sessions of these scopes; of all where not given. */
  scopes?: Scope[]
  /** The project that is asked in: its fixes come first. */
  near?: Scope
  /** The most fixes; 5 where not given. */
  limit?: number
}

/** A past turn in which the error was met. */
export interface Met extends PlacedTurn {
  /** The line of its text that agrees most with what was asked. */
  error: string
  /** The command that failed; none where only the person told of it. */
  failed?: string
}

/** Steps that were taken after the same error, and worked. */
export interface Fix extends Met {
  /** Commands that were run between the failure and the success, in their order. */
  commands: string[]
  /** Files that were changed between the two. */
  files: string[]
  /** The command that worked afterwards. */
  worked: string
  /** True where it is the one that had failed. */
  isProven: boolean
  /** Turn and time of the success. */
  mendedIn: number
  mendedAt: string
  /** The first sentences of what was answered then. */
  answered: string
  /** Sessions in which this was done after this error, and worked. */
  times: number
  /** Likeness of the two errors, from 0.77 to 1. */
  likeness: number
}

/** An error that was met and is not known to have been mended. */
export interface Unmended extends Met {
  /** The first sentences of what was answered last in its session. */
  answered: string
}

/** All that past sessions know of an error. */
export interface FixAnswer {
  /** Number of turns, and of sessions, in which the same error was met. */
  turns: number
  sessions: number
  /** Those of the own project first, of equals the newest. */
  fixes: Fix[]
  /** The newest first; only where there is no fix at all. */
  unmended: Unmended[]
}

/** Characters of a line that is told. */
const LINE_CHARS = 200

/** Nothing is known. */
export const NO_FIX: FixAnswer = { turns: 0, sessions: 0, fixes: [], unmended: [] }

interface Occurrence {
  session: PastSession
  place: Place
  likeness: number
}

/**
 * Finds what was done in `sessions` after the error of a text and worked, each way once; `own` is the
 * scope of the project that is asked in. A near miss (the same tool with another error, the same code with
 * another cause) is left out.
 */
export function findFixes(
  text: string,
  sessions: readonly PastSession[],
  { own, limit = 5 }: { own?: string | undefined; limit?: number } = {},
): FixAnswer {
  const asked = readErrorLines(text)
  if (asked.length === 0) return NO_FIX
  const met = sessions.map(session => occurrencesIn(session, asked))
  const all = met.flat()
  const fixes = met.flatMap(own => fixesOf(own, asked))
  const ranked = rank(fixes, own)
  const unmended = ranked.length > 0 ? [] : all.map(one => toUnmended(one, asked)).sort(newestFirst)
  return {
    turns: all.length,
    sessions: met.filter(own => own.length > 0).length,
    fixes: ranked.slice(0, limit),
    unmended: unmended.slice(0, limit),
  }
}

/** True where the error of the text was met in a turn. */
export function holdsError(turn: PastTurn, text: string): boolean {
  return bestPlace(turn, readErrorLines(text)).likeness >= SAME_ERROR
}

/** The turns of a session in which the error was met, each once. */
function occurrencesIn(session: PastSession, asked: readonly ErrorLine[]): Occurrence[] {
  return session.turns.flatMap((turn, at) => {
    const { step, likeness } = bestPlace(turn, asked)
    return likeness < SAME_ERROR ? [] : [{ session, place: { turn: at, step }, likeness }]
  })
}

/** A step that printed the error, else the person's words. */
function bestPlace(
  turn: PastTurn,
  asked: readonly ErrorLine[],
): Omit<Place, 'turn'> & { likeness: number } {
  const places = turn.did.flatMap((step, number) =>
    'command' in step && step.isFailed === true && step.output !== undefined
      ? { step: number, likeness: likeness(asked, readErrorLines(step.output)) }
      : [],
  )
  const shown = places.reduce((a, b) => (b.likeness > a.likeness ? b : a), NOWHERE)
  if (shown.likeness >= SAME_ERROR) return shown
  const told = likeness(asked, readTold(turn.asked))
  return told > shown.likeness ? { step: -1, likeness: told } : shown
}

/** A person says something before an error: `pods never get ready: Readiness probe failed: …`. */
function readTold(text: string): ErrorLine[] {
  const rests = text.split('\n').flatMap(line => {
    const [, ...parts] = line.slice(0, LINE_CHARS).split(': ')
    return parts.length === 0 ? [] : parts.join(': ')
  })
  return readErrorLines([text, ...rests].join('\n'))
}

const NOWHERE = { step: -1, likeness: 0 }

/** One for each success of a session: the failures before it are attempts at the same. */
function fixesOf(met: readonly Occurrence[], asked: readonly ErrorLine[]): Fix[] {
  const fixes = new Map<string, Fix>()
  for (const occurrence of met) {
    const { session, place } = occurrence
    const mending = findMending(session.turns, place, ({ output = '' }) => {
      return output !== '' && likeness(asked, readErrorLines(output)) >= SAME_ERROR
    })
    if (mending === undefined) continue
    const name = `${mending.turn.turn}\n${mending.worked}`
    const known = fixes.get(name)
    if (known === undefined) fixes.set(name, toFix(occurrence, mending, asked))
    else known.likeness = Math.max(known.likeness, occurrence.likeness)
  }
  return [...fixes.values()]
}

function toMet({ session: { key, turns }, place }: Occurrence, error: readonly ErrorLine[]): Met {
  const { session, turn, at, host, did, asked } = turns[place.turn]!
  const step = did[place.step]
  const command = step !== undefined && 'command' in step ? step : undefined
  const lines = command === undefined ? readTold(asked) : readErrorLines(command.output ?? '')
  return {
    key,
    session,
    turn,
    at,
    ...(host !== undefined && { host }),
    error: clip(matchedLine(error, lines), LINE_CHARS),
    ...(command !== undefined && { failed: command.command }),
  }
}

function toFix(
  occurrence: Occurrence,
  { turn, ...mending }: Mending,
  error: readonly ErrorLine[],
): Fix {
  const { commands, files, worked, isProven } = mending
  return {
    ...toMet(occurrence, error),
    commands,
    files,
    worked,
    isProven,
    mendedIn: turn.turn,
    mendedAt: turn.at,
    answered: beginningOf(turn.answered),
    times: 1,
    likeness: Math.round(occurrence.likeness * 100) / 100,
  }
}

function toUnmended(occurrence: Occurrence, error: readonly ErrorLine[]): Unmended {
  const last = occurrence.session.turns.at(-1)!
  return { ...toMet(occurrence, error), answered: beginningOf(last.answered) }
}

const newestFirst = (one: Met, other: Met) => (likelyTime(one) < likelyTime(other) ? 1 : -1)

function likelyTime({ at }: Met): string {
  return isLikely(dayOfTurn({ at }), new Date()) ? at : ''
}

/** Errors that agree to so small a part are as like. */
const LIKE_PARTS = 40

/** The same way once, by its newest session; the own project's first, then the likest and newest. */
function rank(fixes: readonly Fix[], own: string | undefined): Fix[] {
  const order = (a: Fix, b: Fix) =>
    Number(b.key === own) - Number(a.key === own) ||
    Math.round(b.likeness * LIKE_PARTS) - Math.round(a.likeness * LIKE_PARTS) ||
    Number(b.isProven) - Number(a.isProven) ||
    newestFirst(a, b)
  const ways = new Map<string, Fix>()
  for (const fix of [...fixes].sort(order)) {
    const known = ways.get(wayOf(fix))
    if (known === undefined) ways.set(wayOf(fix), { ...fix })
    else known.times++
  }
  return [...ways.values()]
}

/** The commands that were run; where there were none, the files. */
function wayOf({ key, commands, files, worked, failed }: Fix): string {
  if (commands.length > 0) return commands.map(toStable).join('\n')
  return [key, ...(worked === failed ? [] : [toStable(worked)]), ...files].join('\n')
}

function toStable(command: string): string {
  return command.replace(/\b[0-9a-f]{7,}\b|\d+/gi, '#').replace(/\s+/g, ' ')
}

const ANSWER_CHARS = 320
const SENTENCES = 3

/** The first sentences of an answer on one line, without headings, tables and code. */
function beginningOf(answered: string): string {
  const prose: string[] = []
  let isCode = false
  for (const line of answered.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
    else if (!isCode && /[\p{L}\p{N}]/u.test(line) && !/^\s*[#|>]/.test(line)) prose.push(line)
  }
  const line = prose.join(' ').replace(/\s+/g, ' ').trim()
  const sentences = line.split(/(?<=[.!?]) (?=\S)|(?<=[。！？])/u)
  return clip(sentences.slice(0, SENTENCES).join(' '), ANSWER_CHARS)
}
