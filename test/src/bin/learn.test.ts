import t from 'tap'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bare } from '../../bare.js'
import { makeSession, type MadeHost } from '../backfill/home.js'
import { PROGRAM, Shell } from './shell.js'

const SCRIPT = '/usr/bin/script'
const HAS_TERMINAL = process.platform === 'linux' && existsSync(SCRIPT)
const terminal = { skip: !HAS_TERMINAL && 'no program that makes a terminal' }

const configOf = (shell: Shell) => join(shell.store, 'config.json')
const entriesOf = (shell: Shell) => JSON.parse(readFileSync(configOf(shell), 'utf8')) as unknown
const CONSENT = [{ id: 'core', name: 'svc', config: { provider: 'host' } }]
const REFUSAL = [{ id: 'core', name: 'svc', config: { provider: 'builtin' } }]

/** What `svc` says on a terminal to a person who types these lines, on one line. */
function sit(
  shell: Shell,
  args: readonly string[],
  typed: string,
  env: Record<string, string> = {},
): string {
  const command = [process.execPath, PROGRAM, ...args].join(' ')
  const options = ['-qec', command, '/dev/null']
  const { stdout } = spawnSync(...bare({ ...shell.env(), ...env }, [SCRIPT, ...options]), {
    input: typed,
    cwd: shell.project,
    encoding: 'utf8',
    timeout: 90_000,
  })
  return stdout.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '').replace(/\s+/g, ' ')
}

function withHosts(shell: Shell, ...folders: string[]): void {
  for (const folder of folders) mkdirSync(join(shell.home, folder))
}

