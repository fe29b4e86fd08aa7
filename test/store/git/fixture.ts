import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Git that waits for no disk, starts nothing to tidy up and copies no examples of hooks. */
const QUICK = { 'core.fsync': 'none', 'maintenance.auto': 'false', 'init.templateDir': '' }

/** The environment of a machine on which nobody has configured git, but for its haste. */
export const NO_CONFIG: Record<string, string> = {
  PATH: process.env.PATH ?? '',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_COUNT: String(Object.keys(QUICK).length),
}
for (const [at, [key, value]] of Object.entries(QUICK).entries()) {
  NO_CONFIG[`GIT_CONFIG_KEY_${at}`] = key
  NO_CONFIG[`GIT_CONFIG_VALUE_${at}`] = value
}

/** As `NO_CONFIG`, with an author. */
export const GIT_ENV: Record<string, string> = {
  ...NO_CONFIG,
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
}

/** A repository in a folder that a test works with as a person does. */
export class Workbench {
  constructor(readonly directory: string) {}

  /** Makes the folder a repository. */
  static init(directory: string): Workbench {
    mkdirSync(directory, { recursive: true })
    const bench = new Workbench(directory)
    bench.git(['init', '-q', '-b', 'main'])
    return bench
  }

  git(args: readonly string[], env: Record<string, string> = {}): string {
    const how = { cwd: this.directory, env: { ...GIT_ENV, ...env }, encoding: 'utf8' } as const
    return execFileSync('git', args, how)
  }

  write(files: Record<string, string>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.directory, path)), { recursive: true })
      writeFileSync(join(this.directory, path), text)
    }
  }

  /** Commits everything there is, at a time where one is given (ISO 8601). */
  commit(message: string, at?: string): void {
    this.git(['add', '-A'])
    const env: Record<string, string> =
      at === undefined ? {} : { GIT_COMMITTER_DATE: at, GIT_AUTHOR_DATE: at }
    this.git(['commit', '-q', '--allow-empty', '-m', message], env)
  }
}
