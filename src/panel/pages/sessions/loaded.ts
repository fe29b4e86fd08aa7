import { useEffect, useRef, useState } from 'preact/hooks'
import type { SessionSummary } from '../../../overview/types.js'
import { ask, needsToken, type Refusal } from '../../api.js'
import { useChanges, useEvery } from '../../live.js'
import { toRefusal } from '../../resource.js'

const PAGE = 50
/** Prompts leave no event: who looks sees a session grow all the same. */
const LOOK_AGAIN_MS = 20_000

/** Sessions as far as they were loaded, newest first. */
export interface LoadedSessions {
  /** Undefined before the first answer. */
  sessions?: readonly SessionSummary[]
  total: number
  error?: Refusal
  isLoading: boolean
  loadMore: () => void
  /** Takes one out that is gone. */
  drop: (id: string) => void
  reload: () => void
}

/** The sessions of a scope that began by the end of a day, a page at a time. */
export function useSessions(scopeKey: string, day: string): LoadedSessions {
  const [state, setState] = useState<Omit<LoadedSessions, 'loadMore' | 'drop' | 'reload'>>({
    total: 0,
    isLoading: true,
  })
  const asking = useRef<AbortController>(undefined)
  const locked = needsToken.value
  const load = async (offset: number, join: Join) => {
    asking.current?.abort()
    const abort = (asking.current = new AbortController())
    setState(before => ({ ...before, isLoading: true }))
    try {
      const page = await askPage(scopeKey, day, offset, abort.signal)
      if (abort.signal.aborted) return
      setState(before => ({
        sessions: join(before.sessions ?? [], page.sessions),
        total: page.total,
        isLoading: false,
      }))
    } catch (cause) {
      if (abort.signal.aborted) return
      setState(before => ({ ...before, error: toRefusal(cause), isLoading: false }))
    }
  }
  useEffect(() => {
    if (locked) return undefined
    void load(0, (_, fresh) => fresh)
    return () => asking.current?.abort()
  }, [scopeKey, day, locked])
  const reload = () => {
    if (!state.isLoading) void load(0, putInFront)
  }
  const loadMore = () => {
    const loaded = state.sessions?.length ?? 0
    if (!state.isLoading && loaded < state.total) void load(loaded, putBehind)
  }
  const drop = (id: string) =>
    setState(before => {
      const sessions = before.sessions?.filter(session => session.id !== id) ?? []
      const total = before.total - ((before.sessions?.length ?? 0) - sessions.length)
      return { ...before, ...(before.sessions && { sessions }), total }
    })
  useChanges(reload)
  useEvery(LOOK_AGAIN_MS, reload)
  return { ...state, loadMore, drop, reload }
}

type Join = (
  before: readonly SessionSummary[],
  page: readonly SessionSummary[],
) => readonly SessionSummary[]

const putBehind: Join = (before, page) => [...without(before, page), ...page]
const putInFront: Join = (before, page) => [...page, ...without(before, page)]

function without(sessions: readonly SessionSummary[], others: readonly SessionSummary[]) {
  const ids = new Set(others.map(({ id }) => id))
  return sessions.filter(({ id }) => !ids.has(id))
}

function askPage(scopeKey: string, day: string, offset: number, signal: AbortSignal) {
  const query = { scopeKey, until: day && endOf(day), limit: PAGE, offset }
  return ask<{ sessions: SessionSummary[]; total: number }>('/sessions', { query, signal })
}

/** Midnight after a day, where the person is. */
function endOf(day: string): string {
  const end = new Date(`${day}T00:00:00`)
  if (Number.isNaN(end.getTime())) return ''
  end.setDate(end.getDate() + 1)
  return end.toISOString()
}
