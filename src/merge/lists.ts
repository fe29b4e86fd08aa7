import { isSame, preferSmaller, type Sides } from './sides.js'

type List = readonly string[]

/**
 * Lists as sets: what either side added is in, what either side removed is out. Where one side
 * changed nothing, the other's list as it is.
 */
export function mergeLists({ base = [], ours, theirs }: Sides<List>): string[] {
  const all = new Set([...base, ...ours, ...theirs])
  const isKept = (word: string) =>
    base.includes(word) ? ours.includes(word) && theirs.includes(word) : true
  return arrange({ base, ours, theirs }, new Set([...all].filter(isKept)))
}

/**
 * The words that are kept, in order: that of the side which alone changed its list, else the base's
 * order and then what was added, sorted.
 */
export function arrange(
  { base = [], ours, theirs }: Sides<List>,
  kept: ReadonlySet<string>,
): string[] {
  const isWhole = (list: List) => list.length === kept.size && list.every(word => kept.has(word))
  const only = isSame(theirs, base) ? ours : theirs
  if (isOneSided({ base, ours, theirs }) && isWhole(only)) return [...only]
  const known = base.filter(word => kept.has(word))
  const added = [...kept].filter(word => !base.includes(word)).sort()
  const isReordered = isSame([...known, ...added], base) && isWhole(ours) && isWhole(theirs)
  // Both only put the same words in another order.
  return isReordered ? [...preferSmaller(ours, theirs)] : [...known, ...added]
}

/** As `mergeLists`, sorted wherever both sides changed something. */
export function mergeSorted(sides: Sides<List>): string[] {
  const merged = mergeLists(sides)
  return isOneSided(sides) ? merged : merged.sort()
}

/** True where at most one side changed the list, or both changed it alike. */
export function isOneSided({ base = [], ours, theirs }: Sides<List>): boolean {
  return isSame(ours, theirs) || isSame(ours, base) || isSame(theirs, base)
}
