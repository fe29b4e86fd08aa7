import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { DIST } from '../../built.mjs'
import { createHandler } from '../../../handlers/http/fetch.js'
import { listen, type ListenOptions } from '../../../handlers/http/node.js'
import { openPanelFiles } from '../../../handlers/panel/files.js'
import { createPanel } from '../../../handlers/panel/index.js'
import { pageKey } from '../../../handlers/panel/key.js'
import { chooseEncoding, namesTag } from '../../../handlers/panel/negotiate.js'
import { scriptedService } from '../http/scripted-service.js'

const BUILT = join(DIST, 'panel')
/** What the page may weigh, in bytes of Brotli. */
const MOST_SCRIPT = 120 * 1024
const MOST_FIRST = 60 * 1024

interface Listed {
  type: string
  encodings: string[]
}

const listed = JSON.parse(readFileSync(join(BUILT, 'files.json'), 'utf8')) as Record<string, Listed>
const page = readFileSync(join(BUILT, 'index.html'))
const [script = ''] = /panel\/main-[^"]+\.js/.exec(page.toString()) ?? []

const start = async (t: Test, options: Partial<ListenOptions> = {}) => {
  const given = { host: '127.0.0.1', port: 0, log: fail, ...options }
  const server = await listen(scriptedService(), given)
  const { port } = server
  t.teardown(() => server.close())
  return (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    get(port, path, headers, method)
}

t.test('the page and its files', async t => {
  const ask = await start(t)
  const shown = await ask('/?from=a+letter')
  t.same([shown.status, shown.bytes], [200, page])
  t.match(shown.headers, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': String(page.length),
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  const policy = shown.headers['content-security-policy'] ?? ''
  t.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/)
  t.notMatch(policy, /unsafe|\*|http|data:/)
  t.match(policy, /frame-ancestors 'none'.*require-trusted-types-for 'script'/)
  for (const [path, { type }] of Object.entries(listed)) {
    if (path === 'index.html') continue
    const { status, headers, bytes } = await ask(`/${path}`)
    t.same([status, bytes], [200, readFileSync(join(BUILT, path))], path)
    t.match(headers, { 'content-type': type, vary: 'accept-encoding' })
    t.equal(headers['cache-control'], 'public, max-age=31536000, immutable', path)
  }
})

t.test('files are sent as the client wants them compressed', async t => {
  const ask = await start(t)
  const plain = readFileSync(join(BUILT, script))
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
  const cases: [accept: string, encoding: keyof typeof unpack | undefined][] = [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['deflate', undefined],
  ]
  for (const [accept, encoding] of cases) {
    const { headers, bytes } = await ask(`/${script}`, { 'accept-encoding': accept })
    t.equal(headers['content-encoding'], encoding, accept)
    t.equal(headers['content-length'], String(bytes.length), accept)
    t.same(encoding === undefined ? bytes : unpack[encoding](bytes), plain, accept)
    t.ok(encoding === undefined || bytes.length < plain.length / 2, 'it is smaller')
  }
  const tags = cases.map(async ([accept]) => {
    return (await ask('/', { 'accept-encoding': accept })).headers.etag
  })
  t.equal(new Set(await Promise.all(tags)).size, 3, 'each representation has a tag of its own')
})

t.test('what a client has already is not sent again', async t => {
  const ask = await start(t)
  for (const path of ['/', `/${script}`]) {
    const first = await ask(path)
    const { etag = '' } = first.headers
    for (const named of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await ask(path, { 'if-none-match': named })
      t.same([again.status, again.bytes.length], [304, 0], named)
      t.equal(again.headers.etag, etag)
      t.equal(again.headers['cache-control'], first.headers['cache-control'])
      const policy = 'content-security-policy'
      t.equal(again.headers[policy], first.headers[policy], 'the policy of today counts')
    }
    const compressed = { 'if-none-match': etag, 'accept-encoding': 'br' }
    t.equal((await ask(path, compressed)).status, 200, 'another representation')
  }
})

t.test('HEAD says what GET would send, other methods are refused', async t => {
  const ask = await start(t)
  for (const path of ['/', `/${script}`]) {
    const [head, whole] = [await ask(path, {}, 'HEAD'), await ask(path)]
    t.same([head.status, head.bytes.length], [200, 0])
    t.equal(head.headers['content-length'], whole.headers['content-length'])
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await ask(path, {}, method)
      t.same([status, headers.allow], [405, 'GET, HEAD'], method)
    }
  }
})

t.test('nothing else is there', async t => {
  const ask = await start(t)
  const others = [
    '/index.html',
    '/files.json',
    '/panel',
    '/panel/',
    '/panel/files.json',
    '/panel/..%2findex.html',
    '/panel/../index.html',
    '/panel/%2e%2e/files.json',
    `/${script}.br`,
    `/${script}/`,
    '/panel/__proto__',
    '/panel/constructor',
    '/svc/panel/',
    '/favicon.ico',
  ]
  for (const path of others) {
    const { status, bytes } = await ask(path)
    t.equal(status, 404, path)
    t.match(JSON.parse(bytes.toString()), { code: 'ROUTE_NOT_FOUND' }, path)
  }
})

t.test('with a token the page and its files are there without it, and nothing else is', async t => {
  const ask = await start(t, { token: 's3cret' })
  t.equal((await ask('/')).status, 200)
  t.equal((await ask(`/${script}`)).status, 200)
  for (const path of ['/svc/status', '/panel/nothing', '/nothing', '/%']) {
    t.equal((await ask(path)).status, 401, path)
  }
  t.equal((await ask('/', { host: 'evil.example' })).status, 403)
  t.equal((await ask('/', { 'sec-fetch-site': 'cross-site' })).status, 403)
  t.equal((await ask(`/${script}`, { origin: 'http://127.0.0.1:1' })).status, 403)
})

t.test('the key is told to a page of the same origin alone', async t => {
  const ask = await start(t)
  const own = await ask('/panel/key', { 'sec-fetch-site': 'same-origin' })
  t.same(JSON.parse(own.bytes.toString()), { key: pageKey() })
  t.match(own.headers, { 'cache-control': 'no-store' })
  t.ok(pageKey().length >= 32)
  t.equal((await ask('/panel/key')).status, 403, 'a program needs none')
  for (const site of ['none', 'same-site', 'cross-site', 'Same-Origin', '']) {
    const { status, bytes } = await ask('/panel/key', { 'sec-fetch-site': site })
    t.equal(status, 403, site)
    t.notMatch(bytes.toString(), pageKey())
  }
  t.equal((await ask('/panel/key', { 'sec-fetch-site': 'same-origin' }, 'POST')).status, 405)
})

t.test('the page can lie below a folder', async t => {
  const ask = await start(t, { panel: '/svc/panel/' })
  t.same((await ask('/svc/panel/')).bytes, page)
  t.equal((await ask(`/svc/panel/${script}`)).status, 200)
  const own = { 'sec-fetch-site': 'same-origin' }
  t.equal((await ask('/svc/panel/panel/key', own)).status, 200)
  const { status, headers } = await ask('/svc/panel')
  t.same([status, headers.location], [307, 'panel/'])
  for (const path of ['/', '/panel/key', `/${script}`, '/svc/panelx']) {
    t.equal((await ask(path, own)).status, 404, path)
  }
  const urls = [...page.toString().matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url]) => url)
  t.ok(urls.length >= 4)
  t.same(
    urls.filter(url => /^(?:\/|[a-z]+:)/.test(url ?? '')),
    [],
    'its URLs are relative',
  )
})

