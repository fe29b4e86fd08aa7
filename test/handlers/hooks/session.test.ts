import t, { type Test } from 'tap'
import { createService } from '../../../src/service/service.js'
import { GLOBAL_SCOPE, type Memory } from '../../../store/types.js'
import { HookDesk } from './desk.js'

const QUESTION = 'When do releases leave?'
const PORT = 'Which port does postgres listen on?'

async function newDesk(t: Test): Promise<HookDesk> {
  const desk = new HookDesk(t)
  await desk.remember({ title: 'Releases leave on Thursdays', content: 'Never on Fridays.' })
  await desk.remember({ title: 'Postgres port', content: 'Postgres 16 listens on port 6543.' })
  desk.now = new Date(Date.now() + 1_000)
  return desk
}

/** Lets an hour pass, so that what is stored now is of later than what was given. */
function passTime(desk: HookDesk): void {
  desk.now = new Date(desk.now.getTime() + 3_600_000)
}

async function edit(desk: HookDesk, { id }: Memory, content: string): Promise<void> {
  const now = () => desk.now
  const service = createService({ dataDir: desk.store }, { home: desk.home, now })
  await service.memories.edit(id, { content })
  await service.close()
}

const givenIn = (desk: HookDesk) => desk.ledger().filter(({ type }) => type === 'given')

t.test('what the start gave comes once more where a prompt surely wants it', async t => {
  const desk = await newDesk(t)
  t.match(await desk.start(), /Thursdays[^]*6543|6543[^]*Thursdays/)
  const asked = await desk.prompt(QUESTION)
  t.match(asked, 'Thursdays')
  t.notMatch(asked, '6543')
  t.equal(await desk.prompt(QUESTION), '')
  t.match(await desk.prompt(PORT), '6543')
  t.equal(await desk.prompt(PORT), '')
  const other = { session_id: 'session-2' }
  t.match(await desk.prompt(QUESTION, other), 'Thursdays', 'another session gets it')
  t.equal(await desk.prompt(QUESTION, other), '')
})

t.test('what is new or changed since the start comes with the prompt that needs it', async t => {
  const desk = await newDesk(t)
  const changed = await desk.remember({ title: 'Review rule', content: 'Two reviewers approve.' })
  await desk.start()
  passTime(desk)
  await edit(desk, changed, 'Three reviewers approve each pull request.')
  t.match(await desk.prompt('How many reviewers approve a pull request?'), 'Three reviewers')
  t.equal(await desk.prompt('How many reviewers approve a pull request?'), '')
})

