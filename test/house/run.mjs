#!/usr/bin/env node
// Prints how large the house is and in how many places a thing stands: npm run house -- [--against
// REVISION]. With a revision its figures stand beside those of the working tree.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { ROOT } from '../root.ts'
import { readSourcesIn } from '../sources.ts'
import { measureHouse, measurePlaces } from './figures.ts'

const { values: given } = parseArgs({ options: { against: { type: 'string' } } })
const columns = [['now', await measure(ROOT)]]
if (given.against !== undefined) columns.unshift([given.against, await measureOld(given.against)])
const titles = columns.map(([title]) => title)
const rows = columns[0][1].map(([name], row) => [name, columns.map(([, all]) => all[row][1])])
console.log([['', titles], ...rows].map(([name, cells]) => toLine(name, cells)).join('\n'))

function toLine(name, cells) {
  return name.padEnd(40) + cells.map(cell => String(cell).padStart(12)).join('')
}

async function measure(root) {
  const { roomOf } = await import(pathToFileURL(join(root, 'test/rooms.mjs')).href)
  const { TABLES } = await import(pathToFileURL(join(root, 'test/rules.mjs')).href)
  const isTable = path => TABLES.includes(path)
  const sources = readSourcesIn(root, 'src', 'handlers', 'store')
  return [...measureHouse({ sources, isTable, roomOf }), ...measurePlaces(sources)]
}

/** Measures a revision in a copy, by the rooms and tables that it names itself. */
async function measureOld(revision) {
  const copy = mkdtempSync(join(tmpdir(), 'svc-house-'))
  try {
    const archive = execFileSync('git', ['archive', revision], { cwd: ROOT, maxBuffer: 2 ** 28 })
    execFileSync('tar', ['-x', '-C', copy], { input: archive })
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    return await measure(copy)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
