import { withGitLock, openGitStore, type GitStore } from '../git/store.js'
import { findTrackedLocal, guardLocal, untrackLocal } from '../git/local.js'
import { type Check, type Examined, type Found, failure, fixable, remark } from './check.js'
import { putAside } from './damage.js'

/**
 * What git tracks of `bin/` and `state/`, and whether a plain pull can write there: hosts start what
 * lies in the one, and what lies in the other says whom this machine trusts.
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
