import { appendFileSync, cpSync, readdirSync, rmSync } from 'node:fs'
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

t.test('index files answer as the whole service does, or leave it to that', async t => {
  const shell = new Shell(t)
  for (const name of ['Deploy', 'Test', 'Release'])
    shell.say(['remember', '--title', name, `Run make ${name} on main.`])
  shell.say(['remember', '--scope', 'global', '--kind', 'constraint', '--title', 'Short', 'Five.'])
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
  const indexAll = async () => {
    const collections = new Collections(openStore(join(shell.store, 'svc.json')))
    for (const one of await collections.all()) await refreshIndexFile(one, { isForced: true })
  }

  await compare(t, shell, calls())
  await indexAll()
  const answered = await compare(t, shell, calls())
  for (const name of ['list', 'status', 'show', 'recall', 'events'])
    t.ok(answered.includes(name), `${name}: by the index files`)

  appendFileSync(files()[0]!, '\nEdited in place.\n')
  const edited = await compare(t, shell, calls())
  t.ok(edited.includes('list'), 'a file that was edited in place is laid over them')
  t.match((await say(runQuick, shell, ['list', '--json'])).stdout, 'Edited in place')

  shell.say(['remember', '--title', 'Lint', 'Run make lint.'])
  rmSync(files()[0]!)
  t.ok((await compare(t, shell, calls())).includes('list'), 'what came and what went too')

  cpSync(files()[0]!, join(folder(), 'copy.md'))
  await compare(t, shell, calls())
  appendFileSync(files()[1]!, '<<<<<<< ours\n=======\n>>>>>>> theirs\n')
  await compare(t, shell, calls())
})
