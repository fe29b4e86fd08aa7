import t from 'tap'
import { areaUnderCurve, fitLogistic, fitTerms, rate } from './logistic.mjs'

/** The same numbers from 0 to 1 each time. */
function randomNumbers(): () => number {
  let state = 7
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

t.test('a fit finds the weights by which rows were made', async t => {
  const next = randomNumbers()
  const made = [-0.5, 2, -1.5, 0]
  const rows = Array.from({ length: 20_000 }, () => {
    const x = [next() * 4, next() * 2 - 1, next() * 10]
    return { x, y: next() < rate(made, x) ? 1 : 0, weight: 1 }
  })
  const { coefficients, standard } = fitLogistic(rows, 1)
  coefficients.forEach((value, at) => t.ok(Math.abs(value - made[at]!) < 0.15, `${value}`))
  t.equal(standard.length, 3)
  const [first, second, third] = standard.map(Math.abs) as [number, number, number]
  t.ok(first > second && second > third, 'the first varies most')
  t.same(fitLogistic(rows, 1).coefficients, coefficients, 'each time the same')
})

t.test('a row of weight two counts as two rows, and one of none not at all', async t => {
  const x = [[1], [2], [2], [4]]
  const y = [0, 1, 0, 1]
  const once = x.map((features, at) => ({ x: features, y: y[at]!, weight: 1 }))
  const heavy = once.map((row, at) => ({ ...row, weight: at === 1 ? 2 : 1 }))
  const other = { x: [3], y: 0, weight: 0 }
  const twice = fitLogistic([...once, once[1]!], 1).coefficients
  fitLogistic([...heavy, other], 1).coefficients.forEach((value, at) =>
    t.ok(Math.abs(value - twice[at]!) < 1e-9),
  )
})

t.test('a penalty holds weights back; a feature that never changes gets none', async t => {
  const rows = [0, 0, 1, 1].map(value => ({ x: [value, 5], y: value, weight: 1 }))
  const [free, held] = [0.1, 10].map(penalty => fitLogistic(rows, penalty).standard[0]!)
  t.ok(free! > 2 * held! && held! > 0)
  t.equal(fitLogistic(rows, 1).standard[1], 0)
})

t.test(
  'a fit of terms finds what each says; rare ones and topics of one origin say nothing',
  async t => {
    const next = randomNumbers()
    const made = { '*': -1, ask: 3, thanks: -2, the: 0 }
    const rows = Array.from({ length: 20_000 }, (_, at) => {
      const present = ['ask', 'thanks', 'the'].filter(() => next() < 0.4)
      const topic = at % 5 === 0 ? ['topic'] : []
      const terms = ['*', ...present, ...topic, ...(at < 2 ? ['rare'] : [])]
      const value = terms.reduce((sum, term) => sum + (made[term as keyof typeof made] ?? 0), 0)
      return { terms, from: `file ${at % 5}`, wanted: next() < rate([value], []) ? 1 : 0 }
    })
    const weights = fitTerms(rows, { least: 3, penalty: 1, rounds: 300 })
    t.same([...weights.keys()].sort(), Object.keys(made).sort())
    for (const [term, value] of Object.entries(made))
      t.ok(Math.abs(weights.get(term)! - value) < 0.15, `${term} ${weights.get(term)}`)
  },
)

t.test('the area under the curve is the share of pairs in their right order', async t => {
  const area = (wanted: number[], others: number[]) =>
    areaUnderCurve([
      ...wanted.map(value => [value, 1] as const),
      ...others.map(value => [value, 0] as const),
    ])
  t.equal(area([2, 3], [0, 1]), 1)
  t.equal(area([0], [1, 2]), 0)
  t.equal(area([1, 3], [2]), 0.5)
  t.equal(area([1], [1, 0]), 0.75, 'of two that are equal half a pair')
})
