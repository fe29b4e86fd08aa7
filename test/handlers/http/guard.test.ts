import { request as httpRequest } from 'node:http'
import t from 'tap'
import { createHandler, type HandlerOptions } from '../../../handlers/http/fetch.js'
import { isAllowedHost, isLoopback, parseHost, toHostName } from '../../../handlers/http/guard.js'
import { listen } from '../../../handlers/http/node.js'
import { pageKey } from '../../../handlers/panel/key.js'
import { scriptedService } from './scripted-service.js'

const service = scriptedService({ status: async () => ({ ok: true }) as never })
const server = await listen(service, { host: '127.0.0.1', port: 0, log: fail })
const { port } = server
t.teardown(() => server.close())

type Headers = Record<string, string>

interface Sent {
  port?: number
  method?: string
  body?: string
}

const MATRIX: [name: string, headers: Headers, status: number, code?: string][] = [
  ['the address', { host: `127.0.0.1:${port}` }, 200],
  ['the name', { host: `localhost:${port}` }, 200],
  ['the name in capitals', { host: `LOCALHOST:${port}` }, 200],
  ['another loopback address', { host: '127.8.9.10' }, 200],
  ['IPv6 loopback', { host: `[::1]:${port}` }, 200],
  ['any port', { host: 'localhost:9' }, 200],
  ['a foreign name', { host: 'evil.example' }, 403, 'HOST_NOT_ALLOWED'],
  ['a foreign name with our port', { host: `evil.example:${port}` }, 403, 'HOST_NOT_ALLOWED'],
  ['a name that begins like ours', { host: 'localhost.evil.example' }, 403, 'HOST_NOT_ALLOWED'],
  ['an address that begins like ours', { host: '127.0.0.1.evil.example' }, 403, 'HOST_NOT_ALLOWED'],
  ['half a loopback address', { host: '127.1.evil' }, 403, 'HOST_NOT_ALLOWED'],
  ['another address', { host: '192.168.0.1' }, 403, 'HOST_NOT_ALLOWED'],
  ['the wildcard address', { host: '0.0.0.0' }, 403, 'HOST_NOT_ALLOWED'],
  ['own origin', { host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}` }, 200],
  ['own origin by name', { host: `localhost:${port}`, origin: `http://localhost:${port}` }, 200],
  ['own origin on IPv6', { host: `[::1]:${port}`, origin: `http://[::1]:${port}` }, 200],
  ['own origin on port 80', { host: 'localhost:80', origin: 'http://localhost' }, 200],
  ['a foreign origin', { origin: 'http://evil.example' }, 403, 'ORIGIN_NOT_ALLOWED'],
  ['another local port', { origin: 'http://127.0.0.1:1' }, 403, 'ORIGIN_NOT_ALLOWED'],
  ['another scheme', { origin: `https://127.0.0.1:${port}` }, 403, 'ORIGIN_NOT_ALLOWED'],
  ['origin null', { origin: 'null' }, 403, 'ORIGIN_NOT_ALLOWED'],
  ['an empty origin', { origin: '' }, 403, 'ORIGIN_NOT_ALLOWED'],
  ['cross-site', { 'sec-fetch-site': 'cross-site' }, 403, 'ORIGIN_NOT_ALLOWED'],
  ['same-origin', { 'sec-fetch-site': 'same-origin' }, 200],
  ['none', { 'sec-fetch-site': 'none' }, 200],
]

t.test('who may ask, over a socket', async t => {
  for (const [name, headers, status, code] of MATRIX) {
    for (const path of ['/svc/status', '/nothing']) {
      const reply = await send(path, headers)
      t.equal(reply.status, path === '/nothing' && status === 200 ? 404 : status, name)
      if (code !== undefined) t.match(reply.body, { code, error: String }, name)
      const cors = Object.keys(reply.headers).filter(each => each.startsWith('access-control-'))
      t.same(cors, [], 'no CORS')
    }
  }
})

t.test('who may ask, in process', async t => {
  const handle = createHandler(service, { log: fail })
  for (const [name, headers, status] of MATRIX) {
    const given = { host: `127.0.0.1:${port}`, ...headers }
    const request = new Request(`http://${given.host}/svc/status`, { headers: given })
    t.equal((await handle(request)).status, status, name)
  }
})

t.test('where no Host header is passed on, the URL counts', async t => {
  const handle = createHandler(service, { log: fail })
  t.equal((await handle(new Request('http://localhost:1/svc/status'))).status, 200)
  t.equal((await handle(new Request('http://evil.example/svc/status'))).status, 403)
})

t.test('the configured host is let in, also behind a proxy with TLS', async t => {
  const handle = createHandler(service, { host: 'Memory.Example', log: fail })
  const ask = async (url: string, headers: Headers = {}) =>
    (await handle(new Request(url, { headers }))).status
  t.equal(await ask('http://memory.example:99/svc/status'), 200)
  t.equal(await ask('http://localhost/svc/status'), 200)
  t.equal(await ask('http://other.example/svc/status'), 403)
  t.equal(await ask('http://memory.example/svc/status', { origin: 'https://memory.example' }), 200)
  t.equal(await ask('http://memory.example/svc/status', { origin: 'https://other.example' }), 403)
})

t.test('listening on all addresses lets in addresses and no names', async t => {
  for (const host of ['0.0.0.0', '::', '[::]']) {
    const handle = createHandler(service, { host, log: fail })
    const ask = async (url: string) => (await handle(new Request(url))).status
    t.equal(await ask('http://192.168.0.7:4747/svc/status'), 200)
    t.equal(await ask('http://[fe80::1]/svc/status'), 200)
    t.equal(await ask('http://rebound.example/svc/status'), 403)
  }
})

t.test('the token', async t => {
  const handle = createHandler(service, { token: 's3cret', log: fail })
  const ask = (path: string, headers: Headers = {}, method = 'GET') =>
    handle(new Request(`http://localhost${path}`, { method, headers }))

  for (const authorization of ['Bearer s3cret', 'bearer s3cret', 'Bearer  s3cret ']) {
    t.equal((await ask('/svc/status', { authorization })).status, 200, authorization)
  }
  const wrong = [
    'Bearer s3cre',
    'Bearer s3crets',
    'Bearer',
    'Bearer ',
    's3cret',
    'Basic s3cret',
    '',
  ]
  for (const authorization of wrong) {
    const response = await ask('/svc/status', { authorization })
    t.equal(response.status, 401, authorization)
    t.equal(response.headers.get('www-authenticate'), 'Bearer')
    t.match(await response.json(), { code: 'UNAUTHORIZED', error: String })
  }
  for (const path of ['/svc/memories', '/mem-memory/status', '/svc/stream', '/nothing']) {
    t.equal((await ask(path)).status, 401, path)
  }
  t.equal((await ask('/svc/status', {}, 'HEAD')).status, 401)
  t.equal((await ask('/svc/status', {}, 'PUT')).status, 401)
  const foreign = { authorization: 'Bearer s3cret', origin: 'http://evil.example' }
  t.equal((await ask('/svc/status', foreign)).status, 403, 'a token does not open the guard')
})

t.test(
  'a page writes only with the key of the service, and with the token where there is one',
  async t => {
    const key = pageKey()
    const scripted = scriptedService({ consolidate: async () => ({ merged: 0 }) as never })
    const open = async (options: Partial<HandlerOptions> = {}) => {
      const given = { host: '127.0.0.1', port: 0, log: fail, ...options }
      const opened = await listen(scripted, given)
      const { port } = opened
      t.teardown(() => opened.close())
      return async (headers: Headers, method = 'POST') => {
        const body = method === 'POST' ? JSON.stringify({ scope: { type: 'global' } }) : ''
        const json = { 'content-type': 'application/json' }
        const path = method === 'POST' ? '/svc/consolidate' : '/svc/nothing'
        return send(path, { ...json, ...headers }, { port, method, body })
      }
    }
    const free = await open()
    const own = { 'sec-fetch-site': 'same-origin' }
    const shown = { 'x-svc-page-key': key }
    t.equal((await free({})).status, 200, 'a program')
    t.equal((await free({ authorization: 'Bearer any' })).status, 200, 'a program with a token')
    for (const site of ['same-origin', 'none', 'same-site', 'else']) {
      const from = { 'sec-fetch-site': site }
      t.match(await free(from), { status: 403, body: { code: 'ORIGIN_NOT_ALLOWED' } }, site)
      for (const wrong of ['', 'x', `${key}x`, key.slice(1), key.toUpperCase()]) {
        t.equal((await free({ ...from, 'x-svc-page-key': wrong })).status, 403, `${site} ${wrong}`)
      }
      t.equal((await free({ ...from, authorization: 'Bearer any' })).status, 403, 'no such token')
      t.equal((await free({ ...from, ...shown })).status, 200, site)
    }
    const foreign = { ...shown, 'sec-fetch-site': 'cross-site' }
    t.equal((await free(foreign)).status, 403, 'the key does not open the guard')
    const other = { ...shown, 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:1' }
    t.equal((await free(other)).status, 403, 'another port')
    for (const method of ['PATCH', 'DELETE', 'PUT', 'OPTIONS']) {
      t.equal((await free(own, method)).status, 403, method)
      t.equal((await free({ ...own, ...shown }, method)).status, 404, method)
    }
    for (const method of ['GET', 'HEAD']) t.equal((await free(own, method)).status, 404, method)

    const locked = await open({ token: 's3cret' })
    const bearer = { authorization: 'Bearer s3cret' }
    t.equal((await locked({ ...own, ...bearer })).status, 200, 'the token is enough')
    t.equal((await locked({ ...own, ...shown })).status, 401, 'the key is not the token')
    t.equal((await locked({ ...own, ...shown, authorization: `Bearer ${key}` })).status, 401)
    t.equal((await locked({ ...foreign, ...bearer })).status, 403)
  },
)

function fail(message: string, cause: unknown): never {
  throw new Error(message, { cause })
}

/** Sends exactly these headers, which fetch would not. */
function send(path: string, headers: Headers, given: Sent = {}) {
  return new Promise<{ status: number; headers: object; body: unknown }>((resolve, reject) => {
    const { body = '', ...where } = given
    const options = { port, host: '127.0.0.1', path, headers, agent: false, ...where }
    const request = httpRequest(options)
    request.once('error', reject).once('response', response => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: text === '' ? undefined : JSON.parse(text),
        }),
      )
    })
    request.end(body)
  })
}

