import { mkdirSync, readFileSync, readdirSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { ForeignRecord, UndoneImport } from '../../../src/transfer/types.js'
import { Shell } from '../bin/shell.js'
import { importFrom, makeFolder, memoriesOf } from './fixture.js'

function makeNotes(t: Parameters<typeof makeFolder>[0], texts: Record<string, string>): string {
  const folder = makeFolder(t)
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text)
  return folder
}

const NOTES = { 'a.md': 'Money is in cents.\n', 'b.md': 'Ports begin at 5000.\n', 'c.md': 'Tea.\n' }

t.test('the same import again changes nothing, and what changed there is updated', async t => {
  const shell = new Shell(t)
  const notes = makeNotes(t, NOTES)
  t.match(await importFrom(shell, 'markdown', notes, '--dry-run'), { added: 3 })
  t.same(await memoriesOf(shell), [], 'a dry run writes nothing')
  t.match(await shell.ask(['import', 'undo']), [], 'and notes nothing')
  const first = await importFrom(shell, 'markdown', notes)
  t.match(first, { added: 3, ok: true })
  const before = await memoriesOf(shell)
  const again = await importFrom(shell, 'markdown', notes)
  t.match(again, { added: 0, updated: 0, unchanged: 3 })
  t.equal(again.id, undefined, 'nothing is there to be undone')
  t.same(await memoriesOf(shell), before)
  writeFileSync(join(notes, 'a.md'), 'Money is in cents, always.\n')
  t.match(await importFrom(shell, 'markdown', notes), { added: 0, updated: 1, unchanged: 2 })
  t.match((await memoriesOf(shell))[0], { content: 'Money is in cents, always.' })
})

t.test('what was forgotten, or changed here, stays so', async t => {
  const shell = new Shell(t)
  const notes = makeNotes(t, NOTES)
  await importFrom(shell, 'markdown', notes)
  const [a, b] = await memoriesOf(shell)
  await shell.say(['forget', a!.id])
  await shell.say(['edit', b!.id, '--content', 'Ports begin at 6000.'])
  writeFileSync(join(notes, 'b.md'), 'Ports begin at 7000.\n')
  t.match(await importFrom(shell, 'markdown', notes), { added: 0, forgotten: 1, unchanged: 2 })
  const after = await memoriesOf(shell)
  t.same(
    after.map(({ content }) => content),
    ['Ports begin at 6000.', 'Tea.'],
  )
  t.match(await importFrom(shell, 'markdown', notes, '--force'), { added: 1 })
})

t.test(
  'a text that is there already does not come twice, and one that was wrong not again',
  async t => {
    const shell = new Shell(t)
    const notes = makeNotes(t, { ...NOTES, 'd.md': '- money is  in cents\n' })
    await shell.say(['remember', '--scope', 'global', '--title', 'Tea', 'tea'])
    const made = await shell.ask<{ id: string }>([
      'remember',
      '--scope',
      'global',
      '--title',
      'P',
      'Ports begin at 5000.',
    ])
    await shell.say(['forget', '--wrong', made.id])
    const result = await importFrom(shell, 'markdown', notes)
    t.match(result, { added: 1, known: 2, forgotten: 1 })
  },
)

t.test('undo takes back what nobody has changed since', async t => {
  const shell = new Shell(t)
  const notes = makeNotes(t, NOTES)
  const { id } = await importFrom(shell, 'markdown', notes)
  await shell.say(['remember', '--scope', 'global', '--title', 'Own', 'An own memory.'])
  const [, a, b] = await memoriesOf(shell)
  await shell.say(['edit', a!.id, '--content', 'Money is in cents, I say.'])
  await shell.say(['forget', b!.id])
  const list = await shell.ask<ForeignRecord[]>(['import', 'undo'])
  t.match(list, [{ id, from: 'markdown', path: notes, memories: 3 }])
  const undone = await shell.ask<UndoneImport>(['import', 'undo', id!])
  t.match(undone, { ok: true, undone: 1, gone: 1, kept: [{ id: a!.id }] })
  t.same(
    (await memoriesOf(shell)).map(({ title }) => title),
    ['Own', 'a'],
  )
  t.match(
    await shell.say(['archive', 'list', '--scope', 'global']),
    /\bc\b/,
    'it lies in the archive',
  )
  t.match((await shell.run(['import', 'undo', id!])).stderr, /undone already/)
  t.match((await shell.run(['import', 'undo', 'nosuchid'])).stderr, /no import nosuchid/)
  t.match(
    await importFrom(shell, 'markdown', notes),
    { added: 1, forgotten: 1, known: 1 },
    'and may come again',
  )
})

t.test('undo of an update brings back what stood before', async t => {
  const shell = new Shell(t)
  const notes = makeNotes(t, NOTES)
  await importFrom(shell, 'markdown', notes)
  const before = await memoriesOf(shell)
  writeFileSync(join(notes, 'a.md'), 'Money is in euros.\n')
  const { id } = await importFrom(shell, 'markdown', notes)
  t.match(await shell.ask(['import', 'undo', id!]), { undone: 1, gone: 0, kept: [] })
  t.same(
    (await memoriesOf(shell)).map(({ content }) => content),
    before.map(({ content }) => content),
  )
  t.match(await importFrom(shell, 'markdown', notes), { updated: 1, unchanged: 2 })
})

