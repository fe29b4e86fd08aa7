import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lchownSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  unlinkSync,
  write,
  writeSync,
  type Stats,
} from 'node:fs'
import { basename, dirname } from 'node:path'
import { errnoOf, isMissing, succeeds, SvcError } from '../errors.js'
import { pathIn } from '../names.js'
import { isInside, listEntries, listNames, readBytes, statOrNothing, toDamage } from './read.js'

const PRIVATE_FILE = 0o600
const PRIVATE_DIRECTORY = 0o700
let sequence = 0

/**
 * Creates a folder and its parents, readable by its owner only. Does nothing where it exists. Throws
 * STORE_CORRUPT where a file stands in its place.
 */
export function ensureDirectory(path: string): void {
  refuseClosed(path)
  try {
    const outermost = mkdirSync(path, { recursive: true, mode: PRIVATE_DIRECTORY })
    if (outermost !== undefined) giveFolders(outermost, path)
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw toDamage(path, asNoFolder(error))
    makeDirectory(path)
  }
}

/** Whose new files and folders are, where that is not this user. */
let receiver: Pick<Stats, 'uid' | 'gid'> | undefined

/**
 * Acts, and gives the files and folders that are made meanwhile to a user and a group, where this
 * user may. Returns what `act` returns; it has to be done with them then.
 */
export function givingTo<T>({ uid, gid }: Pick<Stats, 'uid' | 'gid'>, act: () => T): T {
  receiver = { uid, gid }
  try {
    return act()
  } finally {
    receiver = undefined
  }
}

function giveFolders(outermost: string, path: string): void {
  if (receiver === undefined) return
  const { uid, gid } = receiver
  for (let at = path; at.length >= outermost.length; at = dirname(at)) {
    succeeds(() => lchownSync(at, uid, gid))
  }
}

/** Node reports many a failure to make parents as ENOENT, which would pass for a missing file. */
function makeDirectory(path: string): void {
  if (!existsSync(dirname(path)) && dirname(path) !== path) makeDirectory(dirname(path))
  try {
    mkdirSync(path, PRIVATE_DIRECTORY)
  } catch (error) {
    const isThere = errnoOf(error) === 'EEXIST' && existsSync(path)
    if (!isThere) throw toDamage(path, asNoFolder(error))
  }
}

/** Node says EEXIST of what stands where the last folder should be: a file, or a link to nowhere. */
function asNoFolder(error: unknown): unknown {
  if (errnoOf(error) !== 'EEXIST') return error
  return Object.assign(new Error((error as Error).message, { cause: error }), { code: 'ENOTDIR' })
}

/**
 * The text of a file, or null where there is none. A leading byte-order mark is dropped. Throws
 * STORE_CORRUPT where something else lies there, more than `most` bytes, or nothing that may be read.
 */
export function readText(path: string, most?: number): string | null {
  try {
    const text = readBytes(path, most).toString()
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  } catch (error) {
    if (isMissing(error)) return null
    throw toDamage(path, error)
  }
}

/**
 * Replaces a file. Durable when it returns, and atomic: a reader sees the old text or the new.
 * `fence` runs right before the rename, in the same tick; what it throws leaves the old file.
 */
export function writeDurable(path: string, text: string | Uint8Array, fence?: () => void): void {
  replaceWith(path, text, true, fence)
}

/**
 * Replaces a file as `writeDurable` by one with the owner, group and mode of `like`. Throws EPERM, and
 * leaves the old one, where these are not this user's to give.
 */
export function replaceDurable(
  path: string,
  text: string | Uint8Array,
  like: Owned,
  fence?: () => void,
): void {
  replaceWith(path, text, true, fence, like)
}

/** Writes as `writeDurable`, but a power cut may bring the old text back. For derived files. */
export function writeAtomic(path: string, text: string | Uint8Array, fence?: () => void): void {
  replaceWith(path, text, false, fence)
}

/** Writes many bytes as `writeAtomic`: the process goes on with other work meanwhile. */
export async function writeAtomicAside(path: string, bytes: Uint8Array): Promise<void> {
  const { temporary, file } = openTemporary(path)
  try {
    await writeAside(file, bytes).finally(() => closeSync(file))
    renameSync(temporary, path)
  } catch (error) {
    removeFile(temporary)
    throw toDamage(path, withPath(error, path))
  }
}

