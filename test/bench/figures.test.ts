import t from 'tap'
import {
  compare,
  growthOf,
  isMet,
  judgeGrowth,
  middleMean,
  quantile,
  toComparable,
} from './figures.mjs'

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
  const verdict = (unit: string, now: number, former: number | undefined) =>
    compare(unit, now, former, 0.1)?.verdict
  t.equal(verdict('ms', 1.09, 1), 'as before')
  t.equal(verdict('ms', 1.2, 1), 'worse')
  t.equal(verdict('ms', 1, 1.2), 'better')
  t.equal(verdict('/s', 1, 1.2), 'worse', 'fewer calls a second')
  t.equal(verdict('/s', 1.2, 1), 'better')
  t.equal(verdict('ms', 1, undefined), undefined)
  t.equal(verdict('ms', 1, 0), undefined, 'nothing to divide by')
})

t.test('a curve is judged by what rises above its floor', async t => {
  const judge = (...ys: number[]) => judgeGrowth(ys.map((y, at) => ({ x: 10 ** at, y })))
  t.equal(judge(100, 101, 110, 200), 'rises at its end')
  t.equal(judge(100, 140, 90, 120), 'flat')
  t.equal(judge(100, 900, 90, 120), 'flat', 'one slow moment in the middle')
  t.match(judge(100, 110, 200, 1_100, 10_100), /^linear at most \(1\.00\)/)
  t.match(judge(1, 100, 10_000, 1_000_000), /^MORE THAN LINEAR \(2\.00\)/)
})
