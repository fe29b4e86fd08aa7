import type { Features } from './features.js'
import { findRetired, type Retired } from './supersede.js'

/** Items that share a trait are compared with this many of the next ones, in their order. */
const WINDOW = 64
/** Items that have a word in common with a retired thing or a short statement. */
const MOST_BY_WORD = 400

/** Which items are worth comparing, by their places in the list. */
export interface Candidates {
  /** Undirected: for each place the later places, ascending. */
  pairs: ReadonlyMap<number, ReadonlySet<number>>
  /** For each item that declares something over: the items that may be about it. */
  retirements: readonly { at: number; retired: readonly Retired[]; older: readonly number[] }[]
}

/**
 * Finds the pairs that can be related without comparing all: they share a title, a statement, or
 * the rarest word of a short statement. Time grows with the text, not with the square of the items.
 */
export function findCandidates(items: readonly Features[]): Candidates {
  const pairs = new Map<number, Set<number>>()
  const byWord = groupPlaces(items, ({ words }) => words)
  const traits = groupPlaces(items, traitsOf)
  for (const places of traits.values()) addNeighbours(pairs, places)
  items.forEach((item, at) => {
    for (const other of sharingRarest(item, byWord)) if (other !== at) addPair(pairs, at, other)
  })
  return { pairs, retirements: findRetirements(items, byWord) }
}

function* traitsOf({ titleKey, title, statements }: Features): Generator<string> {
  yield `t${titleKey}`
  yield title.key
  const seen = new Set<string>()
  for (const { key } of statements) {
    if (!seen.has(key)) yield key
    seen.add(key)
  }
}

function groupPlaces(
  items: readonly Features[],
  traitsOf: (item: Features) => Iterable<string>,
): Map<string, number[]> {
  const places = new Map<string, number[]>()
  items.forEach((item, at) => {
    for (const trait of traitsOf(item)) {
      const known = places.get(trait)
      if (known === undefined) places.set(trait, [at])
      else if (known.at(-1) !== at) known.push(at)
    }
  })
  return places
}

function addNeighbours(pairs: Map<number, Set<number>>, places: readonly number[]): void {
  places.forEach((at, index) => {
    for (const other of places.slice(index + 1, index + 1 + WINDOW)) addPair(pairs, at, other)
  })
}

function addPair(pairs: Map<number, Set<number>>, a: number, b: number): void {
  const [first, second] = a < b ? [a, b] : [b, a]
  const known = pairs.get(first)
  if (known) known.add(second)
  else pairs.set(first, new Set([second]))
}

/** A statement that another item makes with a word more has all its words in that item. */
function sharingRarest(item: Features, byWord: ReadonlyMap<string, number[]>): readonly number[] {
  const [only, ...more] = item.statements
  if (only === undefined || more.length > 0 || only.isLiteral || only.sequence.length < 3) return []
  return rarest(only.sequence, byWord).slice(0, WINDOW)
}

function rarest(words: readonly string[], byWord: ReadonlyMap<string, number[]>): number[] {
  const lists = words.map(word => byWord.get(word) ?? [])
  return lists.reduce((least, list) => (list.length < least.length ? list : least))
}

function findRetirements(items: readonly Features[], byWord: ReadonlyMap<string, number[]>) {
  return items.flatMap((item, at) => {
    const retired = findRetired(item)
    const older = retired.flatMap(({ words }) => rarest(words, byWord).slice(0, MOST_BY_WORD))
    const others = [...new Set(older)].filter(other => other !== at).sort((a, b) => a - b)
    return others.length === 0 ? [] : [{ at, retired, older: others }]
  })
}
