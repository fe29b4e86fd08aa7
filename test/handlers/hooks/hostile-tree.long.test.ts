import t from 'tap'
import { checkLargeTree } from './large-tree.js'

t.test('20,000 files take a hook no longer than a few', async t => {
  await checkLargeTree(t, 20)
})
