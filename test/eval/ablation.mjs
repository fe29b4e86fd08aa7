// What each group of features is worth to the decision: the figures of a fit that does without it.
import { areaUnderCurve } from './logistic.mjs'

/** Features by what they tell; those of a group tell much the same. */
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
 * Rows `{items: [{features}]}` in which the features whose names have one of these words are always 0,
 * so that no fit can learn by them; `names` are those of all features in their order.
 */
export function leaveOut(rows, left, names) {
  const isLeft = names.map(name => name.split(' ').some(word => left.includes(word)))
  const without = features => features.map((value, at) => (isLeft[at] ? 0 : value))
  return rows.map(row => ({
    ...row,
    items: row.items.map(one => ({ ...one, features: without(one.features) })),
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
 * Judged rows `{wants, items: [{probability, wanted}]}` in two figures: the `area` under the curve of
 * the best item's probability, and the share of prompts that want something and get some of it
 * (`arrives`) where an item has to be likelier than all of the prompts that want nothing but a few
 * (`DISTURBED`).
 */
export function measure(rows) {
  const bestOf = ({ items }) => Math.max(0, ...items.map(({ probability }) => probability))
  const asking = rows.filter(({ wants }) => wants)
  const idle = rows.filter(({ wants }) => !wants).map(bestOf)
  const line = idle.sort((a, b) => b - a)[Math.floor(DISTURBED * idle.length)] ?? 0
  const isHelped = ({ items }) =>
    items.some(({ probability, wanted }) => wanted === 1 && probability > line)
  return {
    area: areaUnderCurve(rows.map(row => [bestOf(row), row.wants])),
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
