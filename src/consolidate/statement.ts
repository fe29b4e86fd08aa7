import { stripMarkup, toLexemes, type Lexeme } from './lexemes.js'

/** One thing that a memory says, in a form in which two wordings of it can be compared. */
export interface Statement {
  /** The raw text. */
  raw: string
  /** Equal for statements of the same words, negations and directions, in whatever order. */
  key: string
  lexemes: readonly Lexeme[]
  /** Stems, numbers, names and paths in their order; soft words only where there is nothing else. */
  sequence: readonly string[]
  /** Each negation and direction word with its object, sorted: `not npm`, `in packages/web`. */
  governed: readonly string[]
  tones: readonly string[]
  soft: ReadonlySet<string>
  /** Its introduction: headings and a line that ends in a colon; '' if there is none. */
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
export function findGoverned(lexemes: readonly Lexeme[], carrying: ReadonlySet<Lexeme>): string[] {
  const governed: string[] = []
  lexemes.forEach(({ type, form }, at) => {
    if (type !== 'not' && type !== 'direction') return
    const phrase = phraseAfter(lexemes, at, ['not', 'direction'])
    const words = phrase.filter(one => carrying.has(one)).map(one => one.form)
    const [first] = words.length === 2 ? [sorted(words).join(' ')] : words
    if (phrase.length === 0) governed.push(`${form} .`)
    else if (first !== undefined) governed.push(`${form} ${first}`)
    else if (type === 'not') governed.push(`not ${phrase[0]!.form}`)
  })
  return sorted(governed)
}

/** The lexemes behind a place up to a comma or the like, or to a word of one of these types. */
export function phraseAfter(
  lexemes: readonly Lexeme[],
  at: number,
  ends: readonly Lexeme['type'][] = ['direction'],
): Lexeme[] {
  let end = at + 1
  for (; end < lexemes.length; end++) {
    const { type, isAfterBreak } = lexemes[end]!
    if (ends.includes(type) || (isAfterBreak && end > at + 1)) break
  }
  return lexemes.slice(at + 1, end)
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
