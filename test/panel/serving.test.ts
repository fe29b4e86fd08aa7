import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { LEFT_OUT, openBrowser, testPanel, type Panel } from './browser.js'

const GLOBAL = { type: 'global', id: null } as const
const SECRET = 'The vault is behind the tapestry.'
const seed: NonNullable<Parameters<typeof testPanel>[1]['seed']> = async host => {
  await host.remember({ scope: GLOBAL, title: 'Vault', content: SECRET })
}

testPanel('the page loads, and nothing is wrong in it', { seed }, async (t, { open, page }) => {
  await open()
  await page.getByText('Live', { exact: true }).waitFor()
  t.match(await page.title(), 'svc')
})

testPanel('a page opened anew costs a few bytes', { seed }, async (t, { open, page }) => {
  const sizes = () =>
    page.evaluate(() =>
      performance
        .getEntries()
        .filter(entry => entry instanceof PerformanceResourceTiming)
        .filter(({ name }) => !name.includes('/svc/') && !name.endsWith('/panel/key'))
        .map(({ name, transferSize, encodedBodySize, decodedBodySize }) => ({
          name,
          transferSize,
          encodedBodySize,
          decodedBodySize,
        })),
    )
  await open()
  await page.getByText('Live', { exact: true }).waitFor()
  const first = await sizes()
  const isText = /\/$|\.(?:js|css)$/
  const packed = first.filter(one => isText.test(one.name) && one.decodedBodySize > 1000)
  t.ok(packed.length >= 3)
  for (const { name, encodedBodySize, decodedBodySize } of packed) {
    t.ok(encodedBodySize < decodedBodySize, name)
  }
  const sumOf = (key: 'encodedBodySize' | 'decodedBodySize') =>
    packed.reduce((sum, one) => sum + one[key], 0)
  t.ok(sumOf('encodedBodySize') < sumOf('decodedBodySize') / 2)
  await page.reload()
  await page.getByText('Live', { exact: true }).waitFor()
  const before = new Set(packed.map(({ name }) => name))
  for (const { name, transferSize } of (await sizes()).filter(one => before.has(one.name))) {
    // Of the page itself the headers of a 304 come; its files are not even asked for.
    t.ok(transferSize <= (name.endsWith('/') ? 300 : 0), `${name}: ${transferSize}`)
  }
})

testPanel('no code runs but that of the page', { seed }, async (t, { open, page, expect }) => {
  await open()
  await page.getByText('Live', { exact: true }).waitFor()
  expect(/Content Security Policy|TrustedHTML|TrustedScript|Trusted Type/i)
  const ran = await page.evaluate(tryToRun)
  t.same(ran, [])
  const sent = await page.evaluate(() =>
    fetch('http://127.0.0.1:1/').then(
      () => true,
      () => false,
    ),
  )
  t.equal(sent, false, 'nothing is sent elsewhere')
})

/** Runs in the page, as a hole in it would; answers what got through. */
async function tryToRun(): Promise<string[]> {
  const ran: string[] = []
  Object.assign(window, { note: (what: string) => ran.push(what) })
  const script = document.createElement('script')
  const sneaky = document.createElement('b')
  const attempts = [
    () => (document.body.innerHTML += '<img src=x onerror="note(1)">'),
    () => document.body.insertAdjacentHTML('beforeend', '<b onclick="note(2)">x</b>'),
    () => document.write('<script>note(3)</script>'),
    () => script.append('note(4)'),
    () => document.body.append(script),
    () => sneaky.setAttribute('onclick', 'note(5)'),
    () => document.body.append(sneaky),
    () => sneaky.click(),
    () => Reflect.apply(setTimeout, window, ['note(6)', 0]) as unknown,
    () => Reflect.construct(Function, ['note(7)']) as unknown,
    () => (Reflect.get(window, 'eval') as (text: string) => unknown)('note(8)'),
    () => (location.href = 'javascript:note(9)'),
  ]
  for (const attempt of attempts) {
    // Not from within the evaluation itself: what drives the browser may do all there.
    await new Promise<void>(resolve => {
      setTimeout(() => {
        try {
          attempt()
        } catch {
          // Refused: that is what is wanted.
        }
        setTimeout(resolve, 5)
      })
    })
  }
  return ran
}

