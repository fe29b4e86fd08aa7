import t from 'tap'
import { existsSync, rmdirSync, statSync } from 'node:fs'
import { noteLooked, isReflectionDue } from '../../../src/reflect/due.js'
import { appendToLedger } from '../../../src/activity/sessions.js'
import { listSpool, placeInSpool } from '../../../store/files/spool.js'
import { withWorkLock } from '../../../store/locks.js'
import { batchFolder, replaySpool, scopeLock, turnSpool } from '../../../store/store.js'
import { memory, ReflectDesk } from './desk.js'

/** Keeps this process from everything else, as a slow disk or a computer's sleep does. */
const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

const lockOf = (desk: ReflectDesk) =>
  `${scopeLock(desk.store, 'work', desk.scopeFolder().key)}.lock`

/** A second process that asks for the scope's work lock while it is held, and gives up. */
async function asksMeanwhile(desk: ReflectDesk): Promise<string> {
  const place = { store: desk.store, folder: desk.scopeFolder() }
  return withWorkLock(place, async () => 'had it', { patienceMs: 0 }).catch(
    (error: { code: string }) => error.code,
  )
}

t.test('a long list of batches is worked through, and the lock is kept meanwhile', async t => {
  const desk = new ReflectDesk(t)
  for (let session = 0; session < 30; session++) desk.queue(1, `session-${session}`)
  const others: Promise<string>[] = []
  const records: number[] = []
  desk.script = () => {
    block(100)
    records.push(desk.records().length)
    if (desk.asked.length % 10 === 0) others.push(asksMeanwhile(desk))
    return { memories: [], skills: [] }
  }
  const told: [number, number][] = []
  const onProgress = (done: number, all: number) => void told.push([done, all])
  const result = await desk.open().learning.reflect(desk.scope, { onProgress })
  t.match(result, { ok: true, batches: 30, failed: 0 })
  t.same(told.at(0), [0, 30])
  t.same(told.at(-1), [29, 30])
  t.same(new Set(records), new Set([1]), 'a batch is written down when its turn comes')
  t.same(new Set(await Promise.all(others)), new Set(['SCOPE_BUSY']), 'nobody took it over')
  const { key } = desk.scopeFolder()
  t.same(listSpool(turnSpool(desk.store, key)), [])
  t.same(listSpool(batchFolder(desk.store, key)), [])
})

t.test('whoever lost the scope goes on with what is left, once it is free again', async t => {
  const desk = new ReflectDesk(t)
  for (const session of ['a', 'b', 'c']) desk.queue(1, session)
  desk.script = () => {
    // As another process does that took over, and is done.
    if (desk.asked.length === 2) rmdirSync(lockOf(desk))
    return { memories: [], skills: [] }
  }
  t.match(await desk.open().learning.reflect(desk.scope), { batches: 3, failed: 0 })
  t.equal(desk.asked.length, 4, 'what was asked for meanwhile is asked for again')
})

t.test('whoever never gets on gives up', async t => {
  const desk = new ReflectDesk(t)
  desk.queue(1)
  desk.script = () => {
    rmdirSync(lockOf(desk))
    return { memories: [], skills: [] }
  }
  await t.rejects(desk.open().learning.reflect(desk.scope), { code: 'SCOPE_BUSY' })
  t.equal(desk.asked.length, 1)
  t.equal(listSpool(turnSpool(desk.store, desk.scopeFolder().key)).length, 1)
})

t.test('who waits for another process is told', async t => {
  const desk = new ReflectDesk(t)
  desk.queue(1)
  let told = 0
  const place = { store: desk.store, folder: desk.scopeFolder() }
  let reflecting: Promise<unknown> | undefined
  await withWorkLock(place, async () => {
    reflecting = desk.open().learning.reflect(desk.scope, { onWait: () => void told++ })
    while (told === 0) await new Promise(resolve => setTimeout(resolve, 5))
  })
  t.match(await reflecting, { batches: 1 })
  t.equal(told, 1)
})

t.test('an interruption leaves the rest queued', async t => {
  const desk = new ReflectDesk(t)
  for (const session of ['a', 'b', 'c', 'd']) desk.queue(1, session)
  const worker = desk.worker({ batchTurns: 1 })
  desk.script = () => {
    if (desk.asked.length === 2) worker.close()
    return { memories: [], skills: [] }
  }
  const result = await worker.run(desk.scopeFolder())
  t.match(result, { batches: 2, failed: 0 })
  t.equal(listSpool(turnSpool(desk.store, desk.scopeFolder().key)).length, 2)
})

/** Ends a session while a consolidation runs, and has another process find the scope busy. */
function endDuring(desk: ReflectDesk, isConsolidating: () => boolean) {
  const { key } = desk.scopeFolder()
  let seen: Promise<unknown> | undefined
  const now = () => {
    if (seen === undefined && isConsolidating()) {
      desk.queue(1, 'last words')
      const at = new Date(desk.now.getTime() + 10).toISOString()
      appendToLedger(desk.store, 'last words', { type: 'end', at })
      seen = desk.worker().run(desk.scopeFolder())
    }
    return new Date(desk.now.getTime() + 20)
  }
  for (let at = 0; at < 10; at++) placeInSpool(replaySpool(desk.store, key), `${at}`, { at })
  return { now, seen: () => seen }
}

t.test(
  'what a session leaves that ends during a consolidation is taken up by its holder',
  async t => {
    for (const kind of ['worker', 'service'] as const) {
      const desk = new ReflectDesk(t)
      await desk.open().remember({ scope: desk.scope, title: 'T', content: 'x' })
      desk.answers({ memories: [memory('Ends well')], skills: [] })
      const { key } = desk.scopeFolder()
      const lock = lockOf(desk)
      const births = new Set<bigint>()
      const isHeld = () => existsSync(lock)
      const isSecond = () => {
        if (!isHeld()) return false
        births.add(statSync(lock, { bigint: true }).birthtimeNs)
        return births.size === 2
      }
      const { now, seen } = endDuring(desk, kind === 'worker' ? isSecond : isHeld)
      if (kind === 'worker') await desk.worker({}, { now }).run(desk.scopeFolder())
      else {
        const service = desk.open({ now })
        await service.consolidate(desk.scope)
        await service.close()
      }
      t.match(await seen(), { batches: 0 }, `${kind}: it found the scope busy`)
      t.same(listSpool(turnSpool(desk.store, key)), [], kind)
      t.same(await desk.titles(desk.scope), ['Ends well', 'T'], kind)
    }
  },
)

t.test('a queue too long for a hook call is looked through once a minute', t => {
  const desk = new ReflectDesk(t)
  const { key } = desk.scopeFolder()
  const limits = { batchTurns: 10, idleMs: 300_000, now: new Date() }
  const spool = turnSpool(desk.store, key)
  for (let at = 0; at < 501; at++) placeInSpool(spool, `${at}-a`, { format: 1 })
  t.equal(isReflectionDue(desk.store, key, limits), true)
  noteLooked(desk.store, key, limits.now)
  t.equal(isReflectionDue(desk.store, key, limits), false)
  const later = { ...limits, now: new Date(limits.now.getTime() + 61_000) }
  t.equal(isReflectionDue(desk.store, key, later), true)
  t.same(listSpool(batchFolder(desk.store, key)), [])
  t.end()
})
