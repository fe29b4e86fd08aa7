#!/usr/bin/env node
// Prints what consolidation makes of pairs of memories: node test/eval/consolidate.mjs [FILE…] [--wrong]
// A file is a JSON list of {id, lang, expect: merge | apart | contradict, a: [title, content], b,
// keeps?}: b is a day younger than a, and `keeps` are words that must be there after a merge.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { importSource } from './bundle.mjs'
import { EXPECTED, OUTCOMES, toConfusion, toOutcome, toTitleOutcome } from './consolidate-score.mjs'

const folder = new URL('../fixtures/consolidate', import.meta.url).pathname
const given = process.argv.slice(2).filter(argument => !argument.startsWith('--'))
const isTelling = process.argv.includes('--wrong')
const files =
  given.length > 0
    ? given
    : readdirSync(folder)
        .filter(name => name.endsWith('.json'))
        .map(name => join(folder, name))

const source = await importSource(['src/consolidate/plan.ts', 'src/merge/settlement.ts'])

for (const file of files) {
  const pairs = JSON.parse(readFileSync(file, 'utf8'))
  const named = pairs.filter(({ a, b }) => a[0].toLowerCase() === b[0].toLowerCase())
  console.log(`${basename(file)}: ${pairs.length} pairs\n`)
  report('consolidation', pairs, pair => toOutcome(source, pair))
  report('… by language other than English', pairs.filter(isForeign), pair =>
    toOutcome(source, pair),
  )
  report("git's title merge, pairs of one title", named, pair => toTitleOutcome(source, pair))
}

function isForeign({ lang }) {
  return lang !== 'en'
}

function report(label, pairs, outcomeOf) {
  const { table, right, wrong } = toConfusion(pairs, outcomeOf)
  console.log(`${label}: ${right} of ${pairs.length} right`)
  console.log(line('expected', OUTCOMES))
  for (const expected of EXPECTED) {
    console.log(
      line(
        expected,
        OUTCOMES.map(outcome => table[expected][outcome]),
      ),
    )
  }
  if (isTelling) {
    for (const { pair, outcome } of wrong) {
      console.log(`  ${pair.id} ${pair.expect} → ${outcome}: ${[...pair.a, ...pair.b].join(' | ')}`)
    }
  }
  console.log()
}

function line(label, cells) {
  return `  ${label.padEnd(12)}${cells.map(cell => String(cell).padStart(12)).join('')}`
}
