import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { SvcError } from '../errors.js'
import {
  parseEntry,
  hashTerm,
  hashTermAgain,
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
import { nowhere } from './memory-index.js'
import type { FieldLengths, IndexEntry, SearchIndex, SessionPlace } from './types.js'

/**
 * Opens an index file; undefined where it is missing, unreadable, damaged, or of another format
 * or analysis. Reads the header only, or with `isKept` all of it, after which no file is open. Damage
 * further in shows as SvcError STORE_CORRUPT while searching. Close it after use.
 */
export function openIndexFile(path: string, { isKept = false } = {}): FileIndex | undefined {
  let source: FileSource | undefined
  try {
    source = new FileSource(path)
    const start = source.readAt(0, Math.min(source.size, FIXED_HEADER_BYTES + STAMP_LIMIT))
    const header = parseHeader(start, source.size)
    if (header && isUsable(header)) {
      if (isKept) source.keep(header)
      return new FileIndex(source, header)
    }
  } catch {
    // Derived file: whatever is wrong with it, the answer is to build it again.
  }
  source?.close()
  return undefined
}

function isUsable({ analysisVersion, documents, sections }: Header): boolean {
  return (
    analysisVersion === ANALYSIS_VERSION &&
    sections.rows.length === documents * ROW_BYTES &&
    sections.places.length === documents * PLACE_BYTES &&
    sections.records.length === documents * RECORD_BYTES &&
    sections.slots.length % SLOT_BYTES === 0 &&
    sections.slots.length > 0
  )
}

/** STORE_CORRUPT of an index file that turns out to be damaged while it is read. */
export class DamagedIndex extends SvcError {
  constructor(
    /** The damaged file. */
    readonly path: string,
    cause?: unknown,
  ) {
    super('STORE_CORRUPT', 'a derived index file is damaged; it has to be rebuilt', { cause })
  }
}

interface Slot {
  offset: number
  documents: number
  bytes: number
}

const NO_SLOT: Slot = { offset: 0, documents: 0, bytes: 0 }
const PROBE_SLOTS = 8

/** The file form of an index: reads what a query needs and nothing else. */
export class FileIndex implements SearchIndex {
  readonly size: number
  readonly bound: number
  readonly totals: FieldLengths
  readonly directoryStamp: string
  #rows: Uint32Array | undefined
  readonly #slots = new Map<string, Slot>()

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

  postings(term: string): ArrayLike<number> {
    const { offset, documents, bytes } = this.#slot(term)
    const list = this.#read('postings', offset, bytes)
    const postings = parsePostings(list, documents, this.size)
    if (!postings) throw this.source.damaged()
    return postings
  }

  lengths(document: number): number {
    return this.#row(document * 2)
  }

  idHash(document: number): number {
    return this.#row(document * 2 + 1)
  }

  place(document: number): SessionPlace {
    const place = this.#read('places', document * PLACE_BYTES, PLACE_BYTES)
    const group = place.readUInt32LE(0)
    if (group === 0) return nowhere()
    const neighbours = [4, 8, 12, 16].map(at => place.readUInt32LE(at) - 1)
    if (neighbours.some(neighbour => neighbour >= this.size)) throw this.source.damaged()
    return { group, neighbours }
  }

  words(document: number): Uint32Array {
    const record = this.#record(document)
    const count = record.readUInt32LE(12)
    const bytes = this.#read('words', record.readUInt32LE(8), count * 4)
    return this.#toNumbers(bytes)
  }

  entry(document: number): IndexEntry {
    const record = this.#record(document)
    const entry = parseEntry(
      this.#read('entries', record.readUInt32LE(0), record.readUInt32LE(4)),
      this.idHash(document),
    )
    if (!entry) throw this.source.damaged()
    return entry
  }

  entries(from: number, count: number): IndexEntry[] {
    const found: IndexEntry[] = []
    const end = Math.min(this.size, from + count)
    for (let document = Math.max(0, from); document < end; document++)
      found.push(this.entry(document))
    return found
  }

  /** Rows are read whole: almost every query needs some everywhere. */
  #row(at: number): number {
    this.#rows ??= this.#toNumbers(this.#read('rows', 0, this.size * ROW_BYTES))
    return this.#rows[at] ?? 0
  }

  #read(name: SectionName, offset: number, length: number): Buffer {
    return this.source.read(this.header, name, offset, length)
  }

  #record(document: number): Buffer {
    return this.#read('records', document * RECORD_BYTES, RECORD_BYTES)
  }

  #slot(term: string): Slot {
    let slot = this.#slots.get(term)
    if (!slot) this.#slots.set(term, (slot = this.#findSlot(term)))
    return slot
  }

  /** Linear probing from the slot of the hash, a few slots a read, until a free one. */
  #findSlot(term: string): Slot {
    const [first, second] = [hashTerm(term), hashTermAgain(term)]
    const size = this.header.sections.slots.length / SLOT_BYTES
    let slot = first % size
    for (let probed = 0; probed < size;) {
      const count = Math.min(PROBE_SLOTS, size - slot)
      const bytes = this.#read('slots', slot * SLOT_BYTES, count * SLOT_BYTES)
      for (let at = 0; at < bytes.length; at += SLOT_BYTES) {
        const hash = bytes.readUInt32LE(at)
        if (hash === 0) return NO_SLOT
        if (hash !== first || bytes.readUInt32LE(at + 4) !== second) continue
        return {
          offset: bytes.readUInt32LE(at + 8),
          documents: bytes.readUInt32LE(at + 12),
          bytes: bytes.readUInt32LE(at + 16),
        }
      }
      probed += count
      slot = (slot + count) % size
    }
    throw this.source.damaged()
  }

  #toNumbers(bytes: Buffer): Uint32Array {
    if (bytes.byteOffset % 4 !== 0) throw this.source.damaged()
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
  }
}

