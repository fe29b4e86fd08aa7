import t, { type Test } from 'tap'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkHosts } from '../../../../src/hosts/install/check.js'
import { loadHosts, findHost } from '../../../../src/hosts/drivers.js'
import {
  createOwnContent,
  createSharedContent,
  type Connection,
} from '../../../../src/hosts/install/installation.js'
import { writeLaunchers, type Launched } from '../../../../src/hosts/install/launcher.js'
import { planInstall } from '../../../../src/hosts/install/plan.js'
import { findProgram, isAtLeast, isPresent } from '../../../../src/hosts/install/programs.js'
import { applySettings } from '../../../../src/hosts/install/settings-file.js'

const HOSTS = await loadHosts()

function makeHome(t: Test): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'svc-versions-')))
  mkdirSync(join(home, 'bin'))
  t.teardown(() => rmSync(home, { recursive: true, force: true }))
  return home
}

/** A program of that name which says a version, or does something else. */
function place(home: string, name: string, script: string): string {
  const path = join(home, 'bin', name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return path
}

t.test('a program says its version; one that does not is too old', async t => {
  const home = makeHome(t)
  const env = { HOME: home, PATH: `${join(home, 'bin')}:/usr/bin:/bin` }
  const cases: [string, boolean][] = [
    ["echo '2.1.118 (Claude Code)'", true],
    ["echo '2.1.117 (Claude Code)'", false],
    ["echo '2.2.0'", true],
    ["echo '10.0.0'", true],
    ["echo '1.99.999'", false],
    ['echo hello', false],
    ['exit 3', false],
  ]
  for (const [script, expected] of cases) {
    const program = place(home, 'claude', script)
    t.equal(await isAtLeast(program, '2.1.118', env), expected, script)
  }
  t.equal(await isAtLeast(join(home, 'nothing'), '2.1.118', env), false)
})

t.test('a host is there by its program or by its folder', async t => {
  const home = makeHome(t)
  const env = { HOME: home, PATH: join(home, 'bin') }
  t.same(
    HOSTS.filter(host => isPresent(host, env)),
    [],
  )
  const program = place(home, 'codex', 'exit 0')
  t.equal(findProgram((await findHost('codex'))!, env), program)
  mkdirSync(join(home, '.gemini'))
  t.same(
    HOSTS.filter(host => isPresent(host, env)).map(({ name }) => name),
    ['codex', 'gemini-cli'],
  )
})

t.test('a Claude Code that is too old now is told of, and an installation mends it', async t => {
  const home = makeHome(t)
  const env = { HOME: home, PATH: `${join(home, 'bin')}:/usr/bin:/bin` }
  const host = (await findHost('claude'))!
  const launched: Launched = {
    node: process.execPath,
    scripts: { svc: process.execPath, hook: process.execPath, opencode: process.execPath },
    dataDir: join(home, 'data'),
  }
  const install = (connection: Connection) => {
    const content = createOwnContent(host, launched, connection)
    applySettings(planInstall(host, { env }, content))
    return readFileSync(join(home, '.claude', 'settings.json'), 'utf8')
  }
  const check = async () => {
    const words = { install: 'svc install', mend: 'svc doctor --fix' }
    const asked = { env, project: home, launched, version: '0.1.0', ...words, fix: false }
    return (await checkHosts(asked)).map(finding => finding.check)
  }
  writeLaunchers(launched)
  const text = install({ mcp: true, isResident: true })
  t.match(text, /"mcp_tool"/)
  t.match(text, /--tools mcp --beside-server"/)
  place(home, 'claude', 'echo 2.1.328')
  t.same(await check(), [])
  place(home, 'claude', 'echo 2.1.117')
  t.same(await check(), ['hook-too-new'])
  t.notMatch(install({ mcp: true, isResident: false }), /mcp_tool|beside-server/)
  t.same(await check(), [])
})

t.test(
  'a shared command: svc-hook from the PATH, else a word at the start and silence after',
  async t => {
    const home = makeHome(t)
    for (const host of HOSTS.filter(({ name }) => name !== 'opencode')) {
      const { command } = createSharedContent(host, { mcp: true, isResident: false })
      const start = host.name === 'cursor' ? 'sessionStart' : 'SessionStart'
      const run = (event: string, PATH: string) =>
        spawnSync('/bin/sh', ['-c', command(event)], { env: { PATH }, encoding: 'utf8' })
      const missing = run(start, '/nowhere')
      t.equal(missing.status, 0, host.name)
      const said = Object.values(JSON.parse(missing.stdout) as Record<string, string>).join()
      t.match(said, /svc-hook is not on the PATH.*npm install -g agent-memory-service/)
      t.match(run('Stop', '/nowhere'), { status: 0, stdout: '', stderr: '' })
      place(home, 'svc-hook', 'echo "$@"')
      t.equal(run(start, join(home, 'bin')).stdout, `--host ${host.name} --tools mcp\n`)
      t.equal(run('Stop', join(home, 'bin')).stdout, `--host ${host.name} --tools mcp\n`)
    }
  },
)
