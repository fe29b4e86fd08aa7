import { BLOCK_BYTES, blocksOf, FileSource, SortedLines } from './blocks.js'
import { parseEntries, toEntry } from './entries.js'
import {
  hashTerm,
  hashTermAgain,
  MOST_DOCUMENTS,
  parseHeader,
  FIXED_HEADER_BYTES,
  PLACE_BYTES,
  RECORD_BYTES,
  ROW_BYTES,
  SLOT_BYTES,
  STAMP_LIMIT,
  parsePostings,
  ANALYSIS_VERSION,
  type Header,
  type SectionName,
} from './format.js'
import {
  NO_SESSION,
  RECALL_PARTS,
  type FieldLengths,
  type IndexEntry,
  type SearchIndex,
  type SessionPlace,
} from './types.js'

/**
 * Opens an index file; undefined where it is missing, unreadable, damaged, or of another format
 * or analysis. Reads the header only, or with `isKept` all of it, after which no file is open. With
 * `Source` the file is read by that. Damage further in shows as SvcError STORE_CORRUPT while searching.
 * Close it after use.
 */
export function openIndexFile(
  path: string,
  { isKept = false, Source = FileSource } = {},
): FileIndex | undefined {
  let source: FileSource | undefined
  try {
    source = new Source(path)
    const start = source.readAt(0, Math.min(source.size, FIXED_HEADER_BYTES + STAMP_LIMIT))
    const header = parseHeader(start, source.size)
    if (header && isUsable(header)) {
      source.check(header)
      if (isKept) source.keep(header)
      return new FileIndex(source, header)
    }
  } catch {
    // Derived file: whatever is wrong with it, the answer is to build it again.
  }
  source?.close()
  return undefined
}

/** The index file that these bytes are, without a look at the disk; undefined as `openIndexFile`. */
export function openIndexBytes(path: string, bytes: Buffer): FileIndex | undefined {
  const header = parseHeader(bytes, bytes.length)
  if (header === undefined || !isUsable(header)) return undefined
  const source = new FileSource(path, bytes)
  source.check(header)
  source.keep(header)
  return new FileIndex(source, header)
}

function isUsable({ analysisVersion, documents, sections }: Header): boolean {
  return (
    analysisVersion === ANALYSIS_VERSION &&
    documents <= MOST_DOCUMENTS &&
    sections.rows.length === documents * ROW_BYTES &&
    sections.parts.length === RECALL_PARTS * 4 &&
    sections.places.length === documents * PLACE_BYTES &&
    sections.records.length === documents * RECORD_BYTES &&
    sections.sums.length === blocksOf(sections.sums.offset - sections.rows.offset) * 4 &&
    sections.slots.length % SLOT_BYTES === 0 &&
    sections.slots.length > 0
  )
}

interface Slot {
  offset: number
  documents: number
  bytes: number
}

const NO_SLOT: Slot = { offset: 0, documents: 0, bytes: 0 }
const NO_POSTINGS = new Uint32Array(0)
const PROBE_SLOTS = 8
const SLOT_NUMBERS = SLOT_BYTES / 4
/** A process that stays looks up ever new words. */
const SLOTS_KEPT = 10_000

/** The file form of an index: reads what a query needs and nothing else. */
export class FileIndex implements SearchIndex {
  readonly size: number
  readonly bound: number
  readonly totals: FieldLengths
  readonly directoryStamp: string
  #rows: Uint32Array | undefined
  #passages: ReadonlyMap<number, string> | undefined
  readonly #slots = new Map<string, Slot>()
  #terms: SortedLines | undefined

  constructor(
    readonly source: FileSource,
    readonly header: Header,
  ) {
    this.size = this.bound = header.documents
    this.totals = {
      title: header.titleTotal,
      content: header.contentTotal,
      tags: header.tagsTotal,
    }
    this.directoryStamp = header.directoryStamp
  }

  close(): void {
    this.source.close()
  }

  frequency(term: string): number {
    return this.#slot(term).documents
  }

