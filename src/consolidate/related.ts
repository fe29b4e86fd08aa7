import { isInAgentsWords } from '../../store/types.js'
import { isShortOf } from './alike.js'
import { toLexemes } from './lexemes.js'
import { contradict, areOthers, mayNameOne, uncovered } from './contradictions.js'
import type { Features } from './markdown.js'
import type { Statement } from './statement.js'

/**
 * True where two items are about the same thing, so that one item can hold what both say. Errs on
 * the side of no: a number, name, path, negation or place that differs keeps two items apart.
 */
export function areRelated(a: Features, b: Features): boolean {
  if (a.isRestored || b.isRestored) return false
  if (a.titleKey === b.titleKey) return true
  const [isInB, isInA] = [isSaidIn(a, b), isSaidIn(b, a)]
  if (isInB && isInA) return mayNameOne(a, b, a)
  const small = isInB ? a : isInA ? b : undefined
  return (haveSameTitle(a, b) || areAlike(a, b, small)) && !contradict(a, b)
}

/** True where the second item says all that the first one says; false where that is nothing. */
function isSaidIn({ statements }: Features, b: Features): boolean {
  return statements.length > 0 && statements.every(statement => b.said.has(statement))
}

/** True where both items are contained in each other: nothing is lost, whichever goes. */
export function areEqual(a: Features, b: Features): boolean {
  return (a.titleKey === b.titleKey || haveLikeTitle(a, b)) && isSaidIn(a, b) && isSaidIn(b, a)
}

/** Statements of the smaller item that the larger must repeat for the two to be one subject. */
const SHARED_SHARE = 2 / 3

/** `contained`: the one of which the other says all. */
function areAlike(a: Features, b: Features, contained: Features | undefined): boolean {
  if (!areTonesKnown(a, b) || !areTonesKnown(b, a)) return false
  if (contained) return (isTelling(contained) || haveLikeTitle(a, b)) && mayNameOne(a, b, contained)
  if (!haveFittingTitles(a, b)) return false
  const [small, large] = a.statements.length <= b.statements.length ? [a, b] : [b, a]
  if (small.statements.length === 0) return large.said.has(small.title)
  const shared = small.statements.filter(statement => large.said.has(statement))
  if (shared.length >= 2 && shared.length >= small.statements.length * SHARED_SHARE) return true
  return narrows(small, large)
}

/** The one statement of the small item is a statement of the large one less a word or two. */
function narrows({ statements: [only, ...more] }: Features, large: Features): boolean {
  if (only === undefined || more.length > 0 || only.isLiteral) return false
  return large.statements.some(other => !other.isLiteral && isShortOf(only, other))
}

function haveLikeTitle(a: Features, b: Features): boolean {
  return a.title.key === b.title.key && a.said.has(b.title) && b.said.has(a.title)
}

/** Titles that differ in word order or inflection only, and say more than one word. */
function haveSameTitle(a: Features, b: Features): boolean {
  return a.title.key === b.title.key && a.title.sequence.length >= 2 && haveLikeTitle(a, b)
}

function isTelling({ statements }: Features): boolean {
  return (
    statements.reduce((sum, { sequence, raw, isLiteral }) => {
      return sum + (isLiteral ? raw.length / 8 : sequence.length)
    }, 0) >= 2
  )
}

/**
 * Titles of contents that have something in common: one of them must say nothing that the other
 * item does not say, and it must not be the other with a limit to it (`Deploy`, `Deploy staging`).
 */
function haveFittingTitles(a: Features, b: Features): boolean {
  const [inA, inB] = [uncovered(a, b), uncovered(b, a)]
  if (inA.length === 0 && inB.length === 0) return true
  const share = a.titleWords.some(word => b.titleWords.includes(word))
  return (inA.length === 0 || inB.length === 0) && !share && !areOthers(a, b)
}

/** True if item `b` negates all that the title of `a` negates. */
function areTonesKnown(a: Features, b: Features): boolean {
  const negated = a.title.governed.filter(pair => pair.startsWith('not '))
  if (negated.length === 0) return true
  const known = new Set([b.title, ...b.statements].flatMap(({ governed }) => governed))
  return negated.every(pair => known.has(pair))
}

