import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createService } from '../../../src/service/service.js'
import type { Service } from '../../../src/api.js'
import type { Config } from '../../../src/config.js'
import { temporaryFolder } from '../../store/fixture.js'
import { fileOf, GLOBAL, linesOf, openService, project, tickingClock } from '../fixture.js'
import { chatReply, sendJson, startServer, type Answerer, type Seen } from '../provider/fixture.js'

interface Note {
  id: string
  title: string
  content: string
}

interface Asked {
  messages: { content: string }[]
  response_format: { json_schema: { schema: Record<string, unknown> } }
}

/** The notes that a request asked about. */
function notesOf(seen: Seen): Note[] {
  const { messages } = seen.body as unknown as Asked
  return (JSON.parse(messages[1]!.content) as { notes: Note[] }).notes
}

/** A model that gives each note an alias made of its id. */
const giveEach: Answerer = (seen, response) => {
  const aliases = Object.fromEntries(notesOf(seen).map(({ id }) => [id, [`alias of ${id}`]]))
  sendJson(response, chatReply(JSON.stringify({ aliases })))
}

/** A service whose provider is a model server on loopback. */
async function openDesk(t: Test, answer: Answerer = giveEach, settings: Partial<Config> = {}) {
  const { url, seen } = await startServer(t, answer)
  const dataDir = join(temporaryFolder(t), 'store')
  const model = { provider: 'openai-compatible', providerUrl: `${url}/v1`, model: 'm' }
  const config = { dataDir, ...model, ...settings }
  const service = createService(config, { home: join(dataDir, 'no-home'), now: tickingClock() })
  t.teardown(() => service.close())
  return { service, seen, dataDir, memories: join(dataDir, 'global', 'memories') }
}

/** Stores so many global memories; answers their ids. */
async function remember(service: Service, count: number) {
  const ids: string[] = []
  for (let number = 1; number <= count; number++) {
    const text = { title: `Title ${number}`, content: `Content ${number}.` }
    ids.push((await service.remember({ scope: GLOBAL, ...text })).id)
  }
  return ids
}

t.test('memories without aliases get some, and are as old as before', async t => {
  const { service, seen, memories } = await openDesk(t)
  const [id = ''] = await remember(service, 1)
  await service.remember({ scope: GLOBAL, title: 'Has', content: 'Some.', aliases: ['own'] })
  const before = await service.memories.get(id)
  const items = [{ id, title: 'Title 1', aliases: [`alias of ${id}`] }]
  t.same(await service.learning.fillAliases(), { asked: 1, filled: 1, left: 0, items })
  t.same(seen.map(notesOf), [[{ id, title: 'Title 1', content: 'Content 1.' }]])
  const { revision, ...rest } = await service.memories.get(id)
  t.not(revision, before.revision)
  t.same({ ...rest, revision: before.revision }, { ...before, aliases: [`alias of ${id}`] })
  t.match(readFileSync(fileOf(memories, id), 'utf8'), `aliases:\n  - alias of ${id}\n`)
  t.match(await service.events(1), [{ type: 'update', updated: 1 }])
  t.same(await service.learning.fillAliases(), { asked: 0, filled: 0, left: 0, items: [] })
  t.equal(seen.length, 1, 'nothing is asked twice')
})

t.test('ten memories a request, the newest first, of the scopes that are meant', async t => {
  const { service, seen } = await openDesk(t)
  const ids = await remember(service, 23)
  const scope = project('/no/such/app')
  await service.remember({ scope, title: 'Of the app', content: 'One.' })
  await service.remember({ scope, title: 'Of it too', content: 'Two.' })
  t.match(await service.learning.fillAliases({ scope: GLOBAL }, { limit: 12 }), {
    asked: 12,
    left: 11,
  })
  t.same(
    seen.map(one => notesOf(one).map(note => note.id)),
    [ids.slice(13).reverse(), ids.slice(11, 13).reverse()],
  )
  const told: string[] = []
  const onProgress = (asked: number, all: number) => void told.push(`${asked}/${all}`)
  t.match(await service.learning.fillAliases({}, { onProgress }), {
    asked: 13,
    filled: 13,
    left: 0,
  })
  t.same(told, ['0/13', '10/13', '11/13'])
  await t.rejects(service.learning.fillAliases({}, { limit: 0 }), { code: 'INVALID_REQUEST' })
})

