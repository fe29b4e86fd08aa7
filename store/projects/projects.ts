import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { namesIn } from '../files/read.js'
import { readRemote, commonDirectoryOf, gitDirectoryOf } from '../git/repository.js'
import { slugOf, hashText } from '../names.js'
import type { Store } from '../store.js'
import { type Scope, GLOBAL_SCOPE } from '../types.js'
import {
  keepScopeDocument,
  projectsFolder,
  readFolderIdentities,
  readScopeDocument,
} from './document.js'
import {
  isThere,
  openPointer,
  toDataFolder,
  type ScopeFolder,
  judgePointer,
  replacePointer,
  toStamped,
  verifyPointer,
  isReplaced,
} from './folder.js'
import {
  canMatchRoot,
  judgeProject,
  matchFolder,
  type FolderIdentity,
  type ProjectIdentity,
  completeDocument,
} from './identity.js'
import {
  claimPointer,
  findPointer,
  isFolderName,
  readPointers,
  writePointer,
  type Pointer,
} from './pointers.js'

/**
 * The folder of a scope that exists (something was stored, imported or queued), or undefined. A
 * project without a pointer, in a store that was cloned or for another clone of the project, is
 * looked for by what it is known by, and so is one whose pointer was made for another repository
 * that stood at its path. A `.svc` in its work tree counts where it is trusted and sound.
 */
export function findScopeFolder(
  store: Store,
  scope: Scope,
  identify: () => ProjectIdentity,
): ScopeFolder | undefined {
  if (scope.type === 'global') return toDataFolder(store, scope, 'global')
  const pointer = findPointer(store, scope.id)
  const verified = pointer && verifyPointer(store, pointer, identify)
  if (verified !== undefined) return openPointer(store, followMoved(store, verified, identify))
  const own = ownFolder(store, scope.id)
  if (own !== undefined) return toDataFolder(store, scope, own)
  const folder = matchFolder(candidates(store, pointer, identify()), scope.id, identify())
  if (folder === undefined) return undefined
  return openPointer(store, joinFolder(store, toStamped({ path: scope.id, folder }), pointer))
}

/** The folder of a scope, which exists from now on. */
export function makeScopeFolder(
  store: Store,
  scope: Scope,
  identify: () => ProjectIdentity,
): ScopeFolder {
  if (scope.type === 'global') return toDataFolder(store, scope, 'global')
  const old = findPointer(store, scope.id)
  const found = findScopeFolder(store, scope, identify)
  if (found !== undefined) return found
  const folder = newFolderName(store, scope.id, identify().remote)
  const pointer = toStamped({ path: scope.id, folder })
  if (old !== undefined) return openPointer(store, replacePointer(store, old, pointer))
  return openPointer(store, claimPointer(store, pointer))
}

/**
 * True where nothing but its root commit could tell which folder a project belongs to, and some
 * folder has one that may be the same. `identify` answers what else the project is known by.
 */
export function needsRootCommit(
  store: Store,
  scope: Scope,
  identify: () => ProjectIdentity,
): boolean {
  if (scope.type === 'global') return false
  const pointer = findPointer(store, scope.id)
  const verdict = pointer && judgePointer(store, pointer, identify)
  if (verdict === 'same' || verdict === 'unseen') return verdict === 'unseen'
  if (ownFolder(store, scope.id) !== undefined) return false
  const identity = identify()
  const folders = candidates(store, pointer, identity)
  if (!folders.some(({ document }) => canMatchRoot(document, identity.remote))) return false
  return matchFolder(folders, scope.id, identity) === undefined
}

/**
 * Makes the `scope.json` beside a project's memories; one that is there gains what the project is
 * known by since. A `.svc` gets its marks when memories are placed there: made anew on a branch
 * without them, they would stand in the way of a checkout. Call it under the scope's write lock.
 */
export function makeScopeDocument(folder: ScopeFolder, identify: () => ProjectIdentity): void {
  const { scope, path, placement } = folder
  if (scope.type === 'global' || placement === 'in-repo') return
  keepScopeDocument(path, scope.id, identify())
}

