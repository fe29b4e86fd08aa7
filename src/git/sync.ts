import { basename, join } from 'node:path'
import { SvcError } from '../../store/errors.js'
import { readGitStatus } from '../../store/git/read.js'
import { operationIn, type Operation, gitIn, quoteForShell } from '../../store/git/repository.js'
import { REVIEW_TAG } from '../memories/life.js'
import type { Resolution } from '../merge/settle.js'
import { type StoreChange, toStoreChanges } from './changes.js'
import { commitStore, refuseOpen, type CommitResult } from './commit.js'
import { findIgnored, type IgnoredFile } from './ignored.js'
import { findDowngrade, findLaterFormat, findTakenAway } from './incoming.js'
import { isLocalTracked } from './local.js'
import { stateOfDriver, type DriverState } from './driver.js'
import { recoverMerge } from './merge.js'
import {
  mergeRemote,
  pushHead,
  countAhead,
  defaultBranchOf,
  distanceTo,
  fetchBranch,
  type Distance,
  type Resolve,
} from './remote.js'
import { findReturned, type ReturnedMemory } from './returned.js'
import {
  type GitStore,
  withGitLock,
  findSetup,
  trackingRef,
  type GitSetup,
  readFileTexts,
} from './store.js'
import { listUnmerged } from './unmerged.js'

/** Results of a merge that a person should know of. */
interface MergeNotices {
  /** Memories that it marked for review: both sides had changed them. */
  review: { id: string; title: string; path: string }[]
  /** Memories that were forgotten here and came back. */
  returned: ReturnedMemory[]
}

/** Looks at what a merge brought, once everything is settled. */
async function findNotices(
  { store, collections }: GitStore,
  { merged }: { merged: readonly StoreChange[] },
): Promise<MergeNotices> {
  const all = await collections.all()
  const paths = new Set(merged.map(({ path }) => join(store.root, path)))
  const review = all
    .flatMap(({ directory, memories }) => {
      const flagged = [...memories.values()].filter(one => one.document.tags.includes(REVIEW_TAG))
      return flagged.map(({ document: { id, title }, file }) => {
        return { id, title, path: join(directory, file.name) }
      })
    })
    .filter(({ path }) => paths.has(path))
  return { review, returned: findReturned(store, all) }
}

const PUSH_TRIES = 3

/** Result of a sync. */
export interface SyncResult extends Resolution, MergeNotices {
  /** The store's folder. */
  store: string
  branch: string
  /** Undefined where the repository has no remote: then the sync only committed. */
  remote?: string
  /** Names of several remotes, if nothing says which one is meant. The sync only committed. */
  undecided?: string[]
  /** The commits that it made of what was not committed yet. */
  committed: CommitResult[]
  /** Changes that came from the remote. */
  merged: StoreChange[]
  /** True where the merge stays open until a person has settled what is left; nothing is pushed. */
  open: boolean
  /** Number of commits that went to the remote. */
  pushed: number
  /** Reason that nothing was pushed though there was something to push. */
  withheld?: string
  notes: string[]
  /** Rules by which git leaves the memories out, if that is why there was nothing to commit. */
  ignored?: IgnoredFile[]
}

/**
 * Commits, fetches, merges, settles, commits and pushes. Nothing else of the repository changes:
 * no other branch, no stash, no configuration. What a person must decide is in `left`. Throws
 * CONFLICT where something else is under way, GIT_FAILED with git's own words.
 */
export function syncStore(gitStore: GitStore, resolve: Resolve): Promise<SyncResult> {
  return withGitLock(gitStore.store, async () => {
    const branch = await findBranch(gitStore)
    const setup = await findSetup(gitStore, branch)
    const result: SyncResult = {
      ...{ store: gitStore.store.root, branch },
      ...(setup.remote !== undefined && { remote: setup.remote }),
      ...(setup.undecided && { undecided: setup.undecided }),
      ...{ committed: [], merged: [], settled: [], left: [], open: false, pushed: 0, notes: [] },
      ...{ review: [], returned: [] },
    }
    const commit = await commitStore(gitStore)
    takeCommit(result, commit)
    if (commit.ignored !== undefined) result.ignored = commit.ignored
    if (setup.remote !== undefined) await exchange(gitStore, setup, resolve, result)
    return result.merged.length === 0
      ? result
      : { ...result, ...(await findNotices(gitStore, result)) }
  })
}

async function findBranch(gitStore: GitStore): Promise<string> {
  await recoverMerge(gitStore)
  const status = await readGitStatus(gitStore.git)
  refuseOpen(gitStore, status)
  if (operationIn(gitStore.repository) !== undefined) {
    throw new SvcError(
      'CONFLICT',
      'a merge is in progress; conclude it (svc git commit) or give it up (git merge --abort)',
    )
  }
  return status.branch ?? ''
}

async function exchange(
  gitStore: GitStore,
  setup: GitSetup,
  resolve: Resolve,
  result: SyncResult,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const isThere = await fetchBranch(gitStore, setup)
    if (isThere) await takeIn(gitStore, setup, resolve, result)
    else await noteOtherBranch(gitStore, setup, result)
    if (result.open) return
    const ahead = await countAhead(gitStore, isThere ? `${trackingRef(setup)}..` : '')
    if (ahead === 0) return
    const harm = isThere ? await findHarm(gitStore, setup) : undefined
    if (harm !== undefined) {
      result.withheld = harm
      return
    }
    if (await pushHead(gitStore, setup)) {
      result.pushed = ahead
      return
    }
    if (tries === PUSH_TRIES) throw tooBusy(setup)
  }
}

