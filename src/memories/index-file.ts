import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errnoOf } from '../../store/errors.js'
import { ensureDirectory, writeAtomic } from '../../store/files/atomic.js'
import { isGitAtWork } from '../../store/git/repository.js'
import { encodeIndex } from '../../store/index/encode.js'
import { openIndexFile } from '../../store/index/file-index.js'
import { directoryStamp, isSettledStamp } from '../../store/memories/files.js'
import { revisionsSize } from '../../store/memories/history.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import { type Store, statePath } from '../../store/store.js'
import { importStateStamp } from '../import/state.js'
import type { Collection } from './collection.js'

const UNSETTLED = ' unsettled'

/** Where the derived index file of a scope lies. */
export function indexFilePath(store: Store, key: string): string {
  return statePath(store, 'index', `${key}.idx`)
}

/**
 * What an index file must agree with to be taken as it is: the folder, the writes of svc, the
 * import state. A folder time that may not be final yet never agrees with anything.
 */
export function scopeStamp(store: Store, folder: ScopeFolder): string {
  const directory = directoryStamp(join(folder.path, 'memories'))
  const settled = isSettledStamp(directory) ? '' : UNSETTLED
  const writes = revisionsSize(store, folder.key)
  return `${directory} ${writes} ${importStateStamp(store, folder.localKey)}${settled}`
}

/** True for the stamp of a folder whose time may not be final yet. */
export function isUnsettled(stamp: string): boolean {
  return stamp.endsWith(UNSETTLED)
}

/** True where the index file of a scope is there and agrees with the scope. */
export function isIndexFileRight(store: Store, folder: ScopeFolder): boolean {
  const file = openIndexFile(indexFilePath(store, folder.localKey))
  file?.close()
  return file?.directoryStamp === scopeStamp(store, folder)
}

/** A claim that is older than this was left by a process that died (milliseconds). */
const CLAIM_MS = 60_000

/** Claims the writing of a scope's index file; undefined where another process is at it. */
export function claimIndexFile(store: Store, key: string): { release(): void } | undefined {
  const path = claimPath(store, key)
  if (isIndexFileClaimed(store, key)) return undefined
  rmSync(path, { force: true })
  ensureDirectory(dirname(path))
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return undefined
    throw error
  }
  return { release: () => rmSync(path, { force: true }) }
}

/** True while some process writes a scope's index file. */
export function isIndexFileClaimed(store: Store, key: string): boolean {
  return ageOf(claimPath(store, key), Date.now()) < CLAIM_MS
}

function claimPath(store: Store, key: string): string {
  return `${indexFilePath(store, key)}.claim`
}

/** Writes the index file of a scope. Derived and disposable: a power cut may lose it. */
export function writeIndexFile(collection: Collection, stamp: string): void {
  const path = indexFilePath(collection.store, collection.folder.localKey)
  writeAtomic(path, encodeIndex(collection.searchIndex(), { directoryStamp: stamp }))
}

/** Milliseconds since the index file of a scope was written; Infinity where there is none. */
export function indexFileAge(store: Store, key: string, now = Date.now()): number {
  return ageOf(indexFilePath(store, key), now)
}

/** Something else may lie where the folder of the index files should be. */
function ageOf(path: string, now: number): number {
  try {
    return now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity)
  } catch {
    return Infinity
  }
}

/** A burst of changes becomes one write of the index file (milliseconds). */
const QUIET_MS = 500

/**
 * Keeps the index files of loaded scopes in step with them, a moment after each change. One that
 * cannot be written is left as it is: whoever recalls sees that it is behind.
 */
export class IndexUpkeep {
  private readonly pending = new Map<Collection, NodeJS.Timeout>()

  /** Notes that a scope changed. */
  note(collection: Collection): void {
    clearTimeout(this.pending.get(collection))
    const timer = setTimeout(() => this.follow(collection), QUIET_MS)
    timer.unref()
    this.pending.set(collection, timer)
  }

  /** Writes what is pending. It never rejects. */
  async close(): Promise<void> {
    for (const collection of [...this.pending.keys()]) await this.write(collection)
  }

  /** A merge or rebase is waited for, so that what it leaves is what is written. */
  private follow(collection: Collection): void {
    if (isGitAtWork(collection.folder.path)) return this.note(collection)
    void this.write(collection)
  }

  private async write(collection: Collection): Promise<void> {
    clearTimeout(this.pending.get(collection))
    this.pending.delete(collection)
    await refreshIndexFile(collection).catch(() => undefined)
  }
}

/**
 * Writes a scope's index file where it is missing or behind, or in any case with `isForced`. One
 * process at a time does it for a scope; false where another does, nothing was to do, or git is at
 * work on the folder.
 */
export async function refreshIndexFile(
  collection: Collection,
  { isForced = false }: { isForced?: boolean } = {},
): Promise<boolean> {
  const { store, folder } = collection
  if (!isForced && isIndexFileRight(store, folder)) return false
  if (isGitAtWork(folder.path)) return false
  const claim = claimIndexFile(store, folder.localKey)
  if (claim === undefined) return false
  try {
    // A first look notes what it sees, which is part of the stamp.
    await collection.refresh()
    const stamp = await settledStamp(collection)
    await collection.refresh()
    if (isGitAtWork(folder.path)) return false
    writeIndexFile(collection, stamp)
    return true
  } finally {
    claim.release()
  }
}

/** A folder that was changed this very moment may change again under the same time. */
async function settledStamp({ store, folder }: Collection): Promise<string> {
  for (let tries = 0; tries < 20; tries++) {
    const stamp = scopeStamp(store, folder)
    if (!isUnsettled(stamp)) return stamp
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  return scopeStamp(store, folder)
}
