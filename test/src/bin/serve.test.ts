import t, { type Test } from 'tap'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HostCondition, SettingState } from '../../../src/overview/types.js'
import type { DoctorReport } from '../../../src/report.js'
import type { Memory } from '../../../store/types.js'
import { Shell } from './shell.js'

async function serve(t: Test, shell: Shell, args: string[] = [], env: Record<string, string> = {}) {
  const child = shell.start(['serve', '--port', '0', ...args], env)
  t.teardown(() => child.kill('SIGKILL'))
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout })
  reader.on('line', line => lines.push(line))
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += String(chunk)))
  await Promise.race([once(reader, 'line'), once(child, 'exit')])
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    const [code] = (await once(child, 'exit')) as [number | null]
    return { code }
  }
  return { child, lines, url: lines[0] ?? '', end, stderr: () => stderr }
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  t.test(`prints its URL, answers, and ends with 0 on ${signal}`, async t => {
    const shell = new Shell(t)
    mkdirSync(join(shell.home, '.claude'))
    const { url, lines, end, stderr } = await serve(t, shell)
    t.match(url, /^http:\/\/127\.0\.0\.1:\d+\/$/)
    t.equal((await fetch(`${url}svc/status`)).status, 200)
    t.match(lines[1], /^connect your agents: .*svc.* install$/)
    t.match(await end(signal), { code: 0 })
    t.equal(stderr(), '')
  })
}

t.test('says how to connect agents only where one is not connected', async t => {
  const shell = new Shell(t)
  mkdirSync(join(shell.home, '.claude'))
  await shell.say(['install', '--yes'])
  const { lines, url, end } = await serve(t, shell)
  t.equal((await fetch(`${url}svc/status`)).status, 200)
  await end('SIGTERM')
  t.equal(lines.length, 1)
})

t.test('ends although a request and a stream hang', async t => {
  const { url, end } = await serve(t, new Shell(t))
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('POST /svc/memories HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{')
  let answer = ''
  socket.on('data', chunk => (answer += String(chunk)))
  const stream = await fetch(`${url}svc/stream`)
  const { code } = await end('SIGTERM')
  t.equal(code, 0)
  t.equal(answer, '', 'the 30 s that a request has were not waited for')
  await stream.body?.cancel().catch(() => undefined)
  socket.destroy()
})

t.test('a second signal ends it at once', async t => {
  const { child, url } = await serve(t, new Shell(t))
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('POST /svc/memories HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{')
  await fetch(`${url}svc/status`)
  // What comes right after the first counts as the same one, so it is said until it is heard.
  const insistence = setInterval(() => child.kill('SIGINT'), 50)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearInterval(insistence)
  t.equal(code, 1)
  socket.destroy()
})

t.test('a port in use and a missing token: one line, exit code 1', async t => {
  const shell = new Shell(t)
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.teardown(() => other.close())
  const { port } = other.address() as AddressInfo
  const taken = await shell.runBuilt(['serve', '--port', String(port)])
  t.equal(taken.code, 1)
  t.equal(taken.stdout, '')
  t.match(taken.stderr, new RegExp(`^svc: .*${port}.* in use.*\n$`))
  const open = await shell.runBuilt(['serve', '--port', '0', '--host', '0.0.0.0'])
  t.equal(open.code, 1)
  t.match(open.stderr, /^svc: .*SVC_TOKEN.*\n$/)
})

t.test('host, port and token come from the environment where no flag is given', async t => {
  const shell = new Shell(t)
  const { url } = await serve(t, shell, ['--host', 'localhost'], {
    SVC_PORT: '1',
    SVC_TOKEN: 'secret',
  })
  t.match(url, /^http:\/\/localhost:\d+\/$/)
  t.equal((await fetch(`${url}svc/status`)).status, 401)
  const headers = { authorization: 'Bearer secret' }
  t.equal((await fetch(`${url}svc/status`, { headers })).status, 200)
})

