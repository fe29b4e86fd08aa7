import { all, pattern } from '../languages/combined.js'
import { claimsOf, isNumber } from './claims.js'
import type { Features } from './markdown.js'
import { areOthers, uncovered } from './subjects.js'
import type { Claim, Flag } from './types.js'

/** More values than this for one question are a list of things, not a contradiction. */
const MOST_VALUES = 3
/** Of more items than this nobody could say which are meant. */
const MOST_ITEMS = 12

/**
 * Items that answer one question differently: a rule and its opposite, two choices for one
 * purpose, two numbers for one quantity. Statements that differ in more than the answer, and
 * questions with many answers, are none.
 */
export function findContradictions(items: readonly Features[]): Flag[] {
  const questions = new Map<string, Map<string, Set<Features>>>()
  for (const item of items) {
    for (const { frame, value } of answersOf(item)) {
      const values = questions.get(frame) ?? new Map<string, Set<Features>>()
      questions.set(frame, values)
      values.set(value, (values.get(value) ?? new Set()).add(item))
    }
  }
  const groups = new Map<string, Flag>()
  for (const values of questions.values()) {
    for (const ids of opposed(values)) groups.set(ids.join(), { ids, reason: 'contradiction' })
  }
  return [...groups.values()].sort((a, b) => (a.ids.join() < b.ids.join() ? -1 : 1))
}

/** True where the two items answer one question differently. */
export function contradict(a: Features, b: Features): boolean {
  const answers = new Map(answersOf(a).map(({ frame, value }) => [frame, value]))
  return answersOf(b).some(({ frame, value }) => {
    const other = answers.get(frame)
    return other !== undefined && other !== value
  })
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
  return a.titleKey === b.titleKey || !(areOthers(a, b) || areNames(a, b))
}

/** Two single words that the other item never mentions: `Go` and `YAML`. */
function areNames(a: Features, b: Features): boolean {
  if (a.titleWords.length > 1 && b.titleWords.length > 1) return false
  return uncovered(a, b).length > 0 && uncovered(b, a).length > 0
}

function idOf({ item }: Features): string {
  return item.document.id
}

/**
 * The questions that an item answers. Its title is asked last, and only where it is a rule: the
 * mere name `Default exports` says nothing for them, and `Pushing on Fridays` may be about never
 * doing it.
 */
function answersOf({ title, statements }: Features): Claim[] {
  const stated = statements.flatMap(claimsOf)
  const frames = new Set(stated.map(({ frame }) => frame))
  const named = isRule(title.raw) ? claimsOf(title) : []
  const numbers = title.sequence.filter(isNumber)
  return [...stated, ...named.filter(({ frame }) => !frames.has(frame))].filter(
    ({ frame, value }) => !frame.includes('|#|') || numbers.every(number => value.includes(number)),
  )
}

const RULE = pattern('i')`\b${all.comparing.rules}`

function isRule(title: string): boolean {
  return RULE.test(title)
}
