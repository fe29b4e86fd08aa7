import t from 'tap'
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { DoctorReport } from '../../../src/report.js'
import { Shell } from './shell.js'

const INSTALL = ['install', '--host', 'claude-code']
const UNINSTALL = ['uninstall', '--host', 'claude-code']

interface Examined extends DoctorReport {
  hosts: { host: string; connected: boolean; last?: string }[]
}

interface Settings {
  hooks: Record<string, { hooks: { command: string }[] }[]>
}

function commandsOf(path: string): string[] {
  const { hooks } = JSON.parse(readFileSync(path, 'utf8')) as Settings
  return Object.values(hooks).flatMap(groups =>
    groups.flatMap(group => group.hooks.map(handler => handler.command)),
  )
}

t.test('installs commands that a shell can run, says so, and takes them out', async t => {
  const shell = new Shell(t)
  const path = join(shell.home, '.claude', 'settings.json')
  mkdirSync(join(shell.home, '.claude'))
  writeFileSync(path, '{\n    "model": "opus"\n}')
  const said = await shell.say(INSTALL)
  t.match(said, /^Claude Code: installed\n/)
  t.match(said, `settings   ${path}\n`)
  t.match(said, `as it was  ${path}.svc-backup\n`)
  t.match(said, /undo +.*svc.* uninstall --host claude-code\n/)
  const [command = '', ...others] = commandsOf(path)
  t.equal(others.length, 3)
  t.ok(others.every(other => other === command))
  t.equal(command, `${shell.store}/bin/svc-hook --host claude-code --tools mcp`)
  const input = JSON.stringify({
    hook_event_name: 'Stop',
    session_id: 's',
    cwd: shell.project,
    stop_hook_active: false,
  })
  const env = { ...shell.env(), PATH: '/usr/bin:/bin', SVC_HOOK_REFLECT: '0' }
  const answer = execFileSync('sh', ['-c', command], { input, env, encoding: 'utf8' })
  t.match(answer.trim(), /^(\{\})?$/, 'the hook answers')
  t.match(await shell.say(INSTALL), /^Claude Code: already installed, nothing to change\n/)
  t.match(await shell.say(UNINSTALL), /^Claude Code: uninstalled\n/)
  t.equal(readFileSync(path, 'utf8'), '{\n    "model": "opus"\n}')
  t.notOk(existsSync(join(shell.store, 'bin')), 'the launchers are gone with the last host')
  t.match(await shell.say(UNINSTALL), /^Claude Code: not installed, nothing to change\n/)
})

