// The store in examples/langgraph-store.mjs with LangGraph's own base class, beside its InMemoryStore.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { InMemoryStore, AsyncBatchedStore } from '@langchain/langgraph-checkpoint'
import { createService } from 'agent-memory-service'
import { SvcStore } from './langgraph-store.mjs'

const dataDir = process.argv[2]
const service = createService({ dataDir, capacity: 10 })
const scope = { type: 'project', id: import.meta.dirname }
const store = new SvcStore(service, scope)
const ann = ['users', 'ann']
const keysOf = items => items.map(({ key }) => key).sort()

/** What both stores answer alike. */
for (const each of [new InMemoryStore(), store]) {
  assert.equal(await each.get(ann, 'theme'), null)
  await each.put(ann, 'theme', { colour: 'dark green', size: 12, nested: { list: [1, null] } })
  await each.put(ann, 'language', { text: 'British English, no emoji' })
  await each.put(['users', 'bob'], 'theme', { colour: 'light', size: 14 })
  await each.put(['notes'], 'deploy', { text: 'Staging runs on port 8080' })
  const item = await each.get(ann, 'theme')
  assert.deepEqual(item.value, { colour: 'dark green', size: 12, nested: { list: [1, null] } })
  assert.deepEqual([item.namespace, item.key], [ann, 'theme'])
  assert.ok(item.createdAt instanceof Date && item.updatedAt instanceof Date)

  await each.put(ann, 'theme', { colour: 'blue', size: 12 })
  assert.deepEqual((await each.get(ann, 'theme')).value, { colour: 'blue', size: 12 })
  assert.deepEqual(keysOf(await each.search(ann)), ['language', 'theme'])
  assert.equal((await each.search([])).length, 4)
  assert.equal((await each.search([], { limit: 3 })).length, 3)
  assert.equal((await each.search([], { limit: 3, offset: 3 })).length, 1)
  assert.deepEqual(keysOf(await each.search(['users'], { filter: { colour: 'light' } })), ['theme'])
  assert.equal((await each.search(['users'], { filter: { size: { $gt: 11, $lt: 14 } } })).length, 1)

  const all = [['notes'], ann, ['users', 'bob']]
  assert.deepEqual(await each.listNamespaces(), all)
  assert.deepEqual(await each.listNamespaces({ maxDepth: 1 }), [['notes'], ['users']])
  assert.deepEqual(await each.listNamespaces({ prefix: ['users'] }), all.slice(1))
  assert.deepEqual(await each.listNamespaces({ suffix: ['bob'] }), [['users', 'bob']])
  assert.deepEqual(await each.listNamespaces({ prefix: ['*', 'ann'] }), [ann])
  assert.deepEqual(await each.listNamespaces({ limit: 1, offset: 1 }), [ann])

  await each.delete(ann, 'theme')
  await each.delete(ann, 'theme')
  assert.equal(await each.get(ann, 'theme'), null)
}

const found = await store.search([], { query: 'which port is staging on?' })
assert.equal(found[0].key, 'deploy')
assert.ok(found[0].score > 0)

const batched = new AsyncBatchedStore(store)
batched.start()
await Promise.all(Array.from({ length: 15 }, (_, n) => batched.put(['many'], `item ${n}`, { n })))
assert.equal((await batched.search(['many'], { limit: 100 })).length, 15)
await batched.stop()
await service.consolidate(scope)
assert.equal((await store.search(['many'], { limit: 100 })).length, 15, 'kept above the capacity')

// What its head says of it.
await store.put(['keys'], 'a', { key: `ghp_${'a1B2'.repeat(9)}` })
assert.match((await store.get(['keys'], 'a')).value.key, /^\[redacted:/)
await store.put(['keys'], 'A', { n: 2 })
assert.equal(await store.get(['keys'], 'a'), null)

const [folder] = readdirSync(join(dataDir, 'projects'))
assert.equal(readdirSync(join(dataDir, 'projects', folder, 'memories')).length, 19)
await service.close()
console.log('langgraph-store: ok')
