import { hashItem } from './format.js'
import type { IndexEntry } from './types.js'

type EntryValues = [
  ...[string, string, string, string, string, string, string],
  ...[string | null, number | null, number, number, number],
  ...[
    passage?: number,
    heading?: string,
    loadedAs?: string[],
    patterns?: string[],
    folder?: string,
  ],
]

/**
 * Writes an entry as a JSON array with a comma behind it; that of a passage ends with what only import
 * rows have.
 */
export function formatEntry(entry: IndexEntry): Buffer {
  const { id, kind, title, pinned, imported, uses } = entry
  const { createdAt, updatedAt, session, turn, locator, stamp } = entry
  const waits = (entry.waits ? 8 : 0) | (entry.proposed ? 16 : 0)
  const flags = (pinned ? 1 : 0) | (imported ? 2 : 0) | (entry.undated ? 4 : 0) | waits
  const values = [
    id,
    kind,
    title,
    locator,
    stamp,
    createdAt,
    updatedAt,
    session ?? null,
    turn ?? null,
    uses,
    flags,
    entry.prior ?? 0,
    ...toPassageValues(entry),
  ]
  return Buffer.from(`${JSON.stringify(values)},`)
}

function toPassageValues({ passage, heading = '', loadedAs = [], patterns, folder }: IndexEntry) {
  if (passage === undefined) return []
  const values = [passage, heading, loadedAs]
  if (folder !== undefined) return [...values, patterns ?? [], folder]
  return patterns === undefined ? values : [...values, patterns]
}

/** Parses the bytes of entries that follow each other, one value each; [] if they are damaged. */
export function parseEntries(bytes: Buffer): unknown[] {
  try {
    return JSON.parse(`[${bytes.toString('utf8', 0, bytes.length - 1)}]`) as unknown[]
  } catch {
    return []
  }
}

/** The entry that a value stands for; undefined where it is damaged or its id has another hash. */
export function toEntry(values: unknown, idHash: number): IndexEntry | undefined {
  if (!isEntry(values)) return undefined
  const flags = values[10]
  const entry: IndexEntry = {
    id: values[0],
    kind: values[1],
    title: values[2],
    pinned: (flags & 1) > 0,
    imported: (flags & 2) > 0,
    uses: values[9],
    createdAt: values[5],
    updatedAt: values[6],
    locator: values[3],
    stamp: values[4],
  }
  if ((flags & 4) > 0) entry.undated = true
  if ((flags & 8) > 0) entry.waits = true
  if ((flags & 16) > 0) entry.proposed = true
  if (values[7] !== null) entry.session = values[7]
  if (values[8] !== null) entry.turn = values[8]
  if (values[11] !== 0) entry.prior = values[11]
  if (values.length > ENTRY_VALUES) {
    entry.passage = values[12]!
    entry.heading = values[13]!
    entry.loadedAs = values[14]!
    if (values[15] !== undefined && values[15].length > 0) entry.patterns = values[15]
    if (values[16] !== undefined) entry.folder = values[16]
  }
  return hashItem(entry) === idHash ? entry : undefined
}

/** Values of an entry that is no passage, the first of them texts; and of one that is. */
const ENTRY_VALUES = 12
const ENTRY_TEXTS = 7
const PASSAGE_VALUES = 15
/** The same of rules of some files, and of what stands for a folder. */
const MOST_VALUES = 17

function isEntry(values: unknown): values is EntryValues {
  if (!Array.isArray(values)) return false
  for (let at = 0; at < ENTRY_TEXTS; at++) if (typeof values[at] !== 'string') return false
  const session: unknown = values[ENTRY_TEXTS]
  const turn: unknown = values[ENTRY_TEXTS + 1]
  for (let at = ENTRY_TEXTS + 2; at < ENTRY_VALUES; at++)
    if (typeof values[at] !== 'number') return false
  return (
    (session === null || typeof session === 'string') &&
    (turn === null || typeof turn === 'number') &&
    (values.length === ENTRY_VALUES || isOfPassage(values))
  )
}

function isOfPassage(values: unknown[]): boolean {
  const lists = values.slice(PASSAGE_VALUES - 1, MOST_VALUES - 1)
  return (
    values.length >= PASSAGE_VALUES &&
    values.length <= MOST_VALUES &&
    typeof values[12] === 'number' &&
    typeof values[13] === 'string' &&
    (values.length < MOST_VALUES || typeof values[16] === 'string') &&
    lists.every(isTexts)
  )
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(one => typeof one === 'string')
}
