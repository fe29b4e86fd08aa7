import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import t, { type Test } from 'tap'
import { parseHookCall } from '../handlers/hooks/protocol.js'
import { VERSION } from '../src/config.js'
import { contextOf, HOOK, HookHost, listTree } from './handlers/hooks/host.js'
import { temporaryFolder } from './store/fixture.js'
import { ROOT } from './root.js'

const PLUGIN = join(ROOT, '.claude-plugin/svc')
const EXTENSION = join(ROOT, '.gemini-extension')
const SCRIPT = join(PLUGIN, 'hooks/svc.sh')
/** Scripts must run in the plainest shell. */
const SHELL = ['/usr/bin/dash', '/bin/dash', '/bin/sh'].find(path => existsSync(path)) ?? 'sh'

const files = [...listTree(join(ROOT, '.claude-plugin')), ...listTree(EXTENSION)]
const documents = new Map(
  files
    .filter(path => path.endsWith('.json'))
    .map(path => [relative(ROOT, path), JSON.parse(readFileSync(path, 'utf8')) as Manifest]),
)

interface Manifest {
  name?: string
  version?: string
  plugins?: { name: string; source: string }[]
  hooks?: string | Record<string, { hooks: Handler[] }[]>
  skills?: string
  mcpServers?: unknown
}

interface Handler {
  type: string
  command?: string
  timeout: number
  server?: string
  input?: Record<string, string>
}

t.test('every manifest is of this version, and what it names is there', async t => {
  const versioned = [...documents].filter(([, { version }]) => version !== undefined)
  t.equal(versioned.length, 4, 'for Claude Code, Codex, Copilot CLI and Gemini CLI')
  for (const [path, { name, version, hooks, skills, mcpServers }] of versioned) {
    t.same([name, version], ['svc', VERSION], path)
    const root = path.startsWith('.gemini') ? EXTENSION : PLUGIN
    const named = [hooks, skills, mcpServers].filter(one => typeof one === 'string')
    for (const one of named) t.ok(existsSync(join(root, one)), `${path}: ${one}`)
  }
  const [listed] = documents.get('.claude-plugin/marketplace.json')?.plugins ?? []
  t.equal(join(ROOT, listed?.source ?? ''), PLUGIN)
})

t.test('nothing in them is built, and both have the same script', async t => {
  const kinds = new Set(files.map(path => path.slice(path.lastIndexOf('.'))))
  t.same([...kinds].sort(), ['.json', '.md', '.sh', '.toml'])
  t.equal(readFileSync(join(EXTENSION, 'hooks/svc.sh'), 'utf8'), readFileSync(SCRIPT, 'utf8'))
})

t.test('each event is one that svc answers, with a time limit in the unit of the host', async t => {
  for (const [path, { hooks }] of documents) {
    if (typeof hooks !== 'object') continue
    for (const [event, groups] of Object.entries(hooks)) {
      t.ok(parseHookCall({ hook_event_name: event }, {}), `${path}: ${event}`)
      for (const { command = '', timeout } of groups.flatMap(group => group.hooks)) {
        const isGemini = path.startsWith('.gemini')
        t.ok(isGemini ? timeout >= 3000 : timeout >= 3 && timeout < 60, `${path}: ${timeout}`)
        t.match(command, isGemini ? `hook ${event} gemini-cli` : command && `hook ${event}`)
      }
    }
  }
})

t.test(
  'no file of a plugin has a server answer hooks: it would hold no word of an installation',
  async t => {
    for (const [path, document] of documents) t.notMatch(JSON.stringify(document), 'mcp_tool', path)
  },
)

t.test('the skill has the name of its folder, and says when to use it', async t => {
  for (const name of readdirSync(join(PLUGIN, 'skills'))) {
    const text = readFileSync(join(PLUGIN, 'skills', name, 'SKILL.md'), 'utf8')
    t.equal(/^name: (.*)$/m.exec(text)?.[1], name)
    const description = /^description: (.*)$/m.exec(text)?.[1] ?? ''
    t.ok(description.includes('Use when') && description.length < 1024)
  }
})

/** A home with no program of svc in it, and the script called there as a host does. */
class PluginHost {
  readonly folder: string
  readonly home: string
  readonly dataDir: string

