import { pattern, spaced, unspaced } from '../languages/combined.js'
import type { Features } from './markdown.js'
import { QUALIFIERS, SIDES } from './words.js'

/** Content words from which a content says by itself what it is about. */
const LONG_CONTENT = 6
const SHORT_CONTENT = 3

/** Words of a title that the other item does not have. */
export function uncovered(a: Features, b: Features): string[] {
  return a.titleWords.filter(word => !isIn(word, b))
}

function isIn(word: string, { words }: Features): boolean {
  return words.has(word) || (word.includes('-') && word.split('-').every(part => words.has(part)))
}

/**
 * True where the titles of two items with one content, or with one that has all of the other's,
 * may name one subject. They need not have a word in common where the content says by itself what
 * it is about; an environment or a part that only one title names keeps them apart.
 */
export function mayNameOne(a: Features, b: Features, small: Features): boolean {
  const [inA, inB] = [uncovered(a, b), uncovered(b, a)]
  const length = lengthOf(small)
  if (areOthers(a, b)) return false
  if (inA.length === 0 && inB.length === 0) return true
  if (leansOnTitle(small, length)) return false
  if (inA.length > 0 && isGoverned(a, inA) && length < LONG_CONTENT) return false
  if (inB.length > 0 && isGoverned(b, inB) && length < LONG_CONTENT) return false
  const isOneSided = inA.length === 0 || inB.length === 0
  const limits = [...inA, ...inB].some(word => QUALIFIERS.has(word))
  if (limits) return isOneSided && length >= LONG_CONTENT
  if (isOneSided) return length >= SHORT_CONTENT || !shareWord(a, b)
  return length > (shareWord(a, b) ? LONG_CONTENT - 1 : SHORT_CONTENT)
}

/** The weight of a content in words; a path, name or number weighs more than a word. */
function lengthOf({ statements }: Features): number {
  return statements.reduce((sum, { lexemes, sequence, raw, isLiteral }) => {
    if (isLiteral) return sum + raw.length / 8
    return sum + sequence.length + lexemes.filter(({ type }) => type === 'exact').length
  }, 0)
}

/** `It is 80.` is about what the title names. */
const LEANS = pattern('iu')`
  (?<![\p{L}])(?:${spaced.comparing.leans}|${unspaced.comparing.leans})(?![\p{L}])`

function leansOnTitle({ statements }: Features, length: number): boolean {
  return length < LONG_CONTENT && statements.some(({ raw }) => LEANS.test(raw))
}

function shareWord(a: Features, b: Features): boolean {
  return a.titleWords.some(word => b.titleWords.includes(word))
}

/**
 * True where the titles name two things: each has a word before the one they share, or after `of`,
 * that the other item never mentions (`API timeout`, `Timeout of jobs`), or environments differ.
 */
export function areOthers(a: Features, b: Features): boolean {
  const [inA, inB] = [uncovered(a, b), uncovered(b, a)]
  if (inA.length === 0 || inB.length === 0) return false
  const isLimited = (words: string[]) => words.some(word => QUALIFIERS.has(word) || SIDES.has(word))
  if (isLimited(inA) && isLimited(inB)) return true
  return modifies(a, b, inA) && modifies(b, a, inB)
}

function modifies(one: Features, other: Features, own: readonly string[]): boolean {
  const shared = one.titleWords.findIndex(word => other.titleWords.includes(word))
  if (shared === -1) return false
  const before = one.titleWords.slice(0, shared)
  return own.some(word => before.includes(word)) || isGoverned(one, own)
}

/** True where a title has one of these words after `of`, `in` or the like. */
function isGoverned({ title }: Features, words: readonly string[]): boolean {
  const governed = title.governed.filter(pair => !pair.startsWith('not '))
  return governed.some(pair =>
    pair
      .split(' ')
      .slice(1)
      .some(word => words.includes(word)),
  )
}
