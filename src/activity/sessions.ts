import type { Stats } from 'node:fs'
import { join } from 'node:path'
import { SvcError } from '../../store/errors.js'
import { removeFile } from '../../store/files/atomic.js'
import { appendText, lineBytes, readLines } from '../../store/files/log.js'
import { listNames, statIfThere } from '../../store/files/read.js'
import { hashText } from '../../store/names.js'
import { statePath, type Store } from '../../store/store.js'
import type { Scope } from '../../store/types.js'

/** Scope, host and kind of a session. */
export interface SessionPlace {
  scope: Scope
  /** The agent host, by its name. */
  host?: string
  /** An agent that a session's model started, which calls for itself. */
  isAgent?: true
}

/** The first line of a session's ledger; those that older hooks began have none. */
export interface SessionLine extends SessionPlace {
  type: 'session'
  at: string
  /** Id by which the host calls the session. */
  id: string
}

/** One line of a session's ledger. It is only ever appended to. */
export type LedgerLine =
  | SessionLine
  /** A prompt, redacted, at most 20,000 characters: half of the turn that a Stop will queue. */
  | { type: 'prompt'; at: string; text: string; id?: string }
  /** A text that a program wrote in the person's name: what answers it is no turn. */
  | { type: 'unasked'; at: string; id?: string }
  /** A prompt, by the host's id for it, that somebody set about to answer where others may too. */
  | { type: 'asked'; at: string; id: string; by: string }
  /** Memories that were put into the model's context. */
  | GivenLine
  /** A turn that was queued. */
  | { type: 'turn'; at: string; id: string }
  /** The host said that the session is over. */
  | { type: 'end'; at: string }
  /** The context was cleared or compacted: what was given before is gone from it. */
  | { type: 'reset'; at: string; source?: 'clear' | 'compact' }

/** Memories that were put into the model's context: each of `ids` with its text is a use of it. */
export interface GivenLine {
  type: 'given'
  at: string
  event: 'start' | 'prompt'
  /** Ids of memories; a passage of an agent file, and a part of a text, as `givenKey` names it. */
  ids: string[]
  /** Those of `ids` of which an older svc gave a part only. */
  parts?: string[]
  /** The newest `updatedAt` among them, where that is later than `at`: clocks differ. */
  newest?: string
}

/** A session that is idle for this long is over; its ledger may be folded (milliseconds). */
const SESSION_IDLE_MS = 24 * 60 * 60 * 1000
/** A ledger beyond this is folded when nothing was appended for a minute: each call reads it (bytes). */
const MOST_LEDGER_BYTES = 8 * 1024 * 1024
const PAUSE_MS = 60_000

/**
 * Appends a line, or several in a single write, to a session's ledger; one that is new begins with the
 * place that is given. May lose the last lines on power loss.
 */
export function appendToLedger(
  store: Store,
  session: string,
  added: LedgerLine | readonly LedgerLine[],
  place?: SessionPlace,
): void {
  const lines = [added].flat()
  const opening = place && toLine({ type: 'session', at: lines[0]!.at, id: session, ...place })
  appendText(ledgerPath(store, session), lines.map(toLine).join(''), opening)
}

function toLine(line: LedgerLine): string {
  return `${JSON.stringify(line)}\n`
}

/** A session's ledger in its order; [] for a session that has none. */
export function readLedger(store: Store, session: string): LedgerLine[] {
  return readLedgerFile(ledgerPath(store, session))
}

/** The lines of some types in a session's ledger; that of a long session is read without the others. */
export function readLedgerOf<Type extends LedgerLine['type']>(
  store: Store,
  session: string,
  types: readonly Type[],
): Extract<LedgerLine, { type: Type }>[] {
  const beginnings = types.map(type => `{"type":"${type}"`)
  const isWanted = (line: string) => beginnings.some(beginning => line.startsWith(beginning))
  return readOrNothing(() => readLines(ledgerPath(store, session), isWanted))
}

/** A ledger that cannot be read is as one that was lost; svc doctor names it. */
function readOrNothing<T>(read: () => T[]): T[] {
  try {
    return read()
  } catch (error) {
    if (error instanceof SvcError) return []
    throw error
  }
}

/** Size of a session's ledger in bytes; 0 for a session that has none. */
export function ledgerBytes(store: Store, session: string): number {
  return lineBytes(ledgerPath(store, session))
}

/** The lines of a ledger on disk, all or those wanted; what is no object is passed over. */
export function readLedgerFile(path: string, isWanted?: (line: string) => boolean): LedgerLine[] {
  const lines = readOrNothing(() => readLines<LedgerLine | null>(path, isWanted))
  return lines.filter(line => typeof line === 'object' && line !== null)
}

/** Contents of a session's context since it was last cleared. */
export interface Given {
  /** Keys of all that was given with its text (`givenKey`), each with the time up to which it was then as it stood (ISO 8601). */
  texts: ReadonlyMap<string, string>
  /** The same, beside prompts alone. */
  beside: ReadonlyMap<string, string>
  /** Time at which the session's start was given; undefined if it was not. */
  startedAt: string | undefined
  /** Time at which the context was compacted, if nothing but a start came after that. */
  compactedAt: string | undefined
}

