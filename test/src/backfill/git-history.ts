import { execFileSync } from 'node:child_process'
import { Workbench, GIT_ENV } from '../../store/git/fixture.js'

/** A commit to be made: `at` in ISO 8601. */
export interface Made {
  message: string
  at?: string
  author?: string
}

/** Makes a repository of these commits, the oldest first; answers their ids in that order. */
export function makeHistory(directory: string, commits: readonly Made[]): string[] {
  Workbench.init(directory)
  return addCommits(directory, commits)
}

/** Adds commits to the branch `main`; answers their ids, the oldest first. */
export function addCommits(directory: string, commits: readonly Made[]): string[] {
  const before = listCommits(directory)
  const parts = commits.map(({ message, at = '2025-03-01T10:00:00Z', author = 'Ada' }, index) => {
    const seconds = Date.parse(at) / 1_000 + index
    const who = `${author} <ada@example.com> ${seconds} +0000`
    const from = index === 0 && before.length > 0 ? `from ${before.at(-1)}\n` : ''
    const data = `data ${Buffer.byteLength(message)}\n${message}\n`
    return `commit refs/heads/main\nauthor ${who}\ncommitter ${who}\n${data}${from}`
  })
  const options = { cwd: directory, env: GIT_ENV, input: parts.join('') }
  execFileSync('git', ['fast-import', '--quiet', '--date-format=raw'], options)
  return listCommits(directory).slice(before.length)
}

function listCommits(directory: string): string[] {
  const options = {
    cwd: directory,
    env: GIT_ENV,
    encoding: 'utf8' as const,
    stdio: 'pipe' as const,
  }
  try {
    return execFileSync('git', ['rev-list', '--reverse', 'main', '--'], options).trim().split('\n')
  } catch {
    return []
  }
}
