import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import t, { type Test } from 'tap'
import { createHandler } from '../../../handlers/http/fetch.js'
import { listen } from '../../../handlers/http/node.js'
import { callRoute } from '../../../handlers/http/router.js'
import type { Service } from '../../../src/api.js'
import { temporaryFolder } from '../../store/fixture.js'
import { openService } from '../../src/fixture.js'
import { call, connect, PROTOCOLS } from './client.js'

const log = (message: string, cause: unknown): never => {
  throw new Error(message, { cause })
}

async function serve(t: Test, service: Service, token = '') {
  const server = await listen(service, { host: '127.0.0.1', port: 0, token, log })
  t.teardown(() => server.close())
  return `${server.url}svc/mcp`
}

/** The SDK's own types differ in what may be undefined. */
const toTransport = (url: string, init?: RequestInit) =>
  new StreamableHTTPClientTransport(
    new URL(url),
    init && { requestInit: init },
  ) as unknown as Transport

for (const protocol of PROTOCOLS) {
  t.test(`the official client finds over HTTP what it saved, in ${protocol}`, async t => {
    const { service } = openService(t)
    const url = await serve(t, service)
    const cwd = temporaryFolder(t)
    const transport = toTransport(`${url}?cwd=${encodeURIComponent(cwd)}`)
    const client = await connect(transport, { protocol })
    t.teardown(() => client.close())
    t.equal((await client.listTools()).tools.length, 6)
    const memory = { title: 'Use pnpm', content: 'CI fails on a package-lock.json.' }
    const { value } = await call(client, 'remember', memory)
    t.match(value, { outcome: 'created', scope: 'project' })
    t.match(await service.memories.get(String(value.id)), { source: { runtime: 'mcp' } })
    const calls = Array.from({ length: 20 }, () => call(client, 'recall', { question: 'pnpm' }))
    for (const { value } of await Promise.all(calls)) t.match(value.items, [{ title: 'Use pnpm' }])
    await t.rejects(client.callTool({ name: 'hook', arguments: {} }), { code: -32602 })
  })
}

t.test('without a directory there is what is global, and a bad one is refused', async t => {
  const { service } = openService(t)
  const url = await serve(t, service)
  const client = await connect(toTransport(url))
  t.teardown(() => client.close())
  const { value } = await call(client, 'remember', { title: 'Be brief', content: 'Five lines.' })
  t.equal(value.scope, 'global')
  await t.rejects(connect(toTransport(`${url}?cwd=here`)), /cwd/)
})

t.test('whoever may not ask is not answered', async t => {
  const { service } = openService(t)
  const url = await serve(t, service, 'a long word')
  await t.rejects(connect(toTransport(url)))
  const headers = { authorization: 'Bearer a long word' }
  const client = await connect(toTransport(url, { headers }))
  t.equal((await client.listTools()).tools.length, 6)
  await client.close()
  const origin = await fetch(url, {
    method: 'POST',
    headers: {
      ...headers,
      origin: 'https://elsewhere.example',
      'content-type': 'application/json',
    },
    body: '{}',
  })
  t.equal(origin.status, 403)
})

t.test('a bad message is an error of the protocol, a bad body one of the service', async t => {
  const { service } = openService(t)
  const handle = createHandler(service, { log })
  const post = async (body: string, headers: Record<string, string> = {}) => {
    const request = new Request('http://localhost/svc/mcp', { method: 'POST', headers, body })
    const response = await handle(request)
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const list = { jsonrpc: '2.0', id: 'a string', method: 'tools/list' }
  t.match(await post(JSON.stringify(list)), { status: 200, body: { id: 'a string', result: {} } })
  t.match(await post('{}'), { status: 400, body: { error: { code: -32700 } } })
  t.match(await post('{'), { status: 400, body: { code: 'INVALID_REQUEST' } })
  t.match(await post(`"${'x'.repeat(1024 * 1024)}"`), { status: 413 })
  const strange = await post(JSON.stringify(list), { 'mcp-protocol-version': '1999-01-01' })
  t.match(strange, { status: 400, body: { error: { message: /version/i } } })
  const none = { ...list, id: 1, method: 'nothing' }
  t.match(await post(JSON.stringify(none)), { status: 200, body: { error: { code: -32601 } } })
})

t.test('a message can be answered without HTTP, and a notification needs no answer', async t => {
  const { service } = openService(t)
  const message = { jsonrpc: '2.0', method: 'notifications/initialized' }
  const quiet = await callRoute(service, { method: 'POST', url: '/svc/mcp', body: message })
  t.match(quiet, { status: 202, body: undefined })
  const body = { jsonrpc: '2.0', id: 1, method: 'ping' }
  const reply = await callRoute(service, { method: 'POST', url: '/svc/mcp', body })
  t.match(reply, { status: 200, body: { id: 1, result: {} } })
  const stream = await callRoute(service, { method: 'GET', url: '/svc/mcp' })
  t.match(stream, { status: 405, headers: { allow: 'POST' } })
})
