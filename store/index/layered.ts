import type { BaseIndex } from './base.js'
import { contentLength, tagsLength, titleLength } from './format.js'
import { createScopeIndex, type MemoryIndex } from './memory-index.js'
import { SessionGroups, sessionKey, toMember, type SessionMember } from './sessions.js'
import {
  compareRecallOrder,
  NO_SESSION,
  type FieldLengths,
  type IndexDocument,
  type IndexEntry,
  type SearchIndex,
  type SessionPlace,
} from './types.js'

/** A document of a session that is kept here, not in the base. */
interface Joined {
  session: string
  member: SessionMember
}

/**
 * An index that begins with a base, mostly a file, and takes changes: exactly what an index in
 * memory of the same documents is, and mostly as small as the file. Documents of the base keep their
 * numbers; what is put has numbers above them.
 */
export class LayeredIndex implements BaseIndex {
  #base: BaseIndex
  #added: MemoryIndex = createScopeIndex()
  /** Documents of the base that are gone or replaced, and their field lengths. */
  #hidden = new Set<number>()
  #gone: FieldLengths = { title: 0, content: 0, tags: 0 }
  /** Entries that replace what the base says of its documents, by document. */
  #entries = new Map<number, IndexEntry>()
  /** The sessions that gained or lost a document, with all of their documents. */
  #sessions = new SessionGroups()
  #lifted = new Set<string>()
  #joined = new Map<number, Joined>()
  #passages: ReadonlyMap<number, string> | undefined

  constructor(base: BaseIndex = EMPTY) {
    this.#base = base
  }

  get size(): number {
    return this.#base.size - this.#hidden.size + this.#added.size
  }

  get bound(): number {
    return this.#base.bound + this.#added.bound
  }

  get totals(): FieldLengths {
    const sum = (field: keyof FieldLengths) =>
      this.#base.totals[field] - this.#gone[field] + this.#added.totals[field]
    return { title: sum('title'), content: sum('content'), tags: sum('tags') }
  }

  /** Adds an item or passage, or replaces the one of its id. */
  put(document: IndexDocument): void {
    const former = this.#find(document)
    if (former !== undefined) this.#takeOut(former)
    const number = this.#base.bound + this.#added.put(document)
    this.#join(number, document)
    this.#passages = undefined
  }

