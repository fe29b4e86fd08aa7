import { pattern, spaced } from '../../languages/combined.js'

/**
 * Ends a clause: a mark that stands in no number, a dash, or a word that adds or concludes. A run of blanks
 * is looked at from its beginning alone.
 */
const BREAK = pattern('giu')`
  (?:(?<!\s)\s+)?(?:[;()，；：、。！？]|[,:](?!\d)|[—–]|\s-\s|[.!?](?=\s|$))\s*
  |(?<!\s)\s+(?=(?:${spaced.shapes.and}|${spaced.changes.therefore})\s)`
/** Stands before what a clause says. */
const LEAD = pattern('iu')`
  ^(?:(?:${spaced.shapes.and}|${spaced.shapes.but}|${spaced.changes.therefore}
  |${spaced.changes.interjections}|${spaced.changes.reasons})[\s,]+)+`

/** Each clause is held against each of another text: of a statement with more the first count. */
const MOST_CLAUSES = 60

/** The clauses of what somebody says, one by one, 60 at most; [] where it is one alone. */
export function toClauses(text: string): string[] {
  const parts = text.split(BREAK, MOST_CLAUSES).map(part => part.replace(LEAD, '').trim())
  return parts.filter(part => part !== '' && part !== text)
}
