import type { Lexeme } from './lexemes.js'
import { repeats, type Statement } from './statement.js'
import { DETAILS, LIMITS, QUALIFIERS } from './words.js'

/**
 * True where the first statement says all that the second one says: the same words, the same but
 * for one slip of the keys, or the same with detail added that neither limits nor excepts anything.
 */
export function saysAsMuch(a: Statement, b: Statement): boolean {
  if (a.key === b.key) return repeats(a, b)
  const extra = a.sequence.length - b.sequence.length
  if (extra < 0 || !beginOrEndAlike(a.sequence, b.sequence)) return false
  if (a.isLiteral || b.isLiteral || a.context !== b.context) return false
  return extra === 0 ? differInSlip(a, b) : addsDetail(a, b)
}

/** Nearly all pairs are told apart by this, without a closer look. */
function beginOrEndAlike(a: readonly string[], b: readonly string[]): boolean {
  return a[0] === b[0] || a.at(-1) === b.at(-1)
}

/** True where the second statement is the first one less some detail. */
export function isRicher(a: Statement, b: Statement): boolean {
  return a.sequence.length > b.sequence.length && saysAsMuch(a, b)
}

const LEAST_WORDS = 4
const LEAST_LETTERS = 5
/** In a noun with a capital, which may be a name. */
const LEAST_IN_NAME = 8

/** The same words in the same order, but for one that is mistyped. */
function differInSlip(a: Statement, b: Statement): boolean {
  if (a.sequence.length < LEAST_WORDS) return false
  const [one, other] = [coreOf(a), coreOf(b)]
  return one.length === other.length && isBegunBy(one, other)
}

/** True where the lexemes begin with the others; of four words and more one may be mistyped. */
function isBegunBy(whole: readonly Lexeme[], part: readonly Lexeme[]): boolean {
  let slips = part.length < LEAST_WORDS ? 1 : 0
  return part.every((lexeme, at) => {
    const own = whole[at]
    if (own === undefined) return false
    return isSame(own, lexeme) || (slips++ === 0 && isSlip(own, lexeme))
  })
}

function coreOf({ lexemes }: Statement): Lexeme[] {
  return lexemes.filter(({ type }) => type !== 'soft')
}

function isSame(a: Lexeme, b: Lexeme): boolean {
  return a.type === b.type && a.form === b.form
}

/** Words of the trade that one key would turn into one another. */
const CONFUSABLE = new Set(
  `contact/contract share/shard host/hoist string/strong trail/trial causal/casual signed/singed
form/from upload/unload server/sever cach/catch`.split(/\s+/),
)

function isSlip(a: Lexeme, b: Lexeme): boolean {
  if (a.type !== 'word' || b.type !== 'word') return false
  const least = a.isCapital || b.isCapital ? LEAST_IN_NAME : LEAST_LETTERS
  const [x, y] = [a.written, b.written]
  if (Math.min(x.length, y.length) < least || x[0] !== y[0]) return false
  if (CONFUSABLE.has(`${a.form}/${b.form}`) || CONFUSABLE.has(`${b.form}/${a.form}`)) return false
  return x.length === y.length ? isMistyped(x, y) : isLetterShort(x, y)
}

/** The rows of a keyboard; who misses a key hits the one beside it. */
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** One letter is the one beside it on the keyboard, or two have changed places. */
function isMistyped(x: string, y: string): boolean {
  const places = [...x].flatMap((letter, at) => (letter === y[at] ? [] : [at]))
  const [first = 0, second] = places
  if (places.length === 1) return areNeighbours(x[first]!, y[first]!)
  const areSwapped = x[first] === y[first + 1] && x[first + 1] === y[first]
  return places.length === 2 && second === first + 1 && areSwapped
}

function areNeighbours(a: string, b: string): boolean {
  return ROWS.some(
    row => row.includes(a) && Math.abs(row.indexOf(a) - row.indexOf(b)) === 1 && row.includes(b),
  )
}

