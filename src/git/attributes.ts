import { SvcError } from '../../store/errors.js'
import type { Git } from '../../store/git/git.js'
import { readObjects } from '../../store/git/read.js'

/** Merges that git does itself, and svc's own. */
const PLAIN = new Set(['merge=svc', 'merge=text', 'merge=binary', 'merge=union'])
const NAMING = /^(?:filter|merge)=/

/** Lists attributes that ask a program for something: `filter=lfs`, `merge=ours`. Pure. */
export function findPrograms(text: string): string[] {
  const lines = text.split('\n').filter(line => !line.trimStart().startsWith('#'))
  const words = lines.flatMap(line => line.trim().split(/\s+/))
  return [...new Set(words.filter(word => NAMING.test(word) && !PLAIN.has(word)))]
}

/**
 * Refuses a version of a store whose attributes name a filter or a merge that the store here does
 * not name yet: whoever can push would choose which program of this machine's configuration is run
 * on what they have written. `git` runs in the store's folder; `known` is the version that stands
 * here. Throws INVALID_REQUEST that names the file.
 */
export async function refusePrograms(
  git: Git,
  ref: string,
  { origin, known }: { origin: string; known?: string },
): Promise<void> {
  const there = await listPrograms(git, ref)
  if (there.length === 0) return
  const standing = known === undefined ? [] : await listPrograms(git, known)
  const own = new Set(standing.map(({ program }) => program))
  const foreign = there.find(({ program }) => !own.has(program))
  if (foreign === undefined) return
  throw new SvcError(
    'INVALID_REQUEST',
    `${origin} has ${foreign.path}, which names a program of your git configuration ` +
      `(${foreign.program}); nothing was taken in: take it out there, or merge it with git itself`,
  )
}

async function listPrograms(git: Git, ref: string): Promise<{ path: string; program: string }[]> {
  const { code, stdout } = await git.run(['ls-tree', '-r', '-z', ref, '--', '.'])
  const entries = code === 0 ? stdout.split('\0').flatMap(toAttributes) : []
  const texts = await readObjects(
    git,
    entries.map(({ object }) => object),
  )
  return entries.flatMap(({ path, object }) =>
    findPrograms(texts.get(object) ?? '').map(program => ({ path, program })),
  )
}

/** A `.gitattributes` among the entries of a tree, on a disk that knows no case too. */
function toAttributes(record: string): { path: string; object: string }[] {
  const [meta = '', path = ''] = record.split('\t')
  const object = meta.split(' ')[2] ?? ''
  return /(?:^|\/)\.gitattributes$/i.test(path) ? [{ path, object }] : []
}
