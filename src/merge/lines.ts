import { diff3Merge, diffComm } from 'node-diff3'
import type { Picked, Sides } from './sides.js'

type Lines = string[]

/** Most steps of an alignment; a machine does a hundred million a second. */
const MOST_STEPS = 10_000_000

/** Lines that repeat can be aligned in several ways; so often a result is looked at again. */
const MOST_LOOKS = 4

/**
 * Merges texts by line. No line that a side added is lost: where both changed the same lines, both
 * blocks stand one after the other, and the result is contested; two insertions at one place stand
 * together uncontested. Without a base the common lines serve as one, and what differs is contested.
 */
export function mergeLines(sides: Sides<string>): Picked<string> {
  const { base, ours, theirs } = sides
  if (ours === theirs || theirs === base) return { value: ours, isContested: false }
  if (ours === base) return { value: theirs, isContested: false }
  let { value, isContested } = mergeOnce(sides)
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const before = value
    for (const side of [ours, theirs]) {
      const again = mergeOnce({ base, ours: value, theirs: side })
      value = again.value
      isContested ||= again.isContested
    }
    if (value === before) break
  }
  return { value, isContested }
}

function mergeOnce(sides: Sides<string>): Picked<string> {
  const ours = toLines(sides.ours)
  const theirs = toLines(sides.theirs)
  const base = sides.base === undefined ? commonLines(ours, theirs) : toLines(sides.base)
  const { head, inner, tail } = trim([ours, base, theirs])
  const [a = [], o = [], b = []] = inner
  const middle = mergeInner(a, o, b, sides.base === undefined)
  const value = [...head, ...middle.value, ...tail].join('\n')
  return { value, isContested: middle.isContested }
}

function mergeInner(ours: Lines, base: Lines, theirs: Lines, isBlind: boolean): Picked<Lines> {
  const regions = diff3Merge(ours, base, theirs, { excludeFalseConflicts: true })
  const settled = regions.map(({ ok, conflict }): Picked<Lines> => {
    if (!conflict) return { value: ok ?? [], isContested: false }
    return settle(conflict.a, conflict.o, conflict.b, isBlind)
  })
  return {
    value: settled.flatMap(({ value }) => value),
    isContested: settled.some(({ isContested }) => isContested),
  }
}

/** True for texts of so many lines between what is the same that merging them takes too long. */
export function areTooLong({ base, ours, theirs }: Sides<string>): boolean {
  const { inner } = trim([ours, theirs, base ?? ours].map(toLines))
  const [a = [], b = [], o = []] = inner
  const isLong = (one: Lines, other: Lines) =>
    countPairs(one, other) * Math.min(one.length, other.length) > MOST_STEPS
  return base === undefined ? isLong(a, b) : isLong(a, o) || isLong(b, o)
}

/** A line that two texts share, or that one of them has. */
interface ComparedLine {
  change: 'same' | 'removed' | 'added'
  text: string
}

/**
 * The lines of two texts in their order, what one lost before what the other has instead. Of texts
 * that would take too long to align all lines between what both begin and end with differ. Pure.
 */
export function compareLines(before: string, after: string): ComparedLine[] {
  const isLong = areTooLong({ base: undefined, ours: before, theirs: after })
  const { head, inner, tail } = trim([toLines(before), toLines(after)])
  const [a = [], b = []] = inner
  const blocks = isLong ? [{ buffer1: a, buffer2: b }] : diffComm(a, b)
  return [
    ...mark('same', head),
    ...blocks.flatMap(({ common = [], buffer1 = [], buffer2 = [] }) => [
      ...mark('same', common),
      ...mark('removed', buffer1),
      ...mark('added', buffer2),
    ]),
    ...mark('same', tail),
  ]
}

function mark(change: ComparedLine['change'], lines: Lines): ComparedLine[] {
  return lines.map(text => ({ change, text }))
}

/** Splits the lines that all texts begin and end with from those between. */
function trim(texts: readonly Lines[]): { head: Lines; inner: Lines[]; tail: Lines } {
  const [first = []] = texts
  const shortest = Math.min(...texts.map(({ length }) => length))
  const isShared = (at: number) => texts.every(lines => lines.at(at) === first.at(at))
  let head = 0
  while (head < shortest && isShared(head)) head++
  let tail = 0
  while (tail < shortest - head && isShared(-1 - tail)) tail++
  return {
    head: first.slice(0, head),
    inner: texts.map(lines => lines.slice(head, lines.length - tail)),
    tail: first.slice(first.length - tail),
  }
}

/** Counts the pairs of equal lines of two texts: the cost of their alignment. */
function countPairs(a: Lines, b: Lines): number {
  const counts = new Map<string, number>()
  for (const line of a) counts.set(line, (counts.get(line) ?? 0) + 1)
  return b.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0)
}

function toLines(text: string): Lines {
  return text === '' ? [] : text.split('\n')
}

function commonLines(ours: Lines, theirs: Lines): Lines {
  return diffComm(ours, theirs).flatMap(({ common }) => common ?? [])
}

/** Two blocks that stand for the same lines of the base. */
function settle(a: Lines, base: Lines, b: Lines, isBlind: boolean): Picked<Lines> {
  const rest = isBlind ? undefined : withoutBoth(a, base, b)
  if (rest !== undefined) return { value: rest, isContested: false }
  const [smaller, larger] = a.length <= b.length ? [a, b] : [b, a]
  if (isWithin(smaller, larger)) {
    // Lines that the smaller block had taken out stay in: somebody has to look at that.
    const isKept = base.some(line => larger.includes(line) && !smaller.includes(line))
    return { value: larger, isContested: isKept || isErased(smaller, base) }
  }
  const blocks = [a, b].sort((x, y) => (x.join('\n') < y.join('\n') ? -1 : 1))
  return { value: blocks.flat(), isContested: isBlind || base.length > 0 }
}

/** Lines that are left if both sides only took lines out; undefined if one of them did more. */
function withoutBoth(a: Lines, base: Lines, b: Lines): Lines | undefined {
  if (!isWithin(a, base) || !isWithin(b, base)) return undefined
  let [inA, inB] = [0, 0]
  return base.filter(line => {
    const isInA = line === a[inA]
    const isInB = line === b[inB]
    if (isInA) inA++
    if (isInB) inB++
    return isInA && isInB
  })
}

/** One side deleted what the other one changed. */
function isErased(block: Lines, base: Lines): boolean {
  return block.length === 0 && base.length > 0
}

/** True where all lines of `part` come in `whole`, in their order. */
function isWithin(part: Lines, whole: Lines): boolean {
  let next = 0
  for (const line of whole) if (line === part[next]) next++
  return next === part.length
}