testPanel('the page writes with its key, and not without', { seed }, async (t, panel) => {
  const { open, page, expect } = panel
  await open()
  const write = (headers: Record<string, string>) =>
    page.evaluate(async headers => {
      const body = JSON.stringify({ scope: { type: 'global' }, title: 'New', content: 'New.' })
      const given = { 'content-type': 'application/json', ...headers }
      return (await fetch('/svc/memories', { method: 'POST', headers: given, body })).status
    }, headers)
  expect(/403/)
  t.equal(await write({}), 403)
  t.equal(await write({ 'x-svc-page-key': 'guess' }), 403)
  const key = await page.evaluate(async () => {
    return ((await (await fetch('panel/key')).json()) as { key: string }).key
  })
  t.equal(await write({ 'x-svc-page-key': key }), 201)
})

testPanel('a page on another origin can neither read nor write', { seed }, async (t, panel) => {
  const own = new URL(panel.service.url)
  const before = await panel.service.ask<{ total: number }>('/memories')
  for (const [name, at] of [
    ['127.0.0.1', '127.0.0.1'],
    ['localhost', '127.0.0.1'],
    ['127.0.0.1', 'localhost'],
  ] as const) {
    const title = `a page on ${name}, the service on ${at}`
    const target = `http://${at}:${own.port}/`
    const found = await attack(t, name, target)
    t.same(
      Object.entries(found).filter(([, got]) => got !== 'nothing'),
      [],
      title,
    )
    t.ok(Object.keys(found).length > 20, 'it has tried all that there is')
  }
  const after = await panel.service.ask<{ total: number }>('/memories')
  t.same(after, before)
  await panel.open()
  await panel.page.getByText('Live', { exact: true }).waitFor()
})

