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
  session?: string
  turn?: number
  /** Opaque here: the memory file's name, or the workspace path of an import row. */
  locator: string
  /** Opaque here: modification time and size of that file. */
  stamp: string
  /** Paths by which hosts may have loaded the file of an import row themselves. */
  loadedAs?: string[]
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
  /** The term's documents, ascending: number << 8 | packed frequencies, 32 bits; empty where unknown. */
  postings(term: string): ArrayLike<number>
  /** Packed field lengths (packLengths). */
  lengths(document: number): number
  /** Hash of the document's id and passage (hashItem): breaks ties without reading the entry. */
  idHash(document: number): number
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
  /** The terms that begin so. */
  termsFrom(beginning: string): Iterable<string>
}

const KINDS = ['constraint', 'preference', 'procedure', 'fact']

function kindRank(kind: string): number {
  const rank = KINDS.indexOf(kind)
  return rank < 0 ? KINDS.length : rank
}

/**
 * The parts of the recall order: what is pinned; then of each kind, and of all other kinds together,
 * import rows, what is used, and what is not.
 */
export const RECALL_PARTS = 1 + 3 * (KINDS.length + 1)

/** The part of the recall order that an entry is in, from 0. */
export function recallPart({ pinned, kind, imported, uses }: IndexEntry): number {
  if (pinned) return 0
  return 1 + 3 * kindRank(kind) + (imported ? 0 : uses > 0 ? 1 : 2)
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * The order of recall without a prompt: pinned first, then constraint, preference, procedure,
 * fact, others; within a kind import rows first, then uses, then the newest, then the id. The
 * passages of an item follow each other.
 */
export function compareRecallOrder(a: IndexEntry, b: IndexEntry): number {
  return (
    Number(b.pinned) - Number(a.pinned) ||
    kindRank(a.kind) - kindRank(b.kind) ||
    Number(b.imported) - Number(a.imported) ||
    b.uses - a.uses ||
    compareText(b.updatedAt, a.updatedAt) ||
    compareText(a.id, b.id) ||
    (a.passage ?? 0) - (b.passage ?? 0)
  )
}
