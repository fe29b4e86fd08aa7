import { stemEnglish } from './porter2.js'

const ENGLISH_WORD = /^[a-z]{3,30}$/
const CACHE_LIMIT = 50_000
const cache = new Map<string, string>()

/** The Porter2 stem of a lower-case ASCII word; any other text is returned as it is. */
export function stem(word: string): string {
  const known = cache.get(word)
  if (known !== undefined) return known
  if (!ENGLISH_WORD.test(word)) return word
  if (cache.size >= CACHE_LIMIT) cache.clear()
  const stemmed = stemEnglish(word)
  cache.set(word, stemmed)
  return stemmed
}
