import { compareRecallOrder, type IndexEntry, type SearchIndex } from '../../store/index/types.js'
import type { Memory } from '../../store/types.js'
import { isLoadedByHost, type HostName } from '../hosts/loaded.js'
import { grade } from '../search/decide.js'
import { search } from '../search/search.js'
import type { RecallDegree, RecalledMemory } from '../types.js'

/** One scope as recall sees it. Each half is made when it is first asked for. */
export interface RecallUnit {
  /** Its entries in recall order, those that are accepted, as many as the limit. */
  standing(limit: number, accept: (entry: IndexEntry) => boolean): IndexEntry[]
  index(): SearchIndex
  /** Whether its workspace has something at a path relative to it. */
  has(path: string): boolean
}

/** An item chosen for recall, before its text is read. */
export interface Choice {
  /** Which of the units it is in. */
  index: number
  entry: IndexEntry
  reason: string
  degree: RecallDegree
  score?: number
  /** Of an import row that was found by text: its passages, best first; the whole file where missing. */
  passages?: readonly ChosenPassage[]
}

/** A passage as the index knows it: its number, and its heading path by which it is found again. */
export interface ChosenPassage {
  passage: number
  heading: string
}

/** More passages of one file than this are a file again. */
const MOST_PASSAGES = 3

/** What recall reads from: one unit for each scope, and the text of an item at that moment. */
export interface RecallSource {
  units: readonly RecallUnit[]
  /** The item as its file is now; undefined where it is gone or must not be injected. */
  read(choice: Choice): Promise<ReadItem | undefined>
}

/** An item as its file is now, with the passages of it that were chosen. */
export type ReadItem = Memory & Pick<RecalledMemory, 'passages'>

/** What to choose memories by. */
export interface ChoiceQuery {
  /** The prompt; without it the standing order of kinds applies. */
  text?: string | undefined
  kinds?: readonly string[] | undefined
  limit: number
  /** Ids and passages (passageKey) to leave out: what the session has already. */
  without?: ReadonlySet<string> | undefined
  /** Leaves out the agent files that this host loads itself. */
  host?: HostName | undefined
  /** Only what is good enough to be put before a model unasked. */
  isUnasked: boolean
}

/** The best items of several scopes for a query, best first; empty where none is good enough. */
export function chooseItems(units: readonly RecallUnit[], query: ChoiceQuery): Choice[] {
  const isWanted = (entry: IndexEntry, unit: number) =>
    !query.without?.has(entry.id) &&
    !query.without?.has(passageKey(entry)) &&
    (query.kinds === undefined || query.kinds.length === 0 || query.kinds.includes(entry.kind)) &&
    !isLoadedByHost(query.host, entry.loadedAs ?? [], units[unit]!)
  return query.text === undefined || query.text.trim() === ''
    ? chooseStanding(units, query.limit, isWanted)
    : chooseByText(units, query.text, query, isWanted)
}

/** Names a passage in a session's ledger: `id#heading path`. */
export function passageKey({ id, heading = '' }: { id: string; heading?: string }): string {
  return `${id}#${heading}`
}

function chooseByText(
  units: readonly RecallUnit[],
  text: string,
  { limit, isUnasked }: ChoiceQuery,
  accept: (entry: IndexEntry, unit: number) => boolean,
): Choice[] {
  const indexes = units.map(unit => unit.index())
  const hits = search(indexes, text, { limit, accept })
  const degrees = grade(hits.map(hit => hit.evidence))
  const choices = hits.map(({ index, entry, score, terms }, at): Choice => {
    const words = terms.slice(0, 6).map(term => `“${term}”`)
    const reason = `matches ${words.join(', ') || 'the text'}`
    return { index, entry, score, degree: degrees[at] ?? 'below', reason }
  })
  return joinPassages(choices.filter(({ degree }) => degree !== 'below' || !isUnasked))
}

/**
 * Choices of several passages of one item become one, in the place of the best: it keeps those that
 * are as sure as the best, three at most.
 */
export function joinPassages(choices: readonly Choice[]): Choice[] {
  const joined = new Map<string, Choice>()
  for (const choice of choices) {
    const { passage, heading = '', ...entry } = choice.entry
    const key = `${choice.index} ${entry.id}`
    const best = joined.get(key)
    if (passage === undefined) joined.set(key, choice)
    else if (best === undefined)
      joined.set(key, { ...choice, entry, passages: [{ passage, heading }] })
    else if (best.degree === choice.degree) joined.set(key, withPassage(best, { passage, heading }))
  }
  return [...joined.values()]
}

function withPassage(choice: Choice, passage: ChosenPassage): Choice {
  const passages = [...(choice.passages ?? []), passage]
  return passages.length > MOST_PASSAGES ? choice : { ...choice, passages }
}

/** Pinned first, then by kind; within a kind what is imported, then what is used most and newest. */
function chooseStanding(
  units: readonly RecallUnit[],
  limit: number,
  accept: (entry: IndexEntry, unit: number) => boolean,
): Choice[] {
  const choices: Choice[] = []
  units.forEach((unit, index) => {
    for (const entry of unit.standing(limit, entry => accept(entry, index))) {
      choices.push({ index, entry, degree: 'full', reason: standingReason(entry) })
    }
  })
  return choices.sort((a, b) => compareRecallOrder(a.entry, b.entry)).slice(0, limit)
}

/** The first entries of an index in recall order that are accepted, each item once. */
export function firstEntries(
  index: SearchIndex,
  limit: number,
  accept: (entry: IndexEntry) => boolean,
): IndexEntry[] {
  const found: IndexEntry[] = []
  for (let from = 0; from < index.size && found.length < limit; from += limit) {
    found.push(...index.entries(from, limit).filter(isFirst).filter(accept))
  }
  return found.slice(0, limit).map(toItemEntry)
}

/** The first passage of an item stands for it. */
function isFirst({ passage = 0 }: IndexEntry): boolean {
  return passage === 0
}

function toItemEntry({ passage: _, heading: __, ...entry }: IndexEntry): IndexEntry {
  return entry
}

function standingReason(entry: IndexEntry): string {
  if (entry.pinned) return `pinned ${entry.kind}`
  if (entry.imported) return `${entry.kind} imported from ${entry.locator}`
  return entry.uses > 0 ? `${entry.kind}, used ${entry.uses} times` : `standing ${entry.kind}`
}
