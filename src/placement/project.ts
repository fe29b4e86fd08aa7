import { findScopeFolder, makeScopeFolder, type ScopeFolder } from '../../store/scope-folders.js'
import { toTrust } from '../../store/scope-folders/in-repo.js'
import type { Pointer } from '../../store/scope-folders/pointers.js'
import { toStamped } from '../../store/scope-folders/verified.js'
import type { Store } from '../../store/store.js'
import type { Scope } from '../../store/types.js'
import { identify, learnIdentity } from '../identity.js'

/** The scope of one project. */
export type ProjectScope = Scope & { type: 'project' }

/** The scope folder of a project as it is now; undefined where it has none. */
export async function findProject(store: Store, scope: Scope): Promise<ScopeFolder | undefined> {
  await learnIdentity(store, scope)
  return findScopeFolder(store, scope, () => identify(scope))
}

/** The scope folder of a project, which exists from now on. */
export async function makeProject(store: Store, scope: Scope): Promise<ScopeFolder> {
  await learnIdentity(store, scope)
  return makeScopeFolder(store, scope, () => identify(scope))
}

/** The pointer of a work tree that is trusted as it is now, and holds its memories. */
export function toPlaced(path: string, folder: string): Pointer {
  return toStamped({ path, folder, placement: 'in-repo', ...toTrust(path) })
}
