import { statSync } from 'node:fs'
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
  matchFolder,
  type FolderIdentity,
  type ProjectIdentity,
} from './scope-folders/identity.js'
import {
  findInRepoProblem,
  inRepoFolder,
  isTrusted,
  makeInRepoMarks,
} from './scope-folders/in-repo.js'
import {
  claimPointer,
  findPointer,
  isFolderName,
  readPointers,
  type Pointer,
} from './scope-folders/pointers.js'
import type { Store } from './store.js'
import { GLOBAL_SCOPE, type Scope } from './types.js'

export { listScopeDocuments } from './scope-folders/document.js'
export type { ProjectIdentity } from './scope-folders/identity.js'
export { listPointerFiles, type Pointer } from './scope-folders/pointers.js'

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

/**
 * The folder of a scope that exists (something was stored, imported or queued), or undefined. A
 * project without a pointer, in a store that was cloned or for another clone of the project, is
 * looked for by what it is known by. A `.svc` in its work tree counts where it is trusted and sound.
 */
export function findScopeFolder(
  store: Store,
  scope: Scope,
  identify: () => ProjectIdentity,
): ScopeFolder | undefined {
  if (scope.type === 'global') return toFolder(store, scope, 'global')
  const pointer = findPointer(store, scope.id)
  if (pointer !== undefined) return openPointer(store, pointer)
  const own = ownFolder(store, scope.id)
  if (own !== undefined) return toFolder(store, scope, own)
  const folder = matchFolder(knownFolders(store), scope.id, identify())
  if (folder === undefined) return undefined
  return openPointer(store, joinFolder(store, { path: scope.id, folder }))
}

/** The folder of a scope, which exists from now on. */
export function makeScopeFolder(
  store: Store,
  scope: Scope,
  identify: () => ProjectIdentity,
): ScopeFolder {
  const found = findScopeFolder(store, scope, identify)
  if (found !== undefined || scope.type === 'global')
    return found ?? toFolder(store, scope, 'global')
  const folder = newFolderName(store, scope.id, identify().remote)
  return openPointer(store, claimPointer(store, { path: scope.id, folder }))
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
  if (scope.type === 'global' || findPointer(store, scope.id) !== undefined) return false
  if (ownFolder(store, scope.id) !== undefined) return false
  const identity = identify()
  const folders = knownFolders(store)
  if (!folders.some(({ document }) => canMatchRoot(document, identity.remote))) return false
  return matchFolder(folders, scope.id, identity) === undefined
}

/**
 * Makes what is tracked beside a project's memories: its `scope.json`, or the marks of a `.svc`. A
 * `scope.json` that is there gains what the project is known by since. Call it under the scope's
 * write lock.
 */
export function makeScopeDocument(folder: ScopeFolder, identify: () => ProjectIdentity): void {
  const { scope, path, placement } = folder
  if (scope.type === 'global') return
  if (placement === 'in-repo') makeInRepoMarks(path)
  else keepScopeDocument(path, scope.id, identify())
}

/**
 * Global first, then every project by path: each work tree whose memories lie in it, and each
 * folder of the store under the path that leads to it. One that no path of this machine leads to is
 * listed under the path in its `scope.json`, else under its own.
 */
export function listScopeFolders(store: Store): ScopeFolder[] {
  const inRepo: ScopeFolder[] = []
  const byFolder = new Map<string, string[]>()
  for (const pointer of readPointers(store)) {
    const folder = openPointer(store, pointer)
    if (folder.placement === 'in-repo') inRepo.push(folder)
    else byFolder.set(pointer.folder, [...(byFolder.get(pointer.folder) ?? []), pointer.path])
  }
  const projects = [...byFolder].map(([folder, paths]) =>
    toFolder(store, { type: 'project', id: firstThere(paths) }, folder),
  )
  const known = new Set([...byFolder.keys(), ...inRepo.map(({ key }) => key)])
  const all = [...inRepo, ...projects, ...listUnclaimed(store, known)]
  all.sort((a, b) => ((a.scope.id ?? '') < (b.scope.id ?? '') ? -1 : 1))
  return [toFolder(store, GLOBAL_SCOPE, 'global'), ...all]
}

/** The folder of a key in the data directory, under the scope that is given. */
export function toDataFolder(store: Store, scope: Scope, key: string): ScopeFolder {
  return toFolder(store, scope, key)
}

/** The `.svc` of a work tree as a scope folder, whether or not it is trusted. */
export function toInRepoFolder(store: Store, { path, folder }: Pointer): ScopeFolder {
  const inside = toFolder(store, { type: 'project', id: path }, folder)
  return { ...inside, path: inRepoFolder(path), placement: 'in-repo' }
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
      return toFolder(store, scope, folder)
    })
}

/** Where a pointer leads: the work tree where it is placed there and may be used. */
function openPointer(store: Store, pointer: Pointer): ScopeFolder {
  const isUsable = isTrusted(pointer) && findInRepoProblem(pointer.path) === undefined
  if (isUsable) return toInRepoFolder(store, pointer)
  return toFolder(store, { type: 'project', id: pointer.path }, pointer.folder)
}

/** From now on the project is known by its path too; a store that is read-only is only read. */
function joinFolder(store: Store, pointer: Pointer): Pointer {
  try {
    return claimPointer(store, pointer)
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

/** The folders of the store, and such as only a queue has been made for. */
function knownFolders(store: Store): FolderIdentity[] {
  const projects = projectsFolder(store)
  const folders = new Map(readFolderIdentities(projects).map(one => [one.folder, one]))
  for (const { folder } of readPointers(store)) {
    if (!folders.has(folder)) folders.set(folder, { folder })
  }
  return [...folders.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1))
}

function toFolder(store: Store, scope: Scope, key: string): ScopeFolder {
  const path = key === 'global' ? join(store.root, key) : join(projectsFolder(store), key)
  return { scope, key, path, localKey: toLocalKey(scope, key) }
}

/** Two clones of one project share its folder, but not the files of their work trees. */
function toLocalKey(scope: Scope, key: string): string {
  const isOfPath = scope.type === 'global' || key.endsWith(`-${hashText(scope.id, 10)}`)
  return isOfPath ? key : `${key}-${hashText(scope.id, 6)}`
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

/** A path that was moved away comes last. */
function firstThere(paths: readonly string[]): string {
  if (paths.length === 1) return paths[0]!
  return paths.find(isThere) ?? paths[0]!
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}
