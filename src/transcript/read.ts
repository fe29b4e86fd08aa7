import { readStretch, type TranscriptFile } from './file.js'

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
 * The lines of a file from its end to its beginning. Reads `maxBytes` at most: what lies before,
 * and a line that reaches there, is left out.
 */
export function* linesFromEnd(transcript: TranscriptFile, maxBytes: number): Generator<Line> {
  const line = new LineHead()
  const stop = Math.max(0, transcript.size - maxBytes)
  for (let end = transcript.size; end > stop;) {
    const start = Math.max(stop, end - BLOCK_BYTES)
    let block = readStretch(transcript, start, end - start)
    for (let at; (at = block.lastIndexOf(NEWLINE)) >= 0; block = block.subarray(0, at)) {
      line.prepend(block.subarray(at + 1))
      yield line.take()
    }
    line.prepend(block)
    end = start
  }
  if (stop === 0) yield line.take()
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
