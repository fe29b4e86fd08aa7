import { hashTerm } from './hash.js'
import type { IndexEntry } from './types.js'

type EntryValues = [
  ...[string, string, string, string, string, string, string],
  ...[string | null, number | null, number, number],
]

/** Writes an entry as a JSON array. */
export function formatEntry(entry: IndexEntry): Buffer {
  const { id, kind, title, pinned, imported, uses } = entry
  const { createdAt, updatedAt, session, turn, locator, stamp } = entry
  const flags = (pinned ? 1 : 0) | (imported ? 2 : 0)
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
  ]
  return Buffer.from(JSON.stringify(values))
}

/** Reads an entry back; undefined where it is damaged or its id has another hash. */
export function parseEntry(record: Buffer, idHash: number): IndexEntry | undefined {
  const values = parseArray(record.toString('utf8'))
  if (!values || !isEntry(values)) return undefined
  const [id, kind, title, locator, stamp, createdAt, updatedAt, session, turn, uses, flags] = values
  if (hashTerm(id) !== idHash) return undefined
  const entry: IndexEntry = {
    id,
    kind,
    title,
    pinned: (flags & 1) > 0,
    imported: (flags & 2) > 0,
    uses,
    createdAt,
    updatedAt,
    locator,
    stamp,
  }
  if (session !== null) entry.session = session
  if (turn !== null) entry.turn = turn
  return entry
}

function parseArray(text: string): unknown[] | undefined {
  try {
    const values: unknown = JSON.parse(text)
    return Array.isArray(values) ? values : undefined
  } catch {
    return undefined
  }
}

function isEntry(values: unknown[]): values is EntryValues {
  const [session, turn, uses, flags] = values.slice(7)
  return (
    values.length === 11 &&
    values.slice(0, 7).every(value => typeof value === 'string') &&
    (session === null || typeof session === 'string') &&
    (turn === null || typeof turn === 'number') &&
    typeof uses === 'number' &&
    typeof flags === 'number'
  )
}
