import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import t, { type Test } from 'tap'
import { bare } from '../../bare.js'
import { call, connect, PROTOCOLS } from '../../handlers/mcp/client.js'
import { until } from '../../handlers/hooks/host.js'
import { isAlive } from './alive.js'
import { GREETING, READY, speakTo, type Message } from './mcp-process.js'
import { PROGRAM, Shell } from './shell.js'

// Each has a store of its own, and most of their time somebody waits for another process.
t.jobs = 5
const beside = { buffered: true }

const open = (t: Test, shell: Shell, args: string[] = []) =>
  speakTo(t, shell.start(['mcp', ...args]))

for (const protocol of PROTOCOLS) {
  t.test(`the official client finds what it saved, in ${protocol}`, beside, async t => {
    const shell = new Shell(t)
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, 'mcp', '--host', 'claude-code'],
      cwd: shell.project,
      env: shell.env(),
      stderr: 'pipe',
    })
    const client = await connect(transport, { protocol })
    t.teardown(() => client.close())
    t.match(client.getServerVersion(), { name: 'svc' })
    const memory = { title: 'Use pnpm', content: 'CI fails on a package-lock.json.' }
    const { value } = await call(client, 'remember', memory)
    t.match(value, { outcome: 'created', scope: 'project' })
    const questions = ['pnpm', 'what fails CI?', 'package-lock.json']
    const calls = questions.map(question => call(client, 'recall', { question }))
    for (const { value } of await Promise.all(calls)) t.match(value.items, [{ title: 'Use pnpm' }])
    t.match(await shell.ask(['show', String(value.id)]), {
      scope: { id: shell.project },
      source: { runtime: 'mcp', host: 'claude-code' },
    })
  })
}

t.test('ids of any kind come back, and bad lines stop nothing', beside, async t => {
  const { send, answer, child, ended, lines } = open(t, new Shell(t))
  send(GREETING)
  t.match(await answer('greeting'), { result: { serverInfo: { name: 'svc' } } })
  send('this is no JSON')
  send('{"jsonrpc":"2.0"}')
  send('[]')
  send('')
  send({ jsonrpc: '2.0', id: 7, method: 'ping' })
  send({ jsonrpc: '2.0', id: 'eight', method: 'ping' })
  t.match(await answer(7), { result: {} })
  t.match(await answer('eight'), { result: {} })
  const refused = lines.map(line => JSON.parse(line) as Message).filter(({ id }) => id === null)
  t.same(
    refused.map(({ error }) => error?.code),
    [-32700, -32600, -32600],
  )
  child.stdin.end()
  t.match(await ended, { code: 0 })
})

t.test('a message that is too long is passed over, a long one is taken', beside, async t => {
  const { child, send, answer } = open(t, new Shell(t))
  send(GREETING)
  const long = 'x'.repeat(1024 * 1024)
  child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"')
  for (let part = 0; part < 17; part++) child.stdin.write(long)
  child.stdin.write('"}\n')
  t.match(await answer(null), { error: { code: -32600 } })
  send({ jsonrpc: '2.0', id: 2, method: 'ping', params: { _meta: { long } } })
  t.match(await answer(2), { result: {} })
})

t.test('calls that came before the end of input are answered', beside, async t => {
  const { child, send, answer, ended } = open(t, new Shell(t))
  send(GREETING)
  send(READY)
  const params = { name: 'remember', arguments: { title: 'Last words', content: 'x' } }
  send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  child.stdin.end()
  t.match(await answer(1), { result: { structuredContent: { outcome: 'created' } } })
  t.match(await ended, { code: 0, signal: null })
})

