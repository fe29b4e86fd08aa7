// How well single sentences are judged: cross-validated by batch, and on the held-out batches.
import { averagePrecision, crossScore, divide, isKept, judge, measure } from '../train/cross.mjs'
import { scoreRows, toRows, trainModel } from '../train/model.mjs'
import { isHeldOut, readConversations } from '../train/sentences.mjs'

const KINDS = { c: 'constraint', p: 'preference', f: 'fact', r: 'procedure' }

/** Prints both tables, and with `isCurve` how the figures grow with the number of batches. */
export function printSentences(least, { isCurve }) {
  const rows = toRows(readConversations())
  const own = rows.filter(({ batch }) => !isHeldOut(batch))
  const others = rows.filter(({ batch }) => isHeldOut(batch))
  const started = performance.now()
  const judged = crossScore(own)
  console.log(`sentences, cross-validated by batch (${seconds(started)})`)
  printTable(judged, least)
  console.log('sentences, held-out batches')
  printTable(judge(trainModel(own), others), least)
  if (isCurve) printCurve(own, least)
  printTime(own)
}

const seconds = started => `${((performance.now() - started) / 1000).toFixed(0)} s`

function printTable(judged, least) {
  const languages = [...new Set(judged.map(({ row }) => row.language))]
  const groups = [
    ['all', () => true],
    ...['user', 'agent'].map(who => [who, ({ row }) => row.segment.who === who]),
    ...languages.map(name => [name, ({ row }) => row.language === name]),
  ]
  for (const [name, fits] of groups) printRow(name, judged.filter(fits), least)
  for (const [label, name] of Object.entries(KINDS)) printKind(name, label, judged, least)
}

function printRow(name, judged, least) {
  const { precision, recall } = measure(judged, least)
  const figures = [precision, recall, averagePrecision(judged)].map(one => one.toFixed(3))
  console.log(
    `  ${name.padEnd(11)}${String(judged.length).padStart(6)}, ${String(judged.filter(isKept).length).padStart(5)} to keep:` +
      `  precision ${figures[0]}  recall ${figures[1]}  average precision ${figures[2]}`,
  )
}

/** Of a kind: how many are kept, and of those how many with the right kind. */
function printKind(name, label, judged, least) {
  const wanted = judged.filter(({ row }) => row.label === label)
  const found = wanted.filter(({ row, scores }) => scores.keep >= least[row.segment.who])
  const named = found.filter(({ scores }) => kindOf(scores) === label)
  console.log(
    `  ${name.padEnd(11)}${String(wanted.length).padStart(6)} to keep:` +
      `  recall ${(found.length / wanted.length).toFixed(3)}  kind right ${(named.length / found.length).toFixed(3)}`,
  )
}

const kindOf = scores => Object.keys(KINDS).reduce((a, b) => (scores[b] > scores[a] ? b : a))

/** The same parts are judged by models of more and more of the other batches. */
function printCurve(rows, least) {
  for (const share of [0.125, 0.25, 0.5, 0.75, 1]) {
    const sizes = []
    const judged = crossScore(rows, given => {
      const order = divide(
        given.map(({ batch }) => batch),
        8,
      )
      const some = given.filter(({ batch }) => order.get(batch) < 8 * share)
      sizes.push(some.length)
      return trainModel(some)
    })
    const mean = sizes.reduce((sum, size) => sum + size) / sizes.length
    printRow(`${Math.round(mean)} rows`, judged, least)
  }
}

function printTime(rows) {
  const packed = trainModel(rows.slice(0, 2000))
  const started = performance.now()
  const conversations = readConversations().slice(0, 400)
  const timed = toRows(conversations)
  scoreRows(packed, timed)
  const each = (performance.now() - started) / timed.length
  console.log(`  ${each.toFixed(2)} ms a sentence`)
}
