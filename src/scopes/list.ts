import { basename, dirname } from 'node:path'
import { toDataFolder } from '../store/scope-folders.js'
import { readScopeDocument } from '../store/scope-folders/document.js'
import { remotesOf } from '../store/scope-folders/identity.js'
import { readPointers } from '../store/scope-folders/pointers.js'
import type { Store } from '../store/store.js'
import type { Scope } from '../store/types.js'
import { Collections } from './collection/collections.js'
import type { Collection } from './collection/collection.js'
import { findUnusedInRepo, type UnusedInRepo } from './placement/inspect.js'
import { countMemoryFiles } from './placement/link.js'
import { formatScopeKey } from './scopes.js'

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
  /** What other machines know it by. */
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
export async function listScopes(store: Store, directory?: string): Promise<ScopeListing> {
  const collections = await new Collections(store).all()
  const scopes = collections.map(collection => describe(store, collection))
  return { scopes, unused: findUnusedInRepo(store, ...(directory ? [directory] : [])) }
}

function describe(store: Store, { folder, count }: Collection): ScopeDetails {
  const { scope, key, placement } = folder
  const data = toDataFolder(store, scope, key).path
  const document = readScopeDocument(dirname(data), basename(data))
  const setAside = placement === 'in-repo' ? countMemoryFiles(data) : 0
  return {
    type: scope.type,
    id: scope.id,
    scopeKey: formatScopeKey(scope),
    count,
    folder: key,
    placement: placement ?? 'data-dir',
    paths: scope.type === 'global' ? [] : pathsOf(store, key),
    remotes: document === undefined ? [] : remotesOf(document),
    ...(document?.rootCommit !== undefined && { rootCommit: document.rootCommit }),
    ...(setAside > 0 && { setAside }),
  }
}

function pathsOf(store: Store, key: string): string[] {
  return readPointers(store)
    .filter(({ folder }) => folder === key)
    .map(({ path }) => path)
}
