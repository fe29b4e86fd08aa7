import { toText, type Fields } from './fields.js'
import type { TranscriptFile } from './file.js'
import { readStretch } from './file.js'
import type { TranscriptFormat } from './format.js'
import { formatOf } from './formats.js'
import { linesFromEnd, type Line } from './lines.js'
import { parseRecord } from './record.js'
import { TurnReader, type TranscriptTurn } from './turn-reader.js'

/** A transcript that is one JSON text is parsed whole, up to this size. */
const WHOLE_BYTES = 4 * 1024 * 1024

/**
 * The turns of a transcript, newest first; the last one has no prompt where that lies before the
 * `maxBytes` that are read. Nothing where no known host wrote it.
 */
export function* turnsFromEnd(
  transcript: TranscriptFile,
  maxBytes: number,
): Generator<TranscriptTurn> {
  const reading = new Reading()
  for (const line of linesFromEnd(transcript, maxBytes)) {
    yield* reading.addLine(line)
    if (reading.isDone) break
  }
  if (!reading.isKnown) yield* turnsOfWhole(transcript, reading)
  const rest = reading.turns.rest()
  if (rest) yield rest
}

/** Older Gemini: one object, mostly over many lines. */
function turnsOfWhole(transcript: TranscriptFile, reading: Reading): TranscriptTurn[] {
  if (transcript.size > WHOLE_BYTES) return []
  const text = readStretch(transcript, 0, transcript.size).toString()
  return reading.addLine({ text, isCut: false })
}

/** What is known of a transcript while its records come in from the end. */
class Reading {
  readonly turns = new TurnReader()
  /** True once nothing that stands before counts. */
  isDone = false
  private format: TranscriptFormat | undefined
  private readonly seen = new Set<string>()

  /** True once a record said which host wrote the transcript. */
  get isKnown(): boolean {
    return this.format !== undefined
  }

  addLine(line: Line): TranscriptTurn[] {
    const record = parseRecord(line)
    if (record === undefined) return []
    // The beginning of a whole history is its oldest part.
    if (line.isCut && (record.messages !== undefined || record.$set !== undefined)) return []
    this.format ??= formatOf(record)
    return this.format ? this.addAll(record, this.format) : []
  }

  private addAll(record: Fields, format: TranscriptFormat): TranscriptTurn[] {
    const history = format.toHistory?.(record)
    if (history === undefined) return this.addRecord(record, format)
    this.isDone = true
    return [...history].reverse().flatMap(message => this.addRecord(message, format))
  }

  private addRecord(record: Fields, format: TranscriptFormat): TranscriptTurn[] {
    const id = format.toMessageId?.(record)
    if (this.turns.isTakenBack(id)) return []
    if (id !== undefined && this.seen.has(id)) return []
    if (id !== undefined) this.seen.add(id)
    const at = toText(record.timestamp)
    const entries = [...format.toEntries(record)].reverse()
    return entries.flatMap(entry => this.turns.add(entry, at) ?? [])
  }
}
