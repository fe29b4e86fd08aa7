import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import type { BrowserContext } from 'playwright-core'
import { chromium } from 'playwright-core'
import { CHROMIUM } from './chromium.js'
import { LEFT_OUT, testPanel } from './browser.js'

const SECRET = 'The vault is behind the tapestry.'
const seed: NonNullable<Parameters<typeof testPanel>[1]['seed']> = async host => {
  await host.remember({ scope: { type: 'global', id: null }, title: 'Vault', content: SECRET })
}
const MEMORY = JSON.stringify({ scope: { type: 'global' }, title: 'Owned', content: 'Owned.' })

/** A browser to which names mean this machine, as they do once an attacker's DNS has changed its mind. */
async function openRebound(t: { teardown(undo: () => unknown): void }): Promise<BrowserContext> {
  const rules = 'MAP evil.example 127.0.0.1, MAP localhost.evil.example 127.0.0.1'
  const browser = await chromium.launch({
    executablePath: CHROMIUM ?? 'chromium',
    args: [`--host-resolver-rules=${rules}`],
  })
  t.teardown(() => browser.close())
  return browser.newContext()
}

testPanel(
  'a name that comes to mean this machine reads and writes nothing',
  { seed },
  async (t, panel) => {
    const { port } = new URL(panel.service.url)
    const before = await panel.service.ask<{ total: number }>('/memories')
    const context = await openRebound(t)
    for (const name of ['evil.example', 'localhost.evil.example', '0.0.0.0', '127.0.0.1.']) {
      const page = await context.newPage()
      const opened = await page.goto(`http://${name}:${port}/`).catch(() => undefined)
      // Chromium makes 127.0.0.1 of an address with a dot behind it.
      if (new URL(page.url()).hostname === '127.0.0.1') continue
      t.ok(opened === null || opened === undefined || opened.status() === 403, name)
      const found = await page
        .evaluate(async memory => {
          const got: string[] = []
          const json = { 'content-type': 'application/json' }
          const key = await (await fetch('/panel/key')).text()
          got.push(key)
          for (const path of ['/svc/memories', '/svc/status', '/', '/mem-memory/memories']) {
            got.push(await (await fetch(path)).text())
          }
          for (const headers of [json, { ...json, 'x-svc-page-key': key.slice(8, 40) }]) {
            const sent = { method: 'POST', headers, body: memory }
            got.push(await (await fetch('/svc/memories', sent)).text())
          }
          return got
        }, MEMORY)
        .catch(() => [])
      if (name === 'evil.example') t.equal(found.length, 7, 'it has tried all')
      for (const text of found) t.match(text, /"code":"(?:HOST|ORIGIN)_NOT_ALLOWED"/, name)
      await page.close()
    }
    t.same(await panel.service.ask<{ total: number }>('/memories'), before)
  },
)

/** Pages that send what they are, or nothing: a file, a sandbox, a data URL, a worker, an extension's. */
const ORIGINS: [name: string, page: (target: string) => string][] = [
  [
    'a sandboxed frame',
    run => `<iframe sandbox="allow-scripts allow-forms" srcdoc="${quote(run)}"></iframe>`,
  ],
  ['a frame of its own text', run => `<iframe srcdoc="${quote(run)}"></iframe>`],
  ['a data URL', run => `<iframe src="data:text/html,${encodeURIComponent(run)}"></iframe>`],
  ['a page without a referrer', run => `<meta name="referrer" content="no-referrer">${run}`],
  [
    'a page that tells its whole address',
    run => `<meta name="referrer" content="unsafe-url">${run}`,
  ],
]

function quote(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}

