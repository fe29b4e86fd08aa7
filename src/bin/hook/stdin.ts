import { closeSync, constants, openSync, readSync } from 'node:fs'
import { errnoOf } from '../../../store/errors.js'
import { readSocket } from './socket.js'

/** A payload beyond this is no hook payload (bytes). */
const MAX_BYTES = 32 * 1024 * 1024

/** Larger input is not looked through for its end before the host closes it (bytes). */
const MAX_CHECKED_BYTES = 4 * 1024 * 1024

/**
 * All of standard input as text, or one whole JSON object of it where the host keeps it open after
 * that. From a file, or a pipe that is filled already, at once; from a socket, which is what a host
 * made with Node gives, and else through a stream: a blocking read would never return where the host
 * keeps it open, and a deadline must be able to end the wait.
 */
export function readStdin(): string | Promise<string> {
  const chunks: Buffer[] = []
  const filled = readFilled(chunks)
  if (filled === 'all' || isWhole(chunks)) return toText(chunks)
  return new Promise((resolve, reject) => {
    let bytes = 0
    const end = () => resolve(toText(chunks))
    const take = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MAX_BYTES) return reject(new Error('the payload is larger than 32 MiB'))
      chunks.push(chunk)
      if (bytes <= MAX_CHECKED_BYTES && isWhole(chunks)) end()
    }
    if (filled === 'socket' && readSocket(0, take, end)) return
    process.stdin.on('data', take)
    process.stdin.on('end', end)
    process.stdin.on('error', reject)
  })
}

function toText(chunks: readonly Buffer[]): string {
  const [first = Buffer.alloc(0), ...more] = chunks
  return (more.length === 0 ? first : Buffer.concat(chunks)).toString('utf8')
}

/**
 * Reads what is there without waiting. On Linux alone opening it anew makes another description, of
 * which reads do not wait; a socket cannot be opened so.
 */
function readFilled(chunks: Buffer[]): 'all' | 'part' | 'socket' {
  if (process.platform !== 'linux') return 'part'
  let pipe: number | undefined
  try {
    pipe = openSync('/dev/stdin', constants.O_RDONLY | constants.O_NONBLOCK)
    for (let bytes = 0; bytes <= MAX_BYTES;) {
      const chunk = Buffer.allocUnsafe(64 * 1024)
      const length = readSync(pipe, chunk)
      if (length === 0) return 'all'
      chunks.push(chunk.subarray(0, length))
      bytes += length
    }
    return 'all'
  } catch (error) {
    return errnoOf(error) === 'ENXIO' ? 'socket' : 'part'
  } finally {
    if (pipe !== undefined) closeSync(pipe)
  }
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
