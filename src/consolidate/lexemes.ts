import { stem } from '../../store/index/analyse.js'
import { en } from '../languages/en.js'
import { listOf } from '../languages/words.js'
import { classesOf, stemsOf, wordsOf } from './words.js'

/** One word of a statement with the part it plays. */
export interface Lexeme {
  /**
   * `word`: stemmed. `exact`: a number, path, flag or identifier, as written. `soft`: adds little.
   * `direction`: its meaning hangs on the next word. `not`: negates. `tone`: colours the sentence.
   */
  type: 'word' | 'exact' | 'soft' | 'direction' | 'not' | 'tone'
  form: string
  /** In lower case, before it is stemmed. */
  written: string
  /** A comma, colon or the like stands before it. */
  isAfterBreak: boolean
  /** `and` stands before it. */
  isJoined: boolean
  /** Written with a capital inside a sentence: a name, or a German noun. */
  isCapital: boolean
}

const TRIM_START = /^[([{"'“”‘’«*,;:!?]+|^[.…]+(?=\s|$)/
const TRIMMED_END = new Set(')]}"\'“”‘’«»*,;:!?.…')
const BREAK_END = /[,;:!?)\]—–]["'”’*_]*$/
const BREAK_START = /^[([—–]/
const LETTERS = /^[\p{L}\p{M}]+(?:[-'][\p{L}\p{M}]+)*$/u
const HAS_CONTENT = /[\p{L}\p{N}]/u
const CAPITAL = /^\p{Lu}/u
const AND = wordsOf('ands')
const COUNT = /^[\d.,]+$/

/** The words of a text without its Markdown. Letter case counts only in paths, flags and names. */
export function toLexemes(text: string): Lexeme[] {
  const lexemes: Lexeme[] = []
  let isAfterBreak = true
  let isJoined = false
  const tokens = spaceScripts(stripMarkup(text)).split(' ')
  for (let at = 0; at < tokens.length; at++) {
    const raw = tokens[at]!
    if (raw === '') continue
    const token = readToken(raw)
    const { type, form, written, opens, closes } = token
    if (type === 'break') isAfterBreak = true
    else if (type === 'sign') lexemes.push({ type: 'exact', form, written, ...OF_SIGN })
    else if (type === 'percent' && addPercent(lexemes)) isAfterBreak = closes
    else {
      const { negatesBefore } = token
      const isNegating = negatesBefore !== '' && tokens[at + 1]?.toLowerCase() === negatesBefore
      const isLeft = type === 'none' && !isNegating
      const kind = type === 'none' ? 'not' : type === 'percent' ? 'word' : type
      const place = { isAfterBreak: isAfterBreak || opens, isJoined }
      const isCapital = at > 0 && token.isCapital
      if (!isLeft) lexemes.push({ type: kind, form, written, ...place, isCapital })
      isAfterBreak = closes || (isAfterBreak && isLeft)
      isJoined = isLeft && (isJoined || token.joins)
    }
  }
  return lexemes
}

/** An arrow or the like stands by itself. */
const OF_SIGN = { isAfterBreak: false, isJoined: false, isCapital: false }

/** `85 percent` is `85%`. */
function addPercent(lexemes: Lexeme[]): boolean {
  const last = lexemes.at(-1)
  const isCount = last?.type === 'exact' && COUNT.test(last.form)
  if (isCount) last.form += '%'
  return isCount
}

/** A token as it reads wherever it stands. */
interface Token {
  /** `none`: it adds nothing. `break`: a mark between clauses. `sign`: an arrow or the like. */
  type: Lexeme['type'] | 'none' | 'break' | 'sign' | 'percent'
  form: string
  written: string
  opens: boolean
  closes: boolean
  isCapital: boolean
  joins: boolean
  /** The word before which it negates: `of` for `instead`; '' for nearly all. */
  negatesBefore: string
}

/** Most tokens come again and again, and looking at one is most of the work. */
const known = new Map<string, Token>()
const MOST_KNOWN = 20_000
/** A longer one is no word that comes again. */
const KNOWN_CHARS = 100

function readToken(raw: string): Token {
  if (raw.length > KNOWN_CHARS) return toToken(raw)
  const before = known.get(raw)
  if (before !== undefined) return before
  if (known.size >= MOST_KNOWN) known.clear()
  const token = toToken(raw)
  known.set(raw, token)
  return token
}

function toToken(raw: string): Token {
  const text = trimToken(raw)
  const lower = text.toLowerCase()
  const marks = {
    written: lower,
    opens: BREAK_START.test(raw),
    closes: BREAK_END.test(raw),
    isCapital: CAPITAL.test(text),
    joins: AND.has(lower),
    negatesBefore: NEGATES_BEFORE.get(lower) ?? '',
  }
  const make = (type: Token['type'], form: string): Token => ({ type, form, ...marks })
  if (!HAS_CONTENT.test(text)) return make(/[<>=→]/.test(raw) ? 'sign' : 'break', raw)
  if (NEGATION.has(lower)) return make('not', 'not')
  if (marks.negatesBefore !== '') return make('none', 'not')
  if (FILLER.has(lower)) return make('none', '')
  const tone = TONE.get(lower)
  if (tone !== undefined) return make('tone', tone)
  if (DIRECTION.has(lower)) return make('direction', lower)
  if (PERCENT.has(lower)) return make('percent', lower)
  if (!LETTERS.test(text)) return make('exact', toExactForm(text))
  const form = lower.replace(/'s$/, '').split('-').map(stem).join('-')
  return make(SOFT.has(form) ? 'soft' : 'word', form)
}

/** Chinese and Japanese have no spaces: each sign stands for itself, a run of katakana whole. */
function spaceScripts(text: string): string {
  return CJK.test(text) ? text.replace(CJK_PARTS, ' $& ') : text
}

const CJK = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/
const CJK_PARTS = /[\u3040-\u309f\u3400-\u9fff\uf900-\ufaff]|[\u30a0-\u30ff]+/g

/**
 * The text without the signs of Markdown, white space collapsed; two writings of one text match.
 */
export function stripMarkup(text: string): string {
  const plain = NOT_ASCII.test(text) ? text.normalize('NFKC').replace(/[’‘]/g, "'") : text
  return (MARKUP.test(plain) ? withoutMarkup(plain) : plain).replace(/\s+/g, ' ').trim()
}

const NOT_ASCII = /[^\x00-\x7f]/
const MARKUP = /[#>*_`[]|^[^\S\r\n\u2028\u2029]*(?:[-+]|\d{1,9}[.)])\s/m

/** No pattern begins anew inside a run of white space: that would look at the rest of it each time. */
function withoutMarkup(text: string): string {
  const plain = text
    .replace(/^\s{0,3}#{1,6}\s+|(?<!\s)\s+#+\s*$/gm, '')
    .replace(/^[^\S\r\n\u2028\u2029]*(?:>\s?)+/gm, '')
    .replace(/^[^\S\r\n\u2028\u2029]*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/gm, '')
  return withoutLinks(plain)
    .replace(/(\*\*\*|\*\*|\*)(?=\S)([^*\n]*\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}_])(__?)(?=[^\s_])([^_\n]*[^\s_])\1(?![\p{L}\p{N}_])/gu, '$2')
    .replace(/`+/g, '')
}

/** `[text](address "title")`, an image too, as `text (address)`. */
function withoutLinks(text: string): string {
  let plain = ''
  let done = 0
  for (let open = text.indexOf('['); open !== -1;) {
    const end = text.indexOf(']', open)
    const close = text[end + 1] === '(' ? text.indexOf(')', end) : end
    // Without the one no later link ends either.
    if (end === -1 || close === -1) break
    if (close > end) {
      const address = text.slice(end + 2, close).split(/\s/, 1)[0]
      const isImage = open > done && text[open - 1] === '!'
      plain += text.slice(done, isImage ? open - 1 : open)
      plain += `${text.slice(open + 1, end)} (${address})`
      done = close + 1
    }
    open = text.indexOf('[', close + 1)
  }
  return plain + text.slice(done)
}

function trimToken(raw: string): string {
  let token = raw
  for (let before = ''; before !== token;) {
    before = token
    token = trimEnd(token.replace(TRIM_START, ''))
  }
  return token
}

function trimEnd(token: string): string {
  let end = token.length
  while (end > 0 && TRIMMED_END.has(token[end - 1]!)) end--
  return token.slice(0, end)
}

/** `Node.js` and `node.js` are one thing; `-v` and `-V`, `README.md` and `readme.md` are not. */
function toExactForm(token: string): string {
  return /^[A-Z][a-z]+\.[a-z]+$/.test(token) ? token.toLowerCase() : token
}

/** Words without which a sentence says the same. Not here: what negates, limits or directs it. */
const FILLER = new Set(listOf(en.comparing.fillers))
/** Nouns that name what is meant anyway: 'the API server' is 'the API'. */
const SOFT = stemsOf('softs')
/** Further words that only label a title. */
export const LABEL = stemsOf('labels')
/** Words that turn what follows into its opposite or exclude it. */
const NEGATION = new Set(listOf(en.comparing.nots))
/** Words that negate before another one: `instead` before `of`. */
const NEGATES_BEFORE = new Map(
  Array.from(wordsOf('insteadOf'), pair => pair.split(' ') as [first: string, second: string]),
)
/** Words whose meaning hangs on the word after them: where, when, from what, with what. */
const DIRECTION = wordsOf('directions')
/** Words that change a whole sentence by being in it. */
const TONE = new Map(classesOf('tones'))
const PERCENT = wordsOf('percent')
