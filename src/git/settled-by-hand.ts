import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GitStore } from './git-store.js'
import type { UnmergedFile } from './unmerged.js'

/** Any of them, not only a whole conflict: a person may be half-way through. */
const MARKER = /^(?:<{7,}|>{7,}|\|{7,})(?: |\r?$)/m

/**
 * True where a person has settled a file that both sides changed: it has no conflict markers any
 * more. Where git is told to write none, a file that is still "ours" says nothing.
 */
export async function isSettledByHand(gitStore: GitStore, file: UnmergedFile): Promise<boolean> {
  const { path, ours, theirs, problem } = file
  if (problem !== undefined || ours === undefined || theirs === undefined) return false
  if (ours === theirs) return false
  const standing = readStanding(join(gitStore.store.root, path))
  if (standing === undefined || MARKER.test(standing)) return false
  return standing !== ours || (await writesMarkers(gitStore, path))
}

/** What a person is to do about a file that is no memory. */
export function whyLeft({ ours, theirs, problem }: UnmergedFile): string {
  if (problem !== undefined) return `${problem}; settle it by hand and git add it`
  return ours === undefined || theirs === undefined
    ? 'is no memory, and one side removed it; git add it to keep it, or git rm it'
    : 'is no memory; take the conflict markers out by hand, or git add it as it is'
}

/** Undefined where there is no plain file. */
function readStanding(path: string): string | undefined {
  const isFile = lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false
  return isFile ? readFileSync(path, 'utf8') : undefined
}

async function writesMarkers({ git }: GitStore, path: string): Promise<boolean> {
  const { stdout } = await git.run(['check-attr', '-z', 'merge', '--', path])
  return stdout.split('\0')[2] === 'unspecified'
}
