import { SvcError } from '../../store/errors.js'
import type { Git } from '../../store/git/git.js'

/** Modes of a symbolic link and of a submodule. */
const FOREIGN = ['120000', '160000']
const OURS = /^(?:svc\.json|global|projects)(?:\/|$)/i
const STATE = /^state(?:\/|$)/i

/**
 * Refuses a version of a store that must not reach the disk: with links among its memories, which
 * would lead svc's writing elsewhere, or with files of `state/`, which say whom this machine
 * trusts. `git` runs in the store's folder. Throws INVALID_REQUEST that names the first file.
 */
export async function refuseUnsafe(git: Git, ref: string, origin: string): Promise<void> {
  const listed = await git.read(['ls-tree', '-r', '-z', ref, '--', '.'])
  for (const record of listed.split('\0').filter(Boolean)) {
    const [meta = '', path = ''] = record.split('\t')
    const isLink = FOREIGN.includes(meta.slice(0, 6)) && OURS.test(path)
    if (!isLink && !STATE.test(path)) continue
    const why = isLink ? 'is no plain file' : 'belongs to one machine'
    throw new SvcError(
      'INVALID_REQUEST',
      `${origin} has ${path}, which ${why}; nothing was taken in: take it out of git there first`,
    )
  }
}
