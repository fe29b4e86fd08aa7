// Logistic regression, deterministic: the same rows give the same coefficients.

/** The probability of features under coefficients, the constant first. */
export function rate([constant, ...weights], features) {
  const value = features.reduce((sum, feature, at) => sum + feature * weights[at], constant)
  return 1 / (1 + Math.exp(-value))
}

/**
 * Fits dense rows `{x, y, weight}` by Newton's method on standardised features with a squared
 * penalty. Answers the coefficients for the features as they are, the constant first, and the
 * weights of the standardised ones, by which they can be compared.
 */
export function fitLogistic(rows, penalty) {
  const { mean, deviation } = measure(rows)
  const scaled = rows.map(({ x }) => [
    1,
    ...x.map((value, at) => (value - mean[at]) / deviation[at]),
  ])
  const weights = new Array(mean.length + 1).fill(0)
  for (let round = 0; round < 30; round++) {
    const slope = weights.map((value, at) => (at === 0 ? 0 : -penalty * value))
    const curve = weights.map((_, at) =>
      weights.map((_, other) => (at === other ? (at ? penalty : 1e-6) : 0)),
    )
    scaled.forEach((x, row) => {
      let value = 0
      for (let at = 0; at < x.length; at++) value += x[at] * weights[at]
      const p = 1 / (1 + Math.exp(-value))
      const { y, weight } = rows[row]
      const pull = weight * (y - p)
      const bend = weight * Math.max(p * (1 - p), 1e-6)
      for (let at = 0; at < x.length; at++) {
        slope[at] += pull * x[at]
        const line = curve[at]
        const bent = bend * x[at]
        for (let to = 0; to < x.length; to++) line[to] += bent * x[to]
      }
    })
    const steps = solve(curve, slope)
    steps.forEach((step, at) => (weights[at] += step))
    if (steps.every(step => Math.abs(step) < 1e-7)) break
  }
  const [constant, ...standard] = weights
  const own = standard.map((value, at) => value / deviation[at])
  const shift = own.reduce((sum, value, at) => sum + value * mean[at], 0)
  return { coefficients: [constant - shift, ...own], standard }
}

function measure(rows) {
  const width = rows[0].x.length
  const all = rows.reduce((sum, { weight }) => sum + weight, 0)
  const meanOf = value => rows.reduce((sum, row) => sum + row.weight * value(row), 0) / all
  const mean = Array.from({ length: width }, (_, at) => meanOf(({ x }) => x[at]))
  const deviation = mean.map(
    (middle, at) => Math.sqrt(meanOf(({ x }) => (x[at] - middle) ** 2)) || 1,
  )
  return { mean, deviation }
}

/** Solves linear equations by elimination with pivots. */
function solve(matrix, vector) {
  const rows = matrix.map((row, at) => [...row, vector[at]])
  const size = rows.length
  for (let at = 0; at < size; at++) {
    let pivot = at
    for (let row = at + 1; row < size; row++)
      if (Math.abs(rows[row][at]) > Math.abs(rows[pivot][at])) pivot = row
    ;[rows[at], rows[pivot]] = [rows[pivot], rows[at]]
    for (let row = at + 1; row < size; row++) {
      const factor = rows[row][at] / rows[at][at]
      for (let to = at; to <= size; to++) rows[row][to] -= factor * rows[at][to]
    }
  }
  const result = new Array(size).fill(0)
  for (let at = size - 1; at >= 0; at--) {
    let value = rows[at][size]
    for (let to = at + 1; to < size; to++) value -= rows[at][to] * result[to]
    result[at] = value / rows[at][at]
  }
  return result
}

/**
 * Fits rows `{wanted, terms, from}` of present terms, those that rows of at least `least` origins
 * have: a topic of one project tells nothing of another. The term `*`, which all have, is the constant
 * and has no penalty. Answers weights by term.
 */
export function fitTerms(rows, { least, penalty, rounds }) {
  const origins = new Map()
  for (const { terms, from } of rows)
    for (const term of terms) origins.set(term, (origins.get(term) ?? new Set()).add(from))
  const names = Array.from(origins.keys())
    .filter(name => origins.get(name).size >= least)
    .sort()
  const { present, starts } = numberTerms(rows, new Map(names.map((name, at) => [name, at])))
  const constant = names.indexOf('*')
  const weights = new Float64Array(names.length)
  const moved = new Float64Array(names.length).fill(1e-9)
  for (let round = 0; round < rounds; round++) {
    const slope = weights.map((weight, at) => (at === constant ? 0 : -penalty * weight))
    for (let row = 0; row < rows.length; row++) {
      const end = starts[row + 1]
      let value = 0
      for (let at = starts[row]; at < end; at++) value += weights[present[at]]
      const error = rows[row].wanted - 1 / (1 + Math.exp(-value))
      for (let at = starts[row]; at < end; at++) slope[present[at]] += error
    }
    // AdaGrad: each weight has a step of its own, which shrinks as it moves.
    slope.forEach((pull, at) => {
      moved[at] += pull * pull
      weights[at] += (0.5 * pull) / Math.sqrt(moved[at])
    })
  }
  return new Map(names.map((name, at) => [name, weights[at]]))
}

/** The terms of all rows one after another as numbers, and where those of each row start. */
function numberTerms(rows, numbers) {
  const known = rows.map(({ terms }) => terms.filter(term => numbers.has(term)))
  const starts = [0]
  for (const terms of known) starts.push(starts.at(-1) + terms.length)
  return { present: Int32Array.from(known.flat(), term => numbers.get(term)), starts }
}

/** How often a row that is wanted stands above one that is not: rows `[value, wanted]`. */
export function areaUnderCurve(rows) {
  const values = wanted => rows.filter(row => row[1] === wanted).map(row => row[0])
  const [yes, no] = [values(1), values(0)]
  const wins = yes.reduce(
    (sum, a) => sum + no.filter(b => b < a).length + no.filter(b => b === a).length / 2,
    0,
  )
  return wins / (yes.length * no.length)
}
