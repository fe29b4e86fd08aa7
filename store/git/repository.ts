import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { readSmallFile } from '../files/read.js'
import { pathIn } from '../names.js'

/** A git work tree, found without running git. */
export interface Repository {
  /** The root of the work tree. */
  workTree: string
  /** Its own git directory; a linked worktree has one of its own. */
  gitDirectory: string
}

/** What leaves marks in the git directory while it waits to be finished. */
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

/** What is under way in a repository and waits to be finished, or undefined. */
export function operationIn({ gitDirectory }: Repository): Operation | undefined {
  return MARKS.find(([name]) => statOrNothing(pathIn(gitDirectory, name)) !== undefined)?.[1]
}

/**
 * The git directory of a work tree's root, undefined where the folder is none: an empty folder
 * `.git` left behind is no repository.
 */
export function gitDirectoryOf(directory: string): string | undefined {
  const mark = pathIn(directory, '.git')
  const stats = statOrNothing(mark)
  if (stats === undefined) return undefined
  if (stats.isDirectory()) return statOrNothing(pathIn(mark, 'HEAD')) && mark
  const target = /^gitdir:\s*(.+?)\s*$/m.exec(readSmallFile(mark) ?? '')?.[1]
  return target === undefined ? mark : resolve(directory, target)
}

/** The git directory that the linked worktrees of a repository share. */
export function commonDirectoryOf({ gitDirectory }: Repository): string {
  const common = readSmallFile(pathIn(gitDirectory, 'commondir'))?.trim()
  return common === undefined ? gitDirectory : resolve(gitDirectory, common)
}

/** A folder that may not be looked into is as one without a repository. */
function statOrNothing(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
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
  try {
    const stats = statSync(pathIn(gitDirectory, 'index.lock'), { throwIfNoEntry: false })
    return stats !== undefined && Math.abs(Date.now() - stats.mtimeMs) < LOCK_MS
  } catch {
    return false
  }
}

/** The `url` of the remote `origin` (else of the first remote) in a repository's config, if any. */
export function readRemoteUrl(workTree: string): string | undefined {
  const gitDirectory = gitDirectoryOf(workTree)
  if (gitDirectory === undefined) return undefined
  const config = readSmallFile(pathIn(commonDirectoryOf({ workTree, gitDirectory }), 'config'))
  const remotes = [...(config ?? '').matchAll(/^\[remote "([^"\n]*)"\]([^[]*)/gm)]
  const chosen = remotes.find(([, name]) => name === 'origin') ?? remotes[0]
  return chosen?.[2]?.match(/^\s*url\s*=\s*(\S.*?)\s*$/m)?.[1]
}

/**
 * One form for the many ways to write a remote: host and path, without protocol, user, port,
 * `.git` and letter case. Undefined for a remote that is a local path.
 */
export function normaliseRemote(url: string): string | undefined {
  const scp = /^(?:[^@/\s]+@)?([^/:\s]{2,}):(?!\/\/)(.+)$/.exec(url)
  const full = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/(.+)$/i.exec(url)
  const [, host, path] = full ?? scp ?? []
  if (host === undefined || path === undefined || /^file:/i.test(url)) return undefined
  return `${host}/${path.replace(/^\/+|\/+$/g, '').replace(/\.git$/i, '')}`.toLowerCase()
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

/** The path as one word of a shell; as it is where nothing in it needs quotes. */
export function quoteForShell(path: string): string {
  return /^[\w./:@%+,-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
