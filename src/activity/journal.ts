import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { appendText, readLines } from '../../store/files/log.js'
import { listNames, statIfThere } from '../../store/files/read.js'
import { statePath, type Store } from '../../store/store.js'
import { redactText } from '../redact/index.js'
import { clip, dayOf } from '../text.js'
import { lookForOld } from './looks.js'
import { readLedgerFile, type LedgerFile, type LedgerLine } from './sessions.js'

/** A line of a ledger that tells a person something. */
export type ToldLine = Extract<
  LedgerLine,
  { type: 'session' | 'prompt' | 'given' | 'reset' | 'end' }
>

/** A session that is over, or what went on in it until its ledger was folded. */
interface JournalEntry {
  /** The name of the ledger, and its stamp when it was folded: what is there twice is one. */
  ledger: string
  stamp: string
  /** Lines of the ledger in their order, prompts of at most 600 characters. */
  lines: ToldLine[]
}

const KEPT_MS = 90 * 24 * 60 * 60 * 1000
const MOST_BYTES = 8 * 1024 * 1024
/** Size at which the log of a day takes no more: one day must not push out all others. */
const FULL_DAY_BYTES = 2 * 1024 * 1024
const PROMPT_CHARS = 600
/** Lines kept of a longer session: its first ones. */
const MOST_LINES = 1_000
const TOLD: readonly string[] = ['session', 'prompt', 'given', 'reset', 'end']

/**
 * Keeps what a person may look at of ledgers that are being folded, under the day (UTC) on which each
 * ended: for 90 days, and 8 MiB at most. Call it under the lock of that; may lose the last of them on
 * power loss.
 */
export function addToJournal(store: Store, over: readonly LedgerFile[], now: number): void {
  for (const ledger of over) {
    const path = pathOf(store, dayOf(new Date(now - ledger.idle)))
    // A full day is left before the ledger is read: what is left out is not redacted either.
    if (sizeOf(path) >= FULL_DAY_BYTES) continue
    const lines = readLedgerFile(ledger.path)
    const told = lines.filter(isTold).slice(0, MOST_LINES).map(toTold)
    const isOfAgent = told.some(line => line.type === 'session' && line.isAgent === true)
    if (told.length === 0 || isOfAgent) continue
    const entry: JournalEntry = { ledger: ledger.name, stamp: ledger.stamp, lines: told }
    appendText(path, JSON.stringify(entry) + '\n')
  }
  pruneJournal(store, now)
}

function sizeOf(path: string): number {
  return statIfThere(path)?.size ?? 0
}

/** A day of the journal on disk. */
export interface JournalDay {
  /** `YYYY-MM-DD`, UTC. */
  day: string
  path: string
  /** Changes with what it holds. */
  stamp: string
  bytes: number
}

/** The days of which sessions are kept, the oldest first; [] where none are. */
export function listJournal(store: Store): JournalDay[] {
  const days = listNames(statePath(store, 'journal')).flatMap(name => {
    const day = /^(\d{4}-\d{2}-\d{2})\.jsonl$/.exec(name)?.[1]
    const path = join(statePath(store, 'journal'), name)
    const stats = day === undefined ? undefined : statIfThere(path)
    if (day === undefined || stats === undefined) return []
    return [{ day, path, stamp: `${stats.mtimeMs}-${stats.size}`, bytes: stats.size }]
  })
  return days.sort((a, b) => (a.day < b.day ? -1 : 1))
}

/** The sessions of a day, each once; what is broken is passed over. */
export function readJournalDay({ path }: JournalDay): JournalEntry[] {
  const entries = new Map<string, JournalEntry>()
  for (const entry of readLines<Partial<JournalEntry> | null>(path)) {
    if (isEntry(entry)) entries.set(`${entry.ledger} ${entry.stamp}`, entry)
  }
  return [...entries.values()]
}

function isEntry(entry: Partial<JournalEntry> | null): entry is JournalEntry {
  const isNamed = typeof entry?.ledger === 'string' && typeof entry.stamp === 'string'
  return isNamed && Array.isArray(entry.lines) && entry.lines.every(isObject)
}

function isObject(line: unknown): boolean {
  return typeof line === 'object' && line !== null
}

/** True for a line that tells a person something; false for one that is broken. */
export function isTold(line: LedgerLine): line is ToldLine {
  return TOLD.includes(line.type) && typeof line.at === 'string'
}

/** Redacted once more, and before it is cut: rules may have come since the prompt was noted. */
function toTold(line: ToldLine): ToldLine {
  const { at, type } = line
  if (type === 'prompt')
    return { type, at, text: clip(redactText(String(line.text)), PROMPT_CHARS) }
  if (type !== 'given') return line
  const { event, ids } = line
  return { type, at, event, ids }
}

/** Drops the days that are too old, as they were a day ago too, and the oldest beyond what is kept. */
export function pruneJournal(store: Store, now: number): void {
  const then = lookForOld(store, new Date(now)).getTime()
  const oldest = dayOf(new Date(then - KEPT_MS))
  let bytes = 0
  for (const { day, path, bytes: own } of listJournal(store).reverse()) {
    bytes += own
    if (day < oldest || bytes > MOST_BYTES) rmSync(path, { force: true })
  }
}

function pathOf(store: Store, day: string): string {
  return statePath(store, 'journal', `${day}.jsonl`)
}
