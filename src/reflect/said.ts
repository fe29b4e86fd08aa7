import { clip } from '../text.js'
import { redactText, stripInjected } from '../redact/index.js'

/** Of a longer text only the beginning is looked at. */
const READ_CHARS = 1_000_000
/** Text is cut to this before it is searched for secrets. */
const KEPT_CHARS = 20_000
/** Without a blank in this stretch before the cut, the stretch goes too. */
const WORD_CHARS = 4_000

/**
 * What a person or a model said, fit to be stored and searched for: without the blocks that hosts
 * and svc put in, without secrets, and not longer than 20,000 characters.
 */
export function cleanSaid(text: string): string {
  return redactText(cutAtWord(stripInjected(text.slice(0, READ_CHARS)))).trim()
}

/** A cut inside a secret would leave a part of it that no rule knows: words stay whole. */
function cutAtWord(text: string): string {
  if (text.length <= KEPT_CHARS) return text
  const end = KEPT_CHARS - WORD_CHARS
  return text.slice(0, end) + text.slice(end, KEPT_CHARS).replace(/(?:^|\s)\S*$/, '')
}

/** What was said, cleaned and clipped to its beginning and end. */
export function clipSaid(text: string, maxChars: number): string {
  return clip(cleanSaid(text), maxChars, 'ends')
}
