import { isWaiting } from '../../store/types.js'
import type { Collection } from '../memories/collection.js'
import type { StoredMemory } from '../memories/life.js'
import type { KnownMemory, Turn } from '../provider/types.js'
import { toRarity, toWords, wordsOfMemory, type Words } from './words.js'

/** Least number, however far they are, and most. */
const LEAST_NEAREST = 15
const MOST_NEAREST = 30
/** Weight of a word that only a reply has; a person's weigh 1. */
const REPLY_WEIGHT = 0.5

/** A known memory with its words, and what it has in common with a conversation. */
interface Ranked {
  known: KnownMemory
  words: Words
  score: number
}

/**
 * The memories of these scopes that turns are most likely about, the nearest first: up to thirty
 * that have words in common with them, and the newest of the others to make it fifteen.
 */
export function findNearest(
  turns: readonly Turn[],
  collections: readonly Collection[],
): KnownMemory[] {
  const ranked = collections.flatMap(listRanked)
  const rarity = toRarity(ranked.map(({ words }) => words))
  const said = wordsOfTurns(turns)
  for (const one of ranked) one.score = scoreOf(one.words, said, rarity)
  const sorted = ranked.sort((a, b) => b.score - a.score).slice(0, MOST_NEAREST)
  return sorted.filter(({ score }, at) => score > 0 || at < LEAST_NEAREST).map(({ known }) => known)
}

/** The memories of a scope, the newest first, but for those that wait to be accepted. */
function listRanked({ memories, folder: { scope } }: Collection): Ranked[] {
  const standing = [...memories.values()].filter(({ document }) => !isWaiting(document))
  const newest = standing.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
  return newest.map(memory => {
    const words = wordsOfMemory(memory.document)
    return { known: toKnown(memory, scope.type), words, score: 0 }
  })
}

function toKnown({ document }: StoredMemory, scope: KnownMemory['scope']): KnownMemory {
  const { id, title, content } = document
  return { id, scope, title, content }
}

function wordsOfTurns(turns: readonly Turn[]): Words {
  const words = new Map<string, number>()
  for (const { prompt, reply } of turns) {
    for (const word of toWords(reply).keys()) if (!words.has(word)) words.set(word, REPLY_WEIGHT)
    for (const word of toWords(prompt).keys()) words.set(word, 1)
  }
  return words
}

/** Weight of the words that a memory shares with what was said; a long one has no advantage. */
function scoreOf(words: Words, said: Words, rarity: (word: string) => number): number {
  let [shared, all] = [0, 0]
  for (const [word, weight] of words) {
    const worth = weight * rarity(word)
    shared += worth * (said.get(word) ?? 0)
    all += worth
  }
  return all === 0 ? 0 : shared / Math.sqrt(all)
}