  constructor(t: Test) {
    this.folder = temporaryFolder(t)
    this.home = join(this.folder, 'home')
    this.dataDir = join(this.home, '.local/share/svc')
    mkdirSync(this.home)
  }

  run(args: string[], env: Record<string, string> = {}, input = '', cwd = this.folder) {
    const base = { PATH: join(this.folder, 'nothing'), HOME: this.home }
    const options = { env: { ...base, ...env }, input, encoding: 'utf8', cwd } as const
    const { status, stdout, stderr } = spawnSync(SHELL, [SCRIPT, ...args], options)
    return { status, stdout, stderr }
  }

  /** A program that prints its name, its arguments and its standard input. */
  write(path: string): void {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `#!${SHELL}\necho "$0 $*"\nread -r line; echo "$line"\n`)
    chmodSync(path, 0o755)
  }
}

t.test('without svc a session is told once what is missing, and nothing fails', async t => {
  const host = new PluginHost(t)
  const codex = { CLAUDE_PLUGIN_ROOT: '/p', PLUGIN_ROOT: '/p' }
  const hosts: Record<string, string>[] = [{}, codex, { COPILOT_PLUGIN_ROOT: '/p' }]
  for (const env of hosts) {
    const { status, stdout, stderr } = host.run(['hook', 'SessionStart'], env)
    t.same([status, stderr], [0, ''])
    const answer = JSON.parse(stdout) as { systemMessage: string }
    t.same(Object.keys(answer), ['systemMessage'], 'Codex drops an answer with any other field')
    t.match(answer.systemMessage, 'npm install -g agent-memory-service')
    for (const event of ['UserPromptSubmit', 'Stop', 'SessionEnd']) {
      t.same(host.run(['hook', event], env), { status: 0, stdout: '', stderr: '' })
    }
  }
  const { status, stdout, stderr } = host.run(['mcp'])
  t.same([status, stdout], [127, ''])
  t.match(stderr, 'npm install -g agent-memory-service')
})

t.test('the launcher is started, and by its host', async t => {
  const host = new PluginHost(t)
  const hook = join(host.dataDir, 'bin/svc-hook')
  host.write(hook)
  host.write(join(host.dataDir, 'bin/svc'))
  const said = (args: string[], env = {}) => host.run(args, env, '{"a":1}\n').stdout.split('\n')
  const start = ['hook', 'SessionStart']
  t.same(said(start), [`${hook} --host claude-code --tools plugin`, '{"a":1}', ''])
  const codex = { PLUGIN_ROOT: '/p', CLAUDE_PLUGIN_ROOT: '/p' }
  t.match(said(start, codex)[0], '--host codex')
  t.match(said(start, { ...codex, COPILOT_PLUGIN_ROOT: '/p' })[0], '--host copilot-cli')
  t.match(said(start, { PLUGIN_ROOT: '/q', CLAUDE_PLUGIN_ROOT: '/p' })[0], '--host claude-code')
  t.match(said(['hook', 'BeforeAgent', 'gemini-cli'], codex)[0], '--host gemini-cli')
  t.match(said(['mcp'])[0], `${host.dataDir}/bin/svc mcp --host claude-code`)
  t.match(said(['mcp', 'gemini-cli'])[0], 'mcp --host gemini-cli')
})

t.test('a prompt is answered by the program, whatever server the session has', async t => {
  const host = new PluginHost(t)
  host.write(join(host.dataDir, 'bin/svc-hook'))
  const { stdout } = host.run(['hook', 'UserPromptSubmit'], { CLAUDE_PID: '1' })
  t.match(stdout, /svc-hook --host claude-code --tools plugin\n/)
})

t.test('another data directory, and the PATH', async t => {
  const host = new PluginHost(t)
  const start = ['hook', 'SessionStart']
  host.write(join(host.folder, 'path/svc-hook'))
  host.write(join(host.folder, 'other/bin/svc-hook'))
  const PATH = join(host.folder, 'path')
  t.match(host.run(start, { PATH }).stdout, `${PATH}/svc-hook --host`)
  const SVC_DATA_DIR = join(host.folder, 'other')
  t.match(host.run(start, { PATH, SVC_DATA_DIR }).stdout, `${SVC_DATA_DIR}/bin/svc-hook`)
  host.write(join(host.dataDir, 'bin/svc-hook'))
  t.match(host.run(start, { PATH }).stdout, `${host.dataDir}/bin/svc-hook`)
  const elsewhere = { PATH, SVC_DATA_DIR: join(host.folder, 'empty') }
  t.match(host.run(start, elsewhere).stdout, PATH, 'the launcher of another store is not taken')
})