/** A script that tries all ways and tells its opener, by the title of the outermost page, what it got. */
function attackOn(target: string): string {
  const script = `(async () => {
    const target = ${JSON.stringify(target)}, memory = ${JSON.stringify(MEMORY)}
    const got = []
    const note = async (what, attempt) => {
      const late = new Promise(resolve => setTimeout(resolve, 1000))
      const found = await Promise.race([attempt, late]).catch(() => undefined)
      if (found) got.push(what + ': ' + found)
    }
    for (const path of ['svc/memories', 'svc/status', 'panel/key', '', 'mem-memory/memories']) {
      for (const mode of ['cors', 'no-cors', 'same-origin']) {
        await note(mode + ' ' + path, fetch(target + path, { mode }).then(r => r.text()))
      }
    }
    for (const type of ['text/plain', 'application/json']) {
      const sent = { method: 'POST', mode: 'no-cors', headers: { 'content-type': type }, body: memory }
      await note('POST ' + type, fetch(target + 'svc/memories', sent).then(r => r.text()))
      navigator.sendBeacon(target + 'svc/memories', new Blob([memory], { type }))
    }
    const socket = new WebSocket(target.replace('http', 'ws') + 'svc/stream')
    await note('WebSocket', new Promise((done, no) => { socket.onopen = () => done('open'); socket.onerror = no }))
    const events = new EventSource(target + 'svc/stream')
    await note('EventSource', new Promise((done, no) => { events.onopen = () => done('open'); events.onerror = no }))
    events.close()
    const code = 'fetch("' + target + 'svc/memories").then(r => r.text()).then(t => postMessage(t), () => postMessage(""))'
    await note('worker', new Promise((done, no) => {
      const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })))
      worker.onmessage = ({ data }) => done(data)
      worker.onerror = no
    }))
    const request = new XMLHttpRequest()
    await note('XMLHttpRequest', new Promise((done, no) => {
      request.open('PUT', target + 'svc/memories/x')
      request.onload = () => done(request.responseText)
      request.onerror = no
      request.send(memory)
    }))
    for (const enctype of ['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded']) {
      const form = Object.assign(document.createElement('form'), {
        method: 'post', enctype, action: target + 'svc/memories', target: 'sink',
      })
      const field = Object.assign(document.createElement('input'), {
        name: memory.slice(0, -1) + ', "x": "', value: '"}',
      })
      const sink = Object.assign(document.createElement('iframe'), { name: 'sink' })
      form.append(field)
      document.body.append(sink, form)
      form.submit()
      await new Promise(resolve => setTimeout(resolve, 200))
      sink.remove()
    }
    const link = Object.assign(document.createElement('a'), { ping: target + 'svc/reflect', href: '#' })
    document.body.append(link)
    link.click()
    top.postMessage(JSON.stringify(got), '*')
  })()`
  return `<body><script>${script}</script>`
}

const COUNT = 5 * 3 + 2 + 2 + 4 + 3 + 1 + 1

testPanel(
  'a page without an origin of its own reads and writes nothing',
  { seed },
  async (t, panel) => {
    const before = await panel.service.ask<{ total: number }>('/memories')
    const { port } = new URL(panel.service.url)
    const context = await openRebound(t)
    for (const [name, make] of ORIGINS) {
      for (const at of ['127.0.0.1', 'localhost']) {
        const got = await attackFrom(t, context, make(attackOn(`http://${at}:${port}/`)))
        t.same(got, [], `${name}, the service on ${at}`)
      }
    }
    t.same(await panel.service.ask<{ total: number }>('/memories'), before)
    t.comment(`${ORIGINS.length * 2 * COUNT} attempts`)
  },
)

t.test('such a page is seen where a service lets it in', { skip: LEFT_OUT }, async t => {
  let posts = 0
  const server = createServer(({ url, method }, response) => {
    if (method === 'POST') posts++
    response.writeHead(200, {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': '*',
      'content-type': url === '/svc/stream' ? 'text/event-stream' : 'text/plain',
    })
    response.end(SECRET)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => void server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  const context = await openRebound(t)
  for (const [name, make] of ORIGINS.slice(0, 2)) {
    posts = 0
    const got = await attackFrom(t, context, make(attackOn(`http://127.0.0.1:${port}/`)))
    t.ok(got.length >= 8, `${name}: ${got.join('; ')}`)
    t.ok(posts >= 5, `${name}: ${posts} writes`)
  }
})

/** Serves a page on a port of its own, opens it, and waits until its attack says what it got. */
async function attackFrom(
  t: { teardown(undo: () => unknown): void },
  context: BrowserContext,
  html: string,
): Promise<string[]> {
  const server = createServer((_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html>${LISTENER}${html}`)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => void server.close().closeAllConnections())
  const page = await context.newPage()
  await page.goto(`http://evil.example:${(server.address() as AddressInfo).port}/`)
  await page.waitForFunction(() => document.title !== '', undefined, { timeout: 30_000 })
  const title = await page.title()
  await page.close()
  return JSON.parse(title) as string[]
}

const LISTENER = '<script>onmessage = ({ data }) => (document.title = data)</script>'
