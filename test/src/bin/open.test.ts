import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import type { ServiceStatus } from '../../../src/api.js'
import { VERSION } from '../../../src/config.js'
import { bare } from '../../bare.js'
import { NOBODY, nodeForOthers, NO_OTHER_USER } from '../../other-user.js'
import { until } from '../../store/fixture.js'
import { isAlive } from './alive.js'
import { Shell } from './shell.js'

// Each has a store of its own, and most of their time somebody waits for another process.
t.jobs = 5
const beside = { buffered: true }
// Read now: a command that runs in this process has another one meanwhile.
const OWN_PATH = process.env.PATH

interface Opened {
  url: string
  pid?: number
}

/** A shell with a port of its own, and a browser that notes what it is to show. */
async function openDesk(t: Test) {
  const shell = new Shell(t)
  const fakes = join(shell.folder, 'fakes')
  const seen = join(shell.folder, 'seen')
  mkdirSync(fakes)
  writeFileSync(
    join(fakes, 'xdg-open'),
    `#!/bin/sh\nprintf '%s' "$*" > ${seen}.part\nmv ${seen}.part ${seen}\n`,
  )
  chmodSync(join(fakes, 'xdg-open'), 0o755)
  const port = await findPort()
  const env = { PATH: `${fakes}:${OWN_PATH}`, DISPLAY: ':0', SVC_PORT: String(port) }
  const log = join(shell.store, 'state/serve.log')
  const end = async (pid: number) => {
    if (!isAlive(pid)) return
    process.kill(pid, 'SIGTERM')
    await until(() => !isAlive(pid))
  }
  const ask = async (more: Record<string, string> = {}, ...args: string[]) => {
    const command = ['open', '--json', ...args]
    const { stdout } = await shell.runBuilt(command, { env: { ...env, ...more } })
    const opened = JSON.parse(stdout) as Opened
    const { pid } = opened
    if (pid !== undefined) t.teardown(() => end(pid))
    return opened
  }
  return { shell, port, env, seen, log, ask, end, url: `http://127.0.0.1:${port}/` }
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

t.test(
  'starts a service where none runs, and shows its page; then the same one',
  beside,
  async t => {
    const { shell, env, seen, log, ask, end, url } = await openDesk(t)
    const { pid, ...first } = await ask()
    t.same(first, { url })
    await until(() => existsSync(seen))
    t.equal(readFileSync(seen, 'utf8'), url)
    const status = (await (await fetch(`${url}svc/status`)).json()) as ServiceStatus
    t.equal(status.dataDir, shell.store)
    const page = await fetch(url)
    t.match(page.headers.get('content-type'), 'text/html')
    await page.text()
    t.match(readFileSync(log, 'utf8'), url)
    t.equal(statSync(log).mode & 0o077, 0, 'for nobody else to read')
    rmSync(seen)
    t.same(await shell.run(['open'], { env }), { code: 0, stdout: `${url}\n`, stderr: '' })
    await until(() => existsSync(seen))

    await end(pid!)
    rmSync(seen)
    const again = await shell.runBuilt(['open', '--print'], { env })
    t.equal(again.stdout, `${url}\n`)
    const [, other] = /kill (\d+) ends it \(.*serve\.log\)/.exec(again.stderr) ?? []
    t.teardown(() => end(Number(other)))
    t.ok(isAlive(Number(other)))
    for (const [given, ...args] of [[{ DISPLAY: '' }], [{}, '--print']] as const)
      t.same(await shell.ask(['open', ...args], { env: { ...env, ...given } }), { url })
    t.notOk(existsSync(seen), 'without a display, or with --print, it only says where')
    const PATH = join(process.execPath, '..')
    if (existsSync(join(PATH, 'xdg-open'))) return
    const bare = await shell.run(['open'], { env: { ...env, PATH } })
    t.match(bare, { code: 0, stdout: `${url}\n`, stderr: /no browser could be started/ })
  },
)

t.test('two that begin at the same time show one service', beside, async t => {
  const { shell, env, url, end } = await openDesk(t)
  const children = [0, 1].map(() => shell.start(['open', '--json'], env))
  const answers = await Promise.all(children.map(({ stdout }) => text(stdout)))
  const opened = answers.map(answer => JSON.parse(answer) as Opened)
  const pids = opened.flatMap(({ pid }) => pid ?? [])
  for (const pid of pids) t.teardown(() => end(pid))
  t.same(new Set(opened.map(one => one.url)), new Set([url]))
  await until(() => pids.filter(isAlive).length === 1)
  const status = await fetch(`${url}svc/status`)
  t.equal(status.status, 200)
  await status.text()
})

t.test('a port that something else has is said, and nothing is started', beside, async t => {
  const { shell, port, env, url, log, ask } = await openDesk(t)
  const other = createServer((_, response) => response.end('hello')).listen(port, '127.0.0.1')
  await once(other, 'listening')
  const child = shell.start(['open'], env)
  t.match(
    await text(child.stderr),
    /^svc: another program has port \d+ on 127\.0\.0\.1; set SVC_PORT/,
  )
  t.equal(child.exitCode ?? ((await once(child, 'exit')) as [number])[0], 1)
  t.notOk(existsSync(log))
  other.close()
  other.closeAllConnections()
  await once(other, 'close')

  const secret = { SVC_TOKEN: 'secret' }
  t.equal((await ask(secret)).url, url)
  t.same(await shell.ask(['open'], { env: { ...env, ...secret } }), { url })
  t.match((await shell.run(['open'], { env })).stderr, /has another token; set SVC_TOKEN/)
  const second = ['open', '--data-dir', join(shell.folder, 'second')]
  const elsewhere = await shell.run(second, { env: { ...env, ...secret } })
  t.match(elsewhere, { code: 1, stderr: /is that of another store \(.*svc\.json\)/ })
})

t.test('a service that cannot start says why; its log is kept short', beside, async t => {
  const { shell, env, log, ask } = await openDesk(t)
  const refused = await shell.runBuilt(['open'], { env: { ...env, SVC_HOST: '0.0.0.0' } })
  t.match(refused, { code: 1, stdout: '', stderr: /could not be started: .*SVC_TOKEN/ })
  t.match(await shell.run(['open'], { env: { ...env, SVC_PORT: '0' } }), {
    code: 1,
    stderr: /SVC_PORT is 0/,
  })
  writeFileSync(log, 'x'.repeat(300 * 1024))
  await ask({}, '--data-dir', '../store')
  t.ok(statSync(log).size < 1024)
})

/** Says that it is the service of a store, and tells of each token that it was shown. */
const PRETENDER = `
require('node:http').createServer(({ headers }, response) => {
  console.log(headers.authorization ?? 'none')
  response.end(JSON.stringify({ databasePath: process.argv[2], version: '0.0.9' }))
}).listen(Number(process.argv[1]), '127.0.0.1', () => console.log('listens'))
`

t.test(
  'the token is not shown to another user who listens there',
  { ...beside, skip: NO_OTHER_USER },
  async t => {
    const { shell, port, env } = await openDesk(t)
    await shell.say(['status'])
    const manifest = join(shell.store, 'svc.json')
    const command = [nodeForOthers(), '-e', PRETENDER, String(port), manifest]
    const begin = async (uid: number) => {
      const child = spawn(...bare({}, command), { uid, gid: uid, cwd: '/' })
      t.teardown(() => child.kill())
      let said = ''
      child.stdout.on('data', chunk => (said += String(chunk)))
      await until(() => said.includes('listens'))
      return { child, said: () => said }
    }
    const other = await begin(NOBODY)
    const run = async () => {
      const child = shell.start(['open', '--print'], { ...env, SVC_TOKEN: 'secret' })
      return Promise.all([text(child.stdout), text(child.stderr)])
    }
    const [shown, refusal] = await run()
    t.equal(shown, '')
    t.match(
      refusal,
      /^svc: another user of this machine has port \d+ on 127\.0\.0\.1; set SVC_PORT/,
    )
    t.equal(other.said(), 'listens\n', 'nor is it asked anything')
    other.child.kill()
    await once(other.child, 'exit')

    const own = await begin(0)
    const [url, note] = await run()
    t.match(url, `http://127.0.0.1:${port}/`)
    t.match(note, `is svc 0.0.9, and this is ${VERSION}`, 'an older one that goes on is named')
    t.match(own.said(), 'Bearer secret')
  },
)
