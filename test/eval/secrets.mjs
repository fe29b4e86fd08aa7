#!/usr/bin/env node
// Prints how well redaction finds secrets and leaves the rest alone: npm run eval:secrets [-- --wrong]
// The fitted part is what the rules are written by. The unseen part was written before them and is
// never looked at: `--wrong` names what is wrong in the fitted part alone. `leaks` are the ways in
// which secrets are written down, with everyday text; `leaks*` is the unseen third of them.
import { redact, redactText } from '../../src/redact/index.ts'
import { HARMLESS, UNSEEN, UNSEEN_HARMLESS } from '../src/redact/harmless.ts'
import { createKindLines } from '../src/redact/kinds.ts'
import { createLeaks, readEveryday } from '../src/redact/leaks.ts'
import { fillTemplates, isLeft } from '../src/redact/made.ts'
import { createSamples } from '../src/redact/samples.ts'

const SEEDS = [1, 2, 3]
const isTelling = process.argv.includes('--wrong')

const fitted = SEEDS.flatMap(seed => [
  ...createKindLines(seed),
  ...createSamples(seed).map(([kind, line, secret]) => ({ kind, line, secret })),
])
const unseen = SEEDS.flatMap(seed => fillTemplates(UNSEEN, seed))

const parts = [
  report('fitted', fitted, HARMLESS, isTelling),
  report('unseen', unseen, UNSEEN_HARMLESS, false),
  reportLeaks('fitted', isTelling),
  reportLeaks('unseen', false),
]
console.log('part    kinds  samples  found  recall  harmless  altered  precision')
for (const part of parts) {
  const { name, kinds, samples, found, harmless, altered } = part
  const share = (a, b) => (a / b).toFixed(3)
  const cells = [
    [name, -6],
    [kinds, 6],
    [samples, 8],
    [found, 6],
    [share(found, samples), 7],
    [harmless, 9],
    [altered, 8],
    [share(found, found + altered * SEEDS.length), 10],
  ]
  console.log(cells.map(([cell, width]) => pad(String(cell), width)).join(' '))
}

/** The ways in which people write secrets down, and everyday text; a third of each is unseen. */
function reportLeaks(part, isNamed) {
  const leaks = SEEDS.flatMap(seed => createLeaks(part, seed))
  const lines = readEveryday(part).flatMap(thing => thing.lines)
  return report(part === 'fitted' ? 'leaks' : 'leaks*', leaks, lines, isNamed)
}

/** A secret counts as found where less than half of it is left. */
function report(name, samples, harmless, isNamed) {
  const missed = samples.filter(({ line, secret }) => isLeft(redactText(line), secret))
  const altered = harmless.filter(line => redactText(line) !== line)
  if (isNamed) {
    for (const { kind, context = '', line } of missed)
      console.log(`missed  ${kind} ${context}: ${line}`)
    for (const line of altered) console.log(`altered ${redact(line).rules}: ${line}`)
  }
  return {
    name,
    kinds: new Set(samples.map(({ kind }) => kind)).size,
    samples: samples.length,
    found: samples.length - missed.length,
    harmless: harmless.length,
    altered: altered.length,
  }
}

function pad(text, width) {
  return width < 0 ? text.padEnd(-width) : text.padStart(width)
}
