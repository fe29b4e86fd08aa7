import { join } from 'node:path'
import { parseMemoryDocument } from '../../store/document/parse.js'
import { isForbidden, isMissing, SvcError } from '../../store/errors.js'
import { pausing, runInSteps } from '../../store/files/steps.js'
import { findRepository, isGitAtWork } from '../../store/git/repository.js'
import type { CommitTimes } from '../../store/git/times.js'
import {
  isSettledStamp,
  readMemoryFile,
  scanInSteps,
  scanMemoryFiles,
  type MemoryFile,
} from '../../store/memories/files.js'
import {
  appendRevisions,
  readRevisions,
  revisionsSize,
  type Revision,
} from '../../store/memories/history.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import type { Store } from '../../store/store.js'
import type { MemoryDocument } from '../../store/types.js'
import { isLiving, type StoredMemory } from './life.js'

/** A memory file as it was read: its document, or the reason why it cannot be used. */
export type LoadedFile =
  | { file: MemoryFile; document: MemoryDocument; problem?: never; isUnread?: never }
  | ({ file: MemoryFile; document?: never; problem: string } & Unread)

/** `isUnread` where the disk did not give it, so that nobody knows what it says; `isForbidden` where not to this user. */
export interface Unread {
  isUnread?: boolean
  isForbidden?: boolean
}

/**
 * Reads the memory files of a folder by name, and takes those whose stamp is unchanged from
 * `previous`; other work of the process goes on meanwhile. Undefined where there is no folder.
 */
export async function loadFiles(
  directory: string,
  previous: ReadonlyMap<string, LoadedFile>,
): Promise<Map<string, LoadedFile> | undefined> {
  const files = await scanOrTell(directory)
  if (files === undefined) return undefined
  if (!Array.isArray(files)) return new Map([['', files]])
  const loaded = new Map<string, LoadedFile>()
  const pause = pausing()
  for (const file of files) {
    const paused = pause()
    if (paused) await paused
    const known = previous.get(file.name)
    const isKnown = known?.file.stamp === file.stamp && known.isUnread !== true
    const entry = isKnown ? known : await loadFile(directory, file)
    if (entry) loaded.set(file.name, entry)
  }
  return loaded
}

/** Scans a folder; if that fails, answers the folder itself with its problem. */
async function scanOrTell(directory: string): Promise<MemoryFile[] | LoadedFile | undefined> {
  try {
    return await runInSteps(scanInSteps(directory))
  } catch (error) {
    if (!(error instanceof SvcError)) throw error
    const file = { name: '', stamp: '', modifiedAt: new Date(0).toISOString() }
    return { file, problem: error.message.replace(`${directory} `, ''), ...toUnread(error) }
  }
}

/** Loads files that are as svc itself wrote them last, and keeps all others as they were. */
export async function loadOwnWrites(
  directory: string,
  previous: ReadonlyMap<string, LoadedFile>,
  revisions: ReadonlyMap<string, Revision>,
): Promise<Map<string, LoadedFile>> {
  const stamps = new Set(Array.from(revisions.values(), ({ stamp }) => stamp))
  const loaded = new Map(previous)
  for (const file of scanMemoryFiles(directory) ?? []) {
    if (!stamps.has(file.stamp) || previous.get(file.name)?.file.stamp === file.stamp) continue
    const entry = await loadFile(directory, file)
    if (entry) loaded.set(file.name, entry)
  }
  return loaded
}

/** One file; undefined where it vanished between the scan and the read. */
export async function loadFile(
  directory: string,
  file: MemoryFile,
): Promise<LoadedFile | undefined> {
  try {
    const read = readMemoryFile(join(directory, file.name))
    if ('problem' in read) return { file, problem: read.problem }
    const parsed = await parseMemoryDocument(read.text, {
      fileName: file.name,
      modifiedAt: file.modifiedAt,
    })
    return { file, ...parsed }
  } catch (error) {
    if (isMissing(error)) return undefined
    return {
      file,
      problem: `cannot be read: ${error instanceof Error ? error.message : 'unknown'}`,
      ...toUnread(error),
    }
  }
}

