import { SvcError } from '../../../store/errors.js'

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
