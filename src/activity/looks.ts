import { orElse, succeeds } from '../../store/errors.js'
import { readText, writeAtomic } from '../../store/files/atomic.js'
import { statePath, type Store } from '../../store/store.js'

/** `state/looks.json`: when somebody looked for what is too old, in milliseconds by this clock. */
interface Looks {
  last?: number
  /** The look before, a day or more earlier. */
  before?: number
}

const APART_MS = 24 * 60 * 60 * 1000
const NEVER = new Date(0)

/**
 * Looks for what is too old, and answers the time as of which it must have been: that of a look a day
 * or more ago, so that a clock that jumps ahead once takes nothing of a person's away. Before there
 * were two such looks, and where the clock went back since, that is the first moment of 1970.
 */
export function lookForOld(store: Store, now: Date): Date {
  const looks = readLooks(store)
  const next = planLooks(looks, now.getTime())
  // A full disk keeps no note: the next one looks.
  if (next !== looks) succeeds(() => writeAtomic(looksPath(store), JSON.stringify(next) + '\n'))
  return toTime(next)
}

/** The same time as a look would answer, without looking: nothing is noted. */
export function timeOfOld(store: Store, now: Date): Date {
  return toTime(planLooks(readLooks(store), now.getTime()))
}

function planLooks(looks: Looks, now: number): Looks {
  const { last } = looks
  if (last === undefined || last > now) return { last: now }
  return now - last < APART_MS ? looks : { last: now, before: last }
}

function toTime({ before }: Looks): Date {
  return before === undefined ? NEVER : new Date(before)
}

function readLooks(store: Store): Looks {
  const read = () => JSON.parse(readText(looksPath(store)) ?? '{}') as Looks | null
  const looks = orElse(read, null) ?? {}
  const isSound = [looks.last, looks.before ?? 0].every(time => Number.isFinite(time))
  return isSound ? looks : {}
}

function looksPath(store: Store): string {
  return statePath(store, 'looks.json')
}
