import { join } from 'node:path'
import { runAtOnce, runInSteps } from '../../store/files/steps.js'
import type { CommitTimes } from '../../store/git/times.js'
import { fileStamp } from '../../store/files/atomic.js'
import type { LayeredIndex } from '../../store/index/layered.js'
import type { IndexDocument } from '../../store/index/types.js'
import {
  directoryStamp,
  isSettledStamp,
  statMemoryFile,
  type MemoryFile,
} from '../../store/memories/files.js'
import { readRevisions, type Revision } from '../../store/memories/history.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import { statePath, type Store } from '../../store/store.js'
import { isWaiting, type MemoryDocument } from '../../store/types.js'
import { readPriors, type PriorOf } from '../activity/feedback.js'
import type { ImportRow } from '../import/read.js'
import { importStateStamp, readImportRows } from '../import/state.js'
import { titleKey } from '../text.js'
import { DocumentsFile } from './documents-file.js'
import {
  Freshness,
  RevisionView,
  loadFiles,
  loadOwnWrites,
  type LoadedFile,
  type Unread,
  type RefreshPlan,
  type FolderStamps,
} from './folder.js'
import { putRow, toIndexedMemory } from './index-file.js'
import { openScopeIndex } from './layered.js'
import { isLiving, type StoredMemory } from './life.js'
import { Timeline, type DatedItem } from './timeline.js'

/** Times that an index is opened anew because of changes meanwhile. */
const OPEN_TRIES = 3

/** One scope in memory: what its files say, kept fresh by `refresh`, with its search index. */
export class Collection {
  /** Living memories by id. */
  readonly memories = new Map<string, StoredMemory>()
  /** Tombstones by id: merged away or evicted, on disk only. */
  readonly tombstones = new Map<string, StoredMemory>()
  readonly rows = new Map<string, ImportRow>()
  problems: FileProblem[] = []
  private readonly documents: DocumentsFile
  private hasLoaded = false
  /** Counts what is taken up and dropped. */
  private changes = 0
  /** Set where something watches the folder: then its own writes need no second look. */
  isWatched = false
  private readonly timeline = new Timeline()
  private files = new Map<string, LoadedFile>()
  private readonly titles = new Titles()
  private readonly revisions: RevisionView
  private index: LayeredIndex | undefined
  private readonly freshness: Freshness
  private seenRows = ''
  private seenFeedback = 'absent'
  private priorOf: PriorOf = () => 0
  /** Count what happens while a look at the folder is under way. */
  private writes = 0
  private marks = 0
  private refreshing: Promise<void> | undefined
  private opening: Promise<void> | undefined

  constructor(
    readonly store: Store,
    readonly folder: ScopeFolder,
    commitTimes?: CommitTimes,
  ) {
    this.revisions = new RevisionView(store, folder, commitTimes)
    this.freshness = new Freshness(folder.path)
    this.documents = new DocumentsFile(store, folder.localKey)
  }

  /** The folder of the memory files; it may not exist yet. */
  get directory(): string {
    return join(this.folder.path, 'memories')
  }

  /** All items: living memories and import rows. */
  get count(): number {
    return this.memories.size + this.rows.size
  }

  /** True where anything of the scope has this id, tombstones included. */
  has(id: string): boolean {
    return this.stored(id) !== undefined || this.rows.has(id)
  }

  /** The memory or the tombstone of this id: what has a file. */
  stored(id: string): StoredMemory | undefined {
    return this.memories.get(id) ?? this.tombstones.get(id)
  }

  /** Takes up everything that was written on disk before this call; cheap where nothing was. */
  async refresh(): Promise<void> {
    // A look that is under way may have begun before the change.
    await this.refreshing
    this.refreshing ??= this.takeUp().finally(() => (this.refreshing = undefined))
    await this.refreshing
  }

  /**
   * Makes the next refresh look at every file: an in-place edit does not change the folder. While
   * git is at work it looks when that is over, with `isForced` at once.
   */
  markChanged({ isForced = false } = {}): void {
    this.marks++
    this.freshness.expire(isForced)
  }

  /** True where the file is as it was last read or written here. */
  isRead(name: string): boolean {
    return statMemoryFile(this.directory, name)?.stamp === this.files.get(name)?.file.stamp
  }

  /** The own item, one that may be meant, whose title has this key: of several the oldest, and one that waits as the last. */
  findTitle(
    title: string,
    mayBe: (memory: StoredMemory) => boolean = () => true,
  ): StoredMemory | undefined {
    const sharing = this.sharingTitle(title).filter(mayBe)
    return sharing.find(({ document }) => !isWaiting(document)) ?? sharing[0]
  }

  /** All own items whose title has this key, the oldest first. */
  sharingTitle(title: string): StoredMemory[] {
    const ids = this.titles.sharing(title)
    const found = ids.map(id => this.memories.get(id)).filter(memory => memory !== undefined)
    return found.sort((a, b) => compareAge(a.document, b.document))
  }