/**
 * Reads from a ledger what is in the context. Only whole ledgers tell `compactedAt`; for the rest the
 * lines of what was given, and of resets, are enough.
 */
export function readGiven(lines: readonly LedgerLine[]): Given {
  const reset = lines.findLast(line => line.type === 'reset')
  const since = lines.slice(reset === undefined ? 0 : lines.lastIndexOf(reset) + 1)
  const given = since.filter(line => line.type === 'given')
  const start = given.findLast(({ event }) => event === 'start')
  return {
    texts: toUntil(given),
    beside: toUntil(given.filter(({ event }) => event === 'prompt')),
    startedAt: start && untilOf(start),
    compactedAt: reset?.source === 'compact' && !since.some(isTurn) ? reset.at : undefined,
  }
}

function toUntil(given: readonly GivenLine[]): Map<string, string> {
  return new Map(given.flatMap(line => wholeKeysOf(line).map(key => [key, untilOf(line)])))
}

function isTurn(line: LedgerLine): boolean {
  return !(line.type === 'given' && line.event === 'start')
}

/** True if a memory or a passage, as it is now, is among texts that were given. */
export function isGiven(
  texts: Given['texts'],
  entry: GivenPassage & { updatedAt: string },
): boolean {
  return isKeyGiven(texts, entry.id, entry) || isKeyGiven(texts, givenKey(entry), entry)
}

/** True if what a key names of a memory is, as the memory is now, among texts that were given. */
export function isKeyGiven(
  texts: Given['texts'],
  key: string,
  { updatedAt }: { updatedAt: string },
): boolean {
  return updatedAt <= (texts.get(key) ?? '')
}

/**
 * Names in a session's ledger what of a memory was given: `id#heading path@number` of a passage of a
 * file, and where that or a memory was given in part, `~` and a hash of that part.
 */
export function givenKey({ id, heading = '', passage }: GivenPassage, part?: string): string {
  const number = passage === undefined ? '' : `@${passage}`
  const mark = part === undefined ? '' : `~${hashText(part, PART_HASH)}`
  return `${id}#${heading}${number}${mark}`
}

/** A memory, or a passage of a file: long sections are several of one heading. */
interface GivenPassage {
  id: string
  heading?: string
  passage?: number
}

const PART_HASH = 10

/** The id of the memory that a key names. */
export function idOfKey(key: string): string {
  return key.split('#', 1)[0] ?? key
}

function wholeKeysOf({ event, ids, parts }: GivenLine): string[] {
  const texts = toTexts(ids)
  return event === 'start' && Array.isArray(parts) ? texts.filter(id => !parts.includes(id)) : texts
}

/** The texts of a list that may be damaged. */
export function toTexts(list: unknown): string[] {
  return Array.isArray(list) ? list.filter(value => typeof value === 'string') : []
}

function untilOf({ at, newest }: GivenLine): string {
  return newest ?? at
}

/** The prompts of a session in their order. */
export function promptsOf(lines: readonly LedgerLine[]): Extract<LedgerLine, { type: 'prompt' }>[] {
  return lines.filter(line => line.type === 'prompt')
}

/** A session's ledger on disk. */
export interface LedgerFile {
  name: string
  path: string
  stamp: string
  /** Milliseconds since the last line. */
  idle: number
  bytes: number
}

/** The ledgers on disk; [] where there were no sessions. */
export function listLedgers(store: Store, now = Date.now()): LedgerFile[] {
  const directory = statePath(store, 'sessions')
  const ledgers: LedgerFile[] = []
  const names = readOrNothing(() => listNames(directory))
  for (const name of names.filter(one => one.endsWith('.jsonl'))) {
    const path = join(directory, name)
    const stats = statIfThere(path)
    if (!stats?.isFile()) continue
    const { mtimeMs, size: bytes } = stats
    ledgers.push({ name, path, stamp: stampOf(stats), idle: now - mtimeMs, bytes })
  }
  return ledgers
}

/** True for a ledger that may be folded. */
export function isOver({ idle, bytes }: LedgerFile): boolean {
  return idle > SESSION_IDLE_MS || (bytes > MOST_LEDGER_BYTES && idle > PAUSE_MS)
}

/** Removes a ledger that was folded; one to which something was appended since stays. */
export function removeLedger({ path, stamp }: LedgerFile): void {
  const stats = statIfThere(path)
  if (stats !== undefined && stampOf(stats) === stamp) removeFile(path)
}

function stampOf({ mtimeMs, size }: Stats): string {
  return `${mtimeMs}-${size}`
}

function ledgerPath(store: Store, session: string): string {
  return statePath(store, 'sessions', ledgerName(session))
}

/** The name of a session's ledger, as `listLedgers` answers it. */
export function ledgerName(session: string): string {
  return `${hashText(session, 20)}.jsonl`
}

/** The name of a turn in its spool: its session, so that batches can be counted, and the turn. */
export function toTurnName(session: string, identity: string): string {
  return `${hashText(session, 10)}-${hashText(`${session}\n${identity}`, 20)}`
}

/** The part of a turn's name that all turns of its session share. */
export function sessionOfName(name: string): string {
  return name.split('-')[0] ?? name
}
