import { dayOf } from '../text.js'
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

/** No agent wrote anything before: a turn of an earlier day was said under a wrong clock. */
const FIRST_DAY = '2020-01-01'

/** True for a day on which a turn may have been said, for all that the clock knows now. */
export function isLikely(day: string, now: Date): boolean {
  return day >= FIRST_DAY && day <= dayOf(new Date(now.getTime() + DAY_MS))
}

/**
 * Plans which parts of all scopes go: those that were beyond their days at the time `old`, and the oldest
 * beyond the bytes. Of the newest day none goes, unless none is to be kept at all. A part whose day a wrong
 * clock told is as old as its file. Pure.
 */
export function planDropped<One extends Pick<Part, 'day' | 'bytes' | 'mtimeMs'>>(
  parts: readonly One[],
  bounds: PastBounds,
  { old, now }: { old: Date; now: Date },
): One[] {
  if (bounds.pastMegabytes === 0) return [...parts]
  const dated = parts.map(part => {
    const { day, mtimeMs } = part
    return { part, day: isLikely(day, now) ? day : dayOf(new Date(mtimeMs)) }
  })
  const newest = dated.sort((a, b) => (a.day < b.day ? 1 : -1))
  const first = firstDay(bounds, old)
  const most = bounds.pastMegabytes * MEGABYTE
  let bytes = 0
  const gone = newest.filter(({ day, part }) => {
    bytes += part.bytes
    return day !== newest[0]?.day && (day < first || bytes > most)
  })
  return gone.map(({ part }) => part)
}
