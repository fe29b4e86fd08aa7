import type { ScopeFolder } from '../../../store/projects/folder.js'
import type { Project, ProjectIdentity } from '../../../store/projects/identity.js'
import { findScope } from '../../../store/projects/projects.js'
import type { Store } from '../../../store/store.js'
import type { Scope } from '../../../store/types.js'

/** A project known by these, of which nothing stands at its path. */
export function at({ id }: Scope, known: ProjectIdentity = {}): Project {
  return { path: id ?? '', ...known }
}

/** A project that must be found without a look at what it is known by. */
export function unseen({ id }: Scope): Project {
  const look = () => {
    throw new Error('the project was looked at without need')
  }
  return Object.defineProperties(
    { path: id ?? '' },
    { remote: { get: look }, rootCommits: { get: look } },
  )
}

/** The folders of those scopes that exist, in their order. */
export async function foldersOf(store: Store, ...scopes: Scope[]): Promise<ScopeFolder[]> {
  const all = await Promise.all(scopes.map(scope => findScope(store, scope)))
  return all.filter(folder => folder !== undefined)
}
