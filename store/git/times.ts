import { relative, sep } from 'node:path'
import { statMemoryFile } from '../memories/files.js'
import type { Environment, Git } from './git.js'
import { findRepository } from './repository.js'

/**
 * Reads the last change of files in a folder from git, ISO 8601 by name: the time of the last
 * commit, and for a file that differs from HEAD its modification time. A file that is not in git is
 * left out, and so is every file if git is missing, fails or is slow.
 */
export type CommitTimes = (
  directory: string,
  names: readonly string[],
) => Promise<ReadonlyMap<string, string>>

const PATIENCE_MS = 5_000
/** A pull brings the latest commits; the rest of the history is read only if these do not do. */
const FIRST_COMMITS = 500

/**
 * Asks git with the environment of the process, in the store or in a project whose memories lie in
 * it: no program is run that a repository names. Runs nothing yet, and loads git at first use.
 */
export function createCommitTimes(env: Environment): CommitTimes {
  return async (directory, names) => {
    const times = new Map<string, string>()
    try {
      const { openProjectGit } = await import('./git.js')
      await readCommitTimes(withDeadline(openProjectGit(directory, env)), names, times)
    } catch {
      // The times found so far stand; the rest are as old as the memories themselves say.
    }
    return times
  }
}

async function readCommitTimes(
  git: Git,
  names: readonly string[],
  times: Map<string, string>,
): Promise<void> {
  const prefix = prefixOf(git.directory)
  const missing = new Map(names.map(name => [prefix + name, name]))
  const { readGitStatus } = await import('./read.js')
  for (const { kind, path } of (await readGitStatus(git)).changes) {
    const file =
      kind === 'changed' ? statMemoryFile(git.directory, missing.get(path) ?? '') : undefined
    if (file !== undefined) times.set(file.name, file.modifiedAt)
    missing.delete(path)
  }
  for (const page of [`--max-count=${FIRST_COMMITS}`, `--skip=${FIRST_COMMITS}`]) {
    if (missing.size > 0) takeCommits(await git.read(logArguments(page)), missing, times)
  }
}

/** Git names files from the root of the work tree. */
function prefixOf(directory: string): string {
  const path = relative(findRepository(directory)?.workTree ?? directory, directory)
  return path === '' ? '' : `${path.split(sep).join('/')}/`
}

/** Merges are looked at too: what a merge driver wrote is in neither parent. */
function logArguments(page: string): string[] {
  const how = ['-c', '--no-renames', '--diff-filter=d', '--name-only', '-z', '--no-show-signature']
  return ['log', ...how, '--format=%x1e%cI', page, '--', '.']
}

/** The newest commit comes first. */
function takeCommits(
  output: string,
  missing: Map<string, string>,
  times: Map<string, string>,
): void {
  for (const commit of output.split('\x1e')) {
    const [time = '', ...paths] = commit.split('\0').map(part => part.replace(/^\n/, ''))
    for (const path of paths) {
      const name = missing.get(path)
      if (name !== undefined) times.set(name, new Date(time).toISOString())
      missing.delete(path)
    }
  }
}

/** All runs together end in time. */
function withDeadline(git: Git): Git {
  const end = Date.now() + PATIENCE_MS
  const timeoutMs = () => Math.max(1, end - Date.now())
  return { ...git, read: (args, options) => git.read(args, { ...options, timeoutMs: timeoutMs() }) }
}
