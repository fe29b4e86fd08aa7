import { clip } from '../text.js'
import { redactText, saidByPerson, stripInjected } from './index.js'

/** Characters of a text that are looked at: its beginning. */
const READ_CHARS = 1_000_000
/** Stretch before the cut in which a blank is looked for; one without a blank goes too. */
const WORD_CHARS = 4_000
/** Characters that are queued of what was said. */
const KEPT_CHARS = 20_000

/**
 * Cleans the words of a person or a model for storing and searching: without the blocks that hosts
 * and svc put in, without secrets, and of more than 20,000 characters beginning and end.
 */
export function cleanSaid(text: string): string {
  return withoutSecrets(stripInjected(cutAtWord(text)))
}

/**
 * Cleans a person's prompt as `cleanSaid` does; undefined if a program wrote all of it in the
 * person's name.
 */
export function cleanAsked(text: string): string | undefined {
  const said = saidByPerson(cutAtWord(text))
  return said === '' && text.trim() !== '' ? undefined : withoutSecrets(said)
}

/** Redacted before it is cut: half a secret is one that no rule knows. */
function withoutSecrets(said: string): string {
  return clip(redactText(said).trim(), KEPT_CHARS, 'ends')
}

/** Text to search for in the place of what was said: without the marks of secrets. */
export function toSearched(said: string): string {
  return said.replace(/\[redacted:[^\]]*\]/g, ' ').trim()
}

/** A cut inside a secret would leave a part of it that no rule knows: words stay whole. */
function cutAtWord(text: string): string {
  if (text.length <= READ_CHARS) return text
  const end = READ_CHARS - WORD_CHARS
  return text.slice(0, end) + text.slice(end, READ_CHARS).replace(/(?:^|\s)\S*$/, '')
}
