import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SVC } from '../built.mjs'
import { runHook } from '../handlers/hooks/host.js'
import { keepTurns, toPastTurn, type SpokenStep } from '../../src/past/keep.js'
import { listParts, listPastKeys, rewritePart } from '../../src/past/parts.js'
import { refreshPast } from '../../src/past/segments.js'
import type { PastTurn } from '../../src/past/turns.js'
import { createService } from '../../src/service/service.js'
import type { Config } from '../../src/config.js'
import type { Service } from '../../src/api.js'
import { findFolderKey } from '../../store/projects/projects.js'
import { openStore } from '../../store/store.js'
import type { Memory, Scope } from '../../store/types.js'
import { bare } from '../bare.js'
import { git, listTree } from '../handlers/hooks/host.js'
import { ROOT } from '../root.js'
import { atTime } from './clock.js'
import { startModel, type Learned } from './model.js'

/** Where a store lies, and who calls it. */
export interface Place {
  home: string
  store: string
  /** The folder of the projects. */
  projects: string
}

interface ToldTurn {
  prompt: string
  reply: string
  /** Known from a transcript, which these hooks have none of. */
  did?: SpokenStep[]
}

/** The id of the session that is known by its transcript alone. */
export const EARLIER = '0ea4-before-svc'

interface Told extends Learned {
  projects: Record<string, string>
  memories: (Pick<Memory, 'kind' | 'title' | 'content'> & {
    scope: string
    daysAgo: number
    tags?: string[]
    aliases?: string[]
    pinned?: boolean
  })[]
  skills: {
    scope: string
    daysAgo: number
    uses: number
    name: string
    description: string
    body: string
  }[]
  sessions: {
    daysAgo: number
    hour: number
    project: string
    host: string
    end?: boolean
    clear?: boolean
    compact?: boolean
    turns: ToldTurn[]
  }[]
  /** A session before svc, known by its transcript alone. */
  earlier: { daysAgo: number; hour: number; project: string; host: string; turns: ToldTurn[] }
}

const FIXTURE = join(ROOT, 'test/fixtures/panel/store.json')
const DAY_MS = 86_400_000
const HOOK_EVENTS: Record<string, Record<string, string>> = {
  'gemini-cli': { UserPromptSubmit: 'BeforeAgent', Stop: 'AfterAgent' },
}
const RUNTIMES = ['cli', 'http', 'mcp']

/**
 * Fills a store as two months of a person's work do: memories that are remembered and edited, the
 * sessions of a week by their hooks, what a model learns of them, what consolidation makes of that.
 * All of it lies before `now`.
 */
export async function seedStore(place: Place, now: Date): Promise<void> {
  const told = JSON.parse(readFileSync(FIXTURE, 'utf8')) as Told
  const ends: (() => unknown)[] = []
  const model = await startModel({ teardown: end => void ends.push(end) }, told)
  const work = new Work(place, now, told, model)
  try {
    work.makeProjects()
    await work.makeForeignStore()
    work.planMemories()
    work.planSessions()
    work.planTidying()
    work.writeSkills()
    await work.run()
    await work.keepPast()
    work.svc(['install', '--host', 'claude-code', '--yes', '--learn-with', 'builtin'])
  } finally {
    ends.forEach(end => end())
  }
}

/** What is done to a store, in the order of its times. */
class Work {
  private readonly steps: { time: Date; run: () => Promise<unknown> }[] = []
  private readonly known = new Map<string, Memory>()
  private service!: Service
  private clock = new Date()

  constructor(
    private readonly place: Place,
    private readonly now: Date,
    private readonly told: Told,
    private readonly model: Partial<Config>,
  ) {}

  makeProjects(): void {
    for (const folder of ['', '.codex', '.gemini']) {
      mkdirSync(join(this.place.home, folder), { recursive: true })
    }
    for (const [name, text] of Object.entries(this.told.projects)) {
      const root = this.pathOf(name)
      mkdirSync(root, { recursive: true })
      writeFileSync(join(root, 'AGENTS.md'), text)
      git(root, 'init', '-q', '-b', 'main')
      git(root, 'add', '.')
      git(root, 'commit', '-qm', `Begin ${name}`)
    }
  }

