import { rmSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createHandler } from '../../../handlers/index.js'
import { joinPassages, type Choice } from '../../../src/recall/choose.js'
import { createService } from '../../../src/service/service.js'
import type { RecallContext, RecallQuery } from '../../../src/types.js'
import { contextOf, HookHost } from '../../handlers/hooks/host.js'
import { HookDesk } from '../../handlers/hooks/desk.js'

const FILLER =
  'Everybody who changes something here reads the section first and asks where it is unclear. '

/** An agent file of about 8 KB with one section on each subject. */
const AGENTS = [
  '# Guide\n\nHow we work in this repository.',
  ...[
    ['Layout', 'Packages lie in folders by domain.'],
    ['Testing', 'Every module has unit tests beside it.'],
    ['Testing › End to end', 'Playwright needs the fixture database: run make playwright-db.'],
    ['Kubernetes', 'Pods get their limits from the Helm values of the team.'],
    ['Releases', 'Releases leave on Thursdays with a signed changelog.'],
    ['Glossary', 'A parcel is what a customer gets, a shipment what the carrier takes.'],
    ['Support', 'Questions go to the channel of the team that has the pager.'],
  ].map(([path = '', text]) => {
    const depth = path.split(' › ').length
    return `${'#'.repeat(depth + 1)} ${path.split(' › ').at(-1)}\n\n${text}\n\n${FILLER.repeat(11).trim()}`
  }),
].join('\n\n')
const QUESTION = 'the playwright tests fail, how do I get the fixture database?'

