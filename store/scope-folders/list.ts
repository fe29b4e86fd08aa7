import { join } from 'node:path'
import type { Store } from '../store.js'
import { GLOBAL_SCOPE, type Scope } from '../types.js'
import { projectsFolder, readFolderIdentities } from './document.js'
import { isThere, openPointer, toDataFolder, type ScopeFolder } from './location.js'
import { findPointer, readPointers } from './pointers.js'
import { isReplaced } from './verified.js'

/**
 * Global first, then every project by path: each work tree whose memories lie in it, and each
 * folder of the store under the path that leads to it. One that no path of this machine leads to is
 * listed under the path in its `scope.json`, else under its own; so is one whose path is another
 * repository by now.
 */
export function listScopeFolders(store: Store): ScopeFolder[] {
  const inRepo: ScopeFolder[] = []
  const byFolder = new Map<string, string[]>()
  for (const pointer of readPointers(store)) {
    if (isReplaced(store, pointer)) continue
    const folder = openPointer(store, pointer)
    if (folder.placement === 'in-repo') inRepo.push(folder)
    else byFolder.set(pointer.folder, [...(byFolder.get(pointer.folder) ?? []), pointer.path])
  }
  const projects = [...byFolder].map(([folder, paths]) =>
    toDataFolder(store, { type: 'project', id: firstThere(paths) }, folder),
  )
  const known = new Set([...byFolder.keys(), ...inRepo.map(({ key }) => key)])
  const all = [...inRepo, ...projects, ...listUnclaimed(store, known)]
  all.sort((a, b) => ((a.scope.id ?? '') < (b.scope.id ?? '') ? -1 : 1))
  return [toDataFolder(store, GLOBAL_SCOPE, 'global'), ...all]
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
      return toDataFolder(store, scope, folder)
    })
}

/** A path that was moved away comes last. */
function firstThere(paths: readonly string[]): string {
  if (paths.length === 1) return paths[0]!
  return paths.find(isThere) ?? paths[0]!
}
