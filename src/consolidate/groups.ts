import type { Steps } from '../../store/files/steps.js'
import { isInAgentsWords } from '../../store/types.js'
import { isBinding } from '../memories/life.js'
import { combine, replace } from './combine.js'
import type { Features } from './markdown.js'
import type { Statement } from './statement.js'
import { findRetired, areEqual, areRelated, supersedes } from './related.js'

/** Items that became one in a round: what the survivor is now, and whom it took in. */
interface Group {
  survivor: Features
  absorbed: Features[]
}

/** Items of a long plan that are looked at between two pauses. */
export const PAUSE_EVERY = 200

/**
 * One round of merging over items in the order of survival. Around each survivor those gather that
 * are related to itself, not to one another: no chain leads from one subject to the next. What a
 * round makes may be related again; the caller repeats until nothing merges. Yields now and then,
 * so that a long round can be done in slices.
 */
export function* mergeRound(items: readonly Features[]): Steps<Group[]> {
  const { earlier, retirements } = findCandidates(items)
  yield
  const round = new Round(items)
  retirements.forEach(retirement => round.retire(retirement))
  for (let at = 0; at < items.length; at++) {
    round.settle(at, inOrder(earlier.get(at) ?? []))
    if (at % PAUSE_EVERY === 0) yield
  }
  return round.groups()
}

class Round {
  private readonly byPlace = new Map<number, Group>()
  /** Places that a statement of replacement has dealt with in this round. */
  private readonly retiring = new Set<number>()
  private readonly gone = new Set<number>()

  constructor(private readonly items: readonly Features[]) {}

  /** The newer item takes in the older ones that it says are over; its text stays as it is. */
  retire({ at, retired, older }: Retirement): void {
    if (this.gone.has(at)) return
    const newer = this.items[at]!
    for (const place of older) {
      if (this.gone.has(place) || this.retiring.has(place)) continue
      const old = this.items[place]!
      if (!supersedes(newer, retired, old)) continue
      this.take(at, place, replace(this.groupAt(at).survivor, old))
      this.retiring.add(at)
    }
  }

  /** Puts an item to the first survivor that it is related to, else makes it one. */
  settle(at: number, earlier: readonly number[]): void {
    if (this.gone.has(at) || this.retiring.has(at)) return
    const item = this.items[at]!
    for (const place of earlier) {
      if (this.gone.has(place) || this.retiring.has(place)) continue
      const first = this.items[place]!
      if (!areRelated(first, item) || !mayGo(item, first)) continue
      const grown = combine(this.groupAt(place).survivor, item)
      if (grown === undefined) continue
      this.take(place, at, grown)
      return
    }
  }

  groups(): Group[] {
    return [...this.byPlace.values()].filter(({ absorbed }) => absorbed.length > 0)
  }

  private groupAt(place: number): Group {
    const group = this.byPlace.get(place) ?? { survivor: this.items[place]!, absorbed: [] }
    this.byPlace.set(place, group)
    return group
  }

  private take(place: number, absorbed: number, grown: Features): void {
    const group = this.groupAt(place)
    group.survivor = grown
    group.absorbed.push(this.items[absorbed]!)
    this.gone.add(absorbed)
  }
}

/**
 * A pinned item goes only into an equal one that is pinned too. An agent's words become no part of a rule
 * that is a person's.
 */
function mayGo(item: Features, into: Features): boolean {
  const [one, other] = [item.item.document, into.item.document]
  const isMixed = isInAgentsWords(one.source) !== isInAgentsWords(other.source)
  if (isMixed && (isBinding(one) || isBinding(other))) return false
  if (!item.item.document.pinned) return true
  return into.item.document.pinned && areEqual(into, item)
}

/** Items that share a trait are compared with this many of the next ones, in their order. */
const WINDOW = 64
/** Items that have a word in common with a retired thing or a short statement. */
const MOST_BY_WORD = 400

/** An item that declares things over, each by its words, and the items that may be about them. */
interface Retirement {
  at: number
  retired: readonly (readonly string[])[]
  older: readonly number[]
}

/** Items that are worth comparing, by their places in the list. */
interface Candidates {
  /** The earlier places that each place may be related to. */
  earlier: ReadonlyMap<number, ReadonlySet<number>>
  retirements: readonly Retirement[]
}

/**
 * Finds the pairs that can be related without comparing all: they share a title, a statement, or
 * the rarest word of a short statement. Time grows with the text, not with the square of the items.
 */
function findCandidates(items: readonly Features[]): Candidates {
  const earlier = new Map<number, Set<number>>()
  const byWord = groupPlaces(items, ({ words }) => words)
  const traits = groupPlaces(items, traitsOf)
  for (const places of traits.values()) addNeighbours(earlier, places)
  items.forEach((item, at) => {
    for (const other of sharingRarest(item, byWord)) if (other !== at) addPair(earlier, at, other)
  })
  return { earlier, retirements: findRetirements(items, byWord) }
}

function* traitsOf({ titleKey, title, statements }: Features): Generator<string> {
  yield `t${titleKey}`
  yield title.key
  if (statements.length === 1) yield* halvesOf(statements[0]!)
  const seen = new Set<string>()
  for (const { key } of statements) {
    if (!seen.has(key)) yield key
    seen.add(key)
  }
}

/** Yields both halves: statements that differ in one word share one. */
function* halvesOf({ sequence, isLiteral }: Statement): Generator<string> {
  if (isLiteral || sequence.length < 4) return
  const middle = Math.ceil(sequence.length / 2)
  yield `<${sequence.slice(0, middle).join(' ')}`
  yield `>${sequence.slice(middle).join(' ')}`
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

function addNeighbours(earlier: Map<number, Set<number>>, places: readonly number[]): void {
  places.forEach((at, index) => {
    for (const other of places.slice(index + 1, index + 1 + WINDOW)) addPair(earlier, at, other)
  })
}

function addPair(earlier: Map<number, Set<number>>, a: number, b: number): void {
  const [first, second] = a < b ? [a, b] : [b, a]
  earlier.set(second, (earlier.get(second) ?? new Set()).add(first))
}

function inOrder(places: Iterable<number>): number[] {
  return [...new Set(places)].sort((a, b) => a - b)
}

/** A statement that another item makes with a word more has all its words in that item. */
function sharingRarest(item: Features, byWord: ReadonlyMap<string, number[]>): readonly number[] {
  const [only, ...more] = item.statements
  if (only === undefined || more.length > 0 || only.isLiteral || only.sequence.length < 2) return []
  return rarest(only.sequence, byWord).slice(0, WINDOW)
}

function rarest(words: readonly string[], byWord: ReadonlyMap<string, number[]>): number[] {
  const lists = words.map(word => byWord.get(word) ?? [])
  return lists.reduce((least, list) => (list.length < least.length ? list : least))
}

function findRetirements(
  items: readonly Features[],
  byWord: ReadonlyMap<string, number[]>,
): Retirement[] {
  return items.flatMap((item, at) => {
    const retired = findRetired(item)
    const near = retired.flatMap(words => rarest(words, byWord).slice(0, MOST_BY_WORD))
    const older = inOrder(near).filter(other => other !== at)
    return older.length === 0 ? [] : [{ at, retired, older }]
  })
}
