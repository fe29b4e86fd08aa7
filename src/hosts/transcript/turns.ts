import { CommandReader, type RunCommand } from './commands.js'
import { toText, type Entry, type Fields, type TranscriptFormat } from './format.js'
import { formatOf } from '../drivers.js'
import {
  readStretch,
  linesFromEnd,
  parseRecord,
  withTranscript,
  type TranscriptFile,
  type Line,
} from './read.js'

/** A turn as a transcript tells it. Texts are as they were said: neither clipped nor redacted. */
export interface TranscriptTurn {
  /** Undefined where it lies further back than was read. */
  prompt?: string
  /** Time of the prompt, as the host writes it. */
  at?: string
  /** Byte of the transcript at which the record of the prompt begins; undefined in one JSON text. */
  from?: number
  /** The last text of the turn; undefined where there is none yet. */
  reply?: string
  /** False where the reply, or more of it, may still come. */
  complete: boolean
  /** The shell commands that the model ran in it, redacted; undefined for none. */
  commands?: RunCommand[]
}

/**
 * The newest turn of a session of which `isIt` is true, whichever host wrote the transcript;
 * `isLast` tells it whether another turn came after. Reads at most `maxBytes` from the end; a prompt
 * that lies before that is undefined. Undefined where there is no regular file, no known host wrote
 * it, or nobody said anything. Never throws.
 */
export function findTurn(
  path: string,
  maxBytes: number,
  isIt: (turn: TranscriptTurn, isLast: boolean) => boolean,
): TranscriptTurn | undefined {
  return withTranscript(path, transcript => {
    let isLast = true
    for (const turn of turnsFromEnd(transcript, maxBytes)) {
      if (isIt(turn, isLast)) return turn
      isLast = false
    }
    return undefined
  })
}

/**
 * The turns of a transcript, newest first; the last one has no prompt where that lies before the
 * `maxBytes` that are read. Nothing where no known host wrote it.
 */
function* turnsFromEnd(transcript: TranscriptFile, maxBytes: number): Generator<TranscriptTurn> {
  const reading = new Reading()
  for (const line of linesFromEnd(transcript, maxBytes)) {
    yield* reading.addLine(line, line.from)
    if (reading.isDone) break
  }
  if (!reading.isKnown) yield* turnsOfWhole(transcript, reading)
  const rest = reading.turns.rest()
  if (rest) yield rest
}

/** A transcript that is one JSON text is parsed whole, up to this size. */
const WHOLE_BYTES = 4 * 1024 * 1024

/** Older Gemini: one object, mostly over many lines. */
function turnsOfWhole(transcript: TranscriptFile, reading: Reading): TranscriptTurn[] {
  if (transcript.size > WHOLE_BYTES) return []
  const text = readStretch(transcript, 0, transcript.size).toString()
  return reading.addLine({ text, isCut: false })
}

/** The state of a transcript whose records come in from the end. */
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

  addLine(line: Line, from?: number): TranscriptTurn[] {
    const record = parseRecord(line)
    if (record === undefined) return []
    // The beginning of a whole history is its oldest part.
    if (line.isCut && (record.messages !== undefined || record.$set !== undefined)) return []
    this.format ??= formatOf(record)
    if (this.format === undefined) return []
    const begun = this.addAll(record, this.format)
    return from === undefined ? begun : begun.map(turn => ({ ...turn, from }))
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
    this.turns.commands.add(format.toShell(record))
    const entries = [...format.toEntries(record)].reverse()
    return entries.flatMap(entry => this.turns.add(entry, at) ?? [])
  }
}

interface Answer {
  texts: string[]
  id: string | undefined
}

/** Puts turns together from entries that come in reverse order: the newest first. */
class TurnReader {
  readonly commands = new CommandReader()
  private answer: Answer | undefined
  private isOpen = false
  private isSettled = false
  private isOver = false
  private rewindTo: string | undefined
  private lastPrompt: string | undefined

  /** True while the entries belong to messages that were taken back; `id` may end that. */
  isTakenBack(id: string | undefined): boolean {
    if (this.rewindTo === undefined) return false
    if (id === this.rewindTo) this.rewindTo = undefined
    return true
  }

  /** Takes up an entry; answers the turn that begins with it, if one does. */
  add(entry: Entry, at: string | undefined): TranscriptTurn | undefined {
    if (entry.kind === 'prompt') return this.begin(entry.text, at, entry.id)
    if (entry.kind === 'command') return this.answer ? this.begin(entry.text, at) : undefined
    if (entry.kind === 'unasked') this.forget()
    if (entry.kind === 'rewind') this.rewindTo = entry.to
    if (entry.kind === 'reply') this.addReply(entry)
    if (this.answer) return undefined
    if (entry.kind === 'work') this.isOpen = true
    if (entry.kind === 'settled') this.isSettled = true
    if (entry.kind === 'end' && !this.isOpen) this.end(entry.reply)
    return undefined
  }

  /** The turn that answers a prompt further back; undefined if there is none. */
  rest(): TranscriptTurn | undefined {
    return this.answer && this.toTurn()
  }

  private addReply({ text, id, open = false }: Extract<Entry, { kind: 'reply' }>): void {
    if (text.trim() === '') return
    if (this.answer === undefined) {
      this.answer = { texts: [text], id }
      if (open && !this.isSettled) this.isOpen = true
    } else if (id !== undefined && id === this.answer.id) {
      this.answer.texts.unshift(text)
    }
  }

  private end(reply: string | undefined): void {
    this.isOver = true
    if (reply !== undefined && reply.trim() !== '') {
      this.answer = { texts: [reply], id: undefined }
    }
  }

  /** A prompt that is recorded twice is one. */
  private begin(prompt: string, at?: string, id?: string): TranscriptTurn | undefined {
    const name = id === undefined ? undefined : `${id} ${prompt}`
    const isSame = name !== undefined && name === this.lastPrompt
    this.lastPrompt = name
    if (isSame && this.answer === undefined) return undefined
    const turn: TranscriptTurn = { prompt, ...(at !== undefined && { at }), ...this.toTurn() }
    this.forget()
    return turn
  }

  private toTurn(): TranscriptTurn {
    const complete = this.isOver || (this.answer !== undefined && !this.isOpen)
    const commands = this.commands.take()
    return {
      ...(this.answer && { reply: this.answer.texts.join('\n') }),
      complete,
      ...(commands.length > 0 && { commands }),
    }
  }

  private forget(): void {
    this.commands.take()
    this.answer = undefined
    this.isOpen = false
    this.isSettled = false
    this.isOver = false
  }
}
