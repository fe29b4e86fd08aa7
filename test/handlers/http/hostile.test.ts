import t from 'tap'
import { listen } from '../../../handlers/http/node.js'
import { formatRequest, sendRaw, type RawReply } from './raw.js'
import { answeringService } from './scripted-service.js'

const called: string[] = []
const service = answeringService(async (name, [given]) => {
  called.push(typeof given === 'string' ? `${name} ${given}` : name)
  return {}
})
const limits = { headersMs: 1_000, requestMs: 1_000, idleMs: 500, checkMs: 100 }
const given = { host: '127.0.0.1', port: 0, log: fail, limits }
const server = await listen(service, given)
const { port } = server
t.teardown(() => server.close())

function fail(message: string, cause: unknown): never {
  throw new Error(message, { cause })
}

/** Sends bytes as they are; what the service did of it. */
async function send(bytes: string): Promise<RawReply & { did: string[] }> {
  called.length = 0
  const reply = await sendRaw(port, bytes)
  return { ...reply, did: [...called] }
}

const OWN = 'Host: localhost'
const status = (...headers: string[]) => formatRequest('GET', '/svc/status', headers)

const OWN_HOSTS = [
  'localhost',
  'LocalHost',
  `localhost:${port}`,
  'localhost:',
  'localhost:1',
  '127.0.0.1',
  `127.0.0.1:${port}`,
  '127.255.255.254',
  '127.0.0.01',
  '[::1]',
  `[::1]:${port}`,
  '[0:0:0:0:0:0:0:1]',
  '\tlocalhost\t ',
]

const OTHER_HOSTS = [
  '',
  ' ',
  '.',
  ':',
  `:${port}`,
  '*',
  'localhost.',
  'localhost.:80',
  '.localhost',
  'localhost..',
  'a.localhost',
  'localhost.evil.example',
  'localhost.localdomain',
  'evil.example',
  `evil.example:${port}`,
  'evil.example#localhost',
  'localhost#evil.example',
  'localhost/evil.example',
  'localhost\\evil.example',
  'localhost?evil.example',
  'localhost@evil.example',
  'evil.example@localhost',
  'user:pass@localhost',
  'localhost evil.example',
  'localhost\tevil.example',
  'localhost,evil.example',
  'localhost;evil.example',
  'localhost:80:80',
  'localhost:-1',
  'localhost:+1',
  'localhost:1e2',
  'localhost:0x50',
  'localhost:99999',
  'localhost:080000',
  'localhost%00',
  'localhost%2eevil.example',
  'local%68ost',
  'http://localhost',
  '//localhost',
  'ｌocalhost',
  'localhoſt',
  'xn--localhost',
  '127.1',
  '127.0.1',
  '127',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0x7f.1',
  '017700000001',
  '0177.0.0.1',
  '0177.0.0.01',
  '127.0.0.0x1',
  '127.0.0.1.',
  '127.0.0.1..',
  '127.0.0.1.evil.example',
  '127.0.0.1.nip.io',
  '127.0.0.256',
  '127.0.0.1.1',
  '127.000.000.001',
  '1270.0.0.1',
  '0',
  '0.0.0.0',
  `0.0.0.0:${port}`,
  '255.255.255.255',
  '10.0.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '[::]',
  '[::0]',
  '[::2]',
  '[::1',
  '::1',
  `::1:${port}`,
  '[::1].evil.example',
  '[::1]evil.example',
  '[::1]:80:80',
  '[::1%25lo]',
  '[::1%lo]',
  '[0::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[fe80::1]',
  '[v1.localhost]',
  '[localhost]',
  '[127.0.0.1]',
]

t.test('the Host header in every spelling', async t => {
  for (const host of OWN_HOSTS) {
    t.match(await send(status(`Host: ${host}`)), { status: 200, did: ['status'] }, host)
  }
  for (const host of OTHER_HOSTS) {
    const text = Buffer.from(status(`Host: ${host}`)).toString('latin1')
    t.match(await send(text), { status: 403, did: [], text: 'HOST_NOT_ALLOWED' }, `"${host}"`)
  }
  for (const pair of [
    [OWN, 'Host: evil.example'],
    ['Host: evil.example', OWN],
    [OWN, OWN],
    [OWN, 'hOST: localhost'],
    [OWN, 'Host:'],
  ]) {
    t.match(await send(status(...pair)), { status: 400, did: [] }, pair.join())
  }
  const forwarded = [
    'X-Forwarded-Host: localhost',
    'Forwarded: host=localhost',
    'X-Host: localhost',
  ]
  t.match(await send(status('Host: evil.example', ...forwarded)), { status: 403, did: [] })
})

