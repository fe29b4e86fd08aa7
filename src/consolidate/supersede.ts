import type { Features } from './features.js'
import { toLexemes } from './lexemes.js'
import type { Statement } from './statement.js'

/** What a statement says is over: `we moved from X to Y`, `X was replaced by Y`, `no longer X`. */
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

/** What every pattern above needs: nearly all statements are passed over by it. */
const CUE =
  /\b(?:moved|switched|migrated|changed|replaced|superseded|no longer|stopped|quit|deprecated|retired|removed|obsolete|abandoned|gone|dropped)\b/i

/** Verbs and words that say no more than that something is in use. */
const IN_USE = new Set(
  'use run have choos pick adopt depend reli base current default present now live work done'.split(
    ' ',
  ),
)
const MOST_WORDS = 4

/** A thing that a statement declares to be over, as its words. */
export interface Retired {
  words: readonly string[]
}

/** The things that an item says are over; [] for nearly all. */
export function findRetired({ title, statements }: Features): Retired[] {
  return [title, ...statements].filter(({ isLiteral }) => !isLiteral).flatMap(readRetired)
}

function readRetired({ raw }: Statement): Retired[] {
  if (!CUE.test(raw)) return []
  for (const pattern of OVER) {
    const old = pattern.exec(raw.replace(/\s+/g, ' '))?.groups?.old
    if (old === undefined) continue
    const words = toLexemes(old.replace(/\b(?:for|in|on|as) .*$/i, ''))
      .filter(({ type }) => type === 'word' || type === 'exact')
      .map(({ form }) => form)
    if (words.length > 0 && words.length <= MOST_WORDS) return [{ words }]
  }
  return []
}

/**
 * True where the newer item says in so many words that what the older one states is over: each
 * statement of the older one is about the retired thing and about nothing the newer does not
 * mention. An older item with anything else to say stays.
 */
export function supersedes(newer: Features, retired: readonly Retired[], older: Features): boolean {
  const [a, b] = [newer.item.document, older.item.document]
  if (a.createdAt <= b.createdAt || b.pinned || newer.isRestored || older.isRestored) return false
  if (older.statements.length === 0 || findRetired(older).length > 0) return false
  return retired.some(({ words }) => {
    const isOver = (one: Statement) => isAbout(one, words, newer)
    return older.statements.every(isOver) && isAboutTitle(older, words, newer)
  })
}

function isAbout(statement: Statement, retired: readonly string[], newer: Features): boolean {
  const { sequence, governed, isLiteral, tones } = statement
  if (isLiteral || governed.some(pair => pair.startsWith('not ')) || tones.includes('past'))
    return false
  return retired.every(word => sequence.includes(word)) && isCovered(sequence, retired, newer)
}

function isAboutTitle({ title }: Features, retired: readonly string[], newer: Features): boolean {
  return isCovered(title.sequence, retired, newer)
}

function isCovered(
  sequence: readonly string[],
  retired: readonly string[],
  newer: Features,
): boolean {
  return sequence.every(word => {
    return retired.includes(word) || IN_USE.has(word) || newer.words.has(word)
  })
}
