import { setImmediate as nextTurn } from 'node:timers/promises'
import { orElse, succeeds } from '../../store/errors.js'
import { readText, writeAtomic } from '../../store/files/atomic.js'
import { sizesBelow } from '../../store/files/read.js'
import { hashText, pathIn } from '../../store/names.js'
import { statePath, type Store } from '../../store/store.js'
import { listParts, listPastKeys, pastIndexFolder, readPart, type Part } from './parts.js'

/** Numbers of past sessions. */
export interface PastCount {
  sessions: number
  turns: number
  /** Bytes on the disk with their index, as the doctor tells those of `state/past`. */
  bytes: number
}

/** Numbers of a part as they were last counted; `stamp` is that of the part then. */
interface Counted {
  stamp: string
  turns: number
  /** Names of its sessions that tell nothing of them. */
  sessions: string[]
}

/** A file of another version is made anew. */
const VERSION = 1
const HASH = 10

/**
 * Counts what is kept of past sessions. Only parts that changed since the last count are read; one that
 * cannot be read counts by its bytes alone.
 */
export async function countPast(store: Store): Promise<PastCount> {
  const known = readCounts(store)
  const counts: Record<string, Counted> = {}
  const parts = listPastKeys(store).flatMap(key => listParts(store, key))
  let isChanged = Object.keys(known).length !== parts.length
  for (const part of parts) {
    const name = `${part.key}/${part.name}`
    const before = known[name]
    if (before?.stamp === part.stamp) counts[name] = before
    else {
      await nextTurn()
      counts[name] = countPart(part)
      isChanged = true
    }
  }
  // A full disk keeps no note: the next one counts.
  if (isChanged) succeeds(() => writeAtomic(countsPath(store), toText(counts)))
  const all = Object.values(counts)
  return {
    sessions: new Set(all.flatMap(({ sessions }) => sessions)).size,
    turns: sum(all.map(({ turns }) => turns)),
    bytes: sum([...sizesBelow(statePath(store, 'past'))].map(({ bytes }) => bytes)),
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

function countPart(part: Part): Counted {
  const turns = orElse(() => readPart(part), [])
  const sessions = [...new Set(turns.map(({ session }) => hashText(session, HASH)))]
  return { stamp: part.stamp, turns: turns.length, sessions }
}

function readCounts(store: Store): Record<string, Counted> {
  const read = () => JSON.parse(readText(countsPath(store)) ?? '{}') as Partial<CountsFile> | null
  const file = orElse(read, null)
  if (file?.version !== VERSION || typeof file.parts !== 'object') return {}
  return Object.fromEntries(Object.entries(file.parts).filter(([, one]) => isCounted(one)))
}

interface CountsFile {
  version: number
  parts: Record<string, Counted>
}

function isCounted(value: unknown): value is Counted {
  const { stamp, turns, sessions } = (value ?? {}) as Partial<Counted>
  return typeof stamp === 'string' && typeof turns === 'number' && Array.isArray(sessions)
}

function toText(parts: Record<string, Counted>): string {
  return `${JSON.stringify({ version: VERSION, parts } satisfies CountsFile)}\n`
}

function countsPath(store: Store): string {
  return pathIn(pastIndexFolder(store), 'counts.json')
}
