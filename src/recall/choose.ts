import { compareRecallOrder, type IndexEntry, type SearchIndex } from '../../store/index/types.js'
import type { Memory } from '../../store/types.js'
import { grade } from '../search/decide.js'
import { search } from '../search/search.js'
import type { RecallDegree } from '../types.js'

/** One scope as recall sees it. Each half is made when it is first asked for. */
export interface RecallUnit {
  /** Its entries in recall order, those that are accepted, as many as the limit. */
  standing(limit: number, accept: (entry: IndexEntry) => boolean): IndexEntry[]
  index(): SearchIndex
}

/** An item chosen for recall, before its text is read. */
export interface Choice {
  /** Which of the units it is in. */
  index: number
  entry: IndexEntry
  reason: string
  degree: RecallDegree
  score?: number
}

/** What recall reads from: one unit for each scope, and the text of an item at that moment. */
export interface RecallSource {
  units: readonly RecallUnit[]
  /** The item as its file is now; undefined where it is gone or must not be injected. */
  read(choice: Choice): Promise<Memory | undefined>
}

/** What to choose memories by. */
export interface ChoiceQuery {
  /** The prompt; without it the standing order of kinds applies. */
  text?: string | undefined
  kinds?: readonly string[] | undefined
  limit: number
  /** Ids to leave out: what the session has already. */
  without?: ReadonlySet<string> | undefined
  /** Only what is good enough to be put before a model unasked. */
  isUnasked: boolean
}

/** The best items of several scopes for a query, best first; empty where none is good enough. */
export function chooseItems(units: readonly RecallUnit[], query: ChoiceQuery): Choice[] {
  const isWanted = (entry: IndexEntry) =>
    !query.without?.has(entry.id) &&
    (query.kinds === undefined || query.kinds.length === 0 || query.kinds.includes(entry.kind))
  return query.text === undefined || query.text.trim() === ''
    ? chooseStanding(units, query.limit, isWanted)
    : chooseByText(units, query.text, query, isWanted)
}

function chooseByText(
  units: readonly RecallUnit[],
  text: string,
  { limit, isUnasked }: ChoiceQuery,
  accept: (entry: IndexEntry) => boolean,
): Choice[] {
  const indexes = units.map(unit => unit.index())
  const hits = search(indexes, text, { limit, accept })
  const degrees = grade(hits.map(hit => hit.evidence))
  return hits
    .map(({ index, entry, score, terms }, at): Choice => {
      const words = terms.slice(0, 6).map(term => `“${term}”`)
      const reason = `matches ${words.join(', ') || 'the text'}`
      return { index, entry, score, degree: degrees[at] ?? 'below', reason }
    })
    .filter(({ degree }) => degree !== 'below' || !isUnasked)
}

/** Pinned first, then by kind; within a kind what is imported, then what is used most and newest. */
function chooseStanding(
  units: readonly RecallUnit[],
  limit: number,
  accept: (entry: IndexEntry) => boolean,
): Choice[] {
  const choices: Choice[] = []
  units.forEach((unit, index) => {
    for (const entry of unit.standing(limit, accept)) {
      choices.push({ index, entry, degree: 'full', reason: standingReason(entry) })
    }
  })
  return choices.sort((a, b) => compareRecallOrder(a.entry, b.entry)).slice(0, limit)
}

/** The first entries of an index in recall order that are accepted. */
export function firstEntries(
  index: SearchIndex,
  limit: number,
  accept: (entry: IndexEntry) => boolean,
): IndexEntry[] {
  const found: IndexEntry[] = []
  for (let from = 0; from < index.size && found.length < limit; from += limit) {
    found.push(...index.entries(from, limit).filter(accept))
  }
  return found.slice(0, limit)
}

function standingReason(entry: IndexEntry): string {
  if (entry.pinned) return `pinned ${entry.kind}`
  if (entry.imported) return `${entry.kind} imported from ${entry.locator}`
  return entry.uses > 0 ? `${entry.kind}, used ${entry.uses} times` : `standing ${entry.kind}`
}
