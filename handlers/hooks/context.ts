import type { Config } from '../../src/config.js'
import { isIndexFileClaimed } from '../../src/recall/index-file.js'
import { formatScopeKey } from '../../src/scopes.js'
import { appendToLedger, type LedgerLine } from '../../src/sessions.js'
import type { ScopeFolder } from '../../store/scope-folders.js'
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

/** Asks for index files to be made anew after the answer, unless a process is at it already. */
export function refreshLater({ store, later }: HookContext, folders: readonly ScopeFolder[]): void {
  const free = folders.filter(({ localKey }) => !isIndexFileClaimed(store, localKey))
  const scopes = new Set(free.map(({ scope }) => formatScopeKey(scope)))
  if (scopes.size > 0) later({ task: 'index', scopes: [...scopes] })
}

/** A hook handler: answers the text to inject, empty for nothing. */
export type HookHandler = (context: HookContext) => Promise<string>
