#!/usr/bin/env node
// Random histories of two clones, merged in every way: npm run soak:git -- [--seeds N] [--from N]
// [--memories N] [--operations N]
import { closeBase, mergeSeed, openBase, WAYS } from './two-clones.mjs'

const option = (name, fallback) => {
  const at = process.argv.indexOf(name)
  return at < 0 ? fallback : Number(process.argv[at + 1])
}
const seeds = option('--seeds', 200)
const from = option('--from', 1)
const memories = option('--memories', 1_000)
const operations = option('--operations', 300)

const base = await openBase(memories)
const started = performance.now()
const rows = []
try {
  for (let seed = from; seed < from + seeds; seed++) {
    for (const row of await mergeSeed(base, seed, operations)) {
      rows.push(row)
      for (const problem of row.problems) console.log(`seed ${seed}: ${problem}`)
    }
    if (seed % 20 === 0) console.log(`${seed - from + 1} of ${seeds}`)
  }
} finally {
  closeBase(base)
}

const minutes = ((performance.now() - started) / 60_000).toFixed(1)
console.log(
  `\n${seeds} seeds, ${memories} memories, ${operations} operations a side, ${minutes} min`,
)
console.log('way      clean  conflicts a run  most  forgotten-edited a run  with problems')
for (const way of WAYS) console.log(renderWay(way))
process.exitCode = rows.some(({ problems }) => problems.length > 0) ? 1 : 0

function renderWay(way) {
  const own = rows.filter(row => row.way === way)
  const mean = key => (own.reduce((sum, row) => sum + row[key], 0) / own.length).toFixed(2)
  const clean = own.filter(({ stopped }) => stopped === 0).length
  const most = Math.max(...own.map(({ unmerged }) => unmerged))
  const bad = own.filter(({ problems }) => problems.length > 0).length
  const cells = [`${clean}/${own.length}`, mean('unmerged'), most, mean('forgotten'), bad]
  const widths = [7, 17, 6, 24, 15]
  return way.padEnd(7) + cells.map((cell, at) => String(cell).padStart(widths[at])).join('')
}
