/** One term of a text, in text order. */
export interface Token {
  /** The lower-case word, before stemming. */
  word: string
  /**
   * `part`: a word of its own or a piece of a compound; `joined`: a compound without its
   * separators, beside its parts; `cjk`: a pair of Chinese, Japanese or Korean characters.
   */
  type: 'part' | 'joined' | 'cjk'
  /** False for a part of a compound. */
  whole: boolean
}

const ASCII_ONLY = /^[\x00-\x7f]*$/
const ASCII_COMPOUND = /[A-Za-z0-9]+(?:['._-][A-Za-z0-9]+)*/g
const LETTERS = '[\\p{L}\\p{N}\\p{M}]+'
let compound: RegExp | undefined
let cjkRun: RegExp | undefined

const anyCompound = () => (compound ??= new RegExp(`${LETTERS}(?:['._-]${LETTERS})*`, 'gu'))
const cjkRuns = () =>
  (cjkRun ??= /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc]+/gu)

/**
 * Splits text into tokens: words, the pieces of camelCase, snake_case, kebab-case, dotted names
 * and paths together with their joined form, and bigrams of CJK text. Accents are folded.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  if (ASCII_ONLY.test(text)) {
    for (const match of text.match(ASCII_COMPOUND) ?? []) addCompound(tokens, match)
    return tokens
  }
  for (const match of foldText(text).match(anyCompound()) ?? []) addMixed(tokens, match)
  return tokens
}

/** NFKC, typographic apostrophes straightened, accents of alphabetic scripts removed. */
function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\u2019/g, "'")
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
}

function addMixed(tokens: Token[], text: string): void {
  let from = 0
  for (const match of text.matchAll(cjkRuns())) {
    if (match.index > from) addCompound(tokens, text.slice(from, match.index))
    addBigrams(tokens, match[0])
    from = match.index + match[0].length
  }
  if (from < text.length) addCompound(tokens, text.slice(from))
}

function addBigrams(tokens: Token[], run: string): void {
  const characters = Array.from(run)
  if (characters.length === 1) tokens.push({ word: run, type: 'cjk', whole: true })
  for (let i = 0; i + 1 < characters.length; i++) {
    const word = `${characters[i]}${characters[i + 1]}`
    tokens.push({ word, type: 'cjk', whole: true })
  }
}

const SEPARATOR = /['._-]+/
const ENGLISH_ENDING = /'(?:s|t|d|m|re|ve|ll)$/i

function addCompound(tokens: Token[], text: string): void {
  const bare = text.includes("'") ? text.replace(ENGLISH_ENDING, '') : text
  const lower = bare.toLowerCase()
  if (lower === bare && !SEPARATOR.test(bare)) {
    tokens.push({ word: bare, type: 'part', whole: true })
    return
  }
  const parts = bare.split(SEPARATOR).flatMap(splitCase)
  const words = parts.map(part => part.toLowerCase()).filter(part => part !== '')
  for (const word of words) tokens.push({ word, type: 'part', whole: words.length === 1 })
  if (words.length > 1 && words.length <= 6)
    tokens.push({ word: words.join(''), type: 'joined', whole: true })
}

/** `parseHTTPBody` → parse, HTTP, Body; digits stay with their letters (`s3`, `utf8`). */
function splitCase(text: string): string[] {
  if (text.slice(1) === text.slice(1).toLowerCase()) return [text]
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(' ')
}
