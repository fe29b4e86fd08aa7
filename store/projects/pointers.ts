import { join } from 'node:path'
import { createDurable, readText, removeDurable, writeDurable } from '../atomic-file.js'
import { hashText } from '../hash.js'
import type { Store } from '../store.js'
import { namesIn } from '../folder-names.js'
import { parseObject } from './parsing.js'

/** A name that never leads out of `projects`. */
const FOLDER_NAME = /^[^./\\][^/\\]*$/

/** Leads from a project's path to its folder below `projects`. Of this machine, never tracked. */
export interface Pointer {
  path: string
  folder: string
  /** Which repository the path was on this disk; absent where it was none. */
  repository?: string
  /** The memories lie in the work tree, as long as that is still the one that was trusted. */
  placement?: 'in-repo'
  /** The work tree's normalised remote when it was trusted. */
  trustedRemote?: string
  /** Where it had no remote: which repository it was on this disk. */
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

/** Of several processes the first one's pointer stands; one that is broken is replaced. */
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
  const directory = join(store.state, 'paths')
  return namesIn(directory)
    .filter(name => name.endsWith('.json'))
    .map(name => join(directory, name))
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
  const pointer = parseObject<Pointer>(readText(path))
  if (typeof pointer?.path !== 'string' || typeof pointer.folder !== 'string') return undefined
  return isFolderName(pointer.folder) ? pointer : undefined
}

function pointerPath(store: Store, id: string): string {
  return join(store.state, 'paths', `${hashText(id)}.json`)
}
