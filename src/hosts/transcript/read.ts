import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { toFields, type Fields } from './format.js'

/** An open transcript. */
export interface TranscriptFile {
  file: number
  /** Bytes when it was opened; what is appended later is not looked at. */
  size: number
  /** Time of its last change (ms). */
  mtimeMs: number
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
      return stats.isFile() ? read({ file, size: stats.size, mtimeMs: stats.mtimeMs }) : undefined
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

/** A line, or the beginning of one that is too long to be parsed. */
export interface Line {
  text: string
  isCut: boolean
}

const BLOCK_BYTES = 64 * 1024
/** Longer lines hold images and the like; only their beginning is kept. */
const LINE_BYTES = 256 * 1024
const NEWLINE = 0x0a

/**
 * The lines of a file from its end to its beginning, each with its first byte's place. Reads `maxBytes` at most: what lies before,
 * and a line that reaches there, is left out.
 */
export function* linesFromEnd(
  transcript: TranscriptFile,
  maxBytes: number,
): Generator<Line & { from: number }> {
  const line = new LineHead()
  const stop = Math.max(0, transcript.size - maxBytes)
  for (let end = transcript.size; end > stop;) {
    const start = Math.max(stop, end - BLOCK_BYTES)
    let block = readStretch(transcript, start, end - start)
    for (let at; (at = block.lastIndexOf(NEWLINE)) >= 0; block = block.subarray(0, at)) {
      line.prepend(block.subarray(at + 1))
      yield { ...line.take(), from: start + at + 1 }
    }
    line.prepend(block)
    end = start
  }
  if (stop === 0) yield { ...line.take(), from: 0 }
}

/**
 * The whole lines of a file from a byte on, each with the byte behind it. Reads `maxBytes` at
 * most; of a longer line than that its beginning. A last line without a newline is left out.
 */
export function* linesFrom(
  transcript: TranscriptFile,
  from: number,
  maxBytes: number,
): Generator<Line & { end: number }> {
  const stop = Math.min(transcript.size, from + maxBytes)
  let head = ''
  let length = 0
  for (let start = from; start < stop;) {
    const block = readStretch(transcript, start, Math.min(BLOCK_BYTES, stop - start))
    if (block.length === 0) return
    let done = 0
    for (let at; (at = block.indexOf(NEWLINE, done)) >= 0; done = at + 1) {
      const isCut = length + (at - done) > LINE_BYTES
      const text = isCut ? head : head + block.toString('latin1', done, at)
      yield { text: Buffer.from(text, 'latin1').toString(), isCut, end: start + at + 1 }
      head = ''
      length = 0
    }
    if (length < LINE_BYTES) head += block.toString('latin1', done)
    length += block.length - done
    start += block.length
  }
}

/** Puts a line together from its end; of a long one the beginning alone is kept. */
class LineHead {
  private parts: Buffer[] = []
  private length = 0
  private isCut = false

  prepend(bytes: Buffer): void {
    this.parts.unshift(bytes)
    this.length += bytes.length
    while (this.parts.length > 1 && this.length > LINE_BYTES) {
      this.length -= this.parts.pop()?.length ?? 0
      this.isCut = true
    }
  }

  take(): Line {
    const line = { text: Buffer.concat(this.parts).toString(), isCut: this.isCut }
    this.parts = []
    this.length = 0
    this.isCut = false
    return line
  }
}

const MAX_DEPTH = 100

/** The object that a line holds; undefined for anything else, also where it is broken. */
export function parseRecord({ text, isCut }: Line): Fields | undefined {
  const start = text.trimStart()
  if (!start.startsWith('{')) return undefined
  return isCut ? parseBeginning(start) : parseObject(start)
}

/**
 * The object that a cut line began: the text in which the cut lies keeps its beginning, everything
 * else that was not whole is left out.
 */
function parseBeginning(text: string): Fields | undefined {
  const scanned = scan(text)
  if (scanned === undefined) return undefined
  const { open, lastWhole, openAtWhole } = scanned
  return (
    parseObject(`${withoutHalf(text)}"${toClosing(open)}`) ??
    parseObject(text.slice(0, lastWhole) + toClosing(openAtWhole))
  )
}

/** The last character may be half of one, and the last escape half of an escape. */
function withoutHalf(text: string): string {
  const rest = text.endsWith('\ufffd') ? text.slice(0, -1) : text
  const half = /\\(?:u[0-9a-f]{0,3})?$/i.exec(rest.slice(-5))?.[0]
  if (half === undefined) return rest
  let start = rest.length - half.length
  while (rest[start - 1] === '\\') start--
  const isEscaped = (rest.length - half.length - start) % 2 === 1
  return isEscaped ? rest : rest.slice(0, -half.length)
}

function parseObject(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return toFields(value) === value ? toFields(value) : undefined
  } catch {
    return undefined
  }
}

/**
 * The brackets that are open at the end, and those at the last comma outside of texts. Undefined
 * where they nest deeper than any host's.
 */
function scan(text: string): { open: string; lastWhole: number; openAtWhole: string } | undefined {
  let open = ''
  let lastWhole = 0
  let openAtWhole = ''
  const marks = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[[\]{},]/gs
  for (const { 0: mark, index } of text.matchAll(marks)) {
    if (open.length > MAX_DEPTH) return undefined
    if (mark === '{' || mark === '[') open += mark
    else if (mark === '}' || mark === ']') open = open.slice(0, -1)
    else if (mark === ',') {
      lastWhole = index
      openAtWhole = open
    }
  }
  return { open, lastWhole, openAtWhole }
}

function toClosing(open: string): string {
  const brackets = [...open].map(bracket => (bracket === '{' ? '}' : ']'))
  return brackets.reverse().join('')
}