/** Reason that a push would do harm to what others have there, with the way out; undefined for none. */
async function findHarm(gitStore: GitStore, setup: GitSetup): Promise<string | undefined> {
  const { git, store } = gitStore
  const ref = trackingRef(setup)
  const manifest = basename(store.manifest)
  const { remote = '', branch = '' } = setup
  const run = (command: string) => `${gitIn(store.root)} ${command}`
  const push = run(`push ${quoteForShell(remote)} ${quoteForShell(`HEAD:${branch}`)}`)
  const merged = 'what else was there is merged here, and nothing is pushed'
  // A later svc would find this one's manifest in the place of its own.
  const later = await findLaterFormat(git, ref, manifest)
  if (later !== undefined)
    return `${remote}/${branch}: ${manifest} ${later}; ${merged}. Where no later svc is in use: ${push}`
  const lower = await findDowngrade(git, ref, manifest)
  if (lower !== undefined) {
    const take = run(`checkout ${quoteForShell(`${remote}/${branch}`)} -- ${manifest}`)
    return `${remote}/${branch}: ${manifest} ${lower}; ${merged}. Take theirs: ${take}`
  }
  const taken = await findTakenAway(git, ref, manifest)
  if (taken === undefined) return undefined
  return (
    `${remote}/${branch} has ${taken}; it was left out here, ${merged}: that would take it from ` +
    `everybody. Mend it where it came from, then sync here; or, to have it removed: ${push}`
  )
}

async function takeIn(
  gitStore: GitStore,
  setup: GitSetup,
  resolve: Resolve,
  result: SyncResult,
): Promise<void> {
  const distance = await distanceTo(gitStore, trackingRef(setup))
  if (distance?.behind === 0) return
  const { merged, settled, left, open, commits, notes } = await mergeRemote(
    gitStore,
    setup,
    resolve,
  )
  result.notes.push(...notes)
  result.merged.push(...merged)
  result.settled.push(...settled)
  result.left = left
  result.open = open
  for (const commit of commits) takeCommit(result, commit)
}

function takeCommit({ committed, notes }: SyncResult, commit: CommitResult): void {
  if (commit.commit !== undefined) committed.push(commit)
  if (commit.note !== undefined && !notes.includes(commit.note)) notes.push(commit.note)
}

/** Two machines that push branches of two names would never meet. */
async function noteOtherBranch(
  gitStore: GitStore,
  setup: GitSetup,
  { notes }: SyncResult,
): Promise<void> {
  const other = await defaultBranchOf(gitStore, setup)
  if (other === '' || other === setup.branch) return
  const { git, store } = gitStore
  const isThere = (await git.run(['rev-parse', '-q', '--verify', `refs/heads/${other}`])).code === 0
  notes.push(
    `${setup.remote} had no branch ${setup.branch}; its own is ${other}. To share that one: ` +
      `${gitIn(store.root)} ${isThere ? 'switch' : 'branch -m'} ${other}, then svc git sync`,
  )
}

function tooBusy({ remote, branch }: GitSetup): SvcError {
  return new SvcError(
    'GIT_FAILED',
    `${remote}/${branch} moved on at each of ${PUSH_TRIES} tries; everything is committed and ` +
      'merged here: try again',
  )
}

/** State of a store in git, without asking any remote. */
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
  /** Names of several remotes, if nothing says which one is meant. */
  undecided?: string[]
  /** Against the remote's branch as it was last fetched; undefined where it never was. */
  distance?: Distance
  /** Changes that are not committed. */
  changes: StoreChange[]
  operation?: Operation
  /** Files that are not merged, from the store's root; those outside it from the work tree's, with `/`. */
  unmerged: string[]
  driver: DriverState
  /** Memories that were forgotten here and came back. */
  returned: ReturnedMemory[]
  /** True where git tracks something of `bin/` or `state/`, which belong to one machine. */
  localTracked: boolean
  /** Paths of the store that git leaves out because of a rule of the person's. */
  ignored: IgnoredFile[]
}

/** Reads where a store's branch is shared and how far it is from there. Throws GIT_FAILED. */
export async function readStanding(gitStore: GitStore) {
  const status = await readGitStatus(gitStore.git)
  const setup = await findSetup(gitStore, status.branch)
  const isShared = setup.remote !== undefined && status.head !== undefined
  const distance = isShared ? await distanceTo(gitStore, trackingRef(setup)) : undefined
  return { ...status, setup, distance }
}

/** Reads how a store stands in git. Throws GIT_FAILED, NOT_AVAILABLE. */
export async function readStoreStatus(gitStore: GitStore): Promise<StoreGitStatus> {
  const { store, repository, git, collections } = gitStore
  const { branch, head, changes, setup, distance } = await readStanding(gitStore)
  const { remote, url, undecided } = setup
  const operation = operationIn(repository)
  return {
    store: store.root,
    workTree: repository.workTree,
    ...(branch !== undefined && { branch }),
    ...(head !== undefined && { head }),
    ...(remote !== undefined && { remote }),
    ...(url !== undefined && { url }),
    ...(undecided && { undecided }),
    ...(distance !== undefined && { distance }),
    changes: await toStoreChanges(await readFileTexts(gitStore, changes)),
    ...(operation !== undefined && { operation }),
    unmerged: await listUnmerged(gitStore),
    driver: stateOfDriver(setup.driver),
    returned: findReturned(store, await collections.all()),
    localTracked: await isLocalTracked(gitStore),
    ignored: await findIgnored(git),
  }
}
