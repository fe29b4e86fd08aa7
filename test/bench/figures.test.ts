import t from 'tap'
import { compare, growthOf, isMet, middleMean, quantile, toComparable } from './figures.mjs'

t.test('a quantile is one of the numbers', async t => {
  t.equal(quantile([3, 1, 2], 0.5), 2)
  t.equal(quantile([3, 1, 2], 0.99), 3)
  t.equal(quantile([3, 1, 2], 0), 1)
})

t.test('the mean of the middle half does not see outliers', async t => {
  t.equal(middleMean([1_000, 10, 11, 0]), 10.5)
  t.equal(middleMean([7]), 7)
})

t.test('growth is the slope of logarithms', async t => {
  const points = (grow: (x: number) => number) => [10, 100, 1_000].map(x => ({ x, y: grow(x) }))
  const slope = (grow: (x: number) => number) => growthOf(points(grow))?.toFixed(6)
  t.equal(
    slope(x => 3 * x),
    '1.000000',
  )
  t.equal(
    slope(x => x * x),
    '2.000000',
  )
  t.equal(
    slope(() => 5),
    '0.000000',
  )
  t.equal(growthOf([{ x: 1, y: 1 }]), undefined, 'one point has no slope')
})

t.test('times are compared in starts of bare Node, ratios as they stand', async t => {
  t.equal(toComparable({ value: 80, unit: 'ms' }, 40), 2)
  t.equal(toComparable({ value: 2, unit: 's' }, 40), 50)
  t.equal(toComparable({ value: 1_000, unit: '/s' }, 40), 40)
  t.equal(toComparable({ value: 1.4, unit: '×' }, 40), 1.4)
})

t.test('a goal is at most, of a rate at least', async t => {
  t.equal(isMet({ value: 1.3, unit: '×', goal: 1.3 }), true)
  t.equal(isMet({ value: 1.4, unit: '×', goal: 1.3 }), false)
  t.equal(isMet({ value: 1_999, unit: '/s', goal: 2_000 }), false)
  t.equal(isMet({ value: 1, unit: 'ms' }), undefined)
})

t.test('a change within the noise is none', async t => {
  t.equal(compare('ms', 1.09, 1)?.verdict, 'as before')
  t.equal(compare('ms', 1.2, 1)?.verdict, 'slower')
  t.equal(compare('ms', 1, 1.2)?.verdict, 'faster')
  t.equal(compare('/s', 1, 1.2)?.verdict, 'slower', 'fewer calls a second')
  t.equal(compare('/s', 1.2, 1)?.verdict, 'faster')
  t.equal(compare('ms', 1, undefined), undefined)
  t.equal(compare('ms', 1, 0), undefined, 'nothing to divide by')
})
