import { stem, tokenize } from '../../store/index/analyse.js'
import type { MemoryDocument } from '../../store/types.js'
import { backgroundFrequency, isStopWord } from '../search/query.js'

/** Stems, each with what it weighs: everyday words tell half as much. */
export type Words = ReadonlyMap<string, number>

/** Weight of an everyday word. */
export const EVERYDAY_WEIGHT = 0.5
/** Two signs of a language without blanks are less than a word. */
const SIGNS_WEIGHT = 0.15

/** The words of a text that tell what it is about; empty where none does. */
export function toWords(text: string): Words {
  const words = new Map<string, number>()
  for (const { word, type } of tokenize(text)) {
    const term = stem(word)
    if (type === 'joined' || isStopWord(word) || isStopWord(term)) continue
    words.set(term, type === 'cjk' ? SIGNS_WEIGHT : weightOf(word, term))
  }
  return words
}

/** A batch looks at every memory again for each thing that was said. */
const read = new WeakMap<object, Words>()

/** The words of a memory: of its title, its content and its aliases. */
export function wordsOfMemory(
  document: Pick<MemoryDocument, 'title' | 'content' | 'aliases'>,
): Words {
  const known = read.get(document)
  if (known !== undefined) return known
  const words = toWords([document.title, document.content, ...document.aliases].join('\n'))
  read.set(document, words)
  return words
}

/** The logarithm of how many of these there are for one that has a word. */
export function toRarity(all: readonly Words[]): (word: string) => number {
  const counts = new Map<string, number>()
  for (const words of all) {
    for (const word of words.keys()) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return word => Math.log(1 + all.length / (counts.get(word) ?? 1))
}

/** Weight of a word. */
export function weightOf(word: string, term: string): number {
  return backgroundFrequency(word, term) === 0 ? 1 : EVERYDAY_WEIGHT
}

/** Share of the words that the others have, 0–1; 0 for none. */
export function shareIn(others: Words, words: Words): number {
  const sum = (list: Iterable<number>) => [...list].reduce((all, weight) => all + weight, 0)
  const known = [...words].filter(([word]) => others.has(word)).map(([, weight]) => weight)
  return words.size === 0 ? 0 : sum(known) / sum(words.values())
}
