#!/usr/bin/env node
// Kills and fails the writers of a store at every call: npm run crash -- [--ci] [--kills N]
// [--faults N] [--seed N] [--only WRITER[,WRITER]] [--jobs N]
// [--minutes N]
import { closeStage, createStage, keepStage } from './stage.mjs'
import { hasStrace } from './tracing.mjs'
import { rehearse, tryHarm } from './trials.mjs'
import { runFullDisk } from './full-disk.mjs'
import { WRITERS } from './writers/index.mjs'

/** What a call that changes something may fail with, and one that only looks. */
const ERRORS = ['ENOSPC', 'EIO', 'EMFILE', 'EACCES', 'EROFS']
const READ_ERRORS = ['EIO', 'EMFILE', 'EACCES']
/** Of the kills, how many come at a moment and not at a call. */
const AT_RANDOM = 0.3
/** Of the harms, how many leave the dead writer's locks to be waited for. */
const KEEPS_LOCKS = 0.1
/** Of the kills, after how many the next one is killed too, and in how many milliseconds. */
const [AGAIN, AGAIN_MS] = [0.15, 4_000]

const option = (name, fallback) => {
  const at = process.argv.indexOf(name)
  return at < 0 ? fallback : process.argv[at + 1]
}
const isShort = process.argv.includes('--ci')
const kills = Number(option('--kills', isShort ? 50 : 1_000))
const faults = Number(option('--faults', isShort ? 100 : 2_000))
const seed = Number(option('--seed', 1))
const jobs = Number(option('--jobs', 3))
/** From then on no further harm is done, and the table tells of those that were. */
const end = performance.now() + 60_000 * Number(option('--minutes', Infinity))
const only = option('--only', '')
  .split(',')
  .filter(name => name !== '')

if (!hasStrace()) {
  console.error('strace is missing; install it (apt-get install strace), then run this again')
  process.exit(1)
}
const writers = WRITERS.filter(({ name }) => only.length === 0 || only.includes(name))
const started = performance.now()
const rows = []
let next = 0
await Promise.all(Array.from({ length: jobs }, runNext))
if (only.length === 0 || only.includes('full-disk')) rows.push(...(await runFullDisk()))

const sum = key => rows.reduce((total, row) => total + row[key], 0)
console.log('\nwriter          calls  kills  faults  missed  with problems')
for (const row of rows.sort((a, b) => (a.name < b.name ? -1 : 1))) {
  const cells = [row.calls, row.kills, row.faults, row.missed, row.bad]
  const widths = [7, 7, 8, 8, 15]
  console.log(
    row.name.padEnd(14) + cells.map((cell, at) => String(cell).padStart(widths[at])).join(''),
  )
}
const minutes = ((performance.now() - started) / 60_000).toFixed(1)
console.log(`\n${sum('kills')} kills and ${sum('faults')} faults in ${minutes} min, seed ${seed}`)
const [tried, bad] = [sum('kills') + sum('faults') + sum('others'), sum('bad')]
console.log(`${tried - bad} passed, ${bad} failed`)
process.exitCode = bad > 0 || tried === 0 ? 1 : 0

async function runNext() {
  for (let writer; (writer = writers[next++]) !== undefined;) {
    try {
      rows.push(await runWriter(writer))
    } catch (error) {
      console.log(`${writer.name}: ${error.stack}`)
      rows.push({ ...emptyRow(writer.name), others: 1, bad: 1 })
    }
  }
}

async function runWriter(writer) {
  const stage = await createStage(writer.answer)
  const row = emptyRow(writer.name)
  try {
    await writer.prepare(stage)
    keepStage(stage)
    const { ms, points } = await rehearse(stage, writer)
    row.calls = points.length
    const random = createRandom(`${seed} ${writer.name}`)
    await killAll(stage, writer, row, { ms, points, random })
    await failAll(stage, writer, row, { points, random })
  } finally {
    closeStage(stage)
  }
  console.log(`${writer.name}: ${row.kills} kills, ${row.faults} faults, ${row.bad} with problems`)
  return row
}

function emptyRow(name) {
  return { name, calls: 0, kills: 0, faults: 0, others: 0, missed: 0, bad: 0 }
}

async function killAll(stage, writer, row, { ms, points, random }) {
  const count = Math.ceil(kills / writers.length)
  const moments = Array.from({ length: Math.ceil(count * AT_RANDOM) }, () => ({
    after: Math.max(1, ms * random()),
  }))
  const changes = points.filter(isChange)
  const calls = sample(changes, count - moments.length, random).map(point => toHarm(point))
  for (const harm of [...moments, ...calls])
    await harmOnce(stage, writer, row, 'kills', harm, random)
}

/** Each call in turn, and of the errors the one whose turn it is: all pairs where there is time. */
async function failAll(stage, writer, row, { points, random }) {
  const pairs = points.flatMap(point => {
    const errors = isChange(point) ? ERRORS : READ_ERRORS
    return errors.map(error => toHarm(point, error))
  })
  const count = Math.ceil(faults / writers.length)
  for (const harm of sample(pairs, Math.ceil(count * 1.15), random)) {
    if (row.faults < count) await harmOnce(stage, writer, row, 'faults', harm, random)
  }
}

function toHarm({ call, at, isAlone, gitRun }, error) {
  return {
    call,
    at,
    ...(isAlone && { isAlone }),
    ...(gitRun && { gitRun }),
    ...(error && { error }),
  }
}

function isChange({ call, makes }) {
  return call !== 'openat' || makes
}

async function harmOnce(stage, writer, row, kind, harm, random) {
  if (performance.now() > end) return
  const keepsLocks = random() < KEEPS_LOCKS
  const killNextAfter = kind === 'kills' && random() < AGAIN ? AGAIN_MS * random() : undefined
  const problems = await tryHarm(stage, writer, harm, { keepsLocks, killNextAfter })
  if (problems === undefined) return row.missed++
  row[kind]++
  if (problems.length === 0) return
  row.bad++
  console.log(
    `${writer.name} ${JSON.stringify({ ...harm, keepsLocks, killNextAfter })}: ${problems.join('; ')}`,
  )
}

/** As many as are asked for, spread over all; where there are fewer they come again. */
function sample(all, count, random) {
  const shuffled = all.map(value => [random(), value]).sort(([a], [b]) => a - b)
  return Array.from(
    { length: all.length === 0 ? 0 : count },
    (_, at) => shuffled[at % all.length][1],
  )
}

function createRandom(text) {
  let state = [...text].reduce((hash, char) => (Math.imul(hash, 31) + char.charCodeAt(0)) | 0, 7)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
