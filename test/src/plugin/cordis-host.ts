import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Context } from '@deepseek-ai/cordis'
import { Loader, type Entry } from '@deepseek-ai/cordis-plugin-loader'
import type { Agent } from '@deepseek-ai/dsh-agent'
import type {} from '@deepseek-ai/dsh-host-webserver'
import {
  createUserMessage,
  LlmAdapter,
  type GenerateOptions,
  type StreamChunk,
} from '@deepseek-ai/dsh-llm'
import { SessionId } from '@deepseek-ai/dsh-session'
import type { Test } from 'tap'
import { DIST } from '../../built.mjs'
import type { Service } from '../../../src/api.js'
import { untilQuiet } from '../../handlers/hooks/host.js'
import { ROOT } from '../../root.js'
import type { ChatRequest } from './openai.js'
import { removeFolder } from '../../remove-folder.mjs'

// Node 20 has none, and the host's agent loop needs it.
Object.assign(Promise, {
  withResolvers: () => {
    const all = {}
    const promise = new Promise((resolve, reject) => Object.assign(all, { resolve, reject }))
    return Object.assign(all, { promise })
  },
})

/** Names of this package's entries, by which a loader imports what was built. */
export const ENTRY = {
  core: pathToFileURL(join(DIST, 'src/plugin/core.js')).href,
  host: pathToFileURL(join(DIST, 'src/plugin/host.js')).href,
  web: pathToFileURL(join(DIST, 'src/plugin/web.js')).href,
}

const WEB_SERVER = {
  id: 'web-server',
  name: '@deepseek-ai/dsh-host-webserver',
  config: { host: '127.0.0.1', port: 0 },
}
const SPINE = ['llm', 'session', 'system-prompt', 'tools', 'agent', 'agent-loop'].map(part => ({
  id: part,
  name: `@deepseek-ai/dsh-${part}`,
}))

/** A row of a host's configuration. */
export interface Row {
  id: string
  name: string
  config?: unknown
}

/** The three rows as the specification has them, with a store in `folder`. */
export function ourRows(folder: string, config: { core?: object; host?: object } = {}): Row[] {
  return [
    { id: 'svc', name: ENTRY.core, config: { dataDir: join(folder, 'store'), ...config.core } },
    { id: 'svc-host', name: ENTRY.host, config: config.host ?? {} },
    { id: 'svc-web', name: ENTRY.web },
  ]
}

/** A folder with a home and a workspace in it; what is in the environment is as it would be there. */
export function createFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-cordis-'))
  for (const name of ['home', 'work']) mkdirSync(join(folder, name))
  mkdirSync(join(folder, 'work/.git'))
  const before = { ...process.env }
  Object.assign(process.env, { HOME: join(folder, 'home') })
  for (const name of Object.keys(process.env)) if (name.startsWith('SVC_')) delete process.env[name]
  t.teardown(async () => {
    process.env = before
    await untilQuiet(folder)
    removeFolder(folder)
  })
  return folder
}

/** A host with the real loader. */
export class CordisHost {
  private constructor(
    readonly ctx: Context,
    readonly loader: Loader,
  ) {}

  /** Starts with these rows, and stops when the test ends. */
  static async start(t: Test, rows: readonly Row[]): Promise<CordisHost> {
    const ctx = new Context()
    ctx.baseUrl = pathToFileURL(ROOT).href
    await ctx.plugin(Loader, {})
    const host = new CordisHost(ctx, ctx.loader)
    t.teardown(() => host.stop())
    for (const row of rows) await host.loader.create({ ...row })
    await host.loader.await()
    return host
  }

  /** As `start`, with the agent loop, a web server and a model that an OpenAI server answers for. */
  static async startWithAgents(t: Test, rows: readonly Row[], url: string): Promise<CordisHost> {
    const host = await CordisHost.start(t, [WEB_SERVER, ...SPINE])
    await host.loader.await()
    host.ctx.inject(['llm'], inner => void inner.llm.registerAdapter(['fake'], new OpenAi(url)))
    for (const row of rows) await host.loader.create({ ...row })
    await host.loader.await()
    return host
  }

  get svc(): Service {
    return this.ctx.get('svc') as Service
  }

  /** Where its web server listens. */
  get url(): string {
    return `http://127.0.0.1:${this.ctx.get('webServer')!.port}`
  }

  entry(id: string): Entry {
    return this.loader.resolve(id)
  }

  /** 0 pending, 1 loading, 2 active, 3 failed; undefined where the row is disabled. */
  stateOf(id: string): number | undefined {
    const { fiber } = this.entry(id)
    return fiber?.uid === null ? undefined : fiber?.state
  }

  async setDisabled(id: string, disabled: boolean): Promise<void> {
    await this.loader.update(id, { disabled })
    await this.loader.await()
  }

  async addWebServer(): Promise<void> {
    await this.loader.create({ ...WEB_SERVER })
    await this.loader.await()
  }

  /** A new conversation in a directory. */
  openSession(id: string, cwd: string, meta: object = {}): Promise<Agent> {
    const agentOptions = { provider: 'fake', model: 'fake-1' }
    return this.ctx
      .get('agents')!
      .create({ sessionId: SessionId(id), meta: { cwd, ...meta }, agentOptions })
      .then(({ agent }) => agent)
  }

  /** Ends all that runs, as a host does when it stops. */
  stop(): Promise<void> {
    return this.ctx.fiber.dispose()
  }
}

/** A person says something; resolves when the turn is over. */
export async function say(agent: Agent, text: string): Promise<void> {
  agent.followup(createUserMessage({ content: [{ type: 'text', text }], source: { kind: 'user' } }))
  await agent.whenIdle()
}

/** Waits until something is so, for 20 s at most. */
export async function eventually(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('it did not come about')
    await new Promise(resolve => setTimeout(resolve, 25))
  }
}

/** A model of the host: asks a server of chat completions. */
class OpenAi extends LlmAdapter {
  constructor(private readonly url: string) {
    super()
  }

  override async listModels(provider: string) {
    return [{ provider, id: 'fake-1', name: 'Fake' }]
  }

  async *stream({ model, system, messages, signal }: GenerateOptions): AsyncIterable<StreamChunk> {
    const said = messages.map(({ role, content }) => ({
      role,
      content: content.map(block => ('text' in block ? block.text : '')).join('\n'),
    }))
    const body: ChatRequest = {
      model,
      messages: [...(system ? [{ role: 'system', content: system }] : []), ...said],
    }
    const response = await fetch(this.url, {
      method: 'POST',
      body: JSON.stringify(body),
      ...(signal && { signal }),
    })
    if (!response.ok) throw new Error('the server failed')
    const { choices, usage } = (await response.json()) as {
      choices: { message: { content: string } }[]
      usage: { prompt_tokens: number; completion_tokens: number }
    }
    const text = choices[0]?.message.content ?? ''
    yield { type: 'block-start', index: 0, blockType: 'text' }
    yield { type: 'text-delta', index: 0, text }
    yield { type: 'block-end', index: 0, block: { type: 'text', text } }
    const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = usage
    yield { type: 'usage', usage: { inputTokens, outputTokens } }
    yield { type: 'finish', reason: { kind: 'stop' } }
  }
}
