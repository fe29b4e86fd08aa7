import { closeSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { errnoOf } from '../../store/errors.js'
import { ensureDirectory, removeDurable, writeAtomicAside } from '../../store/files/atomic.js'
import { runInSteps } from '../../store/files/steps.js'
import { isGitAtWork } from '../../store/git/repository.js'
import { openBase } from '../../store/index/base.js'
import { openIndexBytes } from '../../store/index/file-index.js'
import type { Store } from '../../store/store.js'
import { Usage } from '../activity/usage.js'
import type { Collection } from './collection.js'
import { documentsFilePath } from './documents-file.js'
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
/** While changes go on it is written after so long (milliseconds). */
const BEHIND_MS = 5_000
/** Writing it takes at most a part in so many of the time. */
const SHARE = 8

/**
 * Keeps the index files of loaded scopes in step with them, a moment after each change. One that
 * cannot be written is left as it is: whoever recalls sees that it is behind.
 */
export class IndexUpkeep {
  private readonly pending = new Map<Collection, { timer: NodeJS.Timeout; since: number }>()
  private readonly written = new Map<Collection, { ended: number; tookMs: number }>()
  private readonly running = new Map<Collection, Promise<void>>()

  /** `usage`: the counts of the process, which reads of its ledgers only what is new. */
  constructor(private readonly usage: Usage) {}

  /** Notes that a scope changed. */
  note(collection: Collection): void {
    const now = performance.now()
    const { since = now, timer } = this.pending.get(collection) ?? {}
    clearTimeout(timer)
    const { ended, tookMs } = this.written.get(collection) ?? { ended: 0, tookMs: 0 }
    const at = Math.max(Math.min(now + QUIET_MS, since + BEHIND_MS), ended + SHARE * tookMs)
    const next = setTimeout(() => this.follow(collection), at - now)
    next.unref()
    this.pending.set(collection, { timer: next, since })
  }

  /** Writes what is pending. It never rejects. */
  async close(): Promise<void> {
    await Promise.all(this.running.values())
    for (const collection of [...this.pending.keys()]) await this.write(collection)
  }

  /** A merge or rebase is waited for, so that what it leaves is what is written. */
  private follow(collection: Collection): void {
    const { folder, store } = collection
    const isTaken = this.running.has(collection) || isIndexFileClaimed(store, folder.localKey)
    if (isTaken || isGitAtWork(folder.path)) return this.note(collection)
    const write = this.write(collection).finally(() => this.running.delete(collection))
    this.running.set(collection, write)
  }

  private async write(collection: Collection): Promise<void> {
    clearTimeout(this.pending.get(collection)?.timer)
    this.pending.delete(collection)
    const began = performance.now()
    const options = { usage: this.usage, isKept: true }
    await refreshIndexFile(collection, options).catch(() => undefined)
    const ended = performance.now()
    this.written.set(collection, { ended, tookMs: ended - began })
  }
}

/**
 * Writes a scope's index file where it is missing or behind, or in any case with `isForced`. One
 * process at a time does it for a scope; false where another does, nothing was to do, or git is at
 * work on the folder. Other work of the process goes on meanwhile. With `isKept` the collection's
 * index begins with the file from then on.
 */
export async function refreshIndexFile(
  collection: Collection,
  options: { isForced?: boolean; isKept?: boolean; usage?: Usage } = {},
): Promise<boolean> {
  const { isForced = false, isKept = false, usage } = options
  const { store, folder } = collection
  if (!isForced && isIndexFileRight(store, folder)) {
    if (isKept) await collection.followDocuments()
    return false
  }
  if (isGitAtWork(folder.path)) return false
  const claim = claimIndexFile(store, folder.localKey)
  if (claim === undefined) return false
  try {
    // A first look notes what it sees, which is part of the stamp.
    await collection.refresh()
    const stamp = await settledStamp(collection)
    await collection.refresh()
    if (isGitAtWork(folder.path)) return false
    const uses = (usage ?? new Usage(store)).refresh()
    await writeIndexFile(collection, stamp, { uses, isKept })
    await collection.followDocuments()
    return true
  } finally {
    claim.release()
  }
}

/** Removes the derived files of a scope: whoever misses them makes them. */
export function dropDerivedFiles(store: Store, key: string): void {
  removeDurable(indexFilePath(store, key))
  removeDurable(documentsFilePath(store, key))
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
async function writeIndexFile(
  collection: Collection,
  directoryStamp: string,
  { uses, isKept }: { uses: ReadonlyMap<string, number>; isKept: boolean },
): Promise<void> {
  const { encodeInSteps } = await import('../../store/index/encode.js')
  const path = indexFilePath(collection.store, collection.folder.localKey)
  const index = collection.searchIndex()
  const usesOf = (id: string) => uses.get(id) ?? 0
  const steps = encodeInSteps(index.freeze(), { directoryStamp, usesOf })
  const { bytes, numbers } = await runInSteps(steps)
  await writeAtomicAside(path, bytes)
  // Another process may have put a file of its own there meanwhile.
  const file = isKept ? openIndexBytes(path, bytes) : undefined
  if (file) index.rebase(await runInSteps(openBase(file)), numbers)
}
