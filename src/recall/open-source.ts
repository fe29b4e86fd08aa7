import { rmSync } from 'node:fs'
import { SvcError } from '../../store/errors.js'
import { findScopeFolder, type ScopeFolder } from '../../store/scope-folders.js'
import type { Store } from '../../store/store.js'
import type { Scope } from '../../store/types.js'
import type { Collections } from '../collection/collections.js'
import { HOOK_LOOK_MS, identify, learnIdentity } from '../identity.js'
import { createCollectionSource } from './collection-source.js'
import { openFileSource, type FileSource } from './file-source.js'
import { indexFilePath } from './index-file.js'

/** Opens recall over scopes in memory; scopes that do not exist have nothing to give. */
export async function openRecallSource(
  collections: Collections,
  scopes: readonly Scope[],
  uses: ReadonlyMap<string, number>,
): Promise<FileSource> {
  const found = await Promise.all(scopes.map(scope => collections.find(scope)))
  const existing = found.filter(collection => collection !== undefined)
  return {
    ...createCollectionSource(existing, uses),
    folders: existing.map(({ folder }) => folder),
    behind: [],
    close: () => undefined,
  }
}

/**
 * Recalls once over the index files of scopes. An index file that turns out to be damaged is
 * removed and the memory files are read instead.
 */
export async function recallOnce<T>(
  store: Store,
  scopes: readonly Scope[],
  action: (source: FileSource) => Promise<T>,
): Promise<T> {
  for (const scope of scopes) await learnIdentity(store, scope, HOOK_LOOK_MS)
  const folders = scopes
    .map(scope => findScopeFolder(store, scope, () => identify(scope)))
    .filter((folder): folder is ScopeFolder => folder !== undefined)
  try {
    return await withSource(store, folders, action)
  } catch (error) {
    if (!(error instanceof SvcError) || error.code !== 'STORE_CORRUPT') throw error
    for (const { localKey } of folders) rmSync(indexFilePath(store, localKey), { force: true })
    return withSource(store, folders, action)
  }
}

async function withSource<T>(
  store: Store,
  folders: readonly ScopeFolder[],
  action: (source: FileSource) => Promise<T>,
): Promise<T> {
  const source = await openFileSource(store, folders)
  try {
    return await action(source)
  } finally {
    source.close()
  }
}
