import { FileIndex } from './file-index.js'
import { hashTerm, SLOT_BYTES, parsePostings } from './format.js'
import { lowerBound, sessionKey } from './sessions.js'
import type { IndexEntry, WholeIndex } from './types.js'

/** An index on which changes can be laid. */
export interface BaseIndex extends WholeIndex {
  /** The numbers of an item's documents; [] where it has none. */
  numbersOf(id: string): number[]
  /** The numbers of a session's documents in their order; [] where it has none. */
  membersOf(session: string): number[]
}

/**
 * Makes a base of an index file that is kept in memory, in short steps between which other work may
 * be done; `onEntry` is told of every document. All of the file is looked at, so that no damage
 * shows later: throws SvcError STORE_CORRUPT where there is any.
 */
export function* openBase(
  file: FileIndex,
  onEntry: (entry: IndexEntry, document: number) => void = () => undefined,
): Generator<undefined, BaseIndex> {
  const sessions = new Sessions(file)
  const passages = new Map<number, string>()
  for (let document = 0; document < file.size; document++) {
    const entry = file.entry(document)
    file.words(document)
    sessions.note(entry, document)
    if (entry.passage !== undefined) passages.set(document, entry.id)
    onEntry(entry, document)
    yield
  }
  yield* checkPostings(file)
  return new FileBase(file, sessions, passages, sortByHash(file))
}

function* checkPostings({ source, header, size }: FileIndex): Generator<undefined, void> {
  const { length } = header.sections.slots
  const slots = source.bytes(header, 'slots', 0, length)
  for (let at = 0; at + SLOT_BYTES <= length; at += SLOT_BYTES) {
    if (slots.readUInt32LE(at) === 0) continue
    const [offset, documents, bytes] = [8, 12, 16].map(field => slots.readUInt32LE(at + field))
    const list = source.bytes(header, 'postings', offset!, bytes!)
    if (!parsePostings(list, documents!, size)) throw source.damaged()
    yield
  }
}

/** A number that holds the half of the hash that the passages of an item share, and the document. */
const SHARED_BITS = 16
const DOCUMENTS = 2 ** 32

/** The documents by the hash of their item. */
function sortByHash(file: FileIndex): Float64Array {
  const keys = new Float64Array(file.size)
  for (let document = 0; document < file.size; document++)
    keys[document] = (file.idHash(document) >>> SHARED_BITS) * DOCUMENTS + document
  return keys.sort()
}

/** One document of each session, by which the file tells of the others. */
class Sessions {
  private readonly first = new Map<number, number | number[]>()

  constructor(private readonly file: FileIndex) {}

  note(entry: IndexEntry, document: number): void {
    const key = sessionKey(entry)
    if (key === undefined) return
    const hash = hashSession(key)
    const known = this.documentsOf(hash)
    const { group } = this.file.place(document)
    if (known.length === 0) this.first.set(hash, document)
    else if (group === 0 || known.every(one => this.file.place(one).group !== group))
      this.first.set(hash, [...known, document])
  }

  /** Each document of the file names its neighbours: from one of them both ways. */
  membersOf(session: string): number[] {
    const isMember = (document: number) => sessionKey(this.file.entry(document)) === session
    const start = this.documentsOf(hashSession(session)).find(isMember)
    if (start === undefined) return []
    return [...this.walk(start, BEFORE).reverse(), start, ...this.walk(start, AFTER)]
  }

  /** Mostly one: several sessions seldom share a hash. */
  private documentsOf(hash: number): readonly number[] {
    const known = this.first.get(hash)
    return known === undefined ? [] : [known].flat()
  }

  private walk(start: number, side: number): number[] {
    const found: number[] = []
    for (let at = start; found.length < this.file.size;) {
      at = this.file.place(at).neighbours[side] ?? -1
      if (at < 0) break
      found.push(at)
    }
    return found
  }
}

/** Small enough for a number that needs no memory of its own. */
function hashSession(session: string): number {
  return hashTerm(session) >>> 2
}

/** Marks of a place that names the document right before, or the one right after. */
const [BEFORE, AFTER] = [1, 2]

class FileBase extends FileIndex implements BaseIndex {
  constructor(
    file: FileIndex,
    private readonly sessions: Sessions,
    private readonly ofPassages: ReadonlyMap<number, string>,
    private readonly byHash: Float64Array,
  ) {
    super(file.source, file.header)
  }

  override passages(): ReadonlyMap<number, string> {
    return this.ofPassages
  }

  *documents(): Iterable<number> {
    for (let document = 0; document < this.size; document++) yield document
  }

  terms(): Iterable<string> {
    const { length } = this.header.sections.terms
    const text = this.source.bytes(this.header, 'terms', 0, length)
    return text.toString('utf8').split('\n').filter(Boolean)
  }

  numbersOf(id: string): number[] {
    const shared = hashTerm(id) >>> SHARED_BITS
    const found: number[] = []
    for (let at = lowerBound(this.byHash, key => key < shared * DOCUMENTS); ; at++) {
      const key = this.byHash[at] ?? Infinity
      if (key >= (shared + 1) * DOCUMENTS) return found
      const document = key % DOCUMENTS
      if (this.entry(document).id === id) found.push(document)
    }
  }

  membersOf(session: string): number[] {
    return this.sessions.membersOf(session)
  }
}
