import type { SessionSummary } from '../../../overview/types.js'
import { dayOf, formatClock, hasWords } from '../../format.js'
import { titleOfHost } from '../../hosts.js'
import { nameOf } from '../../scopes.js'

/** The sessions that began on one day. */
export interface Day {
  /** `YYYY-MM-DD`, where the person is. */
  day: string
  sessions: readonly SessionSummary[]
}

/** Sessions by the day on which they began, both newest first. */
export function toDays(sessions: readonly SessionSummary[]): Day[] {
  const sorted = [...sessions].sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
  const days = Map.groupBy(sorted, ({ startedAt }) => dayOf(startedAt))
  return [...days].map(([day, ones]) => ({ day, sessions: ones }))
}

/** True where a session's first prompt, project or host has each of the words. */
export function matches(session: SessionSummary, words: readonly string[]): boolean {
  const { opening, scope, host } = session
  const text = [opening, scope ? nameOf(scope) : '', host ? titleOfHost(host) : '']
  return hasWords(text.join('\n'), words)
}

/** The time of a session: `09:02–09:22`, or one time where begin and end are the same. */
export function formatSpan({
  startedAt,
  endedAt,
}: Pick<SessionSummary, 'startedAt' | 'endedAt'>): string {
  const [from, to] = [formatClock(startedAt), formatClock(endedAt)]
  if (dayOf(startedAt) !== dayOf(endedAt)) return `from ${from}, over midnight`
  return from === to ? from : `${from}–${to}`
}
