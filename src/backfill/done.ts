import { appendLine, readLines } from '../../store/files/log.js'
import { statePath, type Store } from '../../store/store.js'

/** Turns of a session that were learned from; the last line of a session counts. */
export interface DoneLine {
  host: string
  /** The session, as `concealName` makes it. */
  id: string
  /** Length of its transcript (bytes) when all of it was learned from; missing until then. */
  length?: number
  /** The number of the last turn that was learned from; 0 before the first. */
  turns: number
  /** Turns that it had when it was looked at. */
  all: number
  /** The numbers of those that hooks had seen, or that nobody asked. */
  without: readonly number[]
}

/** The name of a session among those of all hosts. */
export function nameSession({ host, id }: Pick<DoneLine, 'host' | 'id'>): string {
  return `${host}\n${id}`
}

/** The sessions that were learned from, wholly or in part, by `nameSession`. */
export function readDone(store: Store): Map<string, DoneLine> {
  const lines = readLines<Partial<DoneLine> | null>(pathOf(store))
  return new Map(lines.filter(isDoneLine).map(line => [nameSession(line), line]))
}

/** Notes how far a session was learned from. May lose the last lines on power loss. */
export function noteDone(store: Store, line: DoneLine): void {
  appendLine(pathOf(store), line)
}

function isDoneLine(line: Partial<DoneLine> | null): line is DoneLine {
  const texts = [line?.host, line?.id]
  const numbers = [line?.turns, line?.all]
  return (
    texts.every(text => typeof text === 'string') &&
    numbers.every(number => typeof number === 'number') &&
    Array.isArray(line?.without)
  )
}

function pathOf(store: Store): string {
  return statePath(store, 'learn', 'transcripts.jsonl')
}
