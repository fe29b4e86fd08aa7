import { isUtf8 } from 'node:buffer'

/** Largest memory file that is read, in bytes. */
export const MAX_FILE_BYTES = 1024 * 1024

/** The problem of a larger one. */
export const TOO_LARGE = 'is larger than 1 MiB'

const CONFLICT = [/^<{7} /m, /^={7}\r?$/m, /^>{7} /m]

/** Names the problem by which a text can be no memory file, or undefined. Linear time. */
export function findProblem(text: string): string | undefined {
  if (isTooLarge(text)) return TOO_LARGE
  if (text.includes('\0')) return 'is binary (it holds NUL characters)'
  if (text.trim() === '') return 'is empty'
  if (hasConflict(text)) return 'has conflict markers: settle the merge first'
  return undefined
}

function isTooLarge(text: string): boolean {
  if (text.length * 3 <= MAX_FILE_BYTES) return false
  return Buffer.byteLength(text) > MAX_FILE_BYTES
}

/** True where a text holds the three markers of a merge conflict, in their order. */
export function hasConflict(text: string): boolean {
  if (!text.includes('<<<<<<< ')) return false
  let rest = text
  for (const marker of CONFLICT) {
    const found = marker.exec(rest)
    if (found === null) return false
    rest = rest.slice(found.index)
  }
  return true
}

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
