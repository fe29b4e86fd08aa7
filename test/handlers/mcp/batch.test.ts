import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { createInterface } from 'node:readline'
import t, { type Test } from 'tap'
import { createHandler } from '../../../handlers/http/fetch.js'
import { callRoute } from '../../../handlers/http/router.js'
import { serveStdio } from '../../../handlers/mcp/stdio.js'
import { openService } from '../../src/fixture.js'
import { temporaryFolder } from '../../store/fixture.js'

const ping = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'ping' })
const pong = (id: unknown) => ({ jsonrpc: '2.0', id, result: {} })
const NOTICE = { jsonrpc: '2.0', method: 'notifications/initialized' }
const cancel = (requestId: unknown) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
})
const INVALID = { jsonrpc: '2.0', id: null, error: { code: -32600 } }
const greet = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 'greeting',
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
})

const BATCHES = '2025-03-26'
/** Versions of the protocol that know no batches. */
const SINGLE = ['2024-11-05', '2025-06-18', '2025-11-25']

function byId(answers: unknown): unknown[] {
  const all = answers as { id: unknown }[]
  return [...all].sort((a, b) => String(a.id).localeCompare(String(b.id)))
}

function serveHttp(t: Test) {
  const handle = createHandler(openService(t).service)
  return async (body: unknown, version?: string) => {
    const headers = new Headers(version === undefined ? {} : { 'mcp-protocol-version': version })
    const given = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await handle(new Request('http://localhost/svc/mcp', given))
    const text = await response.text()
    const answered: unknown = text === '' ? undefined : JSON.parse(text)
    return { status: response.status, body: answered }
  }
}

t.test('a batch over HTTP is answered as one, without its notifications', async t => {
  const post = serveHttp(t)
  const none = { ...ping('x'), method: 'nothing' }
  for (const version of [undefined, BATCHES]) {
    const { status, body } = await post([ping(1), NOTICE, none, 5, ping('last')], version)
    t.equal(status, 200)
    t.match(byId(body), [pong(1), pong('last'), INVALID, { id: 'x', error: { code: -32601 } }])
    t.equal(byId(body).length, 4)
  }
  t.match(await post([NOTICE, NOTICE]), { status: 202, body: undefined })
  t.match(await post([]), { status: 400, body: INVALID })
  t.match(await post([[ping(1)]]), { status: 200, body: [INVALID] })
  t.match(await post([greet(BATCHES), ping(1)]), { status: 200, body: [INVALID, pong(1)] })
  t.match(await post(Array.from({ length: 101 }, (_, at) => ping(at))), {
    status: 400,
    body: INVALID,
  })
  for (const version of SINGLE) {
    const { status, body } = await post([ping(1)], version)
    t.match({ status, body }, { status: 400, body: INVALID }, version)
    t.match(body, { error: { message: version } })
  }
})

t.test('a batch is answered without HTTP too', async t => {
  const { service } = openService(t)
  const call = { method: 'POST', url: '/svc/mcp', body: [ping(1), ping(2)] }
  t.match(await callRoute(service, call), { status: 200, body: [pong(1), pong(2)] })
})

function openStdio(t: Test) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const { service } = openService(t)
  const directory = temporaryFolder(t)
  const served = serveStdio({ input, output, directory, service: async () => service })
  const lines = createInterface({ input: output })
  t.teardown(() => served)
  t.teardown(() => void input.end())
  const next = async () => JSON.parse(String((await once(lines, 'line'))[0])) as unknown
  return {
    tell: (message: unknown) => void input.write(`${JSON.stringify(message)}\n`),
    ask: (message: unknown) => {
      const answer = next()
      input.write(`${JSON.stringify(message)}\n`)
      return answer
    },
    end: () => void input.end(),
  }
}

t.test(
  'a batch on standard input is answered as one, in the protocol that has batches',
  async t => {
    const { ask, tell } = openStdio(t)
    t.match(await ask([ping(1)]), INVALID, 'nothing is negotiated yet')
    t.match(await ask(greet(BATCHES)), { result: { protocolVersion: BATCHES } })
    const answered = (await ask([ping(1), NOTICE, ping(1), { id: 9 }, ping('last')])) as unknown[]
    t.match(byId(answered), [pong(1), pong('last'), INVALID, INVALID])
    t.equal(answered.length, 4, 'of two requests of one id one is refused')
    t.match(await ask([]), INVALID)
    t.match(await ask([greet(BATCHES)]), [INVALID])
    t.match(await ask(Array.from({ length: 101 }, (_, at) => ping(at))), INVALID)
    tell([NOTICE])
    t.match(await ask(ping('behind')), pong('behind'), 'notifications alone have no answer')
    t.match(await ask([ping(2)]), [pong(2)])
  },
)

t.test('what is called off in a batch is not waited for', async t => {
  const { ask } = openStdio(t)
  await ask(greet(BATCHES))
  const slow = { jsonrpc: '2.0', id: 's', method: 'resources/list' }
  const answered = (await ask([slow, ping(2), cancel('s')])) as unknown[]
  t.match(answered.at(-1), pong(2))
  t.match(await ask([ping(3), ping(4)]), [pong(3), pong(4)])
})

for (const version of SINGLE) {
  t.test(`a batch on standard input is refused in ${version}`, async t => {
    const { ask } = openStdio(t)
    await ask(greet(version))
    t.match(await ask([ping(1)]), INVALID)
    t.match(await ask(ping(2)), pong(2))
  })
}

t.test('a batch that came before the end is answered', async t => {
  const { ask, end } = openStdio(t)
  await ask(greet(BATCHES))
  const answer = ask([ping(1), { jsonrpc: '2.0', id: 2, method: 'resources/list' }])
  end()
  t.match(byId(await answer), [pong(1), { id: 2, result: { resources: [] } }])
})
