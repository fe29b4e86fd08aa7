import t, { type Test } from 'tap'
import { callRoute } from '../../../../handlers/http/router.js'
import { createHandler } from '../../../../handlers/http/fetch.js'
import { listen } from '../../../../handlers/http/node.js'
import { ENDPOINTS } from '../../../../handlers/http/routes.js'
import type { Service } from '../../../../src/api.js'
import type { Body, Case } from './case.js'
import { MEMORY_READS } from './memories.cases.js'
import { IMPORTS, OTHER_READS } from './other.cases.js'
import { REVIEWS } from './review.cases.js'
import { FORGETTING, SESSIONS } from './sessions.cases.js'
import { openSeed, type Seed } from './seed.js'
import { VERSIONS } from './versions.cases.js'
import { MEMORY_WRITES } from './writes.cases.js'

const CASES: Case[] = [
  ...MEMORY_READS,
  ...OTHER_READS,
  // A review drops what it finds gone of what was learned.
  ...SESSIONS,
  ...REVIEWS,
  ...VERSIONS,
  ...MEMORY_WRITES,
  ...IMPORTS,
  ...FORGETTING,
]

interface Reply {
  status: number
  body: unknown
  allow?: string | null | undefined
  etag?: string | null | undefined
  /** Undefined where there is no HTTP. */
  headers?: Headers
}
type Ask = (
  method: string,
  url: string,
  body: unknown,
  headers?: Record<string, string>,
) => Promise<Reply>
/** Opens a way to the service; the test closes it. */
type Transport = (t: Test, service: Service) => Promise<Ask>

const log = (message: string, cause: unknown): never => {
  throw new Error(message, { cause })
}
const toInit = (method: string, body: unknown, headers = {}): RequestInit =>
  body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
const toReply = async (response: Response): Promise<Reply> => {
  const text = await response.text()
  const body: unknown = text === '' ? undefined : JSON.parse(text)
  const { status, headers } = response
  return { status, body, headers, allow: headers.get('allow'), etag: headers.get('etag') }
}

const TRANSPORTS: Record<string, Transport> = {
  socket: async (t, service) => {
    const server = await listen(service, { host: '127.0.0.1', port: 0, log })
    t.teardown(() => server.close())
    const base = `http://127.0.0.1:${server.port}`
    return async (method, url, body, headers) =>
      toReply(await fetch(base + url, toInit(method, body, headers)))
  },
  fetch: async (_t, service) => {
    const handle = createHandler(service, { log })
    return async (method, url, body, headers) =>
      toReply(await handle(new Request(`http://localhost${url}`, toInit(method, body, headers))))
  },
  call:
    async (_t, service) =>
    async (method, url, body, headers = {}) => {
      const reply = await callRoute(service, { method, url, body, headers }, log)
      const { allow, etag } = reply.headers ?? {}
      return { status: reply.status, body: reply.body, allow, etag }
    },
}

const RUNS = [
  ['socket', '/svc'],
  ['socket', '/mem-memory'],
  ['fetch', '/mem-memory'],
  ['call', '/svc'],
] as const

for (const [transport, prefix] of RUNS) {
  t.test(`${transport} ${prefix}`, async t => {
    const seed = await openSeed()
    t.teardown(() => seed.remove())
    const ask = await TRANSPORTS[transport]!(t, seed.service)
    for (const each of CASES) {
      const { fail } = t.counts
      await runCase(t, ask, prefix, each, seed)
      if (t.counts.fail > fail) t.comment(`failed: ${each.name}`)
    }
    await t.test('HEAD and 405', t => checkMethods(t, ask, prefix, seed))
  })
}

t.test('the table of cases is complete', async t => {
  const seed = await openSeed()
  await seed.remove()
  const succeeding = CASES.filter(({ status }) => status < 300).map(each => ({
    method: each.method,
    url: new URL(`http://x${typeof each.path === 'string' ? each.path : each.path(seed)}`),
  }))
  for (const { method, path, params = [] } of ENDPOINTS) {
    // The stream has tests of its own.
    if (path === '/stream') continue
    const pattern = new RegExp(`^${path.replace(/:\w+/, '[^/]+')}$`)
    const own = succeeding.filter(each => each.method === method && pattern.test(each.url.pathname))
    t.ok(own.length > 0, `${method} ${path} has a good case`)
    for (const param of params) {
      const isGiven = own.some(({ url }) => url.searchParams.has(param))
      t.ok(isGiven, `${method} ${path} has a good case with ${param}`)
    }
  }
})

async function runCase(t: Test, ask: Ask, prefix: string, each: Case, seed: Seed) {
  const path = typeof each.path === 'string' ? each.path : each.path(seed)
  const body: unknown = typeof each.body === 'function' ? each.body(seed) : each.body
  const headers = typeof each.headers === 'function' ? each.headers(seed) : each.headers
  const reply = await ask(each.method, prefix + path, body, headers)
  t.equal(reply.status, each.status, `${each.name}: ${JSON.stringify(reply.body)?.slice(0, 200)}`)
  if (each.code !== undefined) {
    t.match(reply.body, { code: each.code, error: /\S/ })
    t.notMatch(JSON.stringify(reply.body), /\bat \/|node_modules|\.[jt]s:\d/, 'no stack')
  }
  if (each.etag) t.equal(reply.etag, `"${(reply.body as Body).revision}"`)
  if (reply.headers !== undefined) checkHeaders(t, reply.headers)
  each.check?.(t, reply.body as Body, seed)
}

function checkHeaders(t: Test, headers: Headers): void {
  t.equal(headers.get('content-type'), 'application/json; charset=utf-8')
  t.match(headers.get('content-length'), /^\d+$/)
  t.equal(headers.get('cache-control'), 'no-store')
  t.equal(headers.get('x-content-type-options'), 'nosniff')
}

async function checkMethods(t: Test, ask: Ask, prefix: string, seed: Seed) {
  const paths = new Set(ENDPOINTS.map(({ path }) => path))
  for (const path of paths) {
    const url =
      prefix +
      path.replace(':id', seed.fridays.id).replace(':name', `ship-it?scopeId=${seed.one}`) +
      (path === '/backlog' ? '?scopeKey=global' : '')
    const methods = ENDPOINTS.filter(each => each.path === path).map(({ method }) => method)
    const allowed = methods.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      if (allowed.includes(method)) continue
      const reply = await ask(method, url, undefined)
      t.equal(reply.status, 405, `${method} ${path}`)
      if (method !== 'HEAD') t.match(reply.body, { code: 'METHOD_NOT_ALLOWED', error: String })
      t.same(reply.allow?.split(', '), allowed)
    }
    if (methods.includes('GET') && path !== '/stream') {
      const [head, get] = [await ask('HEAD', url, undefined), await ask('GET', url, undefined)]
      t.equal(head.status, get.status, `HEAD ${path}`)
      t.equal(head.body, undefined)
      const length = (reply: Reply) => reply.headers?.get('content-length')
      t.equal(length(head), length(get))
    }
  }
  t.match(await ask('HEAD', `${prefix}/nothing`, undefined), { status: 404, body: undefined })
}
