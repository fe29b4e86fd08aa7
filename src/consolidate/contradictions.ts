import { all, pattern, spaced, unspaced } from '../languages/combined.js'
import { claimsOf, isNumber } from './claims.js'
import type { Features } from './markdown.js'
import type { Claim, Flag } from './types.js'
import { QUALIFIERS, SIDES } from './words.js'

/** More values than this for one question are a list of things, not a contradiction. */
const MOST_VALUES = 3
/** More items than this leave it open which are meant. */
const MOST_ITEMS = 12

/**
 * Items that answer one question differently: a rule and its opposite, two choices for one
 * purpose, two numbers for one quantity. Statements that differ in more than the answer, and
 * questions with many answers, are none.
 */
export function findContradictions(items: readonly Features[]): Flag[] {
  const questions = new Map<string, Map<string, Set<Features>>>()
  for (const item of items) {
    for (const { frame, value } of answersOf(item)) {
      const values = questions.get(frame) ?? new Map<string, Set<Features>>()
      questions.set(frame, values)
      values.set(value, (values.get(value) ?? new Set()).add(item))
    }
  }
  const groups = new Map<string, Flag>()
  for (const values of questions.values()) {
    for (const ids of opposed(values)) groups.set(ids.join(), { ids, reason: 'contradiction' })
  }
  return [...groups.values()].sort((a, b) => (a.ids.join() < b.ids.join() ? -1 : 1))
}

/** True where the two items answer one question differently. */
export function contradict(a: Features, b: Features): boolean {
  const answers = new Map(answersOf(a).map(({ frame, value }) => [frame, value]))
  return answersOf(b).some(({ frame, value }) => {
    const other = answers.get(frame)
    return other !== undefined && other !== value
  })
}

/** Groups of ids that stand against each other. */
function opposed(values: ReadonlyMap<string, ReadonlySet<Features>>): string[][] {
  if (values.size < 2 || values.size > MOST_VALUES) return []
  const sides = [...values.values()]
  const all = new Set(sides.flatMap(side => [...side]))
  if (all.size > MOST_ITEMS) return []
  const involved = new Set<string>()
  sides.forEach((side, at) => {
    for (const other of sides.slice(at + 1)) {
      for (const a of side) {
        for (const b of other) if (isOpposed(a, b)) involved.add(idOf(a)).add(idOf(b))
      }
    }
  })
  return involved.size === 0 ? [] : [[...involved].sort()]
}

/** One item may well list two choices; one that was merged from two did not mean to. */
function isOpposed(a: Features, b: Features): boolean {
  if (a === b) return a.item.document.source.mergedFrom !== undefined
  return a.titleKey === b.titleKey || !(areOthers(a, b) || areNames(a, b))
}

/** Two single words that the other item never mentions: `Go` and `YAML`. */
function areNames(a: Features, b: Features): boolean {
  if (a.titleWords.length > 1 && b.titleWords.length > 1) return false
  return uncovered(a, b).length > 0 && uncovered(b, a).length > 0
}

function idOf({ item }: Features): string {
  return item.document.id
}

/**
 * The questions that an item answers. Its title is asked last, and only where it is a rule: the
 * mere name `Default exports` says nothing for them, and `Pushing on Fridays` may be about never
 * doing it.
 */
function answersOf(item: Features): readonly Claim[] {
  const answers = known.get(item) ?? readAnswers(item)
  known.set(item, answers)
  return answers
}

/** One item is held against many. */
const known = new WeakMap<Features, readonly Claim[]>()

function readAnswers({ title, statements }: Features): Claim[] {
  const stated = statements.flatMap(claimsOf)
  const frames = new Set(stated.map(({ frame }) => frame))
  const named = isRule(title.raw) ? claimsOf(title) : []
  const numbers = title.sequence.filter(isNumber)
  return [...stated, ...named.filter(({ frame }) => !frames.has(frame))].filter(
    ({ frame, value }) => !frame.includes('|#|') || numbers.every(number => value.includes(number)),
  )
}

const RULE = pattern('i')`\b${all.comparing.rules}`

function isRule(title: string): boolean {
  return RULE.test(title)
}

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
