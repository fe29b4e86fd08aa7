import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  statSync,
  readdirSync,
  type BigIntStats,
  type Dirent,
  type Stats,
} from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { dirname, isAbsolute, join, sep } from 'node:path'
import { errnoOf, isMissing, orElse, SvcError } from '../errors.js'

/** Reasons for not reading a file. */
export type ReadSkip = 'missing' | 'outside' | 'not a file' | 'too large' | 'unreadable'

/** A file's bytes with the stat they belong to and the path behind all links. */
interface RegularFile {
  bytes: Buffer
  stats: BigIntStats
  realPath: string
}

// O_NONBLOCK: opening a FIFO would wait for its writer; O_NOFOLLOW closes the gap after realpath.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)
const OF_ITSELF = FLAGS | (constants.O_NOFOLLOW ?? 0)

/** Larger files are not read whole; none that svc writes is (bytes). */
export const MOST_BYTES = 256 * 1024 * 1024

/**
 * The person's home directory: HOME (on Windows USERPROFILE, as Node and the hosts have it) of an
 * environment, or else of this process, else that of the user's entry; one that is not absolute counts
 * as missing. Throws INVALID_REQUEST where there is none.
 */
export function homeOf(
  { HOME, USERPROFILE }: Readonly<Record<string, string | undefined>>,
  platform = process.platform,
): string {
  const given = platform === 'win32' ? USERPROFILE : HOME
  const places = [() => given ?? '', homedir, () => userInfo().homedir]
  for (const place of places) {
    const home = orElse(place, '')
    if (isAbsolute(home)) return home
  }
  throw new SvcError(
    'INVALID_REQUEST',
    'HOME: must be an absolute path; this user has no other home',
  )
}

/** True where `path` is `folder` or lies below it; both absolute, with links resolved. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

/** The path behind all links, undefined where nothing is there or it cannot be followed. */
export function toRealPath(path: string): string | undefined {
  return orElse(() => realpathSync.native(path), undefined)
}

/** True for a folder, behind all links; false for what cannot be looked at. */
export function isFolder(path: string): boolean {
  const stats = orElse(() => statSync(path, { throwIfNoEntry: false }), undefined)
  return stats?.isDirectory() === true
}

/** The path of a folder behind all links, undefined where there is no folder. */
export function toRealFolder(path: string): string | undefined {
  const real = toRealPath(path)
  const stats = real === undefined ? undefined : statSync(real, { throwIfNoEntry: false })
  return stats?.isDirectory() ? real : undefined
}

/**
 * Resolves a path and stats it, if it is a regular file inside `folder` (a real path); else answers
 * the reason. Opens nothing, never throws.
 */
export function statInside(
  folder: string,
  path: string,
): { realPath: string; stats: BigIntStats } | { skip: ReadSkip } {
  try {
    const realPath = realpathSync.native(path)
    if (!isInside(folder, realPath)) return { skip: 'outside' }
    const stats = statSync(realPath, { bigint: true })
    return stats.isFile() ? { realPath, stats } : { skip: 'not a file' }
  } catch (error) {
    return { skip: isMissing(error) || errnoOf(error) === 'ELOOP' ? 'missing' : 'unreadable' }
  }
}

/**
 * Reads a regular file that lies inside `folder` (a real path) after all links are followed.
 * Never opens a FIFO, socket or device. With `head` at most the first `maxBytes` are read, without
 * it a larger file is refused. Never throws.
 */
export function readRegularFile(
  folder: string,
  path: string,
  options: { maxBytes: number; head?: boolean },
): RegularFile | { skip: ReadSkip } {
  const target = statInside(folder, path)
  if ('skip' in target) return target
  if (!options.head && target.stats.size > options.maxBytes) return { skip: 'too large' }
  try {
    return readOpened(target.realPath, { ...options, flags: OF_ITSELF })
  } catch {
    return { skip: 'unreadable' }
  }
}

/**
 * The bytes of a regular file, behind all links, of which at most `most` are read. Never waits for the
 * writer of a named pipe. Throws the error of the system, EFTYPE for what is neither file nor folder, and
 * ERR_FS_FILE_TOO_LARGE.
 */
export function readBytes(path: string, most = MOST_BYTES): Buffer {
  const read = readOpened(path, { maxBytes: most, flags: FLAGS })
  if ('bytes' in read) return read.bytes
  if (read.skip === 'too large')
    throw fault('ERR_FS_FILE_TOO_LARGE', `it is larger than ${most / 1024 / 1024} MiB`)
  throw isFolder(path) ? fault('EISDIR', 'it is a folder') : fault('EFTYPE', 'it is no file')
}

/** The text of the first `most` bytes of a regular file. Throws as `readBytes` does. */
export function readHead(path: string, most: number): string {
  const read = readOpened(path, { maxBytes: most, head: true, flags: FLAGS })
  if ('bytes' in read) return read.bytes.toString()
  throw fault('EFTYPE', 'it is no file')
}

function fault(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}

function readOpened(
  realPath: string,
  { maxBytes, head = false, flags }: { maxBytes: number; head?: boolean; flags: number },
): RegularFile | { skip: ReadSkip } {
  const file = openSync(realPath, flags)
  try {
    const stats = fstatSync(file, { bigint: true })
    if (!stats.isFile()) return { skip: 'not a file' }
    if (!head && stats.size > maxBytes) return { skip: 'too large' }
    return { bytes: readUpTo(file, Math.min(Number(stats.size), maxBytes)), stats, realPath }
  } finally {
    closeSync(file)
  }
}

