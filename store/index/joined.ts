import { contentLength, tagsLength, titleLength } from './format.js'
import { NO_SESSION, type FieldLengths, type IndexEntry, type SessionPlace } from './types.js'
import type { EncodedIndex } from './encode.js'

/**
 * Several indexes as one, without the documents that are not wanted, as a file is made of them: no
 * text is analysed again. The sessions of one do not reach into another.
 */
export function joinIndexes(
  bases: readonly EncodedIndex[],
  isKept: (entry: IndexEntry, base: number) => boolean = () => true,
): EncodedIndex {
  return new JoinedIndex(bases, isKept)
}

class JoinedIndex implements EncodedIndex {
  readonly bound: number
  readonly totals: FieldLengths = { title: 0, content: 0, tags: 0 }
  /** The number of each base's first document. */
  private readonly starts: number[] = []
  private readonly kept: number[] = []
  private readonly isIn: Uint8Array

  constructor(
    private readonly bases: readonly EncodedIndex[],
    isKept: (entry: IndexEntry, base: number) => boolean,
  ) {
    this.bound = bases.reduce((start, { bound }) => (this.starts.push(start), start + bound), 0)
    this.isIn = new Uint8Array(this.bound)
    bases.forEach((base, at) => {
      for (const document of base.documents())
        if (isKept(base.entry(document), at)) this.take(base, this.starts[at]! + document, document)
    })
  }

  get size(): number {
    return this.kept.length
  }

  documents(): Iterable<number> {
    return this.kept
  }

  terms(): Iterable<string> {
    const all = new Set<string>()
    for (const base of this.bases) for (const term of base.terms()) all.add(term)
    return all
  }

  postings(term: string): ArrayLike<number> {
    const all: number[] = []
    this.bases.forEach((base, at) => {
      const list = base.postings(term)
      for (let i = 0; i < list.length; i++) {
        const posting = list[i]! + this.starts[at]! * FREQUENCIES
        if (this.isIn[Math.floor(posting / FREQUENCIES)] === 1) all.push(posting)
      }
    })
    return all
  }

  lengths(document: number): number {
    const [base, own] = this.at(document)
    return base.lengths(own)
  }

  idHash(document: number): number {
    const [base, own] = this.at(document)
    return base.idHash(own)
  }

  textHash(document: number): number {
    const [base, own] = this.at(document)
    return base.textHash(own)
  }

  words(document: number): Int32Array {
    const [base, own] = this.at(document)
    return base.words(own)
  }

  entry(document: number): IndexEntry {
    const [base, own] = this.at(document)
    return base.entry(own)
  }

  place(document: number): SessionPlace {
    const [base, own, at] = this.at(document)
    const { group, neighbours } = base.place(own)
    if (group === 0) return NO_SESSION
    const shift = document - own
    return {
      group: group * this.bases.length + at,
      neighbours: neighbours.map(each =>
        this.isIn[each + shift] === 1 && each >= 0 ? each + shift : -1,
      ),
    }
  }

  private take(base: EncodedIndex, document: number, own: number): void {
    const lengths = base.lengths(own)
    this.kept.push(document)
    this.isIn[document] = 1
    this.totals.title += titleLength(lengths)
    this.totals.content += contentLength(lengths)
    this.totals.tags += tagsLength(lengths)
  }

  /** The base of a document, its number there, and the place of the base. */
  private at(document: number): [EncodedIndex, number, number] {
    const at = this.starts.findLastIndex(start => start <= document)
    return [this.bases[at]!, document - this.starts[at]!, at]
  }
}

/** A posting is a document's number in front of eight bits. */
const FREQUENCIES = 256
