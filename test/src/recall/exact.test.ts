import { appendFileSync, readdirSync, readlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { refreshIndexFile } from '../../../src/memories/index-upkeep.js'
import { Collections } from '../../../src/memories/collections.js'
import { openExactSource } from '../../../src/recall/exact.js'
import { toGlobalFolder } from '../../../store/projects/projects.js'
import { fileOf, GLOBAL, openService } from '../fixture.js'
import { storeOf } from '../scopes/fixture.js'

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
