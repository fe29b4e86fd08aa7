import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { noteLearned, readLearned } from '../../../src/activity/learned.js'
import { moveMemory } from '../../../src/scopes/move-memory.js'
import { Collections } from '../../../src/memories/collections.js'
import { openStore } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'
import { fileOf, GLOBAL, openService, project } from '../fixture.js'

const APP = project('/no/such/app')

async function filled(t: Test) {
  const opened = openService(t)
  const { dataDir, service } = opened
  const memory = await service.remember({ scope: APP, title: 'Port', content: '80', tags: ['net'] })
  const [folder = ''] = readdirSync(join(dataDir, 'projects'))
  const appMemories = join(dataDir, 'projects', folder, 'memories')
  const store = openStore(join(dataDir, 'svc.json'))
  return { ...opened, memory, id: memory.id, store, appMemories, appKey: folder }
}

t.test('a memory goes over as it is', async t => {
  const { service, dataDir, memories, appMemories, id, memory } = await filled(t)
  const path = fileOf(appMemories, id)
  writeFileSync(path, readFileSync(path, 'utf8').replace('kind:', 'owner: ada\nkind:'))
  const text = readFileSync(path, 'utf8')
  const { updatedAt, revision } = await openService(t, dataDir).service.memories.get(id)
  const moved = await service.memories.move(id, GLOBAL)
  t.match(moved, { ...memory, scope: GLOBAL, updatedAt, revision })
  t.equal(readFileSync(fileOf(memories, id), 'utf8'), text, 'byte for byte')
  t.same(readdirSync(appMemories), [])
  t.match(await service.memories.get(id), { scope: GLOBAL, updatedAt })
  t.same((await service.memories.list({ scope: APP })).items, [])
  t.match((await service.memories.list({ text: 'port' })).items, [{ id, scope: GLOBAL }])
})

t.test('another process, and one that starts, find it where it is', async t => {
  const { service, dataDir, id } = await filled(t)
  const other = openService(t, dataDir).service
  t.match(await other.memories.get(id), { scope: APP })
  const { updatedAt } = await service.memories.move(id, GLOBAL)
  t.match(await other.memories.get(id), { scope: GLOBAL, updatedAt })
  t.match((await openService(t, dataDir).service.memories.list()).items, [
    { id, scope: GLOBAL, updatedAt },
  ])
})

t.test('both scopes are told, and what hangs on the memory follows', async t => {
  const { service, store, id, appKey } = await filled(t)
  await service.memories.edit(id, { content: '81' })
  const line = { title: 'Port', change: 'added' as const, session: 's', turn: 1, wrote: '' }
  const at = new Date().toISOString()
  const lines = [
    { ...line, at, key: appKey, id, said: 'port 80' },
    { ...line, at, key: appKey, id: 'another1' },
  ]
  await noteLearned(store, lines, new Date())
  await service.memories.move(id, GLOBAL)
  const items = [{ id, title: 'Port', change: 'updated' }]
  t.match(await service.events(2), [
    { type: 'update', scope: GLOBAL, items },
    { type: 'update', scope: APP, items },
  ])
  const { lines: kept } = readLearned(store, new Date())
  t.same(
    kept.map(({ key }) => key),
    ['global', appKey],
  )
  const { versions, learned } = await service.archive.versions(id)
  t.match(versions, [{ name: 'now' }, { name: '1', changed: [] }])
  t.match(learned, [{ said: 'port 80', scope: GLOBAL }])
  t.match(await service.archive.restore(`${id}@1`), { content: '80', scope: GLOBAL })
})

t.test('what a memory had taken in goes with it', async t => {
  const { service, id, appMemories, memories } = await filled(t)
  const part = fileOf(appMemories, id).replace(id, 'partofit')
  const text = readFileSync(fileOf(appMemories, id), 'utf8')
  writeFileSync(part, text.replace(`id: ${id}`, `id: partofit\nsupersededBy: ${id}`))
  t.equal((await service.archive.list({ scope: APP })).total, 1)
  await service.memories.move(id, GLOBAL)
  t.match((await service.archive.list({ scope: GLOBAL })).items, [
    { id: 'partofit', supersededBy: id },
  ])
  t.ok(existsSync(fileOf(memories, 'partofit')))
  t.same(readdirSync(appMemories), [])
})

