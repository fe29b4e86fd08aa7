import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import t from 'tap'
import { ROOT } from '../../root.js'
import { temporaryFolder } from '../../store/fixture.js'

// A host that nobody has, added to a copy of the sources as a contributor would add it.

const NAME = "| 'dsh'"
/** Only of a host whose program distils it has to be said how it is asked. */
const LEARNER = 'learner: { overheadTokens: 1 },'
const ROW = `
  plume: {
    title: 'Plume',
    aliases: ['pl'],
    reach: 'installed',
    programs: ['plume'],
    signs: { usual: [hasFields('plume_version')] },
    borrowerSigns: { usual: [hasFields('plume_version')] },
    events: { plumeAsked: 'UserPromptSubmit', plumeDone: 'Stop' },
    answer: { showsNotices: true, field: 'additionalContext' },
    isForgetful: true,
    nameTool: tool => \`plume/\${tool}\`,
    ${LEARNER}
    loads: [{ paths: ['PLUME.md'] }],
    lists: undefined,
  },
`
const IMPORT = "import { PLUME } from './transcript/hosts/plume.js'\n\n"
const DRIVER = `  plume: { transcript: PLUME, load: () => import('./install/hosts/plume.js') },
`
const INSTALLER = `import { join } from 'node:path'
import { serverAmong } from '../parts/entry.js'
import { createCommandHooks } from '../parts/hooks.js'
import { homeOf } from '../../../../store/files/read.js'
import { editJson, type Installer } from './host.js'

export const installer: Installer = {
  folder: env => join(homeOf(env), '.plume'),
  edits: ({ env, project }, { command, server }) => {
    const place = { dialect: 'jsonc', root: ['hooks'], shape: 'flat' } as const
    return [
      editJson(join(project ?? homeOf(env), '.plume', 'settings.json'), 'jsonc', [
        { part: createCommandHooks(place, { plumeAsked: 10, plumeDone: 10 }, command), wanted: true },
        serverAmong(server, 'jsonc'),
      ]),
    ]
  },
}
`
const READER = `import type { TranscriptFormat } from '../format.js'

export const PLUME: TranscriptFormat = {
  owns: record => typeof record.plume === 'string',
  toEntries: ({ plume, text }) => [
    plume === 'asked' ? { kind: 'prompt', text: String(text) } : { kind: 'end', reply: String(text) },
  ],
  toToolCalls: () => [],
  toSteps: () => [],
}
`
/** What the programs make of the host, as JSON. */
const PROBE = `import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderHookAnswer } from './handlers/hooks/answers.js'
import { parseHookCall } from './handlers/hooks/protocol.js'
import { nameTools } from './src/reflect/closing.js'
import { EVERY_COMMAND } from './src/bin/cli/table.js'
import { findHost } from './src/hosts/drivers.js'
import { createOwnContent } from './src/hosts/install/installation.js'
import { isInstalled, planInstall, planUninstall } from './src/hosts/install/plan.js'
import { applySettings } from './src/hosts/install/settings-file.js'
import { isLoadedByHost } from './src/hosts/loaded.js'
import { findTurn } from './src/hosts/transcript/turns.js'
import { titleOfHost } from './src/panel/hosts.js'

export async function probe(home) {
const payload = { session_id: 's', plume_version: '1' }
const asked = parseHookCall({ ...payload, hook_event_name: 'plumeAsked', prompt: 'p' }, { tools: 'mcp' })
const start = parseHookCall({ hook_event_name: 'SessionStart' }, { host: 'pl' })
const borrowed = parseHookCall({ ...payload, hook_event_name: 'Stop' }, { host: 'claude' })
const host = await findHost('pl')
const dataDir = join(home, 'store')
const launched = { node: 'n', scripts: { svc: 's', hook: 'h', opencode: 'o' }, dataDir }
const place = { env: { HOME: home } }
const before = '// mine\\n{\\n  "theme": "dark"\\n}\\n'
const path = join(home, '.plume', 'settings.json')
writeFileSync(path, before)
applySettings(planInstall(host, place, createOwnContent(host, launched, { mcp: true, isResident: false })))
const installed = { isInstalled: isInstalled(host, place), text: readFileSync(path, 'utf8') }
applySettings(planUninstall(host, place))
const said = [{ plume: 'asked', text: 'Why?' }, { plume: 'said', text: 'So.' }]
writeFileSync(join(home, 'turns.jsonl'), said.map(line => JSON.stringify(line) + '\\n').join(''))
return {
  asked: [asked.host, asked.event],
  named: start.host,
  borrowed: [borrowed.host, borrowed.isBorrowed],
  answer: renderHookAnswer(start, 'context', 'notice'),
  tools: nameTools(asked, { root: home }),
  loads: isLoadedByHost(asked.profile, ['PLUME.md'], new Set()),
  installed: installed.isInstalled,
  command: installed.text.includes('svc-hook') && installed.text.includes('--host plume --tools mcp'),
  undone: readFileSync(path, 'utf8') === before,
  turn: findTurn(join(home, 'turns.jsonl'), 1e6, () => true),
  title: titleOfHost('plume'),
  help: EVERY_COMMAND.find(({ name }) => name === 'install').notes[0],
}
}
`

