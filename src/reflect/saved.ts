import { isWaiting, partyOf } from '../../store/types.js'
import { toStatement } from '../consolidate/statement.js'
import type { Collection } from '../memories/collection.js'
import type { StoredMemory } from '../memories/life.js'
import type { MemoryCandidate, Turn } from '../provider/types.js'
import { titleKey } from '../text.js'
import { EVERYDAY_WEIGHT, shareIn, toWords, type Words } from './words.js'

/** A memory that an agent saved by itself, and when. */
export interface SavedMemory {
  title: string
  content: string
  /** Times at which it was saved, and changed last (ISO 8601). */
  times: readonly string[]
  /** True while it waits to be accepted. */
  waits?: true
}

/** Lists the memories that agents have saved in these scopes, but for those that wait to be accepted. */
export function findSaved(scopes: readonly Collection[]): SavedMemory[] {
  return findEvery(scopes).filter(({ waits }) => waits !== true)
}

/** Lists the memories that agents have saved in these scopes and that wait to be accepted. */
export function findHeld(scopes: readonly Collection[]): SavedMemory[] {
  return findEvery(scopes).filter(({ waits }) => waits === true)
}

function findEvery(scopes: readonly Collection[]): SavedMemory[] {
  return scopes.flatMap(({ memories }) => [...memories.values()].filter(isSaved).map(toSaved))
}

function isSaved({ document }: StoredMemory): boolean {
  const { source } = document
  return partyOf(source) === 'agent' || source.changedBy === 'agent'
}

function toSaved({ document, updatedAt }: StoredMemory): SavedMemory {
  const { title, content, createdAt } = document
  return {
    title,
    content,
    times: [createdAt, updatedAt],
    ...(isWaiting(document) && { waits: true }),
  }
}

/** Selects the memories that were saved while one of these turns ran. */
export function savedDuring(turns: readonly Turn[], saved: readonly SavedMemory[]): SavedMemory[] {
  return saved.filter(one => turns.some(turn => isFrom(turn, one)))
}

/**
 * The candidates but for those that say what the model saved itself in the turn that they come from:
 * what it saved stands. Of what waits to be accepted only the model's own words go: what the person says
 * of it stands for itself.
 */
export function withoutSaved(
  candidates: readonly MemoryCandidate[],
  turns: readonly Turn[],
  saved: readonly SavedMemory[],
): MemoryCandidate[] {
  if (saved.length === 0) return [...candidates]
  return candidates.filter(candidate => {
    const turn = findTurnOf(wordsOf(candidate), turns)
    return !saved.some(
      one => isMeant(candidate, one) && isFrom(turn, one) && saysSame(candidate, one),
    )
  })
}

function isMeant({ isRestated }: MemoryCandidate, { waits }: SavedMemory): boolean {
  return isRestated === true || waits !== true
}

/** The turn in which most of what is said was said; the last of such turns. */
export function findTurnOf(words: Words, turns: readonly Turn[]): Turn | undefined {
  const shares = turns.map(({ prompt, reply }) => shareIn(toWords(`${prompt}\n${reply}`), words))
  return turns[shares.lastIndexOf(Math.max(...shares))]
}

/** A turn of which nobody knows when it began is no longer than this (milliseconds). */
const TURN_MS = 60 * 60 * 1000
/** A command that the model left running may end a little after its reply (milliseconds). */
const LATE_MS = 5_000

function isFrom(turn: Turn | undefined, { times }: SavedMemory): boolean {
  if (turn === undefined) return false
  const end = Date.parse(turn.at)
  const begin = turn.askedAt === undefined ? end - TURN_MS : Date.parse(turn.askedAt)
  return times.some(time => begin <= Date.parse(time) && Date.parse(time) <= end + LATE_MS)
}

/** More than this share of the one's words must be the other's. */
const SAME_SHARE = 3 / 4
/** Words that are no everyday words, at least: one is too little to tell by. */
const TELLING_WORDS = 2

type Said = Pick<MemoryCandidate, 'title' | 'content'>

/** True where a candidate's title says nothing that the other does not say too, nor its opposite. */
function saysSame(candidate: Said, saved: Said): boolean {
  if (titleKey(candidate.title) === titleKey(saved.title)) return true
  if (isOpposed(candidate.title, saved.title)) return false
  const title = toWords(candidate.title)
  const all = wordsOf(saved)
  const telling = [...title].filter(([word, weight]) => weight !== EVERYDAY_WEIGHT && all.has(word))
  const share = shareIn(all, title)
  if (telling.length < TELLING_WORDS || share <= SAME_SHARE) return false
  return share === 1 || shareIn(wordsOf(candidate), toWords(saved.title)) > SAME_SHARE
}

/** True where the one negates a word that stands in the other as it is. */
function isOpposed(a: string, b: string): boolean {
  const [one, other] = [toStatement(a), toStatement(b)]
  const negates = (x: typeof one, y: typeof one) =>
    x.governed.some(pair => {
      const word = /^not (.+)/.exec(pair)?.[1]
      return word !== undefined && y.sequence.includes(word) && !y.governed.includes(pair)
    })
  return negates(one, other) || negates(other, one)
}

function wordsOf({ title, content }: Said): Words {
  return toWords(`${title}\n${content}`)
}