/** One letter is missing. */
function isLetterShort(x: string, y: string): boolean {
  const [short, long] = x.length < y.length ? [x, y] : [y, x]
  if (long.length - short.length !== 1) return false
  const at = [...long].findIndex((letter, index) => letter !== short[index])
  return long.slice(0, at) + long.slice(at + 1) === short
}

const LEAST_FOR_DETAIL = 2

function addsDetail(long: Statement, short: Statement): boolean {
  if (short.sequence.length < LEAST_FOR_DETAIL) return false
  const [whole, part] = [coreOf(long), coreOf(short)]
  if (isBegunBy(whole, part)) {
    return isDetail(whole.slice(part.length), whole[part.length - 1]!, short)
  }
  return namesMore(long, short)
}

/** `The cache Redis …` for `the cache …`: a name in a fact. In a rule it would limit it. */
function namesMore(long: Statement, short: Statement): boolean {
  if (COMMANDS.test(short.raw) || !isShortOf(short, long)) return false
  const known = new Set(short.sequence)
  return coreOf(long).every(({ form, isCapital }) => isCapital || known.has(form))
}

/** True if the words after a statement only name reasons, means, or something besides. */
function isDetail(
  added: readonly Lexeme[],
  last: Lexeme,
  { governed, tones, raw }: Statement,
): boolean {
  const [first] = added
  if (first === undefined) return false
  if (added.some(({ form }) => LIMITS.has(form) || QUALIFIERS.has(form))) {
    if (!first.isAfterBreak || added.some(({ form }) => LIMITS.has(form))) return false
  }
  if (added.some(({ form, type }) => type === 'tone' && form === 'or')) return false
  const isDenied = tones.includes('only') || governed.some(pair => pair.startsWith('not '))
  if (DETAILS.has(first.form)) return true
  if (isDenied) return first.isAfterBreak
  if (first.isAfterBreak || first.isJoined) return true
  if (first.type !== 'direction' || COMMANDS.test(raw)) return false
  // A place is detail of a thing with a name of its own.
  return last.type === 'exact' || last.form.includes('-') || !PLACES.has(first.form)
}

/** Words that may begin a limit: the fact may hold there alone. */
const PLACES = new Set('in on for within during under inside outside like'.split(' '))

/** A rule; what is added to one with `in` or `for` is where it holds. */
const COMMANDS =
  /^[\s"'(*_`-]*(?:always|never|please|do|don't|use|run|write|keep|put|prefer|avoid|add|make|check|test|deploy|push|merge|commit|install|format|name|set|start|call|throw|return|import|export|log|store|save|open|close|ask|answer|wrap|mock|squash|rebase|tag|build|indent|sign|pin)\b|\b(?:must|should|may|can|allowed|need)\b/i

const LEAST_IN_SHORT = 3

/**
 * True where the short one is the long one less a word or two inside it. That may be a rule and a
 * narrower one: the two are about one thing, and each is to be kept.
 */
export function isShortOf(short: Statement, long: Statement): boolean {
  if (long.governed.join() !== short.governed.join()) return false
  if (long.tones.join() !== short.tones.join() || short.sequence.length < LEAST_IN_SHORT)
    return false
  const extra = long.sequence.length - short.sequence.length
  if (extra < 1 || extra > long.sequence.length / 4) return false
  return isSubsequence(short.sequence, long) && !isTelling(short, long)
}

function isSubsequence(short: readonly string[], long: Statement): boolean {
  let at = 0
  for (const word of long.sequence) if (word === short[at]) at++
  return at === short.length
}

/** A number, name or environment more is another thing that is meant. */
function isTelling(short: Statement, long: Statement): boolean {
  const known = new Set(short.sequence)
  return long.lexemes.some(({ type, form }) => {
    return (type === 'exact' || QUALIFIERS.has(form) || LIMITS.has(form)) && !known.has(form)
  })
}
