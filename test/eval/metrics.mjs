/** Names of the figures, in the order of the table. */
export const METRICS = ['R@5', 'R@10', 'R@20', 'MRR', 'nDCG@10']

/** The figures of one ranked list of ids against the relevant ones (not empty). */
export function measure(ids, relevant) {
  const wanted = new Set(relevant)
  const hits = [...new Set(ids)].map(id => wanted.has(id))
  const recall = k => hits.slice(0, k).filter(Boolean).length / wanted.size
  const gain = at => 1 / Math.log2(at + 2)
  const sum = values => values.reduce((total, value) => total + value, 0)
  const best = Array.from({ length: Math.min(10, wanted.size) }, (_, at) => gain(at))
  const found = hits.slice(0, 10).map((hit, at) => (hit ? gain(at) : 0))
  const first = hits.indexOf(true)
  return {
    'R@5': recall(5),
    'R@10': recall(10),
    'R@20': recall(20),
    MRR: first < 0 ? 0 : 1 / (first + 1),
    'nDCG@10': sum(found) / sum(best),
  }
}

/** The means of rows of figures. */
export function average(rows) {
  const mean = name => rows.reduce((sum, row) => sum + row[name], 0) / (rows.length || 1)
  return Object.fromEntries(METRICS.map(name => [name, mean(name)]))
}
