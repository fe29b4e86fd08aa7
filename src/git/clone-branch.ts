import { SvcError } from '../../store/errors.js'
import type { Git } from '../../store/git/git.js'
import { firstBranchOf } from './init.js'

const REMOTE = 'refs/remotes/origin/'
const COMMON = ['main', 'master']

/**
 * Puts a fresh clone onto a branch where the remote's HEAD names one that is not there: the one
 * that holds the store, and in an empty remote the one that `svc git init` begins with, so that
 * two machines meet on it. Throws INVALID_REQUEST where it is not clear which one is meant.
 */
export async function settleBranch(git: Git, manifest: string, url: string): Promise<void> {
  if ((await git.run(['rev-parse', '-q', '--verify', 'HEAD'])).code === 0) return
  const branches = await listBranches(git)
  if (branches.length === 0) {
    await git.read(['symbolic-ref', 'HEAD', `refs/heads/${await firstBranchOf(git)}`])
    return
  }
  const holders = []
  for (const branch of branches) if (await holds(git, branch, manifest)) holders.push(branch)
  const picked = pickBranch(holders)
  if (picked === undefined) throw toError(url, manifest, branches, holders)
  await git.read(['checkout', '-q', '-b', picked, '--track', `${REMOTE}${picked}`])
}

/** `main`, else `master`, else the only one; undefined where none is the obvious one. Pure. */
export function pickBranch(holders: readonly string[]): string | undefined {
  const common = COMMON.find(name => holders.includes(name))
  return common ?? (holders.length === 1 ? holders[0] : undefined)
}

async function listBranches(git: Git): Promise<string[]> {
  const listed = await git.read(['for-each-ref', '--format=%(refname)', REMOTE])
  const names = listed.split('\n').map(name => name.slice(REMOTE.length))
  return names.filter(name => name !== '' && name !== 'HEAD')
}

async function holds(git: Git, branch: string, manifest: string): Promise<boolean> {
  return (await git.run(['cat-file', '-e', `${REMOTE}${branch}:${manifest}`])).code === 0
}

function toError(
  url: string,
  manifest: string,
  branches: readonly string[],
  holders: readonly string[],
): SvcError {
  const why =
    holders.length === 0
      ? `holds no svc store: no branch has a ${manifest} (${branches.join(', ')})`
      : `has several branches with a store, and its HEAD names none of them: ${holders.join(', ')}; ` +
        'set it there (git symbolic-ref HEAD refs/heads/NAME)'
  return new SvcError('INVALID_REQUEST', `${url} ${why}; nothing was changed`)
}