const OWN_ORIGINS = [`http://localhost:${port}`, `HTTP://LocalHost:${port}`]

const OTHER_ORIGINS = [
  '',
  'null',
  'NULL',
  '*',
  'localhost',
  `localhost:${port}`,
  `//localhost:${port}`,
  'http://localhost',
  'http://localhost:80',
  `http://localhost:0${port}`,
  `http://localhost:${port}/`,
  `http://localhost:${port}/x`,
  `http://localhost:${port}?x`,
  `http://localhost:${port}#x`,
  `http://localhost:${port}.evil.example`,
  `http://localhost:${port}@evil.example`,
  `http://user@localhost:${port}`,
  `http://localhost.:${port}`,
  `http://a.localhost:${port}`,
  `http://127.0.0.1:${port}`,
  `http://127.1:${port}`,
  `http://2130706433:${port}`,
  `http://[::1]:${port}`,
  `http://0.0.0.0:${port}`,
  `https://localhost:${port}`,
  `ws://localhost:${port}`,
  `ftp://localhost:${port}`,
  `http:localhost:${port}`,
  `http:\\\\localhost:${port}`,
  `http://localhost:${port} http://evil.example`,
  `http://localhost:${port}, http://evil.example`,
  `http://evil.example, http://localhost:${port}`,
  `http://localhost:${port}\thttp://evil.example`,
  'http://evil.example',
  `http://evil.example:${port}`,
  'file://',
  'file:///etc/passwd',
  'data:text/html,x',
  'blob:null',
  'about:blank',
  'about:srcdoc',
  'javascript:1',
  'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
  'moz-extension://d0e6a3f2-0b0b-4b0b-8b0b-0b0b0b0b0b0b',
  'safari-web-extension://x',
  'vscode-webview://x',
  'app://.',
  'capacitor://localhost',
  'tauri://localhost',
  'resource://x',
  'undefined',
]

t.test('the Origin header in every spelling', async t => {
  const host = `Host: localhost:${port}`
  for (const origin of OWN_ORIGINS) {
    t.match(await send(status(host, `Origin: ${origin}`)), { status: 200 }, origin)
  }
  for (const origin of OTHER_ORIGINS) {
    const reply = await send(status(host, `Origin: ${origin}`))
    t.match(reply, { status: 403, did: [], text: 'ORIGIN_NOT_ALLOWED' }, `"${origin}"`)
    t.notMatch(reply.head.toLowerCase(), 'access-control')
  }
  const [own = ''] = OWN_ORIGINS
  for (const pair of [
    [own, 'http://evil.example'],
    ['http://evil.example', own],
    [own, own],
  ]) {
    const reply = await send(status(host, ...pair.map(origin => `Origin: ${origin}`)))
    t.match(reply, { status: 400, did: [] }, pair.join())
  }
  for (const site of ['cross-site', 'CROSS-SITE', 'same-origin, cross-site', '"cross-site"']) {
    const reply = await send(status(host, `Sec-Fetch-Site: ${site}`))
    t.match(reply, { status: 403, did: [] }, site)
  }
  const twice = ['Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: cross-site']
  t.match(await send(status(host, ...twice)), { status: 403, did: [] })
  t.match(await send(status(host, ...twice.reverse())), { status: 403, did: [] })
})

t.test('no header is lost among many', async t => {
  const evil = ['Origin: http://evil.example', 'Host: evil.example', 'Sec-Fetch-Site: cross-site']
  for (const count of [50, 98, 99, 500, 997, 998, 999, 1_000, 1_990, 2_500, 3_500]) {
    const many = Array.from({ length: count }, () => 'a:')
    for (const one of evil) {
      const reply = await send(status(OWN, ...many, one))
      t.ok([400, 403].includes(reply.status), `${one} after ${count}: ${reply.status}`)
      t.same(reply.did, [])
    }
  }
})

