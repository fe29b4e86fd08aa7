import t from 'tap'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addMergedUses, transferUses } from '../../../src/activity/usage.js'
import { readJsonDocument } from '../../../store/files/json.js'
import { openStore } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'

t.test('uses count for what a memory went into, through any number of merges', async t => {
  const uses = new Map([
    ['a', 1],
    ['b', 2],
    ['c', 4],
    ['d', 8],
  ])
  const sums = addMergedUses(uses, { a: 'b', b: 'c', x: 'd' })
  t.same(Object.fromEntries(sums), { a: 1, b: 2, c: 7, d: 8 })
  t.equal(addMergedUses(uses, { a: 'b', b: 'a' }).get('c'), 4, 'a circle ends')
  t.equal(addMergedUses(new Map([['a', 3]]), { a: 'new' }).get('new'), 3)
})

t.test('a transfer is kept beside the counts, repeated without effect, and taken back', async t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  const path = join(store.state, 'usage.json')
  const read = () => readJsonDocument<unknown>(path, {})
  await transferUses(store, new Map())
  t.same(read(), {})
  await transferUses(store, new Map([['a', 'b']]))
  writeFileSync(path, JSON.stringify({ ...(read() as object), uses: { a: 3 } }))
  await transferUses(store, new Map([['c', 'b']]))
  await transferUses(store, new Map([['c', 'b']]))
  t.same(read(), { uses: { a: 3 }, folded: [], merged: { a: 'b', c: 'b' } })
  await transferUses(store, new Map([['a', null]]))
  t.same(read(), { uses: { a: 3 }, folded: [], merged: { c: 'b' } })
})
