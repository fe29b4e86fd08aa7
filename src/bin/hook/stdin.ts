import { closeSync, constants, openSync, readSync } from 'node:fs'

/** A payload beyond this is no hook payload (bytes). */
const MAX_BYTES = 32 * 1024 * 1024

/** Larger input is not looked through for its end before the host closes it (bytes). */
const MAX_CHECKED_BYTES = 4 * 1024 * 1024

/**
 * All of standard input as text, or one whole JSON object of it where the host keeps it open after
 * that. From a file, or a pipe that is filled already, at once; else through the stream, which costs
 * 6 % of a bare Node start but which a deadline can interrupt: a blocking read of a pipe that the host
 * keeps open would never return.
 */
export function readStdin(): string | Promise<string> {
  const chunks: Buffer[] = []
  if (readFilled(chunks) || isWhole(chunks)) return toText(chunks)
  return readStream(chunks).then(() => toText(chunks))
}

function toText(chunks: readonly Buffer[]): string {
  const [first = Buffer.alloc(0), ...more] = chunks
  return (more.length === 0 ? first : Buffer.concat(chunks)).toString('utf8')
}

/** Reads what is there without waiting; true where that was all. A socket cannot be opened so. */
function readFilled(chunks: Buffer[]): boolean {
  if (process.platform === 'win32') return false
  let pipe: number | undefined
  try {
    pipe = openSync('/dev/stdin', constants.O_RDONLY | constants.O_NONBLOCK)
    for (let bytes = 0; bytes <= MAX_BYTES;) {
      const chunk = Buffer.allocUnsafe(64 * 1024)
      const length = readSync(pipe, chunk)
      if (length === 0) return true
      chunks.push(chunk.subarray(0, length))
      bytes += length
    }
    return true
  } catch {
    return false
  } finally {
    if (pipe !== undefined) closeSync(pipe)
  }
}

async function readStream(chunks: Buffer[]): Promise<void> {
  let bytes = 0
  return new Promise((resolve, reject) => {
    process.stdin.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MAX_BYTES) {
        process.stdin.destroy(new Error('the payload is larger than 32 MiB'))
        return
      }
      chunks.push(chunk)
      if (bytes <= MAX_CHECKED_BYTES && isWhole(chunks)) resolve()
    })
    process.stdin.on('end', resolve)
    process.stdin.on('error', reject)
  })
}

/** True where the chunks are a JSON object from its first brace to its last. */
function isWhole(chunks: readonly Buffer[]): boolean {
  if (!chunks.at(-1)?.toString('latin1').trimEnd().endsWith('}')) return false
  try {
    JSON.parse(Buffer.concat(chunks).toString('utf8'))
    return true
  } catch {
    return false
  }
}
