import { formatEntry } from './entries.js'
import {
  hashTerm,
  hashTermAgain,
  formatHeader,
  headerBytes,
  placeSections,
  PLACE_BYTES,
  RECORD_BYTES,
  ROW_BYTES,
  SLOT_BYTES,
  STAMP_LIMIT,
  formatPostings,
  ANALYSIS_VERSION,
  type SectionName,
} from './format.js'
import type { MemoryIndex } from './memory-index.js'
import { RECALL_PARTS, recallPart } from './types.js'

/** What a file says of itself. */
interface IndexFileMeta {
  /** Opaque: lets the caller see later whether the folder has changed; at most 1,024 bytes. */
  directoryStamp: string
}

/**
 * The index file of an in-memory index; the same documents, put in the same order, give the same
 * bytes. The caller writes it atomically. Throws RangeError where the stamp is too long.
 */
export function encodeIndex(index: MemoryIndex, meta: IndexFileMeta): Buffer {
  if (Buffer.byteLength(meta.directoryStamp) > STAMP_LIMIT)
    throw new RangeError('the directory stamp of an index file is at most 1,024 bytes')
  const order = index.order()
  const numbers = new Map(order.map((document, number) => [document, number]))
  const parts = {
    ...encodeDocuments(index, order, numbers),
    ...encodeDictionary(index, numbers),
  }
  const lengths = {} as Record<SectionName, number>
  for (const [name, part] of Object.entries(parts)) lengths[name as SectionName] = part.length
  const sections = placeSections(headerBytes(meta.directoryStamp), lengths)
  const fileBytes = sections.entries.offset + Math.ceil(lengths.entries / 4) * 4
  const file = Buffer.alloc(fileBytes)
  for (const [name, part] of Object.entries(parts))
    file.set(part, sections[name as SectionName].offset)
  file.set(
    formatHeader({
      analysisVersion: ANALYSIS_VERSION,
      documents: index.size,
      titleTotal: index.totals.title,
      contentTotal: index.totals.content,
      tagsTotal: index.totals.tags,
      directoryStamp: meta.directoryStamp,
      fileBytes,
      sections,
    }),
  )
  return file
}

type Numbers = ReadonlyMap<number, number>

function encodeDocuments(index: MemoryIndex, order: readonly number[], numbers: Numbers) {
  const rows = Buffer.alloc(order.length * ROW_BYTES)
  const places = Buffer.alloc(order.length * PLACE_BYTES)
  const records = Buffer.alloc(order.length * RECORD_BYTES)
  const words: Uint8Array[] = []
  const entries: Buffer[] = []
  const groups = new Map<number, number>()
  let wordsAt = 0
  let entriesAt = 0
  order.forEach((document, number) => {
    rows.writeUInt32LE(index.lengths(document), number * ROW_BYTES)
    rows.writeUInt32LE(index.idHash(document), number * ROW_BYTES + 4)
    writePlace(places, number, index, document, numbers, groups)
    const sequence = index.words(document)
    const entry = formatEntry(index.entry(document))
    const values = [entriesAt, entry.length, wordsAt, sequence.length]
    values.forEach((value, at) => records.writeUInt32LE(value, number * RECORD_BYTES + at * 4))
    words.push(toBytes(sequence))
    entries.push(entry)
    wordsAt += sequence.byteLength
    entriesAt += entry.length
  })
  const parts = encodeParts(index, order)
  const lists = { words: Buffer.concat(words), entries: Buffer.concat(entries) }
  return { rows, parts, places, records, ...lists }
}

/** Where each part of the recall order begins: where the next one does, if it is empty. */
function encodeParts(index: MemoryIndex, order: readonly number[]): Buffer {
  const parts = Buffer.alloc(RECALL_PARTS * 4)
  const partOf = order.map(document => recallPart(index.entry(document)))
  for (let part = 0, at = 0; part < RECALL_PARTS; part++) {
    while (at < partOf.length && partOf[at]! < part) at++
    parts.writeUInt32LE(at, part * 4)
  }
  return parts
}

function writePlace(
  places: Buffer,
  number: number,
  index: MemoryIndex,
  document: number,
  numbers: Numbers,
  groups: Map<number, number>,
): void {
  const { group, neighbours } = index.place(document)
  if (group === 0) return
  if (!groups.has(group)) groups.set(group, groups.size + 1)
  places.writeUInt32LE(groups.get(group) as number, number * PLACE_BYTES)
  neighbours.forEach((neighbour, at) => {
    const target = neighbour < 0 ? 0 : (numbers.get(neighbour) as number) + 1
    places.writeUInt32LE(target, number * PLACE_BYTES + 4 + at * 4)
  })
}

function toBytes(words: Int32Array): Buffer {
  const bytes = Buffer.alloc(words.length * 4)
  words.forEach((word, at) => bytes.writeInt32LE(word, at * 4))
  return bytes
}

function encodeDictionary(index: MemoryIndex, numbers: Numbers) {
  const terms = Array.from(index.terms(), ([term, postings]) => ({
    first: hashTerm(term),
    second: hashTermAgain(term),
    postings,
  })).sort((a, b) => a.first - b.first || a.second - b.second)
  const size = tableSize(terms.length)
  const slots = Buffer.alloc(size * SLOT_BYTES)
  const lists: Uint8Array[] = []
  let offset = 0
  for (const { first, second, postings } of terms) {
    const bytes = formatPostings(renumber(postings, numbers))
    let slot = first % size
    while (slots.readUInt32LE(slot * SLOT_BYTES) !== 0) slot = (slot + 1) % size
    const values = [first, second, offset, postings.length, bytes.length]
    values.forEach((value, at) => slots.writeUInt32LE(value, slot * SLOT_BYTES + at * 4))
    lists.push(bytes)
    offset += bytes.length
  }
  return { slots, postings: Buffer.concat(lists) }
}

/** Slots for so many terms: a quarter stays free, and at least one, so that a probe ends. */
function tableSize(terms: number): number {
  return Math.ceil(terms / 0.75) + 8
}

function renumber(postings: readonly number[], numbers: Numbers): number[] {
  return postings
    .map(posting => (numbers.get(Math.floor(posting / 256)) as number) * 256 + (posting % 256))
    .sort((a, b) => a - b)
}
