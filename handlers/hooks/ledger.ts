import type { CallGift, HookCallLine } from '../../src/activity/hook-calls.js'
import {
  appendToLedger,
  readLedgerOf,
  type LedgerLine,
  type SessionPlace,
} from '../../src/activity/sessions.js'
import { appendToLog } from '../../store/files/log.js'
import { hookCallLog } from '../../store/store.js'
import { toTimestamp, type Scope } from '../../store/types.js'
import type { HookContext } from './context.js'

/** Appends to the session's ledger; where that fails, what was recalled still counts. */
export function record(context: HookContext, line: LedgerLine): void {
  const { store, call, note } = context
  if (call.session === '') return
  try {
    appendToLedger(store, call.session, line, placeOf(context))
  } catch (error) {
    note(error)
  }
}

const NOTHING: CallGift = { full: 0, titles: 0, chars: 0 }

/**
 * Notes a call whose answer is out: how many milliseconds that took, and what it gave. A call that
 * nobody's session made, or that had nothing to do, is not noted.
 */
export function recordCall(context: HookContext, ms: number): void {
  const { call, store, now, note, gave } = context
  const { event, host, session, agent } = call
  const isEnd = (event === 'Stop' || event === 'SessionEnd') && agent === undefined
  if (session === '' || (gave === undefined && !isEnd)) return
  const line: HookCallLine = {
    at: toTimestamp(now),
    event,
    ...(host !== undefined && { host }),
    ms: Math.round(ms * 10) / 10,
    scope: scopeOf(context),
    ...(gave ?? NOTHING),
  }
  try {
    appendToLog(hookCallLog(store), line)
  } catch (error) {
    note(error)
  }
}

function scopeOf({ project, global }: HookContext): Scope {
  return project ?? global.scope
}

function placeOf(context: HookContext): SessionPlace {
  const { host, agent } = context.call
  return {
    scope: scopeOf(context),
    ...(host !== undefined && { host }),
    ...(agent !== undefined && { isAgent: true }),
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
  record(context, { type: 'asked', at: toTimestamp(now), id, by })
  const asked = readLedgerOf(store, session, ['asked'])
  return (asked.find(line => line.id === id)?.by ?? by) === by
}
