import { EventEmitter } from 'node:events'
import { fstatSync, writeSync } from 'node:fs'
import type { TerminalOptions } from './screen.js'

/**
 * The streams that this process answers to. One that leads into a pipe or a file is none of Node's: to load
 * those takes as long as the rest of a short command, and they too write such a one at once.
 */
export function openStreams(): Pick<TerminalOptions, 'stdout' | 'stderr'> {
  return {
    get stdout() {
      return isPlain(1) ? toStream(1) : process.stdout
    },
    get stderr() {
      return isPlain(2) ? toStream(2) : process.stderr
    },
  }
}

function isPlain(descriptor: number): boolean {
  if (process.platform === 'win32') return false
  try {
    const stats = fstatSync(descriptor)
    return stats.isFile() || stats.isFIFO() || stats.isSocket()
  } catch {
    return false
  }
}

function toStream(descriptor: number): NodeJS.WriteStream {
  return new PlainStream(descriptor) as unknown as NodeJS.WriteStream
}

/** A stream, as much of it as a terminal uses. */
class PlainStream extends EventEmitter {
  readonly isTTY = false

  constructor(private readonly descriptor: number) {
    super()
  }

  /** Writes all of it, or emits why it cannot. */
  write(text: string): boolean {
    const bytes = Buffer.from(text)
    for (let done = 0; done < bytes.length;) {
      try {
        done += writeSync(this.descriptor, bytes, done)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EAGAIN') waitShortly()
        else return this.emit('error', error)
      }
    }
    return true
  }
}

const PAUSE_MS = 2

/** Others may have made a pipe one that takes no more than it has room for. */
function waitShortly(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
}
