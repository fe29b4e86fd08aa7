import { tokenize } from '../../../store/index/analyse.js'
import { stripInjected } from '../../redact/index.js'
import { clip, stripInvisible } from '../../text.js'
import { beginsWithRequest, holdsRequest } from './request-words.js'

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

/** As much as is queued of a prompt; of a longer text beginning and end are read. */
const MAX_CHARS = 20_000
const PASTE_LEAD =
  /(?:here(?:'s| is| are)|this is what|output|log|logs|error|trace|says|said|wrote|writes|reads?|readme|email|e-mail|ticket|issue|slack|message|review|comment|diff|paste[d]?|prompt|policy|changelog|quote|docs?|guide|article|spec|text|translate|following|snippet|description|hier ist|ausgabe|fehler|schreibt|sagt|steht|voici|erreur|sortie|dit|écrit|aquí|salida|dice|mensaje|translat\w*|übersetze|traduis|traduce|以下|日志|报错|输出|写着|说|翻译|次の|ログ|エラー|出力|翻訳)[^:：]{0,60}[:：]$/
const CODE_LINE =
  /^(?:[$>%#] |>>> |[+-]{1,3} ?[\w"'({[<]+.*[;{}()]$|at \S+ \(|\s{4,}\S|\t|\d{4}-\d\d-\d\d[T ]\d|\[?\d\d:\d\d:\d\d|\[?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE)\b|(?:\w*Error|Exception|Traceback.*|panic|fatal|warning|error|npm ERR!)(?:\[\w+\])?:|(?:export )?(?:const|let|var) [\w{[$][^=]*=|import (?:['"{*]|.* from ['"])|export (?:default|\{|\*|function|class|type|interface|async)|(?:async )?function\b.*\(|(?:class|interface|struct|enum) \w+.*\{|def \w+\(|return\b.*;$|(?:public|private|protected|package) .*[;{]$|#include|(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP) .*\b(?:FROM|INTO|SET|TABLE|INDEX|VALUES)\b|\/\/|\/\*|\*\/|<!--|<\/?[a-zA-Z][^>]*>|[{}[\]()]+[,;]?$|"[^"]+"\s*:|@@ |diff --git|index [0-9a-f]{7}|\|.*\|$)/
const CODE_END = /(?:[;{}]|=>|\)\s*\{)$/

/**
 * What a person wrote themselves: a text without injected blocks, code fences, quoted lines, logs
 * and what a line such as "here is the log:" introduces. At most about 20,000 characters.
 */
export function toProse(text: string): string {
  const bounded = clip(text.slice(0, 1_000_000), MAX_CHARS, 'ends')
  const own = stripInvisible(stripInjected(bounded)).replace(/\r\n?/g, '\n')
  return keepOwnLines(withoutTagged(withoutFences(own)).split('\n')).join('\n')
}

/** A line of a fence. */
const FENCED = '\uE002'

/** The text with `FENCED` for lines of ``` and ~~~ fences; one that is not closed reaches to the end. */
function withoutFences(text: string): string {
  let isOpen = false
  const lines = text.split('\n').map(line => {
    const isFence = /^\s*(?:```|~~~)/.test(line)
    const isInside = isOpen || isFence
    const closesHere = isFence && /^\s*(?:```|~~~).*```\s*$/.test(line) && line.trim().length > 6
    if (isFence && !closesHere) isOpen = !isOpen
    return isInside ? FENCED : line
  })
  return lines.join('\n')
}

/** Documents wrapped in a tag (`<doc>…</doc>`) are pasted, not said. */
function withoutTagged(text: string): string {
  return text.includes('</')
    ? text.replace(/<([a-z][\w-]{1,30})(?: [^<>]{0,200})?>[^<]{0,8000}<\/\1>/gi, ' ')
    : text
}

/** Behind a paste without a blank line, so many lines at the end may be the person's again. */
const LAST_LINES = 3

function keepOwnLines(lines: readonly string[]): string[] {
  const kept: string[] = []
  const isEmpty = (line: string) => line.trim() === '' || line === FENCED
  const end = lines.filter(line => !isEmpty(line)).at(-LAST_LINES) ?? ''
  const lastLines = lines.lastIndexOf(end)
  let pasted: 'no' | 'waiting' | 'inside' = 'no'
  for (const [at, line] of lines.entries()) {
    const isBlank = isEmpty(line)
    const asks = !isBlank && !isQuotedLine(line) && beginsWithRequest(toLower(line.trim()))
    if (pasted === 'inside' && (isBlank || (at >= lastLines && asks))) pasted = 'no'
    // What was announced stands in the fence: what comes behind it is the person's again.
    if (pasted === 'waiting' && line === FENCED) pasted = 'no'
    if (pasted === 'waiting' && !isBlank) pasted = 'inside'
    const isOwn = pasted === 'no' && !isBlank && (asks || !isPastedLine(line))
    kept.push(isOwn ? line : '')
    if (pasted === 'no' && isPasteLead(line.trim().slice(-120))) pasted = 'waiting'
  }
  return kept
}

function isPasteLead(end: string): boolean {
  if (!/[:：]$/.test(end)) return false
  const lower = toLower(end)
  return PASTE_LEAD.test(lower) && !holdsRequest(lower)
}

function isQuotedLine(line: string): boolean {
  return /^[>|]/.test(line.trim())
}

function isPastedLine(line: string): boolean {
  const trimmed = line.trim()
  if (isQuotedLine(line)) return true
  if (/^#{1,6} /.test(trimmed)) return true
  if (/^\s*[-*+•] /.test(line) || /^\s*\d{1,2}[.)] /.test(line)) return CODE_END.test(trimmed)
  return CODE_LINE.test(line) || (CODE_END.test(trimmed) && !trimmed.includes('`'))
}

/** One sentence of a prompt. `masked` has the same length, in lower case, with
 * quotations and code blotted out. */
export interface Sentence {
  text: string
  masked: string
  /** Where it stands in the batch: turn index, then its number in the prompt. */
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
const ABBREVIATION =
  /(?:\b(?:e\.g|i\.e|etc|vs|approx|ca|bzw|d\.h|z\.b|p\.ej|cf|no|nr|resp|inkl|usw|min|max|incl|dr|mr|ms)\.|^\d+\.)$/i
/** What stands before the text of a list item. */
export const LIST_MARK = /^\s*(?:[-*+•·]|\d{1,2}[.)、]|[a-z]\))\s+/
const QUOTED =
  /"[^"\n]{1,300}"|“[^”\n]{1,300}”|„[^“”\n]{1,300}[“”]|«[^»\n]{1,300}»|「[^」\n]{1,300}」|『[^』\n]{1,300}』|《[^》\n]{1,200}》|(?<![\p{L}\p{N}])'[^'\n]{1,300}'(?![\p{L}\p{N}])/gu
const CODE = /`[^`\n]{1,300}`/g

/** What stands for a quoted character in `masked`. */
export const QUOTE_MASK = '\uE000'
/** What stands for a character of inline code in `masked`; the back ticks stay. */
const CODE_MASK = '\uE001'

/** Splits what a person wrote into sentences, list items and lines; pasted text is left out. */
export function toSentences(text: string, turn: number): Sentence[] {
  const sentences: Sentence[] = []
  for (const [number, line] of toProse(text).split('\n').entries()) {
    const isListItem = LIST_MARK.test(line)
    for (const { text: part } of splitSentences(line.replace(LIST_MARK, ''))) {
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

const COMMON = new Set(
  'the and for with not use uses using used you your our are was that this from into have has will would should must never always please than then when what with also just only all any new prefer avoid don dont run instead actually after over going stick let lets now on to in of is it we my me der die das und nicht mit für ein eine wir ich nie immer bitte den dem auf les des une pas dans pour avec sur nous toujours jamais los las una con para que por siempre nunca usar usa'.split(
    ' ',
  ),
)

/** The words of a text that carry its topic, lower case, without endings that inflect them. */
export function toTopic(text: string): Set<string> {
  const words = new Set<string>()
  for (const { word, type } of tokenize(text.slice(0, 1_000))) {
    if (type === 'joined' || COMMON.has(word) || (type === 'part' && word.length < 3)) continue
    words.add(type === 'cjk' ? word : toStem(word))
  }
  return words
}

/** Share of the smaller topic that both have in common, 0 to 1; 0 where one is empty. */
export function overlapOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const smaller = Math.min(one.size, other.size)
  return smaller === 0 ? 0 : countShared(one, other) / smaller
}

/** How many words two topics share. */
export function countShared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0
  for (const word of one) if (other.has(word)) shared++
  return shared
}

/** Cuts the commonest endings, so that "exports" meets "export"; rough, and enough to compare. */
function toStem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s|en|e)$/, '') : word
}
