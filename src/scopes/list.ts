import { lstatSync, readdirSync, type Dirent } from 'node:fs'
import { join, basename } from 'node:path'
import { orElse } from '../../store/errors.js'
import { isTemporary } from '../../store/files/atomic.js'
import { isFolder } from '../../store/files/read.js'
import { listSpool } from '../../store/files/spool.js'
import { scanMemoryFiles } from '../../store/memories/files.js'
import { readScopeDocument } from '../../store/projects/document.js'
import { dropLostPointer, findLostPointers, findWithoutPointer } from '../../store/projects/find.js'
import { isThere, toDataFolder } from '../../store/projects/folder.js'
import { remotesOf } from '../../store/projects/identity.js'
import {
  findInRepoProblem,
  IN_REPO_MARKS,
  inRepoFolder,
  isTrusted,
  findPointer,
  listPointerFiles,
  readPointers,
} from '../../store/projects/pointers.js'
import { listScopes } from '../../store/projects/projects.js'
import { formatScopeKey } from '../../store/projects/scope.js'
import { importDocument, placesOf, revisionLog, statePath, type Store } from '../../store/store.js'
import type { Scope } from '../../store/types.js'
import type { Collection } from '../memories/collection.js'
import { Collections } from '../memories/collections.js'
import type { InRepoContents, UnusedInRepo } from '../types.js'

/** A scope with all that is known of where it lies and what it is known by. */
export interface ScopeDetails {
  type: Scope['type']
  id: string | null
  scopeKey: string
  /** All items, import rows too. */
  count: number
  /** Its name below `projects`; `global` for global. */
  folder: string
  placement: 'data-dir' | 'in-repo'
  /** The paths of this machine that lead to it. */
  paths: string[]
  /** Remotes by which other machines know it. */
  remotes: string[]
  rootCommit?: string
  /** Memory files of it in the data directory, which are not read while its work tree's are. */
  setAside?: number
}

/** Every scope of the store, and the `.svc` folders that are not used. */
export interface ScopeListing {
  scopes: ScopeDetails[]
  unused: UnusedInRepo[]
}

/** Lists the scopes of a store, global first; `directory` is looked at for a `.svc` too. */
export async function describeScopes(store: Store, directory?: string): Promise<ScopeListing> {
  const collections = await new Collections(store).all()
  const paths = pathsByFolder(store)
  const scopes = collections.map(collection => describe(store, collection, paths))
  return { scopes, unused: findUnusedInRepo(store, ...(directory ? [directory] : [])) }
}

function describe(
  store: Store,
  { folder, count }: Collection,
  paths: ReadonlyMap<string, string[]>,
): ScopeDetails {
  const { scope, key, placement } = folder
  const data = toDataFolder(store, scope, key).path
  const document = readScopeDocument(data)
  const setAside = placement === 'in-repo' ? countMemoryFiles(data) : 0
  return {
    type: scope.type,
    id: scope.id,
    scopeKey: formatScopeKey(scope),
    count,
    folder: key,
    placement: placement ?? 'data-dir',
    paths: scope.type === 'global' ? [] : (paths.get(key) ?? []),
    remotes: document === undefined ? [] : remotesOf(document),
    ...(document?.rootCommit !== undefined && { rootCommit: document.rootCommit }),
    ...(setAside > 0 && { setAside }),
  }
}

/** The paths of this machine that lead to each folder of the store. */
function pathsByFolder(store: Store): Map<string, string[]> {
  const paths = new Map<string, string[]>()
  for (const { folder, path } of readPointers(store))
    paths.set(folder, [...(paths.get(folder) ?? []), path])
  return paths
}

/** A project whose folder is gone with the memories that were in it; both as absolute paths. */
export interface LostProject {
  project: string
  /** Last path of its folder. */
  path: string
  /** The name of the folder in which its memories lie, though nothing leads there. */
  found?: string
}

/** The projects whose folder is gone, or is not the one that their path leads to. */
export async function findLostProjects(store: Store): Promise<LostProject[]> {
  const lost = (await findLostPointers(store)).map(({ path: project, folder }) => {
    return { project, path: toDataFolder(store, { type: 'project', id: project }, folder).path }
  })
  const astray = listAbsent(store).filter(({ found }) => found !== undefined)
  return [...lost, ...astray.map(({ pointer: _, ...one }) => one)]
}

