import { lstatSync, statSync, type Stats } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { orElse } from '../errors.js'
import { readSmallFile, toRealPath } from '../files/read.js'
import { isPlainName, pathIn } from '../names.js'
import { parseGitConfig, readGitConfig, readOwnFile } from './config.js'

/** A git work tree, found without running git. */
export interface Repository {
  /** The root of the work tree. */
  workTree: string
  /** Its own git directory; a linked worktree has one of its own. */
  gitDirectory: string
}

/** Operations that leave marks in the git directory while they wait to be finished. */
export type Operation = 'merge' | 'rebase' | 'cherry-pick' | 'revert'

const MARKS: readonly [string, Operation][] = [
  ['MERGE_HEAD', 'merge'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
]

/** The repository that a folder lies in; undefined where it lies in none. Nothing is run. */
export function findRepository(start: string): Repository | undefined {
  for (let directory = start; ; directory = dirname(directory)) {
    const gitDirectory = gitDirectoryOf(directory)
    if (gitDirectory !== undefined) return { workTree: directory, gitDirectory }
    if (directory === dirname(directory)) return undefined
  }
}

/** The operation that waits to be finished in a repository, or undefined. */
export function operationIn({ gitDirectory }: Repository): Operation | undefined {
  return MARKS.find(([name]) => statOrNothing(pathIn(gitDirectory, name)) !== undefined)?.[1]
}

/**
 * The git directory of a work tree's root, undefined where the folder is none: an empty folder
 * `.git` left behind is no repository. Whether it is the work tree's own is not looked at.
 */
export function gitDirectoryOf(directory: string): string | undefined {
  const mark = pathIn(directory, '.git')
  const stats = statOrNothing(mark)
  if (stats === undefined) return undefined
  if (stats.isDirectory()) return statOrNothing(pathIn(mark, 'HEAD')) && mark
  return readGitFile(directory, mark) ?? mark
}

/** The longest path that Linux takes. */
const PATH_CHARS = 4096

/** Resolves the path that a `.git` file names; undefined if git would not take it. */
function readGitFile(directory: string, mark: string): string | undefined {
  const text = readSmallFile(mark) ?? ''
  if (!text.startsWith('gitdir: ')) return undefined
  const target = firstLine(text.slice('gitdir: '.length, PATH_CHARS))
  return target === '' || target.includes('\0') ? undefined : resolve(directory, target)
}

/** The one path that a file names. */
function firstLine(text: string): string {
  const end = text.indexOf('\n')
  return (end === -1 ? text : text.slice(0, end)).replace(/\r$/, '')
}

/** The owner of a git directory. */
export interface Ownership {
  /** The git directory that its linked worktrees share: where remotes and history are. */
  common: string
  /** The main work tree, where the work tree is a linked one and there is a main one. */
  main?: string
}

/**
 * Finds the owner of a work tree's git directory, if that is proved; undefined if the work tree
 * only says so. A folder `.git` is the work tree's own. A linked worktree is proved by the
 * repository that it shares: it lies among that one's worktrees, where only its owner writes, and
 * names this work tree. A git directory elsewhere, of a submodule or one that was set apart, names
 * its work tree as `core.worktree`.
 */
export function findOwnership({ workTree, gitDirectory }: Repository): Ownership | undefined {
  const mark = pathIn(workTree, '.git')
  const isLink = isSymbolicLink(mark)
  if (gitDirectory === mark && !isLink) return { common: mark }
  const own = toRealPath(gitDirectory)
  const tree = toRealPath(workTree)
  if (own === undefined || tree === undefined) return undefined
  const shared = readOwnFile(own, 'commondir')
  if (shared === undefined) return namesWorkTree(own, tree) ? { common: own } : undefined
  return isLink ? undefined : findShared(own, tree, firstLine(shared))
}

function findShared(own: string, tree: string, shared: string): Ownership | undefined {
  const common = toRealPath(resolve(own, shared))
  if (common === undefined || dirname(own) !== pathIn(common, 'worktrees')) return undefined
  const back = resolve(own, firstLine(readOwnFile(own, 'gitdir') ?? ''))
  if (basename(back) !== '.git' || toRealPath(dirname(back)) !== tree) return undefined
  return basename(common) === '.git' ? { common, main: dirname(common) } : { common }
}

/** True where a git directory says itself which work tree is its own. */
function namesWorkTree(own: string, tree: string): boolean {
  const files = ['config', 'config.worktree'].map(name => readOwnFile(own, name) ?? '')
  const named = files.flatMap(text => parseGitConfig(text).get('core.worktree') ?? []).at(-1)
  return named !== undefined && toRealPath(resolve(own, named)) === tree
}

/**
 * True where the history of a repository is its own, as far as its branch tells: one that links to
 * another's, or names another's as its common directory, would pass for that one.
 */
export function hasOwnHistory(gitDirectory: string, { common }: Ownership): boolean {
  const head = firstLine(readOwnFile(gitDirectory, 'HEAD') ?? '')
  const branch = head.startsWith('ref: ') ? head.slice('ref: '.length).trim() : 'refs'
  const folders = branch.split('/').map((_, at, names) => names.slice(0, at + 1).join('/'))
  const places = ['objects', 'packed-refs', ...folders].map(name => pathIn(common, name))
  if (head === '' || places.some(isSymbolicLink)) return false
  const isMain = gitDirectory === common
  return !isMain || statOrNothing(pathIn(common, 'commondir')) === undefined
}

/**
 * True where the configuration that git writes for a work tree is its own repository's: that is
 * proved to be the work tree's, and neither links to nor names another's.
 */
export function hasOwnConfig(repository: Repository): boolean {
  const common = findOwnership(repository)?.common
  if (common === undefined || isSymbolicLink(pathIn(common, 'config'))) return false
  return lstatSync(pathIn(common, 'commondir'), { throwIfNoEntry: false }) === undefined
}

function isSymbolicLink(path: string): boolean {
  const stats = orElse(() => lstatSync(path, { throwIfNoEntry: false }), undefined)
  return stats?.isSymbolicLink() === true
}

/** A folder that may not be looked into is as one without a repository. */
function statOrNothing(path: string): Stats | undefined {
  return orElse(() => statSync(path, { throwIfNoEntry: false }), undefined)
}

/** Git holds its index lock while it changes a work tree; an older one was left behind. */
const LOCK_MS = 10_000

/**
 * True while a merge, a rebase or the like waits to be finished in the work tree that a folder lies
 * in, and while git is changing its files this very moment. A few stats, no process.
 */
export function isGitAtWork(folder: string): boolean {
  const repository = findRepository(folder)
  if (repository === undefined) return false
  return operationIn(repository) !== undefined || isLocked(repository.gitDirectory)
}

function isLocked(gitDirectory: string): boolean {
  const stats = statOrNothing(pathIn(gitDirectory, 'index.lock'))
  return stats !== undefined && Math.abs(Date.now() - stats.mtimeMs) < LOCK_MS
}

/**
 * The `url` of the remote `origin` (else of the first remote) in a repository's own configuration;
 * undefined where there is none, and where the repository is not proved to be the work tree's.
 */
export function readRemoteUrl(workTree: string): string | undefined {
  const gitDirectory = gitDirectoryOf(workTree)
  if (gitDirectory === undefined) return undefined
  const ownership = findOwnership({ workTree, gitDirectory })
  if (ownership === undefined) return undefined
  const remotes = [...readGitConfig(ownership.common)].filter(([key]) =>
    /^remote\..*\.url$/s.test(key),
  )
  const chosen = remotes.find(([key]) => key === 'remote.origin.url') ?? remotes[0]
  return chosen?.[1][0]
}

/** No address of a remote is longer. */
const URL_CHARS = 2048

/**
 * One form for the many ways to write a remote: host and path, without protocol, user, port,
 * `.git` and letter case. Undefined for a remote that is a local path, and for one that is no plain name.
 */
export function normaliseRemote(url: string): string | undefined {
  if (url.length > URL_CHARS) return undefined
  const scp = /^(?:[^@/\s]+@)?([^/:\s]{2,}):(?!\/\/)(.+)$/.exec(url)
  const full = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/]*@)?([^/:]+)(?::\d+)?\/(.+)$/i.exec(url)
  const [, host, path] = full ?? scp ?? []
  if (host === undefined || path === undefined || /^file:/i.test(url)) return undefined
  const plain = `${host}/${path.replace(/^\/+|\/+$/g, '').replace(/\.git$/i, '')}`.toLowerCase()
  return isPlainName(plain) ? plain : undefined
}

/** The normalised remote of a work tree; undefined where it has none that others could have. */
export function readRemote(workTree: string): string | undefined {
  const url = readRemoteUrl(workTree)
  return url === undefined ? undefined : normaliseRemote(url)
}

/** Git as a person runs it on a store from any folder: `git -C PATH`. */
export function gitIn(root: string): string {
  return `git -C ${quoteForShell(root)}`
}

/** The command by which a store gets a remote. */
export function howToAddRemote(root: string): string {
  return `${gitIn(root)} remote add origin URL`
}

/** The command by which a store's branch says which of several remotes it is shared with. */
export function howToChooseRemote(root: string, branch: string, remote: string): string {
  return `${gitIn(root)} config ${quoteForShell(`branch.${branch}.remote`)} ${quoteForShell(remote)}`
}

/** The path as one word of a shell; as it is where nothing in it needs quotes. */
export function quoteForShell(path: string): string {
  return /^[\w./:@%+,-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
