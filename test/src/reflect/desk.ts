import { join } from 'node:path'
import type { Service } from '../../../src/api.js'
import { createConfig, type Config } from '../../../src/config.js'
import type { Provider, ReflectionRequest } from '../../../src/provider/types.js'
import { Reflection } from '../../../src/work/reflection.js'
import { queueTurn, readEndedTurn } from '../../../src/reflect/turns.js'
import { readRecords } from '../../../src/reflect/batches.js'
import { createService } from '../../../src/service/service.js'
import { makeFolder } from '../../../store/projects/find.js'
import { openProject } from '../../../store/projects/identity.js'
import { toGlobalFolder } from '../../../store/projects/projects.js'
import type { ScopeFolder } from '../../../store/projects/folder.js'
import { openStore, type Store } from '../../../store/store.js'
import type { Memory, Scope } from '../../../store/types.js'
import { temporaryFolder } from '../../store/fixture.js'
import { project } from '../fixture.js'

interface Owner {
  teardown(undo: () => unknown): void
}

/** What a provider answers: a value, or what it does instead. */
export type Script = (request: ReflectionRequest, signal: AbortSignal) => unknown

export const memory = <M extends Record<string, unknown>>(title: string, more = {} as M) => ({
  kind: 'fact',
  title,
  content: `${title}, as was said.`,
  tags: [],
  scope: 'project',
  ...more,
})

export const skill = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  description: `Use it when ${name} is wanted.`,
  body: '1. Do this.\n2. Do that.',
  scope: 'project',
  ...more,
})

/** Turns of which the first has the words that memories are said to come from. */
export function turnsSaying(memories: readonly { said?: string }[], count: number) {
  const said = memories.map(({ said = '' }) => said).join('\n')
  return Array.from({ length: count }, (_, at) => ({
    prompt: (at === 0 && said) || 'p',
    reply: 'r',
  }))
}

/** A store with a clock that tests set and a provider that does as it is told. */
export class ReflectDesk {
  readonly folder: string
  readonly dataDir: string
  readonly scope: Scope
  readonly store: Store
  readonly asked: ReflectionRequest[] = []
  now = new Date('2026-11-20T10:00:00.000Z')
  script: Script = () => ({ memories: [], skills: [] })
  private readonly config: Config
  private readonly services: Service[] = []

  constructor(t: Owner, settings: Partial<Config> = {}) {
    this.folder = temporaryFolder(t)
    this.dataDir = join(this.folder, 'store')
    this.scope = project(join(this.folder, 'shop'))
    this.config = createConfig({ given: { dataDir: this.dataDir, ...settings } })
    this.store = openStore(this.config.databasePath)
    t.teardown(() => Promise.all(this.services.map(service => service.close())))
  }

  readonly provider: Provider = {
    name: 'scripted',
    model: 'm',
    reflect: async (request, signal) => {
      this.asked.push(request)
      const value = await this.script(request, signal)
      return { value, usage: { inputTokens: 10, outputTokens: 5 } }
    },
  }

  open(options: Parameters<typeof createService>[1] = {}): Service {
    const service = createService(this.config, { ...this.options(), ...options })
    this.services.push(service)
    return service
  }

  /** Reflection as a worker opens it. */
  worker(
    config: Partial<Config> = {},
    given: {
      provider?: Provider | undefined
      env?: Record<string, string>
      now?: () => Date
    } = {},
  ) {
    const options = { ...this.options(), ...given }
    return new Reflection(this.store, { ...this.config, ...config }, options)
  }

  scopeFolder(scope = this.scope): ScopeFolder {
    return scope.type === 'global'
      ? toGlobalFolder(this.store)
      : makeFolder(this.store, openProject(scope.id))
  }

  /** Queues turns as Stop does; their numbers go on from 1 in their session. */
  queue(turns: number, session = 'session-1', scope = this.scope): void {
    for (let number = 1; number <= turns; number++) {
      const said = { prompt: `Question ${number} wombat`, reply: `Answer ${number} wombat` }
      const at = new Date(this.now.getTime() + number)
      const ended = { session, id: `${number}`, number, ...said }
      const turn = readEndedTurn(this.store, ended, at)
      if (turn) queueTurn(this.store, this.scopeFolder(scope), turn)
    }
  }

  answers(value: unknown): void {
    this.script = () => value
  }

  later(seconds: number): void {
    this.now = new Date(this.now.getTime() + seconds * 1000)
  }

  records(scope = this.scope) {
    return readRecords(this.store, this.scopeFolder(scope).key)
  }

  async memories(scope?: Scope): Promise<Memory[]> {
    return (await this.open().memories.list({ ...(scope && { scope }) })).items
  }

  async titles(scope?: Scope): Promise<string[]> {
    return (await this.memories(scope)).map(({ title }) => title).sort()
  }

  private options() {
    return { now: () => this.now, home: join(this.folder, 'home'), provider: this.provider }
  }
}