/** Creates a file with this text, durably; false (and nothing done) where the name is taken. */
export function createDurable(path: string, text: string | Uint8Array): boolean {
  const temporary = writeTemporary(path, text, true)
  try {
    linkSync(temporary, path)
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false
    throw error
  } finally {
    removeFile(temporary)
  }
  syncDirectory(dirname(path))
  return true
}

/** Removes a file durably; false where there was none. */
export function removeDurable(path: string): boolean {
  if (!removeFile(path)) return false
  syncDirectory(dirname(path))
  return true
}

/**
 * Moves a file to a name that is free, durably: what stands there at that very moment, whoever wrote
 * it. Throws EXDEV where the name is on another disk.
 */
export function moveDurable(path: string, to: string): void {
  renameSync(path, to)
  for (const folder of new Set([dirname(to), dirname(path)])) syncDirectory(folder)
}

/** Removes a file; false where there was none. Loads less than `rmSync`, which removes folders too. */
export function removeFile(path: string): boolean {
  refuseClosed(path)
  try {
    unlinkSync(path)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw toDamage(path, error)
  }
}

/** Adds the path to an fs error that has none: errors on an open file do not name it. */
export function withPath(error: unknown, path: string): unknown {
  return errnoOf(error) === undefined || !(error instanceof Error) || 'path' in error
    ? error
    : Object.assign(error, { path })
}

/**
 * Removes the temporary files of ours in a folder. Whoever takes a lock over calls it, before it looks
 * at the folder: its holder, if it only slept, can then change nothing there any more.
 */
export function dropTemporaries(directory: string): void {
  dropNames(directory, isTemporary)
}

/** Removes the leftovers of one file alone: others write in its folder under their own locks. */
export function dropTemporariesOf(path: string): void {
  dropNames(dirname(path), name => writerOf(path, name) !== undefined)
}

/**
 * The temporary files of one file whose writers have ended: what was killed left them there. [] where
 * there are none, and for a folder that cannot be read.
 */
export function abandonedOf(path: string): string[] {
  const left = listNames(dirname(path)).filter(name => {
    const writer = writerOf(path, name)
    return writer !== undefined && !succeeds(() => process.kill(writer, 0))
  })
  return left.map(name => pathIn(dirname(path), name))
}

/** The process that writes a file by the temporary one of a name; undefined for any other name. */
function writerOf(path: string, name: string): number | undefined {
  const beginning = temporaryBeginning(path)
  if (!name.startsWith(beginning)) return undefined
  const [, writer] = /^(\d+)-[0-9a-z]+\.tmp$/.exec(name.slice(beginning.length)) ?? []
  return writer === undefined ? undefined : Number(writer)
}

function dropNames(directory: string, isDropped: (name: string) => boolean): void {
  for (const name of namesIn(directory)) if (isDropped(name)) removeFile(pathIn(directory, name))
}

/**
 * True for the failure of a write whose temporary file somebody took away: one that had taken the
 * lock over, slept, and dropped it for a dead one's. Nothing was changed.
 */
