import { execFile, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { bare } from './bare.js'
import './built.mjs'
import { parseHookCall } from '../handlers/hooks/protocol.js'
import { hideHookKeys } from '../src/hosts/hook-key.js'
import { STATE } from '../store/store.js'
import { headingsOf, readReadmes, READMES, renderReadmes } from './readme-tables.mjs'
import { ROOT } from './root.js'
import { readSources } from './sources.js'
import { removeFolder } from './remove-folder.mjs'

const readmes = readReadmes()
const readme = readmes['README.md'] ?? ''
/** A reader who wants to know what it is has no hour. */
const MOST_LINES = 250
const MOST_STEPS = 12
/** Characters of a paragraph or list item that can be taken in at a glance. */
const MOST_PARAGRAPH = 600
/** What is started as a process, the last by git through `svc git merge-driver`: no step imports it. */
const PROGRAMS = [
  'src/bin/svc.ts',
  'src/bin/svc-hook.ts',
  'src/bin/hook/programs/user-prompt-submit.ts',
  'src/bin/cli/tasks.ts',
  'src/git/merge-driver.ts',
]

t.test('what follows from the code is as the code has it', async t => {
  t.same(await renderReadmes(readmes), readmes, 'npm run tables')
})

t.test('the first file is short', async t => {
  t.ok(readme.split('\n').length - 1 <= MOST_LINES)
})

t.test('no paragraph and no item of a list is long', async t => {
  for (const [path, text] of Object.entries(readmes)) {
    const long = paragraphsOf(text).filter(({ length }) => length > MOST_PARAGRAPH)
    t.same(long, [], path)
  }
})

t.test('the commands of the first section do what it says, in their order', async t => {
  const start = sectionOf('Start')
  const commands = blocksOf(start, 'sh').flatMap(block => block.trim().split('\n'))
  const home = makeHome(t)
  const store = join(home, '.local/share/svc')
  const said: Record<string, (line: string) => Promise<void>> = {
    // The network's and the test run's own matter: without it there would be no test.
    'npm ci': async () => undefined,
    'npm start': async () => {
      const printed = await startService(home)
      const shown = blocksOf(start, 'text')[0] ?? ''
      t.equal(printed.replace(/(?<=:)\d+(?=\/)/, '4747'), shown.trim())
    },
    'node dist/svc.cjs install': async line => {
      t.match(await sh(line, home), 'Claude Code: installed')
      const settings = hideHookKeys(readFileSync(join(home, '.claude/settings.json'), 'utf8'))
      const shown = blocksOf(sectionOf('Hooks', 'handlers/README.md'), 'json')[0] ?? ''
      t.same(shapeOf(settings), shapeOf(shown))
    },
    'node dist/svc.cjs remember': async line => {
      t.match(await sh(line, home), 'remembered')
      const folder = join(store, 'global/memories')
      const [name = ''] = readdirSync(folder)
      t.match(start, name.replace(/--.*/, '--'))
      const [shown = ''] = blocksOf(start, 'markdown')
      t.equal(maskChance(readFileSync(join(folder, name), 'utf8')), maskChance(shown))
    },
  }
  for (const line of commands) {
    const name = Object.keys(said).find(known => line.startsWith(known))
    t.ok(name, line)
    await said[name ?? '']?.(line)
  }
  t.equal(commands.length, Object.keys(said).length)
})

t.test('the undo that the first section names leaves no hook behind', async t => {
  const home = makeHome(t)
  const [install, uninstall] = ['install', 'uninstall'].map(name => {
    const line = `node dist/svc.cjs ${name} --host claude-code`
    t.ok(sectionOf('Start').includes(line), line)
    return line
  })
  const settings = join(home, '.claude/settings.json')
  await sh(install ?? '', home)
  t.ok(existsSync(settings))
  await sh(uninstall ?? '', home)
  t.notOk(existsSync(settings))
})

t.test('the programs in it run', async t => {
  const programs = Object.values(readmes).flatMap(text => blocksOf(text, 'js'))
  t.equal(programs.length, 2)
  for (const program of programs) {
    const command = [process.execPath, '--input-type=module', '--eval', program]
    const { stdout, stderr } = await promisify(execFile)(...bare(envOf(makeHome(t)), command), {
      cwd: ROOT,
    })
    t.equal(stderr, '')
    if (program.includes('status).status')) t.equal(stdout, '200\n')
  }
})

t.test('the folder of memories becomes a repository as it says', async t => {
  const home = makeHome(t)
  await sh('node dist/svc.cjs remember --scope global --title A a', home)
  const [lines = ''] = blocksOf(sectionOf('In git', 'store/README.md'), 'sh')
  t.match(await sh(lines, home), /made a repository of [^]*committed \w+: 1 added\n/)
  t.equal(await sh('cd ~/.local/share/svc && git status --porcelain', home), '')
})

for (const [path, text] of Object.entries(readmes)) {
  t.test(`what ${path} points to is there`, async t => {
    t.same(
      pathsIn(text).filter(named => !existsSync(join(ROOT, named))),
      [],
    )
    const links = linksIn(text).filter(link => !/^https?:/.test(link))
    t.same(
      links.filter(link => !leadsSomewhere(path, link)),
      [],
    )
    t.ok(pathsIn(text).length > 5 && links.length > 5, 'the search finds some')
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: object
    }
    const run = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name ?? '')
    t.same(
      run.filter(name => !(name in scripts)),
      [],
    )
  })
}

t.test('a link is followed to its heading', async t => {
  t.ok(leadsSomewhere('README.md', 'src/README.md#commands'))
  t.ok(leadsSomewhere('store/README.md', '../src/README.md#commands'))
  t.notOk(leadsSomewhere('README.md', 'src/README.md#no-such-heading'))
  t.notOk(leadsSomewhere('README.md', 'src/NO.md'))
})

