import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { Collections } from '../../../src/memories/collections.js'
import { DocumentsFile, documentsFilePath } from '../../../src/memories/documents-file.js'
import { loadFiles } from '../../../src/memories/folder.js'
import { toGlobalFolder } from '../../../store/projects/projects.js'
import { fileOf, GLOBAL, openService } from '../fixture.js'
import { storeOf } from '../scopes/fixture.js'

/** A store with two memories of which nothing is noted yet. */
async function makeStore(t: Test) {
  const { service, dataDir, memories } = openService(t)
  const content = 'It is 80 — für alle.'
  const { id } = await service.remember({ scope: GLOBAL, title: 'Port', content })
  await service.remember({ scope: GLOBAL, title: 'Host', content: 'It is ten.' })
  await service.close()
  const store = storeOf(dataDir)
  const { localKey } = toGlobalFolder(store)
  const open = () => new DocumentsFile(store, localKey)
  const path = documentsFilePath(store, localKey)
  rmSync(path, { force: true })
  return { store, memories, port: fileOf(memories, id), open, path }
}

t.test('a file whose stamp is unchanged is taken from what was noted of it', async t => {
  const { memories, open, path } = await makeStore(t)
  const files = (await loadFiles(memories, new Map()))!
  await open().follow(files)
  const noted = await open().read()
  t.same(noted, files)
  const again = (await loadFiles(memories, noted))!
  for (const [name, loaded] of again) t.equal(loaded, noted.get(name), 'not read again')
  writeFileSync(path, readFileSync(path).subarray(0, -1))
  t.equal((await open().read()).size, 0, 'of a torn one nothing is')
})

t.test('what was edited or removed by hand is noted with the next write', async t => {
  const { store, port, open } = await makeStore(t)
  const contents = async () => {
    for (const one of await new Collections(store).all()) await one.followDocuments()
    return Array.from((await open().read()).values(), ({ document }) => document?.content).sort()
  }
  t.same(await contents(), ['It is 80 — für alle.', 'It is ten.'])
  writeFileSync(port, readFileSync(port, 'utf8').replace('80', '8080'))
  t.same(await contents(), ['It is 8080 — für alle.', 'It is ten.'])
  rmSync(port)
  t.same(await contents(), ['It is ten.'])
})
