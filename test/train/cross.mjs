// Cross-validation by batch: every batch is scored by a model that never saw it.
import { scoreRows, trainModel } from './model.mjs'

/** In how many parts the batches are divided. */
export const PARTS = 6

/** The part of each batch of a list, in turn, so that each holds every language. */
export function divide(batches, parts = PARTS) {
  return new Map([...new Set(batches)].map((batch, at) => [batch, at % parts]))
}

/** `{row, scores}` for every whole segment that a label judges, from models blind to its batch. */
export function crossScore(rows, train = trainModel) {
  const parts = divide(rows.map(({ batch }) => batch))
  return Array.from({ length: PARTS }, (_, part) => {
    const model = train(rows.filter(({ batch }) => parts.get(batch) !== part))
    return judge(
      model,
      rows.filter(({ batch }) => parts.get(batch) === part),
    )
  }).flat()
}

/** `{row, scores}` for the whole segments among rows; what only goes on is not judged. */
export function judge(model, rows) {
  const judged = rows.filter(({ isWhole, label }) => isWhole && !'+ds'.includes(label))
  return scoreRows(model, judged).map((scores, at) => ({ row: judged[at], scores }))
}

export const isKept = ({ row }) => 'cpfr'.includes(row.label)
const byScore = judged => [...judged].sort((a, b) => b.scores.keep - a.scores.keep)

/** The mean precision over all thresholds (area under precision and recall). */
export function averagePrecision(judged) {
  let [right, sum] = [0, 0]
  byScore(judged).forEach((one, at) => {
    if (!isKept(one)) return
    right++
    sum += right / (at + 1)
  })
  return right === 0 ? 0 : sum / right
}

/** Precision and recall of what scores at least as much as `least` asks of who said it. */
export function measure(judged, least) {
  const found = judged.filter(({ row, scores }) => scores.keep >= least[row.segment.who])
  const right = found.filter(isKept).length
  const wanted = judged.filter(isKept).length
  return { precision: right / Math.max(1, found.length), recall: right / Math.max(1, wanted) }
}

/** The lowest score from which on the wanted precision holds; the highest where it never does. */
export function thresholdFor(judged, precision) {
  let [right, threshold] = [0, Infinity]
  byScore(judged).forEach((one, at) => {
    if (isKept(one)) right++
    if (isKept(one) && right / (at + 1) >= precision) threshold = one.scores.keep
  })
  return threshold
}
