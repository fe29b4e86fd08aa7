import t from 'tap'
import { appendToLedger } from '../../../src/activity/sessions.js'
import { Collection } from '../../../src/memories/collection.js'
import { indexFilePath } from '../../../src/memories/index-file.js'
import { refreshIndexFile } from '../../../src/memories/index-upkeep.js'
import { createService } from '../../../src/service/service.js'
import { openIndexFile } from '../../../store/index/file-index.js'
import { toGlobalFolder } from '../../../store/projects/projects.js'
import { openStore } from '../../../store/store.js'
import { GLOBAL_SCOPE } from '../../../store/types.js'

t.test('an index file holds the uses that are counted when it is made', async t => {
  const dataDir = t.testdir()
  const service = createService({ dataDir })
  const ids: string[] = []
  for (const title of ['One', 'Two', 'Three'])
    ids.push((await service.remember({ scope: GLOBAL_SCOPE, title, content: 'x' })).id)
  await service.close()
  const store = openStore(`${dataDir}/svc.json`)
  const [, second = ''] = ids
  appendToLedger(store, 's', { type: 'given', at: '', event: 'prompt', ids: [second] })
  const folder = toGlobalFolder(store)
  t.ok(await refreshIndexFile(new Collection(store, folder), { isForced: true }))
  const index = openIndexFile(indexFilePath(store, folder.localKey))
  t.teardown(() => index?.close())
  const [first] = index?.entries(0, 3) ?? []
  t.match(first, { id: second, uses: 1 }, 'what is used most comes first at a start')
})