t.test('a build without a page says so', async t => {
  const folder = createFolder(t)
  const find = openPanelFiles([folder])
  const headers = new Headers()
  const ask = (path: string) => createPanel('/', find)({ method: 'GET', path, headers })
  for (const path of ['/', '/panel/main.js']) {
    await t.rejects(ask(path), { code: 'NOT_AVAILABLE', message: /npm run build/ }, path)
  }
  t.equal(await ask('/svc/status'), undefined, 'the API is as it was')
  const list = new URL('files.json', folder)
  writeFileSync(list, '{"index.html": {')
  await t.rejects(ask('/'), { code: 'NOT_AVAILABLE' }, 'one that is being made')
  writeFileSync(list, '{"index.html":{"type":"text/html","etag":"a","encodings":[]}}')
  writeFileSync(new URL('index.html', folder), 'here')
  t.match(await ask('/'), { status: 200 }, 'one that is made while the service runs')
})

t.test('files that were replaced below a running service are an answer too', async t => {
  const folder = createFolder(t)
  const file = { type: 'text/plain', etag: 'a', encodings: [] }
  writeFileSync(new URL('files.json', folder), JSON.stringify({ 'panel/a.js': file }))
  const find = openPanelFiles([folder])
  const found = await find('panel/a.js')
  await t.rejects(found!.read(), { code: 'NOT_AVAILABLE', message: /start the service anew/ })
  mkdirSync(new URL('panel', folder))
  writeFileSync(new URL('panel/a.js', folder), 'here')
  t.equal(Buffer.from(await found!.read()).toString(), 'here', 'a failure is not kept')
  rmSync(new URL('panel/a.js', folder))
  t.equal(Buffer.from(await found!.read()).toString(), 'here', 'what was read is')
})

