import type { Metrics } from '../../../overview/types.js'

const WEEK = 7

/**
 * The figures of each seven days up to today, named by the last of them: counts are added up, what
 * stood at the end of a day is that of the last one, times are the mean of the days' calls.
 */
export function toWeeks(metrics: Metrics): Metrics {
  const { days, memories, hooks, recall, starts, learning, spend } = metrics
  const weeks = cut(days.length)
  const last = <T>(values: readonly T[]) => weeks.map(([, to]) => values[to - 1]!)
  const add = (values: readonly number[]) => {
    return weeks.map(([from, to]) => sum(values.slice(from, to)))
  }
  const addAll = <T extends Record<string, number[]>>(lists: T) => mapValues(lists, add)
  return {
    days: last(days),
    memories: { total: last(memories.total), byKind: mapValues(memories.byKind, last) },
    hooks: mapValues(hooks, ({ calls, p50, p95 }) => ({
      calls: add(calls),
      p50: weeks.map(week => meanOf(p50, calls, week)),
      p95: weeks.map(week => meanOf(p95, calls, week)),
    })),
    recall: addAll(recall),
    starts: addAll(starts),
    learning: addAll(learning),
    spend: addAll(spend),
  }
}

/** Weeks up to the end; what is left at the beginning belongs to the first. */
function cut(length: number): [from: number, to: number][] {
  const weeks: [number, number][] = []
  let to = length
  while (to > 0) {
    const from = to < 2 * WEEK ? 0 : to - WEEK
    weeks.unshift([from, to])
    to = from
  }
  return weeks
}

/** The mean of some days' values, each as heavy as it had calls; null where there were none. */
export function meanOf(
  values: readonly (number | null)[],
  calls: readonly number[],
  [from, to]: readonly [from: number, to: number] = [0, values.length],
): number | null {
  let [sum, weight] = [0, 0]
  for (let at = from; at < to; at++) {
    const value = values[at] ?? null
    if (value === null) continue
    sum += value * (calls[at] ?? 0)
    weight += calls[at] ?? 0
  }
  return weight === 0 ? null : sum / weight
}

/** Adds up counts. */
export function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}

function mapValues<T extends object, R>(record: T, map: (value: T[keyof T]) => R) {
  const entries = Object.entries(record) as [keyof T, T[keyof T]][]
  return Object.fromEntries(entries.map(([name, value]) => [name, map(value)])) as Record<
    keyof T,
    R
  >
}
