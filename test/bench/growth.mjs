#!/usr/bin/env node
// How svc grows with memories, scopes and sessions: npm run bench:growth [-- --quick]
// [--sizes 100,1000,…] [--only memories|scopes|sessions]. Writes .screenshots/growth.svg and .json.
// In processor time, but for svc load and the slowest write: other programs do not disturb it.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPrompt } from './corpus.mjs'
import { renderCurves } from './curves.mjs'
import { judgeGrowth } from './figures.mjs'
import { hasFlag, numbers, option } from './options.mjs'
import { measureProcess } from './processes.mjs'
import { describeRun } from './report.mjs'
import { withMemories, withScopes, withSessions } from './scale.mjs'
import { measureService } from './service.mjs'
import { emptySpool, HOOK, SVC } from './store.mjs'
import { removeFolder } from '../remove-folder.mjs'

const isQuick = hasFlag('--quick')
const RUNS = isQuick ? 3 : 7
const SERVICE = isQuick
  ? { calls: 30, starts: 1, seconds: 1 }
  : { calls: 200, starts: 3, seconds: 1 }
/** Above these a consolidation and a whole commit take longer than they tell. */
const MOST_CONSOLIDATED = 10_000
const MOST_COMMITTED = 30_000
/** The slowest of calls that only read, and a start that has read nothing yet, tell of the machine. */
const NOISY = ['list 100, p99', 'search, p99', 'svc serve, listening']
const OUT = fileURLToPath(new URL('../../.screenshots/growth', import.meta.url))

const DIMENSIONS = {
  memories: {
    axis: 'memories in one scope',
    sizes: isQuick ? '100,300,1000' : '100,1000,3000,10000,30000,100000',
    make: withMemories,
  },
  scopes: {
    axis: 'scopes of ten memories',
    sizes: isQuick ? '1,10,30' : '1,10,100,300,1000',
    make: withScopes,
  },
  sessions: {
    axis: 'sessions of today, 1,000 memories',
    sizes: isQuick ? '1,10,100' : '1,10,100,1000,3000,10000',
    make: withSessions,
  },
}

const only = option('--only')
if (only !== undefined && !(only in DIMENSIONS))
  throw new Error(`--only takes ${Object.keys(DIMENSIONS).join(', ')}`)
describeRun().forEach(line => console.log(line))
const panels = []
for (const [title, dimension] of Object.entries(DIMENSIONS))
  if (only === undefined || only === title) panels.push(await measureDimension(title, dimension))
mkdirSync(dirname(OUT), { recursive: true })
writeFileSync(`${OUT}.svg`, renderCurves(panels))
writeFileSync(`${OUT}.json`, `${JSON.stringify(panels, null, 1)}\n`)
console.log(`\n${OUT}.svg and .json are written`)

async function measureDimension(title, { axis, sizes, make }) {
  const curves = new Map()
  for (const x of numbers('--sizes', sizes)) {
    const work = mkdtempSync(join(tmpdir(), 'svc-growth-'))
    const add = ({ name, value, unit }) => {
      const curve = curves.get(name) ?? { name, unit, points: [] }
      curves.set(name, curve)
      curve.points.push({ x, y: Math.max(0.01, Number(value.toPrecision(4))) })
    }
    try {
      for await (const row of measurePoint(make(work, x), title, x)) add(row)
    } catch (error) {
      // What fails at one size is a finding; the others are still measured.
      console.log(`${title}, ${x.toLocaleString('en')}: ${error.message}`)
    } finally {
      removeFolder(work)
    }
    process.stderr.write(`${title} ${x.toLocaleString('en')}\n`)
  }
  const panel = { title, axis, curves: [...curves.values()] }
  printPanel(panel)
  return panel
}

/** What grows at one size; megabytes, and milliseconds of processor time where they are known. */
async function* measurePoint(store, title, size) {
  if (store.loadMs !== undefined) yield { name: 'svc load', value: store.loadMs, unit: 'ms' }
  yield* measureCalls(store)
  for await (const { name, value, unit, cpu } of measureService(store, SERVICE))
    if (!NOISY.includes(name) && (cpu !== undefined || unit !== '/s'))
      yield { name: name.replace(', p50', ''), ...(cpu ?? { value, unit }) }
  if (title === 'sessions') return
  if (title === 'scopes' || size <= MOST_COMMITTED) yield* measureCommits(store)
  if (title === 'scopes' || size <= MOST_CONSOLIDATED) yield measureConsolidation(store)
}

function* measureCalls(store) {
  const { env, cwd } = store
  const call = (event, run, fields) =>
    JSON.stringify({ hook_event_name: event, session_id: `${event}${run}`, cwd, ...fields })
  const hooks = {
    SessionStart: run => call('SessionStart', run, { source: 'startup' }),
    UserPromptSubmit: run => call('UserPromptSubmit', run, { prompt: createPrompt(30, run) }),
    Stop: run => call('Stop', run, { last_assistant_message: createPrompt(60, run) }),
  }
  for (const [name, input] of Object.entries(hooks)) {
    yield best(name, run => measureProcess(HOOK, { input: input(run), env, cwd }))
    emptySpool(store)
  }
  for (const words of ['status', 'list --limit 10'])
    yield best(`svc ${words}`, () => measureProcess([...SVC, ...words.split(' ')], { env, cwd }))
}

/** The first commit of a whole store, and one of a single memory. */
function* measureCommits({ env, cwd }) {
  const svc = (...words) => measureProcess([...SVC, ...words], { env, cwd })
  const first = svc('git', 'init').cpuMs + svc('git', 'commit').cpuMs
  yield { name: 'svc git init, commit', value: first, unit: 'ms' }
  yield best('svc git commit of one', run => {
    svc('remember', '--title', `committed ${run}`, `text ${run}`)
    return svc('git', 'commit')
  })
}

function measureConsolidation({ env, cwd }) {
  const given = { env: { ...env, SVC_CAPACITY: '1000000' }, cwd }
  const { cpuMs } = measureProcess([...SVC, 'consolidate'], given)
  return { name: 'svc consolidate', value: cpuMs, unit: 'ms' }
}

/** The best of some runs: growth is the program's, and what else the machine does is not. */
function best(name, measure) {
  const spent = Array.from({ length: RUNS }, (_, run) => measure(run).cpuMs)
  return { name, value: Math.min(...spent), unit: 'ms' }
}

function printPanel({ axis, curves }) {
  const xs = [...new Set(curves.flatMap(({ points }) => points.map(({ x }) => x)))]
  const heads = xs.map(x => x.toLocaleString('en').padStart(10)).join('')
  console.log(`\n${axis.padEnd(38)}${heads}   growth`)
  for (const { name, unit, points } of curves) {
    const cells = xs.map(x => points.find(point => point.x === x)?.y)
    const figures = cells.map(y => (y === undefined ? '' : y.toFixed(y < 10 ? 1 : 0)).padStart(10))
    console.log(`  ${`${name} (${unit})`.padEnd(36)}${figures.join('')}   ${judgeGrowth(points)}`)
  }
}
