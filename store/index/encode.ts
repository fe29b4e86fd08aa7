import { blocksOf, sumBlocks } from './blocks.js'
import { formatEntry } from './entries.js'
import {
  ANALYSIS_VERSION,
  formatHeader,
  type Header,
  hashTerm,
  hashTermAgain,
  headerBytes,
  placeSections,
  PLACE_BYTES,
  RECORD_BYTES,
  ROW_BYTES,
  SLOT_BYTES,
  STAMP_LIMIT,
  type SectionName,
} from './format.js'
import {
  compareRecallOrder,
  RECALL_PARTS,
  recallPart,
  type IndexEntry,
  type WholeIndex,
} from './types.js'

/** Header fields of an index file that the caller decides. */
interface IndexFileMeta {
  /** Opaque: lets the caller see later whether the folder has changed; at most 1,024 bytes. */
  directoryStamp: string
  /** The uses to write instead of those that the index knows. */
  usesOf?: (id: string) => number
}

/** The side of an index that its file form is made of. */
export type EncodedIndex = Pick<
  WholeIndex,
  | 'size'
  | 'bound'
  | 'totals'
  | 'documents'
  | 'terms'
  | 'postings'
  | 'lengths'
  | 'idHash'
  | 'textHash'
  | 'place'
  | 'words'
  | 'entry'
>

/** The file form of an index. */
interface Encoded {
  bytes: Buffer
  /** The number of each document in the file, by that in the index; -1 for none. */
  numbers: Int32Array
}

/**
 * The index file of an index; the same documents, put in the same order, give the same bytes. The
 * caller writes it atomically. Throws RangeError where the stamp is too long.
 */
export function encodeIndex(index: EncodedIndex, meta: IndexFileMeta): Buffer {
  const steps = encodeInSteps(index, meta)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value.bytes
  }
}

/**
 * Encodes as `encodeIndex` does, in short steps between which other work may be done; the index
 * must not change meanwhile.
 */
export function* encodeInSteps(
  index: EncodedIndex,
  meta: IndexFileMeta,
): Generator<undefined, Encoded> {
  if (Buffer.byteLength(meta.directoryStamp) > STAMP_LIMIT)
    throw new RangeError('the directory stamp of an index file is at most 1,024 bytes')
  const order = yield* orderDocuments(index, meta.usesOf)
  const numbers = new Int32Array(index.bound).fill(-1)
  order.forEach(({ document }, number) => (numbers[document] = number))
  const documents = yield* encodeDocuments(index, order, numbers)
  const parts = { ...documents, ...(yield* encodeDictionary(index, numbers)) }
  const { directoryStamp } = meta
  const placed = order.filter(({ entry }) => entry.folder !== undefined).length
  return { bytes: yield* joinParts(index, parts, { directoryStamp, placed }), numbers }
}

type Parts = Record<Exclude<SectionName, 'sums'>, readonly Uint8Array[]>

function* joinParts(
  index: EncodedIndex,
  parts: Parts,
  { directoryStamp, placed }: Pick<Header, 'directoryStamp' | 'placed'>,
): Generator<undefined, Buffer> {
  const lengths = {} as Record<SectionName, number>
  const each = Object.entries(parts) as [SectionName, readonly Uint8Array[]][]
  for (const [name, pieces] of each)
    lengths[name] = pieces.reduce((sum, { length }) => sum + length, 0)
  const checked = Object.values(lengths).reduce((sum, length) => sum + Math.ceil(length / 4) * 4, 0)
  lengths.sums = blocksOf(checked) * 4
  const sections = placeSections(headerBytes(directoryStamp), lengths)
  const file = Buffer.alloc(sections.sums.offset + lengths.sums)
  for (const [name, pieces] of each) {
    let at = sections[name].offset
    for (const piece of pieces) {
      file.set(piece, at)
      at += piece.length
      yield
    }
  }
  const sums = yield* sumBlocks(file.subarray(sections.rows.offset, sections.sums.offset))
  file.set(toBytes(sums), sections.sums.offset)
  const { title: titleTotal, content: contentTotal, tags: tagsTotal } = index.totals
  const totals = { titleTotal, contentTotal, tagsTotal }
  const header = { analysisVersion: ANALYSIS_VERSION, documents: index.size, placed, ...totals }
  file.set(formatHeader({ ...header, directoryStamp, sections }))
  return file
}

interface Ordered {
  document: number
  entry: IndexEntry
}

/**
 * The documents in recall order. Most are in it from the file that the index began with: only those
 * that are not are sorted, and merged with the others.
 */
function* orderDocuments(
  index: EncodedIndex,
  usesOf: IndexFileMeta['usesOf'],
): Generator<undefined, Ordered[]> {
  const kept: Ordered[] = []
  const strays: Ordered[] = []
  for (const document of index.documents()) {
    const own = index.entry(document)
    const uses = usesOf?.(own.id) ?? own.uses
    const entry = uses === own.uses ? own : { ...own, uses }
    const last = kept.at(-1)
    const isInOrder = last === undefined || compareRecallOrder(last.entry, entry) <= 0
    const list = isInOrder ? kept : strays
    list.push({ document, entry })
    yield
  }
  strays.sort(compareOrdered)
  return mergeOrdered(kept, strays)
}

function mergeOrdered(kept: readonly Ordered[], strays: readonly Ordered[]): Ordered[] {
  const merged: Ordered[] = []
  let at = 0
  for (const one of kept) {
    for (; at < strays.length && compareOrdered(strays[at]!, one) < 0; at++)
      merged.push(strays[at]!)
    merged.push(one)
  }
  return merged.concat(strays.slice(at))
}

