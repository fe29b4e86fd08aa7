import { appendLine, readLines, syncAppended } from '../../store/files/log.js'
import { hashText } from '../../store/names.js'
import { statePath, type Store } from '../../store/store.js'
import { listParts, rewritePart, type Fence } from './parts.js'

/** A session that was forgotten, by a name that tells nothing of it. */
interface ForgottenLine {
  session: string
  at: string
}

const HASH = 20

/** The names (`nameForgotten`) of the sessions that were forgotten: none of them is kept again. */
export function readForgotten(store: Store): Set<string> {
  const lines = readLines<ForgottenLine | null>(listPath(store))
  return new Set(lines.flatMap(line => line?.session ?? []))
}

/** The name under which a session is noted as forgotten. */
export function nameForgotten(session: string): string {
  return hashText(session, HASH)
}

/** True for a session that was forgotten. */
export function isForgotten(store: Store, session: string): boolean {
  return readForgotten(store).has(nameForgotten(session))
}

/** Notes that a session was forgotten, once; durable when it returns. */
export function noteForgotten(store: Store, session: string, now: Date): void {
  const line: ForgottenLine = { session: nameForgotten(session), at: now.toISOString() }
  if (!isForgotten(store, session)) appendLine(listPath(store), line)
  // Whoever noted it before may have been killed before it was durable.
  syncAppended(listPath(store))
}

function listPath(store: Store): string {
  return statePath(store, 'past', 'forgotten.jsonl')
}

/**
 * Takes a session out of the parts of a scope; answers how many turns went. The index follows them
 * (`refreshPast`). Call it under the scope's work lock. Throws STORE_CORRUPT where a part cannot be
 * read, once all others are done: who repeats it when that is mended goes on there.
 */
export function dropSession(store: Store, key: string, session: string, fence: Fence): number {
  let turns = 0
  const failures: Error[] = []
  for (const part of listParts(store, key)) {
    try {
      turns += rewritePart(part, turn => (turn.session === session ? undefined : turn), fence)
    } catch (error) {
      failures.push(error as Error)
    }
  }
  const [failure] = failures
  if (failure !== undefined) throw failure
  return turns
}
