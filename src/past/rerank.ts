import type { FileIndex } from '../../store/index/file-index.js'
import { endOfNames, wordHash } from '../../store/index/format.js'
import type { IndexEntry } from '../../store/index/types.js'
import { rankMatches, type Found } from '../search/search.js'
import type { ChosenTerm } from '../search/terms.js'
import { noteOf, type TurnNote } from './documents.js'

/** A turn that was found, as the index knows it. */
export interface RankedTurn {
  entry: IndexEntry
  note: TurnNote
  score: number
}

/** Wishes for what is found. */
export interface RankOptions {
  /** False leaves an entry out. */
  accept: (entry: IndexEntry) => boolean
  /** True for what is preferred: the own project's. */
  isOwn: (entry: IndexEntry) => boolean
}

/** Postings that are loaded at most: more find nothing better. */
const POSTINGS = { postingsBudget: 20_000, postingsFinding: 4_000 }
/** Turns that words alone have found and whose sessions are looked at. */
const MOST_FOUND = 24
/** Entries that are read at most where a filter takes only few. */
const MOST_READ = 2_000

/**
 * The turns that answer a text, best first. Words find a session; which turn of it tells what is asked
 * for follows from what it did: one that changes something rather than one that asks or fails. One with
 * no word of the text is left out, unless it changed something or comes at once after one that was found.
 * An answer is at most as good as the words are: [] where no turn has any but those that say nothing.
 */
export function rankTurns(
  indexes: readonly FileIndex[],
  text: string,
  options: RankOptions,
): RankedTurn[] {
  const found = rankMatches(indexes, text, { limit: MOST_FOUND, ...POSTINGS }, false)
  if (found === undefined || found.words.size === 0) return []
  const scores = scoresOf(indexes, found, options)
  const best = Math.max(...[...scores.values()].map(({ score }) => score), 0)
  if (best === 0) return []
  const covers = toCovers(found.known)
  const asksWhy = WHY.test(text)
  const telling = new Set(Array.from(found.words.keys(), wordHash))
  const isTold = ({ words }: FoundTurn) => words.some(word => telling.has(word))
  const sessions = sessionsOf(indexes, scores).filter(session => session.some(isTold))
  const ranked = sessions.flatMap(session => {
    const top = Math.max(...session.map(({ score }) => score)) / best
    return session.flatMap((turn, at) => {
      const { asked, told } = covers(turn)
      const follows = session[at - 1]?.score ?? 0
      if (asked + told + follows === 0 && !turn.note.isChanging) return []
      const words = W.turn * (turn.score / best) + W.session * top + W.asked * asked + W.told * told
      const place = placeWorth(turn, at, session.length, asksWhy)
      return { ...turn, score: words + place + (options.isOwn(turn.entry) ? W.own : 0) }
    })
  })
  return ranked
    .filter(({ entry }) => options.accept(entry))
    .map(({ entry, note, score }) => ({ entry, note, score }))
    .sort((a, b) => b.score - a.score || (a.entry.updatedAt < b.entry.updatedAt ? 1 : -1))
}

/** Worths of signs, fitted to questions about past sessions (test/eval/past.mjs) and rounded. */
const W = {
  turn: 2.5,
  session: 3.4,
  asked: 1.1,
  told: 0.85,
  own: 3.8,
  changing: 0.85,
  failing: -1.6,
  first: -1.3,
  /** A short word of consent, and what was done upon it. */
  carriedOut: 0.6,
  firstOfWhy: 0.7,
  changingOfWhy: -1.4,
}

/** Asks for a cause or a place: that is told before anything is changed. */
const WHY =
  /\b(?:why|causes?|reasons?|explanation|explain|what was it|what happened|who|when|where|which file|pourquoi|warum|wieso|weshalb|grund|wann|wo)\b|por qu[eé]|原因|なぜ|为什么|いつ|どこ|哪/i

/** Words of a prompt that only consents. */
const SHORT_WORDS = 8

