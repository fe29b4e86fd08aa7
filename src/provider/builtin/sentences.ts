import { toLower } from './language.js'
import { toProse } from './prose.js'

/** One sentence of a prompt. `masked` has the same length, in lower case, with
 * quotations and code blotted out. */
export interface Sentence {
  text: string
  masked: string
  /** Where it stands in the batch: turn index, then its number in the prompt. */
  turn: number
  index: number
  isListItem: boolean
}

/** Longer ones are pasted, or nothing that a rule could judge. */
const MAX_SENTENCE = 500
const MAX_SENTENCES = 200
const ABBREVIATION =
  /(?:\b(?:e\.g|i\.e|etc|vs|approx|ca|bzw|d\.h|z\.b|p\.ej|cf|no|nr|resp|inkl|usw|min|max|incl|dr|mr|ms)\.|^\d+\.)$/i
const LIST_MARK = /^\s*(?:[-*+•·]|\d{1,2}[.)、]|[a-z]\))\s+/
const QUOTED =
  /"[^"\n]{1,300}"|“[^”\n]{1,300}”|„[^“”\n]{1,300}[“”]|«[^»\n]{1,300}»|「[^」\n]{1,300}」|『[^』\n]{1,300}』|《[^》\n]{1,200}》|(?<![\p{L}\p{N}])'[^'\n]{1,300}'(?![\p{L}\p{N}])/gu
const CODE = /`[^`\n]{1,300}`/g

/** What stands for a quoted character in `masked`. */
export const QUOTE_MASK = '\uE000'
/** What stands for a character of inline code in `masked`; the back ticks stay. */
export const CODE_MASK = '\uE001'

/** Splits what a person wrote into sentences, list items and lines; pasted text is left out. */
export function toSentences(text: string, turn: number): Sentence[] {
  const sentences: Sentence[] = []
  for (const line of toProse(text).split('\n')) {
    const isListItem = LIST_MARK.test(line)
    for (const part of splitLine(line.replace(LIST_MARK, ''))) {
      if (sentences.length >= MAX_SENTENCES) return sentences
      if (part.length > MAX_SENTENCE || part.length < 3) continue
      sentences.push({
        text: part,
        masked: toLower(mask(part)),
        turn,
        index: sentences.length,
        isListItem,
      })
    }
  }
  return sentences
}

function splitLine(line: string): string[] {
  const parts: string[] = []
  const masked = maskAll(line)
  let from = 0
  for (const match of masked.matchAll(/[.!?;…]+["')\]]?\s+|[。！？；]+\s*/g)) {
    const end = match.index + match[0].length
    if (ABBREVIATION.test(line.slice(from, match.index + 1).trim())) continue
    parts.push(line.slice(from, end).trim())
    from = end
  }
  parts.push(line.slice(from).trim())
  return parts.filter(part => part !== '')
}

function maskAll(text: string): string {
  return text
    .replace(CODE, code => code.charAt(0) + CODE_MASK.repeat(code.length - 2) + '`')
    .replace(QUOTED, quoted => QUOTE_MASK.repeat(quoted.length))
}

/** Short quotations are names ("main"), not what somebody else said: they stay readable. */
function mask(text: string): string {
  return text
    .replace(CODE, code => code.charAt(0) + CODE_MASK.repeat(code.length - 2) + '`')
    .replace(QUOTED, quoted => (isName(quoted) ? quoted : QUOTE_MASK.repeat(quoted.length)))
}

function isName(quoted: string): boolean {
  return quoted.trim().split(/\s+/).length <= 2 && !/[\u3040-\u9fff]{6}/.test(quoted)
}
