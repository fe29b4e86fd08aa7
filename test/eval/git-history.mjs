#!/usr/bin/env node
// Prints how well decisions are learned from commit messages: npm run eval:git [-- --set FILE] [--wrong]
// [--fit]. Without --set: both sets of sets/git-history, for the unseen one totals alone. With --fit it
// writes src/backfill/git/weights.ts from the build set (and from nothing else).
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { fitLogistic } from './logistic.mjs'
import { measureHistory, readHistory } from './git-history-score.mjs'

const TARGET = join(import.meta.dirname, '../../src/backfill/git/weights.ts')
const PENALTY = 15
/** Weight of a rule beside a commit that is none. */
const RULE_WEIGHT = 2

const { isMade, readMessage } = await import('../../src/backfill/git/message.ts')
const { readSigns } = await import('../../src/backfill/git/signs.ts')

/** Fits the weights of the signs by the commits that people wrote and nothing took back. */
async function fit() {
  const { commits } = readHistory('build')
  const used = commits.filter(one => !one.borderline && !one.overruledBy && !isMade(one))
  const signs = used.map(one => readSigns(readMessage(one.message)))
  const names = Object.keys(signs[0])
  const rows = used.map(({ kind }, at) => ({
    x: names.map(name => signs[at][name]),
    y: kind === 'rule' ? 1 : 0,
    weight: kind === 'rule' ? RULE_WEIGHT : 1,
  }))
  const { coefficients } = fitLogistic(rows, PENALTY)
  const [constant, ...weights] = coefficients.map(one => Math.round(one * 1_000) / 1_000)
  const table = Object.fromEntries(names.map((name, at) => [name, weights[at]]))
  const text = `// Written by npm run eval:git -- --fit: do not edit.

/** Log odds of a commit that shows none of the signs. */
export const CONSTANT = ${constant}

/** Log odds that each sign adds, by its name (readSigns). */
export const WEIGHTS: Readonly<Record<string, number>> = ${JSON.stringify(table)}
`
  const options = await resolveConfig(TARGET)
  writeFileSync(TARGET, await format(text, { ...options, parser: 'typescript' }))
}

const option = name => process.argv[process.argv.indexOf(name) + 1]
if (process.argv.includes('--fit')) await fit()
else {
  const sets = process.argv.includes('--set') ? [option('--set')] : ['build', 'unseen']
  for (const name of sets) {
    const { figures, wrong } = await measureHistory(readHistory(name))
    console.log(name, JSON.stringify(figures))
    if (process.argv.includes('--wrong') && name !== 'unseen')
      wrong.forEach(one => console.log(one))
  }
}
