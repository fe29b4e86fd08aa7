import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { restoreVersion } from '../../../src/memories/archive.js'
import { Collections } from '../../../src/memories/collections.js'
import { nameVersion } from '../../../src/memories/transaction.js'
import { openStore } from '../../../store/store.js'
import { fileOf, GLOBAL, openService } from '../fixture.js'

async function filled(t: Test) {
  const opened = openService(t)
  const { id } = await opened.service.remember({ scope: GLOBAL, title: 'Port', content: '80' })
  const { revision = '' } = await opened.service.memories.get(id)
  return { ...opened, id, revision, path: fileOf(opened.memories, id) }
}

const editByHand = (path: string, from: string, to: string) =>
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to))

t.test('a revision names what the file says', async t => {
  const { service, id, revision } = await filled(t)
  const pinned = await service.memories.edit(id, { pinned: true }, { revision })
  t.not(pinned.revision, revision)
  t.equal((await service.memories.get(id)).revision, pinned.revision)
  const back = await service.memories.edit(id, { pinned: false })
  t.equal(back.revision, revision, 'the same words have the same name')
  const { items } = await service.memories.list()
  t.notOk('revision' in items[0]!, 'a list has none')
})

t.test('of two who change one version the second is told', async t => {
  const { service, id, revision } = await filled(t)
  const tries = ['8080', '9090'].map(content =>
    service.memories.edit(id, { content }, { revision }),
  )
  const [one, other] = await Promise.allSettled(tries)
  t.same([one?.status, other?.status].sort(), ['fulfilled', 'rejected'])
  await t.rejects(service.memories.forget(id, { revision }), { code: 'CONFLICT' })
  await t.rejects(service.archive.restore(`${id}@1`, { revision }), { code: 'CONFLICT' })
  t.not((await service.memories.get(id)).content, '80')
})

t.test('an edit by hand in place counts at once', async t => {
  const { service, id, revision, path } = await filled(t)
  editByHand(path, '\n80', '\n81')
  await t.rejects(service.memories.edit(id, { content: '82' }, { revision }), { code: 'CONFLICT' })
  await t.rejects(service.memories.forget(id, { revision }), { code: 'CONFLICT' })
  t.match(readFileSync(path, 'utf8'), /81/, 'nothing was written')
  const { content, revision: fresh = '' } = await service.memories.get(id)
  t.equal(content, '81')
  t.equal((await service.memories.edit(id, { content: '82' }, { revision: fresh })).content, '82')
})

t.test('an edit by hand that replaces the file counts at once', async t => {
  const { service, id, revision, path } = await filled(t)
  writeFileSync(`${path}.new`, readFileSync(path, 'utf8').replace('\n80', '\n81'))
  renameSync(`${path}.new`, path)
  await t.rejects(service.memories.forget(id, { revision }), { code: 'CONFLICT' })
  t.equal((await service.memories.get(id)).content, '81')
})

t.test('another process counts too', async t => {
  const { service, dataDir, id, revision } = await filled(t)
  const other = openService(t, dataDir).service
  await other.memories.edit(id, { content: '81' })
  await t.rejects(service.memories.edit(id, { content: '82' }, { revision }), { code: 'CONFLICT' })
  await other.memories.forget(id)
  await t.rejects(service.memories.edit(id, { content: '82' }, { revision }), {
    code: 'MEMORY_NOT_FOUND',
  })
})

t.test('a memory comes back where nothing else stands', async t => {
  const { service, id, revision } = await filled(t)
  await service.memories.forget(id, { revision })
  await t.rejects(service.archive.restore(`${id}@1`, { revision }), { code: 'CONFLICT' })
  t.equal((await service.archive.restore(id)).revision, revision)
})

t.test('what is archived is compared as it stands when it is brought back', async t => {
  const { service, dataDir, id, path } = await filled(t)
  await service.memories.edit(id, { content: '81' })
  editByHand(path, 'createdAt:', 'evictedAt: 2026-11-20T10:00:00.000Z\ncreatedAt:')
  const before = readFileSync(path, 'utf8')
  for (const name of [id, `${id}@1`]) {
    writeFileSync(path, before)
    const collections = await new Collections(openStore(join(dataDir, 'svc.json'))).all()
    const revision = nameVersion(collections[0]!.tombstones.get(id)!.document)
    editByHand(path, '\n81', '\n810')
    const restoring = restoreVersion(collections, name, () => new Date(), { revision })
    await t.rejects(restoring, { code: 'CONFLICT' }, name)
    t.match(readFileSync(path, 'utf8'), /evictedAt[^]*\n810/, 'nothing was written')
  }
})

t.test('a revision that is no text is refused', async t => {
  const { service, id } = await filled(t)
  const bad = { revision: 7 } as never
  await t.rejects(service.memories.edit(id, { content: 'x' }, bad), { code: 'INVALID_REQUEST' })
  await t.rejects(service.memories.forget(id, bad), { code: 'INVALID_REQUEST' })
})
