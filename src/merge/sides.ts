/** One value in three places; `base` is undefined where nothing common is known. */
export interface Sides<T> {
  base: T | undefined
  ours: T
  theirs: T
}

/** What became of a value; contested where both sides changed it, each in another way. */
export interface Picked<T> {
  value: T
  isContested: boolean
}

/** The same question asked of each side. */
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
