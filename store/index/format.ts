/**
 * The index file: a header, then sections, each 4-byte aligned, integers little-endian.
 *
 * rows      per document, 8 bytes: packed lengths (packing.ts), hash of the id (u32)
 * places    per document, 20 bytes: session group u32, neighbours −2 −1 +1 +2 as number + 1 u32
 * records   per document, 16 bytes: entry offset, entry length, words offset, words count (u32)
 * slots     hash table, 20 bytes a slot: two hashes, postings offset, documents, bytes (u32)
 * postings  per document and term: gap as a variable-length integer, packed frequencies u8
 * words     term hashes u32
 * entries   per document: a JSON array (entry-record.ts)
 *
 * Documents are numbered in recall order.
 */
export const SECTIONS = [
  'rows',
  'places',
  'records',
  'slots',
  'postings',
  'words',
  'entries',
] as const

/** The name of a section. */
export type SectionName = (typeof SECTIONS)[number]

/** First bytes of an index file. */
export const MAGIC = Buffer.from('svc-idx\n', 'latin1')

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
