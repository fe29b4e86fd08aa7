import type { Store } from '../store.js'
import { GLOBAL_SCOPE, type Scope } from '../types.js'
import { pathIn } from '../names.js'
import { projectsFolder, readFolderIdentities, readScopeDocument } from './document.js'
import { findFolder, followMoved, makeFolder, needsRootCommit } from './find.js'
import { isReplaced, isThere, openPointer, toDataFolder, type ScopeFolder } from './folder.js'
import { completeDocument, learnRootCommits, openProject } from './identity.js'
import { findPointer, readPointers } from './pointers.js'

/** Options of finding a scope. */
interface FindScopeOptions {
  /** Milliseconds that git may take to tell a project's root commits; 1,000 where not given. */
  patienceMs?: number
  /** Memories are to be stored there, so `scope.json` gains what the project is known by now. */
  isForMemories?: boolean
}

/** Longest time that a hook waits for git (milliseconds). */
export const HOOK_LOOK_MS = 800

/**
 * The folder of a scope; undefined where nothing was stored, imported or queued for it yet. Global
 * always has one. A project without a pointer, in a store that was cloned or for another clone of
 * the project, is looked for by what it is known by: git is asked for its root commits where nothing
 * else could tell.
 */
export async function findScope(
  store: Store,
  scope: Scope,
  { patienceMs }: FindScopeOptions = {},
): Promise<ScopeFolder | undefined> {
  if (scope.type === 'global') return toGlobalFolder(store)
  const { project, pointer } = await readProjectAt(store, scope.id, patienceMs)
  return findFolder(store, project, pointer)
}

/**
 * The key of the folder that a scope's path leads to, by a look at one small file: clones of one
 * project have one. Undefined where the path leads nowhere.
 */
export function findFolderKey(store: Store, scope: Scope): string | undefined {
  return scope.type === 'global' ? 'global' : findPointer(store, scope.id)?.folder
}

/** The folder of a scope, which exists from now on; found as by `findScope`, or made. */
export async function makeScope(
  store: Store,
  scope: Scope,
  { patienceMs, isForMemories = false }: FindScopeOptions = {},
): Promise<ScopeFolder> {
  if (scope.type === 'global') return toGlobalFolder(store)
  const { project, pointer } = await readProjectAt(store, scope.id, patienceMs)
  const folder = makeFolder(store, project, pointer)
  if (isForMemories) await learnToRecord(folder, { env: store.env, timeoutMs: patienceMs })
  return folder
}

/** The folder of the global scope, which always exists. */
export function toGlobalFolder(store: Store): ScopeFolder {
  return toDataFolder(store, GLOBAL_SCOPE, 'global')
}

/** Reads the project at a path and its pointer, with root commits if only they could tell. */
async function readProjectAt(store: Store, path: string, patienceMs: number | undefined) {
  const project = openProject(path)
  const pointer = findPointer(store, path)
  if (!needsRootCommit(store, project, pointer)) return { project, pointer }
  await learnRootCommits(project, { env: store.env, timeoutMs: patienceMs })
  // Git takes its time: others may have written meanwhile.
  return { project, pointer: findPointer(store, path) }
}

/** Looks at a project's root commits where its `scope.json` is to gain something. */
async function learnToRecord(
  { scope, path, placement }: ScopeFolder,
  look: Parameters<typeof learnRootCommits>[1],
): Promise<void> {
  if (scope.type === 'global' || placement === 'in-repo') return
  const project = openProject(scope.id)
  const document = readScopeDocument(path)
  const isComplete =
    document?.rootCommit !== undefined &&
    completeDocument(document, { remote: project.remote, rootCommits: [document.rootCommit] }) ===
      undefined
  if (!isComplete) await learnRootCommits(project, look)
}

/**
 * Global first, then every project by path: each work tree whose memories lie in it, and each
 * folder of the store under the path that leads to it. One that no path of this machine leads to is
 * listed under the path in its `scope.json`, else under its own; so is one whose path is another
 * repository by now.
 */
export function listScopes(store: Store): ScopeFolder[] {
  const inRepo: ScopeFolder[] = []
  const byFolder = new Map<string, string[]>()
  for (const known of readPointers(store)) {
    const project = openProject(known.path)
    if (isReplaced(store, known, project)) continue
    const pointer = followMoved(store, known, project)
    const folder = openPointer(store, pointer, project)
    if (folder.placement === 'in-repo') inRepo.push(folder)
    else byFolder.set(pointer.folder, [...(byFolder.get(pointer.folder) ?? []), pointer.path])
  }
  const projects = [...byFolder].map(([folder, paths]) =>
    toDataFolder(store, { type: 'project', id: firstThere(paths) }, folder),
  )
  const known = new Set([...byFolder.keys(), ...inRepo.map(({ key }) => key)])
  const all = [...inRepo, ...projects, ...listUnclaimed(store, known)]
  all.sort((a, b) => ((a.scope.id ?? '') < (b.scope.id ?? '') ? -1 : 1))
  return [toGlobalFolder(store), ...all]
}

/** The paths of the projects whose memories lie in the folder of a key; [] for none and for global. */
export function pathsOf(store: Store, key: string): string[] {
  return readPointers(store).flatMap(({ path, folder }) => (folder === key ? path : []))
}

/** The folders that scopes lie in, each once: several paths may lead to one. */
export function listFolders(store: Store): ScopeFolder[] {
  return [...new Map(listScopes(store).map(folder => [folder.key, folder])).values()]
}

/** Project folders that no path of this machine leads to. */
function listUnclaimed(store: Store, known: ReadonlySet<string>): ScopeFolder[] {
  const projects = projectsFolder(store)
  const ids = new Set<string>()
  return readFolderIdentities(projects)
    .filter(({ folder }) => !known.has(folder))
    .filter(({ folder, document }) => document ?? isThere(pathIn(projects, folder, 'memories')))
    .map(({ folder, document }) => {
      const id = document?.id
      const isFree = id !== undefined && !ids.has(id) && findPointer(store, id) === undefined
      if (isFree) ids.add(id)
      const scope: Scope = { type: 'project', id: isFree ? id : pathIn(projects, folder) }
      return toDataFolder(store, scope, folder)
    })
}

/** A path that was moved away comes last. */
function firstThere(paths: readonly string[]): string {
  if (paths.length === 1) return paths[0]!
  return paths.find(isThere) ?? paths[0]!
}
