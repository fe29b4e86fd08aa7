import { stem } from '../../store/index/analyse.js'

/** One thing that a memory says, in a form in which two wordings of it can be compared. */
export interface Statement {
  /** As written. */
  raw: string
  /** Equal for statements of the same words, negations and directions, in whatever order. */
  key: string
  lexemes: readonly Lexeme[]
  /** Stems, numbers, names and paths in their order; soft words only where there is nothing else. */
  sequence: readonly string[]
  /** What each negation and direction word governs, sorted: `not npm`, `in packages/web`. */
  governed: readonly string[]
  tones: readonly string[]
  soft: ReadonlySet<string>
  /** What it stands under: headings and a line that ends in a colon; '' where nothing. */
  context: string
  /** True for code and tables, which only repeat each other literally. */
  isLiteral: boolean
  /** The text in its parts, each sorted where its order says nothing. */
  parts: string
}

/** The statement that a piece of text makes. */
export function toStatement(raw: string): Statement {
  const lexemes = toLexemes(raw)
  const words = lexemes.filter(({ type }) => type === 'word' || type === 'exact')
  const soft = lexemes.filter(({ type }) => type === 'soft')
  const carrying = new Set(words.length > 0 ? words : soft)
  const sequence = [...carrying].map(({ form }) => form)
  const governed = findGoverned(lexemes, carrying)
  const tones = sorted(lexemes.filter(({ type }) => type === 'tone').map(({ form }) => form))
  const key =
    sequence.length === 0
      ? `=${stripMarkup(raw)}`
      : [sorted(sequence).join(' '), governed.join(','), [...new Set(tones)].join(' ')].join('|')
  return {
    ...{ raw, key, lexemes, sequence, governed, tones },
    soft: new Set(words.length > 0 ? soft.map(({ form }) => form) : []),
    context: '',
    isLiteral: false,
    parts: toParts(lexemes, carrying),
  }
}

/** Code, a table or markup: repeated only by the same lines. */
export function toLiteral(raw: string): Statement {
  const lines = raw.split('\n').map(line => line.trimEnd())
  const key = `#${lines.join('\n')}`
  const empty: string[] = []
  return {
    ...{ raw, key, lexemes: [], sequence: empty, governed: empty, tones: empty },
    ...{ soft: new Set<string>(), context: '', isLiteral: true, parts: key },
  }
}

/** The statement as it stands under headings: under others it would say something else. */
export function under(context: string, statement: Statement): Statement {
  if (context === '') return statement
  return { ...statement, context, key: `${context}>${statement.key}` }
}

/**
 * True where the two say the same: the same words, numbers, names, negations and directions, and
 * an order that differs only in ways that leave the meaning.
 */
export function repeats(a: Statement, b: Statement): boolean {
  if (a.key !== b.key) return false
  if (a.isLiteral || a.sequence.length === 0) return true
  return isSubset(a.soft, b.soft) && (a.parts === b.parts || isRotation(a.sequence, b.sequence))
}

/** The word after `not`, `in`, `before` …; two words up to the next such word or comma are a pair. */
function findGoverned(lexemes: readonly Lexeme[], carrying: ReadonlySet<Lexeme>): string[] {
  const governed: string[] = []
  lexemes.forEach(({ type, form }, at) => {
    if (type !== 'not' && type !== 'direction') return
    const phrase = phraseAfter(lexemes, at)
    const words = phrase.filter(one => carrying.has(one)).map(one => one.form)
    const [first] = words.length === 2 ? [sorted(words).join(' ')] : words
    if (phrase.length === 0) governed.push(`${form} .`)
    else if (first !== undefined) governed.push(`${form} ${first}`)
    else if (type === 'not') governed.push(`not ${phrase[0]!.form}`)
  })
  return sorted(governed)
}

function phraseAfter(lexemes: readonly Lexeme[], at: number): Lexeme[] {
  const rest = lexemes.slice(at + 1)
  const end = rest.findIndex(({ type, isAfterBreak }, index) => {
    return type === 'not' || type === 'direction' || (isAfterBreak && index > 0)
  })
  return end === -1 ? rest : rest.slice(0, end)
}

/** Clauses may change places; inside one the order counts, but for two words: `tests run`. */
function toParts(lexemes: readonly Lexeme[], carrying: ReadonlySet<Lexeme>): string {
  const parts: string[][] = []
  let current: string[] = []
  let head = ''
  const close = () => {
    if (current.length > 0)
      parts.push([head, ...(current.length === 2 ? sorted(current) : current)])
    current = []
    head = ''
  }
  for (const lexeme of lexemes) {
    const { type, form, isAfterBreak } = lexeme
    if (isAfterBreak || type === 'not' || type === 'direction') close()
    if (type === 'not' || type === 'direction') head = form
    else if (carrying.has(lexeme)) current.push(form)
  }
  close()
  return sorted(parts.map(part => part.join(' '))).join('|')
}

function isSubset(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  return [...small].every(form => large.has(form))
}

/** `before committing run the tests` turns into `run the tests before committing`. */
function isRotation(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false
  const twice = ` ${[...a, ...a].join(' ')} `
  return twice.includes(` ${b.join(' ')} `)
}

function sorted(values: readonly string[]): string[] {
  return [...values].sort()
}

/** One word of a statement with the part it plays. */
interface Lexeme {
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
function stripMarkup(text: string): string {
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

const toWords = (text: string) => new Set(text.trim().split(/\s+/))
const toStems = (text: string) => new Set(text.trim().split(/\s+/).map(stem))

/** Words without which a sentence says the same. Not here: what negates, limits or directs it. */
const FILLER = toWords(`a an the this that these those is are be been being am has have having
do does did will would shall should must need needs needed please always just also very really all
any every each our your their its his her my we you they it he she i us them there here of then so
which who whose ensure sure and too indeed simply rather e.g i.e etc as its'`)

/** Nouns that name what is meant anyway: 'the API server' is 'the API'. */
const SOFT = toStems(`server service app application tool command project repo repository
codebase file folder directory suite system code`)

/** Further words that only label a title. */
export const LABEL = toStems(`choice rule convention note policy preference setup guide guideline
usage detail default tip reminder how which what decision fact about regarding`)

/** Words that turn what follows into its opposite or exclude it. */
const NEGATION = toWords(`not never no don't doesn't didn't cannot can't won't shouldn't mustn't
isn't aren't wasn't weren't wouldn't needn't hasn't haven't neither nor none avoid dont nobody
nothing`)

/** Words whose meaning hangs on the word after them: where, when, from what, with what. */
const DIRECTION = toWords(`in on at for to from by into onto via before after over if when unless
until till while except between per through during against under above below within since like
because than with without inside outside toward towards out off up down upon across behind versus vs
whenever where`)

/** Words that change a whole sentence by being in it. */
const TONE = new Map(
  Object.entries({
    or: 'or',
    only: 'only',
    may: 'may',
    might: 'may',
    can: 'may',
    could: 'may',
    was: 'past',
    were: 'past',
    had: 'past',
    previously: 'past',
    formerly: 'past',
    prefer: 'prefer',
    preferably: 'prefer',
    usually: 'usually',
    sometimes: 'sometimes',
  }),
)