t.test('what stands there is not touched', async t => {
  const { service, id, appMemories, memories } = await filled(t)
  await service.remember({ scope: GLOBAL, title: 'PORT', content: '90' })
  await t.rejects(service.memories.move(id, GLOBAL), { code: 'CONFLICT', message: /title/ })
  t.match(await service.memories.get(id), { scope: APP, content: '80' })
  const [{ id: other } = { id: '' }] = (await service.memories.list({ scope: GLOBAL })).items
  await service.memories.forget(other)
  const copy = fileOf(appMemories, id).replace(appMemories, memories)
  writeFileSync(
    copy,
    readFileSync(fileOf(appMemories, id), 'utf8').replace('title: Port', 'title: Door'),
  )
  await t.rejects(service.memories.move(id, GLOBAL), { code: 'CONFLICT' })
  t.match(readFileSync(copy, 'utf8'), /Door/)
  t.ok(existsSync(fileOf(appMemories, id)))
})

t.test('what cannot be moved', async t => {
  const app = join(temporaryFolder(t), 'app')
  const { service, id } = await filled(t)
  cpSync(join(import.meta.dirname, '../../../README.md'), join(app, 'AGENTS.md'))
  await service.importWorkspace(app)
  const [row] = (await service.memories.list({ scope: project(app) })).items
  await t.rejects(service.memories.move(row!.id, GLOBAL), { code: 'READ_ONLY_ITEM' })
  await t.rejects(service.memories.move('zzzzzzzz', GLOBAL), { code: 'MEMORY_NOT_FOUND' })
  await t.rejects(service.memories.move(id, 'global' as never), { code: 'INVALID_REQUEST' })
  const fresh = project('/never/used')
  await t.rejects(service.memories.move('zzzzzzzz', fresh), { code: 'MEMORY_NOT_FOUND' })
  t.notOk(
    (await service.scopes()).some(scope => scope.id === fresh.id),
    'no scope was made',
  )
})

t.test('only what was seen is moved', async t => {
  const { service, id, appMemories } = await filled(t)
  const { revision = '' } = await service.memories.get(id)
  const path = fileOf(appMemories, id)
  writeFileSync(path, readFileSync(path, 'utf8').replace('\n80\n', '\n81\n'))
  await t.rejects(service.memories.move(id, GLOBAL, { revision }), { code: 'CONFLICT' })
  t.match(await service.memories.get(id), { scope: APP, content: '81' })
  const fresh = (await service.memories.get(id)).revision
  t.match(await service.memories.move(id, GLOBAL, { revision: fresh! }), {
    content: '81',
    scope: GLOBAL,
  })
})

t.test('a memory that is there already stays, and nothing is told', async t => {
  const { service, id } = await filled(t)
  const [before] = await service.events(1)
  t.match(await service.memories.move(id, APP), { scope: APP })
  t.same(await service.events(1), [before])
})

t.test('a move that was interrupted is ended by repeating it', async t => {
  const { service, id, appMemories, memories } = await filled(t)
  await service.remember({ scope: GLOBAL, title: 'Other', content: 'x' })
  const path = fileOf(appMemories, id)
  cpSync(path, join(memories, path.split('/').at(-1)!))
  t.match(await service.memories.move(id, GLOBAL), { scope: GLOBAL, content: '80' })
  t.same(readdirSync(appMemories), [])
  t.equal((await service.memories.list({ scope: GLOBAL })).total, 2)
})

t.test('what is changed by hand while it moves is moved as it is then', async t => {
  const { id, store, appMemories, memories } = await filled(t)
  const collections = new Collections(store)
  const path = fileOf(appMemories, id)
  const edit = () => writeFileSync(path, readFileSync(path, 'utf8').replace('\n80\n', '\n81\n'))
  await collections.all()
  edit()
  const { memory } = await moveMemory(collections, { id, scope: GLOBAL }, () => new Date())
  t.equal(memory.document.content, '81')
  t.match(readFileSync(fileOf(memories, id), 'utf8'), /81/)
  t.equal(readdirSync(memories).length, 1)
})
