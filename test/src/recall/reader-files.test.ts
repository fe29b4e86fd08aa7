import { appendFileSync, readdirSync, readlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createConfig } from '../../../src/config.js'
import { NeedsService } from '../../../src/service/needs.js'
import { openReader } from '../../../src/service/reader.js'
import { refreshIndexFile } from '../../../src/memories/index-upkeep.js'
import { Collections } from '../../../src/memories/collections.js'
import { fileOf, GLOBAL, openService } from '../fixture.js'
import { storeOf } from '../scopes/fixture.js'

const skip = process.platform === 'linux' ? false : 'only Linux tells which files are open'

t.test(
  'a reader that leaves a question to the service keeps no index file open',
  { skip },
  async t => {
    const { service, dataDir } = openService(t)
    const { id } = await service.remember({
      scope: GLOBAL,
      title: 'Port',
      content: 'Port 1 is open.',
    })
    const memories = join(dataDir, 'global', 'memories')
    const edits = {
      'a file was edited in place': () => appendFileSync(fileOf(memories, id), 'Port 2 too.\n'),
      'the folder has changed': () => utimesSync(memories, 1, 1),
    }
    for (const [what, edit] of Object.entries(edits)) {
      for (const one of await new Collections(storeOf(dataDir)).all())
        await refreshIndexFile(one, { isForced: true })
      edit()
      const reader = openReader(createConfig({ given: { dataDir } }), { env: {} })
      const asked = reader.recallContext({ text: 'port', scopes: [GLOBAL] })
      t.ok((await asked.catch((error: unknown) => error)) instanceof NeedsService, what)
      const open = readdirSync('/proc/self/fd').map(name => {
        try {
          return readlinkSync(join('/proc/self/fd', name))
        } catch {
          return ''
        }
      })
      t.same(
        open.filter(path => path.startsWith(dataDir) && path.endsWith('.idx')),
        [],
        what,
      )
      await reader.close()
    }
  },
)
