import { SvcError } from '../../store/errors.js'
import { parseRawDiff, type FileChange } from '../../store/git/file-change.js'
import { toGitError } from '../../store/git/git.js'
import { prefixOf } from './file-texts.js'
import type { GitStore } from './git-store.js'
import { trackingRef, type GitSetup } from './setup.js'

/** How a branch stands against the remote's, as last fetched. */
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

/** How many commits HEAD has; with `since` (`ref..`) those that the ref does not have. */
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

/** What a merge of the remote's branch would bring into the store, and whether the two are kin. */
export async function findIncoming(
  gitStore: GitStore,
  ref: string,
): Promise<{ changes: FileChange[]; isRelated: boolean }> {
  const { git } = gitStore
  const isRelated = (await git.run(['merge-base', 'HEAD', ref])).code === 0
  if (!isRelated) await refuseStranger(gitStore, ref)
  const range = isRelated ? [`HEAD...${ref}`] : ['HEAD', ref]
  const how = ['--raw', '-z', '--no-renames', '--no-abbrev', '--no-ext-diff']
  const changes = parseRawDiff(await git.read(['diff', ...how, ...range, '--', '.']))
  // Of strangers, what only this side has is not removed by a merge.
  return {
    isRelated,
    changes: isRelated ? changes : changes.filter(({ kind }) => kind !== 'removed'),
  }
}

/** Two machines may each have begun a store; anything else is a mistake. */
async function refuseStranger(gitStore: GitStore, ref: string): Promise<void> {
  const { git, store } = gitStore
  const manifest = `${prefixOf(gitStore)}${store.manifest.slice(store.root.length + 1)}`
  if ((await git.run(['cat-file', '-e', `${ref}:${manifest}`])).code === 0) return
  const name = ref.replace('refs/remotes/', '')
  throw new SvcError(
    'CONFLICT',
    `${name} has no history in common with this store and no ${manifest}: it is not a store of svc; ` +
      'look at git remote -v',
  )
}
