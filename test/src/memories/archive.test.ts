import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import t from 'tap'
import { readForgotten } from '../../../store/memories/history.js'
import { openStore } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'
import { fileOf, GLOBAL, openService, project, tickingClock } from '../fixture.js'

const now = tickingClock()

t.test('what was forgotten is listed and comes back byte for byte, in its scope', async t => {
  const scope = project(temporaryFolder(t))
  const { service, dataDir } = openService(t, undefined, { now })
  const tags = ['a']
  const first = await service.remember({ scope, title: 'First', content: 'one', tags })
  const other = await service.remember({ scope: GLOBAL, title: 'Other', content: 'two' })
  await service.memories.edit(first.id, { title: 'Renamed' })
  const folder = join(dataDir, 'projects', readdirSync(join(dataDir, 'projects'))[0]!, 'memories')
  const path = fileOf(folder, first.id)
  const text = readFileSync(path, 'utf8')
  await service.memories.forget(first.id)
  await service.memories.forget(other.id)
  t.match(await service.archive.list(), {
    total: 2,
    items: [
      { id: other.id, scope: GLOBAL, title: 'Other', reason: 'forgotten' },
      { id: first.id, scope, title: 'Renamed', kind: 'fact', reason: 'forgotten', at: /^2026-11/ },
    ],
  })
  t.match(await service.archive.list({ scope }), { total: 1, items: [{ id: first.id }] })
  t.match((await service.archive.list({ limit: 1, offset: 1 })).items, [{ id: first.id }])
  t.match(await service.archive.restore(first.id), { title: 'Renamed', content: 'one', scope })
  t.equal(readFileSync(path, 'utf8'), text, 'under its old name')
  t.match(await service.archive.list(), { total: 1, items: [{ id: other.id }] })
  t.same([...readForgotten(openStore(join(dataDir, 'svc.json'))).keys()], [other.id])
  const again = openService(t, dataDir).service
  t.equal((await again.memories.get(first.id)).title, 'Renamed')
})

t.test('an overwritten memory goes back a version, and forth again', async t => {
  const { service } = openService(t, undefined, { now })
  const { id } = await service.remember({ scope: GLOBAL, title: 'First', content: 'one\nsame' })
  t.same(await service.archive.history(id), [])
  await t.rejects(
    service.archive.restore(id),
    { code: 'MEMORY_NOT_FOUND' },
    'nothing to go back to',
  )
  await service.memories.edit(id, { content: 'two\nsame' })
  await service.memories.edit(id, { title: 'Second', content: 'three\nsame' })
  t.match(await service.archive.history(id), [
    { version: 1, title: 'First', changed: ['title', 'content'], line: 'two', kind: 'fact' },
    { version: 2, title: 'First', changed: ['content'], line: 'one', at: /^\d{4}-/ },
  ])
  t.match(await service.archive.restore(id), { title: 'First', content: 'two\nsame' })
  t.match(await service.archive.restore(id), { title: 'Second', content: 'three\nsame' }, 'undone')
  t.match(await service.archive.restore(`${id}@4`), { title: 'First', content: 'one\nsame' })
  await t.rejects(service.archive.restore(`${id}@11`), { code: 'MEMORY_NOT_FOUND' })
  for (const name of [`${id}@0`, `${id}@x`, `${id}@1@2`]) {
    await t.rejects(service.archive.restore(name), { code: 'INVALID_REQUEST' }, name)
  }
  await t.rejects(service.archive.restore('nothing1'), { code: 'MEMORY_NOT_FOUND' })
  await t.rejects(service.archive.history('nothing1'), { code: 'MEMORY_NOT_FOUND' })
})

t.test('an archived memory comes back in an older version', async t => {
  const { service, dataDir } = openService(t, undefined, { now })
  const { id } = await service.remember({ scope: GLOBAL, title: 'First', content: 'one' })
  await service.memories.edit(id, { content: 'two' })
  const path = fileOf(join(dataDir, 'global', 'memories'), id)
  const mark = (text: string) =>
    text.replace(/^(createdAt: .*\n)/m, '$1evictedAt: 2026-11-20T10:00:00.000Z\n')
  writeFileSync(path, mark(readFileSync(path, 'utf8')))
  const other = openService(t, dataDir, { now }).service
  t.match(await other.archive.list(), { items: [{ id, reason: 'evicted' }] })
  t.match(await other.archive.restore(`${id}@1`), { content: 'one' })
  t.match(await other.archive.restore(id), { content: 'two' })
  t.notMatch(readFileSync(path, 'utf8'), 'evictedAt')
})

t.test('what was deleted by hand comes back too, where svc had changed it before', async t => {
  const { service, memories } = openService(t, undefined, { now })
  const { id } = await service.remember({ scope: GLOBAL, title: 'First', content: 'one' })
  await service.memories.edit(id, { content: 'two' })
  rmSync(fileOf(memories, id))
  t.match(await service.archive.restore(id), { content: 'one' })
})

