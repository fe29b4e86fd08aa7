import t from 'tap'
import { listen } from '../../../handlers/http/node.js'
import { scriptedService } from './scripted-service.js'
import { formatRequest, openSocket, readReply, sendRaw } from './raw.js'

const logged: string[] = []
const bodies: unknown[] = []
const service = scriptedService({
  status: async () => ({ ok: true }) as never,
  memories: {
    get: async id => ({ id }) as never,
    list: async filter => ({ items: [{ text: filter?.text } as never], total: 1 }),
    save: async (_runtime, body) => {
      bodies.push(body)
      return { memory: {} as never, outcome: 'created' }
    },
  },
})
const server = await listen(service, {
  host: '127.0.0.1',
  port: 0,
  log: message => logged.push(message),
})
const own = `Host: 127.0.0.1:${server.port}`
t.teardown(() => server.close())

const REFUSED: [name: string, request: string, status: number, code: string][] = [
  [
    'an absolute-form target',
    formatRequest('GET', `http://127.0.0.1:${server.port}/svc/status`, [own]),
    400,
    'INVALID_REQUEST',
  ],
  ['an asterisk target', formatRequest('OPTIONS', '*', [own]), 400, 'INVALID_REQUEST'],
  ['a fragment', formatRequest('GET', '/svc/status#x', [own]), 400, 'INVALID_REQUEST'],
  [
    'a Host that holds a path',
    formatRequest('GET', '/svc/status', ['Host: x/svc/memories/INJ?']),
    403,
    'HOST_NOT_ALLOWED',
  ],
  [
    'a loopback Host with a path behind it',
    formatRequest('GET', '/svc/status', ['Host: 127.0.0.1/svc/memories/INJ?']),
    403,
    'HOST_NOT_ALLOWED',
  ],
  [
    'a Host with user name',
    formatRequest('GET', '/svc/status', ['Host: localhost@evil.example']),
    403,
    'HOST_NOT_ALLOWED',
  ],
  [
    'a Host with an impossible port',
    formatRequest('GET', '/svc/status', ['Host: localhost:99999']),
    403,
    'HOST_NOT_ALLOWED',
  ],
  [
    'a Host that is no IPv6 address',
    formatRequest('GET', '/svc/status', ['Host: [::::]']),
    403,
    'HOST_NOT_ALLOWED',
  ],
  ['an empty Host', formatRequest('GET', '/svc/status', ['Host: ']), 403, 'HOST_NOT_ALLOWED'],
  ['no Host', formatRequest('GET', '/svc/status'), 403, 'HOST_NOT_ALLOWED'],
  ['no Host in HTTP/1.0', 'GET /svc/status HTTP/1.0\r\n\r\n', 403, 'HOST_NOT_ALLOWED'],
  [
    'two Hosts',
    formatRequest('GET', '/svc/status', [own, 'Host: evil.example']),
    400,
    'INVALID_REQUEST',
  ],
  [
    'two Origins',
    formatRequest('GET', '/svc/status', [own, 'Origin: a', 'Origin: b']),
    400,
    'INVALID_REQUEST',
  ],
  [
    'bad percent-encoding in the query',
    formatRequest('GET', '/svc/memories?text=%zz', [own]),
    400,
    'INVALID_REQUEST',
  ],
  [
    'bad percent-encoding in the path',
    formatRequest('GET', '/svc/memories/%zz', [own]),
    400,
    'INVALID_REQUEST',
  ],
  [
    'a query that is not UTF-8',
    formatRequest('GET', '/svc/memories?text=\xff', [own]),
    400,
    'INVALID_REQUEST',
  ],
  ['a backslash', formatRequest('GET', '/svc\\status', [own]), 404, 'ROUTE_NOT_FOUND'],
  [
    'encoded dot segments',
    formatRequest('GET', '/svc/%2e%2e/svc/status', [own]),
    404,
    'ROUTE_NOT_FOUND',
  ],
  ['dot segments', formatRequest('GET', '/svc/memories/../status', [own]), 404, 'ROUTE_NOT_FOUND'],
  ['a trailing slash', formatRequest('GET', '/svc/status/', [own]), 404, 'ROUTE_NOT_FOUND'],
  ['a double slash', formatRequest('GET', '//svc/status', [own]), 404, 'ROUTE_NOT_FOUND'],
  ['a slash too many', formatRequest('GET', '//', [own]), 404, 'ROUTE_NOT_FOUND'],
  ['a method that is none', formatRequest('FOO', '/svc/status', [own]), 400, 'INVALID_REQUEST'],
  ['what is not HTTP', 'hello\r\n\r\n', 400, 'INVALID_REQUEST'],
  [
    'headers that are too long',
    formatRequest('GET', '/svc/status', [own, `X: ${'x'.repeat(20_000)}`]),
    400,
    'INVALID_REQUEST',
  ],
  [
    'two lengths of one body',
    formatRequest('POST', '/svc/memories', [own, 'Content-Length: 2', 'Content-Length: 3']) + '{}',
    400,
    'INVALID_REQUEST',
  ],
  [
    'an expectation nobody knows',
    formatRequest('GET', '/svc/status', [own, 'Expect: miracles']),
    400,
    'INVALID_REQUEST',
  ],
  ['a TRACE', formatRequest('TRACE', '/svc/status', [own]), 405, 'METHOD_NOT_ALLOWED'],
]

