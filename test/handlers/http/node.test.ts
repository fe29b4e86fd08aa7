import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { Server } from 'node:http'
import t, { type Test } from 'tap'
import { listen, type ListenOptions } from '../../../handlers/http/node.js'
import { eventHub, REFLECT_EVENT, scriptedService, type Script } from './scripted-service.js'
import { holdTimers } from '../../timers.js'
import { formatRequest, openSocket, readReply, sendRaw } from './raw.js'

/** What running requests have when a server closes. */
const DRAIN_MS = 2_500
const quiet = { host: '127.0.0.1', port: 0, log: () => undefined }
const start = async (t: Test, script: Script, options: Partial<ListenOptions> = {}) => {
  const server = await listen(scriptedService(script), { ...quiet, ...options })
  t.teardown(() => server.close())
  return server
}

t.test('tells its URL', async t => {
  const server = await start(t, {})
  t.equal(server.url, `http://127.0.0.1:${server.port}/`)
  const six = await start(t, {}, { host: '::1' })
  t.equal(six.url, `http://[::1]:${six.port}/`)
  const named = await start(t, {}, { host: 'localhost' })
  t.equal(named.url, `http://localhost:${named.port}/`)
})

t.test('needs a token for anything but loopback', async t => {
  for (const host of ['0.0.0.0', '::', '', '192.0.2.1', 'memory.example']) {
    const attempt = listen(scriptedService(), { ...quiet, host })
    await t.rejects(attempt, { code: 'INVALID_REQUEST', message: /SVC_TOKEN/ }, host)
  }
  const server = await start(
    t,
    { status: async () => ({}) as never },
    { host: '0.0.0.0', token: 'x' },
  )
  const url = `http://127.0.0.1:${server.port}/svc/status`
  t.equal((await fetch(url)).status, 401)
  t.equal((await fetch(url, { headers: { authorization: 'Bearer x' } })).status, 200)
})

t.test('a port in use and a host of another machine are one clear error each', async t => {
  const { port } = await start(t, {})
  const taken = listen(scriptedService(), { ...quiet, port })
  await t.rejects(taken, {
    name: 'SvcError',
    code: 'CONFLICT',
    message: `Port ${port} on 127.0.0.1`,
  })
  const foreign = listen(scriptedService(), { ...quiet, host: '192.0.2.1', token: 'x' })
  await t.rejects(foreign, { name: 'SvcError', code: 'INVALID_REQUEST', message: 'EADDRNOTAVAIL' })
})

t.test('a failure inside is logged and not published', async t => {
  const logged: unknown[] = []
  const log = (_message: string, cause: unknown) => logged.push(cause)
  const server = await start(t, {}, { log })
  const response = await fetch(`${server.url}svc/status`)
  t.equal(response.status, 500)
  const text = await response.text()
  t.match(JSON.parse(text), { code: 'INTERNAL', error: /^Internal error/ })
  t.notMatch(text, 'secret')
  t.match(logged, [{ message: /secret/ }])
})

t.test('what goes wrong with the server later is logged, each time', async t => {
  const logged: unknown[] = []
  const log = (_message: string, cause: unknown) => logged.push(cause)
  const { url } = await start(t, { status: async () => ({}) as never }, { log })
  let server: Server | undefined
  const find = (message: unknown) => ({ server } = message as { server: Server })
  subscribe('http.server.request.start', find)
  t.teardown(() => unsubscribe('http.server.request.start', find))
  await (await fetch(`${url}svc/status`)).text()
  const causes = ['first', 'second'].map(word => new Error(word))
  for (const cause of causes) server?.emit('error', cause)
  t.strictSame(logged, causes)
  t.equal((await fetch(`${url}svc/status`)).status, 200, 'it goes on')
})

t.test('an answer that cannot be written as JSON is 500 as well', async t => {
  const cyclic: Record<string, unknown> = {}
  cyclic.self = cyclic
  const server = await start(t, { status: async () => cyclic as never })
  const response = await fetch(`${server.url}svc/status`)
  t.equal(response.status, 500)
  t.match(await response.json(), { code: 'INTERNAL' })
})

