import type { Features } from './features.js'
import { mayShareSubject } from './related.js'
import { slotsOf } from './slots.js'
import type { Flag } from './types.js'

/** More values than this for one slot are a list of things, not a contradiction. */
const MOST_VALUES = 3
const MOST_ITEMS = 12
/**
 * Items that answer one question differently: a rule and its opposite, two choices for one
 * purpose, two numbers for one quantity. Statements that differ in more than the answer, and
 * questions with many answers, are none.
 */
export function findContradictions(items: readonly Features[]): Flag[] {
  const slots = new Map<string, Map<string, Set<Features>>>()
  for (const item of items) {
    for (const { frame, value } of slotsOf(item)) {
      const values = slots.get(frame) ?? new Map<string, Set<Features>>()
      slots.set(frame, values)
      values.set(value, (values.get(value) ?? new Set()).add(item))
    }
  }
  const groups = new Map<string, Flag>()
  for (const values of slots.values()) {
    for (const ids of opposed(values)) groups.set(ids.join(), { ids, reason: 'contradiction' })
  }
  return [...groups.values()].sort((a, b) => (a.ids.join() < b.ids.join() ? -1 : 1))
}

/** Groups of ids that stand against each other. */
function opposed(values: ReadonlyMap<string, ReadonlySet<Features>>): string[][] {
  if (values.size < 2 || values.size > MOST_VALUES) return []
  const sides = [...values.values()]
  const all = new Set(sides.flatMap(side => [...side]))
  if (all.size > MOST_ITEMS) return []
  const involved = new Set<string>()
  sides.forEach((side, at) => {
    for (const other of sides.slice(at + 1)) {
      for (const a of side) {
        for (const b of other) if (isOpposed(a, b)) involved.add(idOf(a)).add(idOf(b))
      }
    }
  })
  return involved.size === 0 ? [] : [[...involved].sort()]
}

/** One item may well list two choices; one that was merged from two did not mean to. */
function isOpposed(a: Features, b: Features): boolean {
  if (a === b) return a.item.document.source.mergedFrom !== undefined
  return mayShareSubject(a, b) || a.titleKey === b.titleKey
}

function idOf({ item }: Features): string {
  return item.document.id
}
