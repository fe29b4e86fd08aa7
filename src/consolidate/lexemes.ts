import { stem } from '../recall/stem.js'
import { DIRECTION, FILLER, NEGATION, SOFT, TONE } from './words.js'

/** One word of a statement with the part it plays. */
export interface Lexeme {
  /**
   * `word`: stemmed. `exact`: a number, path, flag or identifier, as written. `soft`: adds little.
   * `direction`: its meaning hangs on the next word. `not`: negates. `tone`: colours the sentence.
   */
  type: 'word' | 'exact' | 'soft' | 'direction' | 'not' | 'tone'
  form: string
  /** A comma, colon or the like stands before it. */
  isAfterBreak: boolean
}

const TRIM_START = /^[([{"'“”‘’«*,;:!?]+|^[.…]+(?=\s|$)/
const TRIM_END = /[)\]}"'“”‘’«»*,;:!?.…]+$/
const BREAK_END = /[,;:!?)\]—–]["'”’*_]*$/
const LETTERS = /^[\p{L}\p{M}]+(?:[-'][\p{L}\p{M}]+)*$/u
const HAS_CONTENT = /[\p{L}\p{N}]/u

/** The words of a text without its Markdown. Letter case counts only in paths, flags and names. */
export function toLexemes(text: string): Lexeme[] {
  const lexemes: Lexeme[] = []
  let isAfterBreak = true
  const tokens = stripMarkup(text)
    .split(/\s+/)
    .filter(token => token !== '')
  for (let at = 0; at < tokens.length; at++) {
    const raw = tokens[at] ?? ''
    const token = trimToken(raw)
    const isBreak = !HAS_CONTENT.test(token)
    if (isBreak && !/[<>=→]/.test(raw)) isAfterBreak = true
    else if (isBreak) lexemes.push({ type: 'exact', form: raw, isAfterBreak: false })
    else {
      const next = (tokens[at + 1] ?? '').toLowerCase()
      const lexeme = toLexeme(token, next, isAfterBreak || /^[([—–]/.test(raw))
      if (lexeme) lexemes.push(lexeme)
      isAfterBreak = BREAK_END.test(raw) || (isAfterBreak && lexeme === undefined)
    }
  }
  return lexemes
}

/** The text without the signs of Markdown, white space collapsed; two writings of one text match. */
export function stripMarkup(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[’‘]/g, "'")
    .replace(/^\s{0,3}#{1,6}\s+|\s+#+\s*$/gm, '')
    .replace(/^\s*(?:>\s?)+/gm, '')
    .replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/gm, '')
    .replace(/!?\[([^\]]*)\]\(([^)\s]*)[^)]*\)/g, '$1 ($2)')
    .replace(/(\*\*\*|\*\*|\*)(?=\S)([^*\n]*\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}_])(__?)(?=[^\s_])([^_\n]*[^\s_])\1(?![\p{L}\p{N}_])/gu, '$2')
    .replace(/`+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function trimToken(raw: string): string {
  let token = raw
  for (let before = ''; before !== token;) {
    before = token
    token = token.replace(TRIM_START, '').replace(TRIM_END, '')
  }
  return token
}

function toLexeme(token: string, next: string, isAfterBreak: boolean): Lexeme | undefined {
  const lower = token.toLowerCase()
  const make = (type: Lexeme['type'], form: string): Lexeme => ({ type, form, isAfterBreak })
  if (NEGATION.has(lower)) return make('not', 'not')
  if (lower === 'instead') return next === 'of' ? make('not', 'not') : undefined
  if (lower === 'rather') return next === 'than' ? make('not', 'not') : undefined
  if (FILLER.has(lower)) return undefined
  const tone = TONE.get(lower)
  if (tone !== undefined) return make('tone', tone)
  if (DIRECTION.has(lower)) return make('direction', lower)
  if (!LETTERS.test(token)) return make('exact', toExactForm(token))
  const form = lower.replace(/'s$/, '').split('-').map(stem).join('-')
  return make(SOFT.has(form) ? 'soft' : 'word', form)
}

/** `Node.js` and `node.js` are one thing; `-v` and `-V`, `README.md` and `readme.md` are not. */
function toExactForm(token: string): string {
  return /^[A-Z][a-z]+\.[a-z]+$/.test(token) ? token.toLowerCase() : token
}
