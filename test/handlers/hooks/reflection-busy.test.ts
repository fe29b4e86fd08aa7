import t from 'tap'
import { once } from 'node:events'
import { chatReply, sendJson } from '../../src/provider/fixture.js'
import { memory } from '../../src/reflect/desk.js'
import { until } from '../../store/fixture.js'
import { inTurns } from './host.js'
import { memories, ReflectHost } from './reflect-host.js'

// They wait for workers, each of its own host.
t.jobs = 8

t.test(
  'while a slow provider works: busy is seen, hooks are fast, consolidation waits',
  async t => {
    const reply = chatReply(JSON.stringify(memories(memory('Slow'))))
    let release = () => {}
    const host = await new ReflectHost(t).serve(t, (_seen, response, count) => {
      if (count > 1) return sendJson(response, reply)
      release = () => sendJson(response, reply)
    })
    await host.turn('Slow one')
    await until(() => host.seen.length === 1)
    const { child, url } = await host.resident(t)
    const status = async () =>
      (await fetch(`${url}svc/status`)).json() as Promise<{ busy: boolean }>
    t.equal((await status()).busy, true)
    const body = JSON.stringify({ scope: host.scope() })
    const consolidated = fetch(`${url}svc/consolidate`, { method: 'POST', body })
    const outcomes = await inTurns([1, 2, 3, 4], 2, at => host.turn(`Meanwhile ${at}`))
    for (const { code, stdout } of outcomes) t.same([code, stdout], [0, '{}'])
    t.same(host.failures(), [], 'none was given up: the provider is not waited for')
    t.equal(host.queueFiles().length, 5)
    const answer = await consolidated
    t.equal(answer.status, 409)
    t.match(await answer.json(), { code: 'SCOPE_BUSY' })
    t.equal(host.seen.length, 1, 'no second worker')
    release()
    await until(() => host.queueFiles().length === 0)
    // The worker looks once more for what came meanwhile, and is busy again for a moment.
    await until(async () => !(await status()).busy)
    // Each turn is asked about by itself; a request whose connection breaks off is sent again.
    const turns = ['Meanwhile 1', 'Meanwhile 2', 'Meanwhile 3', 'Meanwhile 4', 'Slow one']
    const about = (body: object) => turns.filter(turn => JSON.stringify(body).includes(turn))
    const asked = host.seen.map(({ body }) => about(body))
    for (const each of asked) t.equal(each.length, 1, `a request is about ${each.join(', ')}`)
    t.same([...new Set(asked.flat())].sort(), turns)
    child.kill('SIGTERM')
    await once(child, 'close')
    t.equal(await host.replaySize(), 5)
  },
)

t.test('a service that is stopped in a slow call ends soon; its batch stays queued', async t => {
  const host = await new ReflectHost(t).serve(t, () => undefined)
  host.turns = '10'
  await host.turn('Slow one')
  const env = host.env()
  host.env = () => ({ ...env, SVC_HOOK_BATCH_IDLE_MS: '0' })
  const { child } = await host.resident(t)
  await until(() => host.seen.length === 1)
  child.kill('SIGTERM')
  const [code] = (await once(child, 'close')) as [number]
  t.equal(code, 0)
  t.equal(host.seen.length, 1, 'the provider has never answered')
  const { status, events } = await host.look()
  t.match(status, { queuedTurns: 1, busy: false, batches: { failing: 0, setAside: 0 } })
  t.same(events, [])
})
