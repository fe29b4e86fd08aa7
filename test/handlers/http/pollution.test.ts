import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createHandler } from '../../../handlers/http/fetch.js'
import { listen } from '../../../handlers/http/node.js'
import { ENDPOINTS } from '../../../handlers/http/routes.js'
import type { Memory } from '../../../store/types.js'
import { openSeed } from './contract/seed.js'

const MARK = 'smeared'
const seed = await openSeed()
const log = (message: string, cause: unknown): never => {
  throw new Error(message, { cause })
}
const handle = createHandler(seed.service, { log })
let tried = 0
const server = await listen(seed.service, { host: '127.0.0.1', port: 0, log })
t.teardown(async () => {
  await server.close()
  await seed.remove()
})

const BUILT_IN: Record<string, object> = {
  Object: Object.prototype,
  Array: Array.prototype,
  Function: Function.prototype,
  String: String.prototype,
  Map: Map.prototype,
  URLSearchParams: URLSearchParams.prototype,
  Headers: Headers.prototype,
}
const shapes = () =>
  Object.entries(BUILT_IN).map(([name, one]) => [name, ...Reflect.ownKeys(one).map(String)].join())
const BEFORE = shapes()

/**
 * Sends JSON as it is written here, not as an object of this process would be: every tenth over a
 * socket, the others to the handler behind it.
 */
async function send(method: string, path: string, text?: string) {
  const init = { method, ...(text !== undefined && { body: text }) }
  const url = server.url + path.slice(1)
  const response = await (tried++ % 10 === 0 ? fetch(url, init) : handle(new Request(url, init)))
  return { status: response.status, text: await response.text() }
}

/** Values that make a property of every object where they are merged into one. */
const POISON = [
  `"__proto__":{"${MARK}":true}`,
  `"__proto__":{"scope":{"type":"global"},"title":"${MARK}","content":"${MARK}","fix":true}`,
  `"__proto__":[1,2]`,
  `"__proto__":null`,
  `"__proto__":"${MARK}"`,
  `"constructor":{"prototype":{"${MARK}":true}}`,
  `"prototype":{"${MARK}":true}`,
  `"__defineGetter__":"${MARK}","toString":"${MARK}","valueOf":1,"hasOwnProperty":0,"toJSON":"${MARK}"`,
  `"then":"${MARK}"`,
  `"__proto__.${MARK}":true,"constructor.prototype.${MARK}":true,"__proto__[${MARK}]":true`,
]

