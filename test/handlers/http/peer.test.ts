import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createNodeListener, listen, type ListenOptions } from '../../../handlers/http/node.js'
import { createPeerCheck, findListeners, tellsUsers } from '../../../handlers/http/peer.js'
import { temporaryFolder } from '../../store/fixture.js'
import { NOBODY, NO_OTHER_USER } from '../../other-user.js'
import { sendAs } from './other-user.js'
import { formatRequest, openSocket, sendRaw } from './raw.js'
import { answeringService, eventHub, scriptedService } from './scripted-service.js'

const LEFT_OUT = { skip: NO_OTHER_USER }

/** A service that notes whatever of it is called. */
function watchedService() {
  const called: string[] = []
  const hub = eventHub()
  const service = answeringService((name, given) => {
    called.push(name)
    if (name === 'subscribe') return hub.subscribe(given[0] as never)
    return Promise.resolve(name === 'memories.save' ? { memory: {}, outcome: 'created' } : {})
  })
  return { service, called }
}

async function start(t: Test, options: Partial<ListenOptions> = {}) {
  const { service, called } = watchedService()
  const server = await listen(service, { host: '127.0.0.1', port: 0, log: fail, ...options })
  t.teardown(() => server.close())
  return { port: server.port, called }
}

function fail(message: string, cause: unknown): never {
  throw new Error(message, { cause })
}

const MEMORY = JSON.stringify({ scope: { type: 'global' }, title: 'Planted', content: 'Planted.' })
const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })

/** Everything that there is, in requests of a program that does all else right. */
const REQUESTS: [method: string, target: string, body?: string][] = [
  ['GET', '/'],
  ['GET', '/panel/key'],
  ['GET', '/panel/nothing.js'],
  ['GET', '/svc/status'],
  ['HEAD', '/svc/status'],
  ['GET', '/mem-memory/status'],
  ['GET', '/svc/memories?text=secret'],
  ['GET', '/svc/review'],
  ['GET', '/svc/stream'],
  ['GET', '/svc/settings'],
  ['GET', '/nothing'],
  ['OPTIONS', '/svc/memories'],
  ['POST', '/svc/memories', MEMORY],
  ['POST', '/mem-memory/memories', MEMORY],
  ['POST', '/svc/import-workspace', JSON.stringify({ cwd: tmpdir() })],
  ['POST', '/svc/mcp', PING],
  ['POST', '/svc/recall', '{}'],
  ['PATCH', '/svc/memories/abcdefgh', '{"pinned":true}'],
  ['DELETE', '/svc/memories/abcdefgh'],
]

function format(method: string, target: string, body = '', headers: string[] = []): string {
  const given = ['Host: localhost', `Content-Length: ${body.length}`, ...headers]
  return formatRequest(method, target, given) + body
}

t.test('another user of the machine is let in nowhere', LEFT_OUT, async t => {
  const { port, called } = await start(t)
  const calls = REQUESTS.map(given => ({ host: '127.0.0.1', port, text: format(...given) }))
  const answers = await sendAs(NOBODY, calls)
  for (const [at, [method, target]] of REQUESTS.entries()) {
    t.match(answers[at], /^HTTP\/1\.1 403 /, `${method} ${target}`)
    if (method === 'HEAD') continue
    t.match(answers[at], '"code":"USER_NOT_ALLOWED"', `${method} ${target}`)
    t.match(answers[at], /SVC_TOKEN/, 'it says what to do')
  }
  t.same(called, [], 'nothing reached the service')
  for (const [method, target, body] of REQUESTS.slice(3, 6)) {
    t.match(await sendRaw(port, format(method, target, body)), { status: 200 }, 'its owner is')
  }
})

t.test('whatever address the two ends have', LEFT_OUT, async t => {
  const { service, called } = watchedService()
  const listener = await createNodeListener(service, { log: fail })
  const routes: [listens: string, calls: string][] = [
    ['127.0.0.1', '127.0.0.1'],
    ['127.0.0.1', '::ffff:127.0.0.1'],
    ['127.1.2.3', '127.1.2.3'],
    ['::', '127.0.0.1'],
    ['::', '::ffff:127.0.0.1'],
    ['::', '::1'],
    ['::1', '::1'],
  ]
  for (const [listens, host] of routes) {
    const server = createServer(listener).listen(0, listens)
    await new Promise(resolve => server.once('listening', resolve))
    t.teardown(() => void server.close().closeAllConnections())
    const { port } = server.address() as AddressInfo
    const call = { host, port, text: format('GET', '/svc/status') }
    t.match(await sendAs(NOBODY, [call]), [/^HTTP\/1\.1 403 /], `${host} on ${listens}`)
    t.same(called, [])
    t.match(await sendAs(0, [call]), [/^HTTP\/1\.1 200 /], `${host} on ${listens}, by its owner`)
    t.same(called.splice(0), ['status'])
  }
})

t.test('one who is gone before the answer has done nothing', LEFT_OUT, async t => {
  const { port, called } = await start(t)
  const text = format('POST', '/svc/memories', MEMORY)
  const calls = Array.from({ length: 60 }, (_, at) => {
    return { host: '127.0.0.1', port, text, leave: at % 2 === 0 ? 'end' : 'reset' } as const
  })
  await sendAs(NOBODY, calls)
  t.match(await sendRaw(port, format('GET', '/svc/status')), { status: 200 })
  t.same(called, ['status'])
})

