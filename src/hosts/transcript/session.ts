import type { Database } from 'node-sqlite3-wasm'
import { readDatabase } from '../../../store/files/sqlite.js'
import { transcriptsOf } from '../drivers.js'
import type { HostName } from '../profiles.js'
import { toIso, type FoundTranscript } from './find.js'
import type { TranscriptFormat } from './format.js'
import { readHead } from './head.js'
import { withTranscript } from './read.js'
import type { TurnStep } from './steps.js'
import { turnsFromEnd, turnsOfRecords, type SaidTurn } from './turns.js'

/** A session from its first turn to its last. */
export interface WholeSession {
  host: HostName
  session: string
  /** The folder in which it began, as the host wrote it; undefined where the transcript does not tell. */
  cwd?: string
  /** In their order. */
  turns: WholeTurn[]
}

/** A turn that a person asked for. Texts and steps are as they were said: not redacted. */
export interface WholeTurn {
  /** Its number in the session, from 1; it stays when the session goes on. */
  turn: number
  /** ISO 8601. */
  at: string
  /** The host's own name of the prompt: the copy in a session that was forked from this one has the same. */
  id?: string
  asked: string
  /** The last text of the turn; '' where nothing was answered. */
  answered: string
  /** In their order; the last 200 where there were more. */
  did: TurnStep[]
}

/** Characters of a session that are kept in memory; of a longer one the oldest turns are left out. */
const MOST_CHARS = 32 * 1024 * 1024

/** A session's file, or the database that holds it among others under its name. */
type Place = Pick<FoundTranscript, 'path' | 'host'> & Partial<Pick<FoundTranscript, 'session'>>

/** Reads sessions one after the other: of a database that holds several one copy is made. */
export interface SessionReader {
  /** Does what `readSession` does. */
  read: (place: Place) => Promise<WholeSession | undefined>
  /** Removes the copies; without it they stay until the process ends. */
  close: () => Promise<void>
}

/**
 * Reads all turns of a session. Left out are prompts that no person wrote, agents that a model
 * started, what was taken back, and lines that are there again. Undefined where there is no regular
 * file, or nothing in it that a person asked. Never throws.
 */
export async function readSession(place: Place): Promise<WholeSession | undefined> {
  const reader = createSessionReader()
  try {
    return await reader.read(place)
  } finally {
    await reader.close()
  }
}

/** Creates a reader for many sessions; it is to be closed. */
export function createSessionReader(): SessionReader {
  const held = new Map<string, Promise<HeldDatabase>>()
  return {
    read: async place => {
      const format = transcriptsOf(place.host)
      if (format?.databases === undefined) return format && readFile(place, format)
      const { path, session } = place
      if (session === undefined) return undefined
      if (!held.has(path)) held.set(path, holdDatabase(path))
      try {
        const { database } = (await held.get(path)) ?? {}
        return database && readFromDatabase(database, { ...place, session }, format)
      } catch {
        return undefined
      }
    },
    close: async () => {
      const open = await Promise.allSettled(held.values())
      held.clear()
      for (const one of open) if (one.status === 'fulfilled') await one.value.close()
    },
  }
}

function readFile({ host, path, session }: Place, format: TranscriptFormat) {
  return withTranscript(path, (transcript): WholeSession | undefined => {
    const said = turnsFromEnd(transcript, Infinity, format)
    const turns = toWholeTurns(said, transcript.mtimeMs)
    if (turns.length === 0) return undefined
    const { session: own, cwd } = readHead(transcript, format)
    return {
      host,
      session: session ?? own ?? nameOf(path),
      ...(cwd !== undefined && { cwd }),
      turns,
    }
  })
}

function readFromDatabase(
  database: Database,
  { host, session }: Place & { session: string },
  format: TranscriptFormat,
): WholeSession | undefined {
  const { databases } = format
  const [listed] = databases?.sessions(database, session) ?? []
  if (databases === undefined || listed === undefined) return undefined
  const said = turnsOfRecords(databases.recordsFromEnd(database, session), format)
  const turns = toWholeTurns(said, listed.changedAt)
  return turns.length === 0 ? undefined : { host, session, cwd: listed.cwd, turns }
}

interface HeldDatabase {
  database: Database
  close: () => Promise<void>
}

/** Opens a database until it is closed. */
function holdDatabase(path: string): Promise<HeldDatabase> {
  return new Promise((resolve, reject) => {
    let release = () => {}
    const released = new Promise<void>(end => (release = end))
    const over = readDatabase(path, database => {
      const close = () => {
        release()
        return over
      }
      resolve({ database, close })
      return released
    })
    over.catch(reject)
  })
}

/** Puts turns that come newest first into their order; `changedAt` in milliseconds. */
function toWholeTurns(said: Iterable<SaidTurn>, changedAt: number): WholeTurn[] {
  const turns: Omit<WholeTurn, 'turn'>[] = []
  let chars = 0
  let count = 0
  // A turn without a time of its own is as old as the one after it.
  let at = new Date(changedAt).toISOString()
  for (const { prompt, at: time, reply = '', id, steps = [] } of said) {
    if (prompt === undefined) continue
    count++
    at = toIso(time) ?? at
    chars += prompt.length + reply.length + lengthOf(steps)
    if (chars > MOST_CHARS) continue
    turns.push({ at, ...(id !== undefined && { id }), asked: prompt, answered: reply, did: steps })
  }
  const left = count - turns.length
  return turns.reverse().map((turn, index) => ({ turn: left + index + 1, ...turn }))
}

function lengthOf(steps: readonly TurnStep[]): number {
  const lengths = steps.map(step =>
    'file' in step ? step.file.length : step.command.length + (step.output?.length ?? 0),
  )
  return lengths.reduce((sum, length) => sum + length, 0)
}

function nameOf(path: string): string {
  return /([^\\/]*?)(?:\.jsonl?)?$/.exec(path)?.[1] ?? path
}
