import type { FieldLengths, IndexEntry } from './types.js'

/**
 * The index file: a header, then sections, each 4-byte aligned, integers little-endian.
 *
 * rows      per document, 12 bytes: packed lengths (packLengths), hashes of its item (u32, hashItem)
 *           and of its words (u32, hashWords)
 * parts     per part of the recall order (recallPart): its first document u32
 * places    per document, 20 bytes: session group u32, neighbours −2 −1 +1 +2 as number + 1 u32
 * records   per document, 16 bytes: entry offset, entry length, words offset, words count (u32)
 * slots     hash table, 20 bytes a slot: two hashes, postings offset, documents, bytes (u32)
 * postings  per document and term: gap as a variable-length integer, packed frequencies u8
 * words     per document: term hashes (wordHash), in fields (joinWords)
 * entries   per document: a JSON array (formatEntry) and a comma
 * terms     every term, sorted, with a newline before and after each: what a word may become
 * sums      per block (blocks.ts) of all sections before: its checksum u32
 *
 * Documents are numbered in recall order.
 */
const SECTIONS = [
  'rows',
  'parts',
  'places',
  'records',
  'slots',
  'postings',
  'words',
  'entries',
  'terms',
  'sums',
] as const

/** The name of a section. */
export type SectionName = (typeof SECTIONS)[number]

/** First bytes of an index file. */
const MAGIC = Buffer.from('svc-idx\n', 'latin1')

/** Layout of the derived index file; a file of another number is ignored and rebuilt. */
const FORMAT_VERSION = 10

/**
 * Version of the terms in an index file. Raise it whenever analyse.ts turns the same text into
 * other terms: a test compares a fingerprint of the analysis with this number.
 */
export const ANALYSIS_VERSION = 3

/** More documents than this have no number in a posting. */
export const MOST_DOCUMENTS = 2 ** 24

/** Bytes of one entry of `rows`. */
export const ROW_BYTES = 12
/** Bytes of one entry of `places`. */
export const PLACE_BYTES = 20
/** Bytes of one entry of `records`. */
export const RECORD_BYTES = 16
/** Bytes of one entry of `slots`. */
export const SLOT_BYTES = 20
/** Bytes before the directory stamp in the header. */
export const FIXED_HEADER_BYTES = 8 + 4 * (9 + SECTIONS.length * 2)
/** Offset of the checksum in the header. */
const CHECKSUM_AT = FIXED_HEADER_BYTES - 4
/** The longest directory stamp, in bytes of UTF-8. */
export const STAMP_LIMIT = 1_024

/** Contents of the header. */
export interface Header {
  analysisVersion: number
  documents: number
  titleTotal: number
  contentTotal: number
  tagsTotal: number
  /** Number of the documents that stand for a folder. */
  placed: number
  directoryStamp: string
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
    header.placed,
    Buffer.byteLength(header.directoryStamp),
    ...SECTIONS.flatMap(name => [header.sections[name].offset, header.sections[name].length]),
  ]
  numbers.forEach((value, at) => bytes.writeUInt32LE(value, MAGIC.length + 4 * at))
  bytes.write(header.directoryStamp, FIXED_HEADER_BYTES)
  bytes.writeUInt32LE(checksum(bytes), CHECKSUM_AT)
  return bytes
}

/**
 * Reads a header from the beginning of a file of `fileBytes`; undefined where it is not one of
 * this format, is damaged, or disagrees with the size of the file.
 */
