import { watch, type FSWatcher } from 'node:fs'
import { statIfThere } from '../../store/files/read.js'
import { join } from 'node:path'
import { fileStamp } from '../../store/files/atomic.js'
import { isMemoryFileName } from '../../store/memories/files.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import type { Store } from '../../store/store.js'
import { indexFileAge, indexFilePath, isUnsettled, scopeStamp } from '../memories/index-file.js'
import { joinUnits, openUnit, type OpenSource } from './sources.js'
import type { IsLate, Unit } from './unit.js'

/** A scope that was opened, and what it looked like from outside before that. */
interface Kept<Opened = Unit> {
  unit: Opened
  signs: string
  edits: number
}

/** Edits up to this long before an index file was written may be missing in it (milliseconds). */
const EDIT_MS = 2_000

/**
 * Scopes that stay open from one recall to the next, for a process that answers many. Each recall
 * looks whether a scope is as it was, and sees what any process has written by then; an edit in
 * place, which no folder tells of, is seen where the system can watch the folder.
 */
export class WarmScopes {
  private readonly kept = new Map<string, Kept>()
  /** Units that are being opened: several recalls that ask for one at once share it. */
  private readonly opening = new Map<string, Kept<Promise<Unit>>>()
  private readonly watched = new Map<string, FolderEdits>()

  /** Without watching, an edit in place is seen once the index is made anew, as by one recall. */
  constructor(private readonly isWatching = true) {}

  /** Opens scopes as a single recall does, mostly without reading a file. Closing them does nothing. */
  readonly open: OpenSource = async (store, folders, isLate) => {
    const units = await Promise.all(folders.map(folder => this.unitOf(store, folder, isLate)))
    return joinUnits(units, () => undefined)
  }

  /** Lets go of everything. */
  close(): void {
    for (const edits of this.watched.values()) edits.close()
    this.watched.clear()
    this.kept.clear()
  }

  private async unitOf(
    store: Store,
    folder: ScopeFolder,
    isLate: IsLate | undefined,
  ): Promise<Unit> {
    const key = `${folder.path}\n${folder.localKey}`
    const folderEdits = this.editsOf(folder)
    const { count: edits } = folderEdits
    const stamp = scopeStamp(store, folder)
    const signs = `${fileStamp(indexFilePath(store, folder.localKey))} ${stamp}`
    const kept = this.kept.get(key)
    if (kept !== undefined && kept.signs === signs && kept.edits === edits) return kept.unit
    const opening = this.opening.get(key)
    if (opening?.signs === signs && opening.edits === edits) return opening.unit
    const isEdited = folderEdits.age < indexFileAge(store, folder.localKey) + EDIT_MS
    const options = { isKept: true, isEdited, isLate }
    const own = { unit: openUnit(store, folder, options), signs, edits }
    this.opening.set(key, own)
    const unit = await own.unit.finally(() => {
      if (this.opening.get(key) === own) this.opening.delete(key)
    })
    // A change in this very moment may be followed by another one that looks the same.
    const mayLast = !isUnsettled(stamp) && !unit.isPassing
    if (mayLast) this.kept.set(key, { unit, signs, edits })
    else this.kept.delete(key)
    return unit
  }

  private editsOf({ path }: ScopeFolder): FolderEdits {
    const known = this.watched.get(path)
    if (known?.isInPlace() === true) return known
    known?.close()
    const edits = new FolderEdits(join(path, 'memories'), this.isWatching)
    this.watched.set(path, edits)
    return edits
  }
}

/** Counts the changes of the memory files of a folder, as far as the system tells of them. */
class FolderEdits {
  count = 0
  private editedAt = -Infinity
  private readonly watcher: FSWatcher | undefined
  private readonly inode: number | undefined

  constructor(
    private readonly directory: string,
    isWatching: boolean,
  ) {
    this.inode = inodeOf(directory)
    if (!isWatching) return
    try {
      this.watcher = watch(directory, { persistent: false }, (_, name) => this.note(name))
      this.watcher.on('error', () => this.close())
    } catch {
      // Not there yet, or the system has no watcher left: then edits in place are seen later.
    }
  }

  /** Milliseconds since the last edit; Infinity where none was seen. */
  get age(): number {
    return Date.now() - this.editedAt
  }

  /** A watcher stays with the folder that it was opened on, not with the name. */
  isInPlace(): boolean {
    return this.inode !== undefined && this.inode === inodeOf(this.directory)
  }

  close(): void {
    this.watcher?.close()
  }

  private note(name: string | null): void {
    if (name !== null && !isMemoryFileName(name)) return
    this.count++
    this.editedAt = Date.now()
  }
}

function inodeOf(directory: string): number | undefined {
  return statIfThere(directory)?.ino
}
