import type { Test } from 'tap'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { SVC } from '../../built.mjs'
import { createService } from '../../../src/service/service.js'
import type { Scope } from '../../../store/types.js'
import { chatReply, sendJson, startServer, type Answerer } from '../../src/provider/fixture.js'
import { bare } from '../../bare.js'
import { HookHost, until } from './host.js'

/** A host whose hooks reflect with a model server on loopback. */
export class ReflectHost extends HookHost {
  url = ''
  seen: { path: string; body: Record<string, unknown> }[] = []
  turns = '1'

  /** Starts the server: it gives this answer, or does what it is told to. */
  async serve(t: Test, answer: object | Answerer): Promise<this> {
    const reply: Answerer = (seen, response, count) =>
      typeof answer === 'function'
        ? (answer as Answerer)(seen, response, count)
        : sendJson(response, chatReply(JSON.stringify(answer)))
    Object.assign(this, await startServer(t, reply))
    return this
  }

  override env(): Record<string, string> {
    const provider = { SVC_PROVIDER: 'openai-compatible', SVC_PROVIDER_URL: this.url }
    return { ...super.env(), ...provider, SVC_MODEL: 'm', SVC_HOOK_BATCH_TURNS: this.turns }
  }

  async turn(prompt: string, fields: Record<string, unknown> = {}) {
    return this.event('Stop', { prompt, last_assistant_message: `Done: ${prompt}`, ...fields })
  }

  async distilled(): Promise<void> {
    await until(() => this.queueFiles().length === 0)
    await this.untilQuiet()
  }

  scope(): Scope {
    return { type: 'project', id: this.project }
  }

  async look() {
    const service = createService({ dataDir: this.store }, { home: this.home })
    const { items } = await service.memories.list()
    const { skills } = await service.skills.list()
    const events = await service.events()
    const status = await service.status()
    await service.close()
    const place = ({ type }: Scope) => type
    return {
      memories: items.map(({ scope, title }) => `${place(scope)}: ${title}`).sort(),
      skills: skills.map(({ scope, name }) => `${place(scope)}: ${name}`).sort(),
      events,
      status,
    }
  }

  async replaySize(): Promise<number> {
    const service = createService({ dataDir: this.store }, { home: this.home })
    const { replaySize } = await service.learning.backlog(this.scope())
    await service.close()
    return replaySize
  }

  /** `svc serve` on a free port; answers its address and process. */
  async resident(t: Test) {
    const child = spawn(...bare(this.env(), [process.execPath, SVC, 'serve', '--port', '0']))
    t.teardown(() => void child.kill('SIGKILL'))
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    return { child, url: line.toString().split('\n')[0]!.trim() }
  }
}

export const memories = (...list: unknown[]) => ({ memories: list, skills: [] })
export const skills = (...list: unknown[]) => ({ memories: [], skills: list })
