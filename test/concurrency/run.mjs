#!/usr/bin/env node
// Many writers at once: npm run soak:writers -- [--ci] [--writes N] [--clones N]
import { existsSync, mkdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { closeStage, createStage, runProgram, svc } from '../crash/stage.mjs'
import { listFiles } from '../crash/invariants.mjs'
import { syncClones } from './clones.mjs'
import * as writers from './writers.mjs'

const option = (name, fallback) => {
  const at = process.argv.indexOf(name)
  return at < 0 ? fallback : Number(process.argv[at + 1])
}
const isShort = process.argv.includes('--ci')
const writes = option('--writes', isShort ? 25 : 500)
const clones = option('--clones', isShort ? 4 : 10)
const FAKETIME = ['x86_64', 'aarch64']
  .map(arch => `/usr/lib/${arch}-linux-gnu/faketime/libfaketime.so.1`)
  .find(existsSync)

let passed = 0
let failed = 0

await part(`8 processes of ${writes} writes`, mixWriters)
await part('clocks that jump', jumpClocks)
await part('a lock dated in the future', waitForFuture)
for (const isAtOnce of [false, true])
  await part(`${clones} clones ${isAtOnce ? 'at once' : 'in turns'}`, async stage => {
    const { rounds, failed, problems } = await syncClones(stage, { clones, isAtOnce })
    console.log(`  one after ${rounds} rounds; ${failed} syncs ended with "try again"`)
    return problems
  })
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

async function part(name, run) {
  const stage = await createStage()
  const started = performance.now()
  try {
    const problems = await run(stage)
    if (problems === undefined) return console.log(`${name}: not run`)
    for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${name}: ${problems.length} problems, ${seconds} s`)
    if (problems.length === 0) passed++
    else failed++
  } finally {
    closeStage(stage)
  }
}

/** Two services on one data directory, a library, commands and hooks, all in one scope. */
async function mixWriters(stage) {
  // Nothing is put into the archive, and no turn is reflected upon, while all is counted.
  stage.settings = { capacity: 100_000, batchTurns: 10_000, batchIdleMs: 1e9 }
  const { capacity, batchTurns, batchIdleMs } = stage.settings
  stage.env = {
    SVC_CAPACITY: String(capacity),
    SVC_HOOK_BATCH_TURNS: String(batchTurns),
    SVC_HOOK_BATCH_IDLE_MS: String(batchIdleMs),
  }
  const services = [await writers.startService(stage), await writers.startService(stage)]
  const results = await Promise.all([
    ...services.map(({ url }, at) => writers.writeByHttp(stage, url, `http${at}`, writes)),
    writers.writeBySdk(stage, 'sdk1', writes),
    writers.writeBySdk(stage, 'resident2', writes),
    ...['cli1', 'cli2'].map(name => writers.writeByCommand(stage, name, writes)),
    ...['hook1', 'hook2'].map(name => writers.writeByHook(stage, name, writes)),
  ])
  await Promise.all(services.map(({ close }) => close()))
  const problems = await writers.compareAll(stage, results)
  const turns = results.reduce((sum, result) => sum + (result.turns ?? 0), 0)
  const queued = listFiles(writers.queueOf(stage)).filter(path => /\/[^/.][^/]*\.json$/.test(path))
  if (queued.length !== turns) problems.push(`${queued.length} of ${turns} turns are queued`)
  return problems
}

/** One clock is right, one ahead, one behind, one jumps back by a minute in the middle. */
async function jumpClocks(stage) {
  if (FAKETIME === undefined) return undefined
  const count = Math.min(writes, 100)
  const clock = time => ({
    LD_PRELOAD: FAKETIME,
    FAKETIME: time,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  })
  const results = await Promise.all([
    writers.writeBySdk(stage, 'right', count),
    writers.writeBySdk(stage, 'ahead', count, clock('+15s')),
    writers.writeBySdk(stage, 'behind', count, clock('-15s')),
    writers.writeBySdk(stage, 'fast', count, clock('+0 x4')),
  ])
  return writers.compareAll(stage, results)
}

/** A clock that was wrong has left a lock that would never become old. */
async function waitForFuture(stage) {
  const lock = join(stage.store, 'state', 'locks', 'write-global.lock')
  await runProgram(stage, svc('remember', '--scope', 'global', '--title', 'First', 'one'))
  mkdirSync(lock, { recursive: true })
  const later = Date.now() / 1000 + 86_400
  utimesSync(lock, later, later)
  const run = await runProgram(
    stage,
    svc('remember', '--scope', 'global', '--title', 'Next', 'two'),
  )
  const problems = run.code === 0 ? [] : [`refused: ${run.stderr}`]
  if (run.ms > 10_000) problems.push(`it took ${Math.round(run.ms)} ms`)
  return problems
}
