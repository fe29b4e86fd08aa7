import { SvcError } from '../errors.js'
import { statIfThere } from '../files/read.js'
import { hashText, pathIn } from '../names.js'
import type { Store } from '../store.js'
import type { Scope } from '../types.js'
import { keepScopeDocument, projectsFolder, readScopeDocument } from './document.js'
import { judgeProject, openProject, type Project, type Verdict } from './identity.js'
import {
  findInRepoProblem,
  inRepoFolder,
  isTrusted,
  findPointer,
  updatePointer,
  writePointer,
  type Pointer,
} from './pointers.js'

/** Place of one scope on disk. */
export interface ScopeFolder {
  scope: Scope
  /** Names the scope's files under `state`: `global`, or the folder name under `projects`. */
  key: string
  /** Names what derives from this work tree: import rows and the index file. */
  localKey: string
  /** The tracked folder; it is made when the first memory is stored in it. */
  path: string
  /** Set where `path` is the `.svc` of the project's work tree. */
  placement?: 'in-repo'
}

/** The folder of a key in the data directory, under the scope that is given. */
export function toDataFolder(store: Store, scope: Scope, key: string): ScopeFolder {
  const path = key === 'global' ? pathIn(store.root, key) : pathIn(projectsFolder(store), key)
  return { scope, key, path, localKey: toLocalKey(scope, key) }
}

/** The `.svc` of a work tree as a scope folder, whether or not it is trusted. */
export function toInRepoFolder(store: Store, { path, folder }: Pointer): ScopeFolder {
  const inside = toDataFolder(store, { type: 'project', id: path }, folder)
  return { ...inside, path: inRepoFolder(path), placement: 'in-repo' }
}

/** Opens the folder of a pointer: the work tree's if it is placed there and may be used. */
export function openPointer(
  store: Store,
  pointer: Pointer,
  project = openProject(pointer.path),
): ScopeFolder {
  const isUsable = isTrusted(pointer, project) && findInRepoProblem(pointer.path) === undefined
  if (isUsable) return toInRepoFolder(store, pointer)
  return toDataFolder(store, { type: 'project', id: pointer.path }, pointer.folder)
}

/** True where there is a file or folder, also one that may not be looked at. */
export function isThere(path: string): boolean {
  try {
    return statIfThere(path) !== undefined
  } catch (error) {
    if (error instanceof SvcError) return true
    throw error
  }
}

/** Two clones of one project share its folder, but not the files of their work trees. */
function toLocalKey(scope: Scope, key: string): string {
  const isOfPath = scope.type === 'global' || key.endsWith(`-${hashText(scope.id, 10)}`)
  return isOfPath ? key : `${key}-${hashText(scope.id, 6)}`
}

/** The pointer as it is written for the repository that its path is now. */
export function toStamped(
  { repository: _, ...pointer }: Pointer,
  { stamp }: Project = openProject(pointer.path),
): Pointer {
  return stamp === undefined ? pointer : { ...pointer, repository: stamp }
}

/**
 * Judges if a pointer still leads to the project at its path. The same repository on this disk, and
 * a path without git, need no further look.
 */
export function judgePointer(store: Store, pointer: Pointer, project: Project): Verdict {
  const { stamp } = project
  const isSame = stamp === undefined || stamp === pointer.repository
  if (isSame || isTrusted(pointer, project)) return 'same'
  const { folder } = pointer
  const document = readScopeDocument(pathIn(projectsFolder(store), folder))
  return judgeProject({ folder, document }, project)
}

/**
 * The pointer where it leads to the project at its path, whose repository it names from now on;
 * undefined where another repository is there, or nothing tells. A store that is read-only is only
 * read.
 */
export function verifyPointer(
  store: Store,
  pointer: Pointer,
  project: Project,
): Pointer | undefined {
  if (judgePointer(store, pointer, project) !== 'same') return undefined
  const { stamp } = project
  if (stamp === undefined || stamp === pointer.repository) return pointer
  const stamped = { ...pointer, repository: stamp }
  updatePointer(store, pointer, stamped)
  return stamped
}

/** True where a pointer names a repository and another one is there, as far as its remote tells. */
export function isReplaced(store: Store, pointer: Pointer, project: Project): boolean {
  if (pointer.repository === undefined) return false
  const { path, stamp } = project
  if (stamp === undefined || stamp === pointer.repository) return false
  return judgePointer(store, pointer, { path, stamp, remote: project.remote }) !== 'same'
}

/** Puts a pointer in the place of one that no longer counts; another process's stands. */
export function replacePointer(store: Store, old: Pointer, pointer: Pointer): Pointer {
  const standing = findPointer(store, pointer.path)
  if (standing !== undefined && standing.folder !== old.folder) return standing
  writePointer(store, pointer)
  return pointer
}

/** False where the project was moved since, so that what is written to this folder would be lost. */
export function isInPlace(store: Store, { scope, path }: ScopeFolder): boolean {
  const pointer = scope.type === 'global' ? undefined : findPointer(store, scope.id)
  return pointer === undefined || openPointer(store, pointer).path === path
}

/**
 * Makes the `scope.json` beside a project's memories; one that is there gains what the project is
 * known by since. A `.svc` gets its marks when memories are placed there: made anew on a branch
 * without them, they would stand in the way of a checkout. Call it under the scope's write lock.
 */
export function recordScope({ scope, path, placement }: ScopeFolder): void {
  if (scope.type === 'global' || placement === 'in-repo') return
  keepScopeDocument(path, scope.id, openProject(scope.id))
}