t.test('what is sent is redacted and clipped, and the schema names each id', async t => {
  const { service, seen, memories, dataDir } = await openDesk(t)
  const writer = openService(t, dataDir).service
  const text = { title: 'Long', content: 'word '.repeat(1_000) }
  const { id } = await writer.remember({ scope: GLOBAL, ...text })
  const token = `ghp_${'a1B2c3D4e5'.repeat(3)}f6G7h8`
  const path = fileOf(memories, id)
  writeFileSync(path, readFileSync(path, 'utf8').replace('word', token))
  await service.learning.fillAliases()
  const [note] = notesOf(seen[0]!)
  t.notMatch(JSON.stringify(seen[0]!.body), token)
  t.ok(note!.content.length <= 600)
  t.match(note!.content, /^\[redacted/)
  const { schema } = (seen[0]!.body as unknown as Asked).response_format.json_schema
  const { aliases } = schema.properties as { aliases: object }
  t.match(aliases, { required: [id], additionalProperties: false })
})

t.test('an answer is read strictly: what breaks a rule is left out', async t => {
  const { service } = await openDesk(t, (seen, response) => {
    const [first, second, third] = notesOf(seen).map(({ id }) => id)
    const aliases = {
      [first!]: ['Title 3', ' good\none ', 'GOOD one', 7, 'x'.repeat(101)],
      [second!]: 'no list',
      unknown1: ['stray'],
      ['__proto__']: ['stray'],
    }
    t.ok(third)
    sendJson(response, chatReply(`Here you are: ${JSON.stringify({ aliases })}`))
  })
  const ids = await remember(service, 3)
  const filled = await service.learning.fillAliases()
  t.match(filled, { asked: 3, filled: 1, left: 2, items: [{ aliases: ['good one'] }] })
  t.same((await service.memories.get(ids[2]!)).aliases, ['good one'])
})

t.test('what fails in the middle keeps what was stored, and repeating goes on', async t => {
  let isDown = true
  const { service, seen } = await openDesk(t, (one, response, count) => {
    if (count === 2 && isDown) sendJson(response, chatReply('{"aliases":[]}'))
    else giveEach(one, response, count)
  })
  await remember(service, 15)
  const broken = await service.learning.fillAliases()
  t.match(broken, { asked: 15, filled: 10, left: 5, error: /no aliases by id/ })
  isDown = false
  t.match(await service.learning.fillAliases(), { asked: 5, filled: 5, left: 0, error: undefined })
  t.equal(seen.length, 3)
})

t.test('the budget of the day ends it before anything is sent', async t => {
  const { service, seen } = await openDesk(t, giveEach, { dailyTokens: 100 })
  await remember(service, 1)
  t.match(await service.learning.fillAliases(), {
    asked: 0,
    left: 1,
    error: /^budget of the day: /,
  })
  t.equal(seen.length, 0)
})

t.test('a memory that changed meanwhile keeps its text, and aliases that it got', async t => {
  const others: Service[] = []
  const { service } = await openDesk(t, (seen, response, count) => {
    const [one, two, three] = ids
    const edits = [
      others[0]!.memories.edit(one!, { content: 'Newer.' }),
      others[0]!.memories.edit(two!, { aliases: ['by hand'] }),
      others[0]!.memories.forget(three!),
    ]
    void Promise.all(edits).then(() => giveEach(seen, response, count))
  })
  others.push(service)
  const ids = await remember(service, 3)
  t.match(await service.learning.fillAliases(), { asked: 3, filled: 1, left: 0 })
  t.match(await service.memories.get(ids[0]!), {
    content: 'Newer.',
    aliases: [`alias of ${ids[0]}`],
  })
  t.match(await service.memories.get(ids[1]!), { aliases: ['by hand'] })
  await t.rejects(service.memories.get(ids[2]!), { code: 'MEMORY_NOT_FOUND' })
})

t.test('a dry run asks nothing', async t => {
  const { service, seen } = await openDesk(t)
  const nothing = { asked: 0, filled: 0, items: [] }
  t.same(await service.learning.fillAliases({}, { dryRun: true }), {
    ...{ ...nothing, left: 0 },
    plan: { memories: 0, requests: 0, tokens: 0 },
  })
  await remember(service, 11)
  const { plan, ...fill } = await service.learning.fillAliases({}, { dryRun: true })
  t.same(fill, { ...nothing, left: 11 })
  t.match(plan, { memories: 11, requests: 2 })
  t.ok(plan!.tokens > 11 * 60 && plan!.tokens < 11 * 250, `${plan?.tokens}`)
  t.equal(seen.length, 0)
})

t.test('without a model memories get the phrases of their own text, once', async t => {
  const { service, seen, dataDir } = await openDesk(t, giveEach, { provider: 'builtin' })
  const content = 'The invoiceMailer retries.'
  const bare = (title: string) => ({ scope: GLOBAL, title, content, aliases: [] })
  await service.memories.load(linesOf(bare('First'), bare('Second')))
  await remember(service, 1)
  const dry = await service.learning.fillAliases({}, { dryRun: true })
  t.same(dry, {
    ...{ asked: 0, filled: 0, left: 3, items: [] },
    plan: { memories: 2, requests: 0, tokens: 0 },
  })
  const before = (await service.memories.list()).items
  t.match(await service.learning.fillAliases({}, { limit: 1 }), { asked: 0, filled: 1, left: 2 })
  t.match(await service.learning.fillAliases(), {
    ...{ asked: 0, filled: 1, left: 1 },
    items: [{ aliases: ['invoice mailer'] }],
  })
  t.match(await service.learning.fillAliases(), { asked: 0, filled: 0, left: 1, items: [] })
  t.equal(seen.length, 0)
  const after = (await openService(t, dataDir).service.memories.list()).items
  t.same(
    after.map(({ id, updatedAt }) => [id, updatedAt]),
    before.map(({ id, updatedAt }) => [id, updatedAt]),
    'they are as old as before',
  )
})

t.test(
  'a dry run with a provider that writes no text plans what would be done without',
  async t => {
    const provider = {
      ...{ name: 'own', model: 'm' },
      reflect: async () => ({ value: {}, usage: { inputTokens: 0, outputTokens: 0 } }),
    }
    const { service } = openService(t, undefined, { provider })
    const bare = { scope: GLOBAL, content: 'The invoiceMailer retries.', aliases: [] }
    await service.memories.load(linesOf({ ...bare, title: 'First' }))
    await remember(service, 1)
    const dry = await service.learning.fillAliases({}, { dryRun: true })
    t.same(dry.plan, { memories: 1, requests: 0, tokens: 0 })
    t.match(await service.learning.fillAliases(), { asked: 0, filled: 1, left: 1 })
  },
)
