import {
  mkdirSync,
  renameSync,
  rmdir,
  rmdirSync,
  rmSync,
  stat,
  statSync,
  utimes,
  utimesSync,
  type NoParamCallback,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type ProperLockfile from 'proper-lockfile'
import { errnoOf, isMissing, SvcError } from '../errors.js'
import { ensureDirectory } from './atomic.js'
import { listNames, statIfThere, statOrNothing, toDamage } from './read.js'

/** A lock that was not refreshed for this long belongs to a dead process (milliseconds). */
export const LOCK_STALE_MS = 2_500
/** Suffix of the folder that a removed lock leaves. */
export const REMOVED_LOCK = '.removed'
const TRIES = 61
const FIRST_PAUSE_MS = 10
const LONGEST_PAUSE_MS = 100

/** The lock as its holder sees it. */
export interface HeldLock {
  /**
   * Throws STORE_LOCKED where the lock is no longer ours: taken over after a pause. One that was only
   * busy, and from which nobody took it, goes on. Call it right before the synchronous step that the
   * lock protects.
   */
  assertHeld: () => void
  /**
   * Present if the holder before never released the lock: the time it held it (milliseconds, by the
   * clock of the disk). If it only slept, its unfinished writes may still come: `dropTemporaries`
   * prevents that.
   */
  takenOver?: { from: number; to: number } | undefined
}

const LOST = Symbol('lost while paused')

/** True for the STORE_LOCKED of a holder that has lost its lock: the next try may well succeed. */
export function isLost(error: unknown): boolean {
  return error instanceof SvcError && error.cause === LOST
}

/** Options of `withLock`. */
interface LockOptions {
  /** False: fail at once, also where this process itself holds the lock, instead of waiting 5 s. */
  patient?: boolean
}

/** Tails of the queues of this process: proper-lockfile alone makes 20 writers 13 times slower. */
const queues = new Map<string, Promise<unknown>>()

/**
 * Runs an action while this process holds the lock at `path`, one at a time here and elsewhere.
 * A dead holder delays it by 2.5 s at most. Throws STORE_LOCKED where a live one does not let go.
 */
export async function withLock<T>(
  path: string,
  action: (lock: HeldLock) => T | Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  if (options.patient === false && queues.has(path)) throw lockedError(path)
  const before = queues.get(path) ?? Promise.resolve()
  const run = before.then(() => runLocked(path, action, options))
  const tail = run.catch(() => undefined)
  queues.set(path, tail)
  try {
    return await run
  } finally {
    if (queues.get(path) === tail) queues.delete(path)
  }
}

/** True while a live process holds the lock at `path`. */
export function isLocked(path: string): boolean {
  const age = lockAge(path)
  return age !== undefined && Math.abs(age) < LOCK_STALE_MS
}

/** Milliseconds since the lock at `path` was last refreshed; undefined where nobody holds it. */
export function lockAge(path: string): number | undefined {
  const stats = statIfThere(lockDirectory(path))
  return stats === undefined ? undefined : Date.now() - stats.mtimeMs
}

/**
 * Removes the lock at `path`, with whatever lies inside, where its holder is dead. It may only sleep,
 * and write when it wakes: whoever takes the lock next finds it taken over. Does nothing where there
 * is none.
 */
export function removeLock(path: string): void {
  const directory = lockDirectory(path)
  const stats = statOrNothing(directory)
  if (stats === undefined) return
  for (const name of listNames(directory)) rmSync(join(directory, name), { recursive: true })
  utimesSync(directory, stats.atime, stats.mtime)
  setAside(directory)
}

async function runLocked<T>(
  path: string,
  action: (lock: HeldLock) => T | Promise<T>,
  { patient = true }: LockOptions,
): Promise<T> {
  const { lock, release } = await acquire(path, patient)
  try {
    return await action(lock)
  } finally {
    await release()
  }
}

async function acquire(path: string, patient: boolean) {
  const lockfile = await loadLockfile()
  ensureDirectory(dirname(path))
  tameFutureLock(path)
  const directory = lockDirectory(path)
  held.delete(directory)
  let compromised = false
  const lockOnce = () =>
    lockfile.lock(path, {
      realpath: false,
      lockfilePath: directory,
      stale: LOCK_STALE_MS,
      update: 1_000,
      onCompromised: () => (compromised = true),
      fs: disk,
    })
  const unlock = await untilFree(lockOnce, patient ? TRIES : 1).catch((cause: unknown) => {
    throw lockedError(path, cause)
  })
  const takenOver = heldUntilRemoved(directory)
  const assertHeld = () => {
    if (!compromised && isOwn(directory)) return
    throw new SvcError(
      'STORE_LOCKED',
      `lost the lock ${path} while paused; nothing was changed, try again`,
      { cause: LOST },
    )
  }
  // Releasing deletes whatever lock stands there, also that of the process which took over.
  const release = async () => {
    if (isOwn(directory)) {
      if (takenOver) rmSync(removedLock(directory), { recursive: true, force: true })
      await unlock().catch(() => undefined)
    }
    held.delete(directory)
  }
  return { lock: { assertHeld, takenOver }, release }
}

/** proper-lockfile itself would try again whatever it met: on a full disk for five seconds. */
async function untilFree<T>(lockOnce: () => Promise<T>, most: number): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await lockOnce()
    } catch (error) {
      if (!isHeldElsewhere(error) || tries >= most) throw error
    }
    const pause = FIRST_PAUSE_MS * 1.3 ** (tries - 1) * (1 + Math.random())
    await new Promise(resolve => setTimeout(resolve, Math.min(pause, LONGEST_PAUSE_MS)))
  }
}

