import t from 'tap'
import { newestFirst, Timeline, type DatedItem } from '../../../src/memories/timeline.js'

t.test('items that come and go are where sorting all of them puts them', async t => {
  let seed = 5
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const items = new Map<string, DatedItem>()
  const timeline = new Timeline()
  const inOrder = () => timeline.inOrder(() => [...items.values()])
  for (let round = 0; round < 300; round++) {
    for (let change = next(4); change > 0; change--) {
      const id = `m${next(40)}`
      timeline.remove(id)
      items.delete(id)
      if (next(3) === 0) continue
      const item = { id, kind: 'fact', tags: [], updatedAt: `2026-01-0${1 + next(9)}` }
      items.set(id, item)
      timeline.add(item)
    }
    if (next(50) === 0) timeline.clear()
    t.same(inOrder(), [...items.values()].sort(newestFirst))
    t.equal(inOrder(), inOrder(), 'and nothing is made where nothing changed')
  }
})
