import { execFile } from 'node:child_process'

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/
/** What a repository's own configuration must not make git do: this may be anybody's. */
const HARMLESS = ['-c', 'protocol.allow=never', '--no-replace-objects']

/**
 * The commits without a parent that the history of a repository begins with, sorted; [] where it
 * has none, git is not there, or it does not answer in time (milliseconds). Never throws.
 */
export function readRootCommits(gitDirectory: string, timeoutMs: number): Promise<string[]> {
  // The folder is named, so that no variable of a git hook leads elsewhere.
  const args = [...HARMLESS, `--git-dir=${gitDirectory}`, 'rev-list', '--max-parents=0', 'HEAD']
  return new Promise(resolve => {
    const child = execFile(
      'git',
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
