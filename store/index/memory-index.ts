import { analyseDocument } from './analyse.js'
import { hashItem, hashWords, packLengths } from './format.js'
import type { BaseIndex } from './base.js'
import { lowerBound, SessionGroups, sessionKey, toMember } from './sessions.js'
import {
  compareRecallOrder,
  NO_SESSION,
  type IndexEntry,
  type SessionPlace,
  type AnalysedDocument,
  type FieldLengths,
  type IndexDocument,
} from './types.js'

interface StoredDocument extends AnalysedDocument {
  number: number
  textHash: number
  sessionKey: string | undefined
}

const NO_POSTINGS: readonly number[] = []
const NO_WORDS = new Int32Array(0)

/** The in-memory form of an index: it analyses what is put into it, and every change is exact at once. */
export class MemoryIndex implements BaseIndex {
  readonly totals: FieldLengths = { title: 0, content: 0, tags: 0 }
  readonly #documents: (StoredDocument | undefined)[] = []
  // Apart from the documents: scoring reads these two for every match.
  readonly #lengths: number[] = []
  readonly #idHashes: number[] = []
  /** Documents by id; several only for an item that is in the index as its passages. */
  readonly #byId = new Map<string, StoredDocument[]>()
  readonly #postings = new Map<string, number[]>()
  readonly #sessions = new SessionGroups()
  readonly #passages = new Map<number, string>()
  readonly #free: number[] = []
  #size = 0
  #ordered: StoredDocument[] | undefined
  /** The terms in their order; undefined where one came or went. */
  #sorted: string[] | undefined

  get size(): number {
    return this.#size
  }

  get bound(): number {
    return this.#documents.length
  }

  /** Adds an item or passage, or replaces the one of its id. Answers its number. */
  put(document: IndexDocument): number {
    const analysed = analyseDocument(document)
    const former = this.#find(analysed.entry)
    if (former) this.#takeOut(former)
    const number = this.#free.pop() ?? this.#documents.length
    const stored: StoredDocument = {
      ...analysed,
      number,
      textHash: hashWords(analysed.words),
      sessionKey: sessionKey(analysed.entry),
    }
    this.#documents[number] = stored
    this.#lengths[number] = packLengths(analysed.lengths)
    this.#idHashes[number] = hashItem(analysed.entry)
    this.#byId.set(analysed.entry.id, [...this.#of(analysed.entry.id), stored])
    if (analysed.entry.passage !== undefined) this.#passages.set(number, analysed.entry.id)
    for (const [term, packed] of analysed.terms) this.#addPosting(term, number * 256 + packed)
    this.#join(stored)
    this.#count(stored.lengths, 1)
    return number
  }

  /** Replaces what is known of an item or passage but its text; false where it is unknown. */
  putEntry(entry: IndexEntry): boolean {
    const stored = this.#find(entry)
    if (!stored) return false
    this.#leave(stored)
    stored.entry = entry
    stored.sessionKey = sessionKey(entry)
    this.#join(stored)
    this.#ordered = undefined
    return true
  }

  /** Takes an item out with all its passages; false where the id is unknown. */
  remove(id: string): boolean {
    const documents = this.#of(id)
    for (const stored of documents) this.#takeOut(stored)
    return documents.length > 0
  }

  numbersOf(id: string): number[] {
    return this.#of(id).map(({ number }) => number)
  }

  membersOf(session: string): number[] {
    return this.#sessions.members(session).map(({ document }) => document)
  }

  frequency(term: string): number {
    return this.#postings.get(term)?.length ?? 0
  }

  postings(term: string): ArrayLike<number> {
    return this.#postings.get(term) ?? NO_POSTINGS
  }

  lengths(document: number): number {
    return this.#lengths[document] ?? 0
  }

  idHash(document: number): number {
    return this.#idHashes[document] ?? 0
  }

  textHash(document: number): number {
    return this.#documents[document]?.textHash ?? 0
  }

  place(document: number): SessionPlace {
    const stored = this.#documents[document]
    return stored?.sessionKey
      ? this.#sessions.place(stored.sessionKey, toMember(stored.number, stored.entry))
      : NO_SESSION
  }

  words(document: number): Int32Array {
    return this.#documents[document]?.words ?? NO_WORDS
  }

  entry(document: number): IndexEntry {
    const stored = this.#documents[document]
    if (!stored) throw new RangeError(`no document ${document} in this index`)
    return stored.entry
  }

  passages(): ReadonlyMap<number, string> {
    return this.#passages
  }

  entries(from: number, count: number): IndexEntry[] {
    return this.#inOrder()
      .slice(from, from + count)
      .map(stored => stored.entry)
  }

  documents(): number[] {
    return this.#inOrder().map(stored => stored.number)
  }

  terms(): Iterable<string> {
    return this.#postings.keys()
  }

  termsFrom(beginning: string): string[] {
    this.#sorted ??= [...this.#postings.keys()].sort()
    const first = lowerBound(this.#sorted, term => term < beginning)
    const found: string[] = []
    for (let at = first; this.#sorted[at]?.startsWith(beginning) === true; at++)
      found.push(this.#sorted[at]!)
    return found
  }

  #inOrder(): StoredDocument[] {
    this.#ordered ??= [...this.#byId.values()]
      .flat()
      .sort((a, b) => compareRecallOrder(a.entry, b.entry))
    return this.#ordered
  }

  #of(id: string): readonly StoredDocument[] {
    return this.#byId.get(id) ?? []
  }

  #find({ id, passage }: IndexEntry): StoredDocument | undefined {
    return this.#of(id).find(({ entry }) => entry.passage === passage)
  }

  #takeOut(stored: StoredDocument): void {
    const { id } = stored.entry
    const others = this.#of(id).filter(other => other !== stored)
    if (others.length > 0) this.#byId.set(id, others)
    else this.#byId.delete(id)
    this.#documents[stored.number] = undefined
    this.#free.push(stored.number)
    this.#passages.delete(stored.number)
    for (const term of stored.terms.keys()) this.#removePosting(term, stored.number)
    this.#leave(stored)
    this.#count(stored.lengths, -1)
  }

  #join({ sessionKey, number, entry }: StoredDocument): void {
    if (sessionKey) this.#sessions.add(sessionKey, toMember(number, entry))
  }

  #leave({ sessionKey, number, entry }: StoredDocument): void {
    if (sessionKey) this.#sessions.remove(sessionKey, toMember(number, entry))
  }

  #addPosting(term: string, posting: number): void {
    const list = this.#postings.get(term)
    if (!list) {
      this.#postings.set(term, [posting])
      this.#sorted = undefined
    } else if ((list[list.length - 1] as number) < posting) list.push(posting)
    else
      list.splice(
        lowerBound(list, other => other < posting),
        0,
        posting,
      )
  }

  #removePosting(term: string, number: number): void {
    const list = this.#postings.get(term)
    if (!list) return
    list.splice(
      lowerBound(list, other => other < number * 256),
      1,
    )
    if (list.length > 0) return
    this.#postings.delete(term)
    this.#sorted = undefined
  }

  #count(lengths: FieldLengths, sign: 1 | -1): void {
    this.#size += sign
    this.totals.title += sign * lengths.title
    this.totals.content += sign * lengths.content
    this.totals.tags += sign * lengths.tags
    this.#ordered = undefined
  }
}

/** Makes an empty in-memory index for one scope. */
export function createScopeIndex(): MemoryIndex {
  return new MemoryIndex()
}
