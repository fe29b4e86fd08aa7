import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { Collections } from '../../../src/memories/collections.js'
import { indexFilePath } from '../../../src/memories/index-file.js'
import { refreshIndexFile } from '../../../src/memories/index-upkeep.js'
import { recallItems, recallOnce } from '../../../src/recall/index.js'
import { openFileSource } from '../../../src/recall/sources.js'
import { WarmScopes } from '../../../src/recall/warm.js'
import { findScope } from '../../../store/projects/projects.js'
import { openStore } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'
import { fileOf, GLOBAL, openService, project } from '../fixture.js'

async function open(t: Test) {
  const { service, dataDir } = openService(t)
  const scope = project(temporaryFolder(t))
  const put = (title: string) => service.remember({ scope, title, content: `About ${title}.` })
  await put('Quaggas graze at dawn')
  const store = openStore(join(dataDir, 'svc.json'))
  const folder = (await findScope(store, scope))!
  const index = async () => {
    const collection = await new Collections(store).existing(scope)
    await refreshIndexFile(collection, { isForced: true })
  }
  await index()
  const scopes = new WarmScopes()
  t.teardown(() => scopes.close())
  const ask = (text: string) =>
    recallOnce(
      store,
      [folder],
      async source => {
        const items = await recallItems(source, { text, limit: 5, isUnasked: false })
        return items.map(({ title }) => title)
      },
      { open: scopes.open },
    )
  const unit = async () => (await scopes.open(store, [folder])).units[0]
  return { service, store, folder, put, index, scopes, ask, unit }
}

t.test('a scope stays open as long as it is as it was', async t => {
  const { ask, unit, put, index } = await open(t)
  t.same(await ask('quaggas'), ['Quaggas graze at dawn'])
  const first = await unit()
  t.equal(await unit(), first)
  await put('Zebras sleep')
  t.same(await ask('zebras'), ['Zebras sleep'])
  t.not(await unit(), first)
  await index()
  t.same(await ask('zebras'), ['Zebras sleep'])
  const fresh = await unit()
  t.equal(await unit(), fresh)
})

t.test(
  'what is removed is not recalled, and what goes on after an open is not cut off',
  async t => {
    const { service, store, folder, scopes, ask, index } = await open(t)
    const source = await scopes.open(store, [folder])
    const { items } = await service.memories.list({ text: 'quaggas' })
    await service.memories.forget(items[0]!.id)
    t.same(await ask('quaggas'), [])
    await index()
    t.same(await ask('quaggas'), [])
    source.close()
    const found = source.units[0]!.index()
    t.equal(found.size, 1, 'an open source reads on')
  },
)

t.test('a damaged index file, and none, are as if the files were read', async t => {
  const { store, folder, ask } = await open(t)
  const path = indexFilePath(store, folder.localKey)
  writeFileSync(path, 'nonsense')
  t.same(await ask('quaggas'), ['Quaggas graze at dawn'])
  rmSync(path)
  t.same(await ask('quaggas'), ['Quaggas graze at dawn'])
})

t.test('many may ask at once while it changes', async t => {
  const { ask, put, index } = await open(t)
  const asked = Array.from({ length: 20 }, async (_, number) => {
    if (number % 5 === 0) await put(`Zebra ${number}`)
    if (number % 7 === 0) await index()
    return ask('quaggas')
  })
  for (const titles of await Promise.all(asked)) t.same(titles, ['Quaggas graze at dawn'])
})

t.test('a folder that is put in the place of another is looked at anew', async t => {
  const { ask, folder } = await open(t)
  await ask('quaggas')
  const directory = join(folder.path, 'memories')
  renameSync(directory, `${directory}-old`)
  t.same(await ask('quaggas'), [])
  mkdirSync(directory)
  writeFileSync(join(directory, 'lions.md'), '# Lions rest\n\nAt noon.\n')
  t.same(await ask('lions'), ['Lions rest'])
})

/** A scope of so many memories that no index file has. */
async function openUnindexed(t: Test, count: number) {
  const { service, dataDir } = openService(t)
  const first = await service.remember({ scope: GLOBAL, title: 'The first', content: 'It is so.' })
  const one = readFileSync(fileOf(join(dataDir, 'global', 'memories'), first.id), 'utf8')
  for (let at = 0; at < count; at++) {
    const id = `m${String(at).padStart(7, '0')}`
    const text = one.replaceAll(first.id, id).replaceAll('The first', `Note ${at}`)
    writeFileSync(join(dataDir, 'global', 'memories', `note-${at}--${id}.md`), text)
  }
  const store = openStore(join(dataDir, 'svc.json'))
  return { store, folder: (await findScope(store, GLOBAL))! }
}

/** Opens a scope; in how many turns of the event loop its files were looked at. */
async function countTurns(open: (isLate: () => boolean) => Promise<unknown>): Promise<number> {
  const seen = new Set<number>()
  let turn = 0
  let isDone = false
  const next = () => {
    turn++
    if (!isDone) setImmediate(next)
  }
  next()
  const isLate = () => {
    seen.add(turn)
    return false
  }
  await open(isLate).finally(() => (isDone = true))
  return seen.size
}

t.test('while memory files are read without an index, others have their turns', async t => {
  const { store, folder } = await openUnindexed(t, 400)
  const alone = await countTurns(isLate => openFileSource(store, [folder], isLate))
  t.ok(alone < 3, `a process that answers once does not give way: ${alone} turns`)
  const scopes = new WarmScopes()
  t.teardown(() => scopes.close())
  const found: unknown[] = []
  const turns = await countTurns(async isLate => {
    const open = async () => (await scopes.open(store, [folder], isLate)).units[0]
    const [first, ...others] = await Promise.all([open(), open(), open()])
    t.equal(first?.index().size, 401)
    found.push(...others.map(one => one === first))
  })
  t.ok(turns > 4, `one that answers many does: ${turns} turns`)
  t.same(found, [true, true], 'who asks meanwhile is answered with the same')
})
