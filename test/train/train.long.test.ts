import t from 'tap'
import { openModel } from '../../src/provider/builtin/model/score.js'
import { WEIGHTS } from '../../src/provider/builtin/model/weights.js'
import { toRows, trainModel } from './model.mjs'
import { isHeldOut, readConversations } from './sentences.mjs'

t.test('the weights are what the trainer makes of the sentences that are there', async t => {
  const conversations = readConversations().filter(({ batch }) => !isHeldOut(batch))
  t.ok(conversations.length > 5_000, `${conversations.length} conversations`)
  const packed = trainModel(toRows(conversations), openModel().least)
  t.ok(packed.toString('base64') === WEIGHTS, 'npm run train:distill writes them')
})
