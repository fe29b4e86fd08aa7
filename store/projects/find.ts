import { basename, dirname } from 'node:path'
import { SvcError } from '../errors.js'
import { removeDurable } from '../files/atomic.js'
import { visibleNames } from '../files/read.js'
import { hashText, pathIn, slugOf } from '../names.js'
import { revisionLog, statePath, type Store } from '../store.js'
import { projectsFolder, readFolderIdentities, readScopeDocument } from './document.js'
import {
  isThere,
  judgePointer,
  openPointer,
  replacePointer,
  toDataFolder,
  toStamped,
  verifyPointer,
  type ScopeFolder,
} from './folder.js'
import {
  canMatchRoot,
  judgeProject,
  learnRootCommits,
  matchFolder,
  openProject,
  type FolderIdentity,
  type Project,
  type ProjectIdentity,
  type Verdict,
} from './identity.js'
import {
  claimPointer,
  findDamaged,
  findPointer,
  isFolderName,
  readPointers,
  removePointer,
  updatePointer,
  type DamagedPointer,
  type Pointer,
} from './pointers.js'

/**
 * The folder of a project; undefined where nothing was stored, imported or queued for it. One
 * without a pointer, in a store that was cloned or for another clone of the project, is looked for
 * by what it is known by, and so is one whose pointer was made for another repository that stood at
 * its path. A `.svc` in its work tree counts where it is trusted and sound. Throws STORE_CORRUPT where
 * only a pointer that is damaged could tell.
 */
export function findFolder(
  store: Store,
  project: Project,
  pointer = findPointer(store, project.path),
): ScopeFolder | undefined {
  const { path } = project
  const verified = pointer && verifyPointer(store, pointer, project)
  if (verified !== undefined) {
    return openPointer(store, followMoved(store, verified, project), project)
  }
  const own = ownFolder(store, path)
  if (own !== undefined) return toDataFolder(store, { type: 'project', id: path }, own)
  const damaged = pointer === undefined ? findDamaged(store, path) : undefined
  const folders = candidates(store, pointer, project)
  // The pointer had chosen among the folders of one project.
  const chosen = folders.filter(one => one.folder === damaged?.folder)
  const folder =
    matchFolder([...chosen, ...folders], path, project) ??
    (damaged && matchDamaged(store, damaged, project))
  if (folder === undefined) return undefined
  const joined = joinFolder(store, toStamped({ path, folder }, project), pointer)
  return openPointer(store, joined, project)
}

/** Judges by root commit if the folder that a damaged pointer seems to lead to is the project's. */
function judgeDamaged(store: Store, folder: string, project: Project): Verdict {
  const document = readScopeDocument(pathIn(projectsFolder(store), folder))
  const isKnown = document?.rootCommit !== undefined
  return isKnown ? judgeProject({ folder, document }, project) : 'another'
}

/**
 * The folder that a damaged pointer led to, where that is known to be the project's; undefined where
 * no memories can be its own. Throws STORE_CORRUPT where there are such as no path leads to.
 */
function matchDamaged(
  store: Store,
  { file, folder }: DamagedPointer,
  project: Project,
): string | undefined {
  if (folder !== undefined && judgeDamaged(store, folder, project) === 'same') return folder
  const claimed = new Set(readPointers(store).map(one => one.folder))
  const isLost = ({ folder, document }: FolderIdentity) =>
    !claimed.has(folder) && (document?.id ?? project.path) === project.path
  if (!readFolderIdentities(projectsFolder(store)).some(isLost)) return undefined
  throw new SvcError(
    'STORE_CORRUPT',
    `${file} is damaged, and nothing else tells in which folder the memories of ${project.path} lie; ` +
      'svc doctor --fix begins it anew, svc scope move brings them from one that svc list names',
  )
}

/** The folder of a project, which exists from now on; found, and failing, as `findFolder`. */
export function makeFolder(
  store: Store,
  project: Project,
  old = findPointer(store, project.path),
): ScopeFolder {
  const found = findFolder(store, project, old)
  if (found !== undefined) return found
  const { path, remote } = project
  const pointer = toStamped({ path, folder: newFolderName(store, path, remote) }, project)
  const standing =
    old === undefined ? claimPointer(store, pointer) : replacePointer(store, old, pointer)
  return openPointer(store, standing, project)
}

/**
 * True where nothing but its root commit could tell which folder a project belongs to, and some
 * folder has one that may be the same.
 */