  termsFrom(beginning: string): string[] {
    const { terms, rows } = this.header.sections
    this.#terms ??= new SortedLines(
      (terms.offset - rows.offset) % BLOCK_BYTES,
      terms.length,
      (...at) => this.source.bytes(this.header, 'terms', ...at, true),
    )
    return this.#terms.from(beginning)
  }

  postings(term: string): ArrayLike<number> {
    const { offset, documents, bytes } = this.#slot(term)
    if (documents === 0) return NO_POSTINGS
    const list = this.source.bytes(this.header, 'postings', offset, bytes)
    const postings = parsePostings(list, documents, this.size)
    if (!postings) throw this.source.damaged()
    return postings
  }

  lengths(document: number): number {
    return (this.#rows ?? this.#readRows())[document * 3] ?? 0
  }

  idHash(document: number): number {
    return (this.#rows ?? this.#readRows())[document * 3 + 1] ?? 0
  }

  textHash(document: number): number {
    return (this.#rows ?? this.#readRows())[document * 3 + 2] ?? 0
  }

  place(document: number): SessionPlace {
    const place = this.#numbers('places', document * 5, 5)
    const group = place[0]!
    if (group === 0) return NO_SESSION
    const neighbours = Array.from(place.subarray(1), target => target - 1)
    if (neighbours.some(neighbour => neighbour >= this.size)) throw this.source.damaged()
    return { group, neighbours }
  }

  words(document: number): Int32Array {
    const record = this.#records(document, 1)
    const from = record[2]!
    if (from % 4 !== 0) throw this.source.damaged()
    const { buffer, byteOffset, length } = this.#numbers('words', from / 4, record[3]!)
    return new Int32Array(buffer, byteOffset, length)
  }

  entry(document: number): IndexEntry {
    return this.entries(document, 1)[0] as IndexEntry
  }

  passages(): ReadonlyMap<number, string> {
    this.#passages ??= new Map(
      this.entries(0, this.size).flatMap(({ id, passage }, document) =>
        passage === undefined ? [] : [[document, id] as const],
      ),
    )
    return this.#passages
  }

  entries(from: number, count: number): IndexEntry[] {
    const first = Math.max(0, from)
    const end = Math.min(this.size, from + count)
    if (first >= end) return []
    const records = this.#records(first, end - first)
    const start = records[0]!
    const length = records.at(-4)! + records.at(-3)! - start
    const values = parseEntries(this.source.bytes(this.header, 'entries', start, length))
    const found: IndexEntry[] = []
    for (let document = first; document < end; document++) {
      const entry = toEntry(values[document - first], this.idHash(document))
      if (!entry) throw this.source.damaged()
      found.push(entry)
    }
    return found
  }

  /** First document of each part of the recall order (recallPart), or the one that follows it. */
  parts(): Uint32Array {
    return this.#numbers('parts', 0, RECALL_PARTS)
  }

  /** Rows are read whole: almost every query needs some everywhere. */
  #readRows(): Uint32Array {
    return (this.#rows = this.#numbers('rows', 0, (this.size * ROW_BYTES) / 4))
  }

  #records(document: number, count: number): Uint32Array {
    return this.#numbers('records', document * 4, count * 4)
  }

  /** Reads `count` numbers of a section. */
  #numbers(name: SectionName, from: number, count: number): Uint32Array {
    return this.source.numbers(this.header, name, from, count)
  }

  #slot(term: string): Slot {
    let slot = this.#slots.get(term)
    if (this.#slots.size > SLOTS_KEPT) this.#slots.clear()
    if (!slot) this.#slots.set(term, (slot = this.#findSlot(term)))
    return slot
  }

  /** Linear probing from the slot of the hash, a few slots a read, until a free one. */
  #findSlot(term: string): Slot {
    if (this.size === 0) return NO_SLOT
    const first = hashTerm(term)
    const size = this.header.sections.slots.length / SLOT_BYTES
    let slot = first % size
    for (let probed = 0; probed < size;) {
      const count = Math.min(PROBE_SLOTS, size - slot)
      const numbers = this.#numbers('slots', slot * SLOT_NUMBERS, count * SLOT_NUMBERS)
      for (let at = 0; at < numbers.length; at += SLOT_NUMBERS) {
        const hash = numbers[at]
        if (hash === 0) return NO_SLOT
        if (hash !== first || numbers[at + 1] !== hashTermAgain(term)) continue
        return { offset: numbers[at + 2]!, documents: numbers[at + 3]!, bytes: numbers[at + 4]! }
      }
      probed += count
      slot = (slot + count) % size
    }
    throw this.source.damaged()
  }
}
