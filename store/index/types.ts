/** One item as the index knows it without reading its file. */
export interface IndexEntry {
  id: string
  kind: string
  title: string
  pinned: boolean
  /** True for an import row. */
  imported: boolean
  uses: number
  createdAt: string
  updatedAt: string
  /** True where nobody said when it was made: `createdAt` is the time of its file, or of its loading. */
  undated?: true
  session?: string
  turn?: number
  /** Opaque here: the memory file's name, or the workspace path of an import row. */
  locator: string
  /** Opaque here: modification time and size of that file. */
  stamp: string
  /** Paths by which hosts may have loaded the file of an import row themselves. */
  loadedAs?: string[]
  /** Opaque here: patterns of the files that an import row is about; missing if it is of no file's. */
  patterns?: string[]
  /** Opaque here: the folder that an import row stands for; missing if it is the whole workspace. */
  folder?: string
  /** True while nobody has accepted what an agent saved: it is given to nobody unasked. */
  waits?: true
  /** True while nobody has accepted what was found in old words: it is given to nobody at all. */
  proposed?: true
  /** Log odds that feedback adds to its being wanted; 0 if missing. */
  prior?: number
  /** Number of this part of the item, from 0: an import row is in the index as its passages. */
  passage?: number
  /** The heading path of the passage; '' where it has none. */
  heading?: string
}

/** An item, or a passage of one, as it is put into an index. */
export interface IndexDocument extends IndexEntry {
  /** Text that is searched as its title; the title itself if missing. */
  subject?: string
  content: string
  tags: readonly string[]
  /** Phrases that are found as the title is; the first 12 are indexed. */
  aliases: readonly string[]
}

/** Field lengths in terms. */
export interface FieldLengths {
  title: number
  content: number
  tags: number
}

/** A document after analysis: what the index stores of its text. */
export interface AnalysedDocument {
  entry: IndexEntry
  lengths: FieldLengths
  /** Each distinct term with its packed frequencies (packFrequencies). */
  terms: ReadonlyMap<string, number>
  /** Hashes of the terms in text order (wordHash), in fields (joinWords). */
  words: Int32Array
}

/** Place of a document in its session. */
export interface SessionPlace {
  /** Same number = same session; 0 = none. */
  group: number
  /** Document numbers of the turns at −2, −1, +1, +2; −1 where there is none. */
  neighbours: readonly number[]
}

/** The place of a document that belongs to no session. */
export const NO_SESSION: SessionPlace = { group: 0, neighbours: [-1, -1, -1, -1] }

/**
 * One unit of search, in memory or in a file. Documents have numbers in [0, bound), not all of
 * them taken. Reading methods of the file form throw SvcError STORE_CORRUPT.
 */
export interface SearchIndex {
  readonly size: number
  readonly bound: number
  /** Sums of the field lengths of all documents. */
  readonly totals: FieldLengths
  /** Number of documents that the term occurs in. */
  frequency(term: string): number
  /**
   * The terms that begin so, each once, in no particular order; also some that only documents had that
   * are gone: their frequency is 0.
   */
  termsFrom(beginning: string): Iterable<string>
  /** The term's documents, ascending: number << 8 | packed frequencies, 32 bits; empty where unknown. */
  postings(term: string): ArrayLike<number>
  /** Packed field lengths (packLengths). */
  lengths(document: number): number
  /** Hash of the document's id and passage (hashItem): finds it without reading the entry. */
  idHash(document: number): number
  /** Hash of the document's words (hashWords): breaks ties alike in every store. */
  textHash(document: number): number
  place(document: number): SessionPlace
  words(document: number): Int32Array
  entry(document: number): IndexEntry
  /** The documents that are a passage of an item: its id by their number. */
  passages(): ReadonlyMap<number, string>
  /** Entries in recall order (compareRecallOrder), as many as there are. */
  entries(from: number, count: number): IndexEntry[]
}

/** An index that knows all of its documents and terms, as a file of it needs them. */
export interface WholeIndex extends SearchIndex {
  /** The numbers of the documents; of a file in recall order. */
  documents(): Iterable<number>
  /** Every term once, in no particular order. */
  terms(): Iterable<string>
}

/** Kinds that bind first, then those that nothing else would bring; kinds of people's own come last. */
const KINDS = ['constraint', 'correction', 'decision', 'preference', 'procedure', 'fact']

function kindRank(kind: string): number {
  const rank = KINDS.indexOf(kind)
  return rank < 0 ? KINDS.length : rank
}

/** The last parts of the recall order. */
const IMPORTED_PART = 1 + 2 * (KINDS.length + 1)
/** The part of the import rows that stand for a folder, in the order of these. */
export const FOLDER_PART = IMPORTED_PART + 1
const WAITING_PART = FOLDER_PART + 1

/**
 * The parts of the recall order: what is pinned; then of each kind, and of all other kinds together,
 * what is used and what is not; then import rows; then those that stand for a folder; then what waits
 * to be accepted.
 */
export const RECALL_PARTS = WAITING_PART + 1

/** The part of the recall order that an entry is in, from 0. */
export function recallPart({ pinned, kind, imported, folder, uses, waits }: IndexEntry): number {
  if (waits) return WAITING_PART
  if (pinned) return 0
  if (folder !== undefined) return FOLDER_PART
  return imported ? IMPORTED_PART : 1 + 2 * kindRank(kind) + (uses > 0 ? 0 : 1)
}

/** Orders texts by their UTF-16 units. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * The order of recall without a prompt: pinned first, then constraint, correction, decision,
 * preference, procedure, fact, others, then import rows, those of folders by these, what waits to be
 * accepted last; within a kind uses, then the newest, then the text, so that two stores with the same files answer alike. The passages of an item follow each other.
 */
export function compareRecallOrder(a: IndexEntry, b: IndexEntry): number {
  return (
    Number(a.waits ?? false) - Number(b.waits ?? false) ||
    Number(b.pinned) - Number(a.pinned) ||
    Number(a.imported) - Number(b.imported) ||
    compareText(a.folder ?? '', b.folder ?? '') ||
    kindRank(a.kind) - kindRank(b.kind) ||
    b.uses - a.uses ||
    compareText(b.updatedAt, a.updatedAt) ||
    compareText(a.title, b.title) ||
    compareText(a.id, b.id) ||
    (a.passage ?? 0) - (b.passage ?? 0)
  )
}