  /** A store that came with a project: this one has never been asked about it. */
  async makeForeignStore(): Promise<void> {
    const other = join(this.place.home, 'other')
    const service = createService({ dataDir: other }, { home: this.place.home })
    const title = 'Deploys need two approvals'
    const content = 'Both from outside the own team.'
    await service.remember({ scope: this.scopeOf('infra'), title, content, kind: 'constraint' })
    await service.close()
    this.svc(['scope', 'place', 'in-repo'], { cwd: this.pathOf('infra'), store: other })
  }

  planMemories(): void {
    const oldestFirst = [...this.told.memories].sort((a, b) => b.daysAgo - a.daysAgo)
    for (const [at, { scope, daysAgo, pinned, ...fields }] of oldestFirst.entries()) {
      this.plan(this.at(daysAgo, 9 + (at % 8), (at * 7) % 60), async () => {
        const runtime = RUNTIMES[at % 5] ?? 'cli'
        const saver = runtime === 'mcp' ? ({ by: 'agent', host: 'claude-code' } as const) : {}
        const given = { scope: this.scopeOf(scope), ...fields }
        const { memory } = await this.service.memories.save(runtime, given, saver)
        this.known.set(memory.title, memory)
        if (pinned) await this.service.memories.edit(memory.id, { pinned })
      })
    }
    const release = 'How a pull request is opened'
    this.planEdit(release, 20, {
      content:
        '1. Rebase on `main`.\n2. Run the whole check once.\n3. Push with `--force-with-lease`.\n' +
        '4. Open it as a draft and read your own diff first.\n' +
        '5. Mark it ready only after the checks are green.\n6. Ask for one reviewer, not three.',
    })
    this.planEdit(release, 4, {
      title: `${release} and merged`,
      tags: ['git', 'review', 'release'],
    })
    this.planEdit('Interest is computed act/360', 8, {
      content:
        'Days are actual, the year has 360. The only place that may do it is `interest.Accrue`; ' +
        'a leap year is no exception.',
    })
    this.planEdit('The cart is kept for thirty days', 3, {
      content:
        'A guest’s cart is kept in Redis for 30 days, a customer’s in Postgres without an end. ' +
        'Both are merged at the login.',
    })
    this.planForgotten('atlas-mobile', 'The tile server is called tiles-old', 11, 10, false)
    this.planForgotten('webshop', 'Orders are deleted after a year', 10, 8, true)
  }

  planSessions(): void {
    for (const [at, told] of this.told.sessions.entries()) {
      const { daysAgo, hour, project, host, turns, end, clear, compact } = told
      const id = `5e55${String(at).padStart(4, '0')}-0c1d-4a5b-9e8f-${(0x5eed00000000 + at * 7919).toString(16)}`
      let time = this.at(daysAgo, hour, (at * 13) % 50).getTime()
      const after = (seconds: number) =>
        new Date((time += (daysAgo === 0 ? 0.2 : 1) * seconds * 1000))
      const call = (seconds: number, event: string, fields: object) =>
        this.plan(after(seconds), () => this.hook({ id, project, host }, event, fields))
      call(1, 'SessionStart', { source: 'startup' })
      for (const [turn, { prompt, reply }] of turns.entries()) {
        const source = clear ? 'clear' : compact && 'compact'
        if (turn === 2 && source) call(60, 'SessionStart', { source })
        const prompt_id = `${id}-${turn}`
        call(90 + turn * 40, 'UserPromptSubmit', { prompt, prompt_id })
        const said = { last_assistant_message: reply, prompt_response: reply }
        call(140 + prompt.length, 'Stop', { prompt, prompt_id, ...said, stop_hook_active: false })
      }
      if (!end) continue
      call(200, 'SessionEnd', { reason: 'other' })
      this.plan(after(60), () => this.service.learning.reflect(this.scopeOf(project)))
    }
  }

