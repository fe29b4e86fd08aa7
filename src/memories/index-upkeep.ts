import { closeSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { errnoOf } from '../../store/errors.js'
import { ensureDirectory, writeAtomic } from '../../store/files/atomic.js'
import { isGitAtWork } from '../../store/git/repository.js'
import { encodeIndex } from '../../store/index/encode.js'
import type { Store } from '../../store/store.js'
import { Usage } from '../activity/usage.js'
import type { Collection } from './collection.js'
import {
  claimPath,
  indexFilePath,
  isIndexFileClaimed,
  isIndexFileRight,
  isUnsettled,
  scopeStamp,
} from './index-file.js'

/** A burst of changes becomes one write of the index file (milliseconds). */
const QUIET_MS = 500

/**
 * Keeps the index files of loaded scopes in step with them, a moment after each change. One that
 * cannot be written is left as it is: whoever recalls sees that it is behind.
 */
export class IndexUpkeep {
  private readonly pending = new Map<Collection, NodeJS.Timeout>()

  /** `usage`: the counts of the process, which reads of its ledgers only what is new. */
  constructor(private readonly usage: Usage) {}

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
    await refreshIndexFile(collection, { usage: this.usage }).catch(() => undefined)
  }
}

/**
 * Writes a scope's index file where it is missing or behind, or in any case with `isForced`. One
 * process at a time does it for a scope; false where another does, nothing was to do, or git is at
 * work on the folder.
 */
export async function refreshIndexFile(
  collection: Collection,
  { isForced = false, usage }: { isForced?: boolean; usage?: Usage } = {},
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
    writeIndexFile(collection, stamp, (usage ?? new Usage(store)).refresh())
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

/** Claims the writing of a scope's index file; undefined where another process is at it. */
function claimIndexFile(store: Store, key: string): { release(): void } | undefined {
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

/**
 * Writes the index file of a scope, with the uses that are counted by now: a hook counts none. Derived
 * and disposable: a power cut may lose it.
 */
function writeIndexFile(
  collection: Collection,
  stamp: string,
  uses: ReadonlyMap<string, number>,
): void {
  const path = indexFilePath(collection.store, collection.folder.localKey)
  const index = collection.searchIndex()
  for (const entry of index.entries(0, index.size)) {
    const used = uses.get(entry.id) ?? 0
    if (used !== entry.uses) index.putEntry({ ...entry, uses: used })
  }
  writeAtomic(path, encodeIndex(index, { directoryStamp: stamp }))
}
