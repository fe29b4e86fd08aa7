import { diff3Merge, diffComm } from 'node-diff3'
import type { Picked, Sides } from './sides.js'

type Lines = string[]

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
  let isContested = false
  const lines: Lines = []
  for (const region of diff3Merge(ours, base, theirs, { excludeFalseConflicts: true })) {
    if (region.ok) append(lines, region.ok)
    if (!region.conflict) continue
    const { a, o, b } = region.conflict
    const settled = settle(a, o, b, sides.base === undefined)
    append(lines, settled.value)
    isContested ||= settled.isContested
  }
  return { value: lines.join('\n'), isContested }
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
    // What the smaller block had taken out stays in: somebody has to look at that.
    const isKept = base.some(line => larger.includes(line) && !smaller.includes(line))
    return { value: larger, isContested: isKept || isErased(smaller, base) }
  }
  const blocks = [a, b].sort((x, y) => (x.join('\n') < y.join('\n') ? -1 : 1))
  return { value: blocks.flat(), isContested: isBlind || base.length > 0 }
}

/** What is left where both sides only took lines out; undefined where one of them did more. */
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

/** One by one: as arguments, a hundred thousand lines would be too many for the stack. */
function append(lines: Lines, more: Lines): void {
  for (const line of more) lines.push(line)
}
