import type { Database } from 'node-sqlite3-wasm'
import { saidByPerson } from '../../redact/index.js'

/** A host's way to write its transcript. All of it is pure and never throws. */
export interface TranscriptFormat {
  /** True where the record can only be of this host. */
  owns: (record: Fields) => boolean
  /** The record's meaning in the order of the conversation; [] for what plays no part. */
  toEntries: (record: Fields) => Entry[]
  /** The messages of a record that writes the whole history anew; undefined for any other. */
  toHistory?: (record: Fields) => Fields[] | undefined
  /** A name that a later record of the same message has too, where the last one stands. */
  toMessageId?: (record: Fields) => string | undefined
  /**
   * True of the first record of a transcript in which an agent speaks that a model started, where the
   * other records do not tell.
   */
  beginsSubagent?: (first: Fields) => boolean
  /** The session, as far as the record tells of it; it is looked for in the first records. */
  toHead?: (record: Fields) => SessionHead
  /** The time of the record where `timestamp` is not the one. */
  toTime?: (record: Fields) => string | undefined
  /** The tools that the record says were called. */
  toToolCalls: (record: Fields) => ToolCall[]
  /** The commands and changed files of the session itself in the record, in its order. */
  toSteps: (record: Fields) => StepRecord[]
  /** Names and paths of skills that the record itself says were used. */
  toSkills?: (record: Fields) => string[]
  /** The files in which it keeps its sessions; undefined where they are no files of their own. */
  place?: TranscriptPlace
  /** The databases in which it keeps them; undefined where it has files. */
  databases?: SessionDatabases
}

/** The databases (SQLite) in which a host keeps its sessions. */
export interface SessionDatabases {
  /** Their paths, which need not be there. */
  list: (env: Readonly<Record<string, string | undefined>>) => string[]
  /** The sessions of a person in one, or the one of a name; throws where its tables are others. */
  sessions: (database: Database, only?: string) => ListedSession[]
  /** The records of a session, newest first; throws where the tables are others. */
  recordsFromEnd: (database: Database, session: string) => Iterable<Fields>
}

/** A session in a database. */
export interface ListedSession {
  session: string
  cwd: string
  /** Milliseconds. */
  startedAt: number
  changedAt: number
  bytes: number
}

/** A session as the first records of its transcript tell of it. */
export interface SessionHead {
  session?: string | undefined
  /** The folder in which it began. */
  cwd?: string | undefined
  /** Time of its beginning, as the host writes it. */
  startedAt?: string | undefined
}

/** The files in which a host keeps its sessions. */
export interface TranscriptPlace {
  /** Folders to look into, from the host's own folder below the home, and the environment. */
  folders: (own: string, env: Readonly<Record<string, string | undefined>>) => string[]
  /** The form of a file's path below such a folder, `/` between its parts; group 1 is the session's id. */
  path: RegExp
  /** Folders below such a folder that are entered, one inside the other. */
  depth: number
  /** The folder of a session whose transcript does not tell it; undefined where it is not known. */
  findCwd?: (path: string, session: string) => string | undefined
}

/** The meaning of one record for the turns of the session, whatever the host. */
export type Entry =
  /** A prompt of the person; `id` if it can be recorded twice. */
  | { kind: 'prompt'; text: string; id?: string | undefined }
  /** A command that the person gave: a prompt only where a model answered it. */
  | { kind: 'command'; text: string }
  /** Something nobody asked for, which a model may answer: its answer belongs to no turn. */
  | { kind: 'unasked' }
  /** Text for the person. Parts with one `id` are one text; an `open` one needs a `settled`. */
  | { kind: 'reply'; text: string; id?: string | undefined; open?: boolean }
  /** A tool was called or has answered: the text before it is not the reply yet. */
  | { kind: 'work' }
  /** The text before it is whole. */
  | { kind: 'settled' }
  /** The turn is over, with this reply where the host repeats it. */
  | { kind: 'end'; reply?: string | undefined }
  /** The message of this id and everything after it never happened. */
  | { kind: 'rewind'; to: string }
  /** The last so many turns never happened. */
  | { kind: 'undone'; turns: number }

/** A tool that the model called. */
export interface ToolCall {
  name: string
  /** An object, or a text that a host keeps as it came. */
  input: unknown
}

/** A shell command that was started (a text or a list of words), files to be changed, or how the call of this id ended. */
export type StepRecord =
  | { id: string; command: unknown }
  | { id: string; files: string[] }
  | {
      id: string
      output: string
      exitCode?: number
      isError?: boolean
      /** The person or the host did not let it run. */
      isRefused?: boolean
    }

/** A JSON object whose fields nobody has checked yet. */
export type Fields = Readonly<Record<string, unknown>>

const NONE: Fields = {}

/** The value as an object; one without fields where it is anything else. */
export function toFields(value: unknown): Fields {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Fields) : NONE
}

/** The objects of a list; [] where the value is no list. */
export function toFieldsList(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(toFields) : []
}

/** The value where it is a string. */
export function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The `text` of each part, joined by newlines; parts without text are passed over. */
export function joinTexts(parts: readonly Fields[]): string {
  return parts.flatMap(part => toText(part.text) ?? []).join('\n')
}

/** The prompt of a person in a text; [] where a program alone wrote it. `id` if it can be recorded twice. */
export function toPrompt(text: string, id?: string): Entry[] {
  const said = saidByPerson(text)
  return said === '' ? [] : [{ kind: 'prompt', text: said, id }]
}

/** A tool call whose name nobody has checked yet. */
export function toToolCall(name: unknown, input: unknown): ToolCall {
  return { name: toText(name) ?? '', input }
}

/** Reads from a record of Claude Code's kind which session it is of. */
export function toSessionHead({ sessionId, cwd, timestamp }: Fields): SessionHead {
  return { session: toText(sessionId), cwd: toText(cwd), startedAt: toText(timestamp) }
}

/** The fields of a tool's input: an object, or JSON text of one. */
export function toInputFields(input: unknown): Fields {
  if (typeof input !== 'string') return toFields(input)
  try {
    return toFields(JSON.parse(input))
  } catch {
    return NONE
  }
}

/** The blocks of a message of Claude Code's kind, whose content may be one text. */
export function blocksOf({ content }: Fields): Fields[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : toFieldsList(content)
}

/** The tool calls among such blocks. */
export function toBlockCalls(blocks: readonly Fields[]): ToolCall[] {
  const calls = blocks.filter(({ type }) => type === 'tool_use')
  return calls.map(({ name, input }) => toToolCall(name, input))
}

/** The reply in parts of Gemini's kind, and that it is not the last where tools are called. */
export function toPartsReply(parts: readonly Fields[], isCalling = false): Entry[] {
  const text = joinTexts(parts.filter(part => part.thought !== true))
  const reply: Entry[] = text === '' ? [] : [{ kind: 'reply', text }]
  const calls = isCalling || parts.some(part => part.functionCall !== undefined)
  return calls ? [...reply, { kind: 'work' }] : reply
}