t.test('on a terminal it is asked once, and yes is written down', terminal, async t => {
  const shell = new Shell(t)
  withHosts(shell, '.claude', '.codex', '.cursor')
  const said = sit(shell, ['install'], 'y\ny\n')
  t.match(said, /Connect these agents\? \[y\/N\]/)
  t.match(said, /May it use your agents' own programs and logins instead \(claude, codex\)\?/)
  t.match(
    said,
    /It then sends the turns of each batch with the commands that were run, redacted and clipped, the project's folder/,
  )
  t.match(
    said,
    /about [\d,]+ to [\d,]+ tokens, which that login's plan or key pays for: at most 200,000/,
  )
  t.match(said, /\$1\.00 a day \(SVC_DAILY_TOKENS, SVC_DAILY_USD\)/)
  t.match(
    said,
    /Learning: by each agent's own program and login.* --learn-with builtin changes that/,
  )
  t.same(entriesOf(shell), CONSENT)
  t.match(await shell.say(['status']), /^learning +host$/m)
  t.notMatch(sit(shell, ['install'], ''), /May it use|Learning:/)
})

t.test('no is remembered, by Enter too; a terminal that closes says nothing', terminal, async t => {
  const shell = new Shell(t)
  withHosts(shell, '.claude')
  const closed = sit(shell, ['install', '--host', 'claude-code'], '\u0004')
  t.match(closed, /May it use/)
  t.match(closed, /Claude Code: installed/)
  t.notOk(existsSync(configOf(shell)))
  const said = sit(shell, ['install'], '\n')
  t.match(said, /connected already .*May it use/)
  t.match(
    said,
    /Learning: by svc itself, on this machine \(provider in .*--learn-with host changes/,
  )
  t.same(entriesOf(shell), REFUSAL)
  t.notMatch(sit(shell, ['install'], ''), /May it use/)
})

t.test('who does not want to connect is not asked more', terminal, async t => {
  const shell = new Shell(t)
  withHosts(shell, '.claude')
  const said = sit(shell, ['install'], 'n\n')
  t.match(said, /nothing was changed/)
  t.notMatch(said, /May it use/)
  t.notOk(existsSync(shell.store))
})

t.test('nobody is asked where it makes no difference', terminal, async t => {
  const chosen = new Shell(t)
  withHosts(chosen, '.claude')
  const env = { SVC_PROVIDER: 'anthropic' }
  t.notMatch(sit(chosen, ['install', '--yes'], '', env), /May it use/, 'the environment names one')
  t.notMatch(sit(chosen, ['install', '--yes'], '', { SVC_HOOK_REFLECT: '0' }), /May it use/)
  t.notMatch(sit(chosen, ['install', '--yes', '--json'], ''), /May it use/)
  t.notMatch(sit(chosen, ['install', '--dry-run'], ''), /May it use/)
  t.notMatch(sit(chosen, ['install', '--host', 'claude', '--project'], ''), /May it use/)
  t.notMatch(sit(chosen, ['uninstall', '--yes'], ''), /May it use/)
  const other = new Shell(t)
  withHosts(other, '.cursor', '.factory')
  t.notMatch(sit(other, ['install', '--yes'], ''), /May it use/, 'no program could be asked')
  t.notOk(existsSync(configOf(chosen)) || existsSync(configOf(other)))
})

t.test('without a terminal nothing is asked and nothing changes, with --yes neither', async t => {
  const shell = new Shell(t)
  withHosts(shell, '.claude')
  t.notMatch(await shell.say(['install', '--yes']), /earning/)
  t.notMatch(await shell.say(['install', '--host', 'codex']), /earning/)
  t.notOk(existsSync(configOf(shell)))
})

t.test('--learn-with answers it without asking', async t => {
  const shell = new Shell(t)
  const args = ['install', '--host', 'claude-code', '--learn-with']
  t.match(await shell.say([...args, 'host']), /\nLearning: by each agent's own program and login/)
  t.same(entriesOf(shell), CONSENT)
  t.match(await shell.ask([...args, 'builtin']), {
    learning: { provider: 'builtin', path: configOf(shell), changed: true },
  })
  t.same(entriesOf(shell), REFUSAL)
  t.match(await shell.ask([...args, 'builtin']), { learning: { changed: false } })
  const said = await shell.say([...args, 'host'], { env: { SVC_PROVIDER: 'openai' } })
  t.match(said, 'SVC_PROVIDER=openai in the environment is stronger.')
  mkdirSync(join(shell.store, '.git'))
  t.match(await shell.say([...args, 'host']), 'Git shares that file with the store.')
  for (const wrong of [
    [...args, 'claude'],
    [...args, 'host', '--project'],
  ]) {
    const { code, stderr } = await shell.run(wrong)
    t.equal(code, 2)
    t.match(stderr, /--learn-with (takes host or builtin|is for a person)/)
  }
})

t.test('--dry-run shows the setting too, and writes nothing', async t => {
  const shell = new Shell(t)
  const args = ['install', '--host', 'claude-code', '--learn-with', 'host', '--dry-run']
  t.match(
    await shell.say(args),
    /\nLearning\n--- \/dev\/null\n\+\+\+ .*config.json\n(.|\n)*"provider": "host"/,
  )
  t.match(await shell.ask(args), { learning: { path: configOf(shell), changed: true } })
  t.notOk(existsSync(shell.store))
})

t.test('what else stands in config.json keeps every byte', async t => {
  const shell = new Shell(t)
  const write = (text: string) => {
    mkdirSync(dirname(configOf(shell)), { recursive: true })
    writeFileSync(configOf(shell), text)
    return shell.run(['install', '--host', 'claude-code', '--learn-with', 'host'])
  }
  const read = () => readFileSync(configOf(shell), 'utf8')
  const entry = (config: string) => `{ "id": "core", "name": "svc", "config": ${config} }`
  const cases = [
    [`[${entry('{ "capacity": 9 }')}]\n`, `[${entry('{ "capacity": 9,"provider":"host" }')}]\n`],
    [
      `\ufeff[\n  ${entry('{ "provider": "openai" }')},\n  ${entry('{}')}\n]`,
      `\ufeff[\n  ${entry('{ "provider": "host" }')},\n  ${entry('{}')}\n]`,
    ],
    [
      `[${entry('{"provider": "openai"}')}, ${entry('{"provider": "google"}')}]`,
      `[${entry('{"provider": "openai"}')}, ${entry('{"provider": "host"}')}]`,
    ],
  ] as const
  for (const [before, after] of cases) {
    t.equal((await write(before)).code, 0)
    t.equal(read(), after)
  }
  t.equal((await write('[]')).code, 0)
  t.same(entriesOf(shell), CONSENT)
  for (const broken of ['{"provider": "openai"}', '[ // mine\n]', '<<<<<<< HEAD']) {
    const { code, stderr } = await write(broken)
    t.equal(code, 1)
    t.match(stderr, /config\.json must be a list of entries/)
    t.equal(read(), broken)
  }
})

function withSession(shell: Shell, host: MadeHost = 'claude-code'): void {
  makeSession(shell.home, {
    ...{ host, cwd: shell.project, at: new Date('2026-02-01T10:00:00Z') },
    turns: [{ prompt: 'From now on always use pnpm in this project, never npm.', reply: 'Done.' }],
  })
}

t.test('old sessions are offered once; no does no harm', terminal, async t => {
  const shell = new Shell(t)
  withSession(shell)
  const install = ['install', '--learn-with', 'builtin']
  const said = sit(shell, install, 'y\nn\n')
  t.match(said, /1 session of your agents is on this machine\. Learn from what was settled there\?/)
  t.match(said, /learn --from transcripts learns from what your agents have left\./)
  t.equal((await shell.ask<{ items: unknown[] }>(['list'])).items.length, 0)
  t.notMatch(sit(shell, install, 'y\n'), /of your agents|learn --from/)
})

t.test('the sessions of each host are offered once', terminal, async t => {
  const shell = new Shell(t)
  withSession(shell)
  withSession(shell, 'codex')
  const install = ['install', '--learn-with', 'builtin', '--host']
  t.match(sit(shell, [...install, 'codex'], 'n\n'), /1 session of Codex is on this machine/)
  t.notMatch(sit(shell, [...install, 'codex'], ''), /is on this machine/)
  t.match(sit(shell, [...install, 'claude-code'], 'n\n'), /1 session of Claude Code is on/)
  t.notMatch(sit(shell, install.slice(0, -1), 'y\n'), /is on this machine/)
  withSession(shell, 'gemini-cli')
  t.match(sit(shell, install.slice(0, -1), 'y\nn\n'), /1 session of your agents is on this machine/)
})

t.test('who accepts has the next session told what was settled', terminal, async t => {
  const shell = new Shell(t)
  withSession(shell)
  const said = sit(shell, ['install', '--learn-with', 'builtin'], 'y\ny\n')
  t.match(said, /1 session: 1 turn kept, 1 memory proposed/)
  t.notMatch(await shell.say(['recall', '']), 'pnpm', 'not before it is accepted')
  await shell.say(['review', 'accept', 'transcripts'], { cwd: shell.home })
  t.match(await shell.say(['recall', '']), 'pnpm')
  t.notMatch(sit(shell, ['install', '--learn-with', 'builtin'], ''), /of your agents/)
})

t.test('without a terminal, or with --yes, they are only told of', async t => {
  const shell = new Shell(t)
  withSession(shell)
  const { stdout, code } = await shell.run(['install', '--yes'])
  t.equal(code, 0)
  t.match(
    stdout.replace(/\s+/g, ' '),
    /learn --from transcripts learns from what your agents have left \(1 session/,
  )
  t.equal((await shell.ask<{ items: unknown[] }>(['list'])).items.length, 0)
  t.notMatch((await shell.run(['install', '--yes'])).stdout, 'learn --from')
  t.same(Object.keys(await shell.ask(['install', '--yes'])), ['ok', 'hosts'])
})
