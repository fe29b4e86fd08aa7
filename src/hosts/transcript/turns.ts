import { toRunCommands, type RunCommand } from './commands.js'
import { toText, type Entry, type Fields, type TranscriptFormat } from './format.js'
import { formatOf } from '../drivers.js'
import { isBySubagent, readWhole } from './head.js'
import {
  linesFromEnd,
  parseRecord,
  withTranscript,
  type TranscriptFile,
  type Line,
} from './read.js'
import { StepReader, type TurnStep } from './steps.js'

/** A turn as a transcript tells it. Texts and steps are as they were said: neither clipped nor redacted. */
export interface SaidTurn {
  /** The host's own name of its prompt, which a copy in another transcript has too. */
  id?: string
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
  /** The shell commands that the model ran in it and the files that it changed, in their order; undefined for none. */
  steps?: TurnStep[]
}

/** The same with its commands as a provider is told of them: redacted; undefined for none. */
export interface TranscriptTurn extends SaidTurn {
  commands?: RunCommand[]
}

/**
 * The newest turn of a session of which `isIt` is true, whichever host wrote the transcript;
 * `isLast` tells it whether another turn came after. Reads at most `maxBytes` from the end; a prompt
 * that lies before that is undefined. Undefined where there is no regular file, no known host wrote
 * it, a model started the agent that speaks in it, or nobody said anything. Never throws.
 */
export function findTurn(
  path: string,
  maxBytes: number,
  isIt: (turn: TranscriptTurn, isLast: boolean) => boolean,
): TranscriptTurn | undefined {
  return withTranscript(path, transcript => {
    let isLast = true
    for (const said of turnsFromEnd(transcript, maxBytes)) {
      const commands = toRunCommands(said.steps ?? [])
      const turn = { ...said, ...(commands.length > 0 && { commands }) }
      if (isIt(turn, isLast)) return turn
      isLast = false
    }
    return undefined
  })
}

/**
 * The turns of a transcript, newest first; the last one has no prompt where that lies before the
 * `maxBytes` that are read. Nothing where no known host wrote it (`format`, where it is known which
 * one did), or where a model started the agent that speaks in it.
 */
export function* turnsFromEnd(
  transcript: TranscriptFile,
  maxBytes: number,
  format?: TranscriptFormat,
): Generator<SaidTurn> {
  const reading = new Reading(transcript, Math.max(0, transcript.size - maxBytes), format)
  for (const line of linesFromEnd(transcript, maxBytes)) {
    yield* reading.addLine(line)
    if (reading.isDone) break
  }
  // Older Gemini: one object, mostly over many lines.
  const whole = reading.isKnown ? undefined : readWhole(transcript)
  if (whole !== undefined) yield* reading.addRead(whole, { isCut: false, from: undefined })
  const rest = reading.turns.rest()
  if (rest) yield rest
}

/** The turns of a session whose records come newest first, as `turnsFromEnd` gives them. */
export function* turnsOfRecords(
  records: Iterable<Fields>,
  format: TranscriptFormat,
): Generator<SaidTurn> {
  const reading = new Reading(undefined, 0, format)
  for (const record of records) yield* reading.addRead(record, { isCut: false, from: undefined })
}

/** Names of records that are remembered; of a longer session the newest. */
const MOST_NAMES = 500_000

/** A record's place: the byte at which its line begins, undefined where it is no line. */
interface Place {
  from: number | undefined
  /** True where the line was too long to be read whole. */
  isCut: boolean
}

/** The state of a transcript whose records come in from the end. */
class Reading {
  readonly turns = new TurnReader()
  /** True once nothing that stands before counts. */
  isDone = false
  /** True once a record said which host wrote the transcript. */
  isKnown = false
  private readonly seen = new Set<string>()
  private places: ReadonlyMap<string, number> | undefined

  constructor(
    private readonly transcript: TranscriptFile | undefined,
    /** The byte from which on it is read. */
    private readonly stop: number,
    private format: TranscriptFormat | undefined,
  ) {}

  addLine(line: Line & { from: number }): SaidTurn[] {
    const record = toRecord(line)
    return record === undefined ? [] : this.addRead(record, { isCut: line.isCut, from: line.from })
  }

  addRead(record: Fields, { isCut, from }: Place): SaidTurn[] {
    const format = (this.format ??= formatOf(record))
    if (format === undefined) return []
    if (!this.isKnown && this.transcript) this.isDone = isBySubagent(this.transcript, format)
    this.isKnown = true
    if (this.isDone) return []
    const begun = this.addAll(record, format, { isCut, from })
    return from === undefined ? begun : begun.map(turn => ({ ...turn, from }))
  }

  /** A history that is written anew adds only messages that stand nowhere before: older records tell more. */
  private addAll(record: Fields, format: TranscriptFormat, { isCut, from }: Place): SaidTurn[] {
    const history = format.toHistory?.(record)
    if (history === undefined) return this.addRecord(record, format, isCut)
    if (history.length === 0) this.isDone = true
    const isKnown = this.knownBefore(from, format)
    const fresh = history.filter(message => !isKnown(format.toMessageId?.(message)))
    return fresh.reverse().flatMap(message => this.addRecord(message, format, isCut))
  }