  /** Something merges, contradicts, is evicted; something was looked at; one reflection fails. */
  planTidying(): void {
    const consolidate = (name: string) => () => this.service.consolidate(this.scopeOf(name))
    this.plan(this.at(2, 20), consolidate('webshop'))
    this.plan(this.at(2, 20, 1), consolidate('ledger-api'))
    this.plan(this.at(2, 20, 5), async () => {
      const tight = this.open({ capacity: 7 })
      await tight.consolidate(this.scopeOf('atlas-mobile'))
      await tight.close()
    })
    this.plan(this.at(1, 20), async () => {
      const { items } = await this.service.review.list()
      const isOld = (at: string) => Date.parse(at) < this.now.getTime() - 3 * DAY_MS
      const accept = items.filter(({ at, marked }) => !marked && isOld(at)).map(({ id }) => id)
      await this.service.review.settle({ accept })
    })
    this.planFailing('Icons of the map are drawn as SVG, never as PNG.')
  }

  /** A reflection that the model refuses; it failed so often that it rests for some minutes now. */
  private planFailing(prompt: string): void {
    const session = { id: 'down', project: 'atlas-mobile', host: 'claude-code' }
    const ago = (minutes: number) => new Date(this.now.getTime() - minutes * 60_000)
    const said = { prompt, last_assistant_message: 'I replaced the last three.' }
    this.plan(ago(44), () => this.hook(session, 'SessionStart', { source: 'startup' }))
    this.plan(ago(43), () => this.hook(session, 'UserPromptSubmit', { prompt }))
    this.plan(ago(42), () => this.hook(session, 'Stop', said))
    for (const minutes of [40, 39, 38, 36, 33, 27, 11, 1]) {
      this.plan(ago(minutes), async () => {
        const failing = this.open({ ...this.model, providerKey: 'sk-old' })
        await failing.learning.reflect(this.scopeOf('atlas-mobile'))
        await failing.close()
      })
    }
  }

  writeSkills(): void {
    const uses: Record<string, object> = {}
    for (const { scope, daysAgo, uses: count, name, description, body } of this.told.skills) {
      const root = scope === 'global' ? this.place.home : this.pathOf(scope)
      const folder = join(root, '.claude/skills', name)
      mkdirSync(folder, { recursive: true })
      const file = join(folder, 'SKILL.md')
      const head = `name: ${name}\ndescription: ${description}\nlicense: MIT`
      writeFileSync(file, `---\n${head}\n---\n\n${body}`)
      const time = new Date(this.now.getTime() - daysAgo * DAY_MS)
      utimesSync(file, time, time)
      const key = scope === 'global' ? scope : `project:${encodeURIComponent(root)}`
      const sessions = Array.from({ length: count }, (_, at) => `seed000${at}`).join(' ')
      if (count > 0) uses[`${key} ${name}`] = { count, lastUsed: time.toISOString(), sessions }
    }
    mkdirSync(join(this.place.store, 'state'), { recursive: true })
    writeFileSync(join(this.place.store, 'state/skills.json'), JSON.stringify({ uses, read: {} }))
  }

  async run(): Promise<void> {
    this.service = this.open(this.model)
    for (const { time, run } of this.steps.sort((a, b) => a.time.getTime() - b.time.getTime())) {
      const before = Date.now()
      this.clock = time
      await run()
      this.dateFiles(before, time)
    }
    await this.service.close()
  }

  /** Past sessions: what turns did, as their transcripts would tell it, and a session before svc. */
  async keepPast(): Promise<void> {
    const store = openStore(join(this.place.store, 'svc.json'))
    const { daysAgo, hour, project, host, turns } = this.told.earlier
    const earlier = turns.map((told, at) =>
      this.toPast({ id: EARLIER, host, at: this.at(daysAgo, hour, at * 9) }, told, at + 1),
    )
    const bounds = { pastMegabytes: 500, pastDays: 730, pastLeaveOut: '', now: this.now }
    keepTurns(store, findFolderKey(store, this.scopeOf(project))!, earlier, bounds)
    const told = this.told.sessions.flatMap(({ turns }) => turns).filter(({ did }) => did)
    const withSteps = (turn: PastTurn): PastTurn => {
      const one = told.find(({ prompt }) => prompt === turn.asked)
      if (one === undefined) return turn
      return { ...turn, did: this.toPast({ id: '', host: '', at: this.now }, one, 1).did }
    }
    for (const key of listPastKeys(store))
      for (const part of listParts(store, key)) rewritePart(part, withSteps)
    await refreshPast(store)
  }

