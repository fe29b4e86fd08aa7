import t from 'tap'
import { WANTED_FEATURES } from '../../src/search/decide.js'
import { groupBySet, GROUPS, leaveOut, measure, renderAblation } from './ablation.mjs'

t.test('each feature of the decision is in one group', async t => {
  const words = new Set(WANTED_FEATURES.flatMap(name => name.split(' ')))
  t.same(GROUPS.flat().sort(), [...words].sort())
})

t.test('what is left out is 0 in every row, and in what it is multiplied with', async t => {
  const names = ['title', 'lead', 'title lead']
  const rows = [
    { store: 'a', items: [{ features: [3, 4, 12] }] },
    { store: 'b', items: [] },
  ]
  t.same(leaveOut(rows, ['title'], names), [
    { store: 'a', items: [{ features: [0, 4, 0] }] },
    rows[1],
  ])
  t.same(leaveOut(rows, [], names), rows)
})

t.test('it is measured where few of those that want nothing get something', async t => {
  const row = (wants: number, probability: number, wanted = 0) => {
    return { wants, items: [{ probability, wanted }] }
  }
  const idle = Array.from({ length: 20 }, (_, at) => row(0, at / 100))
  const asking = [row(1, 0.9, 1), row(1, 0.9), row(1, 0.185, 1), row(1, 0.15, 1)]
  // Of twenty one may get something: what is given has to be likelier than the second, 0.18.
  t.equal(measure([...idle, ...asking]).arrives, 2 / 4)
  t.equal(measure([row(0, 0.1), row(1, 0.9, 1), row(1, 0.1, 1)]).area, 0.75)
  t.equal(measure([{ wants: 1, items: [] }, row(0, 0)]).arrives, 0)
})

t.test('the table has a line for what was left out and a column for each set', async t => {
  const row = (set: string, hasAliases: boolean) => ({ set, hasAliases })
  const groups = groupBySet([row('dev', false), row('dev', true), row('dev', false)])
  t.same(
    [...groups].map(([name, rows]) => [name, rows.length]),
    [
      ['dev', 2],
      ['dev with aliases', 1],
    ],
  )
  const figures = new Map([['dev', { area: 0.95, arrives: 0.7 }]])
  t.equal(
    renderAblation([['nothing', figures]]),
    '| left out | dev |\n| --- | --: |\n| nothing | 0.950, 70.0 % |',
  )
})
