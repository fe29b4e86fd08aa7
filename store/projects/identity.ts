import { existsSync } from 'node:fs'
import { NO_STAMP, stampOf } from '../files/read.js'
import { findOwnership, gitDirectoryOf, hasOwnHistory, readRemote } from '../git/repository.js'
import { hashText, pathIn } from '../names.js'
import type { Store } from '../store.js'

/** Further remotes that a project is known by at most: the last ones. */
export const MOST_REMOTES = 100

/** Marks by which a project is known besides its path. */
export interface ProjectIdentity {
  /** Its normalised git remote. */
  remote?: string | undefined
  /** The commits its history begins with, sorted, [] for none; absent where nobody has looked. */
  rootCommits?: readonly string[] | undefined
}

/** The tracked `scope.json` of a project folder: which project it belongs to. */
export interface ScopeDocument {
  type: 'project'
  /** The project's path, where it had neither remote nor root commit when this was made. */
  id?: string
  remote?: string
  rootCommit?: string
  /** Further remotes: the project was renamed or moved on its host, or two folders became one. */
  remotes?: string[]
  [key: string]: unknown
}

/** A folder below `projects`; without a document where nothing is stored in it yet. */
export interface FolderIdentity {
  folder: string
  document?: ScopeDocument | undefined
}

/**
 * The folder that a project belongs to: by its remote, its path, its root commit, in this order;
 * the first in the order given where several do. A root commit decides only where not both sides
 * have a remote, because a fork is another project. Pure.
 */
export function matchFolder(
  folders: readonly FolderIdentity[],
  path: string,
  { remote, rootCommits = [] }: ProjectIdentity,
): string | undefined {
  const found =
    folders.find(one => remote !== undefined && hasRemote(one, remote)) ??
    folders.find(({ document }) => document?.id === path && !isOther(document, remote)) ??
    folders.find(({ document }) => {
      return canMatchRoot(document, remote) && rootCommits.includes(document?.rootCommit ?? '')
    })
  return found?.folder
}

/** Judgement if a folder is a project's; `unseen` if only its root commit could tell. */
export type Verdict = 'same' | 'another' | 'unseen'

/**
 * Judges if the repository at the path that led to a folder is still the folder's project: by
 * remote, else by root commit, also if both have a remote, because one may be renamed on its host.
 * A folder that is known by neither is its path's. Pure.
 */
export function judgeProject(one: FolderIdentity, identity: ProjectIdentity): Verdict {
  const { document } = one
  const { remote, rootCommits } = identity
  const root = document?.rootCommit
  if (document === undefined || (remotesOf(document).length === 0 && !root)) return 'same'
  if (remote !== undefined && hasRemote(one, remote)) return 'same'
  if (!root) return 'another'
  if (rootCommits === undefined) return 'unseen'
  return rootCommits.includes(root) ? 'same' : 'another'
}

/** True where a project with this remote (or none) may be the one of the document by root commit. */
export function canMatchRoot(
  document: ScopeDocument | undefined,
  remote: string | undefined,
): boolean {
  if (typeof document?.rootCommit !== 'string') return false
  return remote === undefined || remotesOf(document).length === 0
}

/** Every remote that a document names. */
export function remotesOf({ remote, remotes }: ScopeDocument): string[] {
  const further: unknown[] = Array.isArray(remotes) ? remotes : []
  return [remote, ...further].filter(one => typeof one === 'string').filter(one => one !== '')
}

/** The document of a project that has none yet. */
export function toScopeDocument(
  path: string,
  { remote, rootCommits = [] }: ProjectIdentity,
): ScopeDocument {
  const [rootCommit] = rootCommits
  const isKnown = remote !== undefined || rootCommit !== undefined
  return {
    type: 'project',
    ...(!isKnown && { id: path }),
    ...(remote !== undefined && { remote }),
    ...(rootCommit !== undefined && { rootCommit }),
  }
}

/**
 * The document with what the project is known by now, every other key as it was; undefined where
 * there is nothing to add. A repository with another history is another project: it adds nothing,
 * and neither does one of which nobody has looked at the history.
 */
export function completeDocument(
  document: ScopeDocument,
  { remote, rootCommits }: ProjectIdentity,
): ScopeDocument | undefined {
  if (isAnotherHistory(document, rootCommits)) return undefined
  const isNewRemote = remote !== undefined && !remotesOf(document).includes(remote)
  const [root] = rootCommits ?? []
  const isNewRoot = document.rootCommit === undefined && root !== undefined
  if (!isNewRemote && !isNewRoot) return undefined
  return {
    ...document,
    ...(isNewRemote && withRemote(document, remote)),
    ...(isNewRoot && { rootCommit: root }),
  }
}

/** A history of which nothing can be seen (a shallow clone) may be the same one. */
function isAnotherHistory(
  { rootCommit }: ScopeDocument,
  rootCommits: readonly string[] | undefined,
): boolean {
  if (rootCommit === undefined) return false
  if (rootCommits === undefined) return true
  return rootCommits.length > 0 && !rootCommits.includes(rootCommit)
}

