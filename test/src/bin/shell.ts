import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Test } from 'tap'
import { SVC } from '../../built.mjs'
import { bare } from '../../bare.js'
import { removeStores } from '../../store/fixture.js'
import { runHere, type Outcome, type Surroundings } from './run-here.js'

export { SVC as PROGRAM }

/** Of this process before a command in it has another one. */
const { PATH = '' } = process.env

type Given = Partial<Surroundings>

/** A home, a store and a project of their own, and `svc` run in that project. */
export class Shell {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-cli-')))
  readonly project = join(this.folder, 'project')
  readonly home = join(this.folder, 'home')
  readonly store = join(this.folder, 'store')

  constructor(t: Test) {
    mkdirSync(this.project)
    mkdirSync(this.home)
    t.teardown(() => removeStores(this.folder))
  }

  /** A command of the sources, in this process: one at a time. */
  run(args: readonly string[], { input = '', env = {}, cwd = this.project }: Given = {}) {
    return runHere(args, { input, env: { ...this.env(), ...env }, cwd })
  }

  /** The same by the built program, in a process of its own. */
  async runBuilt(args: readonly string[], { input = '', env, cwd }: Given = {}): Promise<Outcome> {
    const child = this.start(args, env, cwd)
    // Not everything reads what it is given.
    child.stdin.on('error', () => undefined).end(input)
    const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { code: await ended, stdout, stderr }
  }

  /** The answer of a command that must succeed. */
  async say(args: readonly string[], given?: Given): Promise<string> {
    const { code, stdout, stderr } = await this.run(args, given)
    if (code !== 0) throw new Error(`svc ${args.join(' ')}: exit ${code}: ${stderr}`)
    return stdout
  }

  /** The `--json` answer of a command that must succeed. */
  async ask<T = Record<string, unknown>>(args: readonly string[], given?: Given): Promise<T> {
    return JSON.parse(await this.say([...args, '--json'], given)) as T
  }

  /** The built program, as a process. */
  start(
    args: readonly string[],
    env: Record<string, string> = {},
    cwd = this.project,
  ): ChildProcessWithoutNullStreams {
    const command = [process.execPath, SVC, ...args]
    return spawn(...bare({ ...this.env(), ...env }, command), { cwd })
  }

  env(): Record<string, string> {
    return {
      PATH,
      HOME: this.home,
      SVC_DATA_DIR: this.store,
      TZ: 'UTC',
    }
  }
}