t.test('of a file that the start gave a part of, a prompt gets the section it needs', async t => {
  const desk = new HookDesk(t)
  const section = (at: number) => `## Part ${at}\n\n${`Part ${at} has its own rule. `.repeat(20)}\n`
  const parts = Array.from({ length: 20 }, (_, at) => section(at)).join('\n')
  desk.write({
    'AGENTS.md': `# Rules\n\n${parts}\n## Osprey\n\nThe osprey gateway retries 11 times.\n`,
  })
  t.notMatch(await desk.start(), 'osprey')
  t.match(givenIn(desk), [{ ids: [/^[0-9a-z]+#~[0-9a-z]{10}$/] }])
  t.match(await desk.prompt('How often does the osprey gateway retry?'), '11 times')
})

t.test('of a file without headings a prompt gets the passage that it needs, each once', async t => {
  const desk = new HookDesk(t)
  const about = (animal: string, rule: string) =>
    `The ${animal} gateway ${rule}. ${'It has been so since the zoo opened. '.repeat(33)}`
  desk.write({
    'AGENTS.md': [
      'The zoo has gates of its own. '.repeat(400),
      about('osprey', 'retries 11 times'),
      about('walrus', 'waits 40 seconds'),
    ].join('\n\n'),
  })
  await desk.start()
  t.match(await desk.prompt('How often does the osprey gateway retry?'), '11 times')
  t.match(await desk.prompt('How long does the walrus gateway wait?'), '40 seconds')
  t.equal(await desk.prompt('How long does the walrus gateway wait?'), '')
})

t.test('a session that is resumed is given what is new alone, and often nothing', async t => {
  const desk = await newDesk(t)
  desk.write({
    '.claude/skills/ship/SKILL.md': '---\nname: ship\ndescription: Ships.\n---\n\nPush.\n',
  })
  t.match(await desk.start(), /Thursdays[^]*ship: Ships/)
  await desk.prompt(QUESTION)
  passTime(desk)
  t.equal(await desk.start({ source: 'resume' }), '')
  const rule = await desk.remember({ title: 'Walrus rule', content: 'Feed the walrus at noon.' })
  await edit(desk, rule, 'Feed the walrus at eight.')
  passTime(desk)
  const news = await desk.start({ source: 'resume' })
  t.match(news, 'walrus at eight')
  t.notMatch(news, /Thursdays|ship|more/)
  t.equal(await desk.start({ source: 'resume' }), '')
  const asked = 'When is the walrus fed, at noon or at eight?'
  t.match(await desk.prompt(asked), 'walrus at eight', 'once more, as what a start gave')
  t.equal(await desk.prompt(asked), '')
})

t.test('a resumed session that was given nothing yet gets everything', async t => {
  const desk = await newDesk(t)
  t.match(await desk.start({ source: 'resume' }), 'Thursdays')
})

for (const host of ['qwen-code', 'gemini-cli', 'copilot-cli'])
  t.test(`${host} forgets what a start gave when it resumes, and is given it again`, async t => {
    const desk = await newDesk(t)
    const start = (source: string) => desk.ask('SessionStart', { source }, {}, { host })
    await start('startup')
    t.match(await start('resume'), 'Thursdays')
  })

for (const source of ['clear', 'compact'])
  t.test(`after ${source} the session has nothing: the start gives all of it again`, async t => {
    const desk = await newDesk(t)
    const first = await desk.start()
    t.match(await desk.prompt(QUESTION), 'Thursdays')
    t.equal(await desk.prompt(QUESTION), '')
    passTime(desk)
    t.equal(await desk.start({ source }), first)
    t.match(await desk.prompt(QUESTION), 'Thursdays', 'and a prompt gives it again, once')
    t.equal(await desk.prompt(QUESTION), '')
  })

t.test('two calls in one compaction are answered once; a later one again', async t => {
  const desk = await newDesk(t)
  await desk.start()
  const compact = { source: 'compact' }
  t.match(await desk.start(compact), 'Thursdays')
  t.equal(await desk.start(compact), '')
  passTime(desk)
  t.match(await desk.start(compact), 'Thursdays')
  t.match(await desk.start(), 'Thursdays', 'a start that comes twice is answered twice')
})

t.test('a fork is a session of its own', async t => {
  const desk = await newDesk(t)
  await desk.start()
  t.match(await desk.start({ source: 'fork', session_id: 'fork-1' }), 'Thursdays')
  const fork = { session_id: 'fork-1' }
  t.match(await desk.prompt(QUESTION), 'Thursdays')
  t.match(await desk.prompt(QUESTION, fork), 'Thursdays')
  t.equal(await desk.prompt(QUESTION, fork), '')
})

/** Kinds in recall order with their numbers: more than there is room for. */
const KINDS = { constraint: 12, decision: 12, preference: 12, procedure: 12, fact: 12, bugfix: 80 }

async function fill(desk: HookDesk): Promise<void> {
  const service = createService({ dataDir: desk.store }, { home: desk.home })
  const scope = { type: 'project', id: desk.project } as const
  const content = 'It says what is to be done, and where. It says why that is so. '
  for (const [kind, count] of Object.entries(KINDS))
    for (let at = 0; at < count; at++)
      await service.remember({
        scope,
        kind,
        title: `${kind} number ${at}`,
        content: content.repeat(at % 5 === 0 ? 12 : 3).trim(),
      })
  await service.close()
}

t.test(
  'of more than there is room for a start has what binds first, and says what is left',
  async t => {
    const desk = new HookDesk(t)
    await fill(desk)
    const manner = { kind: 'preference', title: 'Short answers', content: 'Five lines.' }
    await desk.remember({ ...manner, scope: GLOBAL_SCOPE })
    const total = Object.values(KINDS).reduce((sum, count) => sum + count) + 1
    const service = createService({ dataDir: desk.store }, { home: desk.home })
    t.teardown(() => service.close())
    const scopes = [{ type: 'project', id: desk.project } as const, GLOBAL_SCOPE]
    const served = (await service.memories.context({ scopes })).text
    const unindexed = await desk.start()
    t.equal(unindexed, served)
    await desk.event('SessionStart', { session_id: 'indexing' })
    await desk.untilQuiet()
    const starts = { unindexed, indexed: await desk.start({ session_id: 'session-2' }) }
    for (const [name, text] of Object.entries(starts)) {
      t.ok(text.length <= 9_500 && text.length > 9_000, `${name}: ${text.length} characters`)
      const heads = text.match(/^- \[[a-z]+\]/gm) ?? []
      t.match(text, `\n${total - heads.length} more (svc recall "topic", svc show ID): `, name)
      t.match(text, /: (?:[a-z]+ number \d+; )+…\n<\/svc-memory>$/, name)
      const bodies = text.match(/^ {2}.*$/gm) ?? []
      t.same(
        bodies.filter(line => !/^ {2}(…?It says.*(where|so)|Five lines)\.…?$/.test(line)),
        [],
        `${name}: whole sentences`,
      )
      const order = Object.entries(KINDS).flatMap(([kind, count]) =>
        Array<string>(count).fill(kind),
      )
      const kinds = heads.map(head => head.slice(3, -1))
      t.same(kinds.slice(0, -1), order.slice(0, heads.length - 1), 'in recall order')
      t.match(text, '- [preference] Short answers', `${name}: how to answer has its room`)
      t.ok(heads.length > 20, `${heads.length} items`)
    }
    const [first] = givenIn(desk)
    const blocks = unindexed.match(/^- \[/gm) ?? []
    t.equal((first?.ids as string[]).length, blocks.length, 'titles do not count as given')
  },
)

t.test('what fits is given whole and in recall order, and nothing is said of more', async t => {
  const desk = await newDesk(t)
  await desk.remember({ title: 'Review rule', content: 'Two reviewers.', kind: 'constraint' })
  const text = await desk.start()
  t.same(text.match(/^- \[[a-z]+\]/gm), ['- [constraint]', '- [fact]', '- [fact]'])
  t.notMatch(text, / more /)
})

t.test('what the session has already is not followed by what is only near it', async t => {
  const desk = new HookDesk(t)
  const service = createService({ dataDir: desk.store }, { home: desk.home })
  const scope = { type: 'project', id: desk.project } as const
  const memories = {
    'Docker needs BuildKit': 'Set DOCKER_BUILDKIT=1, the Dockerfile uses cache mounts.',
    'Local database in docker': 'docker compose up db starts Postgres 16 on port 5433.',
    'Images are pushed by CI only': 'Never docker push from a laptop.',
  }
  for (const [title, content] of Object.entries(memories))
    await service.remember({ scope, title, content })
  await service.close()
  const ask = () => desk.prompt('where does the local database in docker listen?')
  t.match(await ask(), 'port 5433')
  t.equal(await ask(), '')
})

t.test('a secret in a prompt finds no memory about secrets', async t => {
  const desk = new HookDesk(t)
  const service = createService({ dataDir: desk.store }, { home: desk.home })
  t.teardown(() => service.close())
  const scope = { type: 'project', id: desk.project } as const
  await service.remember({ scope, title: 'API keys', content: 'Keys are redacted in all logs.' })
  await service.remember({
    scope,
    title: 'Printer jams',
    content: 'Open the back tray of printer 4.',
  })
  const text = `the printer jams again, key is sk-ant-api03-${'Ab1'.repeat(31)}AA`
  const served = await service.memories.context({ scopes: [scope], text })
  t.match(served.text, 'back tray')
  t.equal(await desk.prompt(text), served.text, 'over hook and service alike')
  t.notMatch(served.items[0], { title: 'API keys' })
})