  /** Every item, the newest update first, then by id. */
  byTime(): readonly DatedItem[] {
    return this.timeline.inOrder(() => [
      ...Array.from(this.memories.values(), toDated),
      ...this.rows.values(),
    ])
  }

  /**
   * The search index of the scope, opened at the first call and kept up from then on: the index file
   * with what it does not have laid over it, or made anew where there is none.
   */
  searchIndex(): LayeredIndex {
    this.index ??= runAtOnce(openScopeIndex(this, memory => this.toIndexed(memory)))
    return this.index
  }

  /** Opens the search index between other work of the process; does nothing where it is open. */
  async openSearch(): Promise<void> {
    if (this.index !== undefined) return
    this.opening ??= this.openIndex().finally(() => (this.opening = undefined))
    await this.opening
  }

  private async openIndex(): Promise<void> {
    for (let tries = 0; this.index === undefined && tries < OPEN_TRIES; tries++) {
      await this.refresh()
      const { changes } = this
      const index = await runInSteps(openScopeIndex(this, memory => this.toIndexed(memory)))
      // A change meanwhile is in the index of a caller that did not wait, or is not in this one.
      if (changes === this.changes) this.index ??= index
    }
  }

  /** Lets the file that the next start reads follow; see `DocumentsFile`. */
  async followDocuments(): Promise<void> {
    await this.documents.follow(this.files)
  }

  /** Takes up a write of this process without a look at the folder. */
  applyWrite(loaded: LoadedFile & { document: MemoryDocument }, revision: Revision): void {
    this.files.set(loaded.file.name, loaded)
    this.documents.note(1, 0)
    this.revisions.set(revision)
    this.drop(loaded.document.id)
    this.admit(loaded.file, loaded.document)
    this.noteOwnWrite()
  }

  /** Takes up a removal by this process. */
  applyRemoval(memory: StoredMemory): void {
    this.files.delete(memory.file.name)
    this.documents.note(0, 1)
    this.revisions.drop(memory.document.id)
    this.drop(memory.document.id)
    this.noteOwnWrite()
  }

  private noteOwnWrite(): void {
    this.writes++
    this.freshness.noteOwnWrite(this.stamps(), this.isWatched)
  }

  private stamps(): FolderStamps {
    return { directory: directoryStamp(this.directory), revisions: this.revisions.size }
  }

  private async takeUp(): Promise<void> {
    this.takeUpRows()
    this.takeUpPriors()
    const stamps = this.stamps()
    const plan = this.freshness.plan(stamps)
    if (plan === 'none') return
    const isSettled = isSettledStamp(stamps.directory)
    const { writes, marks } = this
    const files = await this.load(plan)
    await this.revisions.read(files)
    // The files may have been read before this process wrote meanwhile.
    if (this.writes !== writes) return this.takeUp()
    if (this.freshness.hasVanished(files !== undefined || this.files.size === 0)) return
    this.replaceFiles(files ?? new Map<string, LoadedFile>())
    this.revisions.keep(id => this.has(id))
    const noted = this.freshness.isPassing ? 0 : this.revisions.noteFirstSight(this.memories)
    const revisions = stamps.revisions + noted
    this.freshness.note(plan, { ...stamps, revisions }, isSettled)
    this.freshness.noteUnread(this.problems.some(({ isUnread }) => isUnread))
    if (this.marks !== marks) this.markChanged()
  }

  private async load(plan: RefreshPlan): Promise<Map<string, LoadedFile> | undefined> {
    const known = await this.known()
    const files = await this.loadOver(known, plan)
    if (files !== undefined) this.documents.compare(known, files)
    return files
  }

  private async loadOver(known: ReadonlyMap<string, LoadedFile>, plan: RefreshPlan) {
    if (plan === 'all') return loadFiles(this.directory, known)
    const revisions = readRevisions(this.store, this.folder.key)
    return loadOwnWrites(this.directory, this.files, revisions)
  }

  /** The files as they were last read, by this process or one before it. */
  private async known(): Promise<ReadonlyMap<string, LoadedFile>> {
    if (this.hasLoaded) return this.files
    const known = await this.documents.read()
    this.hasLoaded = true
    return this.files.size === 0 ? known : this.files
  }

  private takeUpRows(): void {
    const stamp = importStateStamp(this.store, this.folder.localKey)
    if (stamp === this.seenRows) return
    const rows = readImportRows(this.store, this.folder.localKey)
    for (const id of this.rows.keys()) this.index?.remove(id)
    this.rows.clear()
    this.changes++
    this.timeline.clear()
    for (const row of rows) {
      this.rows.set(row.id, row)
      if (this.index) putRow(this.index, row)
    }
    this.seenRows = stamp
  }

