import { join } from 'node:path'
import type { CommitTimes } from '../../store/git/commit-times.js'
import { findRepository } from '../../store/git/repository.js'
import type { MemoryFile } from '../../store/memory-files.js'
import {
  appendRevisions,
  readRevisions,
  revisionsSize,
  type Revision,
} from '../../store/revisions.js'
import type { ScopeFolder } from '../../store/scope-folders.js'
import type { Store } from '../../store/store.js'
import type { MemoryDocument } from '../../store/types.js'
import type { LoadedFile } from './load-files.js'
import { isBuried, type StoredMemory } from './stored.js'

/** The revisions of one scope as they were last read: they tell when a memory was changed. */
export class RevisionView {
  private revisions = new Map<string, Revision>()
  /** What git says of files that svc did not write, by name. */
  private commits: ReadonlyMap<string, string> = new Map()
  /** False in a process that may not ask git of files that git may know. */
  private canNote = true

  constructor(
    private readonly store: Store,
    private readonly folder: ScopeFolder,
    private readonly commitTimes: CommitTimes | undefined,
  ) {}

  /** Grows with every write of a memory by svc. */
  get size(): number {
    return revisionsSize(this.store, this.folder.key)
  }

  /** Reads the revisions, and asks git about living memories that have none and lie in its tree. */
  async read(files: ReadonlyMap<string, LoadedFile> = new Map()): Promise<void> {
    this.revisions = readRevisions(this.store, this.folder.key)
    const unseen = [...files.values()]
      .filter(file => this.isUnseen(file))
      .map(({ file }) => file.name)
    const directory = join(this.folder.path, 'memories')
    const isOfGit = unseen.length > 0 && findRepository(directory) !== undefined
    this.canNote = !isOfGit || this.commitTimes !== undefined
    this.commits = new Map()
    if (!isOfGit || this.commitTimes === undefined) return
    this.commits = await this.commitTimes(directory, unseen)
    // Git takes its time: others may have written meanwhile.
    this.revisions = readRevisions(this.store, this.folder.key)
  }

  set(revision: Revision): void {
    this.revisions.set(revision.id, revision)
  }

  /** A file that svc wrote has the time of that write; one changed by hand, its own. */
  updatedAt(file: MemoryFile, document: MemoryDocument): string {
    const revision = this.revisions.get(document.id)
    if (revision === undefined) return this.commits.get(file.name) ?? document.createdAt
    return revision.stamp === file.stamp ? revision.at : file.modifiedAt
  }

  /**
   * Notes the stamps of files that svc did not write, so that a later edit by hand is known as one.
   * Answers the bytes this took. Where nothing can be written, it is done another time, and so it
   * is in a hook where git may know better: hooks do not ask git.
   */
  noteFirstSight(memories: ReadonlyMap<string, StoredMemory>): number {
    if (!this.canNote) return 0
    const unseen = [...memories.values()].filter(({ document: { id } }) => !this.revisions.has(id))
    const first = unseen.map(({ document: { id }, file: { stamp }, updatedAt: at }) => {
      return { id, at, stamp }
    })
    try {
      const bytes = appendRevisions(this.store, this.folder.key, first)
      for (const revision of first) this.set(revision)
      return bytes
    } catch {
      return 0
    }
  }

  /** In the order in which they were first written here: turns of one session follow each other. */
  inOrder(memories: Iterable<StoredMemory>): StoredMemory[] {
    const ranks = new Map([...this.revisions.keys()].map((id, rank) => [id, rank]))
    const rankOf = ({ document }: StoredMemory) => ranks.get(document.id) ?? ranks.size
    return [...memories].sort((a, b) => rankOf(a) - rankOf(b))
  }

  private isUnseen({ document }: LoadedFile): boolean {
    return document !== undefined && !isBuried(document) && !this.revisions.has(document.id)
  }
}
