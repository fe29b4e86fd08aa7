import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { findTranscripts, type FoundTranscript } from '../../../../src/hosts/transcript/find.js'
import { temporaryFolder } from '../../../store/fixture.js'
import { fixture, homeFile, homeOfHost } from './fixture.js'

type Options = Parameters<typeof findTranscripts>[0]

async function find(options: Partial<Options> & { home: string }): Promise<FoundTranscript[]> {
  const found: FoundTranscript[] = []
  for await (const one of findTranscripts({ env: {}, ...options })) found.push(one)
  return found
}

const sessionsOf = (found: readonly FoundTranscript[]) =>
  found.map(one => one.session.slice(0, 8)).sort()
const HOSTS = [
  'claude-code',
  'codex',
  'gemini-cli',
  'qwen-code',
  'copilot-cli',
  'droid',
  'cursor',
  'opencode',
]

/** A home in which eight hosts have left sessions. */
function homeOfAll(t: Parameters<typeof temporaryFolder>[0]): string {
  const home = temporaryFolder(t)
  for (const host of HOSTS) cpSync(homeOfHost(host), home, { recursive: true })
  return home
}

t.test('the sessions of every host are found, and those of sub-agents are not', async t => {
  const home = homeOfAll(t)
  const found = await find({ home })
  for (const [host, sessions] of [
    ['claude-code', ['a99ceab6', 'd8fe2e09', 'ee87b378']],
    ['codex', ['01a21e22', '01a21e25', '01a21e2b', '01a21e2b']],
    ['gemini-cli', ['c4a76e66', 'cf7b856a']],
    ['qwen-code', ['3d6d657c', '45e7a321']],
    ['copilot-cli', ['5db926ac', '8ae740ff', 'ce506c76']],
    ['droid', ['0adb028a', '83253f35', 'b780efcd']],
    ['cursor', ['7b0c1d52']],
    ['opencode', ['ses_de1d', 'ses_de1e']],
  ] as const) {
    const own = found.filter(one => one.host === host)
    t.same(sessionsOf(own), sessions, host)
    for (const { cwd, startedAt, bytes, modifiedAt } of own) {
      t.equal(cwd, '/home/dev/proj', host)
      t.match(startedAt, /^2026-11-27T1[78]:[0-5]\d:[0-5]\d\.\d{3}Z$/, host)
      t.ok(bytes > 0 && modifiedAt > '2026')
    }
  }
  t.same(sessionsOf(await find({ home, hosts: ['droid'] })), ['0adb028a', '83253f35', 'b780efcd'])
  t.same(await find({ home: temporaryFolder(t) }), [])
})

t.test('hosts whose folders were moved are looked for there', async t => {
  const [home, away] = [homeOfAll(t), temporaryFolder(t)]
  const moved = (name: string, to = name) => {
    renameSync(join(home, name), join(away, to))
    return join(away, to)
  }
  const env = {
    XDG_DATA_HOME: dirname(moved('.local/share/opencode', 'opencode')),
    CLAUDE_CONFIG_DIR: moved('.claude', 'c'),
    CODEX_HOME: moved('.codex', 'x'),
    QWEN_RUNTIME_DIR: moved('.qwen', 'q'),
    COPILOT_HOME: moved('.copilot', 'p'),
    GEMINI_CLI_HOME: dirname(moved('.gemini')),
    FACTORY_HOME_OVERRIDE: dirname(moved('.factory')),
  }
  t.same(
    (await find({ home })).map(({ host }) => host),
    ['cursor'],
  )
  const found = await find({ home, env })
  t.same(new Set(found.map(({ host }) => host)), new Set(HOSTS))
  t.equal(found.length, 20)
})