/**
 * Windows says EPERM of a folder that its holder is just removing. One whose clock is ahead takes a
 * lock for an old one as soon as it is made: then it is gone when it is looked at.
 */
function isHeldElsewhere(error: unknown): boolean {
  const code = errnoOf(error)
  const isTaken = code === 'ENOENT' && (error as NodeJS.ErrnoException).syscall !== 'mkdir'
  return code === 'ELOCKED' || isTaken || (code === 'EPERM' && process.platform === 'win32')
}

/** Hold time of a lock that was taken from its holder, by us or somebody before us. */
function heldUntilRemoved(directory: string): HeldLock['takenOver'] {
  const stats = statOrNothing(removedLock(directory))
  return stats && { from: stats.birthtimeMs, to: stats.mtimeMs }
}

/** The lock folders that this process made, each with what tells it from another's in its place. */
const held = new Map<string, string | undefined>()

function isOwn(directory: string): boolean {
  const mine = held.get(directory)
  return mine !== undefined && identity(directory) === mine
}

/**
 * File system for proper-lockfile. What it makes is told apart at once: one whose clock is ahead takes
 * it for an old lock as soon as it is there. What it removes of others is set aside.
 */
const disk = {
  stat,
  utimes,
  mkdir: (directory: string, done: NoParamCallback) => {
    const make = () => {
      const before = identity(removedLock(directory))
      mkdirSync(directory)
      const mine = identity(directory)
      // Nobody can tell whose this is if another took one at that very moment: it becomes stale.
      if (identity(removedLock(directory)) !== before)
        throw Object.assign(new Error(`${directory} was taken`), { code: 'ENOENT' })
      held.set(directory, mine)
    }
    done(attempt(make))
  },
  rmdir: (directory: string, done: NoParamCallback) => {
    if (isOwn(directory)) rmdir(directory, done)
    // Ours has become another's: that one stays.
    else if (held.delete(directory)) done(null)
    else done(attempt(() => setAside(directory)))
  },
}

/** The error of an action; null where it has none. */
function attempt(action: () => void): NodeJS.ErrnoException | null {
  try {
    action()
    return null
  } catch (error) {
    return error as NodeJS.ErrnoException
  }
}

/**
 * Renames the folder of a lock whose holder may still write, so that whoever holds it next can tell.
 * Throws ENOTEMPTY where something lies in it, as its removal would.
 */
function setAside(directory: string): void {
  if (listNames(directory).length > 0) rmdirSync(directory)
  const aside = removedLock(directory)
  try {
    renameSync(directory, aside)
  } catch (error) {
    // The second of two at once finds nothing: what the first left must stay.
    if (isMissing(error)) throw error
    rmSync(aside, { recursive: true, force: true })
    renameSync(directory, aside)
  }
}

let loading: Promise<Lockfile> | undefined

/** Loads proper-lockfile once, and keeps this process's way of ending as it was. */
function loadLockfile(): Promise<Lockfile> {
  loading ??= importLockfile().then(lockfile => {
    process.on('exit', releaseAll)
    return lockfile
  })
  return loading
}

type Lockfile = typeof ProperLockfile

/**
 * signal-exit comes with it and puts listeners on the process that send a signal anew where no other
 * listener is left: a program that has us in it would be cut off in its `process.once` handler.
 * Where it was at work before, it is somebody else's and stays.
 */
async function importLockfile(): Promise<Lockfile> {
  const emit = readEmit()
  const { default: lockfile } = await import('proper-lockfile')
  if (readEmit() !== emit) (await findSignalExit())?.unload()
  return lockfile
}

/** signal-exit puts a function of its own there while it listens. */
function readEmit(): unknown {
  return Reflect.get(process, 'emit')
}

/** The copy that proper-lockfile has; undefined in a bundle, where modules have no place. */
async function findSignalExit(): Promise<{ unload(): void } | undefined> {
  try {
    const { createRequire } = await import('node:module')
    const require = createRequire(import.meta.url)
    return createRequire(require.resolve('proper-lockfile'))('signal-exit') as { unload(): void }
  } catch {
    return undefined
  }
}

/** A process that ends of itself, in the middle of an action, lets others in at once. */
function releaseAll(): void {
  for (const directory of held.keys()) {
    try {
      if (isOwn(directory)) rmdirSync(directory)
    } catch {
      // It becomes stale.
    }
  }
}

/** A clock that was wrong can date a lock in the future, where it would never expire. */
function tameFutureLock(path: string): void {
  const age = lockAge(path)
  if (age === undefined || age >= -LOCK_STALE_MS) return
  try {
    utimesSync(lockDirectory(path), new Date(), new Date())
  } catch (error) {
    // Its holder has let go of it meanwhile.
    if (!isMissing(error)) throw error
  }
}

/** Inode numbers are reused at once on ext4, so the time of birth counts as well. */
function identity(directory: string): string | undefined {
  const stats = statSync(directory, { throwIfNoEntry: false, bigint: true })
  return stats && `${stats.ino}-${stats.birthtimeNs}`
}

function lockDirectory(path: string): string {
  return `${path}.lock`
}

/** The folder that a removed lock leaves for its next holder: the lock's own, renamed. */
function removedLock(directory: string): string {
  return directory.replace(/\.lock$/, REMOVED_LOCK)
}

/** Error of a lock that another process holds; a fault of the disk, or damage, is told as such. */
function lockedError(path: string, cause: unknown = undefined): unknown {
  const code = errnoOf(cause)
  if (cause !== undefined && !isHeldElsewhere(cause) && code !== 'ENOTEMPTY')
    return toDamage(lockDirectory(path), cause)
  return new SvcError(
    'STORE_LOCKED',
    `another process holds ${path}; try again, or run svc doctor --fix`,
    { cause },
  )
}
