import t from 'tap'
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSilent } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SVC } from '../../built.mjs'
import { createConfig, type Config } from '../../../src/config.js'
import { examineStore } from '../../../src/health/index.js'
import { Collections } from '../../../src/memories/collections.js'
import type { DoctorReport } from '../../../src/report.js'
import { withWorkLock } from '../../../store/locks.js'
import { toGlobalFolder } from '../../../store/projects/projects.js'
import { openStore } from '../../../store/store.js'
import { forOthers, NOBODY, shareTemporary } from '../../other-user.js'
import { GLOBAL, openService } from '../fixture.js'

const isRoot = process.getuid?.() === 0
if (isRoot) shareTemporary()

type Owner = Parameters<typeof openService>[0]

async function openDesk(t: Owner) {
  const { service, dataDir } = openService(t)
  await service.remember({ scope: GLOBAL, title: 'T', content: 'x' })
  const store = openStore(join(dataDir, 'svc.json'))
  const env = { PATH: process.env.PATH, HOME: dataDir }
  const examine = async (settings: Partial<Config> = {}, fix = false, now = new Date()) => {
    const config = createConfig({ given: { dataDir, ...settings } })
    const collections = await new Collections(store).all()
    return examineStore(store, collections, { fix, now, config, env })
  }
  return { service, dataDir, store, examine }
}

t.test('the facts answer what somebody would ask who helps from afar', async t => {
  const { store, dataDir, examine } = await openDesk(t)
  mkdirSync(join(store.state, 'spool', 'global'), { recursive: true })
  const turn = join(store.state, 'spool', 'global', 'a-b.json')
  writeFileSync(turn, '{}')
  utimesSync(turn, 1_700_000_000, 1_700_000_000)
  const place = { store, folder: toGlobalFolder(store) }
  const { facts } = await withWorkLock(place, () => examine())
  t.match(facts.versions, { node: process.version, git: /^\d+\./, storeFormat: 1 })
  t.match(facts.dataDir, { path: dataDir, mode: '700' })
  t.ok(facts.dataDir.files >= 5 && facts.dataDir.bytes > 100 && facts.dataDir.freeBytes! > 0)
  t.ok(facts.dataDir.folders.some(({ name }) => name === 'state/spool'))
  t.match(facts.locks, [{ name: 'work-global', isStale: false, pid: process.pid }])
  t.match(facts.queues, [
    { key: 'global', turns: 1, oldest: '2023-11-14T22:13:20.000Z', failing: 0 },
  ])
  t.match(facts.indexes, [{ key: 'global', memories: 1, state: 'none' }])
  t.same(facts.provider, { name: 'builtin' })
  t.equal(facts.git, undefined)
  t.same((await examine()).facts.locks, [], 'nobody holds one any more')
})

t.test('a provider on the network is looked at without a word of a conversation', async t => {
  const { examine } = await openDesk(t)
  const seen: string[] = []
  let status = 200
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization}`)
    response.writeHead(status).end('{}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = {
    ...{ provider: 'openai-compatible', providerUrl: `http://${host}/v1` },
    providerKey: ['k', 'e', 'y'].join('-'),
  }
  const well = await examine(settings)
  t.match(well.facts.provider, { service: { host, hasKey: true, status: 200 } })
  t.same(well.findings, [])
  t.same(seen, ['GET /v1/models Bearer k-e-y'])
  t.notOk(JSON.stringify(well).includes('k-e-y'), 'the key is never shown')
  for (const [code, message] of [
    [401, /refuses the key \(401\)/],
    [503, /is in trouble \(503\)/],
  ] as const) {
    status = code
    const { ok, findings } = await examine(settings)
    t.match(findings, [{ check: 'provider-unreachable', level: 'remark', message }])
    t.ok(ok)
  }
  status = 404
  t.same((await examine(settings)).findings, [], 'one without such a list is there')
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
  t.match((await examine(settings)).findings, [{ message: /cannot be reached/ }])
})

