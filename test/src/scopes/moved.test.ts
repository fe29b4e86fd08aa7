import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { Collections } from '../../../src/memories/collections.js'
import { inTransaction } from '../../../src/memories/transaction.js'
import { readMoves } from '../../../src/scopes/transfer.js'
import { temporaryFolder } from '../../store/fixture.js'
import { GLOBAL, openService, project } from '../fixture.js'
import { move, remember, storeOf, titlesIn } from './fixture.js'

t.test('who waited for the lock while a project was moved is told so', async t => {
  const root = temporaryFolder(t)
  const { service, dataDir } = openService(t)
  const [one, two] = ['one', 'two'].map(name => join(root, name)) as [string, string]
  await remember(service, one, 'A')
  await remember(service, two, 'B')
  const store = storeOf(dataDir)
  const collection = await new Collections(store).make(project(one))
  await move(store, project(one).id!, two)
  await t.rejects(
    inTransaction(
      collection,
      () => new Date(),
      () => t.fail('it must not write there'),
    ),
    { code: 'CONFLICT', message: /moved meanwhile/ },
  )
  await remember(service, one, 'C')
  t.same(await titlesIn(t, dataDir, project(two)), ['A', 'B', 'C'])
})

t.test('a record of a move is followed to folders of svc alone', async t => {
  const root = temporaryFolder(t)
  const { service, dataDir } = openService(t)
  await service.remember({ scope: GLOBAL, title: 'A', content: 'a' })
  const store = storeOf(dataDir)
  const victim = join(root, 'victim', '.claude')
  mkdirSync(victim, { recursive: true })
  const to = { scope: GLOBAL, key: 'global', localKey: 'global', path: join(store.root, 'global') }
  const forge = (path: string) => {
    const from = [{ scope: project(root), key: 'x', localKey: 'x', path }]
    const moves = join(store.state, 'moves')
    mkdirSync(moves, { recursive: true })
    writeFileSync(join(moves, 'a.json'), JSON.stringify({ format: 1, from, to, isWhole: false }))
  }
  forge(victim)
  t.same(readMoves(store), [])
  forge(join(store.root, 'projects', '..', '..', 'victim'))
  t.same(readMoves(store), [])
  forge(join(store.root, 'projects', 'x'))
  t.equal(readMoves(store).length, 1, 'as svc itself writes them')
})

t.test('a linked folder of the store is neither read nor written', async t => {
  const root = temporaryFolder(t)
  const { service, dataDir, memories } = openService(t)
  const outside = join(root, 'notes')
  mkdirSync(outside)
  writeFileSync(join(outside, 'a.md'), '# Private\n\nOf nobody.\n')
  mkdirSync(join(dataDir, 'global'), { recursive: true })
  symlinkSync(outside, memories)
  t.same((await service.memories.list()).items, [])
  await t.rejects(service.remember({ scope: GLOBAL, title: 'A', content: 'a' }), {
    code: 'STORE_CORRUPT',
  })
  t.same(readdirSync(outside), ['a.md'])
})
