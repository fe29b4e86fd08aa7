import type { IndexEntry } from '../../store/index/types.js'
import type { Store } from '../../store/store.js'
import { search } from '../search/search.js'
import { groupBySession, partOf } from './documents.js'
import { readErrorLines } from './error-shape.js'
import { findFixes, holdsError, NO_FIX, type FixAnswer, type PastSession } from './fix.js'
import { OpenedSegments } from './opened.js'
import { listParts, partsSince, readPart, type Part } from './parts.js'
import { dayOfTurn, identityOf, type PastTurn } from './turns.js'

/** An error that is asked about. */
export interface FixQuestion {
  /** The text as it was printed. */
  error: string
  /** Only sessions of these scopes; of all where not given. */
  keys?: readonly string[] | undefined
  /** Scope of the project that is asked in: its fixes come first. */
  own?: string | undefined
  /** The most fixes; 5 where not given. */
  limit?: number | undefined
}

/** Turns that are compared with the error: those in which a command failed, and others. */
const MOST_FAILED = 60
const MOST_OTHERS = 20
/** Postings that are read for one question. */
const POSTINGS = 20_000
/** Words of an error by which turns are found, those that tell most of it. */
const MOST_WORDS = 24

/**
 * Looks an error up in the past sessions of a store: what was done after it and worked, else where it
 * was met; nothing where no session is indexed or none has it. Parts that cannot be read are left out.
 */
export function lookUpFixes(store: Store, question: FixQuestion): FixAnswer {
  const { error, own, limit } = question
  const text = tellingWords(error)
  if (text === '') return NO_FIX
  const sessions = readSessions(store, findTurns(store, text, question.keys))
  const met = sessions.filter(({ turns }) => turns.some(turn => holdsError(turn, error)))
  const whole = met.map(session => ({ ...session, turns: readRest(store, session) }))
  return findFixes(error, whole, { own, ...(limit !== undefined && { limit }) })
}

function tellingWords(error: string): string {
  const words = readErrorLines(error).flatMap(({ words, weight }) =>
    words.map(word => ({ word: word.word, weight: word.weight * weight })),
  )
  const ranked = words.sort((a, b) => b.weight - a.weight).map(({ word }) => word)
  return [...new Set(ranked)].slice(0, MOST_WORDS).join(' ')
}

/** Entries of turns that may hold the error, of which a failed command is likelier to. */
function findTurns(store: Store, text: string, keys: readonly string[] | undefined): IndexEntry[] {
  const segments = new OpenedSegments(store)
  const find = (isWanted: (kind: string) => boolean, limit: number) => {
    const accept = ({ kind }: IndexEntry) => isWanted(kind)
    return search(segments.of(keys), text, { limit, postingsBudget: POSTINGS, accept })
  }
  try {
    return segments.read(() => {
      const failed = find(kind => kind === 'failed', MOST_FAILED)
      const others = find(kind => kind !== 'failed', MOST_OTHERS)
      return [...failed, ...others].map(({ entry }) => entry)
    })
  } finally {
    segments.close()
  }
}

/** The turns of the sessions of these entries that lie in the same parts. */
function readSessions(store: Store, entries: readonly IndexEntry[]): PastSession[] {
  const parts = new Map<string, IndexEntry[]>()
  for (const entry of entries)
    parts.set(entry.locator, [...(parts.get(entry.locator) ?? []), entry])
  return [...parts.values()].flatMap(own => {
    const { key, name } = partOf(own[0]!)
    const wanted = new Set(own.flatMap(({ session }) => session ?? []))
    const turns = [...partsSince(store, key, name)].flatMap(part => readTurns(part, wanted))
    return groupBySession(turns).map(session => ({ key, turns: session }))
  })
}

/** Days after a failure in which its session may have gone on. */
const MOST_DAYS = 3
const DAY_MS = 86_400_000

/** All turns of a session from its first known one on, those of the days that follow too. */
function readRest(store: Store, { key, turns }: PastSession): PastTurn[] {
  const [first] = turns
  if (first === undefined) return []
  const from = dayOfTurn(first)
  const to = new Date(Date.parse(from) + MOST_DAYS * DAY_MS).toISOString()
  const parts = listParts(store, key).filter(
    ({ day }) => day >= from && day <= dayOfTurn({ at: to }),
  )
  const all = parts.flatMap(part => readTurns(part, new Set([first.session])))
  const known = new Map([...turns, ...all].map(turn => [identityOf(turn), turn]))
  return [...known.values()].sort((a, b) => a.turn - b.turn)
}

/** A part that cannot be read or unpacked is the doctor's to tell of. */
function readTurns(part: Part, sessions: ReadonlySet<string>): PastTurn[] {
  const names = [...sessions].map(name => JSON.stringify(name))
  try {
    const turns = readPart(part, line => names.some(name => line.includes(name)))
    return turns.filter(({ session }) => sessions.has(session))
  } catch {
    return []
  }
}
