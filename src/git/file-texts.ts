import { lstatSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { FileChange } from '../../store/git/file-change.js'
import { readObjects } from '../../store/git/objects.js'
import { isMissing } from '../../store/errors.js'
import type { GitStore } from './git-store.js'
import type { FileTexts } from './store-change.js'

/** What stands before the store's paths in git: '' where the store is the whole repository. */
export function prefixOf({ store, repository }: Pick<GitStore, 'store' | 'repository'>): string {
  const folder = relative(repository.workTree, store.root).split(sep).join('/')
  return folder === '' ? '' : `${folder}/`
}

/** A path of git's as seen from the store; undefined where the file lies outside it. */
export function toStorePath(prefix: string, path: string): string | undefined {
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined
}

/**
 * The texts of changed files of the store, from git in one run and from the work tree. Of files
 * that are no Markdown the old text is left out; a folder or a link has no text.
 */
export async function readFileTexts(
  gitStore: GitStore,
  changes: readonly FileChange[],
): Promise<FileTexts[]> {
  const prefix = prefixOf(gitStore)
  const wanted = changes.flatMap(({ path, oldId, newId }) => [
    path.endsWith('.md') ? oldId : undefined,
    newId,
  ])
  const objects = await readObjects(
    gitStore.git,
    wanted.filter(id => id !== undefined),
  )
  return changes.flatMap(({ kind, path, oldId, newId }) => {
    const inStore = toStorePath(prefix, path)
    if (inStore === undefined) return []
    const before = objects.get(oldId ?? '')
    const onDisk = join(gitStore.store.root, inStore)
    const after =
      newId === undefined && kind !== 'removed' ? readPlain(onDisk) : objects.get(newId ?? '')
    const texts = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
    return [{ kind, path: inStore, ...texts }]
  })
}

function readPlain(path: string): string | undefined {
  try {
    return lstatSync(path).isFile() ? readFileSync(path, 'utf8') : undefined
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
