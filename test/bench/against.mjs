#!/usr/bin/env node
// What commands cost here over what they cost in another built checkout, in a store of a thousand
// memories with its index file and without: npm run bench:against -- --against DIR [--runs N] [--size N]
// [--only list,show]
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { SVC as BUILT } from '../built.mjs'
import { middleMean, quantile } from './figures.mjs'
import { option } from './options.mjs'
import { measureProcess } from './processes.mjs'
import { makeStore } from './store.mjs'

const other = option('--against')
if (other === undefined) throw new Error('--against names the other checkout')
const only = option('--only')
const runs = Number(option('--runs', 31))
const size = Number(option('--size', 1_000))
const programs = [BUILT, join(resolve(other), 'dist/svc.cjs')]
const work = mkdtempSync(join(tmpdir(), 'svc-against-'))

try {
  const store = makeStore(work, size)
  const commands = listCommands(store)
  compareAll('with an index file', store, commands)
  rmSync(join(store.env.SVC_DATA_DIR, 'state/index'), { recursive: true })
  compareAll('without', store, commands)
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 10 })
}

/** A memory in the middle of the folder is shown: the first or last may be found sooner. */
function listCommands({ cwd, env }) {
  const projects = join(env.SVC_DATA_DIR, 'projects')
  const folder = join(projects, readdirSync(projects)[0], 'memories')
  const names = readdirSync(folder).sort()
  const text = readFileSync(join(folder, names[names.length >> 1]), 'utf8')
  return [
    ['list'],
    ['list', '--scope', `project:${cwd}`, '--kind', 'fact'],
    ['show', /^id: *(\S+)/m.exec(text)[1]],
    ['recall', '--scope', `project:${cwd}`, 'how do we deploy the redis cache to the queue?'],
    ['status'],
    ['events'],
    ['list', '--text', 'redis'],
    ['remember', '--scope', 'global', '--title', 'Bench', 'The same again.'],
    ['archive', 'list'],
    ['--version'],
  ]
}

function compareAll(title, store, commands) {
  console.log(`\n${title}: ${size} memories, ${runs} runs each in turn`)
  for (const words of commands)
    if (only === undefined || only.split(',').includes(words[0])) compare(words, store)
}

function compare(words, store) {
  const found = programs.map(() => [])
  for (let run = 0; run < runs; run++) {
    const order = run % 2 === 0 ? [0, 1] : [1, 0]
    for (const at of order)
      found[at].push(measureProcess([process.execPath, programs[at], ...words], store))
  }
  const [cpu, otherCpu] = found.map(each => middleMean(each.map(({ cpuMs }) => cpuMs)))
  const [wall, otherWall] = found.map(each =>
    quantile(
      each.map(({ ms }) => ms),
      0.5,
    ),
  )
  const figures = [
    `processor ${cpu.toFixed(1)} over ${otherCpu.toFixed(1)} ms: ${(cpu / otherCpu).toFixed(3)} ×`,
    `wall ${wall.toFixed(1)} over ${otherWall.toFixed(1)} ms: ${(wall / otherWall).toFixed(3)} ×`,
  ]
  const name = words.map(word => (word.includes('/') ? 'SCOPE' : word)).join(' ')
  console.log(`${name.slice(0, 40).padEnd(40)} ${figures.join(', ')}`)
}
