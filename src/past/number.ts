import type { Store } from '../../store/store.js'
import { listParts, readPart } from './parts.js'
import { dayOfTurn, identityOf, type PastTurn } from './turns.js'

/** A session may go on after its ledger was folded: so many days back its turns are looked for. */
const DAYS_BACK = 7
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Gives turns that hooks counted, or that come from another scope, numbers which no other turn of their
 * session has here: a hook knows only of the prompts in the session's ledger. One that is kept already has the number that it was given. Throws
 * STORE_CORRUPT where a part of these days cannot be read.
 */
export function renumber(store: Store, key: string, turns: readonly PastTurn[]): PastTurn[] {
  const sessions = new Set(turns.map(({ session }) => session))
  const [first = ''] = turns.map(dayOfTurn).sort()
  const since = new Date(Date.parse(first) - DAYS_BACK * DAY_MS).toISOString()
  const parts = listParts(store, key).filter(({ day }) => day >= since.slice(0, first.length))
  const known = parts.flatMap(part => readPart(part)).filter(({ session }) => sessions.has(session))
  return turns.map(turn => {
    const own = known.filter(({ session }) => session === turn.session)
    const isTaken = own.some(other => identityOf(other) === identityOf(turn))
    const asked = own.filter(other => other.at === turn.at && other.asked === turn.asked)
    // A number alone may be that of another turn; kept again, a turn may have more of its reply.
    const one = asked.find(other => other.answered === turn.answered) ?? (isTaken && asked[0])
    if (one) return { ...turn, turn: one.turn }
    const next = Math.max(0, ...own.map(other => other.turn)) + 1
    const numbered = isTaken ? { ...turn, turn: next } : turn
    known.push(numbered)
    return numbered
  })
}
