#!/usr/bin/env node
// What commands and hook calls cost here over what they cost in another checkout, each in a store of a
// thousand memories that its own programs made, with its index file and without:
// npm run bench:against -- --against DIR [--runs N] [--size N] [--only list,show,hooks]
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../built.mjs'
import { middleMean, quantile } from './figures.mjs'
import { createCalls, writeTranscripts } from './hooks.mjs'
import { option } from './options.mjs'
import { measureProcess } from './processes.mjs'
import { removeFolder } from '../remove-folder.mjs'

const other = option('--against')
if (other === undefined) throw new Error('--against names the other checkout')
const only = option('--only')?.split(',')
const runs = Number(option('--runs', 31))
const size = Number(option('--size', 1_000))
const work = mkdtempSync(join(tmpdir(), 'svc-against-'))

try {
  const sides = await Promise.all([ROOT, resolve(other)].map(openSide))
  const commands = sides.map(listCommands)
  compareAll('with an index file', commands)
  for (const { store } of sides)
    rmSync(join(store.env.SVC_DATA_DIR, 'state/index'), { recursive: true })
  compareAll('without', commands)
} finally {
  removeFolder(work)
}

/** The programs of a checkout, and a store that they made. */
async function openSide(root, at) {
  const path = join(root, 'test/bench/store.mjs')
  const { makeStore, SVC, HOOK } = await import(pathToFileURL(path).href)
  const folder = join(work, String(at))
  mkdirSync(folder)
  return { svc: SVC, hook: HOOK, store: makeStore(folder, size), folder }
}

/** Calls by name. A memory in the middle of the folder is shown: the first may be found sooner. */
function listCommands({ svc, hook, store, folder }) {
  const { cwd, env } = store
  const projects = join(env.SVC_DATA_DIR, 'projects')
  const memories = join(projects, readdirSync(projects)[0], 'memories')
  const names = readdirSync(memories).sort()
  const text = readFileSync(join(memories, names[names.length >> 1]), 'utf8')
  const commands = {
    list: ['list'],
    'list of a scope': ['list', '--scope', `project:${cwd}`, '--kind', 'fact'],
    show: ['show', /^id: *(\S+)/m.exec(text)[1]],
    recall: [
      'recall',
      '--scope',
      `project:${cwd}`,
      'how do we deploy the redis cache to the queue?',
    ],
    status: ['status'],
    events: ['events'],
    'list of a text': ['list', '--text', 'redis'],
    remember: ['remember', '--scope', 'global', '--title', 'Bench', 'The same again.'],
    archive: ['archive', 'list'],
    '--version': ['--version'],
  }
  const { command, calls } = createCalls(store, writeTranscripts(folder), hook)
  return [
    ...Object.entries(commands).map(([name, words]) => [name, [...svc, ...words], () => store]),
    ...Object.entries(calls).map(([name, next]) => [`hook: ${name}`, command, next]),
  ]
}

function compareAll(title, [here, there]) {
  console.log(`\n${title}: ${size} memories, ${runs} runs each in turn`)
  for (const [at, [name]] of here.entries()) {
    const word = name.split(/:? /)[0].replace('hook', 'hooks')
    if (only?.includes(word) ?? true) compare(name, [here[at], there[at]])
  }
}

function compare(name, sides) {
  const found = [[], []]
  for (let run = 0; run < runs; run++) {
    for (const at of run % 2 === 0 ? [0, 1] : [1, 0]) {
      const [, command, next] = sides[at]
      found[at].push(measureProcess(command, next()))
    }
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
  console.log(`${name.padEnd(40)} ${figures.join(', ')}`)
}
