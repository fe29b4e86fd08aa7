import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { createHandler } from '../../../handlers/http/fetch.js'
import { listen } from '../../../handlers/http/node.js'
import { givenKey, readLedger } from '../../../src/activity/sessions.js'
import type { Service } from '../../../src/api.js'
import { createService } from '../../../src/service/service.js'
import type { RecallContext, RecalledMemory } from '../../../src/types.js'
import { openStore } from '../../../store/store.js'
import { isImportRow, type Scope } from '../../../store/types.js'
import { bare } from '../../bare.js'
import { ownSets, readSet } from '../../eval/inject-sets.mjs'
import { HookDesk } from '../../handlers/hooks/desk.js'
import { outcomeOf } from '../../handlers/hooks/host.js'
import { PROGRAM } from '../bin/shell.js'

const GLOBAL: Scope = { type: 'global', id: null }
const SET = readSet(ownSets().find(file => file.endsWith('inject.dev.json'))!)
const PROJECT = SET.projects.find(({ name }) => name === 'demand-lab')!

/** So many each of those that want a memory, a section of the agent file, and nothing. */
export function takePrompts(count: number): string[] {
  const isSection = (name: string) => name.startsWith('section:')
  const groups = [
    PROJECT.prompts.filter(({ want }) => want.length > 0 && !want.some(isSection)),
    PROJECT.prompts.filter(({ want }) => want.some(isSection)),
    PROJECT.prompts.filter(({ want }) => want.length === 0),
  ]
  return groups.flatMap(group => spread(group, count)).map(({ text }) => text)
}

function spread<T>(values: readonly T[], count: number): T[] {
  const step = Math.max(1, values.length / count)
  return Array.from({ length: count }, (_, at) => values[Math.floor(at * step)]).filter(
    value => value !== undefined,
  )
}

/** What a prompt is given: the text, and what a session's ledger would say of it. */
interface Given {
  text: string
  /** Ids in their order, of an agent file with the headings of its passages. */
  full: string[]
}

/** A project of the set with its agent file and the global memories, in a store of its own. */
class Place extends HookDesk {
  readonly own: Scope = { type: 'project', id: this.project }
  private sessions = 0

  async fill(): Promise<void> {
    this.write({ 'AGENTS.md': PROJECT.agents! })
    await this.serve(async service => {
      for (const memory of PROJECT.memories) await service.remember({ scope: this.own, ...memory })
      for (const memory of SET.global) await service.remember({ scope: GLOBAL, ...memory })
      await service.importWorkspace(this.project)
    })
    await this.event('SessionStart')
    await this.untilQuiet()
  }

  /** A service on the store, for as long as the action takes. */
  async serve<T>(action: (service: Service) => Promise<T>): Promise<T> {
    const service = createService({ dataDir: this.store }, { home: this.home })
    try {
      return await action(service)
    } finally {
      await service.close()
    }
  }

  /** Removes the index files; a process that a hook call left may have been making them anew. */
  async takeIndexAway(): Promise<void> {
    await this.untilQuiet()
    rmSync(join(this.store, 'state', 'index'), { recursive: true, force: true })
  }

  /** What the hook gives to a session of its own, as a program or in this process. */
  async hook(prompt: string, { isProgram }: { isProgram: boolean }): Promise<Given> {
    const session_id = `parity-${++this.sessions}`
    const fields = { prompt, session_id }
    const text = isProgram
      ? await this.context('UserPromptSubmit', fields)
      : await this.prompt(prompt, fields)
    const lines = readLedger(openStore(join(this.store, 'svc.json')), session_id)
    const given = lines.find(line => line.type === 'given')
    return { text, full: (given?.ids ?? []).map(withoutPart) }
  }

  async command(text: string): Promise<RecallContext> {
    const command = [process.execPath, PROGRAM, 'recall', '--json', '--', text]
    const child = spawn(...bare(this.env(), command), { cwd: this.project })
    const { code, stdout, stderr } = await outcomeOf(child)
    if (code !== 0) throw new Error(stderr)
    return JSON.parse(stdout) as RecallContext
  }

  query(text: string) {
    return { scopes: [this.own, GLOBAL], text }
  }
}

function toGiven({ text, items }: RecallContext): Given {
  return { text, full: items.flatMap(toKeys) }
}