t.test('a provider that never answers is not waited for', async t => {
  const { examine } = await openDesk(t)
  const asked = new Set<Socket>()
  const server = createSilent(socket => void asked.add(socket))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const providerUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { findings } = await examine({ provider: 'openai-compatible', providerUrl })
  t.match(findings, [{ message: /no answer within 2 s/ }])
  t.ok(asked.size > 0, 'it was asked, and never answers')
  const unasked = await examine({ provider: 'openai-compatible', providerUrl, reflect: false })
  t.same(unasked.findings, [], 'nobody is asked where nothing is learned')
})

t.test('what of git keeps memories from being shared is told', async t => {
  const { dataDir, store, examine } = await openDesk(t)
  const git = (...args: string[]) => execFileSync('git', args, { cwd: dataDir, stdio: 'pipe' })
  git('init', '-q', '-b', 'main')
  writeFileSync(join(dataDir, '.gitignore'), '*.md\n')
  git('add', '-f', store.state)
  const { facts, findings } = await examine()
  t.match(facts.git, { branch: 'main', driver: 'missing', isLocalTracked: true, local: 'open' })
  const found = findings.find(({ check }) => check === 'git-local')?.message
  t.match(found, /^has \d+ files? in git that belongs? to one machine, state\//)
  t.same(
    findings.map(({ check, message }) => [check, message]),
    [
      ['git', 'has no merge driver'],
      ['git', 'keeps memories out by a rule'],
      ['git-local', found],
      [
        'git-local',
        'lets a plain git pull write into bin/ and state/, which hooks run and believe',
      ],
    ],
  )
})

t.test('memories dated in the future are told', async t => {
  const { examine } = await openDesk(t)
  const { findings } = await examine({}, false, new Date(Date.now() - 3 * 24 * 60 * 60 * 1000))
  t.match(findings, [{ check: 'future-date', message: /^1 memory is dated in the future/ }])
})

t.test('folders that this user cannot write in are told', async t => {
  const { store, examine } = await openDesk(t)
  const folder = join(store.state, 'spool')
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o500)
  t.teardown(() => chmodSync(folder, 0o700))
  const { findings } = await examine()
  // Nothing is forbidden to root.
  t.match(findings, isRoot ? [] : [{ check: 'unwritable', path: folder, message: /cannot be/ }])
  if (!isRoot) return
  const command = [process.execPath, SVC, 'doctor', '--json']
  const [node = '', ...args] = command.map(forOthers)
  execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, store.root])
  chownSync(folder, 0, 0)
  for (let at = dirname(store.root); at !== tmpdir(); at = dirname(at)) chmodSync(at, 0o755)
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', SVC_DATA_DIR: store.root }
  const { stdout } = spawnSync(node, args, { uid: NOBODY, gid: NOBODY, cwd: '/', env })
  const report = JSON.parse(stdout.toString()) as DoctorReport
  const paths = report.findings.filter(({ check }) => check === 'unwritable')
  t.ok(
    paths.some(({ path }) => path === folder),
    'another user is told',
  )
})

t.test('a large scope without its search index is given one', async t => {
  const { dataDir, examine } = await openDesk(t)
  for (let at = 0; at < 500; at++) {
    const name = `n${String(at).padStart(4, '0')}--abcdefg${'abcdefghij'[at % 10]}${at}.md`
    writeFileSync(join(dataDir, 'global', 'memories', name), `# Note ${at}\n\ntext ${at}\n`)
  }
  t.match((await examine()).findings, [
    { check: 'index-file', message: /^has no search index/, fixable: true },
  ])
  t.match((await examine({}, true)).findings, [{ check: 'index-file', fixed: true }])
  t.same((await examine()).findings, [])
  t.match((await examine()).facts.indexes, [{ state: 'fresh', memories: 501 }])
  rmSync(join(dataDir, 'state', 'index'), { recursive: true })
})
