import { lstatSync, realpathSync } from 'node:fs'
import { SvcError } from '../errors.js'
import { createDurable, removeDurable, writeDurable } from '../files/atomic.js'
import { readSmallFile, stampOf, statOrNothing, visibleNames } from '../files/read.js'
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
  /** Set where the file has no sum, as those of svc 0.6 and before: nothing says that it is as it was. */
  isUnsigned?: true
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

/**
 * Writes a pointer in the place of one that was read, unless another process has written since. In a
 * store that is read-only the old one stays.
 */
export function updatePointer(store: Store, from: Pointer, to: Pointer): void {
  const standing = findPointer(store, from.path)
  if (standing === undefined || toText(standing) !== toText(from)) return
  try {
    writePointer(store, to)
  } catch {
    // It is looked at again the next time.
  }
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

function toText({ isUnsigned: _, ...pointer }: Pointer): string {
  return JSON.stringify({ ...pointer, sum: sumOf(pointer) }) + '\n'
}

/** Versions that know no sum write `repository` anew; what it names is compared with the disk anyway. */
function sumOf({ repository: _, ...pointer }: Partial<Pointer>): string {
  return hashText(JSON.stringify(pointer), 10)
}

/** One that is not as it was written leads nowhere: the project is found anew by what it is known by. */
function readPointer(path: string): Pointer | undefined {
  const { sum, ...pointer } = readObject<Partial<Pointer> & { sum?: unknown }>(path) ?? {}
  const { path: id, folder } = pointer
  if (typeof id !== 'string' || typeof folder !== 'string' || !isFolderName(folder))
    return undefined
  if (sum === undefined) return { ...pointer, path: id, folder, isUnsigned: true }
  return sum === sumOf(pointer) ? { ...pointer, path: id, folder } : undefined
}

/** The remains of a damaged pointer. */
export interface DamagedPointer {
  file: string
  /** The name of the folder that it seems to lead to. */
  folder?: string
}

/** A text of which a character is another one still has one of these; a path in it has none. */
const PLACED = /placement":|:"in-repo|"trustedRe/

/**
 * The remains of the pointer of a path; undefined where there is none, or a sound one. Throws
 * STORE_CORRUPT where it may have led to the `.svc` in the work tree: that it counts is known by the
 * pointer alone, also on a branch without a `.svc`.
 */
export function findDamaged(store: Store, path: string): DamagedPointer | undefined {
  const file = pointerPath(store, path)
  if (statOrNothing(file) === undefined || findPointer(store, path) !== undefined) return undefined
  const text = readSmallFile(file) ?? ''
  if (PLACED.test(text) || statOrNothing(inRepoFolder(path)) !== undefined) {
    throw new SvcError(
      'STORE_CORRUPT',
      `${file} is damaged, and it alone says whether the .svc of ${path} counts; svc trust, on a ` +
        'branch with it, makes it count, svc doctor --fix goes on without it',
    )
  }
  const folder = /"folder":"([^"\\]+)"/.exec(text)?.[1] ?? ''
  return isFolderName(folder) ? { file, folder } : { file }
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