t.test('a prompt gets of an agent file the section that fits', async t => {
  const desk = new HookDesk(t)
  desk.write({ 'AGENTS.md': AGENTS })
  await desk.remember({ title: 'Parcels', content: 'The parcel service is called Hermes.' })
  await desk.start()
  const text = await desk.prompt(QUESTION)
  t.ok(AGENTS.length > 7_500)
  t.match(
    text,
    /- \[constraint\] AGENTS\.md › Testing › End to end \(file AGENTS\.md\)\n {2}Playwright/,
  )
  t.notMatch(text, /signed changelog|Helm|# Guide/)
  t.ok(text.length <= 900, `${text.length}`)
})

t.test('the tags that svc puts on an agent file find it for nobody', async t => {
  const host = new HookHost(t)
  host.write({ 'AGENTS.md': '# Shop\n\nUse strict mode.\n' })
  await host.remember({ title: 'Parcels', content: 'The parcel service is called Hermes.' })
  await host.event('SessionStart')
  await host.untilQuiet()
  const service = createService({ dataDir: host.store }, { home: host.home })
  t.teardown(() => service.close())
  const scopes = [{ type: 'project', id: host.project } as const]
  const find = async (text: string) =>
    (await service.memories.context({ text, scopes })).items.map(({ title }) => title)
  t.same(await find('strict mode'), ['AGENTS.md'])
  t.same(await find('the workspace importer'), [], 'its tags are workspace-import and tool:agents')
})

t.test('a prompt gets the same with an index file, without, and over the service', async t => {
  const host = new HookHost(t)
  host.write({ 'AGENTS.md': AGENTS })
  await host.remember({ title: 'Playwright browsers', content: 'Playwright runs Firefox alone.' })
  await host.event('SessionStart')
  await host.untilQuiet()
  const index = join(host.store, 'state', 'index')
  const prompt = { prompt: QUESTION, session_id: 'a' }
  const indexed = contextOf(await host.run('UserPromptSubmit', prompt))
  rmSync(index, { recursive: true })
  const read = contextOf(await host.run('UserPromptSubmit', { ...prompt, session_id: 'b' }))
  t.equal(read, indexed)
  const service = createService({ dataDir: host.store }, { home: host.home })
  t.teardown(() => service.close())
  const query = { text: QUESTION, scopes: [{ type: 'project', id: host.project } as const] }
  const context = await service.memories.context(query)
  t.equal(context.text, indexed)
  const handle = createHandler(service, {})
  const request = { method: 'POST', body: JSON.stringify(query) }
  const answer = await handle(new Request('http://localhost/svc/recall', request))
  const body = (await answer.json()) as RecallContext
  t.same(body, JSON.parse(JSON.stringify(context)))
  const row = body.items.find(({ source }) => source.runtime === 'workspace-import')
  t.equal(row?.title, 'AGENTS.md')
  t.equal(row?.content, AGENTS, 'the item is the whole file')
  t.equal(row?.passages?.[0]?.heading, 'Testing › End to end')
})

t.test('lists hold an agent file once, with the score of its best section', async t => {
  const host = new HookHost(t)
  host.write({ 'AGENTS.md': AGENTS })
  await host.remember({ title: 'Reading', content: 'Ask where a section is unclear.' })
  const service = createService({ dataDir: host.store }, { home: host.home })
  t.teardown(() => service.close())
  const scope = { type: 'project', id: host.project } as const
  await service.importWorkspace(host.project)
  const found = await service.memories.list({ scope, text: 'unclear section' })
  t.equal(found.total, 2)
  t.same(found.items.map(({ title }) => title).sort(), ['AGENTS.md', 'Reading'])
  const page = await service.memories.list({ scope, text: 'unclear section', limit: 1, offset: 1 })
  t.same(page, { items: [found.items[1]], total: 2 })
  const facts = await service.memories.list({
    scope,
    text: 'unclear section',
    kinds: ['constraint'],
  })
  t.same([facts.total, facts.items.length], [1, 1])
  t.equal((await service.recall({ scopes: [scope], text: 'unclear section', limit: 2 })).length, 2)
  const standing = await service.recall({ scopes: [scope] })
  t.same(
    standing.map(({ title }) => title),
    ['Reading', 'AGENTS.md'],
  )
  t.notOk('passages' in standing[1]!)
})

t.test('a section is given as the file says it now, and not where it is gone', async t => {
  const desk = new HookDesk(t)
  desk.write({ 'AGENTS.md': AGENTS })
  await desk.start()
  desk.write({ 'AGENTS.md': AGENTS.replace('make playwright-db', 'make browser-db') })
  t.match(await desk.prompt(QUESTION, { session_id: 'a' }), 'make browser-db')
  desk.write({ 'AGENTS.md': AGENTS.replace('### End to end', '### Browsers') })
  t.notMatch(await desk.prompt(QUESTION, { session_id: 'b' }), /playwright-db|End to end/)
})

t.test('a session is given each section once, and the others when they are asked for', async t => {
  const desk = new HookDesk(t)
  desk.write({ 'AGENTS.md': AGENTS })
  await desk.start()
  t.match(await desk.prompt(QUESTION), 'Playwright needs')
  t.equal(await desk.prompt(QUESTION), '')
  t.match(
    await desk.prompt('which helm values limit the kubernetes pods?'),
    'Pods get their limits',
  )
  const [given] = desk.ledger().filter(({ event }) => event === 'prompt')
  t.match(given?.ids, [/^[0-9a-z]+#Testing › End to end@3~[0-9a-z]{10}$/])
})

t.test('three sections of a file are three items, each with its heading', async t => {
  const desk = new HookDesk(t)
  const places = ['Hamburg', 'Bremen', 'Kassel', 'Aachen', 'Dresden', 'Rostock']
  const sections = places.map(
    place =>
      `## ${place}\n\nThe depot of ${place} keeps spare scanners in the room behind the gate of its north yard; the porter has the key and a list.`,
  )
  desk.write({ 'AGENTS.md': sections.join('\n\n') + FILLER.repeat(4) })
  await desk.remember({ title: 'Scanner firmware', content: 'Scanners are flashed by hand.' })
  await desk.start()
  const ask = 'where do the depots of Hamburg, Bremen and Kassel keep spare scanners?'
  const text = await desk.prompt(ask)
  const items = places
    .slice(0, 3)
    .map(
      place =>
        new RegExp(
          `^- \\[constraint\\] AGENTS\\.md › ${place} \\(file AGENTS\\.md\\)\\n {2}The depot of ${place} .* list\\.$`,
          'm',
        ),
    )
  for (const item of items) t.match(text, item)
  t.equal(text.match(/^- /gm)?.length, 3)
  const ids = desk.ledger().at(-1)?.ids as string[]
  t.same(ids.map(id => id.replace(/^\w+#|@\d$/g, '')).sort(), places.slice(0, 3).sort())
  const one = await desk.prompt('how do I flash the firmware of a scanner?', { session_id: 'a' })
  t.match(one, 'Scanners are flashed by hand')
  t.notMatch(one, /AGENTS\.md|depot/)
})

t.test('recall for a host leaves out what it loads', async t => {
  const host = new HookHost(t)
  host.write({ 'AGENTS.md': AGENTS })
  const service = createService({ dataDir: host.store }, { home: host.home })
  t.teardown(() => service.close())
  const scopes = [{ type: 'project', id: host.project } as const]
  await service.importWorkspace(host.project)
  const titles = async (query: RecallQuery) =>
    (await service.memories.context({ scopes, ...query })).items.map(({ title }) => title)
  for (const text of [QUESTION, '']) {
    t.same(await titles({ text }), ['AGENTS.md'])
    t.same(await titles({ text, host: 'gemini-cli' }), ['AGENTS.md'])
    t.same(await titles({ text, host: 'codex' }), [])
    t.same(await service.recall({ scopes, text, host: 'codex' }), [])
  }
  await t.rejects(service.memories.context({ host: 'emacs' }), {
    code: 'INVALID_REQUEST',
    message: /host must be one of claude-code, codex/,
  })
})

t.test('choices of one file become one, of its three best that are as sure', async t => {
  const choose = (id: string, passage: number | undefined, rest: Partial<Choice> = {}): Choice => ({
    ...{ index: 0, degree: 'full', reason: 'matches', score: 10 - (passage ?? 0) },
    entry: {
      ...{ id, kind: 'fact', title: id, pinned: false, imported: true, uses: 0 },
      ...{ createdAt: '', updatedAt: '', locator: id, stamp: '' },
      ...(passage !== undefined && { passage, heading: `H${passage}` }),
    },
    ...rest,
  })
  const joined = joinPassages([
    choose('a', 3),
    choose('b', undefined),
    choose('a', 1, { degree: 'below' }),
    ...[5, 0, 2].map(passage => choose('a', passage)),
    choose('a', 3, { index: 1 }),
  ])
  t.same(
    joined.map(({ index, entry, passages }) => [
      index,
      entry.id,
      passages?.map(({ heading }) => heading),
    ]),
    [
      [0, 'a', ['H3', 'H5', 'H0']],
      [0, 'b', undefined],
      [1, 'a', ['H3']],
    ],
  )
  t.notOk('passage' in joined[0]!.entry)
})
