import { appendToLedger, readLedger, type LedgerLine } from '../../src/activity/sessions.js'
import type { HookContext } from './context.js'

/** Appends to the session's ledger; where that fails, what was recalled still counts. */
export function record({ store, call, note }: HookContext, line: LedgerLine): void {
  if (call.session === '') return
  try {
    appendToLedger(store, call.session, line)
  } catch (error) {
    note(error)
  }
}

/**
 * True where nobody else has set about to answer this prompt: of two who are asked at once the one
 * whose line comes first answers, the other says nothing. A prompt that has no id is answered.
 */
export function isFirst(context: HookContext): boolean {
  const { call, store, now, isShared = false } = context
  const { turn: id, session } = call
  if (!isShared || id === undefined || session === '') return true
  const by = Math.random().toString(36).slice(2)
  record(context, { type: 'asked', at: now.toISOString(), id, by })
  const asked = readLedger(store, session).filter(line => line.type === 'asked')
  return (asked.find(line => line.id === id)?.by ?? by) === by
}
