import type { Fields, SessionHead, TranscriptFormat } from './format.js'
import { linesFrom, parseRecord, readStretch, type TranscriptFile } from './read.js'

/** Bytes at the beginning in which a session tells of itself. */
const HEAD_BYTES = 256 * 1024
/** A transcript that is one JSON text is parsed whole, up to this size. */
export const WHOLE_BYTES = 4 * 1024 * 1024

/** True where an agent that a model started speaks in all of a transcript. */
export function isBySubagent(
  transcript: TranscriptFile,
  { beginsSubagent }: TranscriptFormat,
): boolean {
  if (beginsSubagent === undefined) return false
  const [first] = linesFrom(transcript, 0, HEAD_BYTES)
  const record = first && parseRecord(first)
  return record !== undefined && beginsSubagent(record)
}

/**
 * Reads what the beginning of a transcript tells of its session, no further than until its name,
 * folder and beginning are known.
 */
export function readHead(transcript: TranscriptFile, { toHead }: TranscriptFormat): SessionHead {
  if (toHead === undefined) return {}
  let head: SessionHead = {}
  let isRecords = false
  for (const line of linesFrom(transcript, 0, HEAD_BYTES)) {
    const record = parseRecord(line)
    if (record === undefined) continue
    isRecords = true
    const told = toHead(record)
    head = {
      session: head.session ?? told.session,
      cwd: head.cwd ?? told.cwd,
      startedAt: head.startedAt ?? told.startedAt,
    }
    if (Object.values(head).every(one => one !== undefined)) break
  }
  const whole = isRecords ? undefined : readWhole(transcript)
  return whole === undefined ? head : toHead(whole)
}

/** The object of a transcript that is one JSON text, mostly over many lines; undefined for any other. */
export function readWhole(transcript: TranscriptFile): Fields | undefined {
  if (transcript.size > WHOLE_BYTES) return undefined
  const text = readStretch(transcript, 0, transcript.size).toString()
  return parseRecord({ text, isCut: false })
}
