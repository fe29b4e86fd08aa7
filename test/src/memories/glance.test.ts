import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { Collections } from '../../../src/memories/collections.js'
import { countAt, glanceAt } from '../../../src/memories/glance.js'
import { refreshIndexFile } from '../../../src/memories/index-upkeep.js'
import { indexFilePath } from '../../../src/memories/index-file.js'
import { countItems } from '../../../src/memories/list.js'
import { toGlobalFolder } from '../../../store/projects/projects.js'
import { fileOf, GLOBAL, openService } from '../fixture.js'
import { storeOf } from '../scopes/fixture.js'

/** A store of two memories with its index file. */
async function makeIndexed(t: Test) {
  const { service, dataDir, memories } = openService(t)
  const { id } = await service.remember({ scope: GLOBAL, title: 'Port', content: 'It is 80.' })
  await service.remember({ scope: GLOBAL, title: 'Host', content: 'It is ten.' })
  await service.close()
  const store = storeOf(dataDir)
  for (const one of await new Collections(store).all())
    await refreshIndexFile(one, { isForced: true })
  const path = indexFilePath(store, toGlobalFolder(store).localKey)
  return { store, id, path, file: fileOf(memories, id) }
}

t.test('a process that asks once has an item, and the counts, by the index files', async t => {
  const { store, id } = await makeIndexed(t)
  const collections = new Collections(store)
  const holder = await glanceAt(collections, id)
  t.match(holder?.memories.get(id)?.document, { id, title: 'Port' })
  t.equal(await glanceAt(collections, id), undefined, 'whoever asks again has the scopes read')
  t.same(await countAt(new Collections(store)), [2])
  t.same(await countItems(new Collections(store)), [{ count: 2, problems: 0 }])
  t.equal(await glanceAt(new Collections(store), 'nobody'), undefined)
  const loaded = new Collections(store)
  await loaded.all()
  t.equal(await countAt(loaded), undefined, 'scopes in memory know it themselves')
})

t.test('an item of a damaged index file is left to who can tell', async t => {
  const { store, id, path } = await makeIndexed(t)
  const bytes = readFileSync(path)
  let unsure = 0
  for (let at = 0; at < bytes.length; at += 7) {
    const damaged = Buffer.from(bytes)
    damaged[at]! ^= 0x55
    writeFileSync(path, damaged)
    const holder = await glanceAt(new Collections(store), id)
    if (holder === undefined) unsure++
    else t.match([...holder.memories], [[id, { document: { id, content: 'It is 80.' } }]])
  }
  t.ok(unsure > 0, `${unsure} times`)
})

t.test('a file that was edited by hand since is left to who reads it', async t => {
  const { store, id, file } = await makeIndexed(t)
  appendFileSync(file, 'And 8080.\n')
  t.equal(await glanceAt(new Collections(store), id), undefined)
  t.equal(await countAt(new Collections(store)), undefined)
})
