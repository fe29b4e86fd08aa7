import { isUtf8 } from 'node:buffer'

/**
 * The text of a memory file, or why it has none: a phrase that follows the file's name. Bytes that
 * are not UTF-8 are never guessed at, because the next edit would write the guess.
 */
export function decodeMemoryFile(bytes: Buffer): { text: string } | { problem: string } {
  if (isUtf16(bytes)) return { problem: 'is UTF-16: save it as UTF-8' }
  if (!isUtf8(bytes)) return { problem: 'is not UTF-8 (Latin-1, or cut off?): save it as UTF-8' }
  return { text: bytes.toString('utf8') }
}

/** Told by its byte-order mark; without one it is full of NUL characters, which are refused too. */
function isUtf16([first, second]: Buffer): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
}
