import { orElse } from '../../store/errors.js'
import { readText, writeAtomic, writeDurable } from '../../store/files/atomic.js'
import { withFence } from '../../store/files/fence.js'
import { readLines } from '../../store/files/log.js'
import { statePath, storeLock, type Store } from '../../store/store.js'
import type { MemoryChange } from '../../store/types.js'
import { redactText } from '../redact/index.js'
import { clip } from '../text.js'
import { lookForOld, timeOfOld } from './looks.js'
import { orTell } from './unnoted.js'

/** Changes that reflection can make to a memory. */
export type LearnedChange = Extract<MemoryChange, 'added' | 'updated' | 'retracted' | 'marked'>

/** Change that reflection made to a memory at one time, and the words that it came from. */
export interface LearnedLine {
  /** ISO 8601. */
  at: string
  /** Names the folder of its scope, as `ScopeFolder.key`. */
  key: string
  id: string
  title: string
  change: LearnedChange
  session: string
  /** The number of the turn in its session. */
  turn: number
  /** Words of the conversation, redacted; missing where the provider named none. */
  said?: string
  /** Names the version that stood before (`nameVersion`); missing where there was none. */
  before?: string
  /** Names what the memory said from then on (`nameText`). */
  wrote: string
}

/** A memory, as a log that all scopes share names it: an id names one within its scope only. */
interface LearnedId {
  key: string
  id: string
}

/** Lines of what was learned, the oldest first, and up to which one each memory was looked at. */
export interface Learned {
  lines: readonly LearnedLine[]
  /** True for a line that a person has looked at. */
  isReviewed: (line: LearnedLine) => boolean
  /** Up to when (ISO 8601) a person has looked at a memory; '' where nobody did. */
  reviewedUntil: (memory: LearnedId) => string
}

const KEPT_LINES = 1_000
const KEPT_MS = 90 * 24 * 60 * 60 * 1000
const SAID_CHARS = 500

/** Reads what was learned in the last 90 days, at most 1,000 lines; passes over broken ones. */
export function readLearned(store: Store, now: Date): Learned {
  const { lines, reviewed } = readLog(store, now)
  const reviewedUntil = (memory: LearnedId) => reviewed.get(nameOf(memory)) ?? ''
  const isReviewed = (line: LearnedLine) => line.at <= reviewedUntil(line)
  return { lines, isReviewed, reviewedUntil }
}

/**
 * Adds what was learned; a line that is there already, as after a try that was cut off, is not added
 * again. Words are redacted and clipped at 500 characters. Durable when it resolves.
 */
export async function noteLearned(
  store: Store,
  learned: readonly LearnedLine[],
  now: Date,
): Promise<void> {
  if (learned.length === 0) return
  await rewrite(store, now, log => {
    const known = new Set(log.lines.map(identityOf))
    const fresh = learned.map(toStored).filter(line => !known.has(identityOf(line)))
    return { ...log, lines: [...log.lines, ...fresh] }
  })
}

/** Removes all that is kept of these memories, the words too. Durable when it resolves. */
export async function dropLearned(
  store: Store,
  memories: readonly LearnedId[],
  now: Date,
): Promise<void> {
  const names = new Set(memories.map(nameOf))
  const isKept = (line: LearnedLine) => !names.has(nameOf(line))
  if (readKept(store, now).lines.every(isKept)) return
  await rewrite(store, now, ({ lines, reviewed }) => ({
    lines: lines.filter(isKept),
    reviewed: new Map([...reviewed].filter(([name]) => !names.has(name))),
  }))
}

/** Removes the words of a session from what was learned of it. Durable when it resolves. */
export async function dropSaid(store: Store, session: string, now: Date): Promise<void> {
  const isOf = (line: LearnedLine) => line.session === session && line.said !== undefined
  if (!readKept(store, now).lines.some(isOf)) return
  await rewrite(store, now, log => ({
    ...log,
    lines: log.lines.map(line => {
      const { said: _, ...rest } = line
      return isOf(line) ? rest : line
    }),
  }))
}

/** Notes that a person has looked at these memories as they are at that time (ISO 8601). */
export async function noteReviewed(
  store: Store,
  memories: readonly (LearnedId & { until: string })[],
  now: Date,
): Promise<void> {
  if (memories.length === 0) return
  await rewrite(store, now, ({ lines, reviewed }) => {
    const looked = memories.map(one => [nameOf(one), one.until] as const)
    return { lines, reviewed: new Map([...reviewed, ...looked]) }
  })
}

/**
 * Lets what was learned in a scope follow its memories into another one, by their folders' keys:
 * all of them, or those of these ids.
 */
