import { hashTerm, contentLength, tagsLength, titleLength } from './format.js'
import {
  compareRecallOrder,
  NO_SESSION,
  type FieldLengths,
  type IndexEntry,
  type SearchIndex,
  type SessionPlace,
} from './types.js'

/** Changes over a base index: ids taken out of it, and items added or put in their place. */
interface Overlay {
  hidden: ReadonlySet<string>
  added: SearchIndex
}

/** A base index as if the hidden items were gone and the added ones in it. */
export function overlayIndex(base: SearchIndex, overlay: Overlay): SearchIndex {
  return new OverlayIndex(base, overlay.added, findNumbers(base, overlay.hidden), overlay.hidden)
}

function findNumbers(base: SearchIndex, ids: ReadonlySet<string>): Set<number> {
  const numbers = new Set<number>()
  if (ids.size === 0) return numbers
  // All passages of an item: they share the high half (hashItem).
  const hashes = new Set(Array.from(ids, id => hashTerm(id) >>> 16))
  for (let document = 0; document < base.bound; document++) {
    const isAlike = hashes.has(base.idHash(document) >>> 16)
    if (isAlike && ids.has(base.entry(document).id)) numbers.add(document)
  }
  return numbers
}

/** The lengths of all fields of an index without those of some documents. */
export function totalsWithout(base: SearchIndex, hidden: ReadonlySet<number>): FieldLengths {
  const totals = { ...base.totals }
  for (const document of hidden) {
    const lengths = base.lengths(document)
    totals.title -= titleLength(lengths)
    totals.content -= contentLength(lengths)
    totals.tags -= tagsLength(lengths)
  }
  return totals
}

class OverlayIndex implements SearchIndex {
  readonly size: number
  readonly bound: number
  readonly totals: FieldLengths

  constructor(
    readonly base: SearchIndex,
    readonly added: SearchIndex,
    readonly hidden: ReadonlySet<number>,
    readonly hiddenIds: ReadonlySet<string>,
  ) {
    this.size = base.size - hidden.size + added.size
    this.bound = base.bound + added.bound
    const left = totalsWithout(base, hidden)
    this.totals = {
      title: left.title + added.totals.title,
      content: left.content + added.totals.content,
      tags: left.tags + added.totals.tags,
    }
  }

  frequency(term: string): number {
    if (this.hidden.size === 0) return this.base.frequency(term) + this.added.frequency(term)
    return this.postings(term).length
  }

  termsFrom(beginning: string): string[] {
    return [...new Set([...this.base.termsFrom(beginning), ...this.added.termsFrom(beginning)])]
  }

  postings(term: string): ArrayLike<number> {
    const shift = this.base.bound * 256
    const kept = Array.from(this.base.postings(term)).filter(
      posting => !this.hidden.has(Math.floor(posting / 256)),
    )
    return kept.concat(Array.from(this.added.postings(term), posting => posting + shift))
  }

  lengths(document: number): number {
    return this.#at(document).lengths(this.#own(document))
  }

  idHash(document: number): number {
    return this.#at(document).idHash(this.#own(document))
  }

  textHash(document: number): number {
    return this.#at(document).textHash(this.#own(document))
  }

  /** Sessions do not reach from the base into what was added. */
  place(document: number): SessionPlace {
    const { group, neighbours } = this.#at(document).place(this.#own(document))
    if (group === 0) return NO_SESSION
    const isAdded = this.#at(document) === this.added
    const shift = document - this.#own(document)
    return {
      group: group * 2 + Number(isAdded),
      neighbours: neighbours.map(neighbour =>
        neighbour < 0 || (!isAdded && this.hidden.has(neighbour)) ? -1 : neighbour + shift,
      ),
    }
  }

  words(document: number): Int32Array {
    return this.#at(document).words(this.#own(document))
  }

  entry(document: number): IndexEntry {
    return this.#at(document).entry(this.#own(document))
  }

  passages(): ReadonlyMap<number, string> {
    const ofBase = [...this.base.passages()].filter(([document]) => !this.hidden.has(document))
    const shift = this.base.bound
    const added = Array.from(
      this.added.passages(),
      ([document, id]) => [document + shift, id] as const,
    )
    return new Map([...ofBase, ...added])
  }

  entries(from: number, count: number): IndexEntry[] {
    const needed = from + count
    const base = this.base
      .entries(0, needed + this.hidden.size)
      .filter(entry => !this.hiddenIds.has(entry.id))
    return [...base, ...this.added.entries(0, needed)].sort(compareRecallOrder).slice(from, needed)
  }

  #at(document: number): SearchIndex {
    return document < this.base.bound ? this.base : this.added
  }

  #own(document: number): number {
    return document < this.base.bound ? document : document - this.base.bound
  }
}
