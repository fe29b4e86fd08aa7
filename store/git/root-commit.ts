import { basename, dirname } from 'node:path'
import { runProjectGit, type Environment } from './git.js'

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/
const FIRST = ['--no-replace-objects', 'rev-list', '--max-parents=0', 'HEAD']

/**
 * The commits without a parent that the history of a repository begins with, sorted; [] where it
 * has none, git is not there, or it does not answer in time (milliseconds). Never throws.
 */
export async function readRootCommits(
  gitDirectory: string,
  how: { env: Environment; timeoutMs: number },
): Promise<string[]> {
  const place = basename(gitDirectory) === '.git' ? dirname(gitDirectory) : gitDirectory
  try {
    const { code, stdout } = await runProjectGit(place, FIRST, how)
    return code === 0 ? toCommits(stdout) : []
  } catch {
    return []
  }
}

function toCommits(output: string): string[] {
  return output
    .split('\n')
    .filter(line => COMMIT.test(line))
    .sort()
}
