import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SvcError } from '../../store/errors.js'
import type { ScopeFolder } from '../../store/projects/folder.js'
import { isFolderName } from '../../store/projects/pointers.js'
import { findScope, listScopes } from '../../store/projects/projects.js'
import {
  resolveProject,
  isSameScope,
  parseScopeKey,
  toProjectScope,
} from '../../store/projects/scope.js'
import type { Store } from '../../store/store.js'
import type { ProjectScope, Scope } from '../../store/types.js'

/** A scope as a person named it, and where it lies if it exists. */
export interface NamedScope {
  scope: Scope
  folder: ScopeFolder | undefined
}

/**
 * The scope that a person means by a scope key, the name of a folder below `projects`, or the path
 * of a directory, relative to `cwd`. Throws INVALID_REQUEST on what can be none of them.
 */
export async function findNamedScope(store: Store, text: string, cwd: string): Promise<NamedScope> {
  const scope = toNamedScope(store, text, cwd)
  return { scope, folder: await findScope(store, scope) }
}

/** Finds a scope as `findNamedScope` does. Throws SCOPE_NOT_FOUND if it does not exist. */
export async function findExistingScope(
  store: Store,
  text: string,
  cwd: string,
): Promise<ScopeFolder> {
  const { folder } = await findNamedScope(store, text, cwd)
  if (folder !== undefined) return folder
  throw new SvcError(
    'SCOPE_NOT_FOUND',
    `${text} is no scope of this store; svc scope list shows them`,
  )
}

/** The project of a directory that exists. Throws WORKSPACE_NOT_FOUND where there is none. */
export function toExistingProject(directory: string, cwd: string): ProjectScope {
  const path = resolve(cwd, directory)
  const scope = resolveProject(path)
  const isThere = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  if (isThere) return scope
  throw new SvcError('WORKSPACE_NOT_FOUND', `there is no directory ${path}`)
}

function toNamedScope(store: Store, text: string, cwd: string): Scope {
  if (text === 'project') return resolveProject(cwd)
  if (text === 'global' || text.startsWith('project:')) return parseScopeKey(text)
  return ofFolder(store, text) ?? ofPath(store, resolve(cwd, text))
}

/** Finds the scope of a folder by the path that leads there: by that other commands know it. */
function ofFolder(store: Store, name: string): Scope | undefined {
  if (!isFolderName(name)) return undefined
  const listed = listScopes(store).find(({ key, scope }) => {
    return key === name && scope.type === 'project'
  })
  if (listed !== undefined) return listed.scope
  const path = join(store.root, 'projects', name)
  return existsSync(path) ? toProjectScope(path) : undefined
}

/** A path that the store knows is meant as it is, also where nothing is there any more. */
function ofPath(store: Store, path: string): Scope {
  const exact = toProjectScope(path)
  const isKnown = listScopes(store).some(({ scope }) => isSameScope(scope, exact))
  return isKnown || !existsSync(path) ? exact : resolveProject(path)
}
