import { basename } from 'node:path'
import { SvcError } from '../../store/errors.js'
import { toGitError } from '../../store/git/git.js'
import { parseRawDiff, type FileChange } from '../../store/git/read.js'
import { operationIn } from '../../store/git/repository.js'
import { withScopeLocks } from '../../store/locks.js'
import { scopeKeysOf } from '../merge/folder.js'
import type { Resolution } from '../merge/settle.js'
import { listChanges, summariseChanges, toStoreChanges, type StoreChange } from './changes.js'
import { commitStore, type CommitResult } from './commit.js'
import { clearIncoming } from './incoming.js'
import { runMerge } from './merge.js'
import { findUntold } from './resolve.js'
import {
  prefixOf,
  type GitStore,
  trackingRef,
  type GitSetup,
  readFileTexts,
  toStorePath,
} from './store.js'

/** Distance of a branch from the remote's, as last fetched. */
export interface Distance {
  /** Commits that only this side has. */
  ahead: number
  behind: number
}

/** Fetches the remote's branch; false where the remote has none of that name. Throws GIT_FAILED. */
export async function fetchBranch({ git }: GitStore, setup: GitSetup): Promise<boolean> {
  const { remote = '', branch = '' } = setup
  const refspec = `+refs/heads/${branch}:${trackingRef(setup)}`
  const args = ['fetch', '--quiet', remote, refspec]
  const { code, stderr } = await git.run(args)
  if (code === 0) return true
  if (/couldn't find remote ref/.test(stderr)) return false
  throw toGitError(args, stderr)
}

/** Undefined where the remote's branch was never fetched, or nothing is committed here. */
export async function distanceTo({ git }: GitStore, ref: string): Promise<Distance | undefined> {
  const args = ['rev-list', '--left-right', '--count', `HEAD...${ref}`, '--']
  const { code, stdout } = await git.run(args)
  const [ahead = 0, behind = 0] = stdout.trim().split(/\s+/).map(Number)
  return code === 0 ? { ahead, behind } : undefined
}

/** Counts the commits of HEAD; with `since` (`ref..`) those that the ref does not have. */
export async function countAhead({ git }: GitStore, since: string): Promise<number> {
  return Number(await git.read(['rev-list', '--count', `${since}HEAD`, '--']))
}

/** The other branches' names, where a remote that lacks ours has some: the default one, or ''. */
export async function defaultBranchOf(
  { git }: GitStore,
  { remote = '' }: GitSetup,
): Promise<string> {
  const { stdout } = await git.run(['ls-remote', '--symref', remote, 'HEAD'])
  return /^ref: refs\/heads\/(\S+)\s+HEAD$/m.exec(stdout)?.[1] ?? ''
}

/** Changes that merging the remote's branch would bring into the store, and if the two are kin. */
async function findIncoming(
  gitStore: GitStore,
  ref: string,
  origin: string,
): Promise<{ changes: FileChange[]; isRelated: boolean }> {
  const { git } = gitStore
  const isRelated = (await git.run(['merge-base', 'HEAD', ref])).code === 0
  if (!isRelated) await refuseStranger(gitStore, ref, origin)
  const range = isRelated ? [`HEAD...${ref}`] : ['HEAD', ref]
  const how = ['--raw', '-z', '--no-renames', '--no-abbrev', '--no-ext-diff']
  const changes = parseRawDiff(await git.read(['diff', ...how, ...range, '--', '.']))
  // A merge of strangers does not remove what only this side has.
  return {
    isRelated,
    changes: isRelated ? changes : changes.filter(({ kind }) => kind !== 'removed'),
  }
}

/** Two machines may each have begun a store; anything else is a mistake. */
async function refuseStranger(gitStore: GitStore, ref: string, origin: string): Promise<void> {
  const { git, store } = gitStore
  const manifest = `${prefixOf(gitStore)}${store.manifest.slice(store.root.length + 1)}`
  if ((await git.run(['cat-file', '-e', `${ref}:${manifest}`])).code === 0) return
  throw new SvcError(
    'CONFLICT',
    `${origin} has no history in common with this store and no ${manifest}: it is not a store of svc; ` +
      'look at git remote -v',
  )
}

/** Settles what a merge left open, and what it brought together that does not belong together. */
export type Resolve = (gitStore: GitStore) => Promise<Resolution>

/** Changes that a merge brought, and what was settled after it. */
interface MergeResult extends Resolution {
  merged: StoreChange[]
  /** True where the merge waits for a person to settle what is left. */
  open: boolean
  /** Commits made beside the merge: changes that came in between, and what was settled. */
  commits: CommitResult[]
  /** Sentences that name what was not taken in. */
  notes: string[]
}

/**
 * Merges what was fetched, and settles what git could not. Where something is left the merge stays
 * open. Throws GIT_FAILED where git refuses to begin, CONFLICT on a history that is none of ours.
 */
export async function mergeRemote(
  gitStore: GitStore,
  setup: GitSetup,
  resolve: Resolve,
): Promise<MergeResult> {
  const manifest = basename(gitStore.store.manifest)
  const origin = `${setup.remote}/${setup.branch}`
  const look = { origin, manifest, known: 'HEAD' }
  const { ref, notes } = await clearIncoming(gitStore.git, trackingRef(setup), look)
  const { changes, isRelated } = await findIncoming(gitStore, ref, origin)
  const merged = await toStoreChanges(await readFileTexts(gitStore, changes))
  const prefix = prefixOf(gitStore)
  const keys = scopeKeysOf(changes.flatMap(({ path }) => toStorePath(prefix, path) ?? []))
  const between = await withScopeLocks(gitStore.store, keys, async () => {
    // Git refuses a merge over a file that is not committed.
    const late = await commitStore(gitStore)
    await runMerge(gitStore, ref, { message: messageOf(setup, merged), isRelated })
    return late
  })
  const resolution = await resolve(gitStore)
  const left = [...resolution.left, ...(await findUntold(gitStore, resolution.left))]
  const wasOpen = operationIn(gitStore.repository) === 'merge'
  const open = wasOpen && left.length > 0
  const settled = open ? undefined : await commitSettled(gitStore, wasOpen)
  // A commit that concludes the merge is the merge, not one beside it.
  const commits = settled === undefined || wasOpen ? [between] : [between, settled]
  return { ...resolution, left, merged, open, commits, notes }
}

function messageOf({ remote, branch }: GitSetup, merged: readonly StoreChange[]): string {
  const summary = summariseChanges(merged)
  const subject = `Merge ${remote}/${branch}${summary === '' ? '' : `: ${summary}`}`
  return merged.length === 0 ? subject : `${subject}\n\n${listChanges(merged).join('\n')}`
}

/** Concludes an open merge, or commits what was settled after one that git finished itself. */
function commitSettled(gitStore: GitStore, wasOpen: boolean): Promise<CommitResult> {
  return commitStore(gitStore, wasOpen ? {} : { subject: 'Settle what the merge brought together' })
}

/**
 * Pushes HEAD to the remote's branch; false where the remote has moved on meanwhile and must be
 * merged first. Throws GIT_FAILED with git's words where it refuses for another reason.
 */
export async function pushHead({ git }: GitStore, { remote, branch }: GitSetup): Promise<boolean> {
  const args = ['push', '--porcelain', remote ?? '', `HEAD:refs/heads/${branch}`]
  const { code, stdout, stderr } = await git.run(args)
  if (code === 0) return true
  if (hasMoved(`${stdout}\n${stderr}`)) return false
  throw toGitError(args, `${reasonOf(stdout)}\n${stderr}`)
}

/** True if the remote has moved on; it cannot lock its branch if two pushes met in one moment. */
function hasMoved(output: string): boolean {
  return /\((?:fetch first|non-fast-forward)\)|cannot lock ref|reference already exists/.test(
    output,
  )
}

function reasonOf(output: string): string {
  return output
    .split('\n')
    .filter(line => line.startsWith('!'))
    .join('\n')
    .replaceAll('\t', ' ')
}
