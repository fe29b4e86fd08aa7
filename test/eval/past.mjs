#!/usr/bin/env node
// Prints how well past sessions are found: npm run eval:past [-- --set build|unseen] [--wrong]. The
// worths of src/past/rerank.ts were fitted to `build`; of `unseen` only totals are looked at.
import { mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../remove-folder.mjs'
import { readSet, scoreQuestions, storeOf } from './past-score.mjs'

const at = process.argv.indexOf('--set')
const names = at < 0 ? ['build', 'unseen'] : [process.argv[at + 1]]
for (const name of names) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-past-')))
  try {
    const set = readSet(name)
    const { missed, ...figures } = scoreQuestions(await storeOf(set, folder), set)
    const told = Object.entries(figures).map(
      ([key, value]) => `${key} ${Number.isInteger(value) ? value : value.toFixed(3)}`,
    )
    console.log(`${name.padEnd(7)} ${told.join('  ')}`)
    if (process.argv.includes('--wrong') && name === 'build') console.log(missed.join(' '))
  } finally {
    removeFolder(folder)
  }
}
