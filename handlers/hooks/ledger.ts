import { appendToLedger, type LedgerLine } from '../../src/activity/sessions.js'
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
