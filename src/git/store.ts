import { lstatSync, readFileSync, readdirSync, readlinkSync, statSync, type Stats } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { join, relative, sep } from 'node:path'
import { SvcError, isMissing, errnoOf, orElse } from '../../store/errors.js'
import { removeFile } from '../../store/files/atomic.js'
import { withLock, LOCK_STALE_MS, type HeldLock } from '../../store/files/lock.js'
import { isInside, listEntries, readBytes, toRealPath } from '../../store/files/read.js'
import { openGit, type Environment, type Git, hideCredentials } from '../../store/git/git.js'
import { type FileChange, parseConfig, readObjects } from '../../store/git/read.js'
import { findRepository, type Repository } from '../../store/git/repository.js'
import { createCommitTimes } from '../../store/git/times.js'
import { openStore, type Store, storeLock } from '../../store/store.js'
import { Collections } from '../memories/collections.js'
import type { FileTexts } from './changes.js'

/** A store that lies in a git work tree: in its root, or in a folder of a larger one. */
export interface GitStore {
  store: Store
  collections: Collections
  repository: Repository
  /** Runs in the store's folder, so that `.` means the store. */
  git: Git
  now: () => Date
}

/** Options of opening a git store. */
interface GitStoreOptions {
  /** The environment of the process: git reads it. */
  env: Environment
  now?: () => Date
}

/** Opens the store at a manifest path. Throws NOT_AVAILABLE where it lies in no repository. */
export function openGitStore(databasePath: string, options: GitStoreOptions): GitStore {
  const store = openStore(databasePath, options.env)
  return joinGit(new Collections(store, undefined, createCommitTimes(options.env)), options)
}

/** The git store of memories that are loaded already. Throws as `openGitStore`. */
export function joinGit(
  collections: Collections,
  { env, now = () => new Date() }: GitStoreOptions,
): GitStore {
  const { store } = collections
  const repository = findRepository(store.root)
  if (repository === undefined) {
    throw new SvcError(
      'NOT_AVAILABLE',
      `${store.root} is in no git repository; svc git init makes it one`,
    )
  }
  return { store, collections, repository, git: openGit(store.root, env), now }
}

/**
 * Runs an action while no other svc commits, merges or pushes this store. What git left locked when
 * another svc was killed at it is free again, and so is what it left when it alone was killed.
 */
export function withGitLock<T>(store: Store, action: () => Promise<T>): Promise<T> {
  return withLock(storeLock(store, 'git'), async ({ takenOver }) => {
    if (takenOver !== undefined) await dropDeadLocks(store.root, takenOver)
    const from = Date.now() - CLOCK_MS
    try {
      return await action()
    } catch (error) {
      // The first failure is told; the next run of git tells of a lock that cannot be removed.
      await dropDeadLocks(store.root, { from, to: Date.now() }).catch(() => undefined)
      throw orLeftLock(store.root, error)
    }
  })
}

/** Git's own words do not say who removes a lock that was left long ago. */
function orLeftLock(root: string, error: unknown): unknown {
  if (!(error instanceof SvcError) || !/\.lock\b/.test(error.message)) return error
  const [left] = orElse(() => findLeftLocks(root), [])
  if (left === undefined) return error
  const message = left.mayBeHeld
    ? `${left.path} may be left by a git that is gone; remove it if no git works there`
    : `${left.path} was left by a git that is gone; svc doctor --fix removes it`
  return new SvcError(error.code, message, { cause: error })
}

/** The clock of files may be behind by that much. */
const CLOCK_MS = 10

/** The place that a store's branch is shared at, by the repository's configuration. */
export interface GitSetup {
  /** The remote to fetch from and push to; undefined where there is none, or none is chosen. */
  remote?: string
  /** Its address, without a password. */
  url?: string
  /** The branch there. */
  branch?: string
  /** Names of several remotes, if nothing says which one is meant. */
  undecided?: string[]
  /** The line of the merge driver. */
  driver?: string
}

const KEYS = '^(remote\\..*\\.url|branch\\..*\\.(remote|merge)|merge\\.svc\\.driver)$'