  /** Feedback changes what is indexed of a memory, and no file of it. */
  private takeUpPriors(): void {
    const stamp = fileStamp(statePath(this.store, 'feedback.json'))
    if (stamp === this.seenFeedback) return
    this.changes++
    const before = this.priorOf
    this.priorOf = readPriors(this.store)
    this.seenFeedback = stamp
    if (this.index === undefined) return
    for (const memory of this.memories.values()) {
      const ids = idsOf(memory)
      if (before(ids) === this.priorOf(ids)) continue
      const { content: _, tags: __, aliases: ___, ...entry } = this.toIndexed(memory)
      this.index.putEntry(entry)
    }
  }

  private toIndexed(memory: StoredMemory): IndexDocument {
    const prior = this.priorOf(idsOf(memory))
    return { ...toIndexedMemory(memory), ...(prior !== 0 && { prior }) }
  }

  private replaceFiles(files: Map<string, LoadedFile>): void {
    const before = this.files
    this.files = files
    const isChanged = (name: string) => files.get(name) !== before.get(name)
    for (const [name, { document }] of before)
      if (document && isChanged(name)) this.drop(document.id)
    this.problems = []
    for (const loaded of [...files.values()].sort(canonicalNamesFirst)) this.consider(loaded)
  }

  private consider(loaded: LoadedFile): void {
    const { file, document, problem } = loaded
    if (problem !== undefined) return this.report(file, problem, loaded)
    const holder = this.stored(document.id)
    if (holder === undefined) return this.admit(file, document)
    const isHolder = holder.file.name === file.name
    if (isHolder && holder.updatedAt === this.revisions.updatedAt(file, document)) return
    if (!isHolder && !(isCanonical(loaded) && !isCanonical(holder))) {
      const taken = `has the id ${document.id} of ${holder.file.name}`
      return this.report(file, `${taken}; give one of them a new id`)
    }
    this.drop(document.id)
    this.admit(file, document)
  }

  private report(
    file: MemoryFile,
    reason: string,
    { isUnread = false, isForbidden = false }: Unread = {},
  ): void {
    this.problems.push({ path: join(this.directory, file.name), reason, isUnread, isForbidden })
  }

  private admit(file: MemoryFile, document: MemoryDocument): void {
    const memory = { document, file, updatedAt: this.revisions.updatedAt(file, document) }
    if (!isLiving(document)) {
      this.tombstones.set(document.id, memory)
      return
    }
    this.changes++
    this.timeline.add(toDated(memory))
    this.memories.set(document.id, memory)
    this.index?.put(this.toIndexed(memory))
    this.titles.add(document)
  }

  private drop(id: string): void {
    this.changes++
    this.timeline.remove(id)
    const memory = this.memories.get(id)
    this.memories.delete(id)
    this.tombstones.delete(id)
    this.index?.remove(id)
    if (memory) this.titles.remove(memory.document)
  }
}

/** The ids under which feedback counts for a memory. */
function idsOf({ document: { id, source } }: StoredMemory): string[] {
  return [id, ...(source.mergedFrom ?? [])]
}

/** A file that is left as it is and never injected, with the reason. */
interface FileProblem {
  path: string
  reason: string
  /** True where the disk did not give it: what it says is not known, and looked for again. */
  isUnread: boolean
  /** True where it is not this user's to read, which no other try changes. */
  isForbidden: boolean
}

function toDated({ document: { id, kind, tags }, updatedAt }: StoredMemory): DatedItem {
  return { id, kind, tags, updatedAt }
}

/** The oldest first, then by id. */
export function compareAge(a: MemoryDocument, b: MemoryDocument): number {
  return a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1
}

/** Ids by title; titles are compared by their key. */
class Titles {
  private readonly ids = new Map<string, Set<string>>()

  add({ id, title }: MemoryDocument): void {
    const key = titleKey(title)
    this.ids.set(key, (this.ids.get(key) ?? new Set()).add(id))
  }

  remove({ id, title }: MemoryDocument): void {
    const key = titleKey(title)
    const ids = this.ids.get(key)
    ids?.delete(id)
    if (ids?.size === 0) this.ids.delete(key)
  }

  /** The ids that share a title, in no particular order. */
  sharing(title: string): string[] {
    return [...(this.ids.get(titleKey(title)) ?? [])]
  }
}

/** A copy made by hand keeps the id inside: the file whose name bears the id is the original. */
function canonicalNamesFirst(a: LoadedFile, b: LoadedFile): number {
  return Number(isCanonical(b)) - Number(isCanonical(a))
}

/** True where the file's name bears the id that the file states. */
function isCanonical({ file, document }: Pick<LoadedFile, 'file' | 'document'>): boolean {
  return document !== undefined && file.name.endsWith(`--${document.id}.md`)
}
