import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** An open transcript. */
export interface TranscriptFile {
  file: number
  /** Bytes when it was opened; what is appended later is not looked at. */
  size: number
}

// Without O_NONBLOCK opening a FIFO waits for its writer.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/**
 * Calls `read` with an open regular file and closes it. Undefined where there is none at `path`
 * (a link is none), or where reading fails. Never throws.
 */
export function withTranscript<T>(
  path: string,
  read: (transcript: TranscriptFile) => T,
): T | undefined {
  try {
    const file = openSync(path, FLAGS)
    try {
      const stats = fstatSync(file)
      return stats.isFile() ? read({ file, size: stats.size }) : undefined
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}

/** The bytes of a stretch of the file; fewer where it has become shorter. */
export function readStretch({ file }: TranscriptFile, from: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const count = readSync(file, buffer, filled, length - filled, from + filled)
    if (count === 0) break
    filled += count
  }
  return buffer.subarray(0, filled)
}