t.test('any runtime has it', async t => {
  const handle = createHandler(scriptedService(), { log: fail })
  const response = await handle(new Request('http://localhost:4747/'))
  t.same(Buffer.from(await response.arrayBuffer()), page)
  const { etag } = Object.fromEntries(response.headers)
  const headers = { 'if-none-match': etag ?? '' }
  t.equal((await handle(new Request('http://localhost:4747/', { headers }))).status, 304)
})

t.test('the encoding and the tags of headers', async t => {
  const offered = ['br', 'gzip']
  const cases: [header: string, encoding: string | undefined][] = [
    ['', undefined],
    ['*', 'br'],
    ['GZIP', 'gzip'],
    ['gzip;q=1.0, br;q=1', 'br'],
    ['br;q=0.001, gzip;q=0', 'br'],
    ['*;q=0', undefined],
    ['identity', undefined],
    ['br;level=3', 'br'],
    ['brx, xgzip', undefined],
  ]
  for (const [header, encoding] of cases) {
    t.equal(chooseEncoding(header, offered), encoding, header)
  }
  t.equal(chooseEncoding('br', []), undefined)
  t.notOk(namesTag('', '"a"'))
  t.notOk(namesTag('"ab", "b"', '"a"'))
})

t.test('the page is light', async t => {
  const sizeOf = (path: string) => {
    const ending = listed[path]?.encodings.includes('br') ? '.br' : ''
    return readFileSync(join(BUILT, path + ending)).length
  }
  const weigh = (paths: string[]) => paths.reduce((sum, path) => sum + sizeOf(path), 0)
  const scripts = Object.keys(listed).filter(path => path.endsWith('.js'))
  const preloads = page.toString().matchAll(/rel="modulepreload" href="([^"]+)"/g)
  const first = [script, ...[...preloads].map(([, path]) => path ?? '')]
  t.ok(scripts.includes(script))
  t.ok(weigh(scripts) < MOST_SCRIPT, `all of its scripts: ${weigh(scripts)} bytes`)
  t.ok(weigh(first) < MOST_FIRST, `those of the first page: ${weigh(first)} bytes`)
})

function createFolder(t: Test): URL {
  const folder = mkdtempSync(join(tmpdir(), 'svc-panel-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  return pathToFileURL(`${folder}/`)
}

function fail(message: string, cause: unknown): never {
  throw new Error(message, { cause })
}

interface Reply {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
}

/** Sends exactly these headers and this path, and takes the bytes as they come. */
function get(port: number, path: string, headers: Record<string, string>, method: string) {
  return new Promise<Reply>((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path, headers, method, agent: false }
    const request = httpRequest(options, response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).once('error', reject)
      response.once('end', () => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, bytes: Buffer.concat(chunks) })
      })
    })
    request.once('error', reject).end()
  })
}
