import t, { type Test } from 'tap'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from '../../../store/files/lock.js'
import { placeInSpool } from '../../../store/files/spool.js'
import { findFolderKey } from '../../../store/projects/projects.js'
import { batchFolder, openStore, replaySpool, scopeLock, type Store } from '../../../store/store.js'
import { chatReply, sendJson } from '../../src/provider/fixture.js'
import { until } from '../../store/fixture.js'
import { memories, ReflectHost } from './reflect-host.js'

// They wait for workers, each of its own host.
t.jobs = 8

/** A host with three memories, of which two are evicted by the next consolidation. */
async function openHost(t: Test) {
  let release = () => {}
  const host = await new ReflectHost(t).serve(t, (_seen, response, count) => {
    const answer = () => sendJson(response, chatReply(JSON.stringify(memories())))
    if (count > 1) answer()
    else release = answer
  })
  host.turns = '1'
  const env = host.env()
  host.env = () => ({ ...env, SVC_CAPACITY: '1' })
  for (const title of ['One', 'Two', 'Three']) await host.remember({ title, content: title })
  const store = openStore(join(host.store, 'svc.json'))
  const key = findFolderKey(store, host.scope())!
  for (let n = 0; n < 10; n++) placeInSpool(replaySpool(store, key), `${n}`, { format: 1 })
  return { host, store, key, release: () => release() }
}

const bornAt = (path: string) =>
  statSync(`${path}.lock`, { bigint: true, throwIfNoEntry: false })?.birthtimeNs

/** Ends a session with real hooks while the scope is consolidated: the worker that they start ends in vain. */
async function endSession(host: ReflectHost, store: Store, key: string) {
  host.turns = '10'
  await host.turn('Last words', { session_id: 'last', prompt_id: 'l1' })
  await until(() => host.queueFiles().length === 1)
  await host.event('SessionEnd', { session_id: 'last', reason: 'other' })
  await until(() => !existsSync(join(batchFolder(store, key), '.asked')))
}

for (const fails of [false, true]) {
  const how = fails ? 'fails' : 'goes on'
  t.test(`a worker whose consolidation ${how} distils what a session leaves meanwhile`, async t => {
    const { host, store, key, release } = await openHost(t)
    await host.turn('First words', { session_id: 'first', prompt_id: 'f1' })
    await until(() => host.seen.length === 1)
    const work = scopeLock(store, 'work', key)
    const reflecting = bornAt(work)
    await withLock(scopeLock(store, 'write', key), async () => {
      release()
      await until(() => ![undefined, reflecting].includes(bornAt(work)))
      await endSession(host, store, key)
      t.equal(host.queueFiles().length, 1, 'it waits')
      if (fails) await until(() => host.queueFiles().length === 0)
    })
    await host.distilled()
    t.equal(host.seen.length, 2, 'the last turn was distilled, and nobody has called')
  })
}

t.test('a service distils what a session leaves during a consolidation', async t => {
  const { host, store, key } = await openHost(t)
  const { child, url } = await host.resident(t)
  const work = scopeLock(store, 'work', key)
  let consolidated: Promise<Response> | undefined
  await withLock(scopeLock(store, 'write', key), async () => {
    const body = JSON.stringify({ scope: host.scope() })
    consolidated = fetch(`${url}svc/consolidate`, { method: 'POST', body })
    await until(() => bornAt(work) !== undefined)
    await endSession(host, store, key)
  })
  t.equal((await consolidated!).status, 200)
  await until(() => host.seen.length === 1)
  child.kill('SIGKILL')
})
