import { findCandidates } from './candidates.js'
import { combine, replace } from './combine.js'
import type { Features } from './features.js'
import { areEqual, areRelated } from './related.js'
import { supersedes } from './supersede.js'

/** Items that became one in a round: what the survivor is now, and whom it took in. */
export interface Group {
  survivor: Features
  absorbed: Features[]
}

const PAUSE_EVERY = 200

/**
 * One round of merging over items in the order of survival. Around each survivor those gather that
 * are related to itself, not to one another: no chain leads from one subject to the next. What a
 * round makes may be related again; the caller repeats until nothing merges. Yields now and then,
 * so that a long round can be done in slices.
 */
export function* mergeRound(items: readonly Features[]): Generator<void, Group[]> {
  const { pairs, retirements } = findCandidates(items)
  yield
  const round = new Round(items)
  for (const { at, retired, older } of retirements) {
    round.retire(at, older, (newer, old) => supersedes(newer, retired, old))
  }
  const neighbours = invert(pairs)
  for (let at = 0; at < items.length; at++) {
    round.settle(at, neighbours.get(at) ?? [])
    if (at % PAUSE_EVERY === 0) yield
  }
  return round.groups()
}

/** For each place the earlier places it may be related to, ascending. */
function invert(pairs: ReadonlyMap<number, ReadonlySet<number>>): Map<number, number[]> {
  const earlier = new Map<number, number[]>()
  for (const [first, others] of pairs) {
    for (const other of others) {
      const known = earlier.get(other)
      if (known) known.push(first)
      else earlier.set(other, [first])
    }
  }
  for (const places of earlier.values()) places.sort((a, b) => a - b)
  return earlier
}

class Round {
  private readonly byPlace = new Map<number, Group>()
  /** Places that a statement of replacement has dealt with in this round. */
  private readonly retiring = new Set<number>()
  private readonly gone = new Set<number>()

  constructor(private readonly items: readonly Features[]) {}

  /** The newer item takes in the older ones that it says are over; its text stays as it is. */
  retire(
    at: number,
    older: readonly number[],
    isOver: (newer: Features, older: Features) => boolean,
  ): void {
    if (this.gone.has(at)) return
    const newer = this.items[at]!
    for (const place of older) {
      if (this.gone.has(place) || this.retiring.has(place)) continue
      const old = this.items[place]!
      if (!isOver(newer, old)) continue
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

/** What is pinned goes only where an equal one is pinned too. */
function mayGo(item: Features, into: Features): boolean {
  if (!item.item.document.pinned) return true
  return into.item.document.pinned && areEqual(into, item)
}
