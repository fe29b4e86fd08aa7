import type { IndexEntry, SearchIndex } from '../../store/index/types.js'
import type { Memory } from '../../store/types.js'
import { isBelow, isLoadedByHost, mayMatch, type Place } from '../hosts/loaded.js'
import type { HostProfile } from '../hosts/profile.js'
import type { Evidence } from '../search/decide.js'
import type { ScoreTerms } from '../search/score.js'
import type { RecallDegree, RecalledMemory } from '../types.js'
import type { Rest } from './context.js'
import type { SessionFolders, SessionPlace } from './folders.js'
import {
  compareStanding,
  depthOf,
  isForStart,
  isManner,
  MANNER_SHARE,
  standingReason,
  type StandingEntries,
} from './standing.js'

/** One scope as recall sees it. Each half is made when it is first asked for. */
export interface RecallUnit {
  /** Its entries where nothing was asked; of a large index `limit` of each kind at least. */
  standing(limit: number): StandingEntries
  /** True where it may have entries that stand for folders of the workspace. */
  isFoldered?(): boolean
  index(): SearchIndex
  /** True for the memories of every project. */
  isGlobal: boolean
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
  /** True where another is given that may be about the same thing: the text says of what day each is. */
  isDated?: true
  /** Ids of those of them that are newer: it is not given without them. */
  newer?: readonly string[]
  /** True for a manner of answering that is meant for every project: a start has room for it. */
  isManner?: true
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
  /** True for what a session's start gave: it comes once more where it is surely wanted. */
  isAgain?: ((entry: IndexEntry) => boolean) | undefined
  /** Leaves out the agent files that this host loads itself. */
  host?: HostProfile | undefined
  /** Only what is good enough to be put before a model unasked. */
  isUnasked: boolean
  /** The folder of the session, and the root that it is relative to; the root itself if missing. */
  at?: SessionPlace | undefined
}

/** Memories chosen, best first. */
export interface Chosen {
  choices: Choice[]
  /** Memories that have less in common with a text, best first: they are not put before a model. */
  below: Choice[]
  /** Memories that there are besides: all others if nothing was asked, beside a prompt those it wants too. */
  rest: Rest
}

/**
 * The best items of several scopes for a query; none where none is good enough. Where nothing is asked
 * they come in recall order.
 */
export async function chooseItems(
  { units, score }: Pick<RecallSource, 'units' | 'score'>,
  query: ChoiceQuery,
): Promise<Chosen> {
  const { text, kinds = [], accept, host, at } = query
  const files = query.isUnasked && text?.includes('/') ? (text.match(NAMED_PATH) ?? []) : []
  // Few projects have any: the others do without the code for it.
  const isFoldered = units.some(unit => unit.isFoldered?.() === true)
  const folders = isFoldered ? (await import('./folders.js')).placeSession(units, query) : undefined
  const place = folders?.place ?? { folder: at?.folder ?? '', paths: [] }
  const isMeant = (entry: IndexEntry, unit: number) =>
    (kinds.length === 0 || kinds.includes(entry.kind)) &&
    isAbout(entry, files, place) &&
    folders?.isHere(entry) !== false &&
    entry.proposed !== true &&
    !(query.isUnasked && entry.waits === true && units[unit]!.isGlobal) &&
    !isLoadedByHost(host, entry.loadedAs ?? [], units[unit]!, place)
  const isWanted = (entry: IndexEntry, unit: number) =>
    accept?.(entry) !== false && isMeant(entry, unit)
  return text === undefined || text.trim() === ''
    ? chooseStanding(units, query, folders, isWanted)
    : chooseByText({ units, score, folders }, text, query, isMeant)
}

/**
 * The path of a file in a prompt; of an address none. Letters are whatever is no mark: to compile the
 * classes of Unicode takes longer than all the rest.
 */
