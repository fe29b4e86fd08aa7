import { basename, resolve } from 'node:path'
import { putAside } from '../../store/aside.js'
import { SvcError } from '../../store/errors.js'
import type { Environment } from '../../store/git/git.js'
import { findRepository } from '../../store/git/repository.js'
import type { Store } from '../../store/store.js'
import { stateOfDriver } from '../git/driver.js'
import { findIgnoredMemories } from '../git/ignored.js'
import {
  findLocalGuard,
  findTrackedLocal,
  guardLocal,
  isLocalTracked,
  untrackLocal,
} from '../git/local.js'
import { settleConflicts } from '../git/resolve.js'
import {
  findLeftLocks,
  openGitStore,
  removeLeftLock,
  withGitLock,
  type GitStore,
} from '../git/store.js'
import { readStanding } from '../git/sync.js'
import { readUnmerged } from '../git/unmerged.js'
import type { Collection } from '../memories/collection.js'
import { readBrokenIds } from '../memories/collections.js'
import { listMemoryFolders, type MemoryFolder } from '../merge/folder.js'
import { planSettlement } from '../merge/settlement.js'
import type { GitFacts } from '../report.js'
import { within } from '../within.js'
import {
  type Check,
  type Examined,
  type Found,
  failure,
  fixable,
  remark,
  settling,
} from './check.js'

/** A repository that is large, or lies far away, is not waited for. */
const PATIENCE_MS = 3_000

/**
 * Reads the state of the store in git, without asking a remote; undefined if it lies in no
 * repository, or git does not answer within 3 s. Never throws.
 */
export async function readGitFacts(store: Store, env: Environment): Promise<GitFacts | undefined> {
  if (findRepository(store.root) === undefined) return undefined
  return within(readNow(store, env), PATIENCE_MS, undefined).catch(() => undefined)
}

async function readNow(store: Store, env: Environment): Promise<GitFacts> {
  const gitStore = openGitStore(store.manifest, { env })
  const [{ branch, changes, unmerged, setup, distance }, ignored, isTracked, local] =
    await Promise.all([
      readStanding(gitStore),
      findIgnoredMemories(gitStore.git),
      isLocalTracked(gitStore),
      findLocalGuard(gitStore),
    ])
  return {
    workTree: gitStore.repository.workTree,
    ...(branch !== undefined && { branch }),
    ...(setup.remote !== undefined && { remote: setup.remote }),
    uncommitted: changes.length,
    unmerged: unmerged.length,
    ...distance,
    driver: stateOfDriver(setup.driver),
    ignored: ignored.length,
    isLocalTracked: isTracked,
    local,
  }
}

/** States of the store in git that keep memories from being shared or merged well. */
export const gitState: Check = {
  name: 'git',
  run: ({ facts: { git } }) => {
    if (git === undefined) return []
    const { workTree, driver, ignored, behind = 0 } = git
    const lines: (readonly [isSo: boolean, message: string, mend: string])[] = [
      [driver === 'missing', 'has no merge driver', 'svc git init registers it'],
      [
        driver === 'without its program',
        'has a merge driver whose program is gone',
        'svc git init mends it',
      ],
      [ignored > 0, 'keeps memories out by a rule', 'svc git status names the rule'],
      [behind > 0, `is ${behind} commits behind what was fetched`, 'svc git sync merges them'],
    ]
    return lines.flatMap(([isSo, message, mend]) => (isSo ? [remark(workTree, message, mend)] : []))
  },
}

/** Locks of git's that nothing is seen to hold: git changes nothing while one lies there. */
export const leftLock: Check = {
  name: 'git-lock',
  run: ({ store, fix }) =>
    findLeftLocks(store.root).map(({ path, mayBeHeld }) => {
      const stops = 'by a git that is gone, and stops svc git commit and sync'
      if (mayBeHeld) return remark(path, `may be left ${stops}`, 'remove it if no git works there')
      const message = `was left ${stops}`
      const by = () => void removeLeftLock(store.root, path)
      return settling({ path, message, does: 'removes it' }, { fix, by })
    }),
}

/**
 * Open ends of merges: files that git could not merge, saved conflict markers, two files of one id,
 * tombstones whose survivor is gone. Files that cannot be read as they are, are told of by
 * `unreadable-memory`; this check comes first, so that it can settle them.
 */
export const conflict: Check = {
  name: 'conflict',
  run: async examined => {
    const { collections, fix } = examined
    if (!fix) return [...(await findUnmerged(examined)), ...collections.flatMap(findDangling)]
    const gitStore = openStoreOf(examined)
    const found = gitStore
      ? await withGitLock(examined.store, () => settle(examined, gitStore))
      : await settle(examined)
    for (const collection of collections) {
      // A settled conflict is to be seen, even if git waits for a merge to be concluded.
      collection.markChanged({ isForced: found.some(({ fixed }) => fixed) })
      await collection.refresh()
    }
    return found
  },
}

/** Undefined where the store lies in no repository, and where nobody has said how to find git. */
function openStoreOf({ store, env }: Examined): GitStore | undefined {
  if (env === undefined || findRepository(store.root) === undefined) return undefined
  return openGitStore(store.manifest, { env })
}

async function findUnmerged(examined: Examined): Promise<Found[]> {
  const gitStore = openStoreOf(examined)
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

/**
 * Files of `bin/` and `state/` that git tracks or a plain pull can write: hosts start those in the
 * one, and those in the other say whom this machine trusts.
 */
export const localFolders: Check = {
  name: 'git-local',
  run: async examined => {
    const { store, facts, env } = examined
    if (facts.git === undefined || env === undefined) return []
    const gitStore = openGitStore(store.manifest, { env })
    const tracked = await findTrackedLocal(gitStore)
    const found = tracked.length === 0 ? [] : [await settleTracked(gitStore, examined)]
    const isOpen = facts.git.local === 'open'
    return [...found, ...(isOpen ? [await settleOpen(gitStore, examined)] : [])]
  },
}

async function settleTracked(gitStore: GitStore, { store, fix, now }: Examined): Promise<Found> {
  const tracked = [...new Set((await findTrackedLocal(gitStore)).map(({ path }) => path))]
  const what = tracked.length === 1 ? '1 file' : `${tracked.length} files`
  const message = `has ${what} in git that ${tracked.length === 1 ? 'belongs' : 'belong'} to one machine, ${tracked[0]} for one`
  const found = failure(
    store.root,
    message,
    'svc doctor --fix takes them out, and what git brought',
  )
  if (!fix) return fixable(found)
  const places: string[] = []
  const aside = (path: string) => void places.push(putAside(store, path, now))
  await withGitLock(store, () => untrackLocal(gitStore, aside))
  const told = places.length === 0 ? '' : `; what git brought lies aside now, ${places[0]} for one`
  return { ...failure(store.root, message + told), fixed: true }
}

async function settleOpen(gitStore: GitStore, { store, fix }: Examined): Promise<Found> {
  const message = 'lets a plain git pull write into bin/ and state/, which hooks run and believe'
  if (!fix) return fixable(remark(store.root, message, 'svc doctor --fix closes them to git'))
  const isDone = await withGitLock(store, () => guardLocal(gitStore))
  return isDone ? { ...remark(store.root, message), fixed: true } : remark(store.root, message)
}