t.test('an attack on a service that does not guard itself is seen', { skip: LEFT_OUT }, async t => {
  const bodies: Record<string, [type: string, body: string]> = {
    image: ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1" />'],
    script: ['text/javascript', ''],
    style: ['text/css', ''],
  }
  const server = createServer(({ url, headers }, response) => {
    const [type, body] = bodies[String(headers['sec-fetch-dest'])] ?? ['text/html', SECRET]
    response.writeHead(200, {
      'content-type': url === '/svc/stream' ? 'text/event-stream' : type,
      'access-control-allow-origin': '*',
      'access-control-allow-methods': '*',
      'access-control-allow-headers': '*',
    })
    response.end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => void server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  const found = await attack(t, '127.0.0.1', `http://127.0.0.1:${port}/`)
  const seen = Object.entries(found).filter(([, got]) => got !== 'nothing')
  t.ok(seen.length >= 25, seen.join('; '))
})

/** Serves a page on a port of its own from which everything is tried; what each attempt has got. */
async function attack(t: Test, name: string, target: string): Promise<Record<string, string>> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Hello')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => void server.close().closeAllConnections())
  const context = await (await openBrowser()).newContext()
  t.teardown(() => context.close())
  const page = await context.newPage()
  await page.goto(`http://${name}:${(server.address() as AddressInfo).port}/`)
  return page.evaluate(tryAll, target)
}

/** Runs in the page of the attacker. `nothing`: it was refused, or nothing of it can be seen. */
async function tryAll(target: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  const memory = JSON.stringify({ scope: { type: 'global' }, title: 'Owned', content: 'Owned.' })
  const note = async (what: string, attempt: Promise<string | null | undefined>) => {
    const late = new Promise<string>(resolve => setTimeout(() => resolve('nothing'), 3000))
    const got = await Promise.race([attempt, late]).catch(() => 'nothing')
    found[what] = got || 'nothing'
  }
  const loads = (element: HTMLElement, attributes: Record<string, string>) => {
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
    return new Promise<string>(resolve => {
      element.onload = () => resolve('loaded')
      element.onerror = () => resolve('nothing')
      document.body.append(element)
    })
  }
  const paths = ['svc/memories', 'svc/status', 'panel/key', '']
  for (const path of paths) {
    const url = target + path
    for (const mode of ['cors', 'no-cors'] as const) {
      for (const credentials of ['omit', 'include'] as const) {
        const asked = fetch(url, { mode, credentials }).then(response => response.text())
        await note(`GET /${path} ${mode} ${credentials}`, asked)
      }
    }
    await note(`img /${path}`, loads(document.createElement('img'), { src: url }))
    await note(`script /${path}`, loads(document.createElement('script'), { src: url }))
    const module = { src: url, type: 'module' }
    await note(`module /${path}`, loads(document.createElement('script'), module))
    const sheet = { href: url, rel: 'stylesheet' }
    await note(`style /${path}`, loads(document.createElement('link'), sheet))
    const frame = document.createElement('iframe')
    const framed = loads(frame, { src: url }).then(() => {
      return frame.contentDocument?.body?.textContent
    })
    await note(`frame /${path}`, framed)
  }
  const events = new EventSource(`${target}svc/stream`)
  const opened = new Promise<string>(resolve => {
    events.onopen = () => resolve('opened')
    events.onerror = () => resolve('nothing')
  })
  await note('EventSource', opened)
  events.close()
  const kinds = ['text/plain', 'application/json', 'application/x-www-form-urlencoded']
  for (const mode of ['cors', 'no-cors'] as const) {
    for (const kind of kinds) {
      const headers = { 'content-type': kind, ...(mode === 'cors' && { 'x-svc-page-key': 'x' }) }
      const given = { method: 'POST', mode, headers, body: memory }
      const asked = fetch(`${target}svc/memories`, given)
      await note(
        `POST ${mode} ${kind}`,
        asked.then(response => response.text()),
      )
    }
  }
  for (const method of ['PATCH', 'DELETE', 'PUT']) {
    const asked = fetch(`${target}svc/memories/x`, { method, body: memory })
    await note(
      method,
      asked.then(response => response.text()),
    )
  }
  const form = document.createElement('form')
  const field = document.createElement('input')
  const sink = document.createElement('iframe')
  sink.name = 'sink'
  Object.assign(field, { name: memory.slice(0, -1) + ', "x": "', value: '"}' })
  Object.assign(form, { method: 'post', enctype: 'text/plain', target: 'sink' })
  form.action = `${target}svc/memories`
  form.append(field)
  document.body.append(sink, form)
  const answered = new Promise<string | null | undefined>(resolve => {
    sink.onload = () => resolve(sink.contentDocument?.body?.textContent)
  })
  form.submit()
  await note('form', answered)
  navigator.sendBeacon(`${target}svc/memories`, memory)
  const other = window.open(target)
  await new Promise(resolve => setTimeout(resolve, 300))
  const read = async () => other?.document.body.textContent
  await note('window', read())
  return found
}

const TOKEN = 'a long and secret word'

testPanel(
  'a service with a token asks for it',
  { seed, env: { SVC_TOKEN: TOKEN } },
  async (t, panel) => {
    const { page, expect } = panel
    expect(/401/)
    await panel.open()
    const field = page.getByLabel('Token')
    await field.fill('a wrong word')
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByText('That is not the token').waitFor()
    t.equal(await page.getByRole('navigation', { name: 'Pages' }).count(), 0)
    await field.fill(TOKEN)
    await page.keyboard.press('Enter')
    await page.getByText('Live', { exact: true }).waitFor()
    await page.reload()
    await page.getByText('Live', { exact: true }).waitFor()
    t.equal(await writeBy(panel), 201, 'it writes with the token')
    const other = await panel.newTab()
    await panel.open('', other)
    await other.getByLabel('Token').waitFor()
  },
)

function writeBy({ page }: Panel): Promise<number> {
  return page.evaluate(async token => {
    const body = JSON.stringify({ scope: { type: 'global' }, title: 'New', content: 'New.' })
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    return (await fetch('/svc/memories', { method: 'POST', headers, body })).status
  }, TOKEN)
}
