import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { Shell } from '../bin/shell.js'
import { importFrom, makeFolder, memoriesOf } from './fixture.js'

interface Noted {
  items: { revision?: string }[]
}

/** Makes of an import's record one that was cut off before it noted what it wrote. */
function cutOff(shell: Shell, id: string): void {
  const record = join(shell.store, 'state/taken', `${id}.json`)
  const taken = JSON.parse(readFileSync(record, 'utf8')) as Noted
  for (const item of taken.items) delete item.revision
  writeFileSync(record, JSON.stringify(taken))
}

const contents = async (shell: Shell) => (await memoriesOf(shell)).map(({ content }) => content)

t.test('notes of the same name in two folders are two memories', async t => {
  const shell = new Shell(t)
  for (const text of ['Of the first.', 'Of the second.']) {
    const folder = makeFolder(t)
    writeFileSync(join(folder, 'README.md'), text)
    t.match(await importFrom(shell, 'markdown', folder), { added: 1, updated: 0 })
  }
  t.same((await contents(shell)).sort(), ['Of the first.', 'Of the second.'])
})

t.test('an update that was cut off is finished by the next import, and taken back', async t => {
  const shell = new Shell(t)
  const notes = makeFolder(t)
  const write = (name: string, text: string) => writeFileSync(join(notes, name), text)
  for (const name of ['a.md', 'b.md']) write(name, `One ${name}`)
  await importFrom(shell, 'markdown', notes)
  const folder = join(shell.store, 'global/memories')
  const [first = ''] = readdirSync(folder).filter(name => name.startsWith('a-'))
  const before = readFileSync(join(folder, first))
  for (const name of ['a.md', 'b.md']) write(name, `Two ${name}`)
  const { id } = await importFrom(shell, 'markdown', notes)
  // As if the process had been killed when the second of the two was written, and the first not yet.
  writeFileSync(join(folder, first), before)
  cutOff(shell, id!)
  const again = await importFrom(shell, 'markdown', notes)
  t.match(again, { added: 0, updated: 1, unchanged: 1 })
  t.same(await contents(shell), ['Two a.md', 'Two b.md'])
  t.match(await shell.ask(['import', 'undo', again.id!]), { undone: 1, kept: [] })
  t.match(await shell.ask(['import', 'undo', id!]), { undone: 2, kept: [] })
  t.same(await contents(shell), ['One a.md', 'One b.md'])
})

t.test('what an import that was cut off wrote is taken back, though it is dated', async t => {
  const shell = new Shell(t)
  const file = join(makeFolder(t), 'mem0.json')
  const dates = { created_at: '2024-01-01T00:00:00Z', updated_at: '2025-01-01T00:00:00Z' }
  writeFileSync(file, JSON.stringify([{ id: 'one', memory: 'A dated one.', ...dates }]))
  const { id } = await importFrom(shell, 'mem0', file)
  cutOff(shell, id!)
  t.match(await shell.ask(['import', 'undo', id!]), { undone: 1, kept: [] })
})

t.test('undo of a change of tags alone brings back that, and no earlier text', async t => {
  const shell = new Shell(t)
  const notes = makeFolder(t)
  const ids = []
  for (const text of ['One.', 'Two.', '---\ntags: [new]\n---\nTwo.']) {
    writeFileSync(join(notes, 'a.md'), text)
    ids.push((await importFrom(shell, 'markdown', notes)).id!)
  }
  t.match(await shell.ask(['import', 'undo', ids[2]!]), { undone: 1 })
  t.match(await memoriesOf(shell), [{ content: 'Two.', tags: [] }])
  t.match(await shell.ask(['import', 'undo', ids[1]!]), { undone: 1 })
  t.match(await memoriesOf(shell), [{ content: 'One.' }])
  t.match(await shell.ask(['import', 'undo', ids[0]!]), { undone: 1 })
  t.same(await memoriesOf(shell), [])
})

t.test('an export of any project is read again, whole', async t => {
  const shell = new Shell(t)
  const content = 'Steps:\n\n    one\n\n---\n\n\n    two\n\n---\n\nEnd'
  const out = makeFolder(t)
  const ids = ['.dotfiles', 'node_modules', 'CON'].map(name => join(shell.home, name))
  for (const folder of ids) {
    mkdirSync(folder)
    const title = `In ${folder.slice(-6)}`
    await shell.say(['remember', '--scope', 'project', '--title', title, content + title], {
      cwd: folder,
    })
  }
  for (const form of ['markdown', 'okf', 'mcp-memory']) {
    const path = join(out, form)
    await shell.say(['export', '--to', form, path])
    const other = new Shell(t)
    t.match(await importFrom(other, form, path, '--scope', 'global', '--json'), { added: 3 })
    t.ok(
      (await contents(other)).every(one => one.startsWith(content)),
      form,
    )
    if (form !== 'mcp-memory')
      t.notOk(readdirSync(path).some(name => /^(?:\.|node_|con$)/i.test(name)))
  }
})

t.test('a plan writes nothing at all', async t => {
  const shell = new Shell(t)
  const notes = makeFolder(t)
  writeFileSync(join(notes, 'a.md'), 'Text.')
  const state = () =>
    readdirSync(shell.store, { recursive: true, encoding: 'utf8' })
      .filter(name => statSync(join(shell.store, name)).isFile())
      .map(
        name =>
          `${name} ${createHash('md5')
            .update(readFileSync(join(shell.store, name)))
            .digest('hex')}`,
      )
      .sort()
  await shell.say(['remember', '--scope', 'global', '--title', 'One', 'One.'])
  const before = state()
  await importFrom(shell, 'markdown', notes, '--dry-run', '--project', `x=${shell.home}`)
  t.same(state(), before)
})

t.test('notes that two projects of basic-memory name alike are two', async t => {
  const shell = new Shell(t)
  const projects = ['one', 'two'].map(name => {
    const folder = join(shell.home, name)
    mkdirSync(folder)
    writeFileSync(join(folder, 'setup.md'), `---\npermalink: notes/setup\n---\nOf ${name}.`)
    return [name, folder]
  })
  mkdirSync(join(shell.home, '.basic-memory'))
  const config = { default_project: 'main', projects: Object.fromEntries(projects) as unknown }
  writeFileSync(join(shell.home, '.basic-memory/config.json'), JSON.stringify(config))
  t.match(await importFrom(shell, 'basic-memory', '--scope', 'global'), { added: 2, known: 0 })
})

t.test('lines for people keep to 80 columns', async t => {
  const shell = new Shell(t)
  const file = join(makeFolder(t), 'mem0.json')
  const names = Array.from({ length: 40 }, (_, at) => `some-project-${at}`)
  const items = names.map(project => ({ memory: `Of ${project}`, metadata: { project } }))
  writeFileSync(file, JSON.stringify([{ memory: 'long word '.repeat(30) }, ...items]))
  const { stdout } = await shell.run(['import', '--from', 'mem0', file, '--dry-run'])
  t.same(
    stdout.split('\n').filter(line => line.length > 80),
    [],
  )
})
