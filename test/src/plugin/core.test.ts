import { existsSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import t from 'tap'
import { CordisHost, createFolder, ENTRY, ourRows } from './cordis-host.js'

const ACTIVE = 2
const FAILED = 3

t.test('the core entry provides the service', async t => {
  const folder = createFolder(t)
  const work = join(folder, 'work')
  const project = { type: 'project', id: work } as const
  writeFileSync(join(work, 'AGENTS.md'), 'Use pnpm, never npm.\n')
  const host = await CordisHost.start(t, ourRows(folder).slice(0, 1))
  t.equal(host.stateOf('svc'), ACTIVE)
  const { svc } = host

  t.match(await svc.importWorkspace(work, { force: true }), { ok: true, imported: 1 })
  const content = 'The staging server listens on port 8080.'
  const made = await svc.remember({
    scope: project,
    kind: 'fact',
    title: 'Staging',
    content,
    tags: ['ops'],
  })
  t.match(made, { content, source: { runtime: 'plugin' } })
  const found = await svc.recall({ scopes: [project], kinds: ['fact'], text: 'staging', limit: 5 })
  t.match(found, [{ title: 'Staging' }])
  t.match(await svc.consolidate(project), { before: 2, after: 2 })
  t.match(await svc.status(), { dataDir: join(folder, 'store'), provider: 'builtin' })
})

t.test('a setting that is wrong keeps the entry from starting, and is named', async t => {
  const folder = createFolder(t)
  const wrong: [object, string][] = [
    [{ recallLimit: 0 }, 'recallLimit: must be a whole number from 1 to 200'],
    [{ reflect: 'perhaps' }, 'reflect: must be true or false'],
    [{ dataDir: 7 }, 'dataDir: must be a path'],
    [{ git: { autoCommit: 2 } }, 'git.autoCommit: must be true or false'],
    [{ provider: ['builtin'] }, 'provider: must be a text'],
  ]
  for (const [config, message] of wrong) {
    const host = await CordisHost.start(t, [{ id: 'svc', name: ENTRY.core, config }])
    const { fiber } = host.entry('svc')
    await t.rejects(fiber!.await(), { message })
    t.equal(host.stateOf('svc'), FAILED)
    t.notOk(host.ctx.get('svc'))
    await host.stop()
  }
  t.notOk(existsSync(join(folder, 'home/.local')), 'nothing was made')
})

t.test('other keys do nothing, and a key without a value is as if it were not there', async t => {
  const folder = createFolder(t)
  const core = { recalllimit: 3, model: '', dailyUsd: undefined }
  const host = await CordisHost.start(t, ourRows(folder, { core }).slice(0, 1))
  t.equal(host.stateOf('svc'), ACTIVE)
})

t.test('the environment is above an entry, an entry above config.json', async t => {
  const folder = createFolder(t)
  const said: string[] = []
  const start = async (core: object) => {
    const host = await CordisHost.start(t, [])
    const note = ({ args }: { args: unknown[] }) => void said.push(String(args[0]))
    host.ctx.logger.exporter({ levels: { default: 2 }, export: note })
    await host.loader.create({ ...ourRows(folder, { core })[0]! })
    await host.loader.await()
    const { budget, dataDir } = await host.svc.status()
    await host.stop()
    return { tokens: budget.tokens, dataDir }
  }
  t.equal((await start({})).tokens, 200_000)
  const stored = [{ id: 'svc', name: 'svc', config: { dailyTokens: 7 } }]
  writeFileSync(join(folder, 'store/config.json'), JSON.stringify(stored))
  t.equal((await start({})).tokens, 7)
  t.equal((await start({ dailyTokens: 8 })).tokens, 8)
  process.env.SVC_DAILY_TOKENS = '9'
  t.equal((await start({ dailyTokens: 8 })).tokens, 9)
  process.env.SVC_DAILY_TOKENS = 'many'
  said.length = 0
  t.equal((await start({ dailyTokens: 8 })).tokens, 8, 'a bad one does not stop a host')
  t.match(said, [/^svc: SVC_DAILY_TOKENS: must be a whole number/], 'its log tells of it')
  process.env.SVC_DATA_DIR = join(folder, 'elsewhere')
  t.equal((await start({})).dataDir, join(folder, 'elsewhere'))
})

t.test('the routes come and go with the web server of the host', async t => {
  const folder = createFolder(t)
  const host = await CordisHost.start(t, ourRows(folder).slice(0, 1))
  t.equal(host.stateOf('svc'), ACTIVE, 'without a web server too')
  await host.svc.remember({ scope: { type: 'global', id: null }, title: 'A', content: 'Alpha.' })
  await host.addWebServer()
  const { url } = host
  for (const prefix of ['/svc', '/mem-memory']) {
    const response = await fetch(`${url}${prefix}/memories`)
    t.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
    t.match(await response.json(), { total: 1, items: [{ title: 'A' }] })
  }
  const missing = await fetch(`${url}/svc/nothing`)
  t.match(await missing.json(), { code: 'ROUTE_NOT_FOUND' })
  t.equal((await fetch(`${url}/svcx`)).status, 404)

  await host.setDisabled('svc', true)
  t.equal(host.ctx.get('svc'), undefined)
  const gone = await fetch(`${url}/svc/status`)
  t.equal(gone.status, 404)
  t.equal(await gone.text(), '', "the host's own answer")
  await host.setDisabled('svc', false)
  t.match(await (await fetch(`${url}/svc/status`)).json(), { ok: true, memories: 1 })

  await host.setDisabled('web-server', true)
  t.equal(host.stateOf('svc'), ACTIVE)
  t.match(await host.svc.status(), { ok: true }, 'the service stays')
  await host.setDisabled('web-server', false)
  t.match(await (await fetch(`${host.url}/svc/status`)).json(), { ok: true })
})

t.test('the routes are guarded as those of svc serve', async t => {
  const folder = createFolder(t)
  const host = await CordisHost.start(t, ourRows(folder).slice(0, 1))
  await host.addWebServer()
  const get = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = request(`${host.url}/svc/status`, { headers }, ({ statusCode }) => {
        resolve(statusCode)
      })
      asked.on('error', reject).end()
    })
  t.equal(await get({ origin: host.url }), 200, "the host's own pages")
  t.equal(await get({ host: 'elsewhere.example' }), 403)
  t.equal(await get({ origin: 'http://elsewhere.example' }), 403)
  t.equal(await get({ 'sec-fetch-site': 'cross-site' }), 403)
  t.equal(await get({ host: 'a/b' }), 403)
})

