import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { SvcError, errnoOf } from '../../../store/errors.js'
import { oneLine } from '../terminal/words.js'

const MOST_BYTES = 1024 * 1024

/** The operand itself, or standard input where it is `-`. */
export async function readContent(operand: string): Promise<string> {
  return operand === '-' ? readInput(process.stdin) : operand
}

/**
 * All of a stream as UTF-8, without one final newline. Throws BODY_TOO_LARGE over 1 MiB and
 * INVALID_REQUEST where it is not UTF-8.
 */
export async function readInput(input: AsyncIterable<Uint8Array | string>): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of input) {
    chunks.push(Buffer.from(chunk))
    bytes += chunk.length
    if (bytes > MOST_BYTES) {
      const message = 'standard input is longer than 1 MiB; nothing was stored'
      throw new SvcError('BODY_TOO_LARGE', message)
    }
  }
  return decode(Buffer.concat(chunks)).replace(/\r?\n$/, '')
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new SvcError('INVALID_REQUEST', 'standard input is not UTF-8 text', { cause })
  }
}

/** The bytes of a file, or of standard input for `-`. Throws INVALID_REQUEST where it cannot be read. */
export async function openInput(operand: string): Promise<AsyncIterable<Uint8Array>> {
  if (operand === '-') return process.stdin
  try {
    const file = await open(operand, 'r')
    if (!(await file.stat()).isDirectory()) return createReadStream(operand, { fd: file })
    await file.close()
  } catch (cause) {
    const why = errnoOf(cause) === 'ENOENT' ? 'no such file' : (cause as Error).message
    throw new SvcError('INVALID_REQUEST', `cannot read ${oneLine(operand)}: ${why}`, { cause })
  }
  throw new SvcError('INVALID_REQUEST', `cannot read ${oneLine(operand)}: it is a directory`)
}

const NEWLINE = 0x0a
const STAND_IN = '{'
/** The longest line that `load` takes, in bytes. */
export const MOST_LINE_BYTES = 2 * 1024 * 1024

/**
 * The lines of a byte stream, one by one, without their line ends and a leading byte-order mark.
 * A line over `most` bytes is never held in memory: something that is not JSON stands for it, and
 * `onOverlong` gets its number (from 1).
 */
export async function* readLines(
  input: AsyncIterable<Uint8Array>,
  onOverlong: (line: number) => void,
  most = MOST_LINE_BYTES,
): AsyncGenerator<string> {
  let parts: Uint8Array[] = []
  let bytes = 0
  let number = 0
  const add = (part: Uint8Array) => {
    bytes += part.length
    if (bytes > most) parts = []
    else parts.push(part)
  }
  const take = () => {
    number++
    const isOverlong = bytes > most
    if (isOverlong) onOverlong(number)
    const line = isOverlong ? STAND_IN : Buffer.concat(parts).toString('utf8').replace(/\r$/, '')
    parts = []
    bytes = 0
    return number === 1 ? line.replace(/^\ufeff/, '') : line
  }
  for await (const chunk of input) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end))
      start = end + 1
      yield take()
    }
    add(chunk.subarray(start))
  }
  if (bytes > 0) yield take()
}
