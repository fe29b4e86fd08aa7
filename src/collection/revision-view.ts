import type { MemoryFile } from '../../store/memory-files.js'
import {
  appendRevisions,
  readRevisions,
  revisionsSize,
  type Revision,
} from '../../store/revisions.js'
import type { Store } from '../../store/store.js'
import type { MemoryDocument } from '../../store/types.js'
import type { StoredMemory } from './stored.js'

/** The revisions of one scope as they were last read: they tell when a memory was changed. */
export class RevisionView {
  private revisions = new Map<string, Revision>()

  constructor(
    private readonly store: Store,
    private readonly key: string,
  ) {}

  /** Grows with every write of a memory by svc. */
  get size(): number {
    return revisionsSize(this.store, this.key)
  }

  read(): void {
    this.revisions = readRevisions(this.store, this.key)
  }

  set(revision: Revision): void {
    this.revisions.set(revision.id, revision)
  }

  /** A file that svc wrote has the time of that write; one changed by hand, its own. */
  updatedAt(file: MemoryFile, document: MemoryDocument): string {
    const revision = this.revisions.get(document.id)
    if (revision === undefined) return document.createdAt
    return revision.stamp === file.stamp ? revision.at : file.modifiedAt
  }

  /**
   * Notes the stamps of files that svc did not write, so that a later edit by hand is known as one.
   * Answers the bytes this took. Where nothing can be written, it is done another time.
   */
  noteFirstSight(memories: ReadonlyMap<string, StoredMemory>): number {
    const unseen = [...memories.values()].filter(({ document: { id } }) => !this.revisions.has(id))
    const first = unseen.map(({ document: { id }, file: { stamp }, updatedAt: at }) => {
      return { id, at, stamp }
    })
    try {
      const bytes = appendRevisions(this.store, this.key, first)
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
}
