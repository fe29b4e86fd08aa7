import { toGitError } from '../../store/git/git.js'
import { operationIn } from '../../store/git/repository.js'
import { commitStore, type CommitResult } from './commit.js'
import { listChanges, summariseChanges } from './commit-message.js'
import { prefixOf, readFileTexts, toStorePath } from './file-texts.js'
import type { GitStore } from './git-store.js'
import { findIdentity } from './identity.js'
import { refuseUnsafe } from './incoming-check.js'
import { findIncoming } from './remote-branch.js'
import type { Resolution, Resolve } from './resolution.js'
import { scopeKeysOf, withScopeLocks } from './scope-locks.js'
import { trackingRef, type GitSetup } from './setup.js'
import { toStoreChanges, type StoreChange } from './store-change.js'
import { findUntold } from './unmerged-paths.js'

/** What a merge brought, and what was settled after it. */
export interface MergeResult extends Resolution {
  merged: StoreChange[]
  /** True where the merge waits for a person to settle what is left. */
  open: boolean
  /** Commits made beside the merge: changes that came in between, and what was settled. */
  commits: CommitResult[]
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
  const ref = trackingRef(setup)
  await refuseUnsafe(gitStore.git, ref, `${setup.remote}/${setup.branch}`)
  const { changes, isRelated } = await findIncoming(gitStore, ref)
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
  // What concludes the merge is the merge, not a commit beside it.
  const commits = settled === undefined || wasOpen ? [between] : [between, settled]
  return { ...resolution, left, merged, open, commits }
}

function messageOf({ remote, branch }: GitSetup, merged: readonly StoreChange[]): string {
  const summary = summariseChanges(merged)
  const subject = `Merge ${remote}/${branch}${summary === '' ? '' : `: ${summary}`}`
  return merged.length === 0 ? subject : `${subject}\n\n${listChanges(merged).join('\n')}`
}

/** Resolves where the merge is done, and where it stopped with conflicts. */
async function runMerge(
  { git, repository, store }: GitStore,
  ref: string,
  { message, isRelated }: { message: string; isRelated: boolean },
): Promise<void> {
  const { args } = await findIdentity(git)
  // Whatever a person has set for merges of their own; a stash of git's could lose an edit.
  const how = ['--quiet', '--no-edit', '--ff', '--commit', '--no-squash', '--no-autostash']
  // A forgotten memory and a new one that is like it are not one file that was renamed, and what
  // one side moved to another scope does not take along what the other side has added since.
  const noRenames = ['-c', 'merge.directoryRenames=false']
  const renames =
    store.root === repository.workTree ? [...noRenames, '-c', 'merge.renames=false'] : noRenames
  const strangers = isRelated ? [] : ['--allow-unrelated-histories']
  const all = [...args, ...renames, 'merge', ...how, ...strangers, '-m', message, ref]
  const { code, stdout, stderr } = await git.run(all)
  if (code === 0 || operationIn(repository) === 'merge') return
  throw toGitError(['merge'], `${stderr}\n${stdout}`)
}

/** Concludes an open merge, or commits what was settled after one that git finished itself. */
function commitSettled(gitStore: GitStore, wasOpen: boolean): Promise<CommitResult> {
  return commitStore(gitStore, wasOpen ? {} : { subject: 'Settle what the merge brought together' })
}
