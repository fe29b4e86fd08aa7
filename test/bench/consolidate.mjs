#!/usr/bin/env node
// Prints the processor time that planning a consolidation takes: node test/bench/consolidate.mjs [SIZE…]
import { importSource } from '../eval/bundle.mjs'
import { createLines } from './corpus.mjs'
import { quantile } from './figures.mjs'

const ROUNDS = 9
const sizes = process.argv.slice(2).map(Number)
const now = new Date('2026-11-20T10:00:00.000Z')
const { planConsolidation } = await importSource(['src/consolidate/plan.ts'])

for (const size of sizes.length > 0 ? sizes : [200, 2_000]) {
  const items = toItems(size)
  const times = Array.from({ length: ROUNDS }, () => {
    const start = process.cpuUsage()
    planConsolidation(items, { capacity: size, now })
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  })
  const ms = [quantile(times, 0), quantile(times, 0.5)].map(time => time.toFixed(0))
  console.log(`${size.toLocaleString('en')} memories: best ${ms[0]} ms, median ${ms[1]} ms`)
}

function toItems(size) {
  const lines = createLines(size, { type: 'global', id: null })
    .split('\n')
    .filter(line => line !== '')
  return lines.map((line, at) => {
    const createdAt = new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString()
    const given = { id: `m${1_000_000 + at}`, tags: [], aliases: [], pinned: false, createdAt }
    const document = { ...given, extra: {}, source: { runtime: 'svc' }, ...JSON.parse(line) }
    return { document, updatedAt: document.createdAt, uses: 0 }
  })
}
