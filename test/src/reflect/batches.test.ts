import t from 'tap'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openStore, replaySpool, turnSpool } from '../../../store/store.js'
import { makeScope } from '../../../store/projects/projects.js'
import { placeInSpool, removeFromSpool } from '../../../store/files/spool.js'
import {
  planBatches,
  queuedScopes,
  type BatchLimits,
  type QueuedEntry,
} from '../../../src/reflect/batches.js'
import { mostMemories } from '../../../src/reflect/distil.js'
import { backOffMs } from '../../../src/reflect/reflect.js'
import { countQueuedTurns, GLOBAL, openService, project } from '../fixture.js'

const now = new Date('2026-11-20T12:00:00.000Z')
const limits: BatchLimits = {
  batchTurns: 3,
  idleMs: 300_000,
  now,
  ended: new Set(),
  isForced: false,
}

function entry(session: string, turn: number, given: Partial<QueuedEntry> = {}): QueuedEntry {
  const at = new Date(now.getTime() - 10_000 + turn * 100).toISOString()
  return { name: `${session}-${turn}`, session, turn, at, chars: 100, ...given }
}

function namesOf(batches: QueuedEntry[][]): string[][] {
  return batches.map(batch => batch.map(({ name }) => name))
}

t.test('a batch closes at its number of turns and the rest stays open', async t => {
  const turns = [1, 2, 3, 4].map(turn => entry('a', turn))
  t.strictSame(namesOf(planBatches(turns, limits)), [['a-1', 'a-2', 'a-3']])
})

t.test('a batch closes at 24,000 characters', async t => {
  const turns = [entry('a', 1, { chars: 23_999 }), entry('a', 2, { chars: 1 }), entry('a', 3)]
  t.strictSame(namesOf(planBatches(turns, limits)), [['a-1', 'a-2']])
})

t.test('a batch closes when its session is idle, over, or when it is asked for', async t => {
  const turns = [entry('a', 1)]
  t.strictSame(planBatches(turns, limits), [])
  const later = new Date(now.getTime() + 300_000)
  t.strictSame(namesOf(planBatches(turns, { ...limits, now: later })), [['a-1']])
  t.strictSame(namesOf(planBatches(turns, { ...limits, ended: new Set(['a']) })), [['a-1']])
  t.strictSame(namesOf(planBatches(turns, { ...limits, isForced: true })), [['a-1']])
  t.strictSame(namesOf(planBatches(turns, { ...limits, idleMs: 0 })), [['a-1']])
})

t.test('a batch holds turns of one session, in the order they were had', async t => {
  const turns = [entry('b', 2), entry('a', 1), entry('b', 1), entry('a', 2)]
  const batches = namesOf(planBatches(turns, { ...limits, isForced: true }))
  t.strictSame(batches.sort(), [
    ['a-1', 'a-2'],
    ['b-1', 'b-2'],
  ])
})

t.test('back-off doubles from 5 s to 10 minutes', async t => {
  t.strictSame(
    [1, 2, 3, 4, 7, 8, 30].map(backOffMs),
    [5_000, 10_000, 20_000, 40_000, 320_000, 600_000, 600_000],
  )
})

t.test('a batch yields at most min(4, 1 + floor(turns / 3)) memories', async t => {
  t.strictSame([1, 2, 3, 6, 9, 12, 100].map(mostMemories), [1, 1, 2, 3, 4, 4, 4])
})

t.test('a scope exists once something is queued in it, and its queues are counted', async t => {
  const { service, dataDir } = openService(t)
  const store = openStore(join(dataDir, 'svc.json'))
  const scope = project('/no/such/app')
  t.equal(countQueuedTurns(store), 0)
  t.same(queuedScopes(store), [])
  await t.rejects(service.learning.backlog(scope), { code: 'SCOPE_NOT_FOUND' })

  const { key } = await makeScope(store, scope)
  placeInSpool(turnSpool(store, key), 'one', {})
  placeInSpool(turnSpool(store, key), 'two', {})
  placeInSpool(turnSpool(store, 'global'), 'one', {})
  writeFileSync(join(turnSpool(store, key), 'notes.txt'), 'no turn')
  placeInSpool(replaySpool(store, key), 'batch', {})
  t.equal((await service.status()).queuedTurns, 3)
  t.same(queuedScopes(store).sort(), [key, 'global'].sort())
  t.same(await service.learning.backlog(scope), { replaySize: 1, scope })
  t.same(await service.learning.backlog(GLOBAL), { replaySize: 0, scope: GLOBAL })
  t.same(await service.scopes(), [
    { type: 'global', id: null, count: 0 },
    { type: 'project', id: '/no/such/app', count: 0 },
  ])
  removeFromSpool(replaySpool(store, key), 'batch')
  t.equal((await service.learning.backlog(scope)).replaySize, 0)
})
