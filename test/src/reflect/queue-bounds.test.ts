import t from 'tap'
import { linkSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claimStart, clearStart } from '../../../src/reflect/due.js'
import { MOST_QUEUED } from '../../../src/reflect/turns.js'
import { withWorkLock } from '../../../store/locks.js'
import { batchFolder, turnSpool } from '../../../store/store.js'
import { ReflectDesk } from './desk.js'

t.test('a queue that is full takes no more, and what it holds stays', t => {
  const desk = new ReflectDesk(t)
  const { key } = desk.scopeFolder()
  const spool = turnSpool(desk.store, key)
  mkdirSync(spool, { recursive: true })
  const first = join(spool, '0-a.json')
  writeFileSync(first, '')
  for (let at = 1; at < MOST_QUEUED - 1; at++) linkSync(first, join(spool, `${at}-a.json`))
  desk.queue(1)
  t.throws(() => desk.queue(1, 'another'), {
    code: 'SCOPE_BUSY',
    message: /50000 turns are queued/,
  })
  t.end()
})

t.test('of many calls at once one starts a worker, until one has begun', t => {
  const desk = new ReflectDesk(t)
  const { key } = desk.scopeFolder()
  const claim = () => claimStart(desk.store, key)
  t.same([claim(), claim(), claim()], [true, false, false])
  clearStart(desk.store, key)
  t.same([claim(), claim()], [true, false])
  const path = join(batchFolder(desk.store, key), '.asked')
  utimesSync(path, Date.now() / 1000 - 11, Date.now() / 1000 - 11)
  t.same([claim(), claim()], [true, false], 'one that never began is not waited for')
  t.end()
})

t.test('a worker that finds its scope busy keeps no other one from starting', async t => {
  const desk = new ReflectDesk(t)
  const folder = desk.scopeFolder()
  await withWorkLock({ store: desk.store, folder }, async () => {
    t.ok(claimStart(desk.store, folder.key))
    t.match(await desk.worker().run(folder), { batches: 0 })
    t.ok(claimStart(desk.store, folder.key))
  })
})
