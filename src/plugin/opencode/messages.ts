import type { OpencodeMessage, OpencodePart } from './host.js'

/**
 * The last text with which the model answered a message; undefined where it did not, or was
 * interrupted.
 */
export function findReply(messages: readonly OpencodeMessage[], id: string): string | undefined {
  const replies = messages.filter(({ info }) => info.role === 'assistant' && info.parentID === id)
  if (replies.at(-1)?.info.error !== undefined) return undefined
  const texts = replies.filter(({ info }) => info.summary !== true).map(one => textOf(one.parts))
  return texts.findLast(text => text !== '')
}

/** A part with svc's text, to stand behind what a message has: OpenCode orders parts by their ids. */
export function createPart(
  message: { sessionID: string; messageID: string },
  parts: readonly OpencodePart[],
  text: string,
): OpencodePart {
  const last = parts.map(({ id }) => id).reduce((a, b) => (a > b ? a : b), 'prt_')
  return { id: `${last}0`, ...message, type: 'text', text, synthetic: true }
}

/**
 * The person's text of a message, '' for none: without the text of mentioned files, which OpenCode
 * puts beside it.
 */
export function textOf(parts: readonly OpencodePart[]): string {
  const said = parts.filter(part => part.type === 'text' && !part.synthetic && !part.ignored)
  return said
    .map(({ text }) => text ?? '')
    .join('\n')
    .trim()
}
