import {
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  type Stats,
} from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { decodeMemoryFile, MAX_FILE_BYTES, TOO_LARGE } from '../document/problems.js'
import { errnoOf, isMissing, succeeds, SvcError } from '../errors.js'
import { moveDurable, removeDurable, writeDurable } from '../files/atomic.js'
import { lstatIfThere, readBytes, statOrNothing, toDamage } from '../files/read.js'
import { runAtOnce, type Steps } from '../files/steps.js'
import { dropOldVersions, keepVersion, linkOrCopy, openVersion } from './history.js'

/** A file in a scope's memories folder, as a directory scan sees it. */
export interface MemoryFile {
  name: string
  /** Changes whenever the file does: modification time, size and inode. */
  stamp: string
  /** ISO 8601. */
  modifiedAt: string
}

/**
 * The Markdown files of a memories folder, sorted by name; undefined where there is no folder.
 * Symbolic links are left out, folders too: in a store that was cloned they could lead anywhere.
 */
export function scanMemoryFiles(directory: string): MemoryFile[] | undefined {
  return runAtOnce(scanInSteps(directory))
}

/** True for a name that a memory's file can have; files of editors and of writes begun are hidden. */
export function isMemoryFileName(name: string): boolean {
  return name.endsWith('.md') && !name.startsWith('.')
}

/** Scans as `scanMemoryFiles`, into `files`, in short steps that leave room for other work. */
export function* scanInSteps(
  directory: string,
  files: MemoryFile[] = [],
): Steps<MemoryFile[] | undefined> {
  const names = isLinked(directory) ? [] : namesIn(directory)
  if (names === undefined) return undefined
  // Names of a folder need no path of their own: joining them costs more than looking at them.
  const base = join(directory, sep)
  for (const name of names) {
    const stats = lstatIfThere(base + name)
    if (stats?.isFile()) files.push(toMemoryFile(name, stats))
    yield
  }
  return files
}

/** Number of files between two looks at the time. */
const FILES_A_LOOK = 64

/**
 * Scans the Markdown files of a memories folder until `isLate` says so, sorted by name; `isWhole`
 * tells if these are all. The answer of `pause` is awaited now and then.
 */
export async function scanWithin(
  directory: string,
  isLate: () => boolean,
  pause?: () => Promise<void> | undefined,
): Promise<{ files: MemoryFile[]; isWhole: boolean }> {
  const files: MemoryFile[] = []
  const steps = scanInSteps(directory, files)
  for (let looks = 1; steps.next().done !== true; looks++) {
    if (looks % FILES_A_LOOK !== 0) continue
    if (isLate()) return { files, isWhole: false }
    await pause?.()
  }
  return { files, isWhole: true }
}

/** One file as a scan would see it; undefined where it is not there. */
export function statMemoryFile(directory: string, name: string): MemoryFile | undefined {
  const stats = lstatIfThere(join(directory, name))
  return stats?.isFile() ? toMemoryFile(name, stats) : undefined
}

/**
 * The text of a memory file, or why it has none: a phrase that follows the file's name. Throws where
 * the disk does not give it.
 */
export function readMemoryFile(path: string): ReturnType<typeof decodeMemoryFile> {
  try {
    return decodeMemoryFile(readBytes(path, MAX_FILE_BYTES))
  } catch (error) {
    if (errnoOf(error) === 'ERR_FS_FILE_TOO_LARGE') return { problem: TOO_LARGE }
    throw error
  }
}

/**
 * Changes whenever a file of the folder is added, removed or replaced by rename, as every writer
 * of ours does; `absent` where there is no folder. In-place edits do not change it.
 */
export function directoryStamp(directory: string): string {
  const stats = statOrNothing(directory)
  return stats === undefined ? 'absent' : String(stats.mtimeMs)
}

/** Milliseconds for which a folder's time may stay equal over two changes of it. */
const CLOCK_GRAIN_MS = 20

/** True where a folder stamp is old enough that a later change would have altered it. */
export function isSettledStamp(stamp: string, now = Date.now()): boolean {
  return stamp === 'absent' || now - Number(stamp) > CLOCK_GRAIN_MS
}

/** Conditions of a write, and the place of the old version. */
export interface WriteOptions {
  /** The stamp that the file must still have; undefined where it must not exist. */
  expected: string | undefined
  /** Called right before the rename; throws where the write lock is no longer held. */
  assertHeld: () => void
  /** Folder that keeps the old version as a hard link: undo, and the net under a paused writer. */
  history: string
  /** Set as the file's modification time, where it is not now. */
  modifiedAt?: Date
}