t.test('--json prints what the HTTP API answers', async t => {
  const shell = new Shell(t)
  writeFileSync(join(shell.project, 'AGENTS.md'), 'Run the tests.')
  const skill = join(shell.project, '.claude', 'skills', 'release')
  mkdirSync(skill, { recursive: true })
  writeFileSync(join(skill, 'SKILL.md'), '---\nname: release\ndescription: Releasing\n---\nx\n')
  const scope = ['--scope', 'project']
  await shell.say(['import'])
  const { id } = await shell.ask<Memory>([
    'remember',
    '--title',
    'A',
    '--tags',
    'x',
    'release text',
  ])
  const key = encodeURIComponent(`project:${encodeURIComponent(shell.project)}`)
  const { url } = await serve(t, shell)
  const get = async (path: string) => (await (await fetch(`${url}svc/${path}`)).json()) as unknown
  const post = async (path: string, body: unknown) =>
    (await (
      await fetch(`${url}svc/${path}`, { method: 'POST', body: JSON.stringify(body) })
    ).json()) as unknown
  const same: [string[], string][] = [
    [['list', ...scope], `memories?scopeKey=${key}`],
    [['list', ...scope, '--text', 'release'], `memories?scopeKey=${key}&text=release`],
    [['list', ...scope, '--tags', 'x', '--limit', '1'], `memories?scopeKey=${key}&tags=x&limit=1`],
    [['show', id], `memories/${id}`],
    [['skills', ...scope], `skills?scopeKey=${key}`],
    [['events'], 'events'],
    [['events', '--limit', '1'], 'events?limit=1'],
    [['status'], 'status'],
    [['backlog'], `backlog?scopeKey=${key}`],
  ]
  for (const [args, path] of same) t.same(await shell.ask(args), await get(path), args.join(' '))
  const scopes = [{ type: 'project', id: shell.project }]
  t.same(
    await shell.ask(['recall', 'release', 'text', ...scope]),
    await post('recall', { text: 'release text', scopes }),
  )
  t.same(await shell.ask(['import']), await post('import-workspace', { cwd: shell.project }))
  const missing = await shell.run(['show', 'aaaaaaaa', '--json'])
  t.same(JSON.parse(missing.stderr), await get('memories/aaaaaaaa'))
  const late = await shell.run(['consolidate', '--json'])
  if (late.code !== 0) {
    t.same(JSON.parse(late.stderr), await post('consolidate', { scope: scopes[0] }))
  }
})

t.test('what is configured and installed is told over HTTP as svc doctor tells it', async t => {
  const shell = new Shell(t)
  mkdirSync(join(shell.home, '.codex'))
  mkdirSync(shell.store, { mode: 0o700 })
  writeFileSync(join(shell.store, 'config.json'), '[{"config":{"capacity":7}}]')
  const { url } = await serve(t, shell, [], { SVC_TOKEN: 'secret', SVC_RECALL_LIMIT: '9' })
  const headers = { authorization: 'Bearer secret' }
  const get = async <T>(path: string) =>
    (await (await fetch(`${url}svc/${path}`, { headers })).json()) as T

  const { settings } = await get<{ settings: SettingState[] }>('settings')
  const by = (name: string) => settings.find(one => one.name === name)
  t.match(by('dataDir'), { value: shell.store, source: 'environment' })
  t.match(by('port'), { value: 0, fallback: 4747, source: 'given' })
  t.match(by('recallLimit'), { value: 9, source: 'environment' })
  t.match(by('capacity'), { value: 7, source: 'config.json', key: 'capacity' })
  t.match(by('token'), { value: 'set', source: 'environment' })
  t.match(by('host'), { value: '127.0.0.1', source: 'default' })

  const { hosts } = await get<{ hosts: HostCondition[] }>('hosts')
  t.match(hosts, [{ host: 'codex', title: 'Codex', connected: false }])
  t.match(hosts[0]?.install, / install --host codex$/)
  const report = await get<DoctorReport>('doctor')
  t.match(report.findings, [{ check: 'hook-not-installed', mend: / install changes that$/ }])
  t.same((await shell.ask<DoctorReport>(['doctor'])).findings, report.findings)
  await shell.say(['install', '--host', 'codex', '--yes'])
  t.match(await get('hosts'), { hosts: [{ host: 'codex', connected: true }] })
})
