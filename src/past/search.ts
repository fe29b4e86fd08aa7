import type { FileIndex } from '../../store/index/file-index.js'
import type { IndexEntry } from '../../store/index/types.js'
import type { Store } from '../../store/store.js'
import { noteOf, partOf } from './documents.js'
import { entriesOf } from './listed.js'
import { OpenedSegments } from './opened.js'
import { outcomeOf } from './outcome.js'
import { rankTurns, type RankedTurn } from './rerank.js'
import { identityOf, type PastTurn } from './turns.js'

/** A question to past sessions. */
export interface PastQuery {
  /** Words of what is sought; '' for every turn that the rest allows, newest first. */
  text: string
  /** Scopes that are searched; all where not given. */
  keys?: readonly string[]
  /** Scopes whose turns come first. */
  own?: readonly string[]
  /** Only turns in which a command failed, or only others. */
  kind?: 'turn' | 'failed'
  since?: Date
  until?: Date
  /** Only turns that changed this file, or one below this folder; the end of its path is enough. */
  file?: string
  /** Most turns; 10 where not given. */
  limit?: number
}

/** A turn of a past session that was found. */
export interface PastHit {
  /** Key of its scope. */
  key: string
  turn: PastTurn
  /** Higher is better; comparable within one answer alone. */
  score: number
  /** A line on what came of it; missing where there is nothing to tell. */
  outcome?: string
}

const LIMIT = 10
/** A turn so old is worth this much less beside one of today (days, score). */
const HALF_LIFE_DAYS = 365
const AGE_WORTH = 0.5
const DAY_MS = 86_400_000

/**
 * The turns of past sessions that answer a text, newest-and-best first; [] where none does. `opened`: the
 * index files that a process which stays keeps open. What the index finds and no part holds any more is
 * left out.
 */
export function searchPast(store: Store, query: PastQuery, opened?: OpenedSegments): PastHit[] {
  const segments = opened ?? new OpenedSegments(store)
  try {
    return findTurns(query, segments)
  } finally {
    if (opened === undefined) segments.close()
  }
}

function findTurns(query: PastQuery, segments: OpenedSegments): PastHit[] {
  const own = new Set(query.own)
  const isOwn = (entry: IndexEntry) => own.has(partOf(entry).key)
  const isWanted = toFilter(query)
  return segments.read(() => {
    const indexes = segments.of(query.keys)
    const ranked =
      query.text === ''
        ? newestOf(indexes, isWanted)
        : byAge(rankTurns(indexes, query.text, { accept: isWanted, isOwn }))
    return readHits(segments, ranked, query.limit ?? LIMIT)
  })
}

function newestOf(
  indexes: readonly FileIndex[],
  isWanted: (entry: IndexEntry) => boolean,
): Pick<RankedTurn, 'entry' | 'score'>[] {
  const found = [...entriesOf(indexes)].filter(isWanted)
  found.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
  return found.map(entry => ({ entry, score: 0 }))
}

function toFilter({ kind, since, until, file }: PastQuery): (entry: IndexEntry) => boolean {
  const [from, to] = [since?.toISOString(), until?.toISOString()]
  const path = file?.replace(/^\.?\/+|\/+$/g, '')
  return entry =>
    (kind === undefined || entry.kind === kind) &&
    (from === undefined || entry.createdAt >= from) &&
    (to === undefined || entry.createdAt < to) &&
    (path === undefined || noteOf(entry).files.some(each => isAt(each, path)))
}

/** True for a path that is or ends with the other, or lies below it. */
function isAt(file: string, path: string): boolean {
  return `/${file}/`.includes(`/${path}/`)
}

/** Newer before older where the words are as good. */
function byAge(ranked: readonly RankedTurn[]): RankedTurn[] {
  const now = Date.now()
  const aged = ranked.map(turn => {
    // A time to come was told by a wrong clock: the farther, the less it says.
    const days = Math.abs(now - Date.parse(turn.entry.createdAt)) / DAY_MS
    return { ...turn, score: turn.score + AGE_WORTH * 0.5 ** (days / HALF_LIFE_DAYS) }
  })
  return aged.sort((a, b) => b.score - a.score)
}

function readHits(
  segments: OpenedSegments,
  ranked: readonly Pick<RankedTurn, 'entry' | 'score'>[],
  limit: number,
): PastHit[] {
  const hits: PastHit[] = []
  const seen = new Set<string>()
  for (const { entry, score } of ranked) {
    if (hits.length >= limit) break
    const { key } = partOf(entry)
    const { session = '', turn: number = 0, createdAt: at } = entry
    const name = `${key} ${identityOf({ session, turn: number })} ${at}`
    const turns = segments.turns.of(entry)
    const turn = turns.find(each => each.turn === number && each.at === at)
    if (turn === undefined || seen.has(name)) continue
    seen.add(name)
    const outcome = outcomeOf(turn, turns)
    hits.push({ key, turn, score, ...(outcome !== undefined && { outcome }) })
  }
  return hits
}
