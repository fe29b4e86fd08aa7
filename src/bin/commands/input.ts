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
      throw new SvcError(
        'BODY_TOO_LARGE',
        'standard input is longer than 1 MiB; nothing was stored',
      )
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
  const pending = new PendingLine(most)
  let number = 0
  for await (const chunk of input) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      pending.add(chunk.subarray(start, end))
      start = end + 1
      yield finish(pending, ++number, onOverlong)
    }
    pending.add(chunk.subarray(start))
  }
  if (pending.bytes > 0) yield finish(pending, number + 1, onOverlong)
}

class PendingLine {
  bytes = 0
  private parts: Uint8Array[] = []

  constructor(private readonly most: number) {}

  add(part: Uint8Array): void {
    this.bytes += part.length
    if (this.bytes > this.most) this.parts = []
    else this.parts.push(part)
  }

  /** The line, or undefined where it was too long. */
  take(): string | undefined {
    const text = this.bytes > this.most ? undefined : Buffer.concat(this.parts).toString('utf8')
    this.parts = []
    this.bytes = 0
    return text
  }
}

function finish(pending: PendingLine, number: number, onOverlong: (line: number) => void): string {
  const text = pending.take()
  if (text === undefined) onOverlong(number)
  const line = (text ?? STAND_IN).replace(/\r$/, '')
  return number === 1 ? line.replace(/^\ufeff/, '') : line
}
