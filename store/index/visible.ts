import { totalsWithout } from './overlay.js'
import type { FieldLengths, IndexEntry, SearchIndex, SessionPlace } from './types.js'

/** An index as if some documents, of no session, were not in it. */
export function hideDocuments(base: SearchIndex, hidden: ReadonlySet<number>): SearchIndex {
  return hidden.size === 0 ? base : new VisibleIndex(base, hidden)
}

class VisibleIndex implements SearchIndex {
  readonly size: number
  readonly bound: number
  readonly totals: FieldLengths
  readonly #postings = new Map<string, ArrayLike<number>>()

  constructor(
    readonly base: SearchIndex,
    readonly hidden: ReadonlySet<number>,
  ) {
    this.size = base.size - hidden.size
    this.bound = base.bound
    this.totals = totalsWithout(base, hidden)
  }

  frequency(term: string): number {
    return this.base.frequency(term) === 0 ? 0 : this.postings(term).length
  }

  termsFrom(beginning: string): Iterable<string> {
    return this.base.termsFrom(beginning)
  }

  postings(term: string): ArrayLike<number> {
    const known = this.#postings.get(term)
    if (known !== undefined) return known
    const all = Array.from(this.base.postings(term))
    const kept = all.filter(posting => !this.hidden.has(posting >>> 8))
    this.#postings.set(term, kept)
    return kept
  }

  lengths(document: number): number {
    return this.base.lengths(document)
  }

  idHash(document: number): number {
    return this.base.idHash(document)
  }

  textHash(document: number): number {
    return this.base.textHash(document)
  }

  place(document: number): SessionPlace {
    return this.base.place(document)
  }

  words(document: number): Int32Array {
    return this.base.words(document)
  }

  entry(document: number): IndexEntry {
    return this.base.entry(document)
  }

  passages(): ReadonlyMap<number, string> {
    return new Map([...this.base.passages()].filter(([document]) => !this.hidden.has(document)))
  }

  entries(from: number, count: number): IndexEntry[] {
    const all = this.base.entries(0, this.base.size)
    const hidden = new Set(Array.from(this.hidden, document => this.base.entry(document).id))
    return all.filter(({ id }) => !hidden.has(id)).slice(from, from + count)
  }
}