t.test('where `svc install` has put the hooks, those of the plugin answer nothing', async t => {
  const host = new PluginHost(t)
  host.write(join(host.dataDir, 'bin/svc-hook'))
  const settings = join(host.home, '.claude/settings.json')
  mkdirSync(dirname(settings))
  writeFileSync(settings, '{"permissions":{"allow":["Bash(svc-hook:*)"]}}')
  const PATH = process.env.PATH ?? ''
  const said = (event: string, env = {}) => host.run(['hook', event], { PATH, ...env }).stdout
  t.match(said('Stop'), 'svc-hook', 'a word of it is no hook')
  writeFileSync(
    settings,
    '{"hooks":{"Stop":[{"hooks":[{"command":"/x/bin/svc-hook --host claude-code"}]}]}}',
  )
  for (const event of ['SessionStart', 'UserPromptSubmit', 'Stop']) t.equal(said(event), '', event)
  t.match(said('Stop', { PLUGIN_ROOT: '/p', CLAUDE_PLUGIN_ROOT: '/p' }), '--host codex')
})

t.test("so too for a project's files and for homes that lie elsewhere", async t => {
  const PATH = process.env.PATH ?? ''
  const hook = '{"command":"svc-hook --host x"}'
  const places: [string, Record<string, string>][] = [
    ['.github/hooks/svc.json', { COPILOT_PLUGIN_ROOT: '/p', COPILOT_PROJECT_DIR: '.' }],
    ['hooks/svc.json', { COPILOT_PLUGIN_ROOT: '/p', COPILOT_HOME: '.' }],
    ['.claude/settings.local.json', { CLAUDE_PROJECT_DIR: '.' }],
    ['.gemini/settings.json', { GEMINI_CLI_HOME: '.' }],
    ['.gemini/settings.json', { GEMINI_PROJECT_DIR: '.' }],
  ]
  for (const [path, given] of places) {
    const host = new PluginHost(t)
    host.write(join(host.dataDir, 'bin/svc-hook'))
    const env = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, value === '.' ? host.folder : value]),
    )
    const args = ['hook', 'SessionStart', ...(path.startsWith('.gemini') ? ['gemini-cli'] : [])]
    const run = () => host.run(args, { PATH, ...env }).stdout
    t.match(run(), 'svc-hook', path)
    mkdirSync(dirname(join(host.folder, path)), { recursive: true })
    writeFileSync(join(host.folder, path), hook)
    t.equal(run(), '', path)
  }
})

t.test(
  'in Copilot CLI the server works in the project, not in the folder of the plugin',
  async t => {
    const host = new PluginHost(t)
    const svc = join(host.dataDir, 'bin/svc')
    host.write(svc)
    writeFileSync(svc, `#!${SHELL}\npwd -P\n`)
    const env = { COPILOT_PLUGIN_ROOT: PLUGIN, PATH: process.env.PATH ?? '' }
    const { stdout } = host.run(['mcp'], env, '', PLUGIN)
    t.equal(stdout.trim(), process.cwd(), 'that of the process that starts it')
  },
)

t.test('a project is recalled from and remembered through the plugin', async t => {
  const host = new HookHost(t)
  mkdirSync(join(host.store, 'bin'), { recursive: true })
  symlinkSync(HOOK, join(host.store, 'bin/svc-hook'))
  await host.remember({ title: 'Staging', content: 'The staging port is 8143.' })
  const payload = { ...host.base(), hook_event_name: 'SessionStart', source: 'startup' }
  const { stdout, stderr } = spawnSync(SHELL, [SCRIPT, 'hook', 'SessionStart'], {
    env: host.env(),
    input: JSON.stringify(payload),
    encoding: 'utf8',
    cwd: host.project,
  })
  t.equal(stderr, '')
  t.match(contextOf(stdout), '8143')
})
