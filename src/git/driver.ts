import { existsSync } from 'node:fs'
import type { Git } from '../../store/git/git.js'
import { parseConfig } from '../../store/git/read.js'
import { DECIDED } from './merge-driver.js'

/** The files that make up this program, by absolute paths. */
export interface ProgramFiles {
  /** The Node that runs it. */
  node: string
  script: string
}

/** State of the merge driver in a repository's configuration. */
export type DriverState = 'registered' | 'missing' | 'without its program'

const NAME = 'svc: memories, field by field'

/**
 * The line that git runs to merge a memory. Where the program is missing or cannot do it, git's own
 * merge of lines takes its place: else git would keep "ours" without a sign of a conflict.
 */
export function formatDriver({ node, script }: ProgramFiles): string {
  const own = `test -f ${quote(script)} && ${quote(node)} ${quote(script)} git merge-driver %O %A %B %L %P`
  const plain = 'git merge-file -q --marker-size=%L %A %O %B'
  return `{ ${own}; } || { test $? -eq ${DECIDED} && exit 1; ${plain}; }`
}

/**
 * Registers the merge driver in the repository's own configuration, which linked worktrees share.
 * Changes nothing where it stands there already; true where it did. Throws GIT_FAILED.
 */
export async function registerDriver(git: Git, program: ProgramFiles): Promise<boolean> {
  const wanted = [
    ['merge.svc.name', NAME],
    ['merge.svc.driver', formatDriver(program)],
  ] as const
  const standing = parseConfig((await git.run(LIST)).stdout)
  const changed = wanted.filter(([key, value]) => standing.get(key)?.at(-1) !== value)
  for (const [key, value] of changed) {
    await git.read(['config', '--local', '--replace-all', key, value])
  }
  return changed.length > 0
}

const LIST = ['config', '--local', '-z', '--get-regexp', '^merge\\.svc\\.']

/** Judges a driver's line by the programs that it names. */
export function stateOfDriver(line: string | undefined): DriverState {
  if (line === undefined || line.trim() === '') return 'missing'
  const paths = [...line.matchAll(/'((?:[^']|'\\'')*)'/g)].map(([, path = '']) => unquote(path))
  return paths.every(path => existsSync(path)) ? 'registered' : 'without its program'
}

/** One word of a shell in which git replaces nothing. */
function quote(path: string): string {
  return `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`
}

function unquote(path: string): string {
  return path.replaceAll(`'\\''`, "'").replaceAll('%%', '%')
}
