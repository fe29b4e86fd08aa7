import type { Git } from './git.js'
import { toFileChange, type FileChange } from './file-change.js'

/** What `git status` says of a folder, without asking any remote. */
export interface GitStatus {
  /** The commit that HEAD names; undefined before the first one. */
  head?: string
  /** The branch; undefined where HEAD is detached. */
  branch?: string
  /** What differs from HEAD, staged or not, untracked files too. Paths from the work tree's root. */
  changes: FileChange[]
  /** Files of a merge that are not settled, from the work tree's root. */
  unmerged: string[]
}

/** Looks at the folder that git runs in, in one run. Throws GIT_FAILED, NOT_AVAILABLE. */
export async function readGitStatus(git: Git): Promise<GitStatus> {
  const how = ['--porcelain=v2', '--branch', '-z', '--untracked-files=all', '--no-renames']
  // Looking must not write the index: a person's own git may be at work.
  return parseGitStatus(await git.read(['--no-optional-locks', 'status', ...how, '--', '.']))
}

/** Reads what `git status --porcelain=v2 --branch -z --no-renames` prints. */
export function parseGitStatus(text: string): GitStatus {
  const status: GitStatus = { changes: [], unmerged: [] }
  for (const record of text.split('\0')) takeRecord(status, record)
  return status
}

function takeRecord(status: GitStatus, record: string): void {
  const [sign, ...fields] = record.split(' ')
  const from = (count: number) => fields.slice(count).join(' ')
  if (sign === '#') takeHeader(status, fields)
  else if (sign === '?') takeUntracked(status, from(0))
  else if (sign === 'u') status.unmerged.push(from(9))
  else if (sign === '1') {
    const isGone = fields[4] === '000000'
    const change = toFileChange(from(7), fields[5] ?? '', isGone)
    if (change !== undefined) status.changes.push(change)
  }
}

/** A file that was taken out of the index and still lies there is told twice. */
function takeUntracked({ changes }: GitStatus, path: string): void {
  const removed = changes.find(change => change.path === path)
  if (removed === undefined) changes.push({ kind: 'added', path })
  else removed.kind = 'changed'
}

function takeHeader(status: GitStatus, [name, value = '']: string[]): void {
  if (name === 'branch.oid' && value !== '(initial)') status.head = value
  if (name === 'branch.head' && value !== '(detached)') status.branch = value
}
