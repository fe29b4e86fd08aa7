import { basename, dirname, join } from 'node:path'
import { slugOf } from './file-name.js'
import { hashText } from './hash.js'
import {
  keepScopeDocument,
  projectsFolder,
  readFolderIdentities,
  readScopeDocument,
} from './scope-folders/document.js'
import {
  canMatchRoot,
  judgeProject,
  matchFolder,
  type FolderIdentity,
  type ProjectIdentity,
} from './scope-folders/identity.js'
import { isThere, openPointer, toDataFolder, type ScopeFolder } from './scope-folders/location.js'
import {
  claimPointer,
  findPointer,
  isFolderName,
  readPointers,
  writePointer,
  type Pointer,
} from './scope-folders/pointers.js'
import { namesIn } from './folder-names.js'
import { judgePointer, replacePointer, toStamped, verifyPointer } from './scope-folders/verified.js'
import type { Store } from './store.js'
import type { Scope } from './types.js'

export { listScopeDocuments } from './scope-folders/document.js'
export { listScopeFolders } from './scope-folders/list.js'
export { toDataFolder, toInRepoFolder, type ScopeFolder } from './scope-folders/location.js'
export type { ProjectIdentity } from './scope-folders/identity.js'
export { listPointerFiles, type Pointer } from './scope-folders/pointers.js'

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
