#!/usr/bin/env node
// Prints how well recall finds what it should: node test/eval/run.mjs [--sets DIR] [--by category]
// A set is a JSON file {corpus: [item], queries: [{text, relevant: [ids], category}]}; files of one
// name up to the first dot are one set. JSON of another form is passed over.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { importSource } from './bundle.mjs'
import { coreSix, evaluateGiven, evaluateSet } from './evaluate.mjs'
import { average, METRICS } from './metrics.mjs'

const root = resolve(new URL('../..', import.meta.url).pathname)
const option = name => {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}
const own = join(root, 'test/eval/sets')
const wanted = option('--sets') ?? join(root, '../shared/recall/dev')
if (!existsSync(wanted)) {
  console.log(`There are no evaluation sets in ${wanted}: name their folder with --sets DIR.`)
  console.log(`Measuring the one set that comes with the source, ${own}.\n`)
}
const folder = existsSync(wanted) ? wanted : own

const read = file => JSON.parse(readFileSync(file, 'utf8'))
const line = (label, count, row) =>
  console.log(
    [
      label.padEnd(36),
      String(count).padStart(5),
      ...METRICS.map(m => row[m].toFixed(3).padStart(8)),
    ].join(' '),
  )
const groupBy = (rows, key) => {
  const groups = new Map()
  for (const row of rows) groups.set(row[key], [...(groups.get(row[key]) ?? []), row])
  return groups
}

const recall = await importSource([
  'src/search/search.ts',
  'src/search/decide.ts',
  'store/index/memory-index.ts',
])
const files = readdirSync(folder).filter(
  name => name.endsWith('.json') && name !== 'negatives.json',
)
const rows = files.sort().flatMap(name => {
  const set = basename(name).split('.')[0]
  const given = read(join(folder, name))
  // What else lies there is no set to rank: aliases, prompts to inject for.
  if (!Array.isArray(given.corpus) || !Array.isArray(given.queries)) return []
  const found = evaluateSet(recall, given)
  return found.map(row => ({ ...row, set, label: `${set} / ${row.category}` }))
})

console.log(['set'.padEnd(36), 'n'.padStart(5), ...METRICS.map(m => m.padStart(8))].join(' '))
const bySet = new Map(Array.from(groupBy(rows, 'set'), ([set, part]) => [set, average(part)]))
for (const [set, part] of groupBy(rows, 'set')) line(set, part.length, average(part))
const core = coreSix(bySet)
if (core) line('CORE6', 6, core)
else console.log('CORE6 needs codemem, cranfield, locomo-obs, -sessions, -turns and techfaq.')
if (option('--by') === 'category') {
  console.log()
  for (const [label, part] of groupBy(rows, 'label')) line(label, part.length, average(part))
}

const ms = rows.map(row => row.ms).sort((a, b) => a - b)
const quantile = share => ms[Math.floor((ms.length - 1) * share)].toFixed(2)
console.log(`\nsearch, ms: p50 ${quantile(0.5)}  p95 ${quantile(0.95)}  p99 ${quantile(0.99)}`)

const negatives = Object.values(read(join(own, 'negatives.json'))).flat()
const given = evaluateGiven(recall, read(join(own, 'codemem.dev.json')), negatives)
const inPercent = share => `${(100 * share).toFixed(0)} %`
console.log(
  `codemem, what prompts are given: ${inPercent(given.arrives)} get the text of a relevant item, ` +
    `${given.items.toFixed(2)} items, ${inPercent(given.precision)} of them relevant; ` +
    `${given.disturbed.length} of ${negatives.length} prompts without an answer get any`,
)
