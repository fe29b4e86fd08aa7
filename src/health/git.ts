import { basename, resolve } from 'node:path'
import { SvcError } from '../../store/errors.js'
import { findRepository } from '../../store/git/repository.js'
import type { Store } from '../../store/store.js'
import { settleConflicts } from '../git/resolve.js'
import { openGitStore, withGitLock, type GitStore } from '../git/store.js'
import { readUnmerged } from '../git/unmerged.js'
import type { Collection } from '../memories/collection.js'
import { readBrokenIds } from '../memories/collections.js'
import { listMemoryFolders, type MemoryFolder } from '../merge/folder.js'
import { planSettlement } from '../merge/settlement.js'
import { type Check, type Examined, type Found, failure, fixable, remark } from './check.js'

/**
 * What merges left open: files that git could not merge, saved conflict markers, two files of one
 * id, tombstones whose survivor is gone. Files that cannot be read as they are, are told of by
 * `unreadable-memory`; this check comes first, so that it can settle them.
 */
export const conflict: Check = {
  name: 'conflict',
  run: async examined => {
    const { collections, fix } = examined
    if (!fix) return [...(await findUnmerged(examined)), ...collections.flatMap(findDangling)]
    const gitStore = openGit(examined)
    const found = gitStore
      ? await withGitLock(examined.store, () => settle(examined, gitStore))
      : await settle(examined)
    for (const collection of collections) {
      // What was settled is to be seen, even where git waits for a merge to be concluded.
      collection.markChanged({ isForced: found.some(({ fixed }) => fixed) })
      await collection.refresh()
    }
    return found
  },
}

/** Undefined where the store lies in no repository, and where nobody has said how to find git. */
function openGit({ store, env }: Examined): GitStore | undefined {
  if (env === undefined || findRepository(store.root) === undefined) return undefined
  return openGitStore(store.manifest, { env })
}

async function findUnmerged(examined: Examined): Promise<Found[]> {
  const gitStore = openGit(examined)
  const files = gitStore
    ? await withoutGit(
        () => readUnmerged(gitStore.git),
        () => [],
      )
    : []
  const [message, mend] = ['could not be merged by git', 'svc git resolve settles it'] as const
  return files.map(({ path }) =>
    fixable(failure(resolve(examined.store.root, path), message, mend)),
  )
}

function findDangling({ memories, tombstones, problems, directory }: Collection): Found[] {
  const stored = [...memories.values(), ...tombstones.values()]
  const documents = stored.map(({ document }) => document)
  const broken = problems.flatMap(({ path }) => readBrokenIds(directory, basename(path)))
  const { revived } = planSettlement(documents, new Set(broken))
  return revived.map(({ id }) => {
    const file = tombstones.get(id)?.file.name ?? ''
    const message = 'was merged into a memory that is gone'
    const mend = 'svc doctor --fix brings it back'
    return fixable(remark(resolve(directory, file), message, mend))
  })
}

const BY_HAND = 'edit it by hand'

async function settle(examined: Examined, gitStore?: GitStore): Promise<Found[]> {
  const { store, collections, now } = examined
  const options = { folders: foldersOf(store, collections), keepTitles: true }
  const { settled, unmerged } = await withoutGit(
    () => settleConflicts(store, now, { ...options, gitStore }),
    () => settleConflicts(store, now, options),
  )
  const toPath = (path: string) => resolve(store.root, path)
  return [
    ...unmerged.map(({ path, reason }) =>
      failure(toPath(path), reason.replace(`; ${BY_HAND}`, ''), BY_HAND),
    ),
    ...settled.map(({ path, how }): Found => {
      return { level: 'remark', path: toPath(path), message: how, fixed: true }
    }),
  ]
}

/** Also those of projects that this machine does not know, and those within projects. */
function foldersOf(store: Store, collections: readonly Collection[]): MemoryFolder[] {
  const folders = listMemoryFolders(store)
  const known = new Set(folders.map(({ path }) => resolve(store.root, path)))
  const others = collections.filter(({ directory }) => !known.has(directory))
  return [
    ...folders,
    ...others.map(({ folder, directory }) => ({ key: folder.key, path: directory })),
  ]
}

/** A machine without git cannot have begun a merge either. */
async function withoutGit<T>(
  action: () => Promise<T>,
  otherwise: () => T | Promise<T>,
): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (error instanceof SvcError && error.code === 'NOT_AVAILABLE') return otherwise()
    throw error
  }
}