/** Lets projects begin anew whose folder is gone; one that is back by now stays as it is. */
export async function dropLostProjects(store: Store): Promise<void> {
  for (const pointer of await findLostPointers(store)) dropLostPointer(store, pointer)
}

/** A project whose pointer file leads to a folder of which nobody knows that it ever was. */
export interface AbsentFolder extends LostProject {
  pointer: string
}

/**
 * The folders that pointers lead to and that are not there, of projects that have no other. A project
 * for which something is queued or was imported is given its folder with its first memory.
 */
export function findAbsentFolders(store: Store): AbsentFolder[] {
  return listAbsent(store).filter(one => one.found === undefined && !isAwaited(store, one))
}

function listAbsent(store: Store): AbsentFolder[] {
  return listPointerFiles(store).flatMap(({ path: file, pointer }) => {
    if (pointer === undefined || pointer.placement !== undefined) return []
    const { path: project, folder } = pointer
    const { path } = toDataFolder(store, { type: 'project', id: project }, folder)
    if ([path, revisionLog(store, folder)].some(isThere)) return []
    const found = findWithoutPointer(store, project)
    return [{ project, path, pointer: file, ...(found !== undefined && { found }) }]
  })
}

function isAwaited(store: Store, { project, path }: AbsentFolder): boolean {
  const { key, localKey } = toDataFolder(store, { type: 'project', id: project }, basename(path))
  const queues = placesOf('queues').map(name => listSpool(statePath(store, name, key)))
  return isThere(importDocument(store, localKey)) || queues.flat().length > 0
}

/** The `.svc` folders of the projects known here, and of a directory's, that are not used. */
export function findUnusedInRepo(store: Store, ...directories: string[]): UnusedInRepo[] {
  const listed = listScopes(store).flatMap(({ scope }) => scope.id ?? [])
  const paths = [...readPointers(store).map(({ path }) => path), ...listed, ...directories]
  return [...new Set(paths)].sort().flatMap(project => {
    const contents = isFolder(project) ? inspectInRepo(project) : undefined
    if (contents === undefined || isEmptyOrUsed(store, project, contents)) return []
    const pointer = findPointer(store, project)
    const isRefused = pointer !== undefined && isTrusted(pointer)
    return [{ project, reason: isRefused ? 'refused' : 'untrusted', ...contents }]
  })
}

function isEmptyOrUsed(store: Store, project: string, contents: InRepoContents): boolean {
  if (contents.files === 0 && contents.findings.length === 0) return true
  const pointer = findPointer(store, project)
  return pointer !== undefined && isTrusted(pointer) && findInRepoProblem(project) === undefined
}

/** Looks at the `.svc` of a work tree; undefined where there is none. */
export function inspectInRepo(workTree: string): InRepoContents | undefined {
  const path = inRepoFolder(workTree)
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined
  const contents: InRepoContents = { path, files: 0, findings: [] }
  const problem = findInRepoProblem(workTree)
  if (problem !== undefined) contents.findings.push(`${problem.path} ${problem.problem}`)
  if (problem?.path !== path) walk(path, contents, { left: MOST_ENTRIES }, 0)
  return contents
}

const MOST_ENTRIES = 20_000
const MOST_DEPTH = 8

function walk(directory: string, to: InRepoContents, budget: { left: number }, depth: number) {
  for (const entry of orElse(() => readdirSync(directory, { withFileTypes: true }), [])) {
    if (budget.left-- <= 0) return
    const path = join(directory, entry.name)
    if (entry.isFile()) to.files += isOurs(entry.name, depth) ? 0 : 1
    else if (!entry.isDirectory()) note(to, path, entry)
    else if (depth < MOST_DEPTH && entry.name !== '.git') walk(path, to, budget, depth + 1)
  }
}

/** A mark, or what a process that was killed left behind. */
function isOurs(name: string, depth: number): boolean {
  return isTemporary(name) || (depth === 0 && Object.hasOwn(IN_REPO_MARKS, name))
}

function note(to: InRepoContents, path: string, entry: Dirent): void {
  const what = entry.isSymbolicLink() ? 'is a symbolic link' : 'is neither a file nor a folder'
  if (!to.findings.some(finding => finding.startsWith(path))) to.findings.push(`${path} ${what}`)
}

/** Counts the memory files in a scope folder, tombstones included. */
export function countMemoryFiles(folder: string): number {
  return scanMemoryFiles(join(folder, 'memories'))?.length ?? 0
}
