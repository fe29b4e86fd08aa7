// Logistic regression over sparse rows of present features; the same rows give the same weights.

/**
 * Fits rows of feature numbers below `size`, each row scaled to length 1, to `wanted` (1 or -1),
 * by dual coordinate descent (Yu, Huang and Lin 2011). `scale` makes features count more or less,
 * `weights` rows. Answers a weight for each feature, and the constant.
 */
export function fitSparse(rows, wanted, { size, cost, scale, weights, epochs = 40 }) {
  const fitted = new Float64Array(size + 1)
  const count = rows.length
  const values = rows.map(row => {
    const unit = 1 / Math.sqrt(row.length || 1)
    return Float64Array.from(row, feature => (scale ? scale[feature] : 1) * unit)
  })
  const lengths = values.map(row => row.reduce((sum, value) => sum + value * value, 1))
  const most = rows.map((_, at) => cost * (weights ? weights[at] : 1))
  const alpha = most.map(one => Math.min(0.001 * one, 1e-8))
  const move = (at, step) => {
    const [row, value] = [rows[at], values[at]]
    for (let i = 0; i < row.length; i++) fitted[row[i]] += step * value[i]
    fitted[size] += step
  }
  for (let at = 0; at < count; at++) move(at, alpha[at] * wanted[at])
  const order = Array.from({ length: count }, (_, at) => at)
  let seed = 7
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let at = count - 1; at > 0; at--) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
      const other = seed % (at + 1)
      ;[order[at], order[other]] = [order[other], order[at]]
    }
    for (const at of order) {
      const [row, value] = [rows[at], values[at]]
      let dot = fitted[size]
      for (let i = 0; i < row.length; i++) dot += fitted[row[i]] * value[i]
      const next = solve(alpha[at], most[at], lengths[at], wanted[at] * dot)
      if (next === alpha[at]) continue
      move(at, (next - alpha[at]) * wanted[at])
      alpha[at] = next
    }
  }
  return { weights: fitted.subarray(0, size), constant: fitted[size] }
}

/** The dual variable of one row, by Newton's method between its bounds. */
function solve(old, most, length, margin) {
  let [low, high, next] = [1e-12 * most, most * (1 - 1e-12), old]
  for (let step = 0; step < 40; step++) {
    const slope = length * (next - old) + margin + Math.log(next / (most - next))
    if (Math.abs(slope) < 1e-4) break
    if (slope > 0) high = next
    else low = next
    const tried = next - slope / (length + most / (next * (most - next)))
    next = tried > low && tried < high ? tried : (low + high) / 2
  }
  return next
}
