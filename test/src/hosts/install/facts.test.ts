import t, { type Test } from 'tap'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { checkHosts } from '../../../../src/hosts/install/check.js'
import { readProgramFacts } from '../../../../src/hosts/install/facts.js'
import { writeLaunchers, type Launched } from '../../../../src/hosts/install/launcher.js'
import { temporaryFolder } from '../../../store/fixture.js'

/** A machine with nothing but what is placed on it. */
function openMachine(t: Test) {
  const root = temporaryFolder(t)
  const [bin, dist] = [join(root, 'bin'), join(root, 'package', 'dist')]
  const scripts = {
    svc: join(dist, 'svc.js'),
    hook: join(dist, 'h.cjs'),
    opencode: join(dist, 'o'),
  }
  const launched: Launched = { node: process.execPath, scripts, dataDir: join(root, 'data') }
  const env = { PATH: bin, HOME: root }
  for (const path of Object.values(scripts)) write(path, '')
  const place = (name: string, text: string) =>
    write(join(bin, name), `#!/bin/sh\n${text}\n`, 0o755)
  const release = (version: string, name = 'agent-memory-service') =>
    write(join(root, 'package', 'package.json'), JSON.stringify({ name, version }))
  const read = (how: Partial<typeof env> = {}) =>
    readProgramFacts({ env: { ...env, ...how }, launched })
  const check = (fix = false, version = '0.1.0') =>
    checkHosts({ env, project: root, launched, version, install: 'I', mend: 'M', fix })
  return { root, launched, env, place, release, read, check }
}

function write(path: string, text: string, mode = 0o600): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

t.test('the programs of hosts on the PATH tell their versions, and none is waited for', async t => {
  const { root, place, read } = openMachine(t)
  t.same(await read(), { hosts: [] }, 'a fresh machine')
  place('claude', 'echo "2.1.118 (Claude Code)"')
  place('codex', 'trap "" TERM; while :; do :; done')
  const over = join(root, 'over')
  place('gemini', `(/bin/sleep 30; : >'${over}') & echo 0.3.1`)
  place('droid', 'echo "no version for $*" >&2; exit 3')
  write(join(root, 'bin', 'copilot'), 'not a program', 0o600)
  const { hosts = [] } = await read()
  t.notOk(existsSync(over), 'no program is waited for')
  const told = hosts.map(({ host, version }) => [host, version])
  t.same(told, [
    ['claude-code', '2.1.118'],
    ['codex', undefined],
    ['gemini-cli', '0.3.1'],
    ['copilot-cli', undefined],
    ['droid', undefined],
  ])
})

t.test('a program that lies where one is, or that a PATH names so, is not run', async t => {
  const { root, place, read } = openMachine(t)
  const mark = join(root, 'ran')
  place('claude', `: >'${mark}'; echo 1.0.0`)
  const here = process.cwd()
  t.teardown(() => process.chdir(here))
  process.chdir(join(root, 'bin'))
  for (const PATH of ['.', '', `${delimiter}../bin`]) t.same(await read({ PATH }), { hosts: [] })
  t.notOk(existsSync(mark))
})

t.test('what the hooks start is told: which svc, on which Node', async t => {
  const { root, launched, release, read, check, place } = openMachine(t)
  t.equal((await read()).launcher, undefined)
  writeLaunchers(launched)
  const own = { node: process.execPath, nodeVersion: process.versions.node, isNodeUsable: true }
  t.match((await read()).launcher, { ...own, svcVersion: undefined, isOwn: true })
  release('0.0.9', 'of-somebody-else')
  t.equal((await read()).launcher?.svcVersion, undefined)
  release('0.0.9')
  t.match((await read()).launcher, { ...own, svcVersion: '0.0.9' })
  const message = /svc-hook starts svc 0\.0\.9 \(.*h\.cjs\); this is svc 0\.1\.0$/
  t.match(await check(), [{ check: 'launcher-version', message, fixable: undefined }])
  t.same(await check(false, '0.0.9'), [])
  const old = place('node', 'echo v18.2.0')
  writeLaunchers({ ...launched, node: old })
  t.match((await read()).launcher, { node: old, nodeVersion: '18.2.0', isNodeUsable: false })
  const tooOld = { check: 'launcher', message: /is Node 18\.2\.0 now; svc needs 20/, fixable: true }
  t.match(await check(false, '0.0.9'), [tooOld])
  t.match(await check(true, '0.0.9'), [{ check: 'launcher', fixed: true }])
  t.same(await check(false, '0.0.9'), [], 'what says that it is mended is')
  writeLaunchers({ ...launched, node: join(root, 'gone') })
  t.match((await read()).launcher, { isNodeUsable: false, nodeVersion: undefined })
})