/** Patterns of what is over: `we moved from X to Y`, `X was replaced by Y`, `no longer X`. */
const OVER: readonly RegExp[] = [
  /\b(?:mov|switch|migrat|chang)ed (?:\w+ )?(?:over )?from (?<old>.+?) (?:over )?to (?<now>.+)/i,
  /\b(?:have |has |had )?replaced (?<old>.+?) (?:with|by) (?<now>.+)/i,
  /^(?<old>.+?) (?:has been|have been|was|were|is|are|got) (?:now )?(?:replaced|superseded) (?:with|by) (?<now>.+)/i,
  /\bno longer (?:us(?:e|es|ing)|runs?|uses|needs?|depends? on|deploy(?:s|ed)? (?:to|with)|on) (?<old>[^,;:()]+)/i,
  /^(?<old>.+?) (?:is|are) no longer (?:used|in use|needed|supported|valid|there)\b/i,
  /^(?<old>.+?) (?:is|are|was|were|has been|have been) (?:now )?(?:deprecated|retired|removed|obsolete|abandoned|gone)\b/i,
  /\b(?:stopped|quit) using (?<old>[^,;:()]+)/i,
  /\b(?:dropped|abandoned|retired) (?<old>[^,;:()]+?) (?:in favou?r of|for) (?<now>.+)/i,
]

/** Cues of which every pattern above needs one: nearly all statements have none. */
const CUE =
  /\b(?:moved|switched|migrated|changed|replaced|superseded|no longer|stopped|quit|deprecated|retired|removed|obsolete|abandoned|gone|dropped)\b/i

/** Verbs and words that say no more than that something is in use. */
const IN_USE = new Set(
  'use run have choos pick adopt depend reli base current default present now live work done'.split(
    ' ',
  ),
)
const MOST_WORDS = 4

/** The things that an item says are over, each as its words; [] for nearly all. */
export function findRetired({ title, statements }: Features): string[][] {
  return [title, ...statements].filter(({ isLiteral }) => !isLiteral).flatMap(readRetired)
}

function readRetired({ raw }: Statement): string[][] {
  if (!CUE.test(raw)) return []
  for (const pattern of OVER) {
    const old = pattern.exec(raw.replace(/\s+/g, ' '))?.groups?.old
    if (old === undefined) continue
    const words = toLexemes(old.replace(/\b(?:for|in|on|as) .*$/i, ''))
      .filter(({ type }) => type === 'word' || type === 'exact')
      .map(({ form }) => form)
    if (words.length > 0 && words.length <= MOST_WORDS) return [words]
  }
  return []
}

/**
 * True where the newer item says in so many words that what the older one states is over: each
 * statement of the older one is about the retired thing and about nothing the newer does not
 * mention. An older item with anything else to say stays, and so does one where nobody knows when
 * the other was made, and a person's where the newer one is an agent's.
 */
export function supersedes(
  newer: Features,
  retired: readonly (readonly string[])[],
  older: Features,
): boolean {
  const [a, b] = [newer.item.document, older.item.document]
  if (a.undated === true || a.createdAt <= b.createdAt) return false
  if (isInAgentsWords(a.source) && !isInAgentsWords(b.source)) return false
  if (b.pinned || newer.isRestored || older.isRestored) return false
  if (older.statements.length === 0 || findRetired(older).length > 0) return false
  return retired.some(words => {
    const isOver = (one: Statement) => isAbout(one, words, newer)
    return older.statements.every(isOver) && isCovered(older.title, words, newer)
  })
}

function isAbout(statement: Statement, retired: readonly string[], newer: Features): boolean {
  const { sequence, governed, isLiteral, tones } = statement
  if (isLiteral || governed.some(pair => pair.startsWith('not ')) || tones.includes('past'))
    return false
  return retired.every(word => sequence.includes(word)) && isCovered(statement, retired, newer)
}

function isCovered({ sequence }: Statement, retired: readonly string[], newer: Features): boolean {
  return sequence.every(word => {
    return retired.includes(word) || IN_USE.has(word) || newer.words.has(word)
  })
}
