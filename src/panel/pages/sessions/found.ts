import type { FoundTurn, SearchAnswer } from '../../../past/types.js'
import { ask } from '../../api.js'
import { dayOf } from '../../format.js'
import { useResource, type Resource } from '../../resource.js'
import { parseKey } from '../../scopes.js'

/** Turns that are asked for at once. */
const MOST = 12

/** A search in past sessions. */
interface Sought {
  /** '' for nothing: then no turn is found. */
  text: string
  /** Key of the one scope that is searched; '' for all. */
  scopeKey: string
  /** Turns of later days are left out; '' for none. */
  day: string
}

/** The turns of past sessions that a text finds, best first. */
export function useFoundTurns({ text, scopeKey, day }: Sought): Resource<readonly FoundTurn[]> {
  const scope = parseKey(scopeKey)
  const body = {
    text,
    only: 'sessions',
    limit: MOST,
    ...(scope ? { scopes: [scope] } : { all: true }),
  }
  const read = async (signal: AbortSignal) => {
    const found = await ask<SearchAnswer>('/search', { method: 'POST', body, signal })
    return found.sessions
  }
  const found = useResource(text === '' ? undefined : read, [text, scopeKey])
  const { value, error, ...rest } = found
  if (text === '') return { ...rest, isLoading: false }
  const turns = value?.filter(({ at }) => day === '' || dayOf(at) <= day)
  return { ...rest, ...(error && { error }), ...(turns && { value: turns }) }
}

/** True where a turn is the one that a place in the panel names. */
export function isTurn(found: FoundTurn, session: string, turn: number): boolean {
  return found.session === session && found.turn === turn
}