/**
 * Writes a memory file durably and keeps the version it replaces in `history`. Throws CONFLICT
 * where the file is not what the caller last saw: nothing is overwritten unseen.
 */
export function writeMemoryFile(
  directory: string,
  name: string,
  text: string | Uint8Array,
  options: WriteOptions,
): MemoryFile {
  const path = join(directory, name)
  const { expected, history, assertHeld } = options
  const kept = expected === undefined ? undefined : keepVersion(path, name, history)
  try {
    refuseLinkedFolder(directory)
    writeDurable(path, text, () => {
      assertHeld()
      assertUnchanged(directory, name, expected)
    })
  } catch (error) {
    // A file that still stands is no old version: failures in a row must not push out real ones.
    const stands = statMemoryFile(directory, name)?.stamp === expected
    if (kept !== undefined && stands) rmSync(kept, { force: true })
    throw error
  }
  // The file is written, whatever comes.
  if (kept !== undefined) succeeds(() => dropOldVersions(name, history))
  if (options.modifiedAt) utimesSync(path, options.modifiedAt, options.modifiedAt)
  return toMemoryFile(name, statSync(path))
}

/**
 * Removes a memory file durably and keeps its last version in `history`, at the path that it answers.
 * Throws CONFLICT where the file is not what the caller last saw: it stays.
 */
export function removeMemoryFile(directory: string, name: string, options: WriteOptions): string {
  const { expected, assertHeld, history } = options
  const path = join(directory, name)
  const version = openVersion(name, history)
  assertHeld()
  assertUnchanged(directory, name, expected)
  try {
    const isMoved = takeAway(path, version)
    // It was another version, or another's turn, if we slept right before.
    assertHeld()
    if (isMoved && toStamp(statSync(version)) !== expected) throw changedMeanwhile(path)
  } catch (error) {
    putBackFile(version, path)
    throw error
  }
  succeeds(() => dropOldVersions(name, history))
  return version
}

/** Takes what stands there at that very moment; false where only a copy of it could be kept. */
function takeAway(path: string, version: string): boolean {
  try {
    moveDurable(path, version)
    return true
  } catch (error) {
    if (!['EXDEV', 'EPERM'].includes(errnoOf(error) ?? '')) throw error
    linkOrCopy(path, version)
    removeDurable(path)
    return false
  }
}

/** Puts a version back that was taken away; where another file stands by now, it stays kept. */
export function putBackFile(version: string, path: string): void {
  if (!existsSync(version)) return
  if (!existsSync(path)) return moveBack(version, path)
  if (toStamp(statSync(version)) !== toStamp(statSync(path))) return
  rmSync(version, { force: true })
}

/** A second name may need room that a full disk has not. */
function moveBack(version: string, path: string): void {
  if (succeeds(() => linkOrCopy(version, path))) rmSync(version, { force: true })
  else if (!existsSync(path)) renameSync(version, path)
}

/** A link among the folders of a store that was cloned could lead a write anywhere. */
function refuseLinkedFolder(directory: string): void {
  if (!isLinked(directory)) return
  throw new SvcError(
    'STORE_CORRUPT',
    `${directory} lies behind a symbolic link; nothing was written`,
  )
}

/** True where the memories folder, or the folder of its scope, is a symbolic link. */
function isLinked(directory: string): boolean {
  return [directory, dirname(directory)].some(path => lstatIfThere(path)?.isSymbolicLink() === true)
}

function assertUnchanged(directory: string, name: string, expected: string | undefined): void {
  if (statMemoryFile(directory, name)?.stamp === expected) return
  throw changedMeanwhile(join(directory, name))
}

function changedMeanwhile(path: string): SvcError {
  return new SvcError('CONFLICT', `${path} was changed meanwhile; read it again`)
}

function toMemoryFile(name: string, stats: Stats): MemoryFile {
  return { name, stamp: toStamp(stats), modifiedAt: stats.mtime.toISOString() }
}

function toStamp({ mtimeMs, size, ino }: Stats): string {
  return `${mtimeMs}-${size}-${ino}`
}

function namesIn(directory: string): string[] | undefined {
  try {
    return readdirSync(directory).filter(isMemoryFileName).sort()
  } catch (error) {
    if (isMissing(error)) return undefined
    throw toDamage(directory, error)
  }
}