t.test('the project, another folder of Claude Code, short names, another store', async t => {
  const shell = new Shell(t)
  const project = join(shell.project, '.claude', 'settings.json')
  const servers = join(shell.project, '.mcp.json')
  t.same(await shell.ask([...INSTALL, '--project']), {
    ok: true,
    hosts: [
      {
        host: 'claude-code',
        changed: true,
        files: [
          { path: project, changed: true },
          { path: servers, changed: true },
        ],
        remarks: ['It starts svc and svc-hook from the PATH, where they are not yet'],
      },
    ],
  })
  t.notOk(existsSync(shell.store), 'a project needs nothing in the store')
  t.match(await shell.say([...UNINSTALL, '--project']), 'uninstalled')
  t.notOk(existsSync(project))

  const other = join(shell.folder, 'other')
  await shell.say([...INSTALL, '--data-dir', other])
  t.match(await shell.say(['uninstall', '--yes']), `\nWhat is stored stays, in ${other}\n`)

  const env = { CLAUDE_CONFIG_DIR: join(shell.folder, 'claude') }
  const path = join(env.CLAUDE_CONFIG_DIR, 'settings.json')
  t.match(await shell.ask(['install', '--host', 'claude'], { env }), { ok: true })
  t.ok(existsSync(path))
  t.notOk(existsSync(join(shell.store, 'svc.json')), 'installing makes no store')
  await shell.say([...INSTALL, '--data-dir', 'my store'], { env })
  const place = `"${join(shell.project, 'my store')}/bin/svc-hook" --host claude-code --tools mcp`
  t.ok(commandsOf(path).every(command => command === place))
  for (const [name, title] of [
    ['gemini', 'Gemini CLI'],
    ['qwen', 'Qwen Code'],
    ['copilot', 'Copilot CLI'],
  ] as const) {
    t.match(await shell.say(['install', '--host', name]), `${title}: installed`)
  }
  const own = await shell.run([...INSTALL, '--project'], { cwd: shell.home })
  t.equal(own.code, 1)
  t.match(own.stderr, /are your own, not a project's: leave out --project/)
  const unknown = await shell.run(['install', '--host', 'clod'])
  t.equal(unknown.code, 2)
  t.match(unknown.stderr, /unknown host clod; known: claude-code, codex, /)
})

t.test('an installation of the first release is brought up to date where it stands', async t => {
  const shell = new Shell(t)
  const path = join(shell.home, '.claude', 'settings.json')
  mkdirSync(join(shell.home, '.claude'))
  const old = { type: 'command', command: '"/gone/node" "/gone/svc-hook.cjs" --host claude-code' }
  writeFileSync(path, JSON.stringify({ hooks: { Stop: [{ hooks: [{ ...old, timeout: 10 }] }] } }))
  await shell.say(INSTALL)
  t.equal(commandsOf(path).length, 4)
  t.notMatch(readFileSync(path, 'utf8'), '/gone/')
  await shell.say(UNINSTALL)
  t.notOk(existsSync(path))
})

t.test('settings that cannot be read are left alone', async t => {
  const shell = new Shell(t)
  const path = join(shell.home, '.claude', 'settings.json')
  mkdirSync(join(shell.home, '.claude'))
  writeFileSync(path, '{ "hooks": {}, // mine\n}')
  for (const args of [INSTALL, UNINSTALL]) {
    const { code, stderr } = await shell.run(args)
    t.equal(code, 1)
    t.match(
      stderr,
      new RegExp(`^svc: ${path} is not valid JSON \\(line 1\\).*nothing was changed\n$`),
    )
  }
  t.equal(readFileSync(path, 'utf8'), '{ "hooks": {}, // mine\n}')
})

t.test('without --host: the hosts that are there are shown, and done with --yes', async t => {
  const shell = new Shell(t)
  const bare = await shell.run(['install'])
  t.equal(bare.code, 1)
  t.match(bare.stderr, /^svc: no agent host was found/)
  mkdirSync(join(shell.home, '.claude'))
  mkdirSync(join(shell.home, '.cursor'))
  writeFileSync(join(shell.home, '.cursor', 'mcp.json'), '{ broken')
  const asked = await shell.run(['install'])
  t.equal(asked.code, 2)
  t.match(asked.stdout, `Claude Code  ${shell.home}/.claude/settings.json (new file)\n`)
  t.match(asked.stdout, /\nCursor +\S+mcp.json is not valid\s+JSON/)
  t.notMatch(asked.stdout, /Droid|Codex/)
  t.match(asked.stderr, /--yes.*--host/)
  t.notOk(existsSync(join(shell.home, '.claude', 'settings.json')))
  const done = await shell.run(['install', '--yes', '--json'])
  t.equal(done.code, 1, 'one was refused')
  const { ok, hosts } = JSON.parse(done.stdout) as { ok: boolean; hosts: object[] }
  t.equal(ok, false)
  t.match(hosts, [
    { host: 'claude-code', changed: true },
    { host: 'cursor', error: /not valid/ },
  ])
  t.ok(existsSync(join(shell.home, '.claude', 'settings.json')))
  writeFileSync(join(shell.home, '.cursor', 'mcp.json'), '{}')
  t.match(
    await shell.say(['install', '--yes']),
    /^Claude Code +connected already\n(.*\n)*Cursor: installed/,
  )
  t.match(
    await shell.say(['install']),
    /^Claude Code +connected already\nCursor +connected already\n$/,
  )
  t.equal((await shell.run(['uninstall'])).code, 2)
  t.match(
    await shell.say(['uninstall', '--yes']),
    /Claude Code: uninstalled\n(.*\n)*Cursor: uninstalled\n/,
  )
  t.equal(await shell.say(['uninstall']), "svc is in none of the agent hosts' settings\n")
  t.notOk(existsSync(shell.store))
})

t.test('a host whose files cannot be written does not hide what was done for others', async t => {
  const shell = new Shell(t)
  for (const name of ['.claude', '.cursor', '.factory', '.gemini'])
    mkdirSync(join(shell.home, name))
  writeFileSync(join(shell.home, 'file'), '')
  symlinkSync('../file/folder/x.json', join(shell.home, '.gemini', 'settings.json'))
  // No file can be made there, which shows only when it is tried.
  symlinkSync('/proc/svc.json', join(shell.home, '.cursor', 'mcp.json'))
  const { code, stdout } = await shell.run(['install', '--yes'])
  t.equal(code, 1)
  t.match(stdout, /\nClaude Code: installed\n(.*\n)*Droid: installed\n/)
  t.match(stdout, /\nGemini CLI: (.+\n)+Cursor: E[A-Z]+: /)
  t.match(stdout, /\nSessions that begin from now on have it;(.|\n)*\sdoctor\s+says/)
})

t.test('without --host a second installation mends the launchers too', async t => {
  const shell = new Shell(t)
  mkdirSync(join(shell.home, '.claude'))
  await shell.say(['install', '--yes'])
  const launcher = join(shell.store, 'bin', 'svc-hook')
  const sound = readFileSync(launcher, 'utf8')
  writeFileSync(launcher, sound.replace('svc-hook.cjs', 'gone.cjs'))
  const anew = `Claude Code  connected already\nwritten anew: ${launcher}\n`
  t.equal(await shell.say(['install']), anew)
  t.equal(readFileSync(launcher, 'utf8'), sound)
  t.equal(await shell.say(['install']), 'Claude Code  connected already\n')
})

t.test('in the home directory there are no files of a project', async t => {
  const shell = new Shell(t)
  await shell.say(INSTALL)
  const { findings } = await shell.ask<Examined>(['doctor'], { cwd: shell.home })
  t.same(findings, [])
  for (const args of [INSTALL, UNINSTALL]) {
    const { code, stderr } = await shell.run([...args, '--project'], { cwd: shell.home })
    t.equal(code, 1)
    t.match(stderr, /^svc: Claude Code's files in .* are your own, .*: leave out --project\n$/)
  }
  t.equal(commandsOf(join(shell.home, '.claude', 'settings.json')).length, 4)
})

t.test('where Codex is not there to approve, nothing is written', async t => {
  const shell = new Shell(t)
  const codex = ['install', '--host', 'codex']
  const { code, stderr } = await shell.run([...codex, '--trust'], { env: { PATH: '/nowhere' } })
  t.equal(code, 1)
  t.match(stderr, /^svc: --trust asks codex, which is not on the PATH\n$/)
  t.same(readdirSync(shell.home), [])
  await shell.say(codex)
  const [finding] = (await shell.ask<Examined>(['doctor'])).findings
  t.match(finding?.message, /lacks the approval/)
  t.match(finding?.mend, /install --host codex --trust, or \/hooks/)
})

t.test('only what a host runs is named as its command', async t => {
  const shell = new Shell(t)
  t.notMatch(await shell.say(['install', '--host', 'opencode']), /^command /m, 'it runs a plugin')
  const env = { PATH: '/nowhere' }
  const said = await shell.say([...INSTALL, '--project'], { env })
  t.notMatch(said, /^command /m)
  t.match(said, /\nIt starts svc and svc-hook from the PATH, where they are not yet\n/)
})

t.test('--dry-run shows every line that would change, and writes nothing', async t => {
  const shell = new Shell(t)
  const path = join(shell.home, '.codex', 'config.toml')
  mkdirSync(join(shell.home, '.codex'))
  writeFileSync(path, 'model = "x"\n')
  const said = await shell.say(['install', '--host', 'codex', '--dry-run'])
  t.match(said, `--- /dev/null\n+++ ${shell.home}/.codex/hooks.json\n`)
  t.match(said, `--- ${path}\n+++ ${path}\n@@ line 2 @@\n model = "x"\n+\n+[mcp_servers.svc]\n`)
  t.match(await shell.ask(['install', '--dry-run']), { dryRun: true, hosts: [{ host: 'codex' }] })
  t.equal(readFileSync(path, 'utf8'), 'model = "x"\n')
  t.same(readdirSync(join(shell.home, '.codex')), ['config.toml'])
  t.notOk(existsSync(shell.store))
  await shell.say(['install', '--host', 'codex'])
  t.match(
    await shell.say(['uninstall', '--dry-run']),
    `+++ ${path}\n@@ line 2 @@\n model = "x"\n-\n-[mcp_servers.svc]`,
  )
  t.match(readFileSync(path, 'utf8'), '[mcp_servers.svc]')
})

t.test('doctor says of each host whether it is connected and when it called', async t => {
  const shell = new Shell(t)
  const report = () => shell.ask<Examined>(['doctor'])
  t.match(await report(), { ok: true, findings: [], hosts: [] })
  mkdirSync(join(shell.home, '.claude'))
  t.match(await report(), {
    findings: [{ level: 'remark', check: 'hook-not-installed', message: /^Claude Code does not/ }],
    hosts: [{ host: 'claude-code', connected: false }],
  })
  t.match(
    await shell.say(['doctor']),
    /^remarks\n {2}hook-not-installed: .*\n(.*\n)*\neverything stored/,
  )
  await shell.say(INSTALL)
  t.same((await report()).findings, [])
  t.match(
    await shell.say(['doctor']),
    /hosts\n {2}Claude Code {2}connected, has not called yet: begin a new session there\n/,
  )
  const [command = ''] = commandsOf(join(shell.home, '.claude', 'settings.json'))
  const input = JSON.stringify({ hook_event_name: 'Stop', session_id: 's', cwd: shell.project })
  execFileSync('sh', ['-c', command], { input, env: shell.env() })
  t.match(await shell.say(['doctor']), /Claude Code {2}connected, last call just now\n/)
})

t.test('doctor finds launchers that start nothing, and --fix mends them', async t => {
  const shell = new Shell(t)
  await shell.say(INSTALL)
  const launcher = join(shell.store, 'bin', 'svc-hook')
  const sound = readFileSync(launcher, 'utf8')
  const broken = [
    sound.replace(process.execPath, '/gone/node'),
    sound.replace('svc-hook.cjs', 'gone.cjs'),
    sound + 'exit 1\n',
  ]
  for (const text of broken) {
    writeFileSync(launcher, text)
    t.match((await shell.ask<Examined>(['doctor'])).findings, [
      { check: 'launcher', path: launcher },
    ])
    t.match((await shell.ask<Examined>(['doctor', '--fix'])).findings, [
      { check: 'launcher', fixed: true },
    ])
    t.equal(readFileSync(launcher, 'utf8'), sound)
    t.same((await shell.ask<Examined>(['doctor'])).findings, [])
  }
  rmSync(launcher)
  const checks = (await shell.ask<Examined>(['doctor'])).findings.map(({ check }) => check)
  t.same([...new Set(checks)].sort(), ['hook-broken', 'launcher'])
  rmSync(join(shell.store, 'bin'), { recursive: true })
  t.notMatch(await shell.say(['doctor', '--fix']), 'remarks')
  t.equal(readFileSync(launcher, 'utf8'), sound, 'the folder of all of them is made anew')
  writeFileSync(launcher, sound.replace(process.execPath, '/gone/node'))
  await shell.say(INSTALL)
  t.equal(readFileSync(launcher, 'utf8'), sound, 'installing mends it too')
})

t.test(
  'svc as a plugin is enough: beside it the hooks are told of, without it not asked for',
  async t => {
    const shell = new Shell(t)
    const path = join(shell.home, '.claude', 'settings.json')
    const extension = join(shell.home, '.gemini/extensions/svc/gemini-extension.json')
    const copilot = join(shell.home, '.copilot', 'settings.json')
    const codex = join(shell.home, '.codex', 'config.toml')
    for (const one of [path, extension, copilot, codex])
      mkdirSync(dirname(one), { recursive: true })
    for (const one of [path, copilot]) writeFileSync(one, '{"enabledPlugins":{"svc@svc":true}}')
    writeFileSync(extension, '{}')
    writeFileSync(codex, '[plugins."svc@svc"]\nenabled = true\n')
    const report = () => shell.ask<Examined>(['doctor'])
    const hosts = ['claude-code', 'codex', 'gemini-cli', 'copilot-cli'].map(host => ({
      host,
      connected: true,
    }))
    t.match(await report(), { findings: [], hosts })
    const twice =
      /has svc as a plugin too \(.*settings.json\).*: claude plugin uninstall svc@svc, or/
    t.match((await shell.say(INSTALL)).replaceAll('\n', ' '), twice)
    const [message, mend] = [/\(.*settings.json\)$/, /: claude plugin uninstall svc@svc, or/]
    t.match((await report()).findings, [{ check: 'hook-twice', message, mend }])
    await shell.say(['uninstall', '--host', 'claude-code'])
    writeFileSync(path, '{"enabledPlugins":{"svc@svc":false}}')
    t.match(await report(), { hosts: [{ host: 'claude-code', connected: false }] })
  },
)

t.test(
  'doctor shows the hosts too that take svc in by themselves, once they have called',
  async t => {
    const shell = new Shell(t)
    mkdirSync(join(shell.store, 'state/hosts'), { recursive: true })
    writeFileSync(join(shell.store, 'state/hosts/dsh'), '')
    t.match(
      await shell.say(['doctor']),
      /hosts\n {2}DeepSeek Harness {2}connected, last call just now\n/,
    )
  },
)

t.test('doctor in the home directory takes no file for a second one', async t => {
  const shell = new Shell(t)
  await shell.say(INSTALL)
  const { stdout } = await shell.run(['doctor', '--json'], { cwd: shell.home })
  t.same((JSON.parse(stdout) as Examined).findings, [])
})

t.test('doctor: events that are missing, and a store that is another one', async t => {
  const shell = new Shell(t)
  await shell.say(INSTALL)
  const path = join(shell.home, '.claude', 'settings.json')
  writeFileSync(path, readFileSync(path, 'utf8').replace('"Stop"', '"SubagentStop"'))
  t.match((await shell.ask<Examined>(['doctor'])).findings, [
    {
      check: 'hook-incomplete',
      message: /settings.json lacks Stop$/,
      mend: / install --host claude-code$/,
    },
  ])
  const other = ['--data-dir', join(shell.folder, 'other')]
  t.match(
    (await shell.ask<Examined>(['doctor', ...other])).findings.map(({ check }) => check),
    ['hook-incomplete', 'hook-elsewhere'],
  )
})

t.test('doctor: an unreadable memory is a failure, exit code 1', async t => {
  const shell = new Shell(t)
  await shell.say(['remember', '--scope', 'global', '--title', 'T', 'text'])
  const path = join(shell.store, 'global', 'memories', 'broken--abcdefgh.md')
  writeFileSync(path, '---\ntitle: [\n---\n\ntext\n')
  const { code, stdout } = await shell.run(['doctor'])
  t.equal(code, 1)
  t.match(stdout, /^failures\n {2}/)
  t.match(stdout, 'broken--abcdefgh.md')
  t.match(stdout, /1 failure/)
  const asked = await shell.run(['doctor', '--json'])
  t.equal(asked.code, 1)
  t.equal((JSON.parse(asked.stdout) as DoctorReport).ok, false)
})