export function parseHeader(bytes: Buffer, fileBytes: number): Header | undefined {
  if (bytes.length < FIXED_HEADER_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return
  const at = (number: number) => bytes.readUInt32LE(MAGIC.length + 4 * number)
  const stampBytes = at(7)
  if (at(0) !== FORMAT_VERSION || stampBytes > STAMP_LIMIT) return
  const length = FIXED_HEADER_BYTES + Math.ceil(stampBytes / 4) * 4
  if (bytes.length < length || !isIntact(bytes.subarray(0, length))) return
  const sections = {} as Header['sections']
  let end = length
  for (const [number, name] of SECTIONS.entries()) {
    sections[name] = { offset: at(8 + number * 2), length: at(9 + number * 2) }
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
    placed: at(6),
    directoryStamp: bytes.toString('utf8', FIXED_HEADER_BYTES, FIXED_HEADER_BYTES + stampBytes),
    sections,
  }
}

function isIntact(header: Buffer): boolean {
  return checksum(header) === header.readUInt32LE(CHECKSUM_AT)
}

/** 32-bit FNV-1a over the numbers of a header: notices damage, no protection against intent. */
function checksum(header: Buffer): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < header.length; at += 4) {
    const value = at === CHECKSUM_AT ? 0 : header.readInt32LE(at)
    hash = Math.imul(hash ^ value, 0x01000193)
  }
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

/** The hash of a term as it stands in a sequence of words: signed, which V8 keeps without a box. */
export function wordHash(term: string): number {
  return hashTerm(term) | 0
}

/**
 * The numbers of a table that stands in a source as base64 of their bytes, the low one first: one
 * string is loaded sooner than thousands of numbers.
 */
export function unpack<T>(base64: string, Numbers: new (bytes: ArrayBuffer) => T): T {
  const { buffer, byteOffset, length } = Buffer.from(base64, 'base64')
  return new Numbers(buffer.slice(byteOffset, byteOffset + length))
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
export function joinWords({ title, aliases, content, tags }: FieldWords<number[]>): Int32Array {
  const named = aliases.filter(alias => alias.length > 0).flatMap(alias => [0, ...alias])
  return Int32Array.from([title, named, [0, 0], content, tags.flatMap(tag => [0, ...tag])].flat())
}

/** Finds the end of title and aliases in what joinWords wrote; that of all words if damaged. */
export function endOfNames(words: Int32Array): number {
  let end = words.indexOf(0)
  while (end >= 0 && words[end + 1] !== 0) end = words.indexOf(0, end + 1)
  return end < 0 ? words.length : end
}

/** The title and the aliases of a document, as views of what joinWords wrote. */
export function splitNames(words: Int32Array): Int32Array[] {
  const names: Int32Array[] = []
  const all = words.subarray(0, endOfNames(words))
  let from = 0
  for (let end = all.indexOf(0); end >= 0; end = all.indexOf(0, from)) {
    names.push(all.subarray(from, end))
    from = end + 1
  }
  names.push(all.subarray(from))
  return names
}

/** A second, independent hash: with the first it identifies a term in the dictionary. */
export function hashTermAgain(term: string): number {
  return hashTerm(term, 0x9e3779b9)
}

/** Hash of an item's id, with the passage in its low half: the passages of an item share the high one. */
export function hashItem({ id, passage = 0 }: Pick<IndexEntry, 'id' | 'passage'>): number {
  return (hashTerm(id) ^ (passage & 0xffff)) >>> 0
}

/** Hash of a document's words (joinWords): alike for the same text, whoever stored it. */
export function hashWords(words: Int32Array): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < words.length; at++) hash = Math.imul(hash ^ words[at]!, 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** Occurrences of a term in a document, by field; larger counts are capped at 3, 31 and 1. */
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

/**
 * Reads postings back; undefined where the bytes do not hold exactly `count` ascending documents
 * below `documents`, which is at most MOST_DOCUMENTS.
 */
export function parsePostings(
  bytes: Uint8Array,
  count: number,
  documents: number,
): Uint32Array | undefined {
  if (count > bytes.length) return undefined
  const postings = new Uint32Array(count)
  let at = 0
  let document = 0
  for (let i = 0; i < count; i++) {
    let gap = bytes[at++]!
    if (gap > 127) {
      let byte = gap
      gap &= 127
      for (let shift = 7; byte > 127 && shift < 28; shift += 7) {
        byte = bytes[at++] ?? 0
        gap |= (byte & 127) << shift
      }
    }
    if (gap === 0 && i > 0) return undefined
    document += gap
    postings[i] = (document << 8) | bytes[at++]!
  }
  // They ascend: the last one tells of all whether they are within bounds, and so does the last byte.
  return at === bytes.length && (count === 0 || document < documents) ? postings : undefined
}