export function needsRootCommit(
  store: Store,
  project: Project,
  pointer = findPointer(store, project.path),
): boolean {
  const verdict = pointer && judgePointer(store, pointer, project)
  if (verdict === 'unseen') return true
  if (verdict === 'same') return project.stamp !== undefined && isRenamed(store, pointer!, project)
  if (ownFolder(store, project.path) !== undefined) return false
  const folders = candidates(store, pointer, project)
  const left = pointer === undefined ? findDamaged(store, project.path)?.folder : undefined
  const canTell =
    folders.some(({ document }) => canMatchRoot(document, project.remote)) ||
    (left !== undefined && judgeDamaged(store, left, project) === 'unseen')
  return canTell && matchFolder(folders, project.path, project) === undefined
}

/** True where the folder of a pointer is gone, and nothing but a root commit may tell which one it is. */
function isRenamed(store: Store, pointer: Pointer, project: Project): boolean {
  const { folder, path } = pointer
  if (!hasVanished(store, pointer)) return false
  const others = knownFolders(store).filter(one => one.folder !== folder)
  if (matchFolder(others, path, project) !== undefined) return false
  return others.some(({ document }) => canMatchRoot(document, project.remote))
}

/**
 * On another machine the folder went into another one, and git brought that here, or somebody renamed
 * it: the project is looked for anew. Turns that are queued under the old name keep it until they are
 * distilled.
 */
export function followMoved(store: Store, pointer: Pointer, project: Project): Pointer {
  const { folder, isUnsigned = false } = pointer
  if (!hasVanished(store, pointer) && !isUnsigned) return pointer
  const found = findAnother(store, pointer, project)
  if (found === undefined && !isUnsigned) return pointer
  const moved = { ...pointer, folder: found ?? folder }
  if (visibleNames(statePath(store, 'spool', folder)).length > 0) return moved
  updatePointer(store, pointer, moved)
  return moved
}

/** The folder that is a project's in place of the one that its pointer leads to; undefined for none. */
function findAnother(store: Store, pointer: Pointer, project: Project): string | undefined {
  const { folder, path, placement } = pointer
  if (placement !== undefined) return undefined
  const known = knownFolders(store)
  const isOwn = (one: FolderIdentity) => one.folder === folder
  // The pointer has chosen among two folders that are a project's.
  const own = hasVanished(store, pointer) ? [] : known.filter(isOwn)
  if (matchFolder(own, path, project) !== undefined) return undefined
  return matchFolder(
    known.filter(one => !isOwn(one)),
    path,
    project,
  )
}

/** True where memories were known here, or may have been, and the folder names no project any more. */
function hasVanished(store: Store, { folder, placement, isUnsigned }: Pointer): boolean {
  if (placement !== undefined) return false
  if (isThere(pathIn(projectsFolder(store), folder, 'scope.json'))) return false
  return isUnsigned === true || isThere(revisionLog(store, folder))
}

/**
 * The pointers to folders that are gone with the memories that were known in them, and that no other
 * folder stands for. Git is asked for root commits where only they could tell.
 */
export async function findLostPointers(store: Store): Promise<Pointer[]> {
  const lost: Pointer[] = []
  for (const pointer of readPointers(store).filter(one => isGone(store, one))) {
    const project = openProject(pointer.path)
    if (needsRootCommit(store, project, pointer)) await learnRootCommits(project, store)
    const isFollowed = followMoved(store, pointer, project).folder !== pointer.folder
    if (!isFollowed) lost.push(pointer)
  }
  return lost
}

/**
 * The folder that is a project's by its remote or path, whatever its pointer says; undefined where
 * there is none, or only git could tell.
 */
export function findWithoutPointer(store: Store, path: string): string | undefined {
  const { remote } = openProject(path)
  // Another repository may have stood at the path.
  const own = readFolderIdentities(projectsFolder(store)).filter(
    one => judgeProject(one, { remote }) === 'same',
  )
  return matchFolder(own, path, { remote })
}

/** A folder of which only the `scope.json` is gone still has its memories. */
function isGone(store: Store, pointer: Pointer): boolean {
  const { folder } = pointer
  const isKnown = hasVanished(store, pointer) && isThere(revisionLog(store, folder))
  return isKnown && !isThere(pathIn(projectsFolder(store), folder))
}

/** Lets a project begin anew whose folder is gone: its pointer goes, and what was known of its memories. */
export function dropLostPointer(store: Store, { path, folder }: Pointer): void {
  removePointer(store, path)
  removeDurable(revisionLog(store, folder))
}

/** Records a project's path, by which it is found from now on; a read-only store stays as it is. */
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
    if (readScopeDocument(pathIn(projects, name)) === undefined) return name
  }
}
