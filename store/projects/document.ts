import { dirname } from 'node:path'
import { orElse, SvcError } from '../errors.js'
import { createDurable, readText, writeDurable } from '../files/atomic.js'
import { SMALL_BYTES, statIfThere, statOrNothing, visibleNames } from '../files/read.js'
import type { Store } from '../store.js'
import { findScopeFaults, toSoundDocument } from './scope.js'
import { pathIn } from '../names.js'
import {
  completeDocument,
  matchFolder,
  toScopeDocument,
  type FolderIdentity,
  type ProjectIdentity,
  type ScopeDocument,
} from './identity.js'

/** The JSON object in a text; undefined where it holds none. */
function parseObject<T extends object>(text: string | null): T | undefined {
  const value = orElse(() => JSON.parse(text ?? 'null') as T | null, null)
  return typeof value === 'object' && value !== null ? value : undefined
}

/** The JSON object in a file; undefined where it holds none, or cannot be read. */
export function readObject<T extends object>(path: string): T | undefined {
  try {
    return parseObject<T>(readText(path, SMALL_BYTES))
  } catch (error) {
    if (error instanceof SvcError) return undefined
    throw error
  }
}

/** The folder that holds the project folders. */
export function projectsFolder(store: Store): string {
  return pathIn(store.root, 'projects')
}

/**
 * The document of a project folder; undefined where it has none that names a project. A field that
 * is not of its shape counts as not there.
 */
export function readScopeDocument(folder: string): ScopeDocument | undefined {
  return toSoundDocument(readObject(pathIn(folder, 'scope.json')))
}

/** The folders below `projects` with what they are known by, by name. */
export function readFolderIdentities(projects: string): FolderIdentity[] {
  return visibleNames(projects).map(folder => ({
    folder,
    document: readScopeDocument(pathIn(projects, folder)),
  }))
}

/**
 * The `scope.json` of every project folder that has one, whether it names the project, and what of
 * it does not count.
 */
export function listScopeDocuments(
  store: Store,
): { path: string; isSound: boolean; faults: string[] }[] {
  const projects = projectsFolder(store)
  return visibleNames(projects)
    .map(name => pathIn(projects, name, 'scope.json'))
    .filter(path => statOrNothing(path))
    .map(path => {
      const isSound = readScopeDocument(dirname(path)) !== undefined
      return { path, isSound, faults: findScopeFaults(readObject(path)) }
    })
}

/** Writes the document of a project folder, durably. */
export function writeScopeDocument(folder: string, document: ScopeDocument): void {
  writeDurable(pathIn(folder, 'scope.json'), toText(document))
}

/**
 * Makes the `scope.json` of a project folder, or adds what the project is known by since; whoever
 * comes second leaves the first one's. One that is broken or cannot be written is left alone.
 */
export function keepScopeDocument(folder: string, path: string, identity: ProjectIdentity): void {
  const file = pathIn(folder, 'scope.json')
  if (statIfThere(file) === undefined) {
    createDurable(file, toText(toScopeDocument(path, identity)))
    return
  }
  const document = readScopeDocument(folder)
  if (document === undefined || completeDocument(document, identity) === undefined) return
  const completed = completeDocument(document, withoutTaken(folder, identity))
  try {
    if (completed !== undefined) writeScopeDocument(folder, completed)
  } catch {
    // Known by less than it could be, the project is still known.
  }
}

/** A remote that is another folder's is not added: a project would be in two folders on purpose. */
function withoutTaken(folder: string, identity: ProjectIdentity): ProjectIdentity {
  const { remote } = identity
  if (remote === undefined) return identity
  const all = readFolderIdentities(dirname(folder))
  const others = all.filter(one => pathIn(dirname(folder), one.folder) !== folder)
  const isTaken = matchFolder(others, '', { remote }) !== undefined
  return isTaken ? { ...identity, remote: undefined } : identity
}

function toText(document: ScopeDocument): string {
  return JSON.stringify(document, null, 2) + '\n'
}
