import { statSync } from 'node:fs'
import { openIndexFile } from '../../store/index/file-index.js'
import { directoryStamp, isSettledStamp } from '../../store/memories/files.js'
import { revisionsSize } from '../../store/memories/history.js'
import { pathIn } from '../../store/names.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import { statePath, type Store } from '../../store/store.js'
import { importStateStamp } from '../import/state.js'

const UNSETTLED = ' unsettled'

/** Path of the derived index file of a scope. */
export function indexFilePath(store: Store, key: string): string {
  return statePath(store, 'index', `${key}.idx`)
}

/**
 * Stamps the folder, the writes of svc and the import state, with which an index file must agree to
 * be taken as it is. A folder time that may not be final yet never agrees with anything.
 */
export function scopeStamp(store: Store, folder: ScopeFolder): string {
  const directory = directoryStamp(pathIn(folder.path, 'memories'))
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

/** True while some process writes a scope's index file. */
export function isIndexFileClaimed(store: Store, key: string): boolean {
  return ageOf(claimPath(store, key), Date.now()) < CLAIM_MS
}

/** The file that whoever writes an index file makes for that time. */
export function claimPath(store: Store, key: string): string {
  return `${indexFilePath(store, key)}.claim`
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
