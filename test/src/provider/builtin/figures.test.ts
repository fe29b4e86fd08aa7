import { readFileSync } from 'node:fs'
import t from 'tap'
import { createBuiltinProvider } from '../../../../src/provider/builtin/index.js'
import { isRight, scoreSet, type Conversation } from '../../../eval/distill-score.mjs'

const folder = new URL('../../../fixtures/distill/', import.meta.url)
const read = (name: string) =>
  JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Conversation[]

for (const [name, count, least] of [
  ['dev.json', 80, { precision: 0.9, recall: 0.85, noise: 0.5 }],
  ['held-out.json', 40, { precision: 0.7, recall: 0.6, noise: 1.2 }],
  ['procedures.json', 40, { precision: 0.85, recall: 0.85, noise: 1 }],
  ['procedures-unseen.json', 20, { precision: 0.85, recall: 0.85, noise: 1 }],
] as const) {
  t.test(`${name}: precision, recall and noise stay above what was promised`, async t => {
    const set = read(name)
    t.ok(set.length >= count, `${set.length} conversations`)
    t.equal(new Set(set.map(one => one.id)).size, set.length, 'each has its own id')
    const { precision, recall, noise } = await scoreSet(createBuiltinProvider(), set)
    t.ok(precision >= least.precision, `precision ${precision}`)
    t.ok(recall >= least.recall, `recall ${recall}`)
    t.ok(noise <= least.noise, `noise ${noise} per 10 empty conversations`)
  })
}

t.test('at least half of the labelled conversations hold nothing worth keeping', async t => {
  const set = read('dev.json')
  t.ok(set.filter(one => one.expect.length === 0).length * 2 >= set.length)
})

t.test('a memory is right when kind, scope and every key word agree', async t => {
  const memory = {
    kind: 'constraint',
    title: 'Never push to main on Fridays',
    content: 'Never push to main on Fridays.',
    tags: [],
    aliases: [],
    scope: 'project' as const,
  }
  const expected = { kind: 'constraint', scope: 'project' as const, words: ['PUSHING', 'friday'] }
  t.ok(isRight(memory, expected))
  t.notOk(isRight(memory, { ...expected, scope: 'global' }))
  t.notOk(isRight(memory, { ...expected, kind: 'fact' }))
  t.notOk(isRight(memory, { ...expected, words: ['saturday'] }))
})
