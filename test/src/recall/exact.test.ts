import {
  appendFileSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { indexFilePath } from '../../../src/memories/index-file.js'
import { refreshIndexFile } from '../../../src/memories/index-upkeep.js'
import { Collections } from '../../../src/memories/collections.js'
import { openExactSource } from '../../../src/recall/exact.js'
import { toGlobalFolder } from '../../../store/projects/projects.js'
import { fileOf, GLOBAL, linesOf, openService } from '../fixture.js'
import { storeOf } from '../scopes/fixture.js'

const WORDS = 'deploys caches tokens queues workers proxies headers'.split(' ')
const skip = process.platform === 'linux' ? false : 'only Linux tells which files are open'

t.test('where index files are not exact none is kept open', { skip }, async t => {
  const { service, dataDir } = openService(t)
  const content = 'Port 1 is open.'
  const { id } = await service.remember({ scope: GLOBAL, title: 'Port', content })
  const memories = join(dataDir, 'global', 'memories')
  const edits = {
    'a file was edited in place': () => appendFileSync(fileOf(memories, id), 'Port 2 too.\n'),
    'the folder has changed': () => utimesSync(memories, 1, 1),
  }
  const store = storeOf(dataDir)
  const open = () => openExactSource(store, [toGlobalFolder(store)], new Map([[id, 3]]))
  for (const [what, edit] of Object.entries(edits)) {
    for (const one of await new Collections(store).all())
      await refreshIndexFile(one, { isForced: true })
    const source = await open()
    t.equal(source?.units.length, 1)
    source?.close()
    edit()
    t.equal(await open(), undefined, what)
    const files = readdirSync('/proc/self/fd').map(name => {
      try {
        return readlinkSync(join('/proc/self/fd', name))
      } catch {
        return ''
      }
    })
    t.same(
      files.filter(path => path.startsWith(dataDir) && path.endsWith('.idx')),
      [],
      what,
    )
  }
})

t.test('a service recalls the same from an index file that is damaged', async t => {
  const { service, dataDir } = openService(t)
  const lines = Array.from({ length: 400 }, (_, port) => ({
    ...{ scope: GLOBAL, id: `port${String(port).padStart(4, '0')}`, title: `Port ${port}` },
    content: `Port ${port} is open for host${port % 7} and ${WORDS[port % WORDS.length]}.`,
  }))
  await service.memories.load(linesOf(...lines))
  await service.close()
  const store = storeOf(dataDir)
  for (const one of await new Collections(store).all())
    await refreshIndexFile(one, { isForced: true })
  const path = indexFilePath(store, toGlobalFolder(store).localKey)
  const bytes = readFileSync(path)
  const recall = async () => {
    const { service } = openService(t, dataDir)
    const found = await service.recall({ text: 'which port is open for deploys', scopes: [GLOBAL] })
    await service.close()
    return found.map(({ id, title, content }) => [id, title, content])
  }
  const whole = await recall()
  t.not(whole.length, 0)
  const step = Math.ceil(bytes.length / 40)
  for (let from = 0; from + 8 < bytes.length; from += step) {
    const damaged = Buffer.from(bytes)
    damaged.fill(0xff, from, from + 8)
    writeFileSync(path, damaged)
    t.same(await recall(), whole, `byte ${from} of ${bytes.length}`)
  }
})
