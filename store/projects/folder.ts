import { statSync } from 'node:fs'
import { join } from 'node:path'
import { hashText } from '../hash.js'
import type { Store } from '../store.js'
import type { Scope } from '../types.js'
import { projectsFolder } from './document.js'
import { findInRepoProblem, inRepoFolder, isTrusted } from './in-repo.js'
import type { Pointer } from './pointers.js'

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
