import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import { listen } from '../../../handlers/http/node.js'
import { formatRequest, openSocket, readReply } from './raw.js'
import { scriptedService } from './scripted-service.js'

const MIB = 1024 * 1024
const CHUNK = Buffer.alloc(64 * 1024, 'x')
const CHUNK_HEAD = `${CHUNK.length.toString(16)}\r\n`
const service = scriptedService({ status: async () => ({ ok: true }) as never })
const limits = { idleMs: 300, checkMs: 100 }
const server = await listen(service, { host: '127.0.0.1', port: 0, log: () => undefined, limits })
t.teardown(() => server.close())

const HEAD = 'POST /svc/memories HTTP/1.1\r\nHost: localhost\r\n'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** The bytes that this process holds, client and service. */
function measure(): number {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

t.test('a body of 40 MB is 413, held nowhere, and the connection goes on', async t => {
  const size = 40 * MIB
  const before = measure()
  let most = 0
  const look = setInterval(() => (most = Math.max(most, measure() - before)), 20)
  const socket = await openSocket(server.port)
  const answered = readReply(socket)
  socket.write(`${HEAD}Content-Length: ${size}\r\n\r\n`)
  for (let sent = 0; sent < size; sent += CHUNK.length) {
    if (!socket.write(CHUNK)) await once(socket, 'drain')
  }
  socket.write(formatRequest('GET', '/svc/status', ['Host: localhost']))
  const { status, text } = await answered
  clearInterval(look)
  t.equal(status, 413)
  t.match(text, 'BODY_TOO_LARGE')
  t.match(text, '{"ok":true}', 'the next request is answered')
  t.ok(most < 20 * MIB, `${Math.round(most / MIB)} MiB more at most`)
})

t.test('a body without an end is answered, and its connection ended', async t => {
  for (const form of ['chunks', 'a length'] as const) {
    const socket = await openSocket(server.port)
    let answer = ''
    let goOn = (): void => undefined
    socket.on('data', chunk => (answer += String(chunk))).on('error', () => undefined)
    socket.on('drain', () => goOn()).on('close', () => goOn())
    const header = form === 'chunks' ? 'Transfer-Encoding: chunked' : `Content-Length: ${2 ** 40}`
    socket.write(`${HEAD}${header}\r\n\r\n`)
    const chunk = form === 'chunks' ? [CHUNK_HEAD, CHUNK, '\r\n'] : [CHUNK]
    let sent = 0
    while (!socket.destroyed && sent < 300 * MIB) {
      const isTaken = chunk.map(part => socket.write(part)).at(-1)
      sent += CHUNK.length
      if (!isTaken) await new Promise<void>(resolve => (goOn = resolve))
    }
    t.match(answer, /^HTTP\/1\.1 413 /, form)
    t.ok(socket.destroyed, `${form}: closed`)
    t.ok(sent < 150 * MIB, `${form}: ${Math.round(sent / MIB)} MiB were taken`)
    socket.destroy()
  }
})
