import { execFile } from 'node:child_process'
import { basename, dirname } from 'node:path'

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/
/**
 * The repository may be anybody's, and its configuration can name programs: nothing is fetched
 * whatever it says, and no variable of a git hook leads elsewhere. `-C` lets git refuse a
 * repository that belongs to somebody else.
 */
const LEFT_OUT = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_COMMON_DIR', 'GIT_PREFIX']
const ENVIRONMENT = ['GIT_ALLOW_PROTOCOL=none', 'GIT_NO_LAZY_FETCH=1', 'GIT_OPTIONAL_LOCKS=0']

/**
 * The commits without a parent that the history of a repository begins with, sorted; [] where it
 * has none, git is not there, or it does not answer in time (milliseconds). Never throws.
 */
export function readRootCommits(gitDirectory: string, timeoutMs: number): Promise<string[]> {
  const place = basename(gitDirectory) === '.git' ? dirname(gitDirectory) : gitDirectory
  const command = [
    'git',
    '-C',
    place,
    '--no-replace-objects',
    'rev-list',
    '--max-parents=0',
    'HEAD',
  ]
  // Through `env`, because only a program's entry knows the variables that it was started with.
  const args = [...LEFT_OUT.flatMap(name => ['-u', name]), ...ENVIRONMENT, ...command]
  return new Promise(resolve => {
    const child = execFile(
      'env',
      args,
      { timeout: timeoutMs, encoding: 'utf8', windowsHide: true },
      (error, stdout) => resolve(error === null ? toCommits(stdout) : []),
    )
    child.stdin?.on('error', () => undefined).end()
  })
}

function toCommits(output: string): string[] {
  return output
    .split('\n')
    .filter(line => COMMIT.test(line))
    .sort()
}