/** Reads the configuration that matters for a branch, in one run. */
export async function findSetup({ git }: GitStore, branch: string | undefined): Promise<GitSetup> {
  const { stdout } = await git.run(['config', '-z', '--get-regexp', KEYS])
  return planSetup(parseConfig(stdout), branch)
}

/** `origin`, else the only remote, else the branch's upstream; there the branch it is tied to. */
export function planSetup(
  config: ReadonlyMap<string, readonly string[]>,
  branch: string | undefined,
): GitSetup {
  const last = (key: string) => config.get(key)?.at(-1)
  const remotes = [...config.keys()].flatMap(key => /^remote\.(.*)\.url$/.exec(key)?.[1] ?? [])
  const own = branch === undefined ? undefined : last(`branch.${branch}.remote`)
  const only = remotes.length === 1 ? remotes[0] : remotes.find(name => name === own)
  const remote = remotes.includes('origin') ? 'origin' : only
  const isUndecided = remote === undefined && remotes.length > 1
  const driver = last('merge.svc.driver')
  const url = remote === undefined ? undefined : last(`remote.${remote}.url`)
  const tied = own !== undefined && own === remote ? last(`branch.${branch}.merge`) : undefined
  const there = tied?.replace(/^refs\/heads\//, '') ?? branch
  return {
    ...(remote !== undefined && { remote }),
    ...(url !== undefined && { url: hideCredentials(url) }),
    ...(there !== undefined && { branch: there }),
    ...(isUndecided && { undecided: [...new Set(remotes)] }),
    ...(driver !== undefined && { driver }),
  }
}

/** The name under which this repository keeps what it last saw of the remote's branch. */
export function trackingRef({ remote = '', branch = '' }: GitSetup): string {
  return `refs/remotes/${remote}/${branch}`
}

/** The committer: nothing if git knows who commits, else options that say so, and a note. */
export interface Identity {
  /** Options that stand before git's command. */
  args: string[]
  /** A sentence for the person; undefined where git knows who commits. */
  note?: string
}

/** Looks whether git knows who commits here, and stands in with the login name where it does not. */
export async function findIdentity(git: Git): Promise<Identity> {
  const asked = await git.run(['-c', 'user.useConfigOnly=true', 'var', 'GIT_COMMITTER_IDENT'])
  if (asked.code === 0) return { args: [] }
  const known = (await git.run(['config', '--get-regexp', '^user\\.(name|email)$'])).stdout
  const name = /^user\.name (.+)$/m.exec(known)?.[1] ?? loginName()
  const email = /^user\.email (.+)$/m.exec(known)?.[1] ?? `${loginName()}@${hostname()}`
  return {
    args: ['-c', `user.name=${name}`, '-c', `user.email=${email}`],
    note: `git knows no user.name or user.email; committed as ${name} <${email}>`,
  }
}

/** A user without an entry in the system's list of users has no name. */
function loginName(): string {
  return orElse(() => userInfo().username, '') || 'svc'
}

/** Path of the store in its repository, as git's paths begin: '' if it is the whole repository. */
export function prefixOf({ store, repository }: Pick<GitStore, 'store' | 'repository'>): string {
  const folder = relative(repository.workTree, store.root).split(sep).join('/')
  return folder === '' ? '' : `${folder}/`
}

/** A path of git's as seen from the store; undefined where the file lies outside it. */
export function toStorePath(prefix: string, path: string): string | undefined {
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined
}

/**
 * The texts of changed files of the store, from git in one run and from the work tree. Of files
 * that are no Markdown the old text is left out; a folder or a link has no text.
 */
export async function readFileTexts(
  gitStore: GitStore,
  changes: readonly FileChange[],
): Promise<FileTexts[]> {
  const prefix = prefixOf(gitStore)
  const wanted = changes.flatMap(({ path, oldId, newId }) => [
    path.endsWith('.md') ? oldId : undefined,
    newId,
  ])
  const objects = await readObjects(
    gitStore.git,
    wanted.filter(id => id !== undefined),
  )
  return changes.flatMap(({ kind, path, oldId, newId }) => {
    const inStore = toStorePath(prefix, path)
    if (inStore === undefined) return []
    const before = objects.get(oldId ?? '')
    const onDisk = join(gitStore.store.root, inStore)
    const after =
      newId === undefined && kind !== 'removed' ? readPlain(onDisk) : objects.get(newId ?? '')
    const texts = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
    return [{ kind, path: inStore, ...texts }]
  })
}

function readPlain(path: string): string | undefined {
  try {
    return lstatSync(path).isFile() ? readBytes(path).toString() : undefined
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

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
  const isGit = (name: string) => /^\d+$/.test(name) && isGitOf(name, uid, folders)
  return orElse(() => readdirSync('/proc').some(isGit), undefined)
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
    return !hasEnded(error)
  }
}

/** Time for which nothing has touched a lock that was left (ms): less if the system tells what runs. */
const LEFT_MS = { known: 10 * 60_000, unknown: 60 * 60_000 }
/** Time after which even a lock that someone may hold is removed (ms). */
const ABANDONED_MS = 24 * 60 * 60_000

/** A lock that a git left long ago. */
export interface LeftLock {
  path: string
  /** True where the system does not tell what runs, and it is younger than a day. */
  mayBeHeld: boolean
}

/**
 * The locks in the repository of a folder that a git left there long ago: nothing is seen to have
 * them open, and no git to work there. [] where all of them are held or young, and without a
 * repository.
 */
export function findLeftLocks(root: string): LeftLock[] {
  const repository = findRepository(root)
  if (repository === undefined) return []
  return [...locksIn(repository.gitDirectory)].flatMap(path => judgeLock(path, repository) ?? [])
}

/** Removes a lock that was left long ago; false, and nothing done, where it is gone or may be held. */
export function removeLeftLock(root: string, path: string): boolean {
  const left = findLeftLocks(root).find(lock => lock.path === path)
  return left?.mayBeHeld === false && removeFile(path)
}

function judgeLock(path: string, { workTree, gitDirectory }: Repository): LeftLock | undefined {
  const stats = statLock(path)
  if (stats === undefined) return undefined
  const folders = [workTree, gitDirectory].map(at => toRealPath(at) ?? at)
  const isRunning = runsGit(stats.uid, folders)
  const holders = [isRunning, isOpen(path, stats.uid)]
  const quiet = holders.includes(undefined) ? LEFT_MS.unknown : LEFT_MS.known
  const age = Date.now() - stats.mtimeMs
  if (age <= quiet || holders.includes(true)) return undefined
  return { path, mayBeHeld: isRunning === undefined && age <= ABANDONED_MS }
}

/** Tells if a process of a user has a file open; undefined where the system does not say of all. */
function isOpen(path: string, uid: number): boolean | undefined {
  if (process.platform !== 'linux') return undefined
  const real = toRealPath(path) ?? path
  const names = orElse(() => readdirSync('/proc'), undefined)
  const pids = names?.filter(name => /^\d+$/.test(name))
  const files = pids?.flatMap(pid => openFilesOf(pid, uid)) ?? [undefined]
  return files.includes(real) || (files.includes(undefined) ? undefined : false)
}

/** The paths of what a process of a user has open; undefined stands for what nobody may look at. */
function openFilesOf(pid: string, uid: number): (string | undefined)[] {
  const folder = `/proc/${pid}/fd`
  try {
    if (statSync(`/proc/${pid}`).uid !== uid) return []
    return readdirSync(folder).map(file => orIfGone(() => readlinkSync(`${folder}/${file}`), ''))
  } catch (error) {
    return hasEnded(error) ? [] : [undefined]
  }
}

/** Undefined where nobody may look. */
function orIfGone<T>(look: () => T, gone: T): T | undefined {
  try {
    return look()
  } catch (error) {
    return hasEnded(error) ? gone : undefined
  }
}

function hasEnded(error: unknown): boolean {
  return isMissing(error) || errnoOf(error) === 'ESRCH'
}