t.test('it ends where nobody reads its answers', beside, async t => {
  const { child, send, answer, ended, stderr } = open(t, new Shell(t))
  send(GREETING)
  await answer('greeting')
  child.stdout.destroy()
  // The first write may still go into the pipe.
  const talk = setInterval(() => send({ jsonrpc: '2.0', id: 1, method: 'ping' }), 20)
  t.match(await ended, { code: 0, signal: null })
  clearInterval(talk)
  t.equal(stderr(), '')
})

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  t.test(`it ends with 0 on ${signal}`, beside, async t => {
    const { child, send, answer, ended, stderr } = open(t, new Shell(t))
    send(GREETING)
    await answer('greeting')
    child.kill(signal)
    t.match(await ended, { code: 0, signal: null })
    t.equal(stderr(), '')
  })
}

t.test('an agent that svc itself has started gets no server', beside, async t => {
  const shell = new Shell(t)
  const { code, stdout } = await shell.runBuilt(['mcp'], { env: { SVC_HOOK_CHILD: '1' } })
  t.same([code, stdout], [0, ''])
})

/** Where a server leaves word of itself. */
const wordsOf = (shell: Shell) => {
  const folder = join(shell.store, 'state/mcp')
  return existsSync(folder) ? readdirSync(folder) : []
}

/** An installation's word: without one no host can say that it is one, and the server leaves no word. */
const installIn = ({ store }: Shell) => {
  mkdirSync(join(store, 'bin'), { recursive: true })
  writeFileSync(join(store, 'bin/hook-key'), `svc-hook-key-${'k'.repeat(32)}\n`)
}

t.test(
  'it leaves word of itself while it lives, and clears up after dead ones',
  beside,
  async t => {
    const shell = new Shell(t)
    installIn(shell)
    const folder = join(shell.store, 'state/mcp')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, '1'), '2147480000\n\n')
    writeFileSync(join(folder, '2'), 'nonsense')
    const { child, send, answer, ended } = open(t, shell)
    send(GREETING)
    await answer('greeting')
    t.same(wordsOf(shell), ['1', '2'], 'not before it is ready')
    send(READY)
    await until(() => wordsOf(shell).join(' ') === String(process.pid))
    const word = readFileSync(join(folder, String(process.pid)), 'utf8')
    t.match(word, new RegExp(`^${child.pid}\\n\\d*\\n$`))
    child.stdin.end()
    await ended
    t.same(wordsOf(shell), [])
  },
)

t.test(
  'it does not outlive its host, even where something holds its input open',
  beside,
  async t => {
    const shell = new Shell(t)
    installIn(shell)
    const input = join(shell.folder, 'input')
    spawnSync('mkfifo', [input])
    // Somebody else keeps the other end of its input: the end of the host does not end that.
    const messages = [GREETING, READY].map(message => JSON.stringify(message)).join('\n')
    const holder = spawn('sh', ['-c', `exec 3<>'${input}'; echo "$0" >&3; exec sleep 60`, messages])
    t.teardown(() => holder.kill('SIGKILL'))
    const script = `'${process.execPath}' '${PROGRAM}' mcp <'${input}' >/dev/null & echo $!; wait`
    const options = { cwd: shell.project }
    const host = spawn(...bare(shell.env(), ['sh', '-c', script]), options)
    const [line] = (await once(createInterface({ input: host.stdout }), 'line')) as [string]
    const pid = Number(line)
    t.teardown(() => isAlive(pid) && process.kill(pid, 'SIGKILL'))
    await until(() => wordsOf(shell).length > 0)
    host.kill('SIGKILL')
    await until(() => !isAlive(pid))
    t.same(wordsOf(shell), [])
  },
)

t.test('a broken config.json is told by the tools, and ends nothing', beside, async t => {
  const shell = new Shell(t)
  mkdirSync(shell.store, { recursive: true })
  writeFileSync(join(shell.store, 'config.json'), '{')
  const { send, answer, child, ended } = open(t, shell)
  send(GREETING)
  send(READY)
  const params = { name: 'recall', arguments: { question: 'x' } }
  send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  t.match(await answer(1), {
    result: { isError: true, content: [{ text: /INVALID_REQUEST.*config\.json/ }] },
  })
  child.stdin.end()
  t.match(await ended, { code: 0 })
})
