import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { SVC } from '../../built.mjs'
import { bare } from '../../bare.js'

export { SVC as PROGRAM }

export interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

interface Given {
  input?: string | Buffer
  env?: Record<string, string>
  cwd?: string
}

/** A home, a store and a project of their own, and `svc` run in that project. */
export class Shell {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-cli-')))
  readonly project = join(this.folder, 'project')
  readonly home = join(this.folder, 'home')
  readonly store = join(this.folder, 'store')

  constructor(t: Test) {
    mkdirSync(this.project)
    mkdirSync(this.home)
    t.teardown(() => rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 }))
  }

  run(args: readonly string[], { input = '', env = {}, cwd = this.project }: Given = {}): Outcome {
    const command = [process.execPath, SVC, ...args]
    const { status, stdout, stderr } = spawnSync(...bare({ ...this.env(), ...env }, command), {
      input,
      cwd,
      encoding: 'utf8',
      timeout: 90_000,
      maxBuffer: 64 * 1024 * 1024,
    })
    return { code: status, stdout, stderr }
  }

  /** The answer of a command that must succeed. */
  say(args: readonly string[], given?: Given): string {
    const { code, stdout, stderr } = this.run(args, given)
    if (code !== 0) throw new Error(`svc ${args.join(' ')}: exit ${code}: ${stderr}`)
    return stdout
  }

  /** The `--json` answer of a command that must succeed. */
  ask<T = Record<string, unknown>>(args: readonly string[], given?: Given): T {
    return JSON.parse(this.say([...args, '--json'], given)) as T
  }

  start(args: readonly string[], env: Record<string, string> = {}): ChildProcessWithoutNullStreams {
    const command = [process.execPath, SVC, ...args]
    return spawn(...bare({ ...this.env(), ...env }, command), { cwd: this.project })
  }

  env(): Record<string, string> {
    return {
      PATH: process.env.PATH ?? '',
      HOME: this.home,
      SVC_DATA_DIR: this.store,
      TZ: 'UTC',
    }
  }
}