/** Bodies with the poison beside what an endpoint wants, and within it. */
function bodiesOf(poison: string): string[] {
  const { one, tabs } = seed
  const scope = `{"type":"global",${poison}}`
  return [
    `{${poison}}`,
    `{"scope":${scope}}`,
    `{"scope":{"type":"project","id":${JSON.stringify(one)},${poison}},"dryRun":true}`,
    `{"scope":${scope},"title":"A","content":"A.","tags":["a"],${poison}}`,
    `{"title":"Tabs","pinned":true,${poison}}`,
    `{"accept":[],"undo":[],${poison}}`,
    `{"scopes":[${scope}],"kinds":["fact"],"text":"tabs",${poison}}`,
    `{"cwd":${JSON.stringify(one)},${poison}}`,
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"recall","arguments":{"query":"tabs",${poison}},${poison}},${poison}}`,
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"remember","arguments":{"title":"B","content":"B.",${poison}}}}`,
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__","arguments":{${poison}}}}`,
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"constructor","arguments":{${poison}}}}`,
    `{"jsonrpc":"2.0","id":1,"method":"__proto__",${poison}}`,
    `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"__proto__",${poison}}}`,
    `{"version":${JSON.stringify(tabs.id)},${poison}}`,
    `{"fix":false,${poison}}`,
  ]
}

const pathOf = (path: string, id: string) => `/svc${path.replace(/:\w+/, encodeURIComponent(id))}`
const WRITES = ENDPOINTS.filter(({ body }) => body !== undefined)
/** The doctor, who reads all of the store each time, while little is there. */
const FIRST = WRITES.filter(({ path }) => path === '/doctor')
for (const { method, path } of new Set([...FIRST, ...WRITES])) {
  t.test(`a body of ${method} ${path}`, async t => {
    const target = pathOf(path, seed.tabs.id)
    for (const body of POISON.flatMap(bodiesOf)) {
      const { status, text } = await send(method, target, body)
      t.ok(status < 500, `${status} for ${body}`)
      if (text.includes(MARK)) t.match(status, /^4|^200$/, text)
      t.notMatch(text, /"smeared":true|"title":"smeared"/, body)
    }
    t.same(shapes(), BEFORE)
    t.same(markedFiles(seed.dataDir), [], 'nothing of it is kept')
  })
}

const WORDS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then']

for (const { method, path, params = [] } of ENDPOINTS.filter(({ method }) => method === 'GET')) {
  if (path === '/stream') continue
  t.test(`a query of ${method} ${path}`, async t => {
    const odd = ['__proto__[smeared]=1', '__proto__.smeared=1', 'constructor[prototype][smeared]=1']
    const named = params.flatMap(name => WORDS.map(word => `${name}=${word}`))
    const within = params.flatMap(name => [
      `${name}[__proto__]=1`,
      `${name}[]=1`,
      `${name}=1&${name}=2`,
    ])
    for (const query of [...odd, ...WORDS.map(word => `${word}=smeared`), ...named, ...within]) {
      const { status, text } = await send(method, `${pathOf(path, seed.tabs.id)}?${query}`)
      t.ok(status < 500, `${status} for ${query}: ${text.slice(0, 200)}`)
    }
    if (path.includes(':')) {
      for (const word of WORDS) {
        t.match(await send(method, pathOf(path, word)), { status: 404 }, word)
      }
    }
    t.same(shapes(), BEFORE)
  })
}

t.test('such words are words in a memory', async t => {
  const words = [...WORDS, '__defineGetter__', 'isPrototypeOf']
  const made: Memory[] = []
  for (const kind of ['constructor', 'then', 'fact']) {
    for (const word of words) {
      const title = `${kind} ${word}`
      const given = { scope: { type: 'global' }, title, content: `${word}.`, kind, tags: words }
      const { status, text } = await send('POST', '/svc/memories', JSON.stringify(given))
      t.equal(status, 201, title)
      made.push(JSON.parse(text) as Memory)
      t.match(JSON.parse(text), { title, kind })
    }
  }
  const { text } = await send('GET', '/svc/memories?kind=constructor&limit=100')
  t.equal((JSON.parse(text) as { total: number }).total, words.length)
  const facets = JSON.parse((await send('GET', '/svc/facets')).text) as {
    tags: { value: string; count: number }[]
  }
  for (const word of words) {
    const facet = facets.tags.find(({ value }) => value.toLowerCase() === word.toLowerCase())
    t.equal(facet?.count, made.length, word)
  }
  for (const body of ['{}', '{"text":"constructor __proto__ then"}', '{"kinds":["constructor"]}']) {
    const recalled = await send('POST', '/svc/recall', body)
    t.equal(recalled.status, 200, body)
    t.match(JSON.parse(recalled.text), { items: [{ id: String }] }, body)
  }
  const consolidated = await send('POST', '/svc/consolidate', '{"scope":{"type":"global"}}')
  t.equal(consolidated.status, 200, consolidated.text)
  for (const path of [
    '/svc/metrics',
    '/svc/review',
    '/svc/learned',
    '/svc/archive',
    '/svc/doctor',
  ]) {
    t.equal((await send('GET', path)).status, 200, path)
  }
  const mended = await send('POST', '/svc/doctor', '{"fix":true}')
  t.equal(mended.status, 200, mended.text)
  t.same(shapes(), BEFORE)
  t.comment(`${tried} bodies and queries`)
})

/** The files below a folder that hold the mark. */
function markedFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(path => statSync(path, { throwIfNoEntry: false })?.isFile())
    .filter(path => readFileSync(path, 'latin1').includes(MARK))
}
