import t from 'tap'
import { readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { createConfig } from '../../../src/config.js'
import { openProvider } from '../../../src/provider/index.js'
import { withBudget } from '../../../src/provider/budget.js'
import { SvcError } from '../../../store/errors.js'
import {
  chatReply,
  everythingIn,
  sendJson,
  startServer,
  type Answerer,
} from '../provider/fixture.js'
import { findLearningTrouble } from '../../../src/reflect/trouble.js'
import { until } from '../../store/fixture.js'
import { withoutDisk } from '../without-disk.js'
import { memory, ReflectDesk } from './desk.js'

const down = () => {
  throw new SvcError('PROVIDER_FAILED', 'scripted cannot be reached')
}

/** Everything that is shown or logged, where no word of a conversation may stand. */
async function everythingShown(desk: ReflectDesk): Promise<string> {
  const service = desk.open()
  const state = join(desk.dataDir, 'state')
  const logs = readdirSync(state, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.jsonl') && !/^(?:sessions|past)\b/.test(name))
    .map(name => readFileSync(join(state, name), 'utf8'))
  const shown = [await service.events(), await service.doctor(), await service.status()]
  return JSON.stringify(shown) + logs.join('\n')
}

t.test('a failing batch waits longer each time, is set aside, and can be asked for', async t => {
  const desk = new ReflectDesk(t, { batchTurns: 2 })
  desk.script = down
  desk.queue(2)
  const folder = desk.scopeFolder()
  for (const [failures, wait] of [5, 10, 20, 40].entries()) {
    t.match(await desk.worker().run(folder), { batches: 0, failed: 1 })
    t.match(desk.records(), [{ failures: failures + 1, error: /^PROVIDER_FAILED: scripted/ }])
    t.match((await desk.open().status()).batches, { failing: 1, setAside: 0 })
    desk.later(wait - 1)
    t.match(await desk.worker().run(folder), { failed: 0 }, 'not before its time')
    desk.later(1)
  }
  t.match(await desk.worker().run(folder), { failed: 1 })
  desk.later(24 * 60 * 60)
  t.match(await desk.worker().run(folder), { batches: 0, failed: 0 }, 'set aside')
  t.equal(desk.asked.length, 5)
  const service = desk.open()
  const { status, doctor } = { status: await service.status(), doctor: await service.doctor() }
  t.match([status.queuedTurns, status.batches], [2, { failing: 0, setAside: 1 }])
  t.match(
    doctor.findings.filter(({ check }) => check === 'failing-batch'),
    [{ level: 'remark', message: /^a batch of 2 turns, queued .* set aside after 5 failures/ }],
  )
  t.equal(doctor.ok, true)
  const events = await service.events()
  t.equal(events.length, 5)
  t.match(events[0], { type: 'reflect', added: 0, error: /reached; set aside after 5 failures$/ })
  t.notMatch(await everythingShown(desk), 'wombat')
  t.match(await service.learning.reflect(desk.scope), { failed: 1 }, 'asked for and failing again')
  desk.answers({ memories: [memory('Kept')] })
  t.match(await service.learning.reflect(desk.scope), { batches: 1, added: 1 })
  t.same(desk.records(), [])
  t.equal((await service.doctor()).findings.length, 0)
})

t.test('one batch that fails does not hold up the others', async t => {
  const desk = new ReflectDesk(t, { batchTurns: 1 })
  desk.script = ({ turns }) => {
    if (turns[0]?.session === 'bad') throw new TypeError('wombat')
    return { memories: [memory(`From ${turns[0]?.session}`)] }
  }
  for (const session of ['bad', 'good', 'fine']) desk.queue(1, session)
  t.match(await desk.worker().run(desk.scopeFolder()), { batches: 2, added: 2, failed: 1 })
  t.match(desk.records(), [{ session: 'bad', error: 'INTERNAL: TypeError' }])
  t.notMatch(await everythingShown(desk), 'wombat')
})

t.test('settings that name no provider are waited for, or told to who asks', async t => {
  const desk = new ReflectDesk(t, { batchTurns: 1, provider: 'openai-compatible' })
  desk.queue(1)
  const worker = desk.worker({}, { provider: undefined })
  for (let tries = 1; tries <= 6; tries++) {
    t.match(await worker.run(desk.scopeFolder()), { failed: 0, waiting: 1 })
    t.match(desk.records(), [{ failures: 0, waitsFor: /SVC_PROVIDER_URL/ }])
    t.notMatch(desk.records(), [{ isSetAside: true }])
    t.match((await desk.open().status()).batches, { failing: 0, setAside: 0, putOff: 1 })
    desk.later(10 * 60)
  }
  t.same(await desk.open().events(), [])
  const asked = desk.open({ provider: undefined as never }).learning.reflect(desk.scope)
  await t.rejects(asked, { code: 'INVALID_REQUEST', message: /SVC_PROVIDER_URL/ })
})

t.test('a call that is interrupted by the end of the service is no failure', async t => {
  const desk = new ReflectDesk(t, { batchTurns: 1 })
  desk.queue(1)
  const worker = desk.worker()
  desk.script = (_, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new SvcError('PROVIDER_FAILED', 'cut')))
      worker.close()
    })
  t.match(await worker.run(desk.scopeFolder()), { batches: 0, failed: 0 })
  t.match(desk.records(), [{ failures: 0 }])
  t.same(await desk.open().events(), [])
})

