import { toFileChange, type FileChange } from './file-change.js'
import { toGitError, type Git } from './git.js'

/** A commit with the files that it changed; of a merge those that are as in none of its parents. */
export interface Commit {
  hash: string
  /** When it was committed, ISO 8601. */
  at: string
  author: string
  subject: string
  /** Paths from the root of the work tree. */
  changes: FileChange[]
}

/** Which commits are read. */
export interface CommitFilter {
  /** At most so many, the newest ones. */
  limit?: number
  /** Pathspecs, from the folder that git runs in; the folder itself where not given. */
  paths?: readonly string[]
  /** Those of side branches too that left no trace in what was merged. */
  isWhole?: boolean
}

/** Reads commits, the newest first; [] before the first one. Throws GIT_FAILED, NOT_AVAILABLE. */
export async function readCommits(
  git: Git,
  { limit, paths = ['.'], isWhole = false }: CommitFilter,
): Promise<Commit[]> {
  const how = ['-c', '--raw', '--no-abbrev', '--no-renames', '--no-show-signature', '-z']
  const some = limit === undefined ? [] : [`--max-count=${limit}`]
  const all = isWhole ? ['--full-history'] : []
  // Whoever wrote a subject does not know it: nobody can put a commit of his own into the list.
  const mark = globalThis.crypto.randomUUID()
  const format = `--format=${mark}%H%x1f%cI%x1f%an%x1f%s`
  const args = ['log', ...how, ...some, ...all, format, '--', ...paths]
  const { code, stdout, stderr } = await git.run(args)
  if (code === 0) return parseCommits(stdout, mark)
  if (stderr.includes('does not have any commits yet')) return []
  throw toGitError(args, stderr)
}

/** Reads what `git log --raw -z` prints in the format above, each commit after the mark. */
function parseCommits(text: string, mark: string): Commit[] {
  return text.split(mark).slice(1).map(parseCommit)
}

function parseCommit(text: string): Commit {
  const [head = '', ...parts] = text.split('\0')
  const [hash = '', at = '', author = '', ...subject] = head.split('\x1f')
  const commit = { hash, at: new Date(at).toISOString(), author, subject: subject.join(' ') }
  const changes: FileChange[] = []
  const first = parts.findIndex(part => part.trimStart().startsWith(':'))
  for (let index = first; index !== -1 && index + 1 < parts.length; index += 2) {
    const change = parseChange(parts[index]?.trimStart() ?? '', parts[index + 1] ?? '')
    if (change !== undefined) changes.push(change)
  }
  return { ...commit, changes }
}

/** `:` and two modes and objects, the old one and the new; of a merge one more for each parent. */
function parseChange(line: string, path: string): FileChange | undefined {
  const parents = /^:+/.exec(line)?.[0].length ?? 1
  const ids = line.split(' ').slice(parents + 1, -1)
  const newId = ids.at(-1) ?? ''
  const isThere = (id: string) => !/^0*$/.test(id)
  const oldId = ids.slice(0, -1).find(isThere) ?? ''
  return toFileChange(path, oldId, !isThere(newId), newId)
}
