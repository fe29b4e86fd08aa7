import { SvcError } from '../../store/errors.js'
import type { Git } from '../../store/git/git.js'
import { IN_REPO } from '../../store/scope-folders/in-repo.js'

/** Any memory has such a name; none has exactly this one. */
const MEMORY = `${IN_REPO}/memories/any--aaaaaaaa.md`

/** True where git leaves out what lies in the `.svc` of a work tree; false without git. */
export async function isInRepoIgnored(git: Git): Promise<boolean> {
  try {
    return (await git.run(['check-ignore', '-q', '--', MEMORY])).code === 0
  } catch (error) {
    if (error instanceof SvcError) return false
    throw error
  }
}
