import type { FieldLengths, IndexEntry } from './types.js'

/**
 * The index file: a header, then sections, each 4-byte aligned, integers little-endian.
 *
 * rows      per document, 8 bytes: packed lengths (packLengths), hash of its item (u32, hashItem)
 * places    per document, 20 bytes: session group u32, neighbours −2 −1 +1 +2 as number + 1 u32
 * records   per document, 16 bytes: entry offset, entry length, words offset, words count (u32)
 * slots     hash table, 20 bytes a slot: two hashes, postings offset, documents, bytes (u32)
 * postings  per document and term: gap as a variable-length integer, packed frequencies u8
 * words     per document: term hashes u32, in fields (splitWords)
 * entries   per document: a JSON array (formatEntry)
 *
 * Documents are numbered in recall order.
 */
const SECTIONS = ['rows', 'places', 'records', 'slots', 'postings', 'words', 'entries'] as const

/** The name of a section. */
export type SectionName = (typeof SECTIONS)[number]

/** First bytes of an index file. */
const MAGIC = Buffer.from('svc-idx\n', 'latin1')

/** Layout of the derived index file; a file of another number is ignored and rebuilt. */
const FORMAT_VERSION = 3

/**
 * What the terms in an index file mean. Raise it whenever analyse.ts turns the same text into other
 * terms: a test compares a fingerprint of the analysis with this number.
 */
export const ANALYSIS_VERSION = 2

/** Bytes of one entry of `rows`. */
export const ROW_BYTES = 8
/** Bytes of one entry of `places`. */
export const PLACE_BYTES = 20
/** Bytes of one entry of `records`. */
export const RECORD_BYTES = 16
/** Bytes of one entry of `slots`. */
export const SLOT_BYTES = 20
/** Bytes before the directory stamp in the header. */
export const FIXED_HEADER_BYTES = 8 + 4 * (8 + SECTIONS.length * 2)
/** The longest directory stamp, in bytes of UTF-8. */
export const STAMP_LIMIT = 1_024

/** What the header says. */
export interface Header {
  analysisVersion: number
  documents: number
  titleTotal: number
  contentTotal: number
  tagsTotal: number
  directoryStamp: string
  fileBytes: number
  sections: Record<SectionName, { offset: number; length: number }>
}

/** Bytes that the header of this stamp takes, a multiple of 4. */
export function headerBytes(directoryStamp: string): number {
  return FIXED_HEADER_BYTES + Math.ceil(Buffer.byteLength(directoryStamp) / 4) * 4
}

/** Writes a header; the stamp must be at most 1,024 bytes. */
export function formatHeader(header: Header): Buffer {
  const bytes = Buffer.alloc(headerBytes(header.directoryStamp))
  MAGIC.copy(bytes)
  const numbers = [
    FORMAT_VERSION,
    header.analysisVersion,
    header.documents,
    header.titleTotal,
    header.contentTotal,
    header.tagsTotal,
    Buffer.byteLength(header.directoryStamp),
    ...SECTIONS.flatMap(name => [header.sections[name].offset, header.sections[name].length]),
  ]
  numbers.forEach((value, at) => bytes.writeUInt32LE(value, MAGIC.length + 4 * at))
  bytes.write(header.directoryStamp, FIXED_HEADER_BYTES)
  bytes.writeUInt32LE(checksum(bytes), FIXED_HEADER_BYTES - 4)
  return bytes
}

/**
 * Reads a header from the beginning of a file of `fileBytes`; undefined where it is not one of
 * this format, is damaged, or disagrees with the size of the file.
 */