const NAMED_PATH =
  /(?<![^\s"'`()[\]{}<>,;!?*|=])[^\s"'`()[\]{}<>,;:!?*|=/]*(?:\/[^\s"'`()[\]{}<>,;:!?*|=/]+)*\/[^\s"'`()[\]{}<>,;:!?*|=/]*\.\w+/g

/** False for rules of some files where a prompt names files that are none of these. */
function isAbout(
  { patterns = [], folder }: IndexEntry,
  files: string[],
  { paths }: Place,
): boolean {
  if (patterns.length === 0 || files.length === 0) return true
  const own = folder === undefined ? files : paths.filter(path => isBelow(path, folder))
  return own.some(path => patterns.some(pattern => mayMatch(path, pattern)))
}

function chooseStanding(
  units: readonly RecallUnit[],
  { limit, accept, isUnasked }: ChoiceQuery,
  folders: SessionFolders | undefined,
  isWanted: (entry: IndexEntry, unit: number) => boolean,
): Chosen {
  const standing = units.map(unit => unit.standing(limit))
  const isMeant = (entry: IndexEntry, unit: number) =>
    (!isUnasked || isForStart(entry)) && isWanted(entry, unit)
  const ordered = standing
    .flatMap(({ entries }, index) =>
      [...entries, ...(folders?.standing(index) ?? [])]
        .filter(entry => isMeant(entry, index))
        .map(entry => ({ index, entry })),
    )
    .sort(compareStanding)
  const manner = ordered.filter(one => isManner(one, units[one.index]!.isGlobal))
  const kept = isUnasked ? Math.min(Math.ceil(limit * MANNER_SHARE), limit - 1) : 0
  const reserved = new Set(manner.slice(0, kept))
  const others = ordered.filter(one => !reserved.has(one)).slice(0, limit - reserved.size)
  const chosen = new Set([...others, ...reserved])
  const titles = ordered.filter(one => !chosen.has(one)).map(({ entry }) => entry.title)
  // Nobody knows if memories that are not read would be accepted.
  const unread = accept === undefined ? standing.reduce((sum, one) => sum + one.unread, 0) : 0
  return {
    choices: ordered
      .filter(one => chosen.has(one))
      .map(one => ({ ...toStandingChoice(one), ...(reserved.has(one) && { isManner: true }) })),
    below: [],
    rest: { count: titles.length + unread, titles },
  }
}

function toStandingChoice({ index, entry }: Pick<Choice, 'index' | 'entry'>): Choice {
  return { index, entry, degree: 'full', reason: standingReason(entry) }
}

/** Scopes to search, and the session's folders in them. */
interface Searched {
  units: readonly RecallUnit[]
  score: ScoreTerms | undefined
  folders: SessionFolders | undefined
}

async function chooseByText(
  { units, score, folders }: Searched,
  text: string,
  { limit, isUnasked, accept: isNew = () => true, isAgain = () => false }: ChoiceQuery,
  accept: (entry: IndexEntry, unit: number) => boolean,
): Promise<Chosen> {
  // A session's start needs none of it.
  const { search } = await import('../search/search.js')
  const indexes = units.map((unit, at) => folders?.index(at) ?? unit.index())
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
  if (!isUnasked) return { choices: joinPassages(choices), below: [], rest: NOTHING }
  const wanted = choices.map((choice, at) => ({ choice, words: hits[at]!.terms }))
  const given = newestFirst(wanted.filter(({ choice }) => choice.degree !== 'below'))
  const below = choices.filter(({ degree }) => degree === 'below')
  const isMissing = ({ entry, evidence }: Choice) =>
    isNew(entry) && (!isAgain(entry) || (evidence?.probability ?? 0) >= AGAIN_PROBABILITY)
  const needed = new Set(given.filter(isMissing).flatMap(({ newer = [] }) => newer))
  const missing = given.filter(choice => isMissing(choice) || needed.has(choice.entry.id))
  const taken = takeBest(missing, limit)
  const atHand = (folders?.atHand() ?? []).filter(
    ({ index, entry }) =>
      accept(entry, index) &&
      isNew(entry) &&
      !isAgain(entry) &&
      !given.some(one => one.index === index && one.entry.id === entry.id),
  )
  return {
    choices: [...taken.map(toPassageChoice), ...atHand].slice(0, Math.min(limit, MOST_BESIDE)),
    below: joinPassages(below),
    rest: { count: missing.length - taken.length, titles: [] },
  }
}

/** Least probability at which a memory comes once more that the session's start gave. */
const AGAIN_PROBABILITY = 0.4
/** Least share of another's probability at which a memory may stand before it for being newer. */
const LIKE_SHARE = 0.6
/** Share of the matched words that two memories about one thing have in common. */
const COMMON_SHARE = 0.75
/** Least share of what another has of the prompt, in worth. */
const COVERED_SHARE = 0.85

/** A choice for a prompt, and the words of the prompt that it matches. */
interface Matched {
  choice: Choice
  words: readonly string[]
}

/**
 * Choices best first, of two that match the same words and are about as likely the newer one before; of
 * two agent files that match the same words that of the nearer folder.
 */
function newestFirst(matched: readonly Matched[]): Choice[] {
  const ordered: Matched[] = []
  for (const { choice, words } of matched) {
    const one = { choice, words }
    const like = ordered.filter(other => areLike(one, other))
    const older = like.filter(other => isNewer(choice.entry, other.choice.entry))
    const newer = like.filter(other => isNewer(other.choice.entry, choice.entry))
    const behind = ordered.findIndex(other => older.includes(other) || isNearer(one, other))
    ordered.splice(behind < 0 ? ordered.length : behind, 0, one)
    for (const other of like) other.choice = toDated(other, older.includes(other) ? [one] : [])
    if (like.length > 0) one.choice = toDated(one, newer)
  }
  return ordered.map(({ choice }) => choice)
}

function toDated({ choice }: Matched, newer: readonly Matched[]): Choice {
  const ids = [...(choice.newer ?? []), ...newer.map(one => one.choice.entry.id)]
  return { ...choice, isDated: true, ...(ids.length > 0 && { newer: ids }) }
}

function areLike(one: Matched, other: Matched): boolean {
  const [a, b] = [one.choice, other.choice]
  if (a.entry.imported || b.entry.imported || a.entry.createdAt === b.entry.createdAt) return false
  const isLike = (value: (evidence: Evidence) => number, share: number) => {
    const values = [a, b].map(({ evidence }) => (evidence ? value(evidence) : 0))
    return Math.min(...values) >= share * Math.max(...values)
  }
  return (
    haveSameWords(one, other) &&
    isLike(({ signals }) => signals.coverage, COVERED_SHARE) &&
    isLike(({ probability }) => probability, LIKE_SHARE)
  )
}

function haveSameWords(one: Matched, other: Matched): boolean {
  const common = one.words.filter(word => other.words.includes(word)).length
  return common >= COMMON_SHARE * Math.max(one.words.length, other.words.length)
}

function isNearer(one: Matched, other: Matched): boolean {
  const [a, b] = [one.choice.entry, other.choice.entry]
  return a.imported && b.imported && depthOf(a) > depthOf(b) && haveSameWords(one, other)
}

/**
 * True where one was surely made after the other: what is undated may be as young as it seems, or older.
 * What waits to be accepted goes before nothing.
 */
function isNewer(one: IndexEntry, other: IndexEntry): boolean {
  return one.undated !== true && one.waits !== true && one.createdAt > other.createdAt
}

const NOTHING: Rest = { count: 0, titles: [] }

/** Beside a prompt one fitting answer is better than many. */
const MOST_BESIDE = 4

/** The first choices, of as many items as the limit says: the passages of a file are one. */
function takeBest(choices: readonly Choice[], limit: number): Choice[] {
  const items = new Set<string>()
  const isTaken = ({ index, entry }: Choice) => items.add(`${index} ${entry.id}`).size <= limit
  return choices.slice(0, MOST_BESIDE).filter(isTaken)
}

/** A choice of a passage by itself: two passages of a file stand for themselves. */
function toPassageChoice(choice: Choice): Choice {
  const { passage, heading = '', ...entry } = choice.entry
  return passage === undefined ? choice : { ...choice, entry, passages: [{ passage, heading }] }
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
    else if (best === undefined) joined.set(key, toPassageChoice(choice))
    else if (best.degree === choice.degree) joined.set(key, withPassage(best, { passage, heading }))
  }
  return [...joined.values()]
}

function withPassage(choice: Choice, passage: ChosenPassage): Choice {
  const passages = [...(choice.passages ?? []), passage]
  return passages.length > MOST_PASSAGES ? choice : { ...choice, passages }
}