t.test('a provider that pays no heed to its end is left', async t => {
  const desk = new ReflectDesk(t, { batchTurns: 1 })
  desk.queue(1)
  const worker = desk.worker()
  desk.script = () => {
    worker.close()
    return new Promise(() => undefined)
  }
  t.match(await worker.run(desk.scopeFolder()), { batches: 0, failed: 0 })
  t.equal((await desk.open().status()).busy, false)
})

t.test('what a day’s budget has no room for is distilled by builtin at once', async t => {
  for (const dailyTokens of [0, 100]) {
    const desk = new ReflectDesk(t, { dailyTokens })
    desk.answers({ memories: [memory('The model was asked')] })
    const turns = [{ prompt: 'Never push on Fridays, from now on.', reply: 'Noted.' }]
    const service = desk.open()
    t.match(await service.reflectBatch({ scope: desk.scope, turns }), { added: 1 })
    t.match(await desk.titles(), [/Fridays/])
    t.same(desk.records(), [])
    t.same(desk.asked, [])
    t.match((await service.status()).spend, { inputTokens: 0, outputTokens: 0 })
    await desk.worker({ dailyTokens: 1e6 }).run(desk.scopeFolder())
  }
})

t.test('the end of a usage limit is waited for, and is no failure', async t => {
  const quota = { error: { code: 'insufficient_quota', message: 'wombat: resets in 20 minutes' } }
  const { url: providerUrl } = await startServer(t, (_, response, count) =>
    count === 1
      ? sendJson(response, quota, 429)
      : sendJson(response, chatReply(JSON.stringify({ memories: [memory('Learned late')] }))),
  )
  const settings = { provider: 'openai-compatible', providerUrl, model: 'm', batchTurns: 1 }
  const desk = new ReflectDesk(t, settings)
  desk.now = new Date()
  desk.queue(1)
  const run = () => desk.worker({}, { provider: undefined }).run(desk.scopeFolder())
  t.match(await run(), { batches: 0, failed: 0, waiting: 1 })
  t.match(desk.records(), [{ failures: 0, waitsFor: /answered 429; its usage limit is reached$/ }])
  const wait = Date.parse(desk.records()[0]?.nextAt ?? '') - desk.now.getTime()
  t.ok(wait > 19 * 60_000 && wait < 21 * 60_000, `${wait}`)
  const service = desk.open()
  t.match(await service.status(), { batches: { putOff: 1, failing: 0 } })
  t.match((await service.doctor()).findings, [{ level: 'remark', message: /waits until .*429/ }])
  t.same(await service.events(), [])
  t.equal(
    findLearningTrouble(desk.store, createConfig({ given: settings }), about(desk)),
    undefined,
  )
  t.notMatch(await everythingShown(desk), 'wombat')
  desk.later(21 * 60)
  t.match(await run(), { batches: 1, added: 1 })
})

function about({ now }: ReflectDesk) {
  return { env: {}, host: undefined, now }
}