for (const [name, request, status, code] of REFUSED) {
  t.test(`refuses ${name}`, async t => {
    const reply = await sendRaw(server.port, request)
    t.equal(reply.status, status)
    const body = JSON.parse(reply.text) as { error: string; code: string }
    t.equal(body.code, code)
    t.type(body.error, 'string')
    t.match(reply.head.toLowerCase(), 'content-type: application/json; charset=utf-8')
    t.notMatch(reply.text, /node_modules|\.ts:|\bat \//, 'no stack')
  })
}

t.test('an encoded slash stays inside its parameter', async t => {
  const reply = await sendRaw(
    server.port,
    formatRequest('GET', '/svc/memories/%2e%2e%2fetc', [own]),
  )
  t.same(JSON.parse(reply.text), { id: '../etc' })
})

t.test('a body over 1 MiB is 413', async t => {
  const large = 'x'.repeat(2 * 1024 * 1024)
  const chunked = `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`

  t.test('with content-length, and the connection goes on', async t => {
    const socket = await openSocket(server.port)
    const head = `POST /svc/memories HTTP/1.1\r\n${own}\r\nContent-Length: ${large.length}\r\n\r\n`
    socket.write(head + large)
    socket.write(formatRequest('GET', '/svc/status', [own]))
    const reply = await readReply(socket)
    t.equal(reply.status, 413)
    t.match(reply.text, '"code":"BODY_TOO_LARGE"')
    t.match(reply.text, '{"ok":true}', 'the next request on the connection is answered')
  })

  t.test('in chunks, and the connection goes on', async t => {
    const socket = await openSocket(server.port)
    socket.write(`POST /svc/memories HTTP/1.1\r\n${own}\r\nTransfer-Encoding: chunked\r\n\r\n`)
    socket.write(chunked)
    socket.write(formatRequest('GET', '/svc/status', [own]))
    const reply = await readReply(socket)
    t.equal(reply.status, 413)
    t.match(reply.text, '"code":"BODY_TOO_LARGE"')
    t.match(reply.text, '{"ok":true}', 'the next request on the connection is answered')
  })

  t.test('is answered before the body is there', async t => {
    const socket = await openSocket(server.port)
    socket.write(`POST /svc/memories HTTP/1.1\r\n${own}\r\nContent-Length: 300000000\r\n\r\n`)
    const first = await new Promise<Buffer>(resolve => socket.once('data', resolve))
    t.match(first.toString(), /^HTTP\/1\.1 413 /)
    socket.destroy()
  })

  t.test('on a path that reads none it does no harm', async t => {
    const head = formatRequest('DELETE', '/nothing', [own, `Content-Length: ${large.length}`])
    const reply = await sendRaw(server.port, head + large)
    t.equal(reply.status, 404)
  })
  t.same(bodies, [], 'none of it reached the service')
})

t.test('a body of just 1 MiB is read', async t => {
  const body = JSON.stringify({ content: 'x'.repeat(1024 * 1024 - 14) })
  t.equal(body.length, 1024 * 1024)
  const head = formatRequest('POST', '/svc/memories', [own, `Content-Length: ${body.length}`])
  const reply = await sendRaw(server.port, head + body)
  t.equal(reply.status, 201)
})

t.test('a body that breaks off disturbs nobody', async t => {
  const socket = await openSocket(server.port)
  socket.write(`POST /svc/memories HTTP/1.1\r\n${own}\r\nContent-Length: 10\r\n\r\n{`)
  socket.end()
  await readReply(socket)
  t.equal(bodies.length, 1, 'half a body is not handed on')
  const after = await sendRaw(server.port, formatRequest('GET', '/svc/status', [own]))
  t.equal(after.status, 200)
})

t.test('nothing of all this was a failure of the service', async t => t.same(logged, []))