t.test('a database that cannot be read is told of, and stays as it is', async t => {
  const home = temporaryFolder(t)
  const folder = join(home, '.local', 'share', 'opencode')
  mkdirSync(folder, { recursive: true })
  const own = homeFile('opencode', 'opencode.db')
  cpSync(own, join(folder, 'opencode-next.db'))
  writeFileSync(join(folder, 'opencode.db'), 'SQLite format 3\0 and no more')
  const told: string[] = []
  const found = await find({ home, onLeftOut: (path, reason) => told.push(`${path}: ${reason}`) })
  t.same(sessionsOf(found), ['ses_de1d', 'ses_de1e'], 'that of another channel is read')
  t.equal(told.length, 1)
  t.match(told[0], /opencode\.db: .*cannot be read as a SQLite database/)
  t.same(await find({ home, env: { OPENCODE_DB: ':memory:' } }), found)
  t.same(sessionsOf(await find({ home, env: { OPENCODE_DB: own } })), ['ses_de1d', 'ses_de1e'])
  t.same(
    readdirSync(folder).sort(),
    ['opencode-next.db', 'opencode.db'],
    'nothing is written there',
  )
  t.same(readdirSync(dirname(own)), ['opencode.db'])
  const since = new Date('2026-11-27T17:50:00Z')
  t.same(sessionsOf(await find({ home, since, hosts: ['opencode'] })), ['ses_de1d'])
})

t.test('the oldest come first, and older ones than were asked for not at all', async t => {
  const home = homeOfAll(t)
  const all = await find({ home, hosts: ['claude-code'] })
  for (const [at, { path }] of all.entries()) utimesSync(path, 0, 1_700_000_000 - at * 86_400)
  const aged = await find({ home, hosts: ['claude-code'] })
  t.same(
    aged.map(({ path }) => path),
    all.map(({ path }) => path).reverse(),
  )
  const since = new Date((1_700_000_000 - 86_400) * 1_000)
  const late = await find({ home, hosts: ['claude-code'], since })
  t.same(sessionsOf(late), sessionsOf(all.slice(0, 2)))
})

t.test("what svc asked a host's program itself is no session of a person", async t => {
  const home = homeOfAll(t)
  const root = join(home, '.gemini', 'tmp', 'proj', '.project_root')
  writeFileSync(root, '/tmp/svc-ask-x1y2z3/empty\n')
  t.same(await find({ home, hosts: ['gemini-cli'] }), [])
  writeFileSync(root, '/home/dev/svc-ask-x/src\n')
  t.equal((await find({ home, hosts: ['gemini-cli'] })).length, 2)
})

t.test('an older form is found by the name that it has itself', async t => {
  const home = temporaryFolder(t)
  const chats = join(home, '.gemini', 'tmp', 'a'.repeat(64), 'chats')
  mkdirSync(chats, { recursive: true })
  const name = 'session-2025-11-20T10-00-abcdef01.json'
  cpSync(fixture('sample-gemini-chat-legacy.json'), join(chats, name))
  t.match(await find({ home }), [{ host: 'gemini-cli', cwd: undefined, session: String }])
})

t.test('only regular files in the places of hosts are opened, and no link leads out', async t => {
  const home = temporaryFolder(t)
  const project = join(home, '.claude', 'projects', '-p')
  mkdirSync(project, { recursive: true })
  const own = homeFile('claude-code', 'd8fe2e09')
  const id = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-000000000000.jsonl`
  spawnSync('mkfifo', [join(project, id('1'))])
  symlinkSync(own, join(project, id('2')))
  mkdirSync(join(project, id('3')))
  mkdirSync(join(home, 'away'))
  cpSync(own, join(home, 'away', id('4')))
  symlinkSync(join(home, 'away'), join(home, '.claude', 'projects', '-q'))
  mkdirSync(join(project, 'deep', 'deeper'), { recursive: true })
  cpSync(own, join(project, 'deep', 'deeper', id('5')))
  cpSync(own, join(project, 'agent-abc.jsonl'))
  writeFileSync(join(project, id('6')), '\u0000\u0000\nnot json\n')
  writeFileSync(join(project, id('7')), `{"type":"user","cwd":${'['.repeat(200_000)}`)
  cpSync(own, join(project, id('8')))
  writeFileSync(join(home, '.codex'), 'a file where a folder is looked for')
  const found = await find({ home })
  t.same(
    sessionsOf(found),
    ['6', '7', '8'].map(digit => digit.repeat(8)),
  )
  t.match(found.at(-1), { session: String })
})
