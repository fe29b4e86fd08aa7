import t from 'tap'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaySpool, turnSpool } from '../../../store/store.js'
import { makeScope } from '../../../store/projects/projects.js'
import { placeInSpool, removeFromSpool } from '../../../store/files/spool.js'
import { countQueuedTurns, queuedScopes } from '../../../src/reflect/batches.js'
import { openStore } from '../../../store/store.js'
import { GLOBAL, openService, project } from '../fixture.js'

t.test('a scope exists once something is queued in it, and its queues are counted', async t => {
  const { service, dataDir } = openService(t)
  const store = openStore(join(dataDir, 'svc.json'))
  const scope = project('/no/such/app')
  t.equal(countQueuedTurns(store), 0)
  t.same(queuedScopes(store), [])
  await t.rejects(service.backlog(scope), { code: 'SCOPE_NOT_FOUND' })

  const { key } = await makeScope(store, scope)
  placeInSpool(turnSpool(store, key), 'one', {})
  placeInSpool(turnSpool(store, key), 'two', {})
  placeInSpool(turnSpool(store, 'global'), 'one', {})
  writeFileSync(join(turnSpool(store, key), 'notes.txt'), 'no turn')
  placeInSpool(replaySpool(store, key), 'batch', {})
  t.equal((await service.status()).queuedTurns, 3)
  t.same(queuedScopes(store).sort(), [key, 'global'].sort())
  t.same(await service.backlog(scope), { replaySize: 1, scope })
  t.same(await service.backlog(GLOBAL), { replaySize: 0, scope: GLOBAL })
  t.same(await service.scopes(), [
    { type: 'global', id: null, count: 0 },
    { type: 'project', id: '/no/such/app', count: 0 },
  ])
  removeFromSpool(replaySpool(store, key), 'batch')
  t.equal((await service.backlog(scope)).replaySize, 0)
})
