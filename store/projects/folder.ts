import { statSync } from 'node:fs'
import { join } from 'node:path'
import { readRemote } from '../git/repository.js'
import { hashText } from '../names.js'
import type { Store } from '../store.js'
import type { Scope } from '../types.js'
import { projectsFolder, readScopeDocument } from './document.js'
import { judgeProject, type ProjectIdentity, type Verdict } from './identity.js'
import {
  findInRepoProblem,
  inRepoFolder,
  isTrusted,
  type Pointer,
  findPointer,
  writePointer,
  repositoryStamp,
} from './pointers.js'

/** Where one scope lies on disk. */
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
  const path = key === 'global' ? join(store.root, key) : join(projectsFolder(store), key)
  return { scope, key, path, localKey: toLocalKey(scope, key) }
}

/** The `.svc` of a work tree as a scope folder, whether or not it is trusted. */
export function toInRepoFolder(store: Store, { path, folder }: Pointer): ScopeFolder {
  const inside = toDataFolder(store, { type: 'project', id: path }, folder)
  return { ...inside, path: inRepoFolder(path), placement: 'in-repo' }
}

/** Where a pointer leads: the work tree where it is placed there and may be used. */
export function openPointer(store: Store, pointer: Pointer): ScopeFolder {
  const isUsable = isTrusted(pointer) && findInRepoProblem(pointer.path) === undefined
  if (isUsable) return toInRepoFolder(store, pointer)
  return toDataFolder(store, { type: 'project', id: pointer.path }, pointer.folder)
}

/** True where there is a file or folder. */
export function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}

/** Two clones of one project share its folder, but not the files of their work trees. */
function toLocalKey(scope: Scope, key: string): string {
  const isOfPath = scope.type === 'global' || key.endsWith(`-${hashText(scope.id, 10)}`)
  return isOfPath ? key : `${key}-${hashText(scope.id, 6)}`
}

/** The pointer as it is written for the repository that its path is now. */
export function toStamped({ repository: _, ...pointer }: Pointer): Pointer {
  const stamp = repositoryStamp(pointer.path)
  return stamp === undefined ? pointer : { ...pointer, repository: stamp }
}

/**
 * Whether a pointer still leads to the project of the repository at its path. The same repository
 * on this disk, and a path without git, take no further look.
 */
export function judgePointer(
  store: Store,
  pointer: Pointer,
  identify: () => ProjectIdentity,
): Verdict {
  const stamp = repositoryStamp(pointer.path)
  if (stamp === undefined || stamp === pointer.repository || isTrusted(pointer)) return 'same'
  const { folder } = pointer
  const document = readScopeDocument(projectsFolder(store), folder)
  return judgeProject({ folder, document }, identify())
}

/**
 * The pointer where it leads to the project of the repository at its path, which it names from now
 * on; undefined where another repository is there, or nothing tells. A store that is read-only is
 * only read.
 */
export function verifyPointer(
  store: Store,
  pointer: Pointer,
  identify: () => ProjectIdentity,
): Pointer | undefined {
  if (judgePointer(store, pointer, identify) !== 'same') return undefined
  const stamp = repositoryStamp(pointer.path)
  if (stamp === undefined || stamp === pointer.repository) return pointer
  const stamped = { ...pointer, repository: stamp }
  try {
    writePointer(store, stamped)
  } catch {
    // It is looked at again the next time.
  }
  return stamped
}

/** True where a pointer names a repository and another one is there, as far as its remote tells. */
export function isReplaced(store: Store, pointer: Pointer): boolean {
  if (pointer.repository === undefined) return false
  const identify = () => ({ remote: readRemote(pointer.path) })
  return judgePointer(store, pointer, identify) !== 'same'
}

/** Puts a pointer in the place of one that no longer counts; another process's stands. */
export function replacePointer(store: Store, old: Pointer, pointer: Pointer): Pointer {
  const standing = findPointer(store, pointer.path)
  if (standing !== undefined && standing.folder !== old.folder) return standing
  writePointer(store, pointer)
  return pointer
}