/**
 * On another machine the folder went into another one, and git brought that here: the project is
 * looked for anew. Turns that are queued under the old name keep it until they are distilled.
 */
function followMoved(store: Store, pointer: Pointer, identify: () => ProjectIdentity): Pointer {
  const { folder, path, placement } = pointer
  if (placement !== undefined || !hasVanished(store, folder)) return pointer
  const others = knownFolders(store).filter(one => one.folder !== folder)
  const found = matchFolder(others, path, identify())
  if (found === undefined) return pointer
  const moved = { ...pointer, folder: found }
  if (namesIn(join(store.state, 'spool', folder)).length > 0) return moved
  try {
    writePointer(store, moved)
  } catch {
    // A store that is read-only is only read.
  }
  return moved
}

/** True where memories were known here and the folder names no project any more. */
function hasVanished(store: Store, folder: string): boolean {
  if (isThere(join(projectsFolder(store), folder, 'scope.json'))) return false
  return isThere(join(store.state, 'revisions', `${folder}.jsonl`))
}

/** From now on the project is known by its path too; a store that is read-only is only read. */
function joinFolder(store: Store, pointer: Pointer, old: Pointer | undefined): Pointer {
  try {
    return old === undefined ? claimPointer(store, pointer) : replacePointer(store, old, pointer)
  } catch {
    return pointer
  }
}

/** The name of a project folder that is meant by its own path. */
function ownFolder(store: Store, id: string): string | undefined {
  const name = basename(id)
  const isOwn = dirname(id) === projectsFolder(store) && isFolderName(name) && isThere(id)
  return isOwn ? name : undefined
}

/**
 * The folders that a project may belong to. Where its pointer was made for another repository, a
 * folder that is only known by their path is that one's.
 */
function candidates(
  store: Store,
  pointer: Pointer | undefined,
  identity: ProjectIdentity,
): FolderIdentity[] {
  const folders = knownFolders(store)
  if (pointer === undefined) return folders
  return folders.filter(one => {
    return one.folder !== pointer.folder && judgeProject(one, identity) !== 'another'
  })
}

/** The folders of the store, and such as only a queue has been made for. */
function knownFolders(store: Store): FolderIdentity[] {
  const projects = projectsFolder(store)
  const folders = new Map(readFolderIdentities(projects).map(one => [one.folder, one]))
  for (const { folder } of readPointers(store)) {
    if (!folders.has(folder)) folders.set(folder, { folder })
  }
  return [...folders.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1))
}

/**
 * The readable part is the base name; what keeps two projects apart is the hash behind it. A name
 * that another machine gave to its project of this path is that project's.
 */
function newFolderName(store: Store, path: string, remote: string | undefined): string {
  const projects = projectsFolder(store)
  for (let tries = 1; ; tries++) {
    const hashed = tries === 1 ? (remote ?? path) : `${path}\n${tries}`
    const name = `${slugOf(basename(path))}-${hashText(hashed, 10)}`
    if (readScopeDocument(projects, name) === undefined) return name
  }
}

/** How long a look at a history may take (milliseconds). */
const LOOK_MS = 1_000
/** As much of it as a hook has. */
export const HOOK_LOOK_MS = 800

/** Root commits by repository, of this process: a history keeps its beginning. */
const learned = new Map<string, readonly string[]>()

/** What a project is known by besides its path; root commits where this process has looked. */
export function identify(scope: Scope): ProjectIdentity {
  if (scope.type === 'global') return {}
  const repository = repositoryOf(scope.id)
  const rootCommits = repository && learned.get(repository.identity)
  return { remote: readRemote(scope.id), ...(rootCommits && { rootCommits }) }
}

/**
 * Looks at a project's root commits where nothing else could tell which folder of the store is
 * its own. Runs no process where that is known, or where no folder could be it.
 */
export async function learnIdentity(
  store: Store,
  scope: Scope,
  timeoutMs = LOOK_MS,
): Promise<void> {
  // Asked first, because a pointer that is there answers it at once.
  if (scope.type === 'global' || !needsRootCommit(store, scope, () => identify(scope))) return
  if (!isLearned(scope.id)) await learn(scope.id, timeoutMs)
}

