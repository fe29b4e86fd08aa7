import fs, { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename, join } from 'node:path'
import t, { type Test } from 'tap'
import { addTurns, listParts, readPart } from '../../../src/past/parts.js'
import { sweepPast } from '../../../src/work/past.js'
import { sweepState } from '../../../src/work/sweep.js'
import { withWorkLock } from '../../../store/locks.js'
import { openStore, statePath } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = new Date('2026-03-20T12:00:00Z')
const BOUNDS = { pastMegabytes: 500, pastDays: 10, pastLeaveOut: '' }
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS)

function turnOf(day: number, turn = 1) {
  const at = inDays(day).toISOString()
  return { session: 's', turn, at, asked: 'x', answered: '', did: [] }
}

function newStore(t: Test, ...days: number[]) {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  for (const key of ['a-1', 'b-1']) for (const day of days) addTurns(store, key, [turnOf(day)])
  const names = (key = 'a-1') => listParts(store, key).map(({ name }) => name)
  return { store, names }
}

t.test('days that are over are packed, and go when they are too old at two looks', async t => {
  const { store, names } = newStore(t, -12, -1, 0)
  sweepState(store, NOW)
  await sweepPast(store, BOUNDS, NOW)
  t.same(names(), ['2026-03-08.1.jsonl.gz', '2026-03-19.1.jsonl.gz', '2026-03-20.jsonl'])
  t.same(names('b-1'), names())
  t.ok(readdirSync(statePath(store, 'past', 'index')).length > 0, 'and are in the index')
  sweepState(store, inDays(1))
  await sweepPast(store, BOUNDS, inDays(1))
  t.same(names(), ['2026-03-19.1.jsonl.gz', '2026-03-20.1.jsonl.gz'])
  await sweepPast(store, { ...BOUNDS, pastMegabytes: 0 }, inDays(1))
  t.same(names(), [])
})

t.test('a scope that is worked on, or damaged, keeps no other from its sweep', async t => {
  const { store, names } = newStore(t, -1)
  const damaged = statePath(store, 'past', 'b-1', '2026-03-19.1.jsonl.gz')
  writeFileSync(damaged, 'no gzip')
  await withWorkLock({ store, folder: { key: 'a-1' } }, () => sweepPast(store, BOUNDS, NOW))
  t.same(names(), ['2026-03-19.jsonl'])
  t.same(
    listParts(store, 'b-1').flatMap(part => readPart(part).map(({ turn }) => turn)),
    [1],
  )
  const [aside] = readdirSync(statePath(store, 'damaged'))
  t.ok(existsSync(statePath(store, 'damaged', aside!, 'state', 'past', 'b-1')))
})

/** The names of the folders that are made while an action runs: a lock is one. */
async function foldersMade(t: Test, action: () => Promise<unknown>): Promise<string[]> {
  const made: string[] = []
  const mkdir = fs.mkdirSync
  t.teardown(() => {
    fs.mkdirSync = mkdir
    syncBuiltinESMExports()
  })
  fs.mkdirSync = (...args: Parameters<typeof mkdir>) => {
    made.push(basename(String(args[0])))
    return mkdir(...args)
  }
  syncBuiltinESMExports()
  await action()
  return made
}

t.test('only a scope with something to pack or drop is locked: a hook waits for none', async t => {
  const { store } = newStore(t, 0)
  addTurns(store, 'b-1', [turnOf(-1)])
  const made = await foldersMade(t, () => sweepPast(store, BOUNDS, NOW))
  t.same(
    made.filter(name => name.startsWith('work-')),
    ['work-b-1.lock'],
  )
})

t.test('a scope whose day cannot be packed keeps no old part of another', async t => {
  const { store, names } = newStore(t, -12, -1)
  sweepState(store, NOW)
  await sweepPast(store, BOUNDS, NOW)
  sweepState(store, inDays(1))
  // Nothing can be written there: as on a full disk, its open day cannot be packed.
  addTurns(store, 'a-1', [turnOf(-1, 2)])
  mkdirSync(statePath(store, 'past', 'a-1', '2026-03-19.2.jsonl.gz'))
  await t.rejects(sweepPast(store, BOUNDS, inDays(1)))
  t.same(names('b-1'), ['2026-03-19.1.jsonl.gz'])
})