t.test('the walks lead through the code', async t => {
  const sources = new Map(
    readSources('src', 'handlers', 'store').map(source => [source.path, source]),
  )
  const walks = walksIn(readmes['src/README.md'] ?? '')
  t.equal(walks.length, 4)
  for (const { title, steps } of walks) {
    t.ok(steps.length > 2 && steps.length <= MOST_STEPS, `${title}: ${steps.length} files`)
    for (const [at, step] of steps.entries()) {
      t.ok(existsSync(join(ROOT, step)), `${title}: ${step} is there`)
      const before = steps.slice(0, at)
      const isReached = before.some(path => sources.get(path)?.imports.some(i => i.target === step))
      t.ok(at === 0 || isReached || PROGRAMS.includes(step), `${title}: ${step} comes by an import`)
    }
  }
})

t.test('what lies under state/ is told', async t => {
  const rows = sectionOf('On disk', 'store/README.md').matchAll(/^\| `([\w.-]+)\/?` +\|/gm)
  t.same([...rows].map(([, name]) => name).sort(), Object.keys(STATE).sort())
})

t.test('the names that hosts have for the events are understood', async t => {
  const rows = sectionOf('Hooks', 'handlers/README.md').matchAll(/^\| `(\w+)` +\|([^|]+)\|/gm)
  const names = [...rows].map(([, event, cell = '']) => ({ event, names: codesIn(cell) }))
  t.equal(names.length, 4)
  for (const { event, names: given } of names) {
    for (const name of given) t.equal(parseHookCall({ hook_event_name: name }, {})?.event, event)
  }
})

/** The paths of this repository that a text names as code. */
function pathsIn(text: string): string[] {
  const named = text.matchAll(/`((?:src|handlers|store|test|examples)\/[\w./-]*)`/g)
  return [...named].map(([, path]) => path ?? '')
}

function linksIn(text: string): string[] {
  const prose = text.replace(/^```[^]*?^```$/gm, '')
  return [...prose.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link ?? '')
}

/** Paragraphs, headings and items of lists; tables, code and comments are none. */
function paragraphsOf(text: string): string[] {
  const prose = text.replace(/^ *```[^]*?^ *```$/gm, '').replace(/^ *(?:\||<!--).*$/gm, '')
  return prose.split(/\n\s*\n|\n(?= *(?:[-*]|\d+\.) )/).map(one => one.trim())
}

/** True where a link of a README leads to a file, and to a heading in it where it names one. */
function leadsSomewhere(from: string, link: string): boolean {
  const [file = '', anchor] = link.split('#')
  const path = file === '' ? from : posix.join(posix.dirname(from), file)
  if (!existsSync(join(ROOT, path))) return false
  if (anchor === undefined) return true
  return (
    READMES.includes(path) && headingsOf(readmes[path] ?? '').some(one => one.anchor === anchor)
  )
}

/** The lists of files below "A reader's walk". */
function walksIn(text: string): { title: string; steps: string[] }[] {
  const [, section = ''] = text.split("\n## A reader's walk\n")
  const parts = (section.split('\n## ')[0] ?? '').split('\n### ').slice(1)
  return parts.map(part => ({
    title: part.split('\n')[0] ?? '',
    steps: [...part.matchAll(/^- `([^`]+)`/gm)].map(([, path]) => path ?? ''),
  }))
}

function codesIn(cell: string): string[] {
  return [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? '')
}

function sectionOf(title: string, path = 'README.md'): string {
  const section = (readmes[path] ?? '').split(/^## /m).find(part => part.startsWith(`${title}\n`))
  if (section === undefined) throw new Error(`${path} has no section ${title}`)
  return section
}

function blocksOf(text: string, language: string): string[] {
  const fences = text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)
  return [...fences].filter(([, name]) => name === language).map(([, , body]) => body ?? '')
}

function makeHome(t: Test): string {
  const home = mkdtempSync(join(tmpdir(), 'svc-readme-'))
  const claude = join(home, '.local/bin/claude')
  mkdirSync(dirname(claude), { recursive: true })
  writeFileSync(claude, "#!/bin/sh\necho '2.1.328 (Claude Code)'\n", { mode: 0o755 })
  t.teardown(() => removeFolder(home))
  return home
}

function envOf(home: string): Record<string, string> {
  return {
    PATH: `${join(home, '.local/bin')}:${process.env.PATH ?? ''}`,
    HOME: home,
    SVC_PORT: '0',
    GIT_AUTHOR_NAME: 'reader',
    GIT_AUTHOR_EMAIL: 'reader@example.com',
    GIT_COMMITTER_NAME: 'reader',
    GIT_COMMITTER_EMAIL: 'reader@example.com',
  }
}

async function sh(line: string, home: string): Promise<string> {
  const command = bare(envOf(home), ['sh', '-c', line])
  return (await promisify(execFile)(...command, { cwd: ROOT })).stdout
}

/** Runs `npm start` until it has said its two lines; those lines. */
function startService(home: string): Promise<string> {
  const [program, args] = bare(envOf(home), ['npm', 'start', '--silent'])
  const child = spawn(program, args, { cwd: ROOT, detached: true })
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.split('\n').length > 2) process.kill(-child.pid!, 'SIGTERM')
    })
    child.on('error', reject)
    child.on('close', () => resolve(text.trim()))
  })
}

/** Settings with the path of the launcher made alike. */
function shapeOf(settings: string): unknown {
  return JSON.parse(settings.replaceAll(/"\/\S+\/bin\/svc-hook /g, '"/svc-hook '))
}

function maskChance(document: string): string {
  return document.replace(/^(id|createdAt): .*$/gm, '$1: …').trimEnd()
}