t.test('a file that cannot be read is never overwritten', async t => {
  const { service, memories } = openService(t, undefined, { now })
  const { id } = await service.remember({ scope: GLOBAL, title: 'First', content: 'one' })
  const path = fileOf(memories, id)
  await service.memories.forget(id)
  writeFileSync(path, '<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n')
  await t.rejects(service.archive.restore(id), {
    code: 'CONFLICT',
    message: /first--.* conflict markers/,
  })
  t.match(readFileSync(path, 'utf8'), '<<<<<<< a')
})

t.test('a hand-made name that two scopes share does not mix their versions', async t => {
  const scope = project(temporaryFolder(t))
  const { service, dataDir, memories } = openService(t, undefined, { now })
  const a = await service.remember({ scope: GLOBAL, title: 'A', content: 'global' })
  const b = await service.remember({ scope, title: 'B', content: 'project' })
  const inProject = join(
    dataDir,
    'projects',
    readdirSync(join(dataDir, 'projects'))[0]!,
    'memories',
  )
  for (const [folder, { id }] of [
    [memories, a],
    [inProject, b],
  ] as const) {
    const path = fileOf(folder, id)
    writeFileSync(join(folder, 'notes.md'), readFileSync(path))
    rmSync(path)
  }
  await service.memories.edit(a.id, { content: 'global 2' })
  await service.memories.edit(b.id, { content: 'project 2' })
  await service.memories.forget(a.id)
  await service.memories.forget(b.id)
  t.match(await service.archive.restore(a.id), { content: 'global 2' })
  t.match(await service.archive.restore(b.id), { content: 'project 2', scope })
  t.equal(basename(onlyFile(memories)), 'notes.md')
})

function onlyFile(folder: string): string {
  return join(folder, readdirSync(folder)[0]!)
}

t.test('a forgotten memory that comes back does not go unnoticed', async t => {
  const { service, memories, dataDir } = openService(t, undefined, { now })
  const { id } = await service.remember({ scope: GLOBAL, title: 'First', content: 'one' })
  const path = fileOf(memories, id)
  const text = readFileSync(path, 'utf8')
  const returned = async () => {
    const { service } = openService(t, dataDir, { now })
    const { findings, ok } = await service.doctor({ fix: true })
    t.ok(ok)
    return findings.filter(({ check }) => check === 'returned-memory')
  }
  await service.memories.forget(id)
  t.same(await returned(), [])
  writeFileSync(path, text)
  const message = /"First" was forgotten here on 2026-11-20 /
  const mend = / svc archive keep /
  t.match(await returned(), [{ level: 'remark', path, message, mend }])
  t.match(await service.recall({ text: 'first one' }), [{ id }], 'it is a memory like others')
  t.match(await service.archive.keep(id), { id })
  t.same(await returned(), [])
  await service.memories.forget(id)
  writeFileSync(path, text)
  t.equal((await returned()).length, 1)
  await service.memories.edit(id, { content: 'changed' })
  t.same(await returned(), [], 'a change says that it may stay')
  await t.rejects(service.archive.keep('nothing1'), { code: 'MEMORY_NOT_FOUND' })
})

t.test('what a forgotten memory had taken in does not come back in its place', async t => {
  const { service, memories } = openService(t, undefined, { now })
  const write = (id: string, title: string, more = '') => {
    const text = `---\nid: ${id}\nkind: fact\ntitle: ${title}\ncreatedAt: 2026-11-20T10:00:00.000Z\n`
    writeFileSync(join(memories, `x--${id}.md`), `${text}${more}---\n\nText of ${title}.\n`)
  }
  await service.remember({ scope: GLOBAL, title: 'Unrelated', content: 'stays' })
  write('survivor', 'Whole')
  write('firstpart', 'Part', 'supersededBy: survivor\n')
  write('partofpart', 'Part of a part', 'supersededBy: firstpart\n')
  write('otherpart', 'Other', 'supersededBy: somebodyelse\n')
  await service.memories.forget('survivor')
  t.same(readdirSync(memories).length, 2, 'with its tombstones, and with no other')
  t.match(await service.doctor({ fix: true }), { ok: true })
  t.same((await service.memories.list()).items.map(({ title }) => title).sort(), [
    'Other',
    'Unrelated',
  ])
  t.match(
    await service.archive.restore('firstpart'),
    { content: 'Text of Part.' },
    'each can be had again',
  )
})

t.test('a part of the archive that cannot be is refused', async t => {
  const { service } = openService(t, undefined, { now })
  for (const bad of [{ limit: 0 }, { limit: 'x' }, { offset: -1 }, { offset: 0.5 }]) {
    await t.rejects(service.archive.list(bad as never), { code: 'INVALID_REQUEST' })
  }
})