function readUpTo(file: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const count = readSync(file, buffer, filled, length - filled, null)
    if (count === 0) break
    filled += count
  }
  return buffer.subarray(0, filled)
}

/**
 * Stats a path behind all links; undefined if nothing is there, also if a file stands where a
 * folder on the way should be.
 */
export function statIfThere(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if (isMissing(error)) return undefined
    throw toDamage(path, error)
  }
}

/** Stats as `statIfThere` does; undefined also for a path that may not be looked at. */
export function statOrNothing(path: string): Stats | undefined {
  try {
    return statIfThere(path)
  } catch (error) {
    if (error instanceof SvcError) return undefined
    throw error
  }
}

/** Stats a link itself; else as `statIfThere`. */
export function lstatIfThere(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if (isMissing(error)) return undefined
    throw toDamage(path, error)
  }
}

let isAll = false

/** Acts; what it lists meanwhile throws STORE_CORRUPT of a folder that may not be read. */
export function listingAll<T>(act: () => T): T {
  const before = isAll
  isAll = true
  try {
    return act()
  } finally {
    isAll = before
  }
}

/** Throws of a folder that is there what a list of its names may not pass over. */
function passOver(directory: string, error: unknown): [] {
  if (isMissing(error)) return []
  const damage = toDamage(directory, error)
  if (damage instanceof SvcError && !isAll) return []
  throw damage
}

/**
 * The names in a folder, in no order; [] where there is no folder, or none that may be read: svc doctor
 * names that.
 */
export function listNames(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch (error) {
    return passOver(directory, error)
  }
}

/** Lists the entries of a folder, in no order, with their kinds; [] as `listNames`. */
export function listEntries(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch (error) {
    return passOver(directory, error)
  }
}

/** The names of the folders in a folder, in no order; [] as `listNames`. */
export function listFolderNames(directory: string): string[] {
  return listEntries(directory).flatMap(entry => (entry.isDirectory() ? entry.name : []))
}

/** All files below a directory; links are not followed, and what cannot be listed is left out. */
export function* sizesBelow(directory: string): Generator<{ path: string; bytes: number }> {
  for (const entry of orElse(() => listEntries(directory), [])) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) yield* sizesBelow(path)
    else if (entry.isFile())
      yield { path, bytes: lstatSync(path, { throwIfNoEntry: false })?.size ?? 0 }
  }
}

/** The names in a folder, sorted, without hidden ones; [] where there is no folder. */
export function visibleNames(directory: string): string[] {
  return listNames(directory)
    .filter(name => !name.startsWith('.'))
    .sort()
}

/** More than any file holds that configures git, svc or a host, or names a project (bytes). */
export const SMALL_BYTES = 1024 * 1024

/**
 * The text of a small file of a repository that may be anybody's; undefined where there is none, or
 * where it is something else: reading a named pipe would never end.
 */
export function readSmallFile(path: string): string | undefined {
  return orElse(() => readBytes(path, SMALL_BYTES).toString(), undefined)
}

/** The stamp of a folder that is not there. */
export const NO_STAMP = 'none'

/**
 * Tells a folder from one made later at the same path, by inode and birth time. `none` if there is
 * no folder, or none that may be looked at.
 */
export function stampOf(directory: string): string {
  // No project must suffer from another one that cannot be looked at.
  const stats = orElse(() => statSync(directory, { bigint: true }), undefined)
  return stats === undefined ? NO_STAMP : `${stats.ino}-${stats.birthtimeNs}`
}

const SET_ASIDE = 'svc doctor --fix sets it aside'
/** Phrases for system errors of things that svc did not put there; no other error is damage. */
const SAID: Readonly<Record<string, string>> = {
  EISDIR: `is a folder where a file should be; ${SET_ASIDE}`,
  ENOTDIR: `is no folder, where one should be; ${SET_ASIDE}`,
  EACCES: 'may not be read or written by this user (EACCES); svc doctor tells what to do',
  EPERM: 'may not be read or written by this user (EPERM); svc doctor tells what to do',
  ELOOP: `is a link that leads in a circle; ${SET_ASIDE}`,
  EFTYPE: `is no file; ${SET_ASIDE}`,
  ENXIO: `is no file; ${SET_ASIDE}`,
  ERR_FS_FILE_TOO_LARGE: `is larger than any such file may be; ${SET_ASIDE}`,
}

/**
 * STORE_CORRUPT in place of a system error that says that `path` is no file, no folder or nobody's:
 * one line that names it and what to do. Any other error is handed on as it is.
 */
export function toDamage(path: string, cause: unknown): unknown {
  const code = errnoOf(cause) ?? ''
  if (!Object.hasOwn(SAID, code)) return cause
  const place = code === 'ENOTDIR' ? fileAbove(path) : path
  return new SvcError('STORE_CORRUPT', `${place} ${SAID[code]}`, { cause })
}

/** STORE_CORRUPT of something that is neither a file nor a folder. */
export function noFile(path: string): SvcError {
  return new SvcError('STORE_CORRUPT', `${path} is no file; ${SET_ASIDE}`)
}

/** The file among the folders above a path; the path itself where there is none. */
function fileAbove(path: string): string {
  for (let above = path; above !== dirname(above); above = dirname(above)) {
    try {
      if (!lstatSync(above).isDirectory()) return above
    } catch {
      // A path below a file cannot be looked at.
    }
  }
  return path
}