function toUnread(error: unknown): Unread {
  return { isUnread: true, isForbidden: isForbidden(error) }
}

/** The revisions of one scope as they were last read: they tell when a memory was changed. */
export class RevisionView {
  private revisions = new Map<string, Revision>()
  /** Git's times of files that svc did not write, by name. */
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

  /** Drops what is known of a memory whose file is gone. */
  drop(id: string): void {
    this.revisions.delete(id)
  }

  /** Drops all but those of memories that are there: until it is folded the log tells of others too. */
  keep(isThere: (id: string) => boolean): void {
    for (const id of this.revisions.keys()) if (!isThere(id)) this.drop(id)
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

  private isUnseen({ document }: LoadedFile): boolean {
    return document !== undefined && isLiving(document) && !this.revisions.has(document.id)
  }
}

/** Marks of change in a folder: its stamp, and the size of the log of svc's own writes. */
export interface FolderStamps {
  directory: string
  revisions: number
}

/** Files to read again: none, those that svc itself wrote, or all. */
export type RefreshPlan = 'none' | 'own' | 'all'

/** An unreadable file is tried again at the first look after that time (milliseconds). */
const UNREAD_MS = 1_000
/** A folder that is gone for a shorter time is not "all deleted" (milliseconds). */
const VANISHED_MS = 2_000

/** The last look at a scope's folder, and the plan of the next. */
export class Freshness {
  private seen: FolderStamps = { directory: '', revisions: -1 }
  private isSettled = false
  private hasLooked = false
  private isGitBusy = false
  private isForced = false
  private absentSince: number | undefined
  private unreadAt: number | undefined

  /** `path` lies in the work tree whose merges and rebases are waited for. */
  constructor(private readonly path: string) {}

  /**
   * Plans a look. While git is at work the last one stays, except for svc's own writes; changes
   * meanwhile are taken up when git is done, whether or not anything tells of them again.
   */
  plan({ directory, revisions }: FolderStamps): RefreshPlan {
    const isGrown = revisions !== this.seen.revisions
    const isSame = directory === this.seen.directory && !isGrown
    const isSure = this.isSettled || !isSettledStamp(directory)
    const isOpen = this.unreadAt !== undefined && Date.now() - this.unreadAt > UNREAD_MS
    if (isSame && isSure && !isOpen && !this.isGitBusy) return 'none'
    this.isGitBusy = isGitAtWork(this.path)
    if (!this.isGitBusy || !this.hasLooked || this.isForced) return 'all'
    return isGrown ? 'own' : 'none'
  }

  /** True where what was looked at may be a state of files that nobody meant. */
  get isPassing(): boolean {
    return this.isGitBusy
  }

  /** Notes a look, with the stamps from before it. */
  note(plan: RefreshPlan, stamps: FolderStamps, isSettled: boolean): void {
    this.seen.revisions = stamps.revisions
    if (plan !== 'all') return
    this.seen = stamps
    this.isSettled = isSettled
    this.hasLooked = true
    this.isForced = false
  }

  /** Notes whether something could not be read that the next looks are to try again. */
  noteUnread(isUnread: boolean): void {
    this.unreadAt = isUnread ? Date.now() : undefined
  }

  /** Notes a write of this process, which needs no look where somebody watches the folder. */
  noteOwnWrite(stamps: FolderStamps, isWatched: boolean): void {
    this.seen = stamps
    this.isSettled = isWatched
  }

  /** Makes the next look a whole one; with `isForced` also while git is at work. */
  expire(isForced: boolean): void {
    this.isSettled = false
    this.seen.revisions = -1
    this.isForced ||= isForced
  }

  /** True for a folder that was there and may be back soon (a checkout, a sync program). */
  hasVanished(isThere: boolean): boolean {
    if (isThere) {
      this.absentSince = undefined
      return false
    }
    this.absentSince ??= Date.now()
    return Date.now() - this.absentSince < VANISHED_MS
  }
}
