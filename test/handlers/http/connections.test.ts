import { once } from 'node:events'
import type { Socket } from 'node:net'
import t, { type Test } from 'tap'
import type { ConnectionLimits } from '../../../handlers/http/connections.js'
import { listen } from '../../../handlers/http/node.js'
import { until } from '../../store/fixture.js'
import { openSocket } from './raw.js'
import { eventHub, REFLECT_EVENT, scriptedService, type Script } from './scripted-service.js'

const OWN = 'Host: localhost'
const SHORT: Partial<ConnectionLimits> = {
  headersMs: 300,
  requestMs: 600,
  idleMs: 300,
  unreadMs: 600,
  checkMs: 100,
}

async function start(t: Test, script: Script, limits: Partial<ConnectionLimits>) {
  const service = scriptedService({ status: async () => ({ ok: true }) as never, ...script })
  const given = { host: '127.0.0.1', port: 0, log: () => undefined, limits }
  const server = await listen(service, given)
  t.teardown(() => server.close())
  const open = async () => {
    const socket = await openSocket(server.port)
    t.teardown(() => socket.destroy())
    return socket.on('error', () => undefined)
  }
  const ask = async () => (await fetch(`${server.url}svc/status`)).status
  return { ...server, open, ask }
}

/** How many connections to a port this process has accepted and still has, asked of the system. */
function countAccepted(port: number): number {
  const handles = (process as unknown as { _getActiveHandles(): object[] })._getActiveHandles()
  return handles.filter(handle => (handle as Partial<Socket>).localPort === port).length
}