t.test('an import that was cut off is finished by the next, and can be undone', async t => {
  const shell = new Shell(t)
  const notes = makeNotes(t, NOTES)
  const { id } = await importFrom(shell, 'markdown', notes)
  const [a] = await memoriesOf(shell)
  const record = join(shell.store, 'state/taken', `${id}.json`)
  // As if the process had been killed between the first write and its note.
  const taken = JSON.parse(readFileSync(record, 'utf8')) as { items: { revision?: string }[] }
  for (const item of taken.items) delete item.revision
  const folder = join(shell.store, 'global/memories')
  for (const name of readdirSync(folder)) if (!name.includes(a!.id)) unlinkSync(join(folder, name))
  writeFileSync(record, JSON.stringify(taken))
  t.match(await importFrom(shell, 'markdown', notes), { added: 2, unchanged: 1, forgotten: 0 })
  t.match(await shell.ask(['import', 'undo', id!]), { undone: 3 })
})

t.test('projects that nobody can place are named, and left out', async t => {
  const shell = new Shell(t)
  const file = join(makeFolder(t), 'mem0.json')
  const item = (memory: string, project: string) => ({ memory, metadata: { project } })
  writeFileSync(file, JSON.stringify([item('One.', 'shop'), item('Two.', 'project')]))
  mkdirSync(join(shell.project, '.git'))
  const { stdout, stderr } = await shell.run(['import', '--yes', '--from', 'mem0', file])
  t.equal(stderr, '')
  t.match(stdout, /1 added\n.*project: 1 fact\n.*svc import undo \w+\n.*cannot place: shop \(1\)/)
  const other = join(makeFolder(t), 'mem0.json')
  writeFileSync(other, JSON.stringify([item('One.', 'shop')]))
  const none = await shell.run(['import', '--yes', '--from', 'mem0', other])
  t.match(none.stdout, /^mem0: nothing to import\n.*cannot place: shop \(1\)/)
  const result = await importFrom(shell, 'mem0', file, '--project', `shop=${shell.home}`)
  t.match(result, { added: 1, unchanged: 1, unplaced: {} })
  const bad = await shell.run(['import', '--from', 'mem0', file, '--project', 'shop'])
  t.match(bad, { code: 2, stderr: /--project NAME=DIR/ })
  const form = await shell.run(['import', '--from', 'jsonl', file])
  t.match(form, { code: 1, stderr: 'svc load restores what svc export --to jsonl has written' })
})

t.test('all of it may wait to be accepted', async t => {
  const shell = new Shell(t)
  await importFrom(shell, 'markdown', makeNotes(t, NOTES), '--review')
  t.ok((await memoriesOf(shell)).every(({ source }) => source.waits === true))
})

t.test('undo loses no edit: of a memory that was merged, tagged, named or accepted', async t => {
  const shell = new Shell(t)
  const words = 'Deploys to production run on Tuesdays after the smoke tests are green'
  const notes = makeNotes(t, {
    'a.md': `${words}.\n`,
    'b.md': 'Ports begin at 5000.\n',
    'c.md': 'Tea is drunk at four.\n',
    'd.md': 'Money is in cents.\n',
  })
  const { id } = await importFrom(shell, 'markdown', notes, '--review')
  const [a, b, c, d] = await memoriesOf(shell)
  await shell.say(['remember', '--scope', 'global', '--title', 'Deploys', `${words}, never later.`])
  await shell.say(['review', 'accept', a!.id])
  t.match(await shell.ask(['consolidate', '--scope', 'global']), { merged: 1 })
  await shell.say(['edit', b!.id, '--tags', 'net'])
  await shell.say(['edit', c!.id, '--aliases', 'at tea time'])
  await shell.say(['review', 'accept', d!.id])
  const before = await memoriesOf(shell)
  const undone = await shell.ask<UndoneImport>(['import', 'undo', id!])
  t.equal(undone.undone, 0)
  t.equal(undone.gone + undone.kept.length, 4)
  t.same(await memoriesOf(shell), before, 'all of it stands as it stood')
  t.match(before.map(({ content }) => content).join(), /never later/)
})

t.test('undo takes back no edit that was made to the file of a memory', async t => {
  const shell = new Shell(t)
  const { id } = await importFrom(shell, 'markdown', makeNotes(t, NOTES))
  const folder = join(shell.store, 'global/memories')
  const [name = ''] = readdirSync(folder).filter(one => one.startsWith('a-'))
  const text = readFileSync(join(folder, name), 'utf8')
  writeFileSync(join(folder, name), text.replace('in cents', 'in euros'))
  t.match(await shell.ask(['import', 'undo', id!]), { undone: 2, kept: [{ title: 'a' }] })
  t.match(await memoriesOf(shell), [{ content: 'Money is in euros.' }])
})
