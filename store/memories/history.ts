import { constants, copyFileSync, linkSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { listNames } from './folder-names.js'
import { ensureDirectory } from './atomic-file.js'
import { errnoOf, isMissing } from './errors.js'
import type { Store } from './store.js'

const VERSIONS_KEPT = 10
let sequence = 0

/** An old version of a memory file, as it was when it was replaced or removed. */
export interface KeptVersion {
  path: string
  /** The name that the memory file had. */
  fileName: string
  /** When this version was written, ISO 8601. */
  writtenAt: string
}

/** Where a store keeps old versions of its memory files. */
export function historyFolder(store: Store): string {
  return join(store.state, 'history')
}

/**
 * Keeps what a file holds now as its newest old version, below `history` under the file's name, and
 * answers its path; undefined where there is no file. A link costs no copy.
 */
export function keepVersion(path: string, name: string, history: string): string | undefined {
  const folder = join(history, name)
  ensureDirectory(folder)
  const version = join(folder, `${versionTime()}.md`)
  try {
    linkOrCopy(path, version)
    return version
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST' && !isMissing(error)) throw error
    return undefined
  }
}

/** Removes the oldest versions of a file name where there are more than ten. */
export function dropOldVersions(name: string, history: string): void {
  const folder = join(history, name)
  const versions = listNames(folder).sort()
  for (const old of versions.slice(0, Math.max(0, versions.length - VERSIONS_KEPT))) {
    rmSync(join(folder, old), { force: true })
  }
}

/**
 * The old versions kept for a memory, the newest first: of every file name that bears its id, and
 * of `fileName`, a name given by hand. Those of such a name may be of another memory.
 */
export function listVersions(history: string, id: string, fileName?: string): KeptVersion[] {
  const isOfMemory = (name: string) => name.endsWith(`--${id}.md`) || name === fileName
  const versions = listNames(history)
    .filter(isOfMemory)
    .flatMap(folder => listNames(join(history, folder)).map(version => ({ folder, version })))
  versions.sort((a, b) => (a.version < b.version ? 1 : -1))
  return versions
    .map(({ folder, version }) => toVersion(join(history, folder, version), folder))
    .filter(version => version !== undefined)
}

/** The file names of which old versions are kept. */
export function listKeptNames(history: string): ReadonlySet<string> {
  return new Set(listNames(history))
}

/** The text of an old version; undefined where it was dropped meanwhile. */
export function readVersion({ path }: KeptVersion): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function toVersion(path: string, fileName: string): KeptVersion | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats?.isFile() ? { path, fileName, writtenAt: stats.mtime.toISOString() } : undefined
}

/** A work tree may lie on another file system than the data directory, or belong to another user. */
function linkOrCopy(path: string, version: string): void {
  try {
    linkSync(path, version)
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'EMLINK'].includes(errnoOf(error) ?? '')) throw error
    copyFileSync(path, version, constants.COPYFILE_EXCL)
  }
}

/** Sorts as text in the order of writing and holds no colon, which Windows refuses. */
function versionTime(): string {
  const number = String(sequence++).padStart(6, '0')
  return `${new Date().toISOString().replaceAll(':', '-')}-${number}-${process.pid}`
}