  private toPast(
    { id, host, at }: { id: string; host: string; at: Date },
    { prompt: asked, reply: answered, did = [] }: ToldTurn,
    turn: number,
  ): PastTurn {
    return toPastTurn(id, host, undefined, { turn, at: at.toISOString(), asked, answered, did })
  }

  /** Runs a command of `svc`. Throws where it fails. */
  svc(args: string[], { cwd = this.place.home, store = this.place.store } = {}): void {
    const place = { PATH: process.env.PATH, HOME: this.place.home, SVC_DATA_DIR: store, TZ: 'UTC' }
    const [program, given] = bare(place, [process.execPath, SVC, ...args])
    const { status, stderr } = spawnSync(program, given, { cwd, encoding: 'utf8' })
    if (status !== 0) throw new Error(`svc ${args.join(' ')}: ${stderr}`)
  }

  private planEdit(title: string, daysAgo: number, patch: object): void {
    const id = () => this.known.get(title)!.id
    this.plan(this.at(daysAgo, 16, 20), () => this.service.memories.edit(id(), patch))
  }

  private planForgotten(
    project: string,
    title: string,
    from: number,
    to: number,
    wrong: boolean,
  ): void {
    const given = { scope: this.scopeOf(project), title, content: `${title}.`, kind: 'fact' }
    let memory: Memory
    this.plan(this.at(from, 10), async () => (memory = await this.service.remember(given)))
    this.plan(this.at(to, 10), () => this.service.memories.forget(memory.id, { wrong }))
  }

  private plan(time: Date, run: () => Promise<unknown>): void {
    this.steps.push({ time, run })
  }

  private open(config: Partial<Config> = {}): Service {
    const { home, store } = this.place
    const env = { PATH: process.env.PATH, HOME: home }
    return createService({ dataDir: store, ...config }, { env, home, now: () => this.clock })
  }

  /** A time of a day that is past. What is of today lies in its order before now, whatever the hour. */
  private at(daysAgo: number, hour: number, minute = 0): Date {
    const now = this.now.getTime()
    if (daysAgo === 0) return new Date(now - (24 - hour) * 360_000 + minute * 30_000)
    return new Date(new Date(now - daysAgo * DAY_MS).setUTCHours(hour, minute, 7, 0))
  }

  private pathOf(project: string): string {
    return join(this.place.projects, project)
  }

  private scopeOf(name: string): Scope {
    return name === 'global'
      ? { type: 'global', id: null }
      : { type: 'project', id: this.pathOf(name) }
  }

  /** The whole hook program, in this process: how long it takes is told as a process would. */
  private async hook(
    { id, project, host }: { id: string; project: string; host: string },
    event: string,
    fields: object,
  ): Promise<void> {
    const hook_event_name = HOOK_EVENTS[host]?.[event] ?? event
    const transcript_path = join(this.place.home, `${host}-${id}.jsonl`)
    const base = { session_id: id, cwd: this.pathOf(project), hook_event_name, transcript_path }
    const before = { ...process.env }
    const uptime = process.uptime.bind(process)
    const begun = performance.now()
    const env = { HOME: this.place.home, SVC_DATA_DIR: this.place.store, TZ: 'UTC' }
    try {
      Object.assign(process.env, env)
      process.uptime = () => STARTING_S + (performance.now() - begun) / 1000
      const nothing = async () => undefined
      const input = { args: ['--host', host], answer: nothing, start: nothing }
      const payload = JSON.stringify({ ...base, ...fields })
      await atTime(this.clock, () => runHook(payload, input))
    } finally {
      process.uptime = uptime
      for (const name of Object.keys(env)) delete process.env[name]
      Object.assign(process.env, before)
    }
  }

  /** A memory is as old as its file. */
  private dateFiles(since: number, time: Date): void {
    const folders = [join(this.place.store, 'global'), ...this.projectFolders()]
    for (const file of folders.flatMap(folder => listTree(join(folder, 'memories')))) {
      if (statSync(file).mtimeMs >= since - 5) utimesSync(file, time, time)
    }
  }

  private projectFolders(): string[] {
    const folder = join(this.place.store, 'projects')
    try {
      return readdirSync(folder).map(name => join(folder, name))
    } catch {
      return []
    }
  }
}

/** What it takes a process of the hook to begin (seconds). */
const STARTING_S = 0.045
