import { tokenize } from '../../../store/index/analyse.js'
import { all, pattern } from '../../languages/combined.js'
import { LANGUAGES } from '../../languages/index.js'
import { listOf } from '../../languages/words.js'
import { toProse } from './prose.js'
import { mask, maskAll } from './quoted.js'
import { remembering } from './remembering.js'
import { holdsRequest } from './request-words.js'

/** Lower case of the same length, typographic apostrophes straightened. */
export function toLower(text: string): string {
  const lower = text.toLowerCase()
  const same = lower.length === text.length ? lower : Array.from(text, toLowerCharacter).join('')
  return same.replace(/[‘’]/g, "'")
}

function toLowerCharacter(character: string): string {
  const lower = character.toLowerCase()
  return lower.length === character.length ? lower : character
}

/** One sentence of a prompt. `masked` has the same length, in lower case, with
 * quotations and code blotted out. */
export interface Sentence {
  text: string
  masked: string
  /** Its place in the batch: turn index, then its number in the prompt. */
  turn: number
  index: number
  /** The line of the prompt in which it stands, from 0. */
  line: number
  isListItem: boolean
}

/** Longer ones are pasted, or nothing that a rule could judge. */
const MAX_SENTENCE = 500
const MIN_SENTENCE = 2
const MAX_SENTENCES = 1_000
const ABBREVIATION = pattern('iu')`
  (?:(?<![\p{L}])(?:${all.shapes.abbreviations}|${all.shapes.ordinalLeads} \d{1,2})\.|^\d+\.)$`
/** The mark before the text of a list item. */
export const LIST_MARK = /^\s*(?:[-*+•·]|\d{1,2}[.)、]|[a-z]\))\s+/
/** Splits what a person wrote into sentences, list items and lines; pasted text is left out. */
export function toSentences(text: string, turn: number): Sentence[] {
  const sentences: Sentence[] = []
  for (const [number, line] of toProse(text).split('\n').entries()) {
    const isListItem = LIST_MARK.test(line)
    for (const { text, at } of splitSentences(line.replace(LIST_MARK, ''))) {
      // A line alone is a note: "# use 4 spaces".
      const part = at > 0 ? text.replace(/^#+ /, '') : text
      if (sentences.length >= MAX_SENTENCES) return sentences
      if (part.length < MIN_SENTENCE || isTooLong(part)) continue
      sentences.push({
        text: part,
        masked: toLower(mask(part)),
        turn,
        index: sentences.length,
        line: number,
        isListItem,
      })
    }
  }
  return sentences
}

function isTooLong(sentence: string): boolean {
  return sentence.length > MAX_SENTENCE && !holdsRequest(toLower(sentence))
}

/** The sentences of a line and where each begins; stops inside quotations and code end none. */
export function splitSentences(line: string): { text: string; at: number }[] {
  const parts: { text: string; at: number }[] = []
  const masked = maskAll(line)
  let from = 0
  const add = (to: number) => {
    const text = line.slice(from, to).trim()
    if (text !== '') parts.push({ text, at: from + line.slice(from, to).search(/\S/) })
    from = to
  }
  for (const match of masked.matchAll(/(?<![.!?…])[.!?…]+["')\]]?\s+|[。！？]+\s*/g))
    if (!ABBREVIATION.test(line.slice(from, match.index + 1).trim()))
      add(match.index + match[0].length)
  add(line.length)
  return parts
}

/** Words that carry no topic. */
const COMMON = new Set(LANGUAGES.flatMap(({ shapes }) => listOf(shapes.common)))

/** The words of a text that carry its topic, lower case, without endings that inflect them. */
export function toTopic(text: string): Set<string> {
  const words = new Set<string>()
  for (const { word, type } of tokenize(text.slice(0, 1_000))) {
    if (type === 'joined' || COMMON.has(word) || (type === 'part' && word.length < 3)) continue
    words.add(type === 'cjk' ? word : toStem(word))
  }
  return words
}

/** The topic of a known title: each message is held against the same ones. */
export const topicOfTitle: (title: string) => ReadonlySet<string> = remembering(toTopic)

/** Share of the smaller topic that both have in common, 0 to 1; 0 where one is empty. */
export function overlapOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const smaller = Math.min(one.size, other.size)
  return smaller === 0 ? 0 : countShared(one, other) / smaller
}

/** Counts the words that two topics share. */
export function countShared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0
  for (const word of one) if (other.has(word)) shared++
  return shared
}

/** Cuts the commonest endings, so that "exports" meets "export"; rough, and enough to compare. */
function toStem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s|en|e)$/, '') : word
}