/** Targets that no client of ours sends; all of them are nobody's, or a search that finds nothing. */
const TARGETS = [
  '/svc//status',
  '//svc/status',
  '///svc/status',
  '/./svc/status',
  '/svc/./status',
  '/svc/../svc/status',
  '/svc/%2e/status',
  '/svc/%2E%2e/svc/status',
  '/x/..;/svc/status',
  '/svc;/status',
  '/svc/status;x=1',
  '/svc/status/',
  '/svc/status/.',
  '/svc/status/..',
  '/svc/status%2f',
  '/svc%2fstatus',
  '/svc%2Fstatus',
  '/svc%252fstatus',
  '/svc/%73tatus%00',
  '/svc/status%00',
  '/svc/status%00.js',
  '/svc/status%20',
  '/svc/status%0a',
  '/svc/status%0d%0aX:%20y',
  '/svc\\status',
  '\\svc\\status',
  '/svc/\\..\\status',
  '/svc/%5c..%5cstatus',
  '/%c0%af/svc/status',
  '/svc/%c0%ae%c0%ae/status',
  '/svc/%e0%80%af/status',
  '/svc/%ff',
  '/svc/%',
  '/svc/%u0073tatus',
  '/SVC/status',
  '/svc/STATUS',
  '/svc/status.json',
  '/svc/statuss',
  '/svc',
  '/svc/',
  '/svc/?status',
  '/panel/../svc/status',
  '/panel/%2e%2e/svc/status',
  '/panel/%2e%2e%2fpackage.json',
  '/panel/..%2f..%2fpackage.json',
  '/panel/....//package.json',
  '/panel//etc/passwd',
  '/panel/__proto__',
  '/panel/constructor',
  '/panel/files.json',
  '/panel/index.html/',
  '/etc/passwd',
  '/svc/memories/../../etc/passwd',
  '/.git/config',
  '/svc/__proto__',
  '/svc/constructor',
  '/svc/:id',
  '/svc/memories/a/b',
  '/svc/memories/a/history/b',
  '/svc/*',
  '*',
  '',
  'svc/status',
  'http://localhost/svc/status',
  'http://evil.example/svc/status',
  'https://localhost/svc/status',
  '//localhost/svc/status',
  'localhost:80',
  '/svc/status#x',
  '/svc/status%23x#',
  '/svc/stat\x01us',
  '/svc/status\x7f',
  '/svc/status\x80',
  `/svc/${'x'.repeat(15_000)}`,
  `/${'a/'.repeat(7_000)}`,
]