t.test('a connection of another user stays one', LEFT_OUT, async t => {
  const { port, called } = await start(t)
  const one = format('POST', '/svc/memories', MEMORY).replace('Connection: close\r\n', '')
  const [answer = ''] = await sendAs(NOBODY, [{ host: '127.0.0.1', port, text: one + one + one }])
  t.notMatch(answer, /HTTP\/1\.1 2/)
  t.match(answer.toLowerCase(), 'connection: close')
  t.same(called, [])
})

t.test('a token decides alone', LEFT_OUT, async t => {
  const { port, called } = await start(t, { token: 's3cret' })
  const bearer = ['Authorization: Bearer s3cret']
  const calls = [[], bearer].map(headers => {
    return { host: '127.0.0.1', port, text: format('GET', '/svc/status', '', headers) }
  })
  t.match(await sendAs(NOBODY, calls), [/^HTTP\/1\.1 401 /, /^HTTP\/1\.1 200 /])
  t.same(called, ['status'])
})

t.test('two thousand connections that ask at once are told apart', async t => {
  const { port } = await start(t)
  const sockets = await Promise.all(Array.from({ length: 2_000 }, () => openSocket(port)))
  const answers = sockets.map(socket => {
    return new Promise<string>(resolve => socket.once('data', chunk => resolve(String(chunk))))
  })
  for (const socket of sockets) socket.write('GET /svc/status HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const texts = await Promise.all(answers)
  t.equal(texts.filter(text => text.startsWith('HTTP/1.1 200 ')).length, 2_000)
  for (const socket of sockets) socket.destroy()
})

const OURS = process.geteuid?.() ?? 0
const HEAD = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid'

/** A table of sockets with these rows: from port 0x1000 + `at` of 127.0.0.1 to its port 0x128B. */
function writeTable(path: string, rows: { state?: string; user: number; inode: number }[]): void {
  const lines = rows.map(({ state = '01', user, inode }, at) => {
    const ends = `0100007F:${(0x1000 + at).toString(16)} 0100007F:128B`
    return `${String(at).padStart(4)}: ${ends} ${state} 00000000:00000000 00:00000000 00000000 ${String(user).padStart(5)}        0 ${inode} 1 0 20 4 30 10 -1`
  })
  writeFileSync(path, [HEAD, ...lines, ''].join('\n'))
}

function fakeSocket(at: number): Socket {
  const ends = { localAddress: '127.0.0.1', localPort: 0x128b, remoteAddress: '127.0.0.1' }
  return { ...ends, remotePort: 0x1000 + at, destroyed: false } as Socket
}

t.test('what a row of the table says', { skip: !tellsUsers() && 'Linux' }, async t => {
  const table = join(temporaryFolder(t), 'tcp')
  const rows = [
    { user: OURS, inode: 5 },
    { user: 0, inode: 6 },
    { user: OURS + 1, inode: 7 },
    { user: 0, inode: 0, state: '06' },
    { user: 0, inode: 0, state: '04' },
    { user: OURS, inode: 8, state: '05' },
  ]
  writeTable(table, rows)
  const check = createPeerCheck([table])!
  const sockets = [...rows, undefined].map((_, at) => fakeSocket(at))
  const expected = [true, true, false, false, false, true, false]
  t.same(await Promise.all(sockets.map(check)), expected, 'none for who has waited or is not there')
  writeTable(table, [...rows].reverse())
  t.same(await Promise.all(sockets.map(check)), expected, 'once a connection')
  t.notSame(await Promise.all(sockets.map((_, at) => check(fakeSocket(at)))), expected)
  const gone = Object.assign(fakeSocket(5), { destroyed: true })
  t.equal(await check(gone), false, 'a connection that was reset')
})

t.test('a table that cannot be read', { skip: !tellsUsers() && 'Linux' }, async t => {
  const table = join(temporaryFolder(t), 'tcp')
  t.equal(tellsUsers([table]), false)
  t.equal(createPeerCheck([table]), undefined, 'at the start: the system tells nothing')
  t.equal(await findListeners(1, [table]), undefined)
  writeTable(table, [{ user: OURS, inode: 5 }])
  const check = createPeerCheck([table, `${table}6`])!
  t.equal(await check(fakeSocket(0)), true, 'the second may be missing')
  writeFileSync(table, 'x'.repeat(200_000))
  t.equal(await check(fakeSocket(0)), false)
  const without = createPeerCheck([table])!
  const { rmSync } = await import('node:fs')
  rmSync(table)
  t.equal(await without(fakeSocket(0)), false, 'later it lets nobody in')
})

t.test('who listens at a port', { skip: !tellsUsers() && 'Linux' }, async t => {
  const { port } = await start(t)
  t.same(await findListeners(port), [OURS])
  t.same(await findListeners(1), [])
})

t.test('a fetch handler knows no connection, and checks what it can', async t => {
  const { createHandler } = await import('../../../handlers/http/fetch.js')
  const handle = createHandler(scriptedService({ status: async () => ({}) as never }))
  t.equal((await handle(new Request('http://localhost/svc/status'))).status, 200)
})