export function parseHeader(bytes: Buffer, fileBytes: number): Header | undefined {
  if (bytes.length < FIXED_HEADER_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return
  const at = (number: number) => bytes.readUInt32LE(MAGIC.length + 4 * number)
  const stampBytes = at(6)
  if (at(0) !== FORMAT_VERSION || stampBytes > STAMP_LIMIT) return
  const length = FIXED_HEADER_BYTES + Math.ceil(stampBytes / 4) * 4
  if (bytes.length < length || !isIntact(bytes.subarray(0, length))) return
  const sections = {} as Header['sections']
  let end = length
  for (const [number, name] of SECTIONS.entries()) {
    sections[name] = { offset: at(7 + number * 2), length: at(8 + number * 2) }
    if (sections[name].offset !== end) return
    end += Math.ceil(sections[name].length / 4) * 4
  }
  if (end !== fileBytes) return
  return {
    analysisVersion: at(1),
    documents: at(2),
    titleTotal: at(3),
    contentTotal: at(4),
    tagsTotal: at(5),
    directoryStamp: bytes.toString('utf8', FIXED_HEADER_BYTES, FIXED_HEADER_BYTES + stampBytes),
    fileBytes,
    sections,
  }
}

function isIntact(header: Buffer): boolean {
  const copy = Buffer.from(header)
  copy.writeUInt32LE(0, FIXED_HEADER_BYTES - 4)
  return checksum(copy) === header.readUInt32LE(FIXED_HEADER_BYTES - 4)
}

/** 32-bit FNV-1a over bytes: notices damage, no protection against intent. */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

/** The sections of a file one after the other, from the lengths alone. */
export function placeSections(
  start: number,
  lengths: Record<SectionName, number>,
): Header['sections'] {
  const sections = {} as Header['sections']
  let offset = start
  for (const name of SECTIONS) {
    sections[name] = { offset, length: lengths[name] }
    offset += Math.ceil(lengths[name] / 4) * 4
  }
  return sections
}

/** 32-bit FNV-1a over UTF-16 units with a final mix; never 0, which separates fields. */
export function hashTerm(term: string, seed = 0x811c9dc5): number {
  let hash = seed
  for (let i = 0; i < term.length; i++) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0 || 1
}

/** The term hashes of a document, field by field. */
interface FieldWords<Words> {
  title: Words
  aliases: Words[]
  content: Words
  /** One list a tag; empty for a tag without a word. */
  tags: Words[]
}

/**
 * The fields one after the other: the title; 0 and its words for each alias that has any; 0 0; the
 * content; 0 and its words for each tag. No hash is 0 and no alias here is empty, so the first two
 * zeros in a row, which are always written, end title and aliases.
 */
export function joinWords({ title, aliases, content, tags }: FieldWords<number[]>): Uint32Array {
  const named = aliases.filter(alias => alias.length > 0).flatMap(alias => [0, ...alias])
  return Uint32Array.from([title, named, [0, 0], content, tags.flatMap(tag => [0, ...tag])].flat())
}

const NO_WORDS = new Uint32Array(0)

/**
 * Takes what joinWords wrote apart, as views of it. A sequence without two zeros in a row, which
 * only damage leaves, is title and aliases.
 */
export function splitWords(words: Uint32Array): FieldWords<Uint32Array> {
  let end = words.indexOf(0)
  while (end >= 0 && words[end + 1] !== 0) end = words.indexOf(0, end + 1)
  const [title = NO_WORDS, ...aliases] = splitAtZeros(end < 0 ? words : words.subarray(0, end))
  const [content = NO_WORDS, ...tags] = splitAtZeros(
    words.subarray(end < 0 ? words.length : end + 2),
  )
  return { title, aliases, content, tags }
}

function splitAtZeros(words: Uint32Array): Uint32Array[] {
  const parts: Uint32Array[] = []
  let from = 0
  for (let end = words.indexOf(0); end >= 0; end = words.indexOf(0, from)) {
    parts.push(words.subarray(from, end))
    from = end + 1
  }
  return [...parts, words.subarray(from)]
}

/** A second, independent hash: with the first it identifies a term in the dictionary. */
export function hashTermAgain(term: string): number {
  return hashTerm(term, 0x9e3779b9)
}

/** Hash of an item's id, with the passage in its low half: the passages of an item share the high one. */
export function hashItem({ id, passage = 0 }: Pick<IndexEntry, 'id' | 'passage'>): number {
  return (hashTerm(id) ^ (passage & 0xffff)) >>> 0
}

/** How often a term occurs in a document, by field; larger counts are capped at 3, 31 and 1. */
export interface TermFrequencies {
  title: number
  content: number
  tags: number
}

/** Packs the frequencies into one byte: title in bits 6–7, tags in bit 5, content in bits 0–4. */
export function packFrequencies(frequencies: TermFrequencies): number {
  return (
    (Math.min(3, frequencies.title) << 6) |
    (Math.min(1, frequencies.tags) << 5) |
    Math.min(31, frequencies.content)
  )
}

/** Packed frequencies of two terms together. */
export function addFrequencies(a: number, b: number): number {
  const title = Math.min(3, titleFrequency(a) + titleFrequency(b))
  const content = Math.min(31, contentFrequency(a) + contentFrequency(b))
  return (title << 6) | ((tagsFrequency(a) | tagsFrequency(b)) << 5) | content
}

/** Occurrences in the title, 0–3. */
export const titleFrequency = (packed: number): number => (packed >> 6) & 3
/** Occurrences in the tags, 0–1. */
export const tagsFrequency = (packed: number): number => (packed >> 5) & 1
/** Occurrences in the content, 0–31. */
export const contentFrequency = (packed: number): number => packed & 31

/** Longest title and tag list that a packed length can state, in terms. */
export const SHORT_FIELD_LIMIT = 255
/** Longest content that a packed length can state, in terms. */
export const CONTENT_FIELD_LIMIT = 65_535

/** Packs field lengths into 32 bits: content in bits 0–15, title 16–23, tags 24–31. */
export function packLengths({ title, content, tags }: FieldLengths): number {
  return (content | (title << 16) | (tags << 24)) >>> 0
}

/** Terms in the title. */
export const titleLength = (packed: number): number => (packed >>> 16) & 255
/** Terms in the content. */
export const contentLength = (packed: number): number => packed & 65_535
/** Terms in the tags. */
export const tagsLength = (packed: number): number => packed >>> 24

/** Writes ascending postings (number * 256 + frequencies) as gaps and frequency bytes. */
export function formatPostings(postings: readonly number[]): Uint8Array {
  const bytes: number[] = []
  let former = 0
  for (const posting of postings) {
    const document = Math.floor(posting / 256)
    let gap = document - former
    former = document
    for (; gap > 127; gap = Math.floor(gap / 128)) bytes.push((gap & 127) | 128)
    bytes.push(gap, posting & 255)
  }
  return Uint8Array.from(bytes)
}

/**
 * Reads postings back; undefined where the bytes do not hold exactly `count` ascending documents
 * below `documents`.
 */
export function parsePostings(
  bytes: Uint8Array,
  count: number,
  documents: number,
): Float64Array | undefined {
  if (count > bytes.length) return undefined
  const postings = new Float64Array(count)
  let at = 0
  let document = 0
  for (let i = 0; i < count; i++) {
    let gap = 0
    let scale = 1
    let byte: number
    do {
      byte = bytes[at++] ?? 0
      gap += (byte & 127) * scale
      scale *= 128
    } while (byte > 127 && scale < 2 ** 35)
    document += gap
    if (document >= documents || (gap === 0 && i > 0) || at >= bytes.length) return undefined
    postings[i] = document * 256 + (bytes[at++] as number)
  }
  return at === bytes.length ? postings : undefined
}

type EntryValues = [
  ...[string, string, string, string, string, string, string],
  ...[string | null, number | null, number, number, number],
  ...([] | [number, string, string[]]),
]

/** Writes an entry as a JSON array; that of a passage ends with what only import rows have. */
export function formatEntry(entry: IndexEntry): Buffer {
  const { id, kind, title, pinned, imported, uses } = entry
  const { createdAt, updatedAt, session, turn, locator, stamp } = entry
  const flags = (pinned ? 1 : 0) | (imported ? 2 : 0)
  const values = [
    id,
    kind,
    title,
    locator,
    stamp,
    createdAt,
    updatedAt,
    session ?? null,
    turn ?? null,
    uses,
    flags,
    entry.prior ?? 0,
    ...toPassageValues(entry),
  ]
  return Buffer.from(JSON.stringify(values))
}

function toPassageValues({ passage, heading = '', loadedAs = [] }: IndexEntry) {
  return passage === undefined ? [] : [passage, heading, loadedAs]
}

/** Reads an entry back; undefined where it is damaged or its id has another hash. */
export function parseEntry(record: Buffer, idHash: number): IndexEntry | undefined {
  const values = parseArray(record.toString('utf8'))
  if (!values || !isEntry(values)) return undefined
  const [id, kind, title, locator, stamp, createdAt, updatedAt, ...rest] = values
  const [session, turn, uses, flags, prior] = rest
  const ofPassage = toPassageFields(values)
  if (hashItem({ id, ...ofPassage }) !== idHash) return undefined
  const entry: IndexEntry = {
    id,
    kind,
    title,
    pinned: (flags & 1) > 0,
    imported: (flags & 2) > 0,
    uses,
    createdAt,
    updatedAt,
    locator,
    stamp,
    ...ofPassage,
  }
  if (session !== null) entry.session = session
  if (turn !== null) entry.turn = turn
  if (prior !== 0) entry.prior = prior
  return entry
}

function toPassageFields(values: EntryValues): Partial<IndexEntry> {
  const [passage, heading, loadedAs] = values.slice(ENTRY_VALUES) as [number?, string?, string[]?]
  return passage === undefined ? {} : { passage, heading: heading ?? '', loadedAs: loadedAs ?? [] }
}

function parseArray(text: string): unknown[] | undefined {
  try {
    const values: unknown = JSON.parse(text)
    return Array.isArray(values) ? values : undefined
  } catch {
    return undefined
  }
}

/** Values of an entry that is no passage. */
const ENTRY_VALUES = 12

function isEntry(values: unknown[]): values is EntryValues {
  const [session, turn, uses, flags, prior, ...rest] = values.slice(7)
  return (
    (rest.length === 0 || isOfPassage(rest)) &&
    values.length >= ENTRY_VALUES &&
    values.slice(0, 7).every(value => typeof value === 'string') &&
    (session === null || typeof session === 'string') &&
    (turn === null || typeof turn === 'number') &&
    typeof uses === 'number' &&
    typeof flags === 'number' &&
    typeof prior === 'number'
  )
}

function isOfPassage([passage, heading, loadedAs, ...rest]: unknown[]): boolean {
  return (
    typeof passage === 'number' &&
    typeof heading === 'string' &&
    Array.isArray(loadedAs) &&
    loadedAs.every(name => typeof name === 'string') &&
    rest.length === 0
  )
}
