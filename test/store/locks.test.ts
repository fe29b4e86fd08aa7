import { mkdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { withWorkLock } from '../../store/locks.js'
import { openStore, scopeLock } from '../../store/store.js'
import { temporaryFolder } from './fixture.js'

/** Somebody's lock, and a clock that timers move on, by which it is always new; how far it is moved. */
function holdForever(t: Test, lock: string): () => number {
  mkdirSync(`${lock}.lock`, { recursive: true })
  const { setTimeout } = globalThis
  const { now } = Date
  let passed = 0
  const began = now()
  Date.now = () => began + passed
  const pass = (action: () => void, ms = 0) => {
    passed += ms
    utimesSync(`${lock}.lock`, Date.now() / 1_000, Date.now() / 1_000)
    return setTimeout(action, 0)
  }
  globalThis.setTimeout = Object.assign(pass, setTimeout) as typeof setTimeout
  t.teardown(() => {
    Date.now = now
    globalThis.setTimeout = setTimeout
  })
  return () => passed
}

t.test('a scope that somebody works on is waited for ten seconds', async t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  const folder = { key: 'global' } as never
  const passed = holdForever(t, scopeLock(store, 'work', 'global'))
  let waits = 0
  const onWait = () => void waits++
  const work = withWorkLock({ store, folder }, async () => t.fail('it is held'), { onWait })
  await t.rejects(work, { code: 'SCOPE_BUSY' })
  t.equal(passed(), 10_000)
  t.equal(waits, 1, 'it is said once')
})