function compareOrdered(a: Ordered, b: Ordered): number {
  return compareRecallOrder(a.entry, b.entry)
}

function* encodeDocuments(index: EncodedIndex, order: readonly Ordered[], numbers: Int32Array) {
  const rows = new Uint32Array((order.length * ROW_BYTES) / 4)
  const places = new Uint32Array((order.length * PLACE_BYTES) / 4)
  const records = new Uint32Array((order.length * RECORD_BYTES) / 4)
  const words: Buffer[] = []
  const entries: Buffer[] = []
  const groups = new Map<number, number>()
  let [wordsAt, entriesAt] = [0, 0]
  for (const [number, { document, entry }] of order.entries()) {
    const hashes = [index.idHash(document), index.textHash(document)]
    rows.set([index.lengths(document), ...hashes], number * 3)
    places.set(toPlace(index, document, numbers, groups), number * 5)
    const sequence = toBytes(index.words(document))
    const record = formatEntry(entry)
    records.set([entriesAt, record.length, wordsAt, sequence.length / 4], number * 4)
    words.push(sequence)
    entries.push(record)
    wordsAt += sequence.length
    entriesAt += record.length
    yield
  }
  const fixed = { rows: [toBytes(rows)], places: [toBytes(places)], records: [toBytes(records)] }
  return { ...fixed, parts: [toBytes(toParts(order))], words, entries }
}

/** First document of each part of the recall order; an empty part begins at the next one. */
function toParts(order: readonly Ordered[]): Uint32Array {
  const starts = new Uint32Array(RECALL_PARTS)
  const partOf = order.map(({ entry }) => recallPart(entry))
  for (let part = 0, at = 0; part < RECALL_PARTS; part++) {
    while (at < partOf.length && partOf[at]! < part) at++
    starts[part] = at
  }
  return starts
}

const NO_PLACE = [0, 0, 0, 0, 0]

function toPlace(
  index: EncodedIndex,
  document: number,
  numbers: Int32Array,
  groups: Map<number, number>,
): readonly number[] {
  const { group, neighbours } = index.place(document)
  if (group === 0) return NO_PLACE
  const number = groups.get(group) ?? groups.size + 1
  groups.set(group, number)
  return [number, ...neighbours.map(each => (each < 0 ? 0 : (numbers[each] as number) + 1))]
}

/** Numbers as the file has them: every platform that Node runs on today stores the low byte first. */
function toBytes(numbers: Uint32Array | Int32Array): Buffer {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength)
}

/** A term that some document has, and its postings as they lie in the file. */
interface Term {
  text: string
  first: number
  second: number
  documents: number
  bytes: Uint8Array
}

function* encodeDictionary(index: EncodedIndex, numbers: Int32Array) {
  const terms = yield* readTerms(index, numbers)
  const slots = new Uint32Array((tableSize(terms.length) * SLOT_BYTES) / 4)
  let offset = 0
  for (const { first, second, documents, bytes } of terms) {
    slots.set([first, second, offset, documents, bytes.length], findFree(slots, first) * 5)
    offset += bytes.length
    yield
  }
  const postings = terms.map(({ bytes }) => bytes)
  return { slots: [toBytes(slots)], postings, terms: [formatTerms(terms)] }
}

/** The terms in the order of their hashes. */
function* readTerms(index: EncodedIndex, numbers: Int32Array): Generator<undefined, Term[]> {
  const terms: Term[] = []
  for (const text of index.terms()) {
    const list = renumber(index.postings(text), numbers)
    const bytes = formatPostings(list)
    const hashes = { first: hashTerm(text), second: hashTermAgain(text) }
    if (list.length > 0) terms.push({ text, ...hashes, documents: list.length, bytes })
    yield
  }
  return terms.sort((a, b) => a.first - b.first || a.second - b.second)
}

function formatTerms(terms: readonly Term[]): Buffer {
  const texts = terms.map(({ text }) => text).sort()
  return Buffer.from(['', ...texts, ''].join('\n'))
}

/** Slots for so many terms: a quarter stays free, and at least one, so that a probe ends. */
function tableSize(terms: number): number {
  return Math.ceil(terms / 0.75) + 8
}

function findFree(slots: Uint32Array, hash: number): number {
  const size = slots.length / 5
  let slot = hash % size
  while (slots[slot * 5] !== 0) slot = (slot + 1) % size
  return slot
}

function renumber(postings: ArrayLike<number>, numbers: Int32Array): Float64Array {
  const list = new Float64Array(postings.length)
  let isSorted = true
  for (let at = 0; at < list.length; at++) {
    const posting = postings[at] as number
    const document = Math.floor(posting / 256)
    list[at] = (numbers[document] as number) * 256 + (posting - document * 256)
    isSorted &&= at === 0 || (list[at - 1] as number) < (list[at] as number)
  }
  return isSorted ? list : list.sort()
}

/** The most bytes that a posting takes. */
const MOST_POSTING_BYTES = 6

/** Ascending postings (number * 256 + frequencies) as gaps and frequency bytes. */
function formatPostings(postings: Float64Array): Uint8Array {
  const target = new Uint8Array(postings.length * MOST_POSTING_BYTES)
  let end = 0
  let former = 0
  for (const posting of postings) {
    const document = Math.floor(posting / 256)
    let gap = document - former
    former = document
    for (; gap > 127; gap = Math.floor(gap / 128)) target[end++] = (gap & 127) | 128
    target[end++] = gap
    target[end++] = posting & 255
  }
  return target.slice(0, end)
}