t.test('rude servers: the batch stays, and nothing of it is shown', async t => {
  const cases: Record<string, Answerer> = {
    'a page': (seen, response) => response.end(`<html>${JSON.stringify(seen.body)}</html>`),
    'too many requests': (_, response) => response.writeHead(429).end('wombat'),
    'cut off': (_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"choices": [{"wombat')
      setImmediate(() => response.destroy())
    },
    'other JSON': (_, response) => sendJson(response, { wombat: true }),
    'a sentence': (_, response) => sendJson(response, chatReply('wombat, he said')),
    'a list': (_, response) => sendJson(response, chatReply('["wombat"]')),
    'ten megabytes': (_, response) => sendJson(response, chatReply('wombat '.repeat(1_500_000))),
  }
  for (const [name, answer] of Object.entries(cases)) {
    const { url: providerUrl } = await startServer(t, answer)
    const settings = { provider: 'openai-compatible', providerUrl, model: 'm', batchTurns: 1 }
    const desk = new ReflectDesk(t, settings)
    desk.queue(1)
    const config = createConfig({ given: { dataDir: desk.dataDir, ...settings } })
    const provider = await openProvider(config, {}, { timeLimitMs: 3_000 })
    const result = await desk.worker({}, { provider }).run(desk.scopeFolder())
    t.match(result, { batches: 0, failed: 1 }, name)
    t.match(desk.records(), [{ failures: 1, error: /^PROVIDER_FAILED: / }])
    t.match(await desk.open().status(), { queuedTurns: 1, batches: { failing: 1 } })
    t.notMatch(await everythingShown(desk), 'wombat', name)
  }
})

t.test('lists of a wrong type are an answer with nothing in it', async t => {
  const { url } = await startServer(t, (_, response) =>
    sendJson(response, chatReply('{"memories": "wombat", "skills": {"a": [null]}}')),
  )
  const desk = new ReflectDesk(t)
  const given = { dataDir: desk.dataDir, provider: 'openai-compatible', providerUrl: url }
  const config = createConfig({ given })
  const provider = withBudget(await openProvider(config), desk.store, config, () => desk.now)
  desk.queue(1)
  t.match(await desk.open({ provider }).learning.reflect(desk.scope), { batches: 1, added: 0 })
})

t.test('an error names nothing of the conversation', async t => {
  const desk = new ReflectDesk(t)
  desk.script = () => 'wombat'
  desk.queue(1)
  await desk.open().learning.reflect(desk.scope)
  const error = new Error(desk.records()[0]?.error)
  t.match(error.message, /^PROVIDER_FAILED: the answer is not a JSON object$/)
  t.notMatch(everythingIn(error), 'wombat')
})

for (const [name, answer] of Object.entries({
  'a correction': { memories: [memory('Uses npm', { content: 'pnpm is used.' })], skills: [] },
  'a retraction': {
    memories: [],
    skills: [],
    retractions: [{ statement: 'Question 1 wombat', title: 'Uses npm' }],
  },
  'a statement of another title': {
    memories: [memory('Uses pnpm now', { content: 'pnpm is used.', replaces: 'uses npm' })],
    skills: [],
  },
})) {
  t.test(`${name} waits while the disk does not give what it may be about`, async t => {
    const desk = new ReflectDesk(t, { batchTurns: 1 })
    const service = desk.open()
    const { id } = await service.remember({ scope: desk.scope, title: 'Uses npm', content: 'npm.' })
    const folder = join(desk.scopeFolder().path, 'memories')
    const [file] = readdirSync(folder)
    utimesSync(join(folder, file!), 1, 1)
    desk.answers(answer)
    desk.queue(1)
    const failed = await withoutDisk(folder, () => desk.worker().run(desk.scopeFolder()))
    t.match(failed, { batches: 0, failed: 1, added: 0 })
    t.same(readdirSync(folder), [file], 'nothing stands beside it')
    const [record] = desk.records()
    t.match(record, { failures: 1, error: /STORE_CORRUPT: .*uses-npm.* cannot be read: EIO/ })
    t.match(await desk.open().status(), { queuedTurns: 1, batches: { failing: 1 } })
    desk.later(6)
    t.match(await desk.worker().run(desk.scopeFolder()), { batches: 1, failed: 0, added: 0 })
    const all = await desk.memories(desk.scope)
    t.same(readdirSync(folder), [file], 'the same file')
    if (name === 'a retraction') t.same(all, [])
    else t.match(all, [{ id, content: 'pnpm is used.' }])
    t.equal(desk.asked.length, 1, 'the provider is asked once')
  })
}

t.test('a service looks again at what the disk did not give it', async t => {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  const { id } = await service.remember({ scope: desk.scope, title: 'Uses npm', content: 'npm.' })
  const folder = join(desk.scopeFolder().path, 'memories')
  utimesSync(join(folder, readdirSync(folder)[0]!), 1, 1)
  const other = desk.open()
  const { items } = await withoutDisk(folder, () => other.memories.list({ scope: desk.scope }))
  t.same(items, [])
  await until(async () => (await other.memories.list({ scope: desk.scope })).items.length === 1)
  t.match(await other.memories.get(id), { content: 'npm.' })
})
