import { operationIn, type Operation } from '../../store/git/repository.js'
import { readGitStatus } from '../../store/git/status.js'
import { stateOfDriver, type DriverState } from './driver.js'
import { readFileTexts } from './file-texts.js'
import type { GitStore } from './git-store.js'
import { findIgnored, type IgnoredFile } from './ignored.js'
import { findReturned, type ReturnedMemory } from './returned.js'
import { distanceTo, type Distance } from './remote-branch.js'
import { findSetup, isStateTracked, trackingRef } from './setup.js'
import { toStoreChanges, type StoreChange } from './store-change.js'
import { listUnmerged } from './unmerged-paths.js'

/** How a store stands in git, without asking any remote. */
export interface StoreGitStatus {
  store: string
  workTree: string
  /** Undefined where HEAD is detached. */
  branch?: string
  /** Undefined before the first commit. */
  head?: string
  remote?: string
  /** The remote's address. */
  url?: string
  /** Against the remote's branch as it was last fetched; undefined where it never was. */
  distance?: Distance
  /** What is not committed. */
  changes: StoreChange[]
  operation?: Operation
  /** Files that are not merged, from the store's root; those outside it from the work tree's, with `/`. */
  unmerged: string[]
  driver: DriverState
  /** Memories that were forgotten here and came back. */
  returned: ReturnedMemory[]
  /** True where git tracks something under `state/`, which belongs to one machine. */
  stateTracked: boolean
  /** What of the store git leaves out because of a rule of the person's. */
  ignored: IgnoredFile[]
}

/** Reads how a store stands in git. Throws GIT_FAILED, NOT_AVAILABLE. */
export async function readStoreStatus(gitStore: GitStore): Promise<StoreGitStatus> {
  const { store, repository, git, collections } = gitStore
  const { branch, head, changes } = await readGitStatus(git)
  const setup = await findSetup(gitStore, branch)
  const { remote, url } = setup
  const distance = remote && head ? await distanceTo(gitStore, trackingRef(setup)) : undefined
  const operation = operationIn(repository)
  return {
    store: store.root,
    workTree: repository.workTree,
    ...(branch !== undefined && { branch }),
    ...(head !== undefined && { head }),
    ...(remote !== undefined && { remote }),
    ...(url !== undefined && { url }),
    ...(distance !== undefined && { distance }),
    changes: await toStoreChanges(await readFileTexts(gitStore, changes)),
    ...(operation !== undefined && { operation }),
    unmerged: await listUnmerged(gitStore),
    driver: stateOfDriver(setup.driver),
    returned: findReturned(store, await collections.all()),
    stateTracked: await isStateTracked(gitStore),
    ignored: await findIgnored(git),
  }
}