function toKeys({ id, passages }: RecalledMemory): string[] {
  return passages?.map(({ heading }) => givenKey({ id, heading })) ?? [id]
}

/** A key as if the whole text had been given, a passage by its heading alone. */
function withoutPart(key: string): string {
  return key.replace(/(@\d+)?(~[^~]*)?$/, '').replace(/#$/, '')
}

type Ask = (text: string) => Promise<Given>

/** What each prompt is given by `memories.context`. */
type Expected = ReadonlyMap<string, Given>

/** Each prompt is given the same by a way as by `memories.context`. */
async function checkWay(t: Test, expected: Expected, ask: Ask): Promise<void> {
  for (const [text, given] of expected) t.same(await ask(text), given, text.slice(0, 60))
}

const post = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body) })
const toContext = async (response: Response) => (await response.json()) as RecallContext

/** All ways that can be gone in this process, and the answers that they share. */
async function checkService(
  t: Test,
  { place, service, prompts }: { place: Place; service: Service; prompts: readonly string[] },
): Promise<Expected> {
  const expected = new Map<string, Given>()
  for (const text of prompts)
    expected.set(text, toGiven(await service.memories.context(place.query(text))))
  await t.test('POST /svc/recall', t => {
    const handle = createHandler(service)
    const url = 'http://localhost/svc/recall'
    return checkWay(t, expected, async text =>
      toGiven(await toContext(await handle(new Request(url, post(place.query(text)))))),
    )
  })
  await t.test('recall, what is not below', async t => {
    for (const [text, { full }] of expected) {
      const items = (await service.recall(place.query(text))) as RecalledMemory[]
      const above = new Set(items.filter(({ degree }) => degree !== 'below').flatMap(toKeys))
      for (const key of full) t.ok(above.has(key), `${text.slice(0, 60)}: ${key}`)
    }
  })
  return expected
}

/** That each prompt is given the same over hook, HTTP, command and package. */
export async function checkAllWays(t: Test, prompts: readonly string[]): Promise<void> {
  const place = new Place(t)
  await place.fill()
  const expected = await place.serve(service => checkService(t, { place, service, prompts }))
  checkVariety(t, [...expected.values()])
  await t.test('the hook program', t =>
    checkWay(t, expected, text => place.hook(text, { isProgram: true })),
  )
  await t.test('svc recall', t =>
    checkWay(t, expected, async text => toGiven(await place.command(text))),
  )
  const [text, given] = [...expected][0]!
  await t.test('POST /svc/recall over a socket', t =>
    place.serve(async service => {
      const server = await listen(service, { host: '127.0.0.1', port: 0 })
      t.teardown(() => server.close())
      const url = `http://127.0.0.1:${server.port}/svc/recall`
      t.same(toGiven(await toContext(await fetch(url, post(place.query(text))))), given)
    }),
  )
  await t.test('the hook program without index files', t =>
    checkWay(t, expected, async text => {
      await place.takeIndexAway()
      return place.hook(text, { isProgram: true })
    }),
  )
  await place.takeIndexAway()
  await t.test('the package and svc recall without index files', t =>
    place.serve(async service => {
      t.same(await checkService(t, { place, service, prompts }), expected)
      t.same(toGiven(await place.command(text)), given)
    }),
  )
  t.same(place.failures(), [])
}

function checkVariety(t: Test, all: readonly Given[]): void {
  t.ok(
    all.some(given => given.full.some(key => key.includes('#'))),
    'a passage',
  )
  t.ok(
    all.some(given => given.text === ''),
    'nothing',
  )
}

/** That each prompt is given the same where the index files are behind. */
export async function checkBehind(t: Test, prompts: readonly string[]): Promise<void> {
  const place = new Place(t)
  await place.fill()
  await place.serve(async service => {
    const { items } = await service.memories.list({ scope: place.own })
    const own = items.filter(item => !isImportRow(item))
    for (const { id, content } of spread(own, 6))
      await service.memories.edit(id, { content: `${content}\n\nThe same a year later.` })
    const title = 'Plots begin at 0'
    await service.remember({ scope: place.own, title, content: 'The y axis of each, too.' })
    const expected = await checkService(t, { place, service, prompts })
    await t.test('the handler of the hook', t =>
      checkWay(t, expected, text => place.hook(text, { isProgram: false })),
    )
  })
  t.match(place.tasks, [{ task: 'index' }], 'and they still are')
}
