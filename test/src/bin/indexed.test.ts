import fs, { appendFileSync, cpSync, readdirSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { Collections } from '../../../src/memories/collections.js'
import { refreshIndexFile } from '../../../src/memories/index-upkeep.js'
import { openStore } from '../../../store/store.js'
import { Shell } from './shell.js'

/** Where what is derived from the memory files of a store lies. */
const indexOf = ({ store }: Shell) => join(store, 'state', 'index')

async function indexAll({ store }: Shell): Promise<void> {
  const collections = new Collections(openStore(join(store, 'svc.json')))
  for (const one of await collections.all()) await refreshIndexFile(one, { isForced: true })
}

/** What a command says as things are, and as it says it where nothing but the memory files is there. */
async function compare(t: Test, shell: Shell, calls: string[][], what: string): Promise<void> {
  const kept = `${indexOf(shell)}.kept`
  for (const call of calls) {
    const indexed = await shell.run(call)
    fs.renameSync(indexOf(shell), kept)
    const whole = await shell.run(call)
    rmSync(indexOf(shell), { recursive: true, force: true })
    fs.renameSync(kept, indexOf(shell))
    t.same(indexed, whole, `${what}: ${call.join(' ')}`)
  }
}

/** The memory files that a command reads. */
async function readBy(shell: Shell, call: string[]): Promise<string[]> {
  const { openSync } = fs
  const read: string[] = []
  const watch = (...given: Parameters<typeof openSync>) => {
    if (String(given[0]).endsWith('.md')) read.push(String(given[0]))
    return openSync(...given)
  }
  const put = (calls: object) => {
    Object.assign(fs, calls)
    syncBuiltinESMExports()
  }
  put({ openSync: watch })
  try {
    await shell.say(call)
    return read
  } finally {
    put({ openSync })
  }
}

t.test(
  'commands say the same with index files, with ones that are behind, and without',
  async t => {
    const shell = new Shell(t)
    for (const name of ['Deploy', 'Test', 'Release'])
      await shell.say(['remember', '--title', name, `Run make ${name} on main.`])
    const short = ['--scope', 'global', '--kind', 'constraint', '--title', 'Short', 'Five.']
    await shell.say(['remember', ...short])
    const folder = () => {
      const [project = ''] = readdirSync(join(shell.store, 'projects'))
      return join(shell.store, 'projects', project, 'memories')
    }
    const files = () => readdirSync(folder()).map(name => join(folder(), name))
    const idOf = (path: string) => /--(\w+)\.md$/.exec(path)?.[1] ?? ''
    const recall = ['recall', 'How do we run Deploy on main?']
    const calls = () => [
      ...[['list'], ['list', '--json', '--limit', '2', '--offset', '1'], ['status', '--json']],
      ...[
        ['list', '--kind', 'constraint'],
        ['list', '--text', 'make'],
      ],
      ...files().map(path => ['show', idOf(path), '--json']),
      ...[['show', 'nobody'], recall, ['events']],
    ]
    await indexAll(shell)
    await compare(t, shell, [...calls(), [...recall, '--json'], [...recall, '--explain']], 'whole')

    appendFileSync(files()[0]!, '\nEdited in place.\n')
    await compare(t, shell, calls(), 'edited in place')
    t.match(await shell.say(['show', idOf(files()[0]!)]), 'Edited in place')

    await shell.say(['remember', '--title', 'Lint', 'Run make lint.'])
    rmSync(files()[0]!)
    await compare(t, shell, calls(), 'behind')

    cpSync(files()[0]!, join(folder(), 'copy.md'))
    await compare(t, shell, calls(), 'a copy')
    appendFileSync(files()[1]!, '<<<<<<< ours\n=======\n>>>>>>> theirs\n')
    await compare(t, shell, calls(), 'a conflict')
  },
)

t.test('with index files a command reads no other memory file than it shows', async t => {
  const shell = new Shell(t)
  for (const name of ['Deploy', 'Test', 'Release'])
    await shell.say(['remember', '--title', name, `Run make ${name} on main.`])
  const short = ['--scope', 'global', '--title', 'Short', 'Five lines.']
  const { id } = await shell.ask<{ id: string }>(['remember', ...short])
  await indexAll(shell)
  t.match(await readBy(shell, ['show', id]), [new RegExp(`--${id}\\.md$`)])
  t.same(await readBy(shell, ['status']), [])
  t.same((await readBy(shell, ['recall', 'What does make Release do?'])).length, 1)
})
