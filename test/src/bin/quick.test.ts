import fs, { appendFileSync, cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import t, { type Test } from 'tap'
import { runQuick } from '../../../src/bin/cli/quick.js'
import { runProgram } from '../../../src/bin/cli/run.js'
import { Collections } from '../../../src/memories/collections.js'
import { refreshIndexFile } from '../../../src/memories/index-upkeep.js'
import { openStore } from '../../../store/store.js'
import { Shell } from './shell.js'

interface Said {
  code: number | undefined
  stdout: string
  stderr: string
}

/** Runs a command in this process, over the store and the project of a shell. */
async function say(run: typeof runQuick, { project, store, home }: Shell, argv: string[]) {
  const [cwd, { SVC_DATA_DIR, HOME }] = [process.cwd(), process.env]
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() }
  process.chdir(project)
  Object.assign(process.env, { SVC_DATA_DIR: store, HOME: home })
  try {
    const code = await run(argv, undefined, streams as never)
    const [stdout, stderr] = [streams.stdout, streams.stderr].map(one => String(one.read() ?? ''))
    return { code, stdout, stderr } as Said
  } finally {
    process.chdir(cwd)
    Object.assign(process.env, { SVC_DATA_DIR: SVC_DATA_DIR ?? '', HOME })
    if (SVC_DATA_DIR === undefined) delete process.env.SVC_DATA_DIR
  }
}

/** What both programs say to each of these; a quick one that leaves it to the other says undefined. */
async function compare(t: Test, shell: Shell, calls: string[][]): Promise<string[]> {
  const answered: string[] = []
  for (const call of calls) {
    const quick = await say(runQuick, shell, call)
    const whole = await say(runProgram, shell, call)
    if (quick.code === undefined) t.same(quick.stdout + quick.stderr, '', `${call.join(' ')}: left`)
    else t.same(quick, whole, call.join(' '))
    if (quick.code !== undefined) answered.push(call[0]!)
  }
  return answered
}

/** The memory files at which a command looks, or which it reads, in this process. */
async function looksOf(shell: Shell, call: string[]): Promise<{ left: boolean; looks: string[] }> {
  const { lstatSync, readFileSync, openSync } = fs
  const looks: string[] = []
  const watch = <Look extends (...given: never[]) => unknown>(look: Look) =>
    ((...given: never[]) => {
      const path = String(given[0])
      if (path.endsWith('.md')) looks.push(path)
      return look(...given)
    }) as unknown as Look
  const put = (calls: object) => {
    Object.assign(fs, calls)
    syncBuiltinESMExports()
  }
  put({
    lstatSync: watch(lstatSync),
    readFileSync: watch(readFileSync),
    openSync: watch(openSync),
  })
  try {
    const { code } = await say(runQuick, shell, call)
    return { left: code === undefined, looks }
  } finally {
    put({ lstatSync, readFileSync, openSync })
  }
}

async function indexAll({ store }: Shell): Promise<void> {
  const collections = new Collections(openStore(join(store, 'svc.json')))
  for (const one of await collections.all()) await refreshIndexFile(one, { isForced: true })
}

t.test('index files answer as the whole service does, or leave it to that', async t => {
  const shell = new Shell(t)
  for (const name of ['Deploy', 'Test', 'Release'])
    await shell.say(['remember', '--title', name, `Run make ${name} on main.`])
  await shell.say([
    'remember',
    '--scope',
    'global',
    '--kind',
    'constraint',
    '--title',
    'Short',
    'Five.',
  ])
  const folder = () => {
    const [project = ''] = readdirSync(join(shell.store, 'projects'))
    return join(shell.store, 'projects', project, 'memories')
  }
  const files = () => readdirSync(folder()).map(name => join(folder(), name))
  const idOf = (path: string) => /--(\w+)\.md$/.exec(path)?.[1] ?? ''
  const calls = () => [
    ...[['list'], ['list', '--json', '--limit', '2', '--offset', '1'], ['status', '--json']],
    ...[
      ['list', '--kind', 'constraint'],
      ['list', '--text', 'make'],
      ['recall', ''],
    ],
    ...files().map(path => ['show', idOf(path), '--json']),
    ...[['show', 'nobody'], ['recall', '--json', 'How do we run Deploy on main?'], ['events']],
    ...[['--version'], ['help', 'git'], ['git', 'status'], ['nonsense'], []],
  ]
  await compare(t, shell, calls())
  await indexAll(shell)
  const answered = await compare(t, shell, calls())
  for (const name of ['list', 'status', 'show', 'recall', 'events'])
    t.ok(answered.includes(name), `${name}: by the index files`)

  appendFileSync(files()[0]!, '\nEdited in place.\n')
  const edited = await compare(t, shell, calls())
  t.ok(edited.includes('list'), 'a file that was edited in place is laid over them')
  t.match((await say(runQuick, shell, ['list', '--json'])).stdout, 'Edited in place')

  await shell.say(['remember', '--title', 'Lint', 'Run make lint.'])
  rmSync(files()[0]!)
  t.ok((await compare(t, shell, calls())).includes('list'), 'what came and what went too')

  cpSync(files()[0]!, join(folder(), 'copy.md'))
  await compare(t, shell, calls())
  appendFileSync(files()[1]!, '<<<<<<< ours\n=======\n>>>>>>> theirs\n')
  await compare(t, shell, calls())
})

t.test('what index files cannot answer is left before a memory file is looked at', async t => {
  const shell = new Shell(t)
  await shell.say(['remember', '--title', 'Deploy', 'Run make ship on main.'])
  const { id } = await shell.ask<{ id: string }>([
    'remember',
    '--scope',
    'global',
    ...['--title', 'Short', 'Five lines.'],
  ])
  const index = join(shell.store, 'state', 'index')
  const files = () => readdirSync(index).filter(name => name.endsWith('.idx'))
  const recall = ['recall', 'How do we run ship on main?']
  const calls = [['list'], ['show', id], ['status'], recall]
  const leaves = async (what: string, asked = calls) => {
    for (const call of asked)
      t.same(await looksOf(shell, call), { left: true, looks: [] }, `${what}: ${call[0]}`)
  }

  await leaves('no index file')
  for (const missing of [/^global/, /^project/]) {
    await indexAll(shell)
    rmSync(
      join(
        index,
        files().find(name => missing.test(name))!,
      ),
    )
    await leaves(`none of ${missing.source}`)
  }
  await indexAll(shell)
  for (const name of files()) writeFileSync(join(index, name), 'cut')
  await leaves('damaged')

  await indexAll(shell)
  for (const call of calls) {
    const { left, looks } = await looksOf(shell, call)
    t.ok(!left && looks.length > 0, `${call[0]}: answered, and the looks are seen`)
  }
  await shell.say(['remember', '--title', 'Lint', 'Run make lint.'])
  await leaves('behind', [recall])
})
