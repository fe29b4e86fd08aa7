import { toGitError } from '../../store/git/git.js'
import type { GitStore } from './git-store.js'
import type { GitSetup } from './setup.js'

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

/** Also where two pushes met in the very moment: then the remote cannot lock its branch. */
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
