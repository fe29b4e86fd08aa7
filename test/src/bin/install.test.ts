import t from 'tap'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DoctorReport } from '../../../src/types.js'
import { Shell } from './shell.js'

const INSTALL = ['install', '--host', 'claude-code']
const UNINSTALL = ['uninstall', '--host', 'claude-code']

interface Settings {
  hooks: Record<string, { hooks: { command: string }[] }[]>
}

function commandsOf(path: string): string[] {
  const { hooks } = JSON.parse(readFileSync(path, 'utf8')) as Settings
  return Object.values(hooks).flatMap(groups =>
    groups.flatMap(group => group.hooks.map(handler => handler.command)),
  )
}

t.test('installs absolute commands that a shell can run, says so, and takes them out', async t => {
  const shell = new Shell(t)
  const path = join(shell.home, '.claude', 'settings.json')
  mkdirSync(join(shell.home, '.claude'))
  writeFileSync(path, '{\n    "model": "opus"\n}')
  const said = shell.say(INSTALL)
  t.match(said, /^Claude Code: installed\n/)
  t.match(said, `settings   ${path}\n`)
  t.match(said, `as it was  ${path}.svc-backup\n`)
  t.match(said, /undo +.*svc.* uninstall --host claude-code\n/)
  const [command = '', ...others] = commandsOf(path)
  t.equal(others.length, 3)
  t.ok(others.every(other => other === command))
  t.match(command, `"${process.execPath}" "`)
  const input = JSON.stringify({
    hook_event_name: 'Stop',
    session_id: 's',
    cwd: shell.project,
    stop_hook_active: false,
  })
  const env = { ...shell.env(), PATH: '/usr/bin:/bin', SVC_HOOK_REFLECT: '0' }
  const answer = execFileSync('sh', ['-c', command], { input, env, encoding: 'utf8' })
  t.match(answer.trim(), /^(\{\})?$/, 'the hook answers')
  t.match(shell.say(INSTALL), /^Claude Code: already installed, nothing to change\n/)
  t.match(shell.say(UNINSTALL), /^Claude Code: uninstalled\n/)
  t.equal(readFileSync(path, 'utf8'), '{\n    "model": "opus"\n}')
  t.match(shell.say(UNINSTALL), /^Claude Code: not installed, nothing to change\n/)
})

t.test('the project, another folder of Claude Code, the alias, another store', async t => {
  const shell = new Shell(t)
  const project = join(shell.project, '.claude', 'settings.json')
  const change = shell.ask([...INSTALL, '--project'])
  t.same(change, { ok: true, path: project, changed: true })
  t.match(shell.say([...UNINSTALL, '--project']), 'uninstalled')
  t.notOk(existsSync(project))

  const env = { CLAUDE_CONFIG_DIR: join(shell.folder, 'claude') }
  const path = join(env.CLAUDE_CONFIG_DIR, 'settings.json')
  t.same(shell.ask(['install', '--host', 'claude'], { env }), { ok: true, path, changed: true })
  shell.say([...INSTALL, '--data-dir', 'my store'], { env })
  const place = `SVC_DATA_DIR="${join(shell.project, 'my store')}" "`
  t.ok(commandsOf(path).every(command => command.startsWith(place)))
  t.notOk(existsSync(shell.store), 'installing makes no store')
})

t.test('settings that cannot be read are left alone', async t => {
  const shell = new Shell(t)
  const path = join(shell.home, '.claude', 'settings.json')
  mkdirSync(join(shell.home, '.claude'))
  writeFileSync(path, '{ "hooks": {}, // mine\n}')
  for (const args of [INSTALL, UNINSTALL]) {
    const { code, stderr } = shell.run(args)
    t.equal(code, 1)
    t.match(stderr, new RegExp(`^svc: ${path} is not valid JSON.*nothing was changed\n$`))
  }
  t.equal(readFileSync(path, 'utf8'), '{ "hooks": {}, // mine\n}')
})

t.test('doctor remarks on a hook that is not installed, and exits 0', async t => {
  const shell = new Shell(t)
  const checks = () => shell.ask<DoctorReport>(['doctor']).findings.map(({ check }) => check)
  t.same(checks(), ['hook-not-installed'])
  t.match(shell.say(['doctor']), /^remarks\n {2}hook-not-installed: .*\n(.*\n)*\neverything stored/)
  shell.say(INSTALL)
  t.same(checks(), [])
})

t.test('doctor: an unreadable memory is a failure, exit code 1', async t => {
  const shell = new Shell(t)
  shell.say(['remember', '--scope', 'global', '--title', 'T', 'text'])
  const path = join(shell.store, 'global', 'memories', 'broken--abcdefgh.md')
  writeFileSync(path, '---\ntitle: [\n---\n\ntext\n')
  const { code, stdout } = shell.run(['doctor'])
  t.equal(code, 1)
  t.match(stdout, /^failures\n {2}/)
  t.match(stdout, 'broken--abcdefgh.md')
  t.match(stdout, /1 failure/)
  const asked = shell.run(['doctor', '--json'])
  t.equal(asked.code, 1)
  t.equal((JSON.parse(asked.stdout) as DoctorReport).ok, false)
})
