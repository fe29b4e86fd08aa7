import type { Part } from './parts.js'

/** Bounds of what is kept of past sessions: the settings of these names. */
export interface PastBounds {
  /** Megabytes on the disk of all scopes together; 0 keeps none. */
  pastMegabytes: number
  /** Days after which a turn goes. */
  pastDays: number
  /** Folder names or paths of projects of which none is kept, between commas; `*` for all. */
  pastLeaveOut: string
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The first day (UTC) of which turns are kept. */
export function firstDay({ pastDays }: PastBounds, now: Date): string {
  return new Date(Math.max(0, now.getTime() - pastDays * DAY_MS)).toISOString().slice(0, 10)
}

const MEGABYTE = 1024 * 1024

/**
 * Plans which parts of all scopes go: those that were beyond their days at the time `old`, and the oldest
 * beyond the bytes. Of the newest day none goes, unless none is to be kept at all. Pure.
 */
export function planDropped<One extends Pick<Part, 'day' | 'bytes'>>(
  parts: readonly One[],
  bounds: PastBounds,
  old: Date,
): One[] {
  if (bounds.pastMegabytes === 0) return [...parts]
  const newest = [...parts].sort((a, b) => (a.day < b.day ? 1 : -1))
  const first = firstDay(bounds, old)
  const most = bounds.pastMegabytes * MEGABYTE
  let bytes = 0
  return newest.filter(({ day, bytes: own }) => {
    bytes += own
    return day !== newest[0]?.day && (day < first || bytes > most)
  })
}