/** Sections up to this size are read at once: cheaper than many small reads. */
const WHOLE_SECTION_BYTES = 512 * 1024

/** An open index file; every read is checked against the bounds of its section. */
class FileSource {
  readonly size: number
  #descriptor: number | undefined
  readonly #whole = new Map<SectionName, Buffer>()

  /** Throws the system's error where the file cannot be opened. */
  constructor(readonly path: string) {
    this.#descriptor = openSync(path, 'r')
    this.size = fstatSync(this.#descriptor).size
  }

  /** Bytes of a section; may be a view of a shared buffer. Throws STORE_CORRUPT out of bounds. */
  read(header: Header, name: SectionName, offset: number, length: number): Buffer {
    const section = header.sections[name]
    if (!(offset >= 0 && length >= 0 && offset + length <= section.length)) throw this.damaged()
    let whole = this.#whole.get(name)
    const isLarge = section.length > WHOLE_SECTION_BYTES
    if (!whole && isLarge) return this.readAt(section.offset + offset, length)
    if (!whole) this.#whole.set(name, (whole = this.readAt(section.offset, section.length)))
    return whole.subarray(offset, offset + length)
  }

  /** Reads everything and closes the file. Throws STORE_CORRUPT where it ends before. */
  keep({ sections }: Header): void {
    for (const name of Object.keys(sections) as SectionName[]) {
      const { offset, length } = sections[name]
      this.#whole.set(name, this.readAt(offset, length))
    }
    this.#release()
  }

  /** Bytes at a place in the file. Throws STORE_CORRUPT where it ends before. */
  readAt(position: number, length: number): Buffer {
    if (this.#descriptor === undefined) throw this.damaged()
    const bytes = Buffer.allocUnsafeSlow(length)
    if (this.#readInto(this.#descriptor, bytes, position) !== length) throw this.damaged()
    return bytes
  }

  damaged(cause?: unknown): DamagedIndex {
    return new DamagedIndex(this.path, cause)
  }

  #readInto(descriptor: number, bytes: Buffer, position: number): number {
    try {
      return readSync(descriptor, bytes, 0, bytes.length, position)
    } catch (cause) {
      throw this.damaged(cause)
    }
  }

  close(): void {
    this.#release()
    this.#whole.clear()
  }

  #release(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor)
    this.#descriptor = undefined
  }
}