function placeWorth(
  { note, askedWords }: FoundTurn,
  at: number,
  turns: number,
  asksWhy: boolean,
): number {
  let worth = 0
  if (note.isFailing) worth += W.failing
  if (note.isChanging) worth += W.changing + (asksWhy ? W.changingOfWhy : 0)
  if (note.isChanging && at > 0 && askedWords <= SHORT_WORDS) worth += W.carriedOut
  if (at === 0 && turns > 1) worth += W.first
  if (at === 0 && asksWhy) worth += W.firstOfWhy
  return worth
}

interface FoundTurn {
  index: FileIndex
  document: number
  entry: IndexEntry
  note: TurnNote
  score: number
  words: Int32Array
  askedWords: number
}

interface Scored {
  at: number
  document: number
  score: number
}

/** The best of what words found and the filter takes, each with the score of its words. */
function scoresOf(
  indexes: readonly FileIndex[],
  { ranked, selections }: Found,
  { accept }: RankOptions,
): Map<string, Scored> {
  const scores = new Map<string, Scored>()
  const isTaken = ({ at, document }: Scored) => accept(indexes[at]!.entry(document))
  const take = (one: Scored) => {
    const name = `${one.at} ${one.document}`
    if (!scores.has(name) && isTaken(one)) scores.set(name, one)
  }
  for (const { index, document, score } of ranked) take({ at: index, document, score })
  if (scores.size >= MOST_FOUND) return scores
  const least = ranked.at(-1)?.score ?? 0
  const rest = selections.flatMap(({ matches, scores: rough }, at) =>
    matches.map(document => ({ at, document, score: Math.min(rough[document] ?? 0, least) })),
  )
  rest.sort((a, b) => b.score - a.score)
  for (const one of rest.slice(0, MOST_READ)) {
    if (scores.size >= MOST_FOUND) break
    take(one)
  }
  return scores
}

/** The sessions of the turns that were found, each with all its turns that the index file has. */
function sessionsOf(
  indexes: readonly FileIndex[],
  scores: ReadonlyMap<string, Scored>,
): FoundTurn[][] {
  const seen = new Set<string>()
  const sessions: FoundTurn[][] = []
  for (const { at, document } of scores.values()) {
    if (seen.has(`${at} ${document}`)) continue
    const index = indexes[at]!
    const members = membersOf(index, document)
    sessions.push(
      members.map(member => {
        seen.add(`${at} ${member}`)
        const entry = index.entry(member)
        const words = index.words(member)
        const score = scores.get(`${at} ${member}`)?.score ?? 0
        const askedWords = endOfNames(words)
        return { index, document: member, entry, note: noteOf(entry), score, words, askedWords }
      }),
    )
  }
  return sessions
}

const [BEFORE, AFTER] = [1, 2]
/** Turns of a session that are looked at to either side of one that was found. */
const REACH = 4

function membersOf(index: FileIndex, document: number): number[] {
  const walk = (side: number) => {
    const found: number[] = []
    for (let at = document; found.length < REACH;) {
      const { group, neighbours } = index.place(at)
      at = group === 0 ? -1 : (neighbours[side] ?? -1)
      if (at < 0) break
      found.push(at)
    }
    return found
  }
  return [...walk(BEFORE).reverse(), document, ...walk(AFTER)]
}

/** Bits of a hash by which most words that are not looked for are passed over. */
const SIEVE_MASK = 0xfff

/** Measures which share of a text's words, by their worth, the prompt of a turn has, and the rest of the turn. */
function toCovers(known: readonly ChosenTerm[]) {
  const worths = new Map(known.map(({ term, worth }) => [wordHash(term), worth]))
  const own = known.filter(({ kind }) => kind === 'own')
  const all = own.reduce((sum, { worth }) => sum + worth, 0) || 1
  const sieve = new Uint8Array(SIEVE_MASK + 1)
  for (const hash of worths.keys()) sieve[hash & SIEVE_MASK] = 1
  const worthOf = (words: Int32Array, from: number, to: number) => {
    const there = new Set<number>()
    for (let at = from; at < to; at++)
      if (sieve[words[at]! & SIEVE_MASK] === 1 && worths.has(words[at]!)) there.add(words[at]!)
    let sum = 0
    for (const hash of there) sum += worths.get(hash)!
    return sum / all
  }
  return ({ words, askedWords }: FoundTurn) => ({
    asked: worthOf(words, 0, askedWords),
    told: worthOf(words, askedWords, words.length),
  })
}
