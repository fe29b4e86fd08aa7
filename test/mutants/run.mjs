#!/usr/bin/env node
// Breaks the source a little at a time, in a copy, and says which tests notice: npm run mutants --
// [--count N] [--seed TEXT] [--only ROOM|FILE] [--changed REVISION] [--jobs N] [--tests N] [--list]
// What promises.json names is broken each time, besides what is chosen; survivors.json says of what
// nobody can notice why. Ends with 1 where less than 90 % is noticed, or a promise is not.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../root.ts'
import { readSources } from '../sources.ts'
import { chooseMutants, findMutants, toMutant } from './choose.ts'
import { relatedTests } from './related.ts'
import { removeFolder } from '../remove-folder.mjs'

const NEEDED = 0.9
/** What takes longer hangs. */
const TIME_LIMIT_S = 150
const LATE = /timeout|did not come about|ended with SIGKILL/
const LEFT_OUT = /(?:^|\/)(?:node_modules|\.git)$/

const text = fallback => ({ type: 'string', default: fallback })
const { values: given } = parseArgs({
  options: {
    ...{ count: text('120'), seed: text('1'), jobs: text('1'), tests: text('12') },
    ...{ only: text(''), changed: text(''), list: { type: 'boolean', default: false } },
  },
})
const read = name => JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8'))
const sources = new Map(
  readSources('src', 'handlers', 'store', 'test').map(source => [source.path, source]),
)
const diff = ['diff', '--name-only', given.changed]
const changed = given.changed && execFileSync('git', diff, { cwd: ROOT, encoding: 'utf8' })
const isAsked = ({ file, room }) =>
  ['', room, file].includes(given.only) && (!changed || changed.split('\n').includes(file))
const promises = read('promises').map(toPromise).filter(isAsked)
const all = findMutants([...sources.values()]).filter(isAsked)
const mutants = [...promises, ...chooseMutants(all, Number(given.count), given.seed)]
const running = new Set()
/** By test file: whether it is green where nothing is broken. */
const isGreen = new Map()

if (given.list) for (const mutant of mutants) console.log(describe(mutant))
else process.exitCode = (await tryAll(mkdtempSync(join(tmpdir(), 'svc-mutants-')))) ? 0 : 1

function toPromise({ name, file, from, to }) {
  const start = sources.get(file).text.indexOf(from)
  return { ...toMutant(sources.get(file), { start, end: start + from.length, to }), name }
}

async function tryAll(work) {
  process.once('exit', () => {
    for (const child of running) process.kill(-child.pid, 'SIGKILL')
    removeFolder(work)
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  // As a checkout is: some tests look into it as another user.
  chmodSync(work, 0o755)
  const waiting = [...mutants]
  const worker = async (_, number) => {
    const tree = copyTree(join(work, `${number}`))
    for (let mutant; (mutant = waiting.shift());) {
      mutant.killer = await findKiller(tree, mutant)
      const end = mutant.killer === undefined ? 'SURVIVED' : `killed by ${mutant.killer}`
      console.log(`${describe(mutant)}: ${end}`)
    }
  }
  await Promise.all(Array.from({ length: Number(given.jobs) }, worker))
  return report()
}

/** A tree with a built folder of its own: programs are built of the sources there. */
function copyTree(tree) {
  cpSync(ROOT, tree, { recursive: true, filter: path => !LEFT_OUT.test(relative(ROOT, path)) })
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'))
  return tree
}

/** The first test file that is red with the mutant, and green without. */
async function findKiller(tree, { start, end, to, ...mutant }) {
  const path = join(tree, mutant.file)
  const whole = sources.get(mutant.file).text
  const tryWith = async (text, test) => {
    writeFileSync(path, text)
    return runTest(tree, test).finally(() => writeFileSync(path, whole))
  }
  const broken = whole.slice(0, start) + to + whole.slice(end)
  for (const test of relatedTests([...sources.values()], mutant).slice(0, Number(given.tests))) {
    const failure = await tryWith(broken, test)
    if (failure === undefined) continue
    // A test may be late only because the machine is busy.
    if (LATE.test(failure) && (await tryWith(broken, test)) === undefined) continue
    if (!isGreen.has(test)) isGreen.set(test, (await runTest(tree, test)) === undefined)
    if (isGreen.get(test)) return `${test}: ${failure}`
  }
}

/** What fails first, undefined where nothing does. */
function runTest(cwd, test) {
  const place = { TMPDIR: dirname(cwd), HOME: join(dirname(cwd), 'home') }
  const env = { ...process.env, ...place, TAP_BAIL: '1', TAP_TIMEOUT: `${TIME_LIMIT_S}` }
  const options = { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'ignore'] }
  const child = spawn(process.execPath, ['--import=./test/typescript.mjs', test], options)
  running.add(child)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', more => (output += more))
  const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), TIME_LIMIT_S * 1000)
  return new Promise(resolve => {
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      running.delete(child)
      const [, failed] = /^ *not ok \d+ -? ?(.{0,80})/m.exec(output) ?? []
      resolve(code === 0 ? undefined : (failed ?? `ended with ${signal ?? code}`))
    })
  })
}

function describe({ file, line, start, end, to, around, name }) {
  const old = sources.get(file).text.slice(start, end)
  const [from, into] = [old, to].map(one => one.replace(/\s+/g, ' ').slice(0, 60))
  return `${file}:${line} ${name ?? around.slice(0, 90)} [${from} → ${into}]`
}

/** Prints what was found, by room; whether it is enough. */
function report() {
  const killed = some => some.filter(({ killer }) => killer !== undefined).length
  const cell = some => `${killed(some)} / ${some.length}`
  for (const room of new Set(mutants.map(({ room }) => room)))
    console.log(`${room.padEnd(20)} ${cell(mutants.filter(mutant => mutant.room === room))}`)
  const open = mutants.filter(({ killer }) => killer === undefined)
  const survivors = read('survivors')
  const isMeant = one => known => ['file', 'around', 'to'].every(key => known[key] === one[key])
  const reasonOf = one => survivors.find(isMeant(one))?.reason ?? 'no reason'
  for (const one of open) console.log(`SURVIVED ${describe(one)}: ${reasonOf(one)}`)
  for (const [test, green] of isGreen)
    if (!green) console.log(`RED WITHOUT A MUTANT, so not counted: ${test}`)
  const share = killed(mutants) / mutants.length
  console.log(`noticed: ${cell(mutants)}, ${(share * 100).toFixed(1)} %`)
  console.log(`promises: ${cell(promises)}`)
  return share >= NEEDED && killed(promises) === promises.length
}
