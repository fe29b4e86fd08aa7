/** The value below which the share `q` of the numbers lies. */
export function quantile(numbers, q) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))]
}

/** The mean of the middle half: as deaf to outliers as a median, but finer than the clock's step. */
export function middleMean(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const cut = Math.floor(sorted.length / 4)
  const middle = sorted.slice(cut, sorted.length - cut)
  return middle.reduce((sum, number) => sum + number, 0) / middle.length
}

/**
 * The exponent by which `y` grows with `x`, fitted by least squares on logarithms: 1 is linear.
 * Undefined for fewer than two points.
 */
export function growthOf(points) {
  if (points.length < 2) return undefined
  const logs = points.map(({ x, y }) => [Math.log(x), Math.log(y)])
  const mean = at => logs.reduce((sum, log) => sum + log[at], 0) / logs.length
  const [meanX, meanY] = [mean(0), mean(1)]
  const along = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  return along / logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
}

/**
 * What a row's figure is as a number that other machines can be compared with: a ratio or a size as
 * it stands, a time in starts of bare Node, a rate as calls in the time of one such start.
 */
export function toComparable({ value, unit }, bareMs) {
  if (unit === 'ms') return value / bareMs
  if (unit === 's') return (value * 1_000) / bareMs
  return unit === '/s' ? (value * bareMs) / 1_000 : value
}

/** Whether a figure reaches its goal; undefined where it has none. */
export function isMet({ value, unit, goal }) {
  if (goal === undefined) return undefined
  return isRate(unit) ? value >= goal : value <= goal
}

/**
 * The change of a comparable figure against a former one: its share, and whether it is beyond the
 * noise of `tolerance`. Undefined where there is no former one. More of a rate is better.
 */
export function compare(unit, now, former, tolerance) {
  if (former === undefined || !(former > 0)) return undefined
  const change = now / former - 1
  const worse = isRate(unit) ? former / now - 1 : change
  const better = isRate(unit) ? change : former / now - 1
  const verdict = worse > tolerance ? 'worse' : better > tolerance ? 'better' : 'as before'
  return { change, verdict }
}

const isRate = unit => unit === '/s'

/** Up to here a slope counts as linear. */
const LINEAR = 1.1
/** What does not rise above this multiple of its floor does not grow, or no more than noise does. */
const RISEN = 1.5

/**
 * What a curve does in its upper part, in words: flat, or the exponent by which it grows over its
 * last three points. Its smallest value is taken off, so that a floor does not hide what lies on it.
 */
export function judgeGrowth(points) {
  const floor = Math.min(...points.map(({ y }) => y))
  const risen = points.filter(({ y }) => y > floor * RISEN)
  const isRising = risen.length > 0 && risen.at(-1) === points.at(-1)
  if (!isRising) return 'flat'
  const slope = growthOf(risen.slice(-3).map(({ x, y }) => ({ x, y: y - floor })))
  if (slope === undefined) return 'rises at its end'
  const verdict = slope > LINEAR ? 'MORE THAN LINEAR' : 'linear at most'
  return `${verdict} (${slope.toFixed(2)})`
}
