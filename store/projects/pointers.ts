import { lstatSync, realpathSync } from 'node:fs'
import { createDurable, removeDurable, writeDurable } from '../files/atomic.js'
import { stampOf, visibleNames } from '../files/read.js'
import { hashText, pathIn } from '../names.js'
import { statePath, type Store } from '../store.js'
import { readObject } from './document.js'
import { openProject, type Project } from './identity.js'

/** A name that never leads out of `projects`. */
const FOLDER_NAME = /^[^./\\][^/\\]*$/

/** Leads from a project's path to its folder below `projects`. Of this machine, never tracked. */
export interface Pointer {
  path: string
  folder: string
  /** Names the repository at the path on this disk; absent if there was none. */
  repository?: string
  /** The memories lie in the work tree, as long as that is still the one that was trusted. */
  placement?: 'in-repo'
  /** The work tree's normalised remote when it was trusted. */
  trustedRemote?: string
  /** Names the repository on this disk that was trusted, if it had no remote. */
  trustedRepository?: string
}

/** True for a name that a folder below `projects` can have. */
export function isFolderName(name: string): boolean {
  return FOLDER_NAME.test(name)
}

/** The pointer of a project's path; undefined where there is none that can be used. */
export function findPointer(store: Store, path: string): Pointer | undefined {
  const pointer = readPointer(pointerPath(store, path))
  return pointer?.path === path ? pointer : undefined
}

/** Writes a pointer unless another process was first, whose one stands. Replaces a broken one. */
export function claimPointer(store: Store, pointer: Pointer): Pointer {
  const path = pointerPath(store, pointer.path)
  if (createDurable(path, toText(pointer))) return pointer
  const standing = findPointer(store, pointer.path)
  if (standing === undefined) writeDurable(path, toText(pointer))
  return standing ?? pointer
}

/** Replaces a pointer, or makes it. Durable when it returns. */
export function writePointer(store: Store, pointer: Pointer): void {
  writeDurable(pointerPath(store, pointer.path), toText(pointer))
}

/** Removes the pointer of a path, durably. */
export function removePointer(store: Store, path: string): void {
  removeDurable(pointerPath(store, path))
}

/** The pointer files of this store; `pointer` is undefined where one cannot be used. */
export function listPointerFiles(store: Store): { path: string; pointer: Pointer | undefined }[] {
  const directory = statePath(store, 'paths')
  return visibleNames(directory)
    .filter(name => name.endsWith('.json'))
    .map(name => pathIn(directory, name))
    .map(path => ({ path, pointer: readPointer(path) }))
}

/** The pointers that can be used, by path. */
export function readPointers(store: Store): Pointer[] {
  const pointers = listPointerFiles(store).flatMap(({ pointer }) => pointer ?? [])
  return pointers.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** The pointer without its placement: the project's memories lie in the data directory. */
export function toUnplaced({ path, folder, repository }: Pointer): Pointer {
  return { path, folder, ...(repository !== undefined && { repository }) }
}

function toText(pointer: Pointer): string {
  return JSON.stringify(pointer) + '\n'
}

function readPointer(path: string): Pointer | undefined {
  const pointer = readObject<Pointer>(path)
  if (typeof pointer?.path !== 'string' || typeof pointer.folder !== 'string') return undefined
  return isFolderName(pointer.folder) ? pointer : undefined
}

function pointerPath(store: Store, id: string): string {
  return statePath(store, 'paths', `${hashText(id)}.json`)
}

/** The folder of a work tree in which a project's memories lie. */
export const IN_REPO = '.svc'

/** The marks that travel with the memories, by name. Nothing of a machine stands in them. */
export const IN_REPO_MARKS: Readonly<Record<string, string>> = {
  'scope.json': JSON.stringify({ type: 'project', placement: 'in-repo' }, null, 2) + '\n',
  '.gitignore': '.*.tmp\n',
  '.gitattributes': '*.md text eol=lf\nmemories/*.md text eol=lf merge=svc\n',
}

/** A problem that keeps a `.svc` from being used, as a phrase that follows the path. */
interface InRepoProblem {
  path: string
  problem: string
}

/** The folder of a project's memories inside its work tree; there may be none yet. */
export function inRepoFolder(workTree: string): string {
  return pathIn(workTree, IN_REPO)
}

/**
 * Finds the reason that the `.svc` of a work tree must not be read or written: a link, or no
 * folder, in the place of a folder. Undefined if all is well, also if nothing is there.
 */
export function findInRepoProblem(workTree: string): InRepoProblem | undefined {
  const root = inRepoFolder(workTree)
  for (const path of [root, pathIn(root, 'memories'), pathIn(root, 'skills')]) {
    const problem = describeFolder(path)
    if (problem !== undefined) return { path, problem }
  }
  return undefined
}

/** Marks by which a trusted work tree is known: its remote, else the repository on this disk. */
export function toTrust(project: Project): Pick<Pointer, 'trustedRemote' | 'trustedRepository'> {
  const { remote } = project
  return remote === undefined
    ? { trustedRepository: trustStamp(project) }
    : { trustedRemote: remote }
}

/**
 * True where the pointer places the memories in its work tree and that is still the trusted one. A
 * repository that had no remote stays trusted when it is given one: that is what people do next.
 */
export function isTrusted(pointer: Pointer, project = openProject(pointer.path)): boolean {
  const { placement, trustedRemote, trustedRepository } = pointer
  if (placement !== 'in-repo') return false
  return trustedRemote === undefined
    ? trustedRepository === trustStamp(project)
    : trustedRemote === project.remote
}

/** Stamp of a repository: another one if the folder was removed and something else cloned there. */
function trustStamp({ path, stamp }: Project): string {
  return stamp ?? stampOf(path)
}

/** Makes the marks of a `.svc` that are missing, durably. */
export function makeInRepoMarks(folder: string): void {
  for (const [name, text] of Object.entries(IN_REPO_MARKS)) {
    const path = pathIn(folder, name)
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) createDurable(path, text)
  }
}

function describeFolder(path: string): string | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats === undefined) return undefined
    if (stats.isSymbolicLink()) return 'is a symbolic link, which is not followed'
    if (!stats.isDirectory()) return 'is not a folder'
    return realpathSync(path) === path ? undefined : 'leads out of the work tree'
  } catch (error) {
    return `cannot be looked at: ${error instanceof Error ? error.message : 'unknown'}`
  }
}
