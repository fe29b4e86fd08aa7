import { all, pattern, spaced, unspaced, whole } from '../../languages/combined.js'

/** Words that say that something changed, not what. */
const CHANGED = pattern('giu')`${whole.reflecting.now}|${whole.changes.moves}`
const ASIDES = pattern('giu')`
  (?<!\p{L})${spaced.changes.asides}(?!\p{L})|${unspaced.changes.asides}`
/** "Finance wants …": who sets a value is not what it is of. */
const WILLS = pattern(
  'iu',
)`^(?:\p{L}{1,3} )?[\p{L}-]+ (?:${all.reflecting.now} )?${all.changes.wills}(?!\p{L})(?: ${all.reflecting.now}(?!\p{L}))?`

const MOVED = pattern('iu')`${whole.changes.moves}`

/** True where words say that somebody changed something: more than "now" does. */
export function saysMoved(text: string): boolean {
  return MOVED.test(text) || WILLS.test(text)
}

/** True where words say that something is no longer as it was, or that somebody sets it. */
export function saysChanged(text: string): boolean {
  return text.search(CHANGED) !== -1 || WILLS.test(text)
}

/** The text without what only says that something changed, who sets it, or is said by the way. */
export function withoutAsides(text: string): string {
  const told = text.replace(WILLS, ' ').replace(CHANGED, ' ')
  return told.replace(ASIDES, ' ').replace(/ {2,}/g, ' ').trim()
}