/** The document of a project that took another one in: known by what either was known by. */
export function uniteDocuments(into: ScopeDocument, from: ScopeDocument): ScopeDocument {
  const united = remotesOf(from)
    .filter(remote => !remotesOf(into).includes(remote))
    .reduce((document, remote) => ({ ...document, ...withRemote(document, remote) }), into)
  const { id, rootCommit } = from
  return {
    ...united,
    ...(united.id === undefined && id !== undefined && { id }),
    ...(united.rootCommit === undefined && rootCommit !== undefined && { rootCommit }),
  }
}

function withRemote(document: ScopeDocument, remote: string): Partial<ScopeDocument> {
  if (document.remote === undefined) return { remote }
  return { remotes: [...remotesOf(document).slice(1), remote].slice(-MOST_REMOTES) }
}

/** Folders are named after the remote, where the project had one. */
function hasRemote({ folder, document }: FolderIdentity, remote: string): boolean {
  if (document !== undefined && remotesOf(document).includes(remote)) return true
  return folder.endsWith(`-${hashText(remote, 10)}`)
}

function isOther(document: ScopeDocument, remote: string | undefined): boolean {
  const known = remotesOf(document)
  return remote !== undefined && known.length > 0 && !known.includes(remote)
}

/** A folder that belongs to the project of another one, and what says so. */
interface Twin {
  folder: string
  /** The folder that stands for the project: the first in the order given. */
  twin: string
  by: 'remote' | 'root commit'
}

/** The folders that belong to a project which an earlier one stands for. Pure. */
export function findTwins(folders: readonly FolderIdentity[]): Twin[] {
  return folders.flatMap(({ folder, document }, at): Twin[] => {
    const earlier = folders.slice(0, at)
    const remotes = document === undefined ? [] : remotesOf(document)
    const sharing = earlier.find(one => remotes.some(remote => hasRemote(one, remote)))
    if (sharing !== undefined) return [{ folder, twin: sharing.folder, by: 'remote' }]
    const root = document?.rootCommit
    const related = earlier.find(({ document: other }) => {
      return root !== undefined && canMatchRoot(other, remotes[0]) && other?.rootCommit === root
    })
    return related ? [{ folder, twin: related.folder, by: 'root commit' }] : []
  })
}

/** A project as it stands at its path. */
export interface Project extends ProjectIdentity {
  path: string
  /** Names the repository at the path on this disk; undefined if there is none. */
  stamp?: string | undefined
}

/** Root commits by repository, of this process: a history keeps its beginning. */
const learned = new Map<string, readonly string[]>()

/**
 * The project at a path, as it is now: each of its fields is looked at once, when it is first asked
 * for; root commits are there where this process has learned them.
 */
export function openProject(path: string): Readonly<Project> {
  const stamp = once(() => repositoryStamp(path))
  const remote = once(() => readRemote(path))
  return {
    path,
    get stamp() {
      return stamp()
    },
    get remote() {
      return remote()
    },
    get rootCommits() {
      return learned.get(`${path} ${stamp()}`)
    },
  }
}

/** Options of asking git: the environment with its program and settings, and its time. */
interface AskGitOptions {
  env?: Store['env']
  /** 1,000 where not given. */
  timeoutMs?: number | undefined
}

const LOOK_MS = 1_000

/**
 * Asks git, run in the environment `env`, for a project's root commits, where it has any, the
 * repository is proved to be its own and this process has not asked yet.
 */
export async function learnRootCommits(
  { path, stamp, rootCommits }: Project,
  { env = {}, timeoutMs = LOOK_MS }: AskGitOptions,
): Promise<void> {
  const gitDirectory = stamp === undefined || stamp === NO_STAMP ? undefined : gitDirectoryOf(path)
  if (gitDirectory === undefined || rootCommits !== undefined) return
  const ownership = findOwnership({ workTree: path, gitDirectory })
  if (ownership === undefined || !hasOwnHistory(gitDirectory, ownership)) return
  // The history of a shallow clone begins anywhere.
  const isShallow = existsSync(pathIn(ownership.common, 'shallow'))
  const commits = isShallow ? [] : await readCommits(gitDirectory, { env, timeoutMs })
  // One without a commit yet gets its first some day.
  if (isShallow || commits.length > 0) learned.set(`${path} ${stamp}`, commits)
}

function repositoryStamp(workTree: string): string | undefined {
  const directory = gitDirectoryOf(workTree)
  return directory === undefined ? undefined : stampOf(directory)
}

async function readCommits(
  gitDirectory: string,
  how: { env: NonNullable<Store['env']>; timeoutMs: number },
): Promise<string[]> {
  // Starting processes is more than a hook loads without need.
  const { readRootCommits } = await import('../git/root-commit.js')
  return readRootCommits(gitDirectory, how)
}

function once<T>(look: () => T): () => T {
  let seen: { value: T } | undefined
  return () => (seen ??= { value: look() }).value
}