t.test('the event stream', async t => {
  const hub = eventHub()
  const server = await start(t, { subscribe: hub.subscribe })
  const controller = new AbortController()
  const response = await fetch(`${server.url}svc/stream`, { signal: controller.signal })
  t.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  t.equal((await reader.read()).value, ': connected\n\n')
  hub.emit(REFLECT_EVENT)
  const { value = '' } = await reader.read()
  t.match(value, /^data: .*\n\n$/)
  t.same(JSON.parse(value.slice(6)), REFLECT_EVENT)

  const head = await fetch(`${server.url}svc/stream`, { method: 'HEAD' })
  t.equal(head.status, 200)
  t.equal(hub.listeners.size, 1, 'HEAD does not subscribe')

  controller.abort()
  await hub.left
  t.equal(hub.listeners.size, 0, 'a client that leaves is unsubscribed')
})

t.test('close', async t => {
  t.test('ends streams and idle connections at once', async t => {
    const hub = eventHub()
    const server = await start(t, { subscribe: hub.subscribe, status: async () => ({}) as never })
    const own = `Host: 127.0.0.1:${server.port}`
    const silent = await openSocket(server.port)
    const idle = await openSocket(server.port)
    idle.write(`GET /svc/status HTTP/1.1\r\n${own}\r\n\r\n`)
    await once(idle, 'data')
    const stream = await fetch(`${server.url}svc/stream`)
    const ended = Promise.all([once(silent, 'close'), once(idle, 'close'), stream.text()])
    silent.resume()
    idle.resume()
    const drain = holdTimers(t, ms => ms === DRAIN_MS)
    await Promise.all([server.close(), server.close(), ended])
    t.equal(drain.size, 1, 'at once: the time for running requests does not pass here')
    t.equal(hub.listeners.size, 0)
  })

  t.test('lets a running request finish', async t => {
    const entered = deferred()
    const release = deferred()
    const server = await start(t, {
      status: async () => {
        entered.resolve()
        await release.promise
        return { ok: true } as never
      },
    })
    const running = fetch(`${server.url}svc/status`)
    await entered.promise
    const closing = server.close()
    await t.rejects(fetch(`${server.url}svc/status`), 'nobody else gets in')
    release.resolve()
    t.same(await (await running).json(), { ok: true })
    await closing
  })

  t.test('does not wait for a request that never ends', async t => {
    const entered = deferred()
    const never = () => new Promise<never>(() => entered.resolve())
    const server = await start(t, { status: never })
    const running = fetch(`${server.url}svc/status`).catch((error: unknown) => error)
    await entered.promise
    const half = await openSocket(server.port)
    half.write('GET /svc/status HT')
    half.on('error', () => undefined).resume()
    const drain = holdTimers(t, ms => ms === DRAIN_MS)
    let isClosed = false
    const closed = server.close().then(() => (isClosed = true))
    await once(half, 'close')
    t.equal(isClosed, false, 'it has its time')
    for (const pass of drain) pass()
    await closed
    t.type(await running, Error)
  })
})

t.test('a keep-alive connection serves many requests and a pipelined one in order', async t => {
  const server = await start(t, { memories: { get: async id => ({ id }) as never } })
  const own = `Host: 127.0.0.1:${server.port}`
  const socket = await openSocket(server.port)
  socket.write(`GET /svc/memories/aaa HTTP/1.1\r\n${own}\r\n\r\n`)
  socket.write(formatRequest('GET', '/svc/memories/bbb', [own]))
  const reply = await readReply(socket)
  t.match(`${reply.head}${reply.text}`, /aaa[^]*bbb/)
  const single = await sendRaw(server.port, formatRequest('GET', '/svc/memories/ccc', [own]))
  t.match(single.head.toLowerCase(), `content-length: ${single.text.length}`)
  t.notMatch(single.head.toLowerCase(), 'transfer-encoding')
})

function deferred() {
  let resolve = (): void => undefined
  const promise = new Promise<void>(done => (resolve = done))
  return { promise, resolve }
}
