import type { CallGift, HookCallLine } from '../../src/activity/hook-calls.js'
import { appendToLedger, readLedgerOf, type SessionPlace } from '../../src/activity/sessions.js'
import { appendToLog } from '../../store/files/log.js'
import { hookCallLog } from '../../store/store.js'
import { toTimestamp } from '../../store/types.js'
import type { HookContext, HookHandler } from './context.js'

/**
 * Makes a hook handler of one that leaves notes: they are saved in one append before the answer goes
 * out, where the handler fails, and where the host goes on without it.
 */
export function savingNotes(handle: HookHandler): HookHandler {
  return async context => {
    const save = () => saveNotes(context)
    context.signal?.addEventListener('abort', save)
    try {
      return await handle(context)
    } finally {
      save()
    }
  }
}

/** Appends a call's notes to its session's ledger; where that fails, what was recalled still counts. */
export function saveNotes(context: HookContext): void {
  const { store, call, note } = context
  const lines = context.notes.splice(0)
  if (call.session === '' || lines.length === 0) return
  try {
    appendToLedger(store, call.session, lines, placeOf(context))
  } catch (error) {
    note(error)
  }
}

/**
 * True where nobody else has set about to answer this prompt: of two who are asked at once the one
 * whose line comes first answers, the other says nothing. A prompt that has no id is answered.
 */
export function isFirst(context: HookContext): boolean {
  const { call, store, now, notes, isShared = false } = context
  const { turn: id, session } = call
  if (!isShared || id === undefined || session === '') return true
  const by = Math.random().toString(36).slice(2)
  notes.push({ type: 'asked', at: toTimestamp(now), id, by })
  // The other one looks for it now.
  saveNotes(context)
  const asked = readLedgerOf(store, session, ['asked'])
  return (asked.find(line => line.id === id)?.by ?? by) === by
}

const NOTHING: CallGift = { full: 0, chars: 0 }

/**
 * Notes a call whose answer is out: how many milliseconds that took, and what it gave. A call that
 * nobody's session made, or that had nothing to do, is not noted.
 */
export function recordCall(context: HookContext, ms: number): void {
  const { call, store, now, note, gave } = context
  const { event, host, session, agent, tools } = call
  const isEnd = (event === 'Stop' || event === 'SessionEnd') && agent === undefined
  if (session === '' || (gave === undefined && !isEnd)) return
  const line: HookCallLine = {
    at: toTimestamp(now),
    event,
    ...(host !== undefined && { host }),
    ms: Math.round(ms * 10) / 10,
    scope: placeOf(context).scope,
    ...(tools !== undefined && { tools }),
    ...(gave ?? NOTHING),
  }
  try {
    appendToLog(hookCallLog(store), line)
  } catch (error) {
    note(error)
  }
}

function placeOf({ call, project, global }: HookContext): SessionPlace {
  const { host, agent } = call
  return {
    scope: project ?? global.scope,
    ...(host !== undefined && { host }),
    ...(agent !== undefined && { isAgent: true }),
  }
}