/** A copy of the sources, with what was changed in it. */
class Tree {
  readonly changed = new Set<string>()

  constructor(readonly folder: string) {
    const parts = ['src', 'handlers', 'store', 'package.json', 'tsconfig.json']
    for (const part of parts) cpSync(join(ROOT, part), join(folder, part), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    const rows = { extends: './tsconfig.json', files: ['src/hosts/profiles.ts'], include: [] }
    writeFileSync(join(folder, 'rows.json'), JSON.stringify(rows))
    mkdirSync(join(folder, 'home/.plume'), { recursive: true })
  }

  write(path: string, text: string): void {
    this.changed.add(path)
    writeFileSync(join(this.folder, path), text)
  }

  put(path: string, old: string, text: (match: string) => string): void {
    const before = readFileSync(join(this.folder, path), 'utf8')
    if (!before.includes(old)) throw new Error(`${path} has no ${old}`)
    this.write(path, before.replace(old, text))
  }

  /** The files that the type checker complains of, with others or of the table of rows alone. */
  complaints(project = 'tsconfig.json'): string[] {
    const compiler = join(ROOT, 'node_modules/typescript-native/bin/tsc')
    const options = ['--noEmit', '--pretty', 'false', '--singleThreaded', '--incremental']
    const args = [compiler, ...options, '--tsBuildInfoFile', `${project}.built`, '-p', project]
    const { stdout } = spawnSync(process.execPath, args, { cwd: this.folder, encoding: 'utf8' })
    const paths = stdout
      .split('\n')
      .flatMap(line => /^(\S+)\(\d+,\d+\): error/.exec(line)?.[1] ?? [])
    return [...new Set(paths)].sort()
  }

  /** What the programs of this tree make of the host. */
  async probe(): Promise<unknown> {
    const outfile = join(this.folder, 'probe.mjs')
    const stdin = { contents: PROBE, resolveDir: this.folder }
    const form = { bundle: true, platform: 'node', format: 'esm', packages: 'external' } as const
    await build({ ...form, stdin, outfile, logLevel: 'error' })
    const { probe } = (await import(pathToFileURL(outfile).href)) as Probe
    return probe(join(this.folder, 'home'))
  }
}

interface Probe {
  probe: (home: string) => Promise<unknown>
}

t.test('a host is added in four files, and the type checker asks for them', async t => {
  const tree = new Tree(temporaryFolder(t))
  const [profiles, drivers] = ['src/hosts/profiles.ts', 'src/hosts/drivers.ts']

  tree.put(profiles, NAME, match => `${match}\n  | 'plume'`)
  t.same(tree.complaints('rows.json'), [profiles], 'with the name alone its row is missing')

  tree.put(profiles, '} satisfies Record<HostName, HostProfile>', match => ROW + match)
  const asked = 'src/provider/host-cli.ts'
  t.same(
    tree.complaints(),
    [drivers, asked],
    'with its row its code is, and how its program is asked',
  )

  tree.put(profiles, LEARNER, () => '')
  tree.write('src/hosts/install/hosts/plume.ts', INSTALLER)
  tree.write('src/hosts/transcript/hosts/plume.ts', READER)
  tree.put(drivers, '/** The code that', match => IMPORT + match)
  tree.put(drivers, '}\n\nconst FORMATS', match => DRIVER + match)
  t.same(tree.complaints(), [])
  t.equal(tree.changed.size, 4, [...tree.changed].join(' '))

  t.same(await tree.probe(), {
    asked: ['plume', 'UserPromptSubmit'],
    named: 'plume',
    borrowed: ['plume', true],
    answer: '{"additionalContext":"context","systemMessage":"notice"}',
    tools: { remember: 'plume/remember', recall: 'plume/recall', get: 'plume/get' },
    loads: true,
    installed: true,
    command: true,
    undone: true,
    turn: { prompt: 'Why?', from: 0, reply: 'So.', complete: true },
    title: 'Plume',
    help: 'NAME: claude-code, codex, gemini-cli, qwen-code, copilot-cli, cursor, opencode, droid, plume.',
  })
})
