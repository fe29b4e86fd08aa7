#!/usr/bin/env node
// Prints how well errors are known again, and what mended them: npm run eval:fix [-- --set FILE]
// [--wrong]. Each error is asked of all past sessions of its set.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { judge, toFigures, toSessions } from './fix-score.mjs'
import { findFixes } from '../../src/past/fix.ts'

const SETS = join(import.meta.dirname, 'sets/past')
const at = process.argv.indexOf('--set')
const files = at < 0 ? ['build.json', 'unseen.json'] : [process.argv[at + 1]]
// The errors of the unseen set stay unread.
const isShown = process.argv.includes('--wrong')

for (const file of files) {
  const path = at < 0 ? join(SETS, file) : file
  const set = JSON.parse(readFileSync(path, 'utf8'))
  const sessions = toSessions(set)
  const verdicts = set.errors.map(error => {
    const answer = findFixes(error.error, sessions, { own: error.project })
    const verdict = judge(error, answer)
    if (isShown && basename(path) !== 'unseen.json' && !/right|quiet/.test(verdict))
      show(error, verdict, answer)
    return verdict
  })
  const told = Object.entries(toFigures(verdicts)).map(([name, value]) => {
    return `${name} ${Number.isInteger(value) ? value : value.toFixed(2)}`
  })
  console.log(`${basename(path).padEnd(14)}${told.join('  ')}`)
}

function show({ id, project, error, worked }, verdict, { fixes }) {
  console.log(`${verdict} ${id} (${project}) wanted ${JSON.stringify(worked)}`)
  console.log(error.replace(/^/gm, '    '))
  for (const fix of fixes.slice(0, 2)) console.log(' ', JSON.stringify(fix))
}
