#!/usr/bin/env node
// Measures what the README claims: npm run bench [-- --quick] [--only hooks|http|cli|load]
// [--pairs N] [--sizes 100,1000,10000] [--write-baseline] [--markdown]
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureConsolidation, measureImport } from './bulk.mjs'
import { measureCommands } from './commands.mjs'
import { measureHooks, writeTranscripts } from './hooks.mjs'
import { hasFlag, numbers, option } from './options.mjs'
import { BARE, canMeasureMemory, CLEAN, measurePairs } from './processes.mjs'
import { describeRun, Report } from './report.mjs'
import { measureService } from './service.mjs'
import { makeStore } from './store.mjs'
import { removeFolder } from '../remove-folder.mjs'

const PARTS = ['hooks', 'http', 'cli', 'load']
const isQuick = hasFlag('--quick')
const only = option('--only')
if (only !== undefined && !PARTS.includes(only)) throw new Error(`--only takes ${PARTS.join(', ')}`)
const parts = only === undefined ? PARTS : [only]
const pairs = Number(option('--pairs', isQuick ? 7 : 31))
const sizes = numbers('--sizes', isQuick ? '100,1000' : '100,1000,10000')
const limits = isQuick
  ? { pairs, calls: 100, starts: 1, seconds: 1, files: 200, consolidated: 500 }
  : { pairs, calls: 500, starts: 5, seconds: 3, files: 1_000, consolidated: 5_000 }
const hasMemory = canMeasureMemory()
const work = mkdtempSync(join(tmpdir(), 'svc-bench-'))
const report = new Report()

try {
  await run()
} finally {
  removeFolder(work)
}

async function run() {
  describeRun().forEach(line => console.log(line))
  console.log(`ratios are to bare \`node -e 0\` that runs in turn, ${pairs} pairs`)
  if (!hasMemory) console.log('peak memory is left out: it takes GNU time as /usr/bin/time')
  // Bare against itself shows how steady the machine is.
  const env = { ...CLEAN, HOME: work }
  const { wall, cpu, ...bare } = measurePairs(BARE, () => ({ env }), pairs)
  report.bare = bare
  const steadiness = `${wall.toFixed(2)} ×, processor ${cpu.toFixed(2)} ×`
  console.log(`bare Node: ${bare.bareMs.toFixed(1)} ms; against itself ${steadiness}`)
  if (Math.abs(wall - 1) > 0.05)
    console.log('the machine is busy: of ratios the processor column is to be believed')
  const transcripts = parts.includes('hooks') ? writeTranscripts(work) : undefined
  for (const size of sizes) await measureSize(size, transcripts)
  if (parts.includes('load')) {
    report.title('in bulk')
    report.add(measureImport(work, limits.files))
    for (const row of measureConsolidation(work, limits.consolidated)) report.add(row)
  }
  report.finish()
  if (hasFlag('--markdown')) report.printMarkdown()
  if (hasFlag('--write-baseline')) report.writeBaseline()
}

async function measureSize(size, transcripts) {
  const store = makeStore(work, size)
  const figures = {
    load: () => [{ name: 'load', value: store.loadMs / 1_000, unit: 's' }],
    hooks: () => measureHooks(store, transcripts, { ...limits, hasMemory }),
    cli: () => measureCommands(store, limits),
    http: () => measureService(store, limits),
  }
  report.title(`${size.toLocaleString('en')} memories`)
  for (const [part, measure] of Object.entries(figures)) {
    if (parts.includes(part)) for await (const row of measure()) report.add({ ...row, size })
  }
}
