import { prefixOf, toStorePath } from './file-texts.js'
import type { GitStore } from './git-store.js'
import type { Resolution } from './resolution.js'

const OUTSIDE = 'is not merged, and outside the store; settle it by hand and git add it'

/**
 * Every file of the repository that is not merged: from the store's root, and those outside the
 * store from the work tree's, with a `/` before it.
 */
export async function listUnmerged(gitStore: GitStore): Promise<string[]> {
  const listed = await gitStore.git.read(['ls-files', '-u', '-z', '--full-name', ':/'])
  const paths = listed.split('\0').map(record => record.slice(record.indexOf('\t') + 1))
  const prefix = prefixOf(gitStore)
  return [...new Set(paths.filter(Boolean))].map(path => toStorePath(prefix, path) ?? `/${path}`)
}

/** The files that are not merged and that nobody has told of yet, each with what to do. */
export async function findUntold(
  gitStore: GitStore,
  told: Resolution['left'],
): Promise<Resolution['left']> {
  const paths = await listUnmerged(gitStore)
  return paths
    .filter(path => !told.some(one => one.path === path))
    .map(path => ({ path, reason: path.startsWith('/') ? OUTSIDE : 'is not merged' }))
}
