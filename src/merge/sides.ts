/** One value in three places; `base` is undefined where nothing common is known. */
export interface Sides<T> {
  base: T | undefined
  ours: T
  theirs: T
}

/** The chosen value; contested if both sides changed it, each in another way. */
export interface Picked<T> {
  value: T
  isContested: boolean
}

/** Asks each side the same question. */
export function mapSides<T, R>({ base, ours, theirs }: Sides<T>, ask: (side: T) => R): Sides<R> {
  return { base: base === undefined ? undefined : ask(base), ours: ask(ours), theirs: ask(theirs) }
}

/**
 * The value that one side changed, or that both changed alike; else what `prefer` answers, which
 * must not depend on the order of its arguments. Values are compared as JSON.
 */
export function pick<T>({ base, ours, theirs }: Sides<T>, prefer: (a: T, b: T) => T): Picked<T> {
  if (isSame(ours, theirs) || isSame(theirs, base)) return { value: ours, isContested: false }
  if (isSame(ours, base)) return { value: theirs, isContested: false }
  return { value: prefer(ours, theirs), isContested: true }
}

/** A value that is there before one that is not; of two, the one whose JSON sorts first. */
export function preferSmaller<T>(a: T, b: T): T {
  if (a === undefined || b === undefined) return a ?? b
  return JSON.stringify(a) <= JSON.stringify(b) ? a : b
}

/** The later of two timestamps in ISO 8601; one that is there before one that is not. */
export function preferLater<T>(a: T, b: T): T {
  if (typeof a !== 'string' || typeof b !== 'string') return preferSmaller(a, b)
  return a >= b ? a : b
}

/** True for values with the same JSON. */
export function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

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

/**
 * Merges records key by key, in the order of `arrange`: each key with what `mergeKey` answers to its
 * values; one without an answer is out.
 */
export function mergeKeys(
  sides: Sides<Record<string, unknown>>,
  mergeKey: (values: Sides<unknown>, key: string) => unknown,
): Record<string, unknown> {
  const names = mapSides(sides, side => Object.keys(side))
  const all = new Set([...(names.base ?? []), ...names.ours, ...names.theirs])
  const merged = new Map<string, unknown>()
  for (const key of all) {
    const value = mergeKey(
      mapSides(sides, side => side[key]),
      key,
    )
    if (value !== undefined) merged.set(key, value)
  }
  const order = arrange(names, new Set(merged.keys()))
  return Object.fromEntries(order.map(key => [key, merged.get(key)]))
}

/** Merges as `mergeLists` does, sorted if both sides changed something. */
export function mergeSorted(sides: Sides<List>): string[] {
  const merged = mergeLists(sides)
  return isOneSided(sides) ? merged : merged.sort()
}

/** True where at most one side changed the list, or both changed it alike. */
export function isOneSided({ base = [], ours, theirs }: Sides<List>): boolean {
  return isSame(ours, theirs) || isSame(ours, base) || isSame(theirs, base)
}