/** Looks at a project's root commits where its `scope.json` is to gain something. */
export async function learnToRecord({ scope, path, placement }: ScopeFolder): Promise<void> {
  if (scope.type === 'global' || placement === 'in-repo' || isLearned(scope.id)) return
  const document = readScopeDocument(dirname(path), basename(path))
  const { remote } = identify(scope)
  const isComplete =
    document?.rootCommit !== undefined &&
    completeDocument(document, { remote, rootCommits: [document.rootCommit] }) === undefined
  if (!isComplete) await learn(scope.id, LOOK_MS)
}

function isLearned(path: string): boolean {
  const repository = repositoryOf(path)
  return repository === undefined || learned.has(repository.identity)
}

async function learn(path: string, timeoutMs: number): Promise<void> {
  const repository = repositoryOf(path)
  if (repository === undefined) return
  // Of a shallow clone the history begins somewhere.
  const isShallow = existsSync(join(repository.common, 'shallow'))
  const commits = isShallow ? [] : await readCommits(repository.gitDirectory, timeoutMs)
  // One without a commit yet gets its first some day.
  if (isShallow || commits.length > 0) learned.set(repository.identity, commits)
}

async function readCommits(gitDirectory: string, timeoutMs: number): Promise<string[]> {
  // Starting processes is more than a hook loads without need.
  const { readRootCommits } = await import('../git/root-commit.js')
  return readRootCommits(gitDirectory, timeoutMs)
}

/** Its git directory and what tells it from one that stood at this path before. */
function repositoryOf(path: string) {
  const gitDirectory = gitDirectoryOf(path)
  if (gitDirectory === undefined) return undefined
  const stats = statSync(gitDirectory, { throwIfNoEntry: false, bigint: true })
  if (stats === undefined) return undefined
  const common = commonDirectoryOf({ workTree: path, gitDirectory })
  return { gitDirectory, common, identity: `${path} ${stats.ino}-${stats.birthtimeNs}` }
}

/**
 * Global first, then every project by path: each work tree whose memories lie in it, and each
 * folder of the store under the path that leads to it. One that no path of this machine leads to is
 * listed under the path in its `scope.json`, else under its own; so is one whose path is another
 * repository by now.
 */
export function listScopeFolders(store: Store): ScopeFolder[] {
  const inRepo: ScopeFolder[] = []
  const byFolder = new Map<string, string[]>()
  for (const pointer of readPointers(store)) {
    if (isReplaced(store, pointer)) continue
    const folder = openPointer(store, pointer)
    if (folder.placement === 'in-repo') inRepo.push(folder)
    else byFolder.set(pointer.folder, [...(byFolder.get(pointer.folder) ?? []), pointer.path])
  }
  const projects = [...byFolder].map(([folder, paths]) =>
    toDataFolder(store, { type: 'project', id: firstThere(paths) }, folder),
  )
  const known = new Set([...byFolder.keys(), ...inRepo.map(({ key }) => key)])
  const all = [...inRepo, ...projects, ...listUnclaimed(store, known)]
  all.sort((a, b) => ((a.scope.id ?? '') < (b.scope.id ?? '') ? -1 : 1))
  return [toDataFolder(store, GLOBAL_SCOPE, 'global'), ...all]
}

/** Project folders that no path of this machine leads to. */
function listUnclaimed(store: Store, known: ReadonlySet<string>): ScopeFolder[] {
  const projects = projectsFolder(store)
  const ids = new Set<string>()
  return readFolderIdentities(projects)
    .filter(({ folder }) => !known.has(folder))
    .filter(({ folder, document }) => document ?? isThere(join(projects, folder, 'memories')))
    .map(({ folder, document }) => {
      const id = document?.id
      const isFree = id !== undefined && !ids.has(id) && findPointer(store, id) === undefined
      if (isFree) ids.add(id)
      const scope: Scope = { type: 'project', id: isFree ? id : join(projects, folder) }
      return toDataFolder(store, scope, folder)
    })
}

/** A path that was moved away comes last. */
function firstThere(paths: readonly string[]): string {
  if (paths.length === 1) return paths[0]!
  return paths.find(isThere) ?? paths[0]!
}
