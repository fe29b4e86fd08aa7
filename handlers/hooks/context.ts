import { appendToLedger, type LedgerLine } from '../../src/activity/sessions.js'
import type { Config } from '../../src/config.js'
import type { Store } from '../../store/store.js'
import type { HookCall } from './protocol.js'

/** Work that goes on after the answer, in a process of its own. */
export type DetachedTask =
  | { task: 'import'; scope: string }
  /** Index files of these scopes (scope keys, `*` for all) are to be made anew. */
  | { task: 'index'; scopes: string[] }
  /** These scopes have batches to distil. */
  | { task: 'reflect'; scopes: string[] }
  /** The store is to be committed once it is quiet. */
  | { task: 'commit' }

/** What a hook handler is given. */
export interface HookContext {
  call: HookCall
  config: Config
  store: Store
  home: string
  now: Date
  /** Asks for work that must not delay the answer. */
  later: (task: DetachedTask) => void
  /** Leaves a failure that need not fail the call for `svc doctor`. */
  note: (error: unknown) => void
}

/** Appends to the session's ledger; where that fails, what was recalled still counts. */
export function record({ store, call, note }: HookContext, line: LedgerLine): void {
  if (call.session === '') return
  try {
    appendToLedger(store, call.session, line)
  } catch (error) {
    note(error)
  }
}

/** A hook handler: answers the text to inject, empty for nothing. */
export type HookHandler = (context: HookContext) => Promise<string>
