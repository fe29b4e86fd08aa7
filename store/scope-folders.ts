import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createDurable, readText, writeDurable } from './atomic-file.js'
import { isMissing } from './errors.js'
import { slugOf } from './file-name.js'
import { hashText } from './hash.js'
import type { Store } from './store.js'
import { GLOBAL_SCOPE, type Scope } from './types.js'

/** A name that never leads out of `projects`. */
const FOLDER_NAME = /^[^./\\][^/\\]*$/

/** Where one scope lies on disk. */
export interface ScopeFolder {
  scope: Scope
  /** Names the scope's files under `state`: `global`, or the folder name under `projects`. */
  key: string
  /** Names what derives from this work tree: import rows and the index file. */
  localKey: string
  /** The tracked folder; it is made when the first memory is stored in it. */
  path: string
}

/** What a project is known by besides its path: its normalised git remote, where it has one. */
export interface ProjectIdentity {
  remote?: string | undefined
}

interface ScopeDocument {
  type: 'project'
  /** The project's path, where nothing else identifies it. */
  id?: string
  remote?: string
}

/** Leads from a project's path to its folder below `projects`. */
export interface Pointer {
  path: string
  folder: string
}

/**
 * The folder of a scope that exists (something was stored, imported or queued), or undefined. A
 * project without a pointer is looked for by its path and then, in a store that was cloned or for
 * another clone of the project, by its remote.
 */
export function findScopeFolder(
  store: Store,
  scope: Scope,
  identify: () => ProjectIdentity,
): ScopeFolder | undefined {
  if (scope.type === 'global') return toFolder(store, scope, 'global')
  const pointer = readPointer(pointerPath(store, scope.id))
  if (pointer?.path === scope.id) return toFolder(store, scope, pointer.folder)
  const byPath = projectFolderName(scope.id, undefined)
  if (readScopeDocument(store, byPath)?.id === scope.id) return toFolder(store, scope, byPath)
  const byRemote = joinable(store, identify())
  if (byRemote === undefined) return undefined
  return toFolder(store, scope, joinFolder(store, { path: scope.id, folder: byRemote }))
}

/** From now on the project is known by its path too; a store that is read-only is only read. */
function joinFolder(store: Store, pointer: Pointer): string {
  try {
    return claimPointer(store, pointer)
  } catch {
    return pointer.folder
  }
}

/** The folder of a scope, which exists from now on. */
export function makeScopeFolder(
  store: Store,
  scope: Scope,
  identify: () => ProjectIdentity,
): ScopeFolder {
  if (scope.type === 'global') return toFolder(store, scope, 'global')
  const found = findScopeFolder(store, scope, identify)
  const folder = found?.key ?? projectFolderName(scope.id, identify().remote)
  return toFolder(store, scope, claimPointer(store, { path: scope.id, folder }))
}

/** Of several processes the first one's pointer stands; one that is broken is replaced. */
function claimPointer(store: Store, pointer: Pointer): string {
  const path = pointerPath(store, pointer.path)
  const text = JSON.stringify(pointer) + '\n'
  if (createDurable(path, text)) return pointer.folder
  const standing = readPointer(path)
  if (standing?.path === pointer.path) return standing.folder
  writeDurable(path, text)
  return pointer.folder
}

/** Makes the tracked `scope.json` of a project; whoever comes second leaves the first one's. */
export function makeScopeDocument(folder: ScopeFolder, identify: () => ProjectIdentity): void {
  const { scope, path } = folder
  if (scope.type === 'global' || statSync(join(path, 'scope.json'), { throwIfNoEntry: false }))
    return
  const { remote } = identify()
  const document: ScopeDocument =
    remote === undefined ? { type: 'project', id: scope.id } : { type: 'project', remote }
  createDurable(join(path, 'scope.json'), JSON.stringify(document, null, 2) + '\n')
}