  private knownBefore(
    from: number | undefined,
    format: TranscriptFormat,
  ): (id: string | undefined) => boolean {
    if (from === undefined || this.transcript === undefined) return () => false
    const places = (this.places ??= findPlaces(this.transcript, from, this.stop, format))
    const isBefore = (id: string) => (places.get(id) ?? from) < from
    return id => id !== undefined && (isBefore(id) || isBefore(id.replace(/_response$/, '')))
  }

  private addRecord(record: Fields, format: TranscriptFormat, isCut: boolean): SaidTurn[] {
    const id = format.toMessageId?.(record)
    if (this.turns.isTakenBack(id)) return []
    if (id !== undefined && this.seen.has(id)) return []
    if (this.seen.size >= MOST_NAMES) this.seen.clear()
    if (id !== undefined) this.seen.add(id)
    const at = format.toTime?.(record) ?? toText(record.timestamp)
    this.turns.steps.add(format.toSteps(record), isCut)
    const entries = [...format.toEntries(record)].reverse()
    return entries.flatMap(entry => this.turns.add(entry, { at, id }) ?? [])
  }
}

/** The object of a line that can be read as a record. */
function toRecord(line: Line): Fields | undefined {
  const record = parseRecord(line)
  // The beginning of a whole history is its oldest part.
  const isHalf = line.isCut && (record?.messages !== undefined || record?.$set !== undefined)
  return isHalf ? undefined : record
}

/** The byte at which each message is first told of, before a place in the transcript. */
function findPlaces(
  transcript: TranscriptFile,
  before: number,
  stop: number,
  format: TranscriptFormat,
): Map<string, number> {
  const places = new Map<string, number>()
  for (const line of linesFromEnd({ ...transcript, size: before }, before - stop)) {
    const record = toRecord(line)
    if (record === undefined) continue
    for (const message of format.toHistory?.(record) ?? [record]) {
      const id = format.toMessageId?.(message)
      if (id !== undefined && places.size < MOST_NAMES) places.set(id, line.from)
    }
  }
  return places
}

/** The record that an entry is of: its time, and its own name. */
interface Origin {
  at: string | undefined
  id: string | undefined
}

interface Answer {
  texts: string[]
  id: string | undefined
}

/** Puts turns together from entries that come in reverse order: the newest first. */
class TurnReader {
  readonly steps = new StepReader()
  private answer: Answer | undefined
  private isOpen = false
  private isSettled = false
  private isOver = false
  private rewindTo: string | undefined
  private lastPrompt: string | undefined
  private undone = 0

  /** True while the entries belong to messages that were taken back; `id` may end that. */
  isTakenBack(id: string | undefined): boolean {
    if (this.rewindTo === undefined) return false
    if (id === this.rewindTo) this.rewindTo = undefined
    return true
  }

  /** Takes up an entry of a record; answers the turn that begins with it, if one does. */
  add(entry: Entry, record: Origin): SaidTurn | undefined {
    if (entry.kind === 'prompt') return this.begin(entry.text, record, entry.id)
    if (entry.kind === 'command') return this.answer ? this.begin(entry.text, record) : undefined
    if (entry.kind === 'unasked') this.forget()
    if (entry.kind === 'rewind') this.rewindTo = entry.to
    if (entry.kind === 'undone') this.undone += entry.turns
    if (entry.kind === 'reply') this.addReply(entry)
    if (this.answer) return undefined
    if (entry.kind === 'work') this.isOpen = true
    if (entry.kind === 'settled') this.isSettled = true
    if (entry.kind === 'end' && !this.isOpen) this.end(entry.reply)
    return undefined
  }

  /** The turn that answers a prompt further back; undefined if there is none. */
  rest(): SaidTurn | undefined {
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
  private begin(prompt: string, { at, id: own }: Origin, id?: string): SaidTurn | undefined {
    const name = id === undefined ? undefined : `${id} ${prompt}`
    const isSame = name !== undefined && name === this.lastPrompt
    this.lastPrompt = name
    if (isSame && this.answer === undefined) return undefined
    const said = { ...this.toTurn(), prompt, ...(at !== undefined && { at }) }
    this.forget()
    if (this.undone > 0) return void this.undone--
    const known = id ?? own
    return { ...said, ...(known !== undefined && { id: known }) }
  }

  private toTurn(): SaidTurn {
    const complete = this.isOver || (this.answer !== undefined && !this.isOpen)
    const reply = this.answer && { reply: this.answer.texts.join('\n') }
    const steps = this.steps.take()
    return { ...reply, complete, ...(steps.length > 0 && { steps }) }
  }

  private forget(): void {
    this.steps.take()
    this.answer = undefined
    this.isOpen = false
    this.isSettled = false
    this.isOver = false
  }
}
