import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { SVC } from '../built.mjs'
import { bare } from '../bare.js'
import { outcomeOf, type HookOutcome } from '../handlers/hooks/host.js'

/** Where a service runs: the variables that name its store, and a project. */
export interface Where {
  project: string
  env(): Record<string, string>
}

interface Owner {
  teardown(undo: () => unknown): void
}

/** A process of `svc serve` over a store. */
export class PanelService {
  /** With a slash at the end; it stays over a restart. */
  url = ''
  private child: ChildProcess | undefined

  private constructor(
    private readonly where: Where,
    /** What it has in its environment beside the store's place. */
    readonly env: Record<string, string>,
  ) {}

  /** Starts it on a free port, and stops it when its owner ends. */
  static async start(
    owner: Owner,
    where: Where,
    env: Record<string, string>,
  ): Promise<PanelService> {
    const service = new PanelService(where, env)
    owner.teardown(() => service.stop())
    await service.restart()
    return service
  }

  /** Ends the process as a person does. */
  async stop(): Promise<void> {
    const { child } = this
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }

  /** Starts a new process where the last one was. */
  async restart(): Promise<void> {
    await this.stop()
    const port = this.url === '' ? '0' : new URL(this.url).port
    const command = [process.execPath, SVC, 'serve', '--port', port]
    const child = spawn(...bare({ ...this.where.env(), ...this.env }, command), {
      cwd: this.where.project,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child = child
    // Not inherited: one whose test was killed would hold the runner's pipe open.
    child.stderr.on('data', (chunk: Buffer) => process.stderr.write(chunk))
    const printed = createInterface({ input: child.stdout })
    const said = await Promise.race([once(printed, 'line'), once(child, 'exit')])
    if (typeof said[0] !== 'string') throw new Error(`svc serve ended with ${said[0]}`)
    this.url = said[0]
  }

  /** Asks the API as a program does. Throws where it refuses. */
  async ask<T>(path: string, method = 'GET', body?: object): Promise<T> {
    const token = this.env.SVC_TOKEN
    const response = await fetch(new URL(`svc${path}`, this.url), {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    return (await response.json()) as T
  }

  /** Runs a command of `svc` in the project, in a process of its own. */
  async svc(...args: string[]): Promise<Omit<HookOutcome, 'took'>> {
    const command = [process.execPath, SVC, ...args]
    const env = { ...this.where.env(), ...this.env }
    return outcomeOf(spawn(...bare(env, command), { cwd: this.where.project }))
  }
}
