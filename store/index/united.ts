import { contentFrequency, packFrequencies, tagsFrequency, titleFrequency } from './format.js'
import type { FieldLengths, IndexEntry, SearchIndex, SessionPlace } from './types.js'

/** An index in which one more term stands for several others: a document has it as often as all of them. */
export function uniteTerms(index: SearchIndex, name: string, terms: Iterable<string>): SearchIndex {
  return new UnitedIndex(index, name, terms)
}

class UnitedIndex implements SearchIndex {
  readonly #united: ArrayLike<number>

  constructor(
    readonly base: SearchIndex,
    readonly name: string,
    terms: Iterable<string>,
  ) {
    this.#united = unite(base, terms)
  }

  get size(): number {
    return this.base.size
  }

  get bound(): number {
    return this.base.bound
  }

  get totals(): FieldLengths {
    return this.base.totals
  }

  frequency(term: string): number {
    return term === this.name ? this.#united.length : this.base.frequency(term)
  }

  postings(term: string): ArrayLike<number> {
    return term === this.name ? this.#united : this.base.postings(term)
  }

  lengths(document: number): number {
    return this.base.lengths(document)
  }

  idHash(document: number): number {
    return this.base.idHash(document)
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
    return this.base.passages()
  }

  entries(from: number, count: number): IndexEntry[] {
    return this.base.entries(from, count)
  }
}

function unite(index: SearchIndex, terms: Iterable<string>): number[] {
  const packed = new Uint8Array(index.bound)
  for (const term of terms) {
    const list = index.postings(term)
    for (let i = 0; i < list.length; i++) {
      const posting = list[i] as number
      const document = Math.floor(posting / 256)
      packed[document] = addFrequencies(packed[document] as number, posting & 255)
    }
  }
  const united: number[] = []
  packed.forEach((frequencies, document) => {
    if (frequencies > 0) united.push(document * 256 + frequencies)
  })
  return united
}

/** Packed frequencies of two terms together. */
function addFrequencies(a: number, b: number): number {
  return packFrequencies({
    title: titleFrequency(a) + titleFrequency(b),
    content: contentFrequency(a) + contentFrequency(b),
    tags: tagsFrequency(a) + tagsFrequency(b),
  })
}
