import t from 'tap'
import { readModel } from '../../src/provider/builtin/model/score.js'
import { toRows, trainModel } from './model.mjs'
import { fitSparse } from './regression.mjs'
import { isHeldOut, readConversations } from './sentences.mjs'

t.test('training repeats bit for bit, and a held-out batch is told by its number', async t => {
  const rows = toRows(readConversations().slice(0, 60))
  const [one, other] = [trainModel(rows), trainModel(rows)]
  t.ok(one.equals(other))
  t.equal(readModel(one).least.user, 0)
  t.ok(isHeldOut('en45'))
  t.notOk(isHeldOut('de11'))
})

t.test('a regression finds the feature that tells rows apart', async t => {
  const rows = [[0, 1], [0, 2], [1], [2]].map(row => Uint32Array.from(row))
  const { weights } = fitSparse(rows, [1, 1, -1, -1], { size: 3, cost: 10 })
  t.ok((weights[0] ?? 0) > 1)
  t.ok(Math.abs(weights[1] ?? 0) < 1 && Math.abs(weights[2] ?? 0) < 1)
})
