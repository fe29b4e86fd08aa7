import { readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import t from 'tap'
import { DIST } from '../../built.mjs'
import { CordisHost, createFolder, ourRows } from './cordis-host.js'

const ACTIVE = 2
const PAGE = readFileSync(join(DIST, 'panel/index.html'), 'utf8')
const [SCRIPT = ''] = /panel\/main-[^"]+\.js/.exec(PAGE) ?? []

/** The rows of core and web: without agents there is nothing for the host entry. */
const rowsOf = (folder: string) => ourRows(folder).filter(({ id }) => id !== 'svc-host')

/** Sends headers that fetch keeps for itself. */
function ask(url: string, headers: Record<string, string> = {}, method = 'GET', body = '') {
  return new Promise<{ status: number; text: string; location?: string }>((resolve, reject) => {
    const request = httpRequest(url, { method, headers, agent: false }, response => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.once('end', () => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, text, ...(headers.location && { location: headers.location }) })
      })
    })
    request.once('error', reject).end(body)
  })
}

t.test("the panel lies in the host's own web server, and comes and goes with it", async t => {
  const folder = createFolder(t)
  const host = await CordisHost.start(t, rowsOf(folder))
  t.equal(host.stateOf('svc-web'), ACTIVE, 'without a web server too')
  await host.addWebServer()
  const at = (path: string) => ask(`${host.url}${path}`)
  t.match(await at('/svc/panel/'), { status: 200, text: PAGE })
  t.match(await at('/svc/panel'), { status: 307, location: 'panel/' })
  t.equal((await at(`/svc/panel/${SCRIPT}`)).status, 200)
  t.match(JSON.parse((await at('/svc/panel/nothing')).text), { code: 'ROUTE_NOT_FOUND' })
  t.equal((await at('/svc/status')).status, 200, "the core's routes are as they were")
  t.match(await at('/'), { status: 404, text: '' }, "the root is the host's")

  await host.setDisabled('web-server', true)
  t.equal(host.stateOf('svc-web'), ACTIVE)
  await host.setDisabled('web-server', false)
  t.equal((await at('/svc/panel/')).status, 200)
  await host.setDisabled('svc-web', true)
  t.match(JSON.parse((await at('/svc/panel/')).text), { code: 'ROUTE_NOT_FOUND' })
  t.equal((await at('/svc/status')).status, 200)
  await host.setDisabled('svc-web', false)
  t.equal((await at('/svc/panel/')).status, 200)
  await host.setDisabled('svc', true)
  t.match(await at('/svc/panel/'), { status: 404, text: '' }, 'it goes with the core')
})

t.test('it is guarded as the routes of the core, with the same key', async t => {
  const folder = createFolder(t)
  const host = await CordisHost.start(t, rowsOf(folder))
  await host.addWebServer()
  const page = `${host.url}/svc/panel/`
  t.equal((await ask(page, { host: 'elsewhere.example' })).status, 403)
  t.equal((await ask(page, { origin: 'http://elsewhere.example' })).status, 403)
  t.equal((await ask(page, { 'sec-fetch-site': 'cross-site' })).status, 403)
  const own = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  t.equal((await ask(`${page}panel/key`, { 'sec-fetch-site': 'same-site' })).status, 403)
  const { key } = JSON.parse((await ask(`${page}panel/key`, own)).text) as { key: string }
  const memory = JSON.stringify({ scope: { type: 'global' }, title: 'A', content: 'Alpha.' })
  const write = async (headers: object) =>
    (await ask(`${host.url}/svc/memories`, { ...own, ...headers }, 'POST', memory)).status
  t.equal(await write({}), 403)
  t.equal(await write({ 'x-svc-page-key': `${key}x` }), 403)
  t.equal(await write({ 'x-svc-page-key': key }), 201)
})

t.test('a web server that others can reach has it only with a token', async t => {
  const folder = createFolder(t)
  const row = {
    id: 'web-server',
    name: '@deepseek-ai/dsh-host-webserver',
    config: { host: '0.0.0.0', port: 0 },
  }
  const host = await CordisHost.start(t, [row, ...rowsOf(folder)])
  t.equal((await ask(`${host.url}/svc/panel/`)).status, 404)
  await host.setDisabled('svc', true)
  process.env.SVC_TOKEN = 'a long word'
  await host.setDisabled('svc', false)
  t.equal((await ask(`${host.url}/svc/panel/`)).status, 200, 'it asks for the token')
  t.equal((await ask(`${host.url}/svc/status`)).status, 401)
})