  /** Replaces what is known of an item or passage but its text; false where it is unknown. */
  putEntry(entry: IndexEntry): boolean {
    const document = this.#find(entry)
    if (document === undefined) return false
    const before = this.entry(document)
    const isMoved = sessionKey(before) !== sessionKey(entry) || before.turn !== entry.turn
    if (isMoved) this.#leave(document)
    if (document >= this.#base.bound) this.#added.putEntry(entry)
    else this.#entries.set(document, entry)
    if (isMoved) this.#join(document, entry)
    return true
  }

  /** Takes an item out with all its passages; false where the id is unknown. */
  remove(id: string): boolean {
    const documents = this.numbersOf(id)
    for (const document of documents) this.#takeOut(document)
    this.#added.remove(id)
    this.#passages = undefined
    return documents.length > 0
  }

  /**
   * Freezes what the index holds now, for good: puts and removals from here on lie over it, until
   * `rebase` puts a file in its place.
   */
  freeze(): BaseIndex {
    const isChanged = this.#added.size + this.#hidden.size + this.#entries.size > 0
    if (!isChanged) return this.#base
    const frozen = new LayeredIndex(this.#base)
    frozen.#added = this.#added
    frozen.#hidden = this.#hidden
    frozen.#gone = this.#gone
    frozen.#entries = this.#entries
    frozen.#sessions = this.#sessions
    frozen.#lifted = this.#lifted
    frozen.#joined = this.#joined
    this.#startOver(frozen)
    return frozen
  }

  /**
   * Puts a base in place of the one that `freeze` answered last, of which it has every document;
   * `numbers` tells its number by the former one.
   */
  rebase(base: BaseIndex, numbers: Int32Array): void {
    const former = this.#base.bound
    const toNew = (document: number) =>
      document < former ? (numbers[document] as number) : document - former + base.bound
    const joined = this.#joined
    this.#hidden = new Set([...this.#hidden].map(toNew))
    this.#entries = new Map([...this.#entries].map(([document, entry]) => [toNew(document), entry]))
    this.#base = base
    this.#sessions = new SessionGroups()
    this.#joined = new Map()
    for (const { session, member } of joined.values())
      this.#enter(session, { ...member, document: toNew(member.document) })
    this.#passages = undefined
  }

  frequency(term: string): number {
    const added = this.#added.frequency(term)
    if (this.#hidden.size === 0) return this.#base.frequency(term) + added
    return this.#keptPostings(term).length + added
  }

  postings(term: string): ArrayLike<number> {
    const kept = this.#keptPostings(term)
    const added = this.#added.postings(term)
    if (added.length === 0) return kept
    const shift = this.#base.bound * 256
    const all = new Uint32Array(kept.length + added.length)
    all.set(kept)
    for (let at = 0; at < added.length; at++) all[kept.length + at] = (added[at] as number) + shift
    return all
  }

  lengths(document: number): number {
    return this.#at(document).lengths(this.#own(document))
  }

  idHash(document: number): number {
    return this.#at(document).idHash(this.#own(document))
  }

  textHash(document: number): number {
    return this.#at(document).textHash(this.#own(document))
  }

  words(document: number): Int32Array {
    return this.#at(document).words(this.#own(document))
  }

  entry(document: number): IndexEntry {
    return this.#entries.get(document) ?? this.#at(document).entry(this.#own(document))
  }

  place(document: number): SessionPlace {
    const joined = this.#joined.get(document)
    // Even for the sessions of the base, odd for those that are kept here.
    if (joined !== undefined) return asOdd(this.#sessions.place(joined.session, joined.member))
    return document < this.#base.bound ? asEven(this.#base.place(document)) : NO_SESSION
  }

  passages(): ReadonlyMap<number, string> {
    this.#passages ??= this.#listPassages()
    return this.#passages
  }

  entries(from: number, count: number): IndexEntry[] {
    const all = Array.from(this.documents(), document => this.entry(document))
    return all.sort(compareRecallOrder).slice(from, from + count)
  }

  *documents(): Iterable<number> {
    for (const document of this.#base.documents()) if (!this.#hidden.has(document)) yield document
    for (const document of this.#added.documents()) yield document + this.#base.bound
  }

  terms(): Iterable<string> {
    return new Set([...this.#base.terms(), ...this.#added.terms()])
  }

  termsFrom(beginning: string): Iterable<string> {
    return new Set([...this.#base.termsFrom(beginning), ...this.#added.termsFrom(beginning)])
  }

  numbersOf(id: string): number[] {
    const kept = this.#base.numbersOf(id).filter(document => !this.#hidden.has(document))
    return [...kept, ...this.#added.numbersOf(id).map(number => number + this.#base.bound)]
  }

  membersOf(session: string): number[] {
    if (!this.#lifted.has(session)) return this.#base.membersOf(session)
    return this.#sessions.members(session).map(({ document }) => document)
  }

  #at(document: number): SearchIndex {
    return document < this.#base.bound ? this.#base : this.#added
  }

  #own(document: number): number {
    return document < this.#base.bound ? document : document - this.#base.bound
  }

  #keptPostings(term: string): ArrayLike<number> {
    const all = this.#base.postings(term)
    if (this.#hidden.size === 0) return all
    return Uint32Array.from(all).filter(posting => !this.#hidden.has(Math.floor(posting / 256)))
  }

  #listPassages(): ReadonlyMap<number, string> {
    const base = this.#base.passages()
    const added = this.#added.passages()
    if (this.#hidden.size + added.size === 0) return base
    const kept = [...base].filter(([document]) => !this.#hidden.has(document))
    const shift = this.#base.bound
    return new Map([...kept, ...Array.from(added, ([number, id]) => [number + shift, id] as const)])
  }

  #find({ id, passage }: Pick<IndexEntry, 'id' | 'passage'>): number | undefined {
    return this.numbersOf(id).find(document => this.entry(document).passage === passage)
  }

  /** Takes a document out of its session, and one of the base out of sight. */
  #takeOut(document: number): void {
    this.#leave(document)
    if (document >= this.#base.bound) return
    const lengths = this.#base.lengths(document)
    this.#hidden.add(document)
    this.#entries.delete(document)
    this.#gone.title += titleLength(lengths)
    this.#gone.content += contentLength(lengths)
    this.#gone.tags += tagsLength(lengths)
  }

  #leave(document: number): void {
    const session = this.#joined.get(document)?.session ?? sessionKey(this.entry(document))
    if (session === undefined) return
    this.#lift(session)
    this.#sessions.remove(session, this.#joined.get(document)!.member)
    this.#joined.delete(document)
  }

  #join(document: number, entry: IndexEntry): void {
    const session = sessionKey(entry)
    if (session === undefined) return
    this.#lift(session)
    this.#enter(session, toMember(document, entry))
  }

  #enter(session: string, member: SessionMember): void {
    this.#sessions.add(session, member)
    this.#joined.set(member.document, { session, member })
  }

  /** Takes a session over from the base. */
  #lift(session: string): void {
    if (this.#lifted.has(session)) return
    const documents = this.membersOf(session)
    this.#lifted.add(session)
    for (const document of documents) this.#enter(session, toMember(document, this.entry(document)))
  }

  #startOver(base: BaseIndex): void {
    this.#base = base
    this.#added = createScopeIndex()
    this.#hidden = new Set()
    this.#gone = { title: 0, content: 0, tags: 0 }
    this.#entries = new Map()
    this.#sessions = new SessionGroups()
    this.#lifted = new Set()
    this.#joined = new Map()
    this.#passages = undefined
  }
}

const EMPTY: BaseIndex = createScopeIndex()

function asOdd({ group, neighbours }: SessionPlace): SessionPlace {
  return { group: group === 0 ? 0 : group * 2 + 1, neighbours }
}

function asEven({ group, neighbours }: SessionPlace): SessionPlace {
  return { group: group * 2, neighbours }
}