/** Clients that never end their own side, whatever the server says. */
const SLOW: [name: string, begin: (socket: Socket) => void][] = [
  ['never sends a byte', () => undefined],
  ['sends a byte now and then', drip],
  ['sends half a line', socket => socket.write('GET /svc/sta')],
  ['sends half its headers', socket => socket.write(`GET /svc/status HTTP/1.1\r\n${OWN}\r\n`)],
  ['sends half a body', socket => socket.write(formatHead('Content-Length: 100') + '{"scope"')],
  ['sends no body', socket => socket.write(formatHead('Content-Length: 100'))],
  ['sends chunks without end', socket => sendChunks(socket, 'a')],
  [
    'sends one chunk',
    socket => socket.write(`${formatHead('Transfer-Encoding: chunked')}1\r\n{\r\n`),
  ],
  ['asks once and stays', socket => socket.write(`GET /svc/status HTTP/1.1\r\n${OWN}\r\n\r\n`)],
  ['sends what is not HTTP', socket => socket.write('hello\r\n\r\n')],
  ['sends TLS', socket => socket.write(Buffer.from('16030100c8010000c40303', 'hex'))],
  ['sends the preface of HTTP/2', socket => socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')],
  ['wants a tunnel', socket => socket.write(`CONNECT localhost:1 HTTP/1.1\r\n${OWN}\r\n\r\n`)],
  ['wants a WebSocket', socket => socket.write(formatUpgrade())],
]

function drip(socket: Socket): void {
  const bytes = [...`GET /svc/status HTTP/1.1\r\n${OWN}\r\nX: ${'x'.repeat(500)}`]
  const timer = setInterval(() => socket.write(bytes.shift() ?? 'x'), 50)
  socket.once('close', () => clearInterval(timer))
}

function formatHead(header: string): string {
  return `POST /svc/memories HTTP/1.1\r\n${OWN}\r\n${header}\r\n\r\n`
}

function formatUpgrade(): string {
  const headers = [OWN, 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
  return ['GET /svc/status HTTP/1.1', ...headers, '', ''].join('\r\n')
}

function sendChunks(socket: Socket, letter: string): void {
  socket.write(formatHead('Transfer-Encoding: chunked'))
  const timer = setInterval(() => socket.write(`1\r\n${letter}\r\n`), 50)
  socket.once('close', () => clearInterval(timer))
}

t.test('a connection that gets nowhere is given back, though its client holds on', async t => {
  const hub = eventHub()
  const { port, open, ask } = await start(t, { subscribe: hub.subscribe }, SHORT)
  const sockets = await Promise.all(SLOW.map(open))
  await until(() => countAccepted(port) === SLOW.length)
  for (const [at, [, begin]] of SLOW.entries()) {
    // Node's `allowHalfOpen` of a client: it does not answer the server's end with its own.
    Object.assign(sockets[at]!, { allowHalfOpen: true })
    begin(sockets[at]!.resume())
  }
  t.equal(await ask(), 200)
  await until(() => countAccepted(port) <= 1)
  await until(() => hub.listeners.size === 0)
  t.equal(await ask(), 200)
})

t.test('so is one whose client takes nothing of its answer', async t => {
  const items = Array.from({ length: 200 }, () => ({ content: 'x'.repeat(100_000) }) as never)
  const list = async () => ({ items, total: 200 })
  const hub = eventHub()
  const { port, open, ask } = await start(
    t,
    { memories: { list }, subscribe: hub.subscribe },
    SHORT,
  )
  const [answer, stream] = [await open(), await open()]
  for (const socket of [answer, stream]) socket.pause()
  answer.write(`GET /svc/memories HTTP/1.1\r\n${OWN}\r\n\r\n`)
  stream.write(`GET /svc/stream HTTP/1.1\r\n${OWN}\r\n\r\n`)
  await until(() => hub.listeners.size === 1)
  const large = { ...REFLECT_EVENT, error: 'x'.repeat(100_000) }
  for (let at = 0; at < 200; at++) hub.emit(large)
  await until(() => hub.listeners.size === 0)
  await until(() => countAccepted(port) === 0)
  t.equal(await ask(), 200)
})

t.test('a slow reader and a silent stream are waited for', async t => {
  const hub = eventHub()
  const content = 'x'.repeat(50_000)
  const items = Array.from({ length: 400 }, () => ({ content }) as never)
  const list = async () => ({ items, total: 400 })
  const { open } = await start(t, { memories: { list }, subscribe: hub.subscribe }, SHORT)
  const [slow, stream] = [await open(), await open()]
  stream.write(`GET /svc/stream HTTP/1.1\r\n${OWN}\r\n\r\n`)
  await once(stream, 'data')
  slow.write(`GET /svc/memories HTTP/1.1\r\n${OWN}\r\nConnection: close\r\n\r\n`)
  let size = 0
  slow.on('data', (chunk: Buffer) => {
    size += chunk.length
    slow.pause()
    setTimeout(() => slow.resume(), 3)
  })
  await once(slow, 'end')
  t.ok(size > 400 * content.length)
  hub.emit(REFLECT_EVENT)
  const [event] = (await once(stream, 'data')) as [Buffer]
  t.match(String(event), '"reflect"')
})

t.test('for one connection too many the idlest is let go', async t => {
  const hub = eventHub()
  const { port, open, ask } = await start(t, { subscribe: hub.subscribe }, { connections: 5 })
  const stream = await open()
  stream.write(`GET /svc/stream HTTP/1.1\r\n${OWN}\r\n\r\n`)
  await once(stream, 'data')
  const used = await open()
  const idle = [await open(), await open(), await open()]
  used.write(`GET /svc/status HTTP/1.1\r\n${OWN}\r\n\r\n`)
  await once(used, 'data')
  const ended = once(idle[0]!.resume(), 'close')
  t.equal(await ask(), 200)
  await ended
  t.notOk(stream.destroyed || used.destroyed || idle[2]!.destroyed)
  for (let at = 0; at < 20; at++) await open()
  await until(() => countAccepted(port) <= 5)
  t.notOk(stream.destroyed, 'one with a request stays')
  t.equal(hub.listeners.size, 1)

  const busy = await Promise.all([1, 2, 3, 4].map(open))
  for (const socket of busy) socket.write(`GET /svc/stream HTTP/1.1\r\n${OWN}\r\n\r\n`)
  await Promise.all(busy.map(socket => once(socket, 'data')))
  const late = await open()
  await once(late.resume(), 'close')
  t.equal(hub.listeners.size, 5, 'where all have one the newcomer goes')
})

t.test('two thousand idle connections keep nobody from an answer', async t => {
  // Longer than the test takes: the answer comes while they are all there.
  const { port, ask } = await start(t, {}, { headersMs: 60_000, requestMs: 60_000 })
  const idle: Socket[] = []
  t.teardown(() => idle.forEach(socket => socket.destroy()))
  while (idle.length < 2_000) {
    // Fewer than the queue of connections to be accepted holds: what comes beyond it is dropped.
    idle.push(...(await Promise.all(Array.from({ length: 250 }, () => openSocket(port)))))
    await until(() => countAccepted(port) >= idle.length)
  }
  for (const socket of idle) socket.on('error', () => undefined).resume()
  t.equal(await ask(), 200)
  t.ok(countAccepted(port) >= idle.length)
  t.notOk(idle.some(socket => socket.destroyed))
  for (const socket of idle) socket.end()
  await until(() => countAccepted(port) <= 1)
  t.equal(await ask(), 200)
})

const PIECE = `GET /svc/status HTTP/1.1\r\n${OWN}\r\n\r\n`

t.test(
  'requests that are sent without waiting are answered in order, one after the other',
  async t => {
    let [running, most, asked] = [0, 0, 0]
    const status = async () => {
      most = Math.max(most, ++running)
      const number = ++asked
      await new Promise(resolve => setImmediate(resolve))
      running--
      return { number } as never
    }
    const { open } = await start(t, { status }, {})
    const socket = await open()
    let answers = ''
    socket.on('data', chunk => (answers += String(chunk)))
    socket.write(PIECE.repeat(200))
    const numbers = () =>
      [...answers.matchAll(/"number":(\d+)/g)].map(([, number]) => Number(number))
    await until(() => numbers().length === 200)
    t.same(
      numbers(),
      Array.from({ length: 200 }, (_, at) => at + 1),
    )
    t.equal(most, 1)
  },
)

t.test('a connection with too many requests behind one is given back', async t => {
  let asked = 0
  const status = async () => {
    // Only the first one is waited for.
    if (asked++ === 0) await new Promise(resolve => (goOn = resolve))
    return { ok: true } as never
  }
  let goOn: (value?: unknown) => void = () => undefined
  const { open, ask, port } = await start(t, { status }, {})
  const socket = await open()
  socket.write(PIECE)
  await until(() => asked === 1)
  socket.write(PIECE.repeat(2_000))
  await until(() => countAccepted(port) === 0)
  goOn()
  t.equal(await ask(), 200, 'others are answered')
  t.equal(asked, 2, 'nothing of what waited is answered')
})
