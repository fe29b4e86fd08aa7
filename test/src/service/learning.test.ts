import t from 'tap'
import { GLOBAL_SCOPE } from '../../../store/types.js'
import { Learning } from '../../../src/service/learning.js'

/** What learning works with, where what is left over after a reflection waits to be let go. */
function openLearning() {
  let letGo = () => {}
  const left = new Promise<void>(resolve => (letGo = resolve))
  const begun: string[] = []
  const reflection = {
    reflect: async () => ({ batches: 0 }),
    consolidateIfFull: async () => false,
    runLeft: () => (begun.push('left'), left),
    close: () => void begun.push('closed'),
  }
  const collections = { existing: async () => ({ folder: {} }), all: async () => [] }
  const learning = new Learning({
    ...{ reflection, collections, feed: { poll: () => undefined } },
    follow: () => undefined,
  } as never)
  return { learning, begun, letGo }
}

t.test('whoever closes waits for what a reflection has left to do', async t => {
  const { learning, begun, letGo } = openLearning()
  await learning.reflect(GLOBAL_SCOPE)
  const closing = learning.close(0, false)
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
  t.same(begun, ['left'])
  letGo()
  await closing
  t.same(begun, ['left', 'closed'])
})
