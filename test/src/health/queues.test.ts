import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { writeRecord, type BatchRecord } from '../../../src/reflect/batches.js'
import { placeInSpool } from '../../../store/files/spool.js'
import { withWorkLock } from '../../../store/locks.js'
import { makeScope } from '../../../store/projects/projects.js'
import { openStore, replaySpool, turnSpool } from '../../../store/store.js'
import { GLOBAL, openService, project } from '../fixture.js'

const NOW = new Date('2026-11-20T10:00:00.000Z')
const TURN = { session: 's', turn: 1, prompt: 'Always use tabs.', at: NOW.toISOString() }

const record = (id: string, more: Partial<BatchRecord>): BatchRecord => {
  return { format: 1, id, session: 's', turns: [id], lastTurn: 1, failures: 0, ...more }
}

t.test('a scope is listed while something of it waits, with what and how much', async t => {
  const { service, dataDir } = openService(t, undefined, { now: () => NOW })
  const store = openStore(join(dataDir, 'svc.json'))
  t.same(await service.overview.queues(), [])
  const scope = project(join(dataDir, 'shop'))
  const { key } = await makeScope(store, scope)
  t.same(await service.overview.queues(), [], 'it exists, and nothing waits')

  for (const name of ['a', 'b', 'c']) placeInSpool(turnSpool(store, key), name, TURN)
  writeRecord(store, key, record('a', { failures: 2, nextAt: NOW.toISOString() }), () => undefined)
  writeRecord(store, key, record('b', { failures: 5, isSetAside: true }), () => undefined)
  const tomorrow = '2026-11-21T00:00:00.000Z'
  writeRecord(
    store,
    key,
    record('c', { nextAt: tomorrow, waitsFor: 'the budget' }),
    () => undefined,
  )
  placeInSpool(replaySpool(store, 'global'), 'd', {})
  const waits = { turns: 0, failing: 0, setAside: 0, putOff: 0, replaySize: 0, busy: false }
  t.same(await service.overview.queues(), [
    { ...waits, scope: GLOBAL, replaySize: 1 },
    { ...waits, scope, turns: 3, failing: 1, setAside: 1, putOff: 1 },
  ])
})

t.test('a scope is listed while work on it runs, in whatever process', async t => {
  const { service, dataDir } = openService(t)
  const store = openStore(join(dataDir, 'svc.json'))
  const folder = await makeScope(store, GLOBAL)
  mkdirSync(join(dataDir, 'state/locks'), { recursive: true })
  await withWorkLock({ store, folder }, async () => {
    t.match(await service.overview.queues(), [{ scope: GLOBAL, busy: true, turns: 0 }])
  })
  t.same(await service.overview.queues(), [])
})