/** Global first, then every project this store knows under a path, by path. */
export function listScopeFolders(store: Store): ScopeFolder[] {
  const byFolder = new Map<string, string>()
  for (const { path, folder } of readPointers(store)) {
    const known = byFolder.get(folder)
    if (known === undefined || path < known) byFolder.set(folder, path)
  }
  for (const folder of namesIn(join(store.root, 'projects'))) {
    const id = byFolder.has(folder) ? undefined : readScopeDocument(store, folder)?.id
    if (id !== undefined) byFolder.set(folder, id)
  }
  const projects = [...byFolder].map(([folder, id]) =>
    toFolder(store, { type: 'project', id }, folder),
  )
  projects.sort((a, b) => ((a.scope.id ?? '') < (b.scope.id ?? '') ? -1 : 1))
  return [toFolder(store, GLOBAL_SCOPE, 'global'), ...projects]
}

/** The pointer files of this store; `pointer` is undefined where one cannot be used. */
export function listPointerFiles(store: Store): { path: string; pointer: Pointer | undefined }[] {
  const directory = join(store.state, 'paths')
  return namesIn(directory)
    .filter(name => name.endsWith('.json'))
    .map(name => join(directory, name))
    .map(path => ({ path, pointer: readPointer(path) }))
}

/** The `scope.json` of every project folder that has one, and whether it names the project. */
export function listScopeDocuments(store: Store): { path: string; isSound: boolean }[] {
  return namesIn(join(store.root, 'projects'))
    .map(folder => ({ folder, path: join(store.root, 'projects', folder, 'scope.json') }))
    .filter(({ path }) => statSync(path, { throwIfNoEntry: false }))
    .map(({ folder, path }) => ({
      path,
      isSound: readScopeDocument(store, folder) !== undefined,
    }))
}

function toFolder(store: Store, scope: Scope, key: string): ScopeFolder {
  const path = key === 'global' ? join(store.root, key) : join(store.root, 'projects', key)
  return { scope, key, path, localKey: toLocalKey(scope, key) }
}

/** Two clones of one project share its folder, but not the files of their work trees. */
function toLocalKey(scope: Scope, key: string): string {
  const isOfPath = scope.type === 'global' || key.endsWith(`-${hashText(scope.id, 10)}`)
  return isOfPath ? key : `${key}-${hashText(scope.id, 6)}`
}

/** The readable part is the base name; what keeps two projects apart is the hash behind it. */
function projectFolderName(path: string, remote: string | undefined): string {
  return `${slugOf(basename(path))}-${hashText(remote ?? path, 10)}`
}

function joinable(store: Store, { remote }: ProjectIdentity): string | undefined {
  if (remote === undefined) return undefined
  const suffix = `-${hashText(remote, 10)}`
  const pointed = readPointers(store).map(({ folder }) => folder)
  return [...namesIn(join(store.root, 'projects')), ...pointed].find(name => name.endsWith(suffix))
}

function readScopeDocument(store: Store, folder: string): ScopeDocument | undefined {
  const path = join(store.root, 'projects', folder, 'scope.json')
  const document = parseObject<ScopeDocument>(readText(path))
  const identity = document?.id ?? document?.remote
  const isSound = document?.type === 'project' && typeof identity === 'string' && identity !== ''
  return isSound ? document : undefined
}

function pointerPath(store: Store, id: string): string {
  return join(store.state, 'paths', `${hashText(id)}.json`)
}

function readPointers(store: Store): Pointer[] {
  return listPointerFiles(store)
    .map(({ pointer }) => pointer)
    .filter(pointer => pointer !== undefined)
}

function readPointer(path: string): Pointer | undefined {
  const pointer = parseObject<Pointer>(readText(path))
  if (typeof pointer?.path !== 'string' || typeof pointer.folder !== 'string') return undefined
  return FOLDER_NAME.test(pointer.folder) ? pointer : undefined
}

function parseObject<T>(text: string | null): T | undefined {
  try {
    const value = JSON.parse(text ?? 'null') as T | null
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).filter(name => !name.startsWith('.'))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
