import { basename, dirname, resolve } from 'node:path'
import { commonDirectoryOf, findRepository } from '../store/git/repository.js'
import { toProjectScope } from './scopes.js'
import type { Scope } from '../store/types.js'

/**
 * The project scope that an implicit directory (a hook's `cwd`, the shell's working directory)
 * lies in: the nearest ancestor that is a git work tree, else the directory itself. A linked
 * worktree belongs to the main work tree's project. Throws INVALID_REQUEST on a bad path.
 */
export function resolveProject(directory: string): Scope {
  const start = toProjectScope(resolve(directory), 'directory')
  const workTree = start.type === 'project' ? findWorkTree(start.id) : undefined
  return workTree === undefined ? start : toProjectScope(workTree)
}

/** The work tree that a directory lies in; of a linked worktree, the main one. */
function findWorkTree(start: string): string | undefined {
  const repository = findRepository(start)
  if (repository === undefined) return undefined
  const { workTree, gitDirectory } = repository
  const shared = commonDirectoryOf(repository)
  // A submodule's git directory shares nothing; a linked worktree names the common one.
  const isLinked = shared !== gitDirectory && basename(shared) === '.git'
  return isLinked ? dirname(shared) : workTree
}
