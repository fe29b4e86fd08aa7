import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { toGitError, type Git } from '../../store/git/git.js'
import { parseConfig } from '../../store/git/read.js'
import { mergeTexts } from '../merge/text.js'

/** What git hands to a merge driver: three files to read, the second of which is to be replaced. */
interface DriverCall {
  base: string
  ours: string
  theirs: string
  /** Length of conflict markers; git's default is 7. */
  markerSize?: number
  /** Where the file lies in the repository; the files above have names of git's own. */
  path?: string
}

/** What the driver answers git by. */
const MERGED = 0
/** It cannot merge this: nothing was written, and git's merge of lines should be tried. */
const CANNOT = 1
/** It decided that a person must look: OURS has conflict markers around both whole files. */
const DECIDED = 65

/** A memory lies in a folder of this name; other Markdown is none of ours. */
const MEMORY_PATH = /(?:^|\/)memories\/[^/]+\.md$/

/** Merges a memory file for git, in place of OURS. Answers the exit code; see above. */
export async function runMergeDriver(call: DriverCall): Promise<number> {
  const { ours, path } = call
  if (path !== undefined && !MEMORY_PATH.test(path)) return CANNOT
  const [base, own, other] = [call.base, ours, call.theirs].map(readWhole)
  if (base === undefined || own === undefined || other === undefined) return CANNOT
  // Where both sides added the file, git makes up an empty ancestor.
  const ancestor = base === '' ? undefined : base
  const merged = await mergeTexts(ancestor, own, other, basename(path ?? ours))
  if ('text' in merged) {
    if (merged.text !== own) writeFileSync(ours, merged.text)
    return MERGED
  }
  if (merged.isOfTwo !== true) return CANNOT
  writeFileSync(ours, markWhole(own, other, call.markerSize ?? 7))
  return DECIDED
}

/** Undefined for a text that could not be written back as it was. */
function readWhole(path: string): string | undefined {
  const text = readFileSync(path, 'utf8')
  return text.includes('\ufffd') || text.includes('\0') ? undefined : text
}

function markWhole(ours: string, theirs: string, size: number): string {
  const [opening, middle, closing] = ['<', '=', '>'].map(sign => sign.repeat(size))
  return `${opening} ours\n${ended(ours)}${middle}\n${ended(theirs)}${closing} theirs\n`
}

function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

/** The files that make up this program, by absolute paths. */
export interface ProgramFiles {
  /** The Node that runs it. */
  node: string
  script: string
}

/** How the merge driver stands in a repository's configuration. */
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
    const args = ['config', '--local', '--replace-all', key, value]
    const { code, stderr } = await git.run(args)
    if (code !== 0) throw toGitError(args, stderr)
  }
  return changed.length > 0
}

const LIST = ['config', '--local', '-z', '--get-regexp', '^merge\\.svc\\.']

/** Whether a driver's line leads to programs that are there. */
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
