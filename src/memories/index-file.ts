import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ensureDirectory, writeAtomic } from '../../store/atomic-file.js'
import { errnoOf } from '../../store/errors.js'
import { directoryStamp, isSettledStamp } from '../../store/memory-files.js'
import { revisionsSize } from '../../store/revisions.js'
import { encodeIndex } from '../../store/search-index/encode.js'
import { openIndexFile } from '../../store/search-index/file-index.js'
import type { ScopeFolder } from '../../store/scope-folders.js'
import type { Store } from '../../store/store.js'
import type { Collection } from '../collection/collection.js'
import { importStateStamp } from '../import/state.js'

const UNSETTLED = ' unsettled'

/** Where the derived index file of a scope lies. */
export function indexFilePath(store: Store, key: string): string {
  return join(store.state, 'index', `${key}.idx`)
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
  const stats = statSync(claimPath(store, key), { throwIfNoEntry: false })
  return stats !== undefined && Date.now() - stats.mtimeMs < CLAIM_MS
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
  const stats = statSync(indexFilePath(store, key), { throwIfNoEntry: false })
  return stats === undefined ? Infinity : now - stats.mtimeMs
}
