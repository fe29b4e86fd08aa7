import type { Features } from './features.js'
import { contradict } from './slots.js'
import type { Statement } from './statement.js'

/** Statements of the smaller item that the larger must repeat for the two to be one subject. */
const SHARED_SHARE = 2 / 3
/** Content words from which equal contents outweigh titles that have nothing in common. */
const LONG_CONTENT = 6

/**
 * True where two items are about the same thing, so that one item can hold what both say. Errs on
 * the side of no: a number, name, path, negation or place that differs keeps two items apart.
 */
export function areRelated(a: Features, b: Features): boolean {
  if (a.isRestored || b.isRestored) return false
  if (a.titleKey === b.titleKey) return true
  return areAlike(a, b) && !contradict(a, b)
}

function areAlike(a: Features, b: Features): boolean {
  if (haveSameTitle(a, b)) return true
  const [small, large] = a.statements.length <= b.statements.length ? [a, b] : [b, a]
  const shared = small.statements.filter(statement => large.said.has(statement))
  const isContained = shared.length === small.statements.length
  if (isContained && small.statements.length > 0) {
    return (isTelling(shared) || haveLikeTitle(a, b)) && haveFittingTitles(a, b, small, large)
  }
  if (!haveFittingTitles(a, b, small, large)) return false
  if (isContained) return large.said.has(small.title)
  if (shared.length >= 2 && shared.length >= small.statements.length * SHARED_SHARE) return true
  return narrows(small, large)
}

/** True where both items are contained in each other: nothing is lost, whichever goes. */
export function areEqual(a: Features, b: Features): boolean {
  return (
    (a.titleKey === b.titleKey || haveLikeTitle(a, b)) &&
    a.statements.every(statement => b.said.has(statement)) &&
    b.statements.every(statement => a.said.has(statement))
  )
}

/** False where both titles name something that the other item never mentions: two subjects. */
export function mayShareSubject(a: Features, b: Features): boolean {
  const [inA, inB] = [uncovered(a, b), uncovered(b, a)]
  if (inA.length === 0 || inB.length === 0) return true
  const share = a.titleWords.some(word => b.titleWords.includes(word))
  return !share && a.titleWords.length > 1 && b.titleWords.length > 1
}

function haveLikeTitle(a: Features, b: Features): boolean {
  return a.said.has(b.title) && b.said.has(a.title) && a.title.key === b.title.key
}

/** Titles that differ in word order or inflection only, and say more than one word. */
function haveSameTitle(a: Features, b: Features): boolean {
  return a.title.sequence.length >= 2 && haveLikeTitle(a, b)
}

function isTelling(shared: readonly Statement[]): boolean {
  return (
    shared.reduce((sum, { sequence, raw, isLiteral }) => {
      return sum + (isLiteral ? raw.length / 8 : sequence.length)
    }, 0) >= 2
  )
}

/**
 * Titles of one content: one of them must say nothing that the other item does not say, and it
 * must not be the other with a limit to it (`Deploy` and `Deploy staging`).
 */
function haveFittingTitles(a: Features, b: Features, small: Features, large: Features): boolean {
  if (!areTonesKnown(a, b) || !areTonesKnown(b, a)) return false
  const [inA, inB] = [uncovered(a, b), uncovered(b, a)]
  if (inA.length === 0 && inB.length === 0) return true
  const share = a.titleWords.some(word => b.titleWords.includes(word))
  if (inA.length === 0 || inB.length === 0) return !share
  const length = small.statements.reduce((sum, { sequence }) => sum + sequence.length, 0)
  const isWordy = a.titleWords.length > 1 && b.titleWords.length > 1
  return (
    !share && isWordy && length >= LONG_CONTENT && contains(small, large) && contains(large, small)
  )
}

function contains(a: Features, b: Features): boolean {
  return a.statements.every(statement => b.said.has(statement))
}

/** Words of a title that the other item does not have. */
function uncovered(a: Features, b: Features): string[] {
  return a.titleWords.filter(word => !b.words.has(word))
}

/** What a title negates, the other item must negate as well. */
function areTonesKnown(a: Features, b: Features): boolean {
  const negated = a.title.governed.filter(pair => pair.startsWith('not '))
  if (negated.length === 0) return true
  const known = new Set([b.title, ...b.statements].flatMap(({ governed }) => governed))
  return negated.every(pair => known.has(pair))
}

/** The one statement of the small item is a statement of the large one less a word or two. */
function narrows(small: Features, large: Features): boolean {
  const [only, ...more] = small.statements
  if (only === undefined || more.length > 0 || only.isLiteral || only.sequence.length < 3)
    return false
  return large.statements.some(other => isShortOf(only, other))
}

function isShortOf(short: Statement, long: Statement): boolean {
  if (long.isLiteral || long.governed.join() !== short.governed.join()) return false
  if (long.tones.join() !== short.tones.join()) return false
  const extra = long.sequence.length - short.sequence.length
  if (extra < 1 || extra > long.sequence.length / 4) return false
  return isSubsequence(short.sequence, long) && !hasExactExtra(short, long)
}

function isSubsequence(short: readonly string[], long: Statement): boolean {
  let at = 0
  for (const word of long.sequence) if (word === short[at]) at++
  return at === short.length
}

function hasExactExtra(short: Statement, long: Statement): boolean {
  const known = new Set(short.sequence)
  return long.lexemes.some(({ type, form }) => type === 'exact' && !known.has(form))
}
