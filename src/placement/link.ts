import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { SvcError } from '../../store/errors.js'
import { scanMemoryFiles } from '../../store/memory-files.js'
import type { ScopeFolder } from '../../store/scope-folders.js'
import { writePointer } from '../../store/scope-folders/pointers.js'
import { listSpool } from '../../store/spool.js'
import { toStamped } from '../../store/scope-folders/verified.js'
import type { Store } from '../../store/store.js'
import { replaySpool, turnSpool } from '../queues.js'
import { findProject, type ProjectScope } from './project.js'

/**
 * Lets a directory belong to a project that exists, from now on. Throws INVALID_REQUEST for
 * global, CONFLICT where the directory has memories of its own in another folder.
 */
export async function linkDirectory(
  store: Store,
  to: ScopeFolder,
  directory: ProjectScope,
): Promise<{ folder: string; path: string }> {
  if (to.scope.type === 'global') {
    throw new SvcError('INVALID_REQUEST', 'what is global is found in every directory anyway')
  }
  const own = await findProject(store, directory)
  if (own !== undefined && own.key !== to.key) refuseOwn(store, own, directory.id)
  if (own?.key !== to.key) {
    writePointer(store, toStamped({ path: directory.id, folder: to.key }))
  }
  return { folder: to.key, path: directory.id }
}

/** True where a folder holds memories or skills, or something is queued for it. */
export function holdsAnything(store: Store, { path, key }: ScopeFolder): boolean {
  const queues = [turnSpool(store, key), replaySpool(store, key)]
  return (
    countMemoryFiles(path) > 0 ||
    namesIn(join(path, 'skills')).length > 0 ||
    queues.some(directory => listSpool(directory).length > 0)
  )
}

/** How many memory files lie in a scope folder, tombstones included. */
export function countMemoryFiles(folder: string): number {
  return scanMemoryFiles(join(folder, 'memories'))?.length ?? 0
}

function refuseOwn(store: Store, own: ScopeFolder, path: string): void {
  if (!holdsAnything(store, own)) return
  throw new SvcError(
    'CONFLICT',
    `${path} has memories of its own in ${own.key}; svc scope move ${own.key} takes them along`,
  )
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