export function isTakenAway(error: unknown): boolean {
  return isMissing(error) && isTemporary(basename((error as NodeJS.ErrnoException).path ?? ''))
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Changes whenever a file is written or replaced; `absent` where there is none. */
export function fileStamp(path: string): string {
  const stats = statOrNothing(path)
  return stats === undefined ? 'absent' : `${stats.mtimeMs}-${stats.size}-${stats.ino}`
}

/** True for the name of a temporary file of ours: what a killed writer leaves behind. */
export function isTemporary(name: string): boolean {
  return /^\..+\.\d+-[0-9a-z]+\.tmp$/.test(name)
}

/** Temporary files of ours below a folder. Links are not followed, git's own folder is none of ours. */
export function* temporariesBelow(directory: string): Generator<string> {
  for (const entry of listEntries(directory)) {
    const path = pathIn(directory, entry.name)
    if (entry.isDirectory() && entry.name !== '.git') yield* temporariesBelow(path)
    else if (entry.isFile() && isTemporary(entry.name)) yield path
  }
}

/** Makes a file or folder that people already had readable by its owner only. */
export function makePrivate(path: string, kind: 'file' | 'directory'): void {
  chmodSync(path, kind === 'file' ? PRIVATE_FILE : PRIVATE_DIRECTORY)
}

function replaceWith(
  path: string,
  text: string | Uint8Array,
  durable: boolean,
  fence?: () => void,
  like?: Owned,
): void {
  const temporary = writeTemporary(path, text, durable, like)
  try {
    fence?.()
    renameSync(temporary, path)
  } catch (error) {
    removeFile(temporary)
    // A process that takes a lock over removes its holder's temporary file; the fence knows of it.
    if (isMissing(error)) fence?.()
    throw toDamage(path, error)
  }
  if (durable) syncDirectory(dirname(path))
}

function writeTemporary(
  path: string,
  text: string | Uint8Array,
  durable: boolean,
  like?: Owned,
): string {
  const { temporary, file } = openTemporary(path)
  try {
    writeAll(file, typeof text === 'string' ? Buffer.from(text) : text)
    if (like !== undefined) takeAfter(file, like)
    else if (receiver !== undefined) give(file, receiver)
    if (durable) fsyncSync(file)
  } catch (error) {
    closeSync(file)
    removeFile(temporary)
    throw withPath(error, path)
  }
  closeSync(file)
  return temporary
}

/** Whose a file is, and who may read it. */
type Owned = Pick<Stats, 'uid' | 'gid' | 'mode'>

function takeAfter(file: number, { uid, gid, mode }: Owned): void {
  const own = fstatSync(file)
  if (own.uid !== uid || own.gid !== gid) fchownSync(file, uid, gid)
  fchmodSync(file, mode & 0o7777)
}

function give(file: number, { uid, gid }: Pick<Stats, 'uid' | 'gid'>): void {
  succeeds(() => fchownSync(file, uid, gid))
}

/** O_EXCL never follows a symbolic link that somebody laid under the temporary name. */
function openTemporary(path: string): { temporary: string; file: number } {
  const unique = `${process.pid}-${(sequence++).toString(36)}${Date.now().toString(36)}`
  const temporary = pathIn(dirname(path), `${temporaryBeginning(path)}${unique}.tmp`)
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL
  return { temporary, file: openMaking(temporary, flags) }
}

function temporaryBeginning(path: string): string {
  return `.${basename(path).slice(0, 100)}.`
}

function openMaking(path: string, flags: number): number {
  refuseClosed(path)
  try {
    return openSync(path, flags, PRIVATE_FILE)
  } catch (error) {
    if (!isMissing(error)) throw toDamage(path, error)
    ensureDirectory(dirname(path))
    return openSync(path, flags, PRIVATE_FILE)
  }
}

async function writeAside(file: number, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += await new Promise<number>((resolve, reject) =>
      write(file, bytes, done, (error, count) => (error ? reject(error) : resolve(count))),
    )
}

/** Writes bytes to an open file where it stands. */
export function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done)
}

/**
 * Makes the names of a folder durable. Windows cannot open one for that; there the rename itself is the
 * guarantee.
 */
export function syncDirectory(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, constants.O_RDONLY)
  try {
    fsyncSync(folder)
  } catch (error) {
    throw withPath(error, path)
  } finally {
    closeSync(folder)
  }
}

/** Folders below which this process writes nothing, each with why. */
const closed = new Map<string, string>()

/** Lets this process write nothing below a folder (a real path); `why` is told in one line. */
export function closeForWriting(folder: string, why: string): void {
  closed.set(folder, why)
}

/** Takes `closeForWriting` back; does nothing for a folder that was not closed. */
export function reopenForWriting(folder: string): void {
  closed.delete(folder)
}

/** Throws NOT_AVAILABLE where a path lies in a folder below which nothing is written. */
export function refuseClosed(path: string): void {
  if (closed.size === 0) return
  for (const [folder, why] of closed) {
    if (isInside(folder, path)) throw new SvcError('NOT_AVAILABLE', why)
  }
}
