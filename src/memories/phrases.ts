import { stem, tokenize } from '../../store/index/analyse.js'
import { backgroundFrequency, isStopWord } from '../search/query.js'
import { titleKey } from '../text.js'

/** Most aliases that a memory can be given; a file written by hand may have more. */
export const MOST_ALIASES = 12

/** The phrases in their order, without blank ones, repeats and what only says the title again. */
export function distinctAliases(phrases: readonly string[], title = ''): string[] {
  const taken = new Set(['', titleKey(title)])
  return phrases.filter(phrase => {
    const key = titleKey(phrase)
    return !taken.has(key) && taken.add(key)
  })
}

/** A memory's own aliases, then what others add, up to 12; more only where it had more. */
export function uniteAliases(
  own: readonly string[],
  others: readonly string[],
  title: string,
): string[] {
  const most = Math.max(MOST_ALIASES, own.length)
  return distinctAliases([...own, ...others], title).slice(0, most)
}

/** Most phrases that a text gives: more would be found by whatever it touches on. */
const MOST_PHRASES = 4
/** Headings of the first and second level: deeper ones are steps and details. */
const HEADING = /^ {0,3}#{1,2}[ \t]+([^\n]{2,80})$/gm
/** Fenced code: what looks like a heading there is a comment. */
const FENCE = /^[ \t]*```[^\n]*\n[\s\S]*?(?:^[ \t]*```[^\n]*$|$(?![\s\S]))/gm
/** `invoiceMailer`, `InvoiceMailer`, `invoice_mailer`, and `invoice-mailer.ts` between backticks; made at first use. */
let codeName: RegExp | undefined
/** End of the sentence or paragraph that says what a text is about. */
const SENTENCE_END = /(?<=[.!?])\s|\u3002|\n[ \t]*\n/
/** Words of a code name that somebody would say. */
const [LEAST_WORDS, MOST_WORDS] = [2, 4]
/** Words of a heading that tell it from those that any text has. */
const HEADING_WORDS = 3
/** Characters that are looked at: of a content, and of a title, which is compared with each phrase. */
const SEEN_CHARS = 8_000
const TITLE_CHARS = 1_000

/**
 * Phrases by which a memory is found besides its title, made of its own text: the upper headings of
 * its content, and the code names of its title and first sentence as somebody says them
 * (`invoiceMailer`: invoice mailer); at most four, [] where it has none, or no title. A phrase has at
 * least two words that are no everyday ones, and one that the title lacks. The same text gives the
 * same phrases.
 */
export function derivePhrases(memory: { title: string; content: string }): string[] {
  const { content } = memory
  const title = memory.title.slice(0, TITLE_CHARS)
  if (title === '') return []
  const prose = content.slice(0, SEEN_CHARS).replace(FENCE, '')
  const headings = Array.from(prose.matchAll(HEADING), ([, heading = '']) => toPlain(heading))
  const [opening] = prose.replace(HEADING, '').trim().split(SENTENCE_END, 1)
  codeName ??=
    /(?<![\p{L}\p{N}_])(?:\p{Ll}[\p{Ll}\p{N}]*(?:\p{Lu}[\p{Ll}\p{N}]+)+|(?:\p{Lu}[\p{Ll}\p{N}]+){2,}|[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+)(?![\p{L}\p{N}_])|`[\p{L}\p{N}]+(?:[._-][\p{L}\p{N}]+){1,4}`/gu
  const names = Array.from(`${title}\n${opening ?? ''}`.matchAll(codeName), ([name]) =>
    sayName(name),
  )
  const phrases = [
    ...headings.filter(heading => tellingWords(heading).length >= HEADING_WORDS),
    ...names,
  ].filter(phrase => isTellingPhrase(phrase, title))
  return distinctAliases(phrases, title).slice(0, MOST_PHRASES)
}

/** True for a phrase with at least two words that are no everyday ones, and one that the title lacks. */
export function isTellingPhrase(phrase: string, title: string): boolean {
  const own = new Set(tellingWords(title).map(stem))
  const words = tellingWords(phrase)
  const rare = words.filter(word => backgroundFrequency(word, stem(word)) === 0)
  return rare.length >= LEAST_WORDS && words.some(word => !own.has(stem(word)))
}

/** The words of a text, each once, but for stop words; of Chinese and Japanese every pair. */
export function tellingWords(text: string): string[] {
  const words = tokenize(text).flatMap(({ word, type }) => (type === 'joined' ? [] : [word]))
  return [...new Set(words)].filter(word => !isStopWord(word))
}

function toPlain(heading: string): string {
  return heading
    .replace(/\]\([^()]*\)/g, '')
    .replace(/[[\]*`]/g, '')
    .replace(/\s#+$/, '')
    .trim()
}

/** A code name in words; '' for one that nobody would say. */
function sayName(name: string): string {
  const words = tokenize(name).flatMap(({ word, type }) => (type === 'part' ? [word] : []))
  const isSaid = words.length >= LEAST_WORDS && words.length <= MOST_WORDS
  return isSaid && words.every(word => /\p{L}/u.test(word)) ? words.join(' ') : ''
}

/** The fields of a memory that phrases are made of, with what it is found by. */
interface Phrased {
  title: string
  content: string
  aliases: readonly string[]
}

/**
 * The aliases of a memory whose text has changed: what its former text gave goes, what the new one
 * gives comes, and what people, models and conversations gave stays, as does what they took away.
 */
export function rederiveAliases(before: Phrased, after: Omit<Phrased, 'aliases'>): string[] {
  const [former, now] = [derivePhrases(before), derivePhrases(after)]
  const kept = before.aliases.filter(alias => !former.includes(alias) || now.includes(alias))
  const taken = new Set([...kept, after.title].map(titleKey))
  const isNew = (phrase: string) => !former.includes(phrase) && !taken.has(titleKey(phrase))
  return [...kept, ...now.filter(isNew).slice(0, Math.max(0, MOST_ALIASES - kept.length))]
}
