import { accessSync, constants } from 'node:fs'
import { resolve } from 'node:path'
import type { SvcError } from '../../store/errors.js'
import { toGitError, type Git, type GitResult } from '../../store/git/git.js'

const HOOKS = ['pre-commit', 'pre-merge-commit', 'prepare-commit-msg', 'commit-msg']
/** Git itself ends with 128 where it cannot do something. */
const REFUSED = 1

/** The GIT_FAILED of a commit, with git's words; where a hook of the repository refused it, naming it. */
export async function toCommitError(
  git: Git,
  { code, stdout, stderr }: GitResult,
): Promise<SvcError> {
  const hooks = code === REFUSED ? await findHooks(git) : []
  const cause =
    hooks.length === 0 ? '' : `a hook of the repository refused it (${hooks.join(', ')})`
  return toGitError(['commit'], `${cause}\n${stderr}\n${stdout}`)
}

/** The hooks that could have refused a commit, by name. */
async function findHooks(git: Git): Promise<string[]> {
  const { stdout } = await git.run(['rev-parse', '--git-path', 'hooks'])
  const folder = resolve(git.directory, stdout.replace(/\n$/, ''))
  return HOOKS.filter(name => isExecutable(resolve(folder, name)))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
