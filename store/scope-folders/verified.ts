import { readRemote } from '../git/remote.js'
import type { Store } from '../store.js'
import { projectsFolder, readScopeDocument } from './document.js'
import { judgeProject, type ProjectIdentity, type Verdict } from './identity.js'
import { isTrusted } from './in-repo.js'
import { findPointer, writePointer, type Pointer } from './pointers.js'
import { repositoryStamp } from './repository-stamp.js'

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
