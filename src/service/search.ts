import { findScope, listScopes } from '../../store/projects/projects.js'
import type { Store } from '../../store/store.js'
import { GLOBAL_SCOPE, type Memory, type Scope } from '../../store/types.js'
import type { RecalledMemory, SearchQuery } from '../api.js'
import { parseSearchQuery } from '../memories/given.js'
import { searchPast, type PastHit } from '../past/search.js'
import type { FoundTurn, SearchAnswer } from '../past/types.js'
import { readSince } from '../past/since.js'
import { filesOf, titleOf } from '../past/turns.js'
import { invalid } from '../memories/forms.js'
import { OpenedSegments } from '../past/opened.js'
import { createTelling } from '../past/passage.js'
import type { ServiceParts } from './parts.js'

const LIMIT = 10

/** The search of memories and past sessions, which keeps their index files open until it is closed. */
export class Searching {
  private readonly opened: OpenedSegments

  constructor(private readonly parts: ServiceParts) {
    this.opened = new OpenedSegments(parts.store)
  }

  /** Searches as `past.search` says. Throws INVALID_REQUEST. */
  async search(given: unknown): Promise<SearchAnswer> {
    const query = parseSearchQuery(given)
    const since = query.since === undefined ? undefined : sinceOf(query.since, this.parts.now())
    const only = query.file === undefined ? query.only : 'sessions'
    return {
      memories: only === 'sessions' ? [] : await findMemories(query, since, this.parts),
      sessions:
        only === 'memories' ? [] : await findTurns(query, since, this.parts.store, this.opened),
    }
  }

  close(): void {
    this.opened.close()
  }
}

function sinceOf(text: string, now: Date): Date {
  const since = readSince(text, now)
  if (since !== undefined) return since
  throw invalid('since must be a date (2026-03-02) or an age (12h, 30d, 8w, 6m, 2y)')
}

async function findMemories(
  { text, scopes = [GLOBAL_SCOPE], all = false, limit = LIMIT }: SearchQuery,
  since: Date | undefined,
  parts: ServiceParts,
): Promise<Memory[]> {
  const { recallMemories } = await import('./recall.js')
  const searched = all ? await withOthers(scopes, parts) : scopes
  const found = await recallMemories({ text, scopes: searched, limit }, parts)
  const from = since?.toISOString() ?? ''
  return found.filter(memory => memory.updatedAt >= from && isTopical(memory))
}

/** Memories that have so little of what is asked, and are not likely to be meant, are about something else. */
const LEAST_COVERAGE = 0.3
const LIKELY = 0.5

/** True too where a memory was not looked at closely: nothing speaks against it. */
function isTopical({ signals, probability = 0 }: Omit<RecalledMemory, 'reason'>): boolean {
  return signals === undefined || signals.coverage >= LEAST_COVERAGE || probability >= LIKELY
}

async function withOthers(scopes: Scope[], { collections }: ServiceParts): Promise<Scope[]> {
  const known = new Set(scopes.map(({ id }) => id))
  const all = await collections.all()
  return [...scopes, ...all.map(({ folder }) => folder.scope).filter(({ id }) => !known.has(id))]
}

async function findTurns(
  { text, scopes = [GLOBAL_SCOPE], all = false, file, limit = LIMIT }: SearchQuery,
  since: Date | undefined,
  store: Store,
  opened: OpenedSegments,
): Promise<FoundTurn[]> {
  const folders = await Promise.all(scopes.map(scope => findScope(store, scope)))
  const keys = folders.flatMap(folder => folder?.key ?? [])
  const which = all ? { own: keys } : { keys }
  const more = { ...(since && { since }), ...(file !== undefined && { file }), limit }
  const hits = searchPast(store, { text, ...which, ...more }, opened)
  if (hits.length === 0) return []
  const places = new Map(listScopes(store).map(folder => [folder.key, folder.scope]))
  const tell = createTelling(text)
  return hits.map(hit => {
    const scope = places.get(hit.key)
    const { passage, matches } = tell(hit.turn)
    return { ...toFound(hit, passage), ...(scope && { scope }), matches }
  })
}

function toFound({ key, turn, outcome }: PastHit, passage: string): Omit<FoundTurn, 'matches'> {
  const { session, turn: number, at, host } = turn
  return {
    ...{ key, session, turn: number, at, ...(host !== undefined && { host }) },
    title: titleOf(turn),
    passage,
    files: filesOf(turn),
    ...(outcome !== undefined && { outcome }),
  }
}
