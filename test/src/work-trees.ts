import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { NO_CONFIG } from '../store/git/fixture.js'

const ENV = {
  ...NO_CONFIG,
  HOME: '/nonexistent',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b.c',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b.c',
}

/** Runs git in a folder without a person's configuration, and answers what it prints. */
export function git(directory: string, ...args: string[]): string {
  const stdio = ['ignore', 'pipe', 'ignore'] as const
  return execFileSync('git', args, {
    cwd: directory,
    env: ENV,
    encoding: 'utf8',
    stdio: [...stdio],
  })
}

/** A repository with one commit of its own: its message makes it differ from others. */
export function repository(path: string, remote?: string): string {
  mkdirSync(path, { recursive: true })
  git(path, 'init', '-q', '-b', 'main')
  git(path, 'commit', '-q', '--allow-empty', '-m', `first of ${path}`)
  if (remote !== undefined) addRemote(path, remote)
  return path
}

/** Writes what `git remote add origin` writes. */
function addRemote(path: string, url: string): void {
  const fetch = '+refs/heads/*:refs/remotes/origin/*'
  const text = `[remote "origin"]\n\turl = ${url}\n\tfetch = ${fetch}\n`
  appendFileSync(join(path, '.git', 'config'), text)
}
