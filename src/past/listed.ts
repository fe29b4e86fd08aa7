import type { FileIndex } from '../../store/index/file-index.js'
import type { IndexEntry } from '../../store/index/types.js'
import type { Store } from '../../store/store.js'
import { partOf } from './documents.js'
import { OpenedSegments } from './opened.js'
import { segmentsStamp } from './segments.js'

/** A past session in short, as its turns in the index tell it. */
export interface ListedSession {
  /** Key of its scope. */
  key: string
  session: string
  /** Times of its first and its last turn, ISO 8601. */
  startedAt: string
  endedAt: string
  /** The beginning of its first prompt. */
  opening: string
  prompts: number
}

/** Entries that are read at once. */
const STRETCH = 1_000

/** Every entry of these indexes, in no order. */
export function* entriesOf(indexes: readonly FileIndex[]): Generator<IndexEntry> {
  for (const index of indexes)
    for (let from = 0; from < index.size; from += STRETCH) yield* index.entries(from, STRETCH)
}

/** The past sessions of a store; they are read again where their index has changed. */
export class PastList {
  private stamp = ''
  private sessions: readonly ListedSession[] = []

  constructor(private readonly store: Store) {}

  /** All sessions of which turns are kept, in no order. */
  read(): readonly ListedSession[] {
    const stamp = segmentsStamp(this.store)
    if (stamp === this.stamp) return this.sessions
    const segments = new OpenedSegments(this.store)
    try {
      this.sessions = segments.read(() => joinTurns(entriesOf(segments.of())))
      this.stamp = stamp
      return this.sessions
    } finally {
      segments.close()
    }
  }
}

function joinTurns(turns: Iterable<IndexEntry>): ListedSession[] {
  const sessions = new Map<string, ListedSession>()
  const seen = new Set<string>()
  for (const turn of turns) {
    const { id, session, title, createdAt: at } = turn
    if (session === undefined || seen.size === seen.add(id).size) continue
    const known = sessions.get(session)
    if (known === undefined) {
      const { key } = partOf(turn)
      sessions.set(session, {
        key,
        session,
        startedAt: at,
        endedAt: at,
        opening: title,
        prompts: 1,
      })
      continue
    }
    known.prompts++
    if (at < known.startedAt) Object.assign(known, { startedAt: at, opening: title })
    if (at > known.endedAt) known.endedAt = at
  }
  return [...sessions.values()]
}