export async function moveLearned(
  store: Store,
  from: string,
  to: string,
  now: Date,
  ids?: ReadonlySet<string>,
): Promise<void> {
  const isMoved = ({ key, id }: LearnedId) => key === from && ids?.has(id) !== false
  if (from === to || !readKept(store, now).lines.some(isMoved)) return
  const toKey = (memory: LearnedId) => (isMoved(memory) ? to : memory.key)
  await rewrite(store, now, ({ lines, reviewed }) => ({
    lines: lines.map(line => ({ ...line, key: toKey(line) })),
    reviewed: new Map(
      [...reviewed].map(([name, until]) => {
        const [key = '', id = ''] = name.split(' ')
        return [nameOf({ key: toKey({ key, id }), id }), until]
      }),
    ),
  }))
}

/** Counts the memories that wait to be looked at, by the key of their scope. */
export function countWaiting({ lines, isReviewed }: Learned): Map<string, number> {
  const waiting = new Map(lines.filter(line => !isReviewed(line)).map(line => [nameOf(line), line]))
  const counts = new Map<string, number>()
  for (const { key } of waiting.values()) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

interface Log {
  lines: readonly LearnedLine[]
  /** Up to when a memory was looked at, by `nameOf`. */
  reviewed: ReadonlyMap<string, string>
}

const FILES = ['learned.jsonl', 'reviewed.json', 'waiting.json'] as const

/** Writes what a decision changes, the words first: what follows from them may be a little behind. */
async function rewrite(store: Store, now: Date, decide: (log: Log) => Log): Promise<void> {
  const files = FILES.map(name => statePath(store, name))
  lookForOld(store, now)
  await withFence(storeLock(store, 'learned'), files, lock => {
    const before = readKept(store, now)
    const { lines, reviewed } = decide(before)
    const write = (name: 'learned.jsonl' | 'reviewed.json', text: string) =>
      writeDurable(statePath(store, name), text, () => lock.assertHeld())
    if (lines !== before.lines)
      write('learned.jsonl', lines.slice(-KEPT_LINES).map(toLine).join(''))
    if (reviewed !== before.reviewed) write('reviewed.json', toLine({ until: newest(reviewed) }))
    const waiting = countWaiting(readLearned(store, now))
    const text = toLine({ waiting: Object.fromEntries(waiting) })
    orTell(store, 'how many wait for svc review', () =>
      writeAtomic(statePath(store, 'waiting.json'), text, () => lock.assertHeld()),
    )
  })
}

function newest(reviewed: Log['reviewed']): Record<string, string> {
  const sorted = [...reviewed].sort(([, a], [, b]) => (a < b ? 1 : -1))
  return Object.fromEntries(sorted.slice(0, KEPT_LINES))
}

/** Lines that are too old are told of no more; they go where they were so at the look before, too. */
function readKept(store: Store, now: Date): Log {
  return readLog(store, timeOfOld(store, now))
}

function readLog(store: Store, now: Date): Log {
  const since = new Date(now.getTime() - KEPT_MS).toISOString()
  const all = readLines<Partial<LearnedLine> | null>(statePath(store, 'learned.jsonl'))
  const lines = all.filter(isLine).filter(({ at }) => at > since)
  return { lines, reviewed: readReviewed(store) }
}

/** Reads up to when memories were looked at; {} for a broken file, which the doctor reports. */
function readReviewed(store: Store): Map<string, string> {
  const path = statePath(store, 'reviewed.json')
  const read = () => JSON.parse(readText(path) ?? '{}') as { until?: unknown } | null
  const { until } = orElse(read, null) ?? {}
  const entries = Object.entries(typeof until === 'object' && until !== null ? until : {})
  return new Map(entries.filter((one): one is [string, string] => typeof one[1] === 'string'))
}

const TEXTS = ['at', 'key', 'id', 'title', 'change', 'session', 'wrote'] as const

function isLine(line: Partial<LearnedLine> | null): line is LearnedLine {
  return TEXTS.every(field => typeof line?.[field] === 'string')
}

function toStored({ title, said, ...line }: LearnedLine): LearnedLine {
  const words = said === undefined ? {} : { said: clip(redactText(said), SAID_CHARS) }
  return { ...line, title: redactText(title), ...words }
}

function toLine(value: object): string {
  return JSON.stringify(value) + '\n'
}

function nameOf({ key, id }: LearnedId): string {
  return `${key} ${id}`
}

/** Key of a line: the same words of one batch change a memory once. */
function identityOf({ key, id, change, session, turn, said }: LearnedLine): string {
  return JSON.stringify([key, id, change, session, turn, said])
}
