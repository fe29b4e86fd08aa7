import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { renderReadme } from './readme-tables.mjs'
import { ROOT } from './sources.js'

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')

t.test('what follows from the code is as the code has it', async t => {
  t.equal(await renderReadme(readme), readme, 'npm run build && node test/readme-tables.mjs')
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
    'node dist/src/bin/svc.js install': async line => {
      t.match(await sh(line, home), 'Claude Code: installed')
      const settings = readFileSync(join(home, '.claude/settings.json'), 'utf8')
      const shown = blocksOf(sectionOf('Hooks'), 'json')[0] ?? ''
      t.same(shapeOf(settings), shapeOf(shown))
    },
    'node dist/src/bin/svc.js remember': async line => {
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
    const line = `node dist/src/bin/svc.js ${name} --host claude-code`
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
  const programs = blocksOf(readme, 'js')
  t.equal(programs.length, 2)
  for (const program of programs) {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', program],
      { cwd: ROOT, env: envOf(makeHome(t)) },
    )
    t.equal(stderr, '')
    if (program.includes('status).status')) t.equal(stdout, '200\n')
  }
})

t.test('the folder of memories becomes a repository as it says', async t => {
  const home = makeHome(t)
  await sh('node dist/src/bin/svc.js remember --scope global --title A a', home)
  const [lines = ''] = blocksOf(sectionOf('In git'), 'sh')
  t.match(await sh(lines, home), /made a repository of [^]*committed \w+: 1 added\n/)
  t.equal(await sh('cd ~/.local/share/svc && git status --porcelain', home), '')
})

t.test('what it points to is there', async t => {
  const named = [...readme.matchAll(/`((?:src|handlers|store|test|examples)\/[\w./-]*)`/g)]
  t.ok(named.length > 20)
  t.same(
    named.map(([, path]) => path ?? '').filter(path => !existsSync(join(ROOT, path))),
    [],
  )
  const scripts = (
    JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object }
  ).scripts
  const run = [...readme.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name ?? '')
  t.same(
    run.filter(name => !(name in scripts)),
    [],
  )
})

function sectionOf(title: string): string {
  const section = readme.split(/^## /m).find(part => part.startsWith(`${title}\n`))
  if (section === undefined) throw new Error(`README.md has no section ${title}`)
  return section
}

function blocksOf(text: string, language: string): string[] {
  const fences = text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)
  return [...fences].filter(([, name]) => name === language).map(([, , body]) => body ?? '')
}

function makeHome(t: Test): string {
  const home = mkdtempSync(join(tmpdir(), 'svc-readme-'))
  t.teardown(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))
  return home
}

function envOf(home: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: home,
    SVC_PORT: '0',
    GIT_AUTHOR_NAME: 'reader',
    GIT_AUTHOR_EMAIL: 'reader@example.com',
    GIT_COMMITTER_NAME: 'reader',
    GIT_COMMITTER_EMAIL: 'reader@example.com',
  }
}

async function sh(line: string, home: string): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', line], { cwd: ROOT, env: envOf(home) })
  return stdout
}

/** Runs `npm start` until it has said its two lines; those lines. */
function startService(home: string): Promise<string> {
  const child = spawn('npm', ['start', '--silent'], { cwd: ROOT, env: envOf(home), detached: true })
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.split('\n').length > 2) process.kill(-(child.pid ?? 0), 'SIGTERM')
    })
    child.on('error', reject)
    child.on('close', () => resolve(text.trim()))
  })
}

/** Settings with the two paths of the command made alike. */
function shapeOf(settings: string): unknown {
  return JSON.parse(settings.replaceAll(/\\"\/[^"\\]*\\"/g, '\\"/path\\"'))
}

function maskChance(document: string): string {
  return document.replace(/^(id|createdAt): .*$/gm, '$1: …').trimEnd()
}
