import { compareRecallOrder, type IndexEntry, type SearchIndex } from '../../store/index/types.js'
import type { Memory } from '../../store/types.js'
import { isLoadedByHost } from '../hosts/loaded.js'
import type { HostProfile } from '../hosts/profile.js'
import type { Evidence } from '../search/decide.js'
import type { ScoreTerms } from '../search/score.js'
import type { RecallDegree, RecalledMemory } from '../types.js'
import type { Rest } from './context.js'
import { planStanding, standingReason, type StandingEntries } from './standing.js'

/** One scope as recall sees it. Each half is made when it is first asked for. */
export interface RecallUnit {
  /** Its entries where nothing was asked; of a large index `limit` of each kind at least. */
  standing(limit: number): StandingEntries
  index(): SearchIndex
  /** True where its memories lie in the project's work tree, which others may write. */
  isInRepo: boolean
  /** True if its workspace has something at a path relative to it. */
  has(path: string): boolean
}

/** An item chosen for recall, before its text is read. */
export interface Choice {
  /** Number of the unit that it is in. */
  index: number
  entry: IndexEntry
  reason: string
  degree: RecallDegree
  score?: number
  /** Evidence by which a text brings it or not; missing if it was not looked at closely. */
  evidence?: Evidence
  /** Passages of an import row that was found by text, best first; the whole file if missing. */
  passages?: readonly ChosenPassage[]
}

/** A passage as the index knows it: its number, and its heading path by which it is found again. */
interface ChosenPassage {
  passage: number
  heading: string
}

/** More passages of one file than this are a file again. */
const MOST_PASSAGES = 3

/** Sources of recall: one unit for each scope, and the text of an item at that moment. */
export interface RecallSource {
  units: readonly RecallUnit[]
  /** Scores what a text finds; from the postings if missing. */
  score?: ScoreTerms
  /** The item as its file is now; undefined where it is gone or must not be injected. */
  read(choice: Choice): Promise<ReadItem | undefined>
}

/** An item as its file is now, with the passages of it that were chosen. */
export type ReadItem = Memory & Pick<RecalledMemory, 'passages'>

/** Criteria by which memories are chosen. */
export interface ChoiceQuery {
  /** The prompt; without it the standing order of kinds applies. */
  text?: string | undefined
  kinds?: readonly string[] | undefined
  limit: number
  /** Leaves out entries for which it answers false: what the session has already. */
  accept?: ((entry: IndexEntry) => boolean) | undefined
  /** Leaves out the agent files that this host loads itself. */
  host?: HostProfile | undefined
  /** Only what is good enough to be put before a model unasked. */
  isUnasked: boolean
}

/** Memories chosen, best first. */
export interface Chosen {
  choices: Choice[]
  /** Memories that have less in common with a text, best first: they are not put before a model. */
  below: Choice[]
  /** Memories that there are besides; given if nothing was asked. */
  rest?: Rest
}

/**
 * The best items of several scopes for a query; none where none is good enough. Where nothing is asked
 * they come in recall order, and unasked in the order in which a session's start needs them.
 */
export async function chooseItems(
  { units, score }: Pick<RecallSource, 'units' | 'score'>,
  query: ChoiceQuery,
): Promise<Chosen> {
  const { text, kinds = [], accept, host } = query
  const isMeant = (entry: IndexEntry, unit: number) =>
    (kinds.length === 0 || kinds.includes(entry.kind)) &&
    !isLoadedByHost(host, entry.loadedAs ?? [], units[unit]!)
  const isWanted = (entry: IndexEntry, unit: number) =>
    accept?.(entry) !== false && isMeant(entry, unit)
  return text === undefined || text.trim() === ''
    ? chooseStanding(units, query, isWanted)
    : chooseByText({ units, score }, text, query, isMeant)
}

function chooseStanding(
  units: readonly RecallUnit[],
  { limit, isUnasked, accept }: ChoiceQuery,
  isWanted: (entry: IndexEntry, unit: number) => boolean,
): Chosen {
  const standing = units.map(unit => unit.standing(limit))
  const wanted = standing.flatMap(({ entries }, index) =>
    entries.filter(entry => isWanted(entry, index)).map(entry => ({ index, entry })),
  )
  const ordered = isUnasked
    ? planStanding(wanted)
    : wanted.sort((a, b) => compareRecallOrder(a.entry, b.entry))
  const titles = ordered.slice(limit).map(({ entry }) => entry.title)
  // Nobody knows if memories that are not read would be accepted.
  const unread = accept === undefined ? standing.reduce((sum, one) => sum + one.unread, 0) : 0
  return {
    choices: ordered.slice(0, limit).map(toStandingChoice),
    below: [],
    rest: { count: titles.length + unread, titles },
  }
}

function toStandingChoice({ index, entry }: Pick<Choice, 'index' | 'entry'>): Choice {
  return { index, entry, degree: 'full', reason: standingReason(entry) }
}

async function chooseByText(
  { units, score }: { units: readonly RecallUnit[]; score: ScoreTerms | undefined },
  text: string,
  { limit, isUnasked, accept: isNew = () => true }: ChoiceQuery,
  accept: (entry: IndexEntry, unit: number) => boolean,
): Promise<Chosen> {
  // A session's start needs none of it.
  const { search } = await import('../search/search.js')
  const indexes = units.map(unit => unit.index())
  const hits = search(indexes, text, {
    limit: isUnasked ? Infinity : limit,
    isJudged: isUnasked,
    accept,
    score,
  })
  const choices = hits.map(({ index, entry, score, terms, degree, evidence }): Choice => {
    const words = terms.slice(0, 6).map(term => `“${term}”`)
    const reason = `matches ${words.join(', ') || 'the text'}`
    return { index, entry, score, degree, reason, ...(evidence && { evidence }) }
  })
  if (!isUnasked) return { choices: joinPassages(choices), below: [] }
  const given = choices.filter(({ degree }) => degree !== 'below')
  const below = choices.filter(({ degree }) => degree === 'below')
  const news = takeNews(given, ({ entry }) => isNew(entry))
  return { choices: joinPassages(news).slice(0, limit), below: joinPassages(below) }
}

/** Choices new to the session; no titles alone if it has all that is surely wanted. */
function takeNews(given: readonly Choice[], isNew: (choice: Choice) => boolean): Choice[] {
  const news = given.filter(isNew)
  const isSure = ({ degree }: Choice) => degree === 'full'
  return given.some(isSure) && !news.some(isSure) ? [] : news
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
