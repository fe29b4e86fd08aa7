import { request as sendRaw } from 'node:http'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { Memory } from '../../store/types.js'
import { until } from '../store/fixture.js'
import { BUN, DENO, LEFT_OUT, makeProject, NODE, startIn, type Running } from './project.js'

// Most of their time is waiting for programs.
t.jobs = 3

const DENO_SERVE = [...DENO, 'serve', '-A', '--host', '127.0.0.1', '--port', '0']
const SERVERS = {
  'a node:http server': [...NODE, 'node-server.mjs'],
  'deno run': [...DENO, 'run', '-A', 'deno.mjs'],
  'deno serve': [...DENO_SERVE, 'serve.mjs'],
  bun: [...BUN, 'serve.mjs'],
}
const GLOBAL = { type: 'global', id: null }
/** Bun looks at its connections every 4 s and ends those that were silent for its limit of 10 s. */
const SILENT_BEATS = 3

t.test('Bun leaves a silent event stream open', { skip: LEFT_OUT, buffered: true }, async t => {
  const { url } = await serve(t, SERVERS.bun)
  const { lines } = await openStream(t, url)
  const beats = () => lines.filter(line => line === ': alive').length
  await until(() => beats() >= SILENT_BEATS)
  await remember(url, 'Staging')
  await until(() => lines.some(line => /^data: .*"remember"/.test(line)))
  t.pass('what happens then is still told')
})

for (const [name, command] of Object.entries(SERVERS)) {
  t.test(`${name} serves the HTTP API`, { skip: LEFT_OUT, buffered: true }, async t => {
    const { url, folder, server } = await serve(t, command)
    const ask = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(`${url}${path}`, init)
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    }
    t.match(await ask('status'), { status: 200, body: { ok: true } })
    const { lines } = await openStream(t, url)

    const { status, memory } = await remember(url, 'Staging')
    t.equal(status, 201)
    const one = `memories/${memory.id}`
    t.match(await ask(one), { status: 200, body: { title: 'Staging' } })
    const patch = { method: 'PATCH', body: JSON.stringify({ content: 'Port 9090.' }) }
    t.match(await ask(one, patch), { status: 200, body: { content: 'Port 9090.' } })
    t.match(await ask('memories?text=staging'), { body: { total: 1 } })
    const query = { method: 'POST', body: JSON.stringify({ text: 'which port is staging on?' }) }
    t.match(await ask('recall', query), { status: 200, body: { text: /Port 9090\./ } })
    writeFileSync(join(folder, 'AGENTS.md'), 'Use pnpm, never npm.\n')
    const cwd = { method: 'POST', body: JSON.stringify({ cwd: folder }) }
    t.match(await ask('import-workspace', cwd), { status: 200, body: { imported: 1 } })
    t.match(await ask(one, { method: 'DELETE' }), { status: 200, body: { id: memory.id } })
    t.match(await ask(one), { status: 404, body: { code: 'MEMORY_NOT_FOUND' } })
    for (const type of ['remember', 'update', 'import', 'forget']) {
      await until(() => lines.some(line => line.startsWith('data: ') && line.includes(`"${type}"`)))
    }

    const titles = Array.from({ length: 40 }, (_, at) => `Rule ${at}`)
    const stored = await Promise.all(titles.map(title => remember(url, title)))
    t.ok(
      stored.every(({ status }) => status === 201),
      '40 writes at a time',
    )
    t.match(await ask('memories?scopeType=global'), { body: { total: 40 } })

    t.equal(await statusOf(url, { host: 'evil.example' }), 403, 'DNS rebinding')
    t.equal(await statusOf(url, { origin: 'https://evil.example' }), 403)
    t.equal(await statusOf(url, { origin: new URL(url).origin }), 200)
    const large = { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) }
    t.match(await ask('memories', large), { status: 413, body: { code: 'BODY_TOO_LARGE' } })
    await abortStreams(url)
    t.match(await ask('status'), { status: 200 }, 'readers that went away leave it as it was')

    server.child.kill('SIGTERM')
    t.same(await server.ended, { code: 0, died: null }, "the program's own handler ends it")
    t.notMatch(server.text(), /error/i)
  })
}

/** Starts a server in a project of its own; resolves once it says where it listens. */
async function serve(t: Test, command: readonly string[]) {
  const folder = makeProject(t)
  const server = startIn(t, folder, command)
  const said = () => /http:\/\/[\w.]+:(\d+)/.exec(server.text())?.[1]
  await Promise.race([until(() => said() !== undefined), server.ended])
  const port = said()
  if (port === undefined) throw new Error(`it did not start: ${server.text()}`)
  return { url: `http://127.0.0.1:${port}/svc/`, folder, server: server satisfies Running }
}

async function remember(url: string, title: string) {
  const body = JSON.stringify({ scope: GLOBAL, title, content: `${title} runs on port 8080.` })
  const response = await fetch(`${url}memories`, { method: 'POST', body })
  return { status: response.status, memory: (await response.json()) as Memory }
}

/** Opens the event stream and gathers its lines. */
async function openStream(t: Test, url: string) {
  const leave = new AbortController()
  t.teardown(() => leave.abort())
  const response = await fetch(`${url}stream`, { signal: leave.signal })
  const lines: string[] = []
  const gather = async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      lines.push(...chunk.split('\n').filter(Boolean))
    }
  }
  void gather().catch(() => undefined)
  await until(() => lines.includes(': connected'))
  return { lines }
}

async function abortStreams(url: string): Promise<void> {
  for (let left = 0; left < 10; left++) {
    const leave = new AbortController()
    await fetch(`${url}stream`, { signal: leave.signal })
    leave.abort()
  }
}

/** The status of a request with headers that fetch would not send. */
async function statusOf(url: string, headers: Record<string, string>): Promise<number> {
  const request = sendRaw(`${url}status`, { headers }).end()
  const [response] = (await once(request, 'response')) as [{ statusCode: number; resume(): void }]
  response.resume()
  return response.statusCode
}
