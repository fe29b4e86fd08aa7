import { LANGUAGES } from './index.js'
import type { Language } from './language.js'

/** The commonest words of the languages that a script does not tell. */
const WORDS = LANGUAGES.filter(({ commonest }) => commonest !== '').map(language => {
  const { commonest } = language
  return { language, words: new RegExp(`(?<![\\p{L}])(?:${commonest})(?![\\p{L}])`, 'giu') }
})

/** The language of a text, by its script or its commonest words; the first where nothing tells. */
export function languageOf(text: string): Language {
  const prose = text.slice(0, 2_000).replace(/`[^`\n]*`/g, ' ')
  const written = LANGUAGES.find(({ script }) => script?.test(prose))
  if (written !== undefined) return written
  const counts = WORDS.map(({ language, words }) => {
    return { language, count: prose.match(words)?.length ?? 0 }
  })
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).language
}
