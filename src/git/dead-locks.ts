import { lstatSync, readdirSync, readFileSync, readlinkSync, statSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { errnoOf, isMissing } from '../../store/errors.js'
import { removeFile } from '../../store/files/atomic.js'
import { LOCK_STALE_MS, type HeldLock } from '../../store/files/lock.js'
import { isInside, listEntries, toRealPath } from '../../store/files/read.js'
import { findRepository, type Repository } from '../../store/git/repository.js'

/** Time that a dead git's lock was left alone (ms): less if the system tells which gits run. */
const QUIET_MS = { known: LOCK_STALE_MS, unknown: 5_000 }
/** Git may go on for a while without the process that started it; longer it is not waited for. */
const RUNNING_MS = 2_500
const LOOK_MS = 50

/**
 * Removes the lock files that git left in a repository when it was killed, alone or together with
 * the svc that had started it: those made while that svc held the lock of git, once nothing has
 * touched them for 2.5 seconds and no git runs there; where the system does not tell what runs, for
 * five seconds. A lock of any other git stays.
 */
export async function dropDeadLocks(
  root: string,
  { from, to }: NonNullable<HeldLock['takenOver']>,
): Promise<void> {
  const repository = findRepository(root)
  if (repository === undefined) return
  for (const path of locksIn(repository.gitDirectory)) {
    const stats = statLock(path)
    if (stats === undefined || stats.mtimeMs < from || stats.mtimeMs > to + LOCK_STALE_MS) continue
    if (await isLeft(path, stats, repository)) removeFile(path)
  }
}

function* locksIn(gitDirectory: string): Generator<string> {
  yield* lockFiles(gitDirectory)
  for (const name of ['refs', 'refs/heads', 'refs/remotes'])
    yield* lockFiles(join(gitDirectory, name))
  for (const entry of listEntries(join(gitDirectory, 'refs/remotes')))
    if (entry.isDirectory()) yield* lockFiles(join(gitDirectory, 'refs/remotes', entry.name))
}

function* lockFiles(folder: string): Generator<string> {
  for (const entry of listEntries(folder))
    if (entry.isFile() && entry.name.endsWith('.lock')) yield join(folder, entry.name)
}

async function isLeft(path: string, stats: Stats, repository: Repository): Promise<boolean> {
  const folders = [repository.workTree, repository.gitDirectory].map(at => toRealPath(at) ?? at)
  const isRunning = () => runsGit(stats.uid, folders)
  const quiet = isRunning() === undefined ? QUIET_MS.unknown : QUIET_MS.known
  const end = Math.max(Date.now(), stats.mtimeMs + quiet) + RUNNING_MS
  while (Date.now() - stats.mtimeMs < quiet || isRunning()) {
    if (Date.now() > end) return false
    await new Promise(resolve => setTimeout(resolve, LOOK_MS))
    if (isOther(path, stats)) return false
  }
  return !isOther(path, stats)
}

function isOther(path: string, { ino, mtimeMs }: Stats): boolean {
  const now = statLock(path)
  return now?.ino !== ino || now.mtimeMs !== mtimeMs
}

function statLock(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false })
}

/** Tells if a git of a user works in one of the folders; undefined if the system does not say. */
function runsGit(uid: number, folders: readonly string[]): boolean | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    return readdirSync('/proc').some(name => /^\d+$/.test(name) && isGitOf(name, uid, folders))
  } catch {
    return undefined
  }
}

/** Git always goes to the root of its work tree, or of a repository without one. */
function isGitOf(pid: string, uid: number, folders: readonly string[]): boolean {
  try {
    if (statSync(`/proc/${pid}`).uid !== uid) return false
    if (!readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('git')) return false
    const cwd = readlinkSync(`/proc/${pid}/cwd`)
    return folders.some(folder => isInside(folder, cwd))
  } catch (error) {
    // It has ended meanwhile; or it may be there, and nobody may look.
    return !isMissing(error) && errnoOf(error) !== 'ESRCH'
  }
}
