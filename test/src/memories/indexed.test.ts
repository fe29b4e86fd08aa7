import { readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { Collections } from '../../../src/memories/collections.js'
import { refreshIndexFile } from '../../../src/memories/index-upkeep.js'
import { findIndexedItem, readIndexedScope } from '../../../src/memories/indexed.js'
import { indexFilePath } from '../../../src/memories/index-file.js'
import { toGlobalFolder } from '../../../store/projects/projects.js'
import { fileOf, GLOBAL, openService } from '../fixture.js'
import { storeOf } from '../scopes/fixture.js'

t.test('an item of a damaged index file is left to who can tell', async t => {
  const { service, dataDir } = openService(t)
  const { id } = await service.remember({ scope: GLOBAL, title: 'Port', content: 'It is 80.' })
  await service.remember({ scope: GLOBAL, title: 'Host', content: 'It is ten.' })
  await service.close()
  const store = storeOf(dataDir)
  const folder = toGlobalFolder(store)
  for (const one of await new Collections(store).all())
    await refreshIndexFile(one, { isForced: true })
  const find = () => findIndexedItem(store, folder, id)
  t.match(await find(), { id, title: 'Port' })
  const path = indexFilePath(store, folder.localKey)
  const bytes = readFileSync(path)
  let unsure = 0
  for (let at = 0; at < bytes.length; at += 7) {
    const damaged = Buffer.from(bytes)
    damaged[at]! ^= 0x55
    writeFileSync(path, damaged)
    const found = await find()
    if (found === 'unsure') unsure++
    else if (found !== undefined) t.equal(found.id, id)
  }
  t.ok(unsure > 0, `${unsure} times`)
})

t.test('a file that was edited by hand since is told as it is now', async t => {
  const { service, dataDir, memories } = openService(t)
  const { id } = await service.remember({ scope: GLOBAL, title: 'Port', content: 'It is 80.' })
  const other = await service.remember({ scope: GLOBAL, title: 'Host', content: 'It is ten.' })
  await service.close()
  const store = storeOf(dataDir)
  for (const one of await new Collections(store).all())
    await refreshIndexFile(one, { isForced: true })
  const path = fileOf(memories, id)
  writeFileSync(path, readFileSync(path, 'utf8').replace('It is 80.', 'It is 8080.'))
  const { items = [] } = (await readIndexedScope(store, toGlobalFolder(store))) ?? {}
  t.same(new Set(items.map(item => item.id)), new Set([id, other.id]))
  t.match(items.find(item => item.id === id)?.document, { content: 'It is 8080.' })
})
