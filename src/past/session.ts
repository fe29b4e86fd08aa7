import { orElse, SvcError } from '../../store/errors.js'
import type { Store } from '../../store/store.js'
import { isForgotten } from './forget.js'
import { listParts, listPastKeys, readPart, readSessionIn } from './parts.js'
import { identityOf, type PastTurn } from './turns.js'

/** Characters of an id that a list shows of a session: as few of them name it. */
export const SHOWN_SESSION_CHARS = 8
/** Ids that an error tells of those that begin alike. */
const TOLD = 4

/**
 * The turns that are kept of a session, in their order, whatever project it was in; [] where none is. Parts
 * that cannot be read are left out. Looks through all parts: for a person who opens one session.
 */
export function readPastSession(store: Store, session: string): PastTurn[] {
  const found = new Map<string, PastTurn>()
  for (const key of listPastKeys(store))
    for (const part of listParts(store, key))
      for (const turn of orElse(() => readSessionIn(part, session), []))
        found.set(`${key}\n${identityOf(turn)}\n${turn.at}`, turn)
  return [...found.values()].sort((a, b) => a.turn - b.turn || (a.at < b.at ? -1 : 1))
}

/**
 * The whole id of the kept session that `given` names, its id or the beginning of it as a list shows it;
 * `given` itself where none is kept, or it was forgotten. Parts that cannot be read are left out. Throws
 * INVALID_REQUEST where several begin so.
 */
export function resolveSession(store: Store, given: string): string {
  if (given.length < SHOWN_SESSION_CHARS || isForgotten(store, given)) return given
  const name = JSON.stringify(given).slice(0, -1)
  const found = new Set<string>()
  for (const key of listPastKeys(store))
    for (const part of listParts(store, key))
      for (const { session } of orElse(() => readPart(part, line => line.includes(name)), []))
        if (session.startsWith(given)) found.add(session)
  const [only = given] = found
  if (found.has(given)) return given
  if (found.size <= 1) return only
  const told = [...found].slice(0, TOLD).join(', ')
  const rest = found.size > TOLD ? ', …' : ''
  throw new SvcError('INVALID_REQUEST', `${found.size} sessions begin so: ${told}${rest}`)
}