t.test('a web server that others can reach gets no routes without a token', async t => {
  const folder = createFolder(t)
  const row = {
    id: 'web-server',
    name: '@deepseek-ai/dsh-host-webserver',
    config: { host: '0.0.0.0', port: 0 },
  }
  const host = await CordisHost.start(t, [row, ...ourRows(folder).slice(0, 1)])
  t.equal((await fetch(`${host.url}/svc/status`)).status, 404)
  await host.setDisabled('svc', true)
  process.env.SVC_TOKEN = 'a long word'
  await host.setDisabled('svc', false)
  t.equal((await fetch(`${host.url}/svc/status`)).status, 401)
  const headers = { authorization: 'Bearer a long word' }
  t.equal((await fetch(`${host.url}/svc/status`, { headers })).status, 200)
})

t.test('the event stream works, and ends with the service', async t => {
  const folder = createFolder(t)
  const host = await CordisHost.start(t, ourRows(folder).slice(0, 1))
  await host.addWebServer()
  const response = await fetch(`${host.url}/svc/stream`)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  t.match((await reader.read()).value, ': connected')
  await host.svc.remember({ scope: { type: 'global', id: null }, title: 'A', content: 'Alpha.' })
  t.match((await reader.read()).value, '"type":"remember"')
  await host.setDisabled('svc', true)
  t.equal((await reader.read()).done, true)
})

t.test('who has the name svc already keeps it', async t => {
  const folder = createFolder(t)
  const host = await CordisHost.start(t, [])
  host.ctx.provide('svc', {} as never)
  await host.loader.create({ ...ourRows(folder)[0]! })
  await host.loader.await()
  t.equal(host.stateOf('svc'), FAILED)
  await host.loader.create({ ...ourRows(folder)[1]! })
  host.ctx.provide('systemPrompt', {} as never)
  await host.loader.await()
  const error = await host
    .entry('svc-host')
    .fiber?.await()
    .catch((cause: Error) => cause)
  t.match((error as Error).message, 'svc is not provided by agent-memory-service/plugin/core')
})

t.test(
  "where the host's model is wanted and there is none, turns wait and nothing fails",
  async t => {
    const folder = createFolder(t)
    const core = { provider: 'host' }
    const host = await CordisHost.start(t, ourRows(folder, { core }).slice(0, 1))
    const scope = { type: 'global', id: null } as const
    const turns = [{ prompt: 'We never deploy on Fridays.', reply: 'Noted.' }]
    const result = await host.svc.reflectBatch({ scope, turns })
    t.match(result, { batches: 0, failed: 0, waiting: 1 })
    t.match(await host.svc.status(), { provider: 'host', queuedTurns: 1, spend: { usd: 0 } })
  },
)
