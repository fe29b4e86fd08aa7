import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { appendLine, readLines } from '../../store/files/log.js'
import { listNames } from '../../store/files/read.js'
import { hashText } from '../../store/names.js'
import { statePath, type Store } from '../../store/store.js'

/** One line of a session's ledger. It is only ever appended to. */
export type LedgerLine =
  /** A prompt, redacted and clipped: half of the turn that a Stop will queue. */
  | { type: 'prompt'; at: string; text: string; id?: string }
  /** Memories that were put into the model's context, of an agent file its passages as `id#heading`. */
  | { type: 'given'; at: string; event: 'start' | 'prompt'; ids: string[] }
  /** A turn that was queued. */
  | { type: 'turn'; at: string; id: string }
  /** The host said that the session is over. */
  | { type: 'end'; at: string }
  /** The context was cleared or compacted: what was given before is gone from it. */
  | { type: 'reset'; at: string }

/** A session that is idle for this long is over; its ledger may be folded (milliseconds). */
export const SESSION_IDLE_MS = 24 * 60 * 60 * 1000

/** Appends to a session's ledger; may lose the last lines on power loss. */
export function appendToLedger(store: Store, session: string, line: LedgerLine): void {
  appendLine(ledgerPath(store, session), line)
}

/** A session's ledger in its order; [] for a session that has none. */
export function readLedger(store: Store, session: string): LedgerLine[] {
  return readLedgerFile(ledgerPath(store, session))
}

/** The lines of a ledger on disk; what is no object is passed over. */
export function readLedgerFile(path: string): LedgerLine[] {
  const lines = readLines<LedgerLine | null>(path)
  return lines.filter(line => typeof line === 'object' && line !== null)
}

/** The ids and passages that prompts of this session were given since its context was last cleared. */
export function idsGivenToPrompts(lines: readonly LedgerLine[]): Set<string> {
  const given = new Set<string>()
  for (const line of lines) {
    if (line.type === 'reset') given.clear()
    if (line.type === 'given' && line.event === 'prompt') for (const id of line.ids) given.add(id)
  }
  return given
}

/** The prompts of a session in their order. */
export function promptsOf(lines: readonly LedgerLine[]): Extract<LedgerLine, { type: 'prompt' }>[] {
  return lines.filter(line => line.type === 'prompt')
}

/** A session's ledger on disk. */
export interface LedgerFile {
  name: string
  path: string
  stamp: string
  /** Milliseconds since the last line. */
  idle: number
}

/** The ledgers on disk; [] where there were no sessions. */
export function listLedgers(store: Store, now = Date.now()): LedgerFile[] {
  const directory = statePath(store, 'sessions')
  const ledgers: LedgerFile[] = []
  for (const name of listNames(directory).filter(one => one.endsWith('.jsonl'))) {
    const path = join(directory, name)
    const stats = statSync(path, { throwIfNoEntry: false })
    if (!stats) continue
    ledgers.push({ name, path, stamp: `${stats.mtimeMs}-${stats.size}`, idle: now - stats.mtimeMs })
  }
  return ledgers
}

/** Removes a ledger that was folded. */
export function removeLedger(ledger: LedgerFile): void {
  rmSync(ledger.path, { force: true })
}

function ledgerPath(store: Store, session: string): string {
  return statePath(store, 'sessions', `${hashText(session, 20)}.jsonl`)
}
