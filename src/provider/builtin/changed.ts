import { pattern, spaced, unspaced, whole } from '../../languages/combined.js'

/** Words that say that something changed, not what. */
const CHANGED = pattern('giu')`${whole.reflecting.now}|${whole.changes.moves}`
const ASIDES = pattern('giu')`
  (?<!\p{L})${spaced.changes.asides}(?!\p{L})|${unspaced.changes.asides}`

/** True where words say that something is no longer as it was. */
export function saysChanged(text: string): boolean {
  return text.search(CHANGED) !== -1
}

/** The text without what only says that something changed, or is said by the way. */
export function withoutAsides(text: string): string {
  return text.replace(CHANGED, ' ').replace(ASIDES, ' ').replace(/ {2,}/g, ' ').trim()
}
