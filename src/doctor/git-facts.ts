import { openGit } from '../../store/git/git.js'
import { readGitStatus } from '../../store/git/read.js'
import { findRepository } from '../../store/git/repository.js'
import type { Store } from '../../store/store.js'
import { stateOfDriver } from '../git/driver.js'
import { findIgnoredMemories } from '../git/ignored.js'
import { findLocalGuard, isLocalTracked } from '../git/local.js'
import { distanceTo } from '../git/remote.js'
import { findSetup, openGitStore, trackingRef } from '../git/store.js'
import type { GitFacts } from '../report.js'
import { within } from '../within.js'

/** A repository that is large, or lies far away, is not waited for. */
const PATIENCE_MS = 3_000

/**
 * How the store stands in git, without asking a remote; undefined where it lies in no repository, or
 * git does not answer within 3 s. Never throws.
 */
export async function readGitFacts(
  store: Store,
  env: Readonly<Record<string, string | undefined>>,
): Promise<GitFacts | undefined> {
  if (findRepository(store.root) === undefined) return undefined
  return within(look(store, env), PATIENCE_MS, undefined).catch(() => undefined)
}

async function look(
  store: Store,
  env: Readonly<Record<string, string | undefined>>,
): Promise<GitFacts> {
  const gitStore = openGitStore(store.manifest, { env })
  const git = openGit(store.root, env)
  const { branch, head, changes, unmerged } = await readGitStatus(git)
  const [setup, ignored, isTracked, local] = await Promise.all([
    findSetup(gitStore, branch),
    findIgnoredMemories(git),
    isLocalTracked(gitStore),
    findLocalGuard(gitStore),
  ])
  const isShared = setup.remote !== undefined && head !== undefined
  const distance = isShared ? await distanceTo(gitStore, trackingRef(setup)) : undefined
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
