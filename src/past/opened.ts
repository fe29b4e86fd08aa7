import { DamagedIndex } from '../../store/index/blocks.js'
import { openIndexFile, type FileIndex } from '../../store/index/file-index.js'
import { PagedSource } from '../../store/index/pages.js'
import { removeFile } from '../../store/files/atomic.js'
import type { Store } from '../../store/store.js'
import { FoundTurns } from './found-turns.js'
import { readSegments, segmentPath, segmentsStamp, type Segment } from './segments.js'

/** A list that changes as often while it is looked at leaves out what is gone by then. */
const MOST_LOOKS = 5

/**
 * The index files of past sessions, open as long as they are the ones that there are: a process that
 * stays opens each once. Close it at its end.
 */
export class OpenedSegments {
  private stamp = ''
  private listed: Segment[] = []
  private readonly files = new Map<string, FileIndex>()

  /** The turns that were found in them. */
  readonly turns: FoundTurns

  constructor(private readonly store: Store) {
    this.turns = new FoundTurns(store)
  }

  /** The index files of these scopes, or of all; what cannot be opened is left out. */
  of(keys?: readonly string[]): FileIndex[] {
    for (let left = MOST_LOOKS; ; left--) {
      this.follow()
      const wanted = this.listed.filter(({ key }) => keys === undefined || keys.includes(key))
      const files = wanted.flatMap(segment => this.open(segment) ?? [])
      const isWhole = files.length === wanted.length || left === 1
      // Merged between the list and the file: the new list names what holds the same.
      if (isWhole || segmentsStamp(this.store) === this.stamp) return files
    }
  }

  /**
   * Answers what `look` finds in the files. One that is damaged goes, its parts are indexed anew when the
   * index is brought up to date, and `look` is asked once more. Throws what else `look` throws.
   */
  read<T>(look: () => T): T {
    for (;;) {
      try {
        return look()
      } catch (error) {
        if (!(error instanceof DamagedIndex)) throw error
        removeFile(error.path)
        this.close()
      }
    }
  }

  close(): void {
    for (const file of this.files.values()) file.close()
    this.files.clear()
    this.stamp = ''
  }

  private follow(): void {
    const stamp = segmentsStamp(this.store)
    if (stamp === this.stamp) return
    this.stamp = stamp
    this.listed = readSegments(this.store)
    const names = new Set(this.listed.map(({ name }) => name))
    for (const [name, file] of this.files) {
      if (names.has(name)) continue
      file.close()
      this.files.delete(name)
    }
  }

  /** A damaged file goes: its parts are indexed anew when the index is brought up to date. */
  private open(segment: Segment): FileIndex | undefined {
    const known = this.files.get(segment.name)
    if (known !== undefined) return known
    const path = segmentPath(this.store, segment)
    const file = openIndexFile(path, { Source: PagedSource })
    if (file !== undefined) this.files.set(segment.name, file)
    else if (segmentsStamp(this.store) === this.stamp) removeFile(path)
    return file
  }
}