t.test('the name in a Host header', async t => {
  t.equal(parseHost('LocalHost:4747'), 'localhost')
  t.equal(parseHost('localhost:'), 'localhost')
  t.equal(parseHost('127.0.0.1'), '127.0.0.1')
  t.equal(parseHost('[::1]:80'), '::1')
  t.equal(parseHost('my_host.example'), 'my_host.example')
  const bad = ['', ':80', 'a b', 'a/b', 'a?b', 'a@b', 'a#b', 'a\\b', 'a:b', 'a:99999', 'a,b', '::1']
  for (const header of [...bad, '[::1', '[zz]', '[::::]', '999.1.1.1', 'a:80:80']) {
    t.equal(parseHost(header), undefined, header)
  }
})

t.test('loopback', async t => {
  for (const name of ['localhost', '127.0.0.1', '127.255.255.255', '::1']) {
    t.ok(isLoopback(name), name)
  }
  const others = ['', '0.0.0.0', '::', '126.0.0.1', '127.0.0.256', '127.0.0', '127.0.0.1.', '1']
  for (const name of [...others, 'localhost.', 'a.localhost', '127.0.0.1.evil.example', '::2']) {
    t.notOk(isLoopback(name), name)
  }
})

t.test('the configured host, however it is written', async t => {
  t.ok(isAllowedHost('fe80::1', toHostName('[FE80::1]')))
  t.ok(isAllowedHost('memory.example', toHostName('Memory.Example')))
  t.notOk(isAllowedHost('sub.memory.example', 'memory.example'))
})