t.test('the target in every spelling', async t => {
  for (const target of TARGETS) {
    const reply = await send(formatRequest('GET', target, [OWN]))
    t.ok([400, 404].includes(reply.status), `${target.slice(0, 60)}: ${reply.status}`)
    t.same(reply.did, [], target.slice(0, 60))
    t.match(JSON.parse(reply.text), {
      error: String,
      code: /^(?:INVALID_REQUEST|ROUTE_NOT_FOUND)$/,
    })
    t.notMatch(reply.text, /node_modules|\bat \/|\/handlers\//, 'it tells nothing of the machine')
  }
})

t.test('an id is text, whatever is in it', async t => {
  for (const [id, text] of [
    ['..%2f..%2fetc%2fpasswd', '../../etc/passwd'],
    ['%2e%2e%5c', '..\\'],
    ['%252e%252e', '%2e%2e'],
    ['a%00b', 'a\0b'],
    ['__proto__', '__proto__'],
    ['constructor', 'constructor'],
    ['%0d%0aX:y', '\r\nX:y'],
    ['..;', '..;'],
  ]) {
    const reply = await send(formatRequest('GET', `/svc/memories/${id}`, [OWN]))
    t.same(reply.did, [`memories.get ${text}`], String(id))
    t.notMatch(reply.head, /^X:/im)
  }
})

const METHODS = ['PUT', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE', 'LINK', 'M-SEARCH', 'QUERY']
const NO_METHODS = ['FOO', 'get', 'Get', 'G ET', 'GET\t', ' GET', '', 'DELETE\0', 'JSON', 'POSTT']

t.test('a method is what the first word says', async t => {
  for (const method of METHODS) {
    const reply = await send(formatRequest(method, '/svc/memories/abcdefgh', [OWN]))
    t.ok([400, 405].includes(reply.status), `${method}: ${reply.status}`)
    t.same(reply.did, [], method)
  }
  for (const method of NO_METHODS) {
    const reply = await send(formatRequest(method, '/svc/memories/abcdefgh', [OWN]))
    t.match(reply, { status: 400, did: [] }, JSON.stringify(method))
  }
  const overrides = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', '_method']
  for (const name of overrides) {
    const headers = [OWN, `${name}: DELETE`, 'Content-Length: 0']
    const target = `/svc/memories/abcdefgh?_method=DELETE&${name}=DELETE`
    const read = await send(formatRequest('GET', target, headers))
    t.same(read.did, ['memories.get abcdefgh'], name)
    t.match(await send(formatRequest('POST', target, headers)), { status: 405, did: [] }, name)
  }
  const urls = ['X-Original-URL: /svc/memories/x', 'X-Rewrite-URL: /svc/memories/x']
  t.same((await send(status(OWN, ...urls))).did, ['status'])
})

/** Where a body ends is told in two ways: who believes another of them sees a second request. */
const AMBIGUOUS: [name: string, bytes: string][] = [
  ['a length and chunks', post(['Content-Length: 4', 'Transfer-Encoding: chunked'])],
  ['chunks and a length', post(['Transfer-Encoding: chunked', 'Content-Length: 4'])],
  ['two lengths', post(['Content-Length: 5', 'Content-Length: 6'])],
  ['the same length twice', post(['Content-Length: 5', 'Content-Length: 5'])],
  ['lengths in a list', post(['Content-Length: 5, 6'])],
  ['a length with a sign', post(['Content-Length: +5'])],
  ['a negative length', post(['Content-Length: -5'])],
  ['a hexadecimal length', post(['Content-Length: 0x5'])],
  ['a length with a fraction', post(['Content-Length: 5.0'])],
  ['a length in two words', post(['Content-Length: 5 5'])],
  ['no length', post(['Content-Length: '])],
  ['a length that is no number', post(['Content-Length: five'])],
  ['a length beyond all numbers', post([`Content-Length: ${'9'.repeat(40)}`])],
  ['a length of 2^64 + 5', post(['Content-Length: 18446744073709551621'])],
  ['a blank before the colon', post(['Content-Length : 5'])],
  ['a blank before the colon of chunks', post(['Transfer-Encoding : chunked'])],
  ['a name with a NUL', post(['Content-Length\0: 5'])],
  ['a name with a tab', post(['\tContent-Length: 5'])],
  ['a coding of another name', post(['Transfer-Encoding: xchunked'])],
  ['chunks twice', post(['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'])],
  ['a coding after chunks', post(['Transfer-Encoding: chunked, gzip'])],
  ['chunks and identity', post(['Transfer-Encoding: chunked, identity'])],
  ['identity after chunks', post(['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'])],
  ['a coding in quotes', post(['Transfer-Encoding: "chunked"'])],
  ['a coding with a tab', post(['Transfer-Encoding: \x0bchunked'])],
  ['a line that is folded', post(['Content-Length: 5', 'X: y\r\n\tContent-Length: 6'])],
  ['a coding that is folded', post(['Transfer-Encoding:\r\n chunked'])],
  ['line feeds alone', post(['Content-Length: 5']).replaceAll('\r\n', '\n')],
  ['one line feed alone', post(['X: y\nContent-Length: 6', 'Content-Length: 5'])],
  ['returns alone', post(['Content-Length: 5']).replaceAll('\r\n', '\r')],
  ['a return in a value', post(['X: y\rContent-Length: 6', 'Content-Length: 5'])],
  ['a NUL in a value', post(['X: y\0Content-Length: 6', 'Content-Length: 5'])],
  ['a header without a colon', post(['Content-Length'])],
  ['a header without a name', post([': 5'])],
  ['a chunk of a wrong length', chunked('zz\r\n{}')],
  ['a chunk with 0x', chunked('0x2\r\n{}')],
  ['a chunk with a sign', chunked('+2\r\n{}')],
  ['a negative chunk', chunked('-2\r\n{}')],
  ['a chunk beyond all numbers', chunked(`${'f'.repeat(20)}\r\n{}`)],
  ['a chunk longer than it says', chunked('1\r\n{}')],
  ['a chunk that ends in a line feed', chunked('2\n{}')],
  ['a chunk with an endless extension', chunked(`2;${'x'.repeat(20_000)}\r\n{}`)],
]

function smuggled(): string {
  return formatRequest('DELETE', '/svc/memories/smuggled', [OWN])
}

function post(headers: string[]): string {
  return formatRequest('POST', '/svc/recall', [OWN, ...headers]) + '0\r\n\r\n' + smuggled()
}

function chunked(body: string): string {
  const head = formatRequest('POST', '/svc/recall', [OWN, 'Transfer-Encoding: chunked'])
  return `${head}${body}\r\n0\r\n\r\n${smuggled()}`
}

t.test('no second request hides in the body of the first', async t => {
  for (const [name, bytes] of AMBIGUOUS) {
    const kept = bytes.replace('Connection: close\r\n', '')
    for (const form of [bytes, kept]) {
      const reply = await send(form)
      t.equal(reply.status, 400, name)
      t.same(reply.did, [], name)
    }
  }
  const plain = formatRequest('POST', '/svc/recall', [OWN, 'Content-Length: 2']) + '{}' + smuggled()
  const { did } = await send(plain)
  t.notOk(did.includes('memories.forget smuggled'), 'nothing comes after the last')
})

/** Heads that are too large or odd, but mean one thing. */
const ODD: [name: string, bytes: string, statuses: number[]][] = [
  ['a header of 17 KB', status(OWN, `X: ${'x'.repeat(17_000)}`), [400]],
  [
    'headers of 17 KB',
    status(OWN, ...Array.from({ length: 170 }, () => `X: ${'x'.repeat(100)}`)),
    [400],
  ],
  ['a name of 17 KB', status(OWN, `${'x'.repeat(17_000)}: y`), [400]],
  [
    'a target of 17 KB',
    formatRequest('GET', `/svc/memories?text=${'x'.repeat(17_000)}`, [OWN]),
    [400],
  ],
  ['an old version', `GET /svc/status HTTP/1.0\r\n${OWN}\r\n\r\n`, [200]],
  ['an older one', `GET /svc/status\r\n\r\n`, [403]],
  ['a version of tomorrow', `GET /svc/status HTTP/3.0\r\n${OWN}\r\n\r\n`, [400]],
  ['no version', `GET /svc/status HTTP\r\n${OWN}\r\n\r\n`, [400]],
  ['a version that is none', `GET /svc/status HTTP/1.10\r\n${OWN}\r\n\r\n`, [400]],
  ['another protocol', `GET /svc/status ICE/1.0\r\n${OWN}\r\n\r\n`, [400]],
  ['SSH', 'SSH-2.0-OpenSSH_9.6\r\n', [400]],
  ['SMTP', 'EHLO localhost\r\nMAIL FROM:<a@b>\r\n', [400]],
  ['Redis', '*1\r\n$4\r\nPING\r\n', [400]],
  ['bytes', '\x00\x01\x02\x03\xff\xfe', [400]],
  [
    'an upgrade',
    status(OWN, 'Connection: Upgrade', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQ'),
    [200],
  ],
  ['hop-by-hop Host', status(OWN, 'Connection: close, Host'), [200]],
]

t.test('heads that are too large or odd', async t => {
  for (const [name, bytes, statuses] of ODD) {
    const reply = await send(bytes)
    t.ok(statuses.includes(reply.status), `${name}: ${reply.status}`)
    t.equal(reply.did.length, reply.status === 200 ? 1 : 0, name)
  }
})

t.test('the counts', async t => {
  const forms = [OWN_HOSTS, OTHER_HOSTS, OWN_ORIGINS, OTHER_ORIGINS, TARGETS, METHODS, NO_METHODS]
  t.comment(`${[...forms, AMBIGUOUS, AMBIGUOUS, ODD].flat().length} forms of a request`)
})
