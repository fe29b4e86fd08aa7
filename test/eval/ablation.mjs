// What each group of features is worth to the decision: the figures of a fit that does without it.
import { areaUnderCurve } from './logistic.mjs'

/** Features of need and of items, by what they tell; those of a group tell much the same. */
export const GROUPS = [
  ['intent'],
  ['title'],
  ['coverage', 'worth', 'rarest', 'words'],
  ['passage', 'pairs'],
  ['lead', 'gap'],
  ['memories', 'length', 'known'],
]

/** The share of prompts that want nothing and get something all the same, at which is measured. */
export const DISTURBED = 0.05

/**
 * Rows `{need, items: [{features}]}` in which the named features are always 0, so that no fit can
 * learn by them; `names` are those of need and item features in their order.
 */
export function leaveOut(rows, left, names) {
  const without = (features, own) =>
    features.map((value, at) => (left.includes(own[at]) ? 0 : value))
  return rows.map(row => ({
    ...row,
    need: row.need && without(row.need, names.need),
    items: row.items.map(one => ({ ...one, features: without(one.features, names.item) })),
  }))
}

/** Rows by set, each set without and with aliases: a Map by what a reader calls it. */
export function groupBySet(rows) {
  const groups = new Map()
  for (const row of rows) {
    const name = `${row.set}${row.hasAliases ? ' with aliases' : ''}`
    groups.set(name, [...(groups.get(name) ?? []), row])
  }
  return groups
}

/**
 * Judged rows `{wants, probability, items: [{probability, wanted}]}` in two figures: the `area` under
 * the curve of need, and the share of prompts that want something and get some of it (`arrives`)
 * where need has to be above that of all prompts that want nothing but a few (`DISTURBED`). `grade`
 * answers the degrees of items that need does not hold back.
 */
export function measure(rows, grade) {
  const brought = row =>
    grade(row.items.map(({ probability }) => ({ need: row.probability, probability })))
  const idle = rows
    .filter(row => !row.wants && brought(row).some(degree => degree !== 'below'))
    .map(({ probability }) => probability)
    .sort((a, b) => b - a)
  const asking = rows.filter(({ wants }) => wants)
  const line = idle[Math.floor(DISTURBED * (rows.length - asking.length))] ?? -1
  const isHelped = row =>
    row.probability > line &&
    brought(row).some((degree, at) => degree !== 'below' && row.items[at].wanted === 1)
  return {
    area: areaUnderCurve(rows.map(({ probability, wants }) => [probability, wants])),
    arrives: asking.filter(isHelped).length / asking.length,
  }
}

/** A Markdown table of lines `[what was left out, figures by set]`, with the same sets in each. */
export function renderAblation(lines) {
  const sets = [...lines[0][1].keys()]
  const toCell = ({ area, arrives }) => `${area.toFixed(3)}, ${(100 * arrives).toFixed(1)} %`
  const table = [
    ['left out', ...sets],
    ['---', ...sets.map(() => '--:')],
    ...lines.map(([left, figures]) => [left, ...sets.map(set => toCell(figures.get(set)))]),
  ]
  return table.map(cells => `| ${cells.join(' | ')} |`).join('\n')
}
