#!/usr/bin/env node
// Every changing run of git in a sync, commit, resolve and clone is failed, delayed and killed, one
// at a time; then both machines sync in peace: node test/git/faults.mjs [--ci] [--seed N] [--jobs N]
// [--only SCENE] [--how HOW]
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../bench/corpus.mjs'
import { removeFolder } from '../remove-folder.mjs'
import {
  extend,
  git,
  joinMachines,
  marksOf,
  openMachines,
  remember,
  runSvc,
  settle,
  tryGit,
} from './machines.mjs'

const option = (name, fallback) => {
  const at = process.argv.indexOf(name)
  return at < 0 ? fallback : process.argv[at + 1]
}
const isShort = process.argv.includes('--ci')
const jobs = Number(option('--jobs', 3))
const seed = Number(option('--seed', 1))
/** Trials of the short form. */
const FEW = 16

/** The ways in which a run of git goes wrong; `real` is git, `$svc` the process that asked for it. */
const HOWS = {
  fails: 'echo "fatal: it cannot be done" >&2; exit 128',
  'does it and fails': 'real "$@"; exit 128',
  'index locked': 'touch "$lock"; real "$@"; code=$?; rm -f "$lock"; exit $code',
  'refs locked': 'touch $refs; real "$@"; code=$?; rm -f $refs; exit $code',
  'no room': '(trap "" XFSZ; ulimit -f 0; real "$@")',
  'little room': '(trap "" XFSZ; ulimit -f 1; real "$@")',
  'git killed': 'real "$@" & sleep "$after"; kill -KILL $!; kill -KILL $$',
  'svc and git killed': 'real "$@" & sleep "$after"; kill -KILL $svc $!; kill -KILL $$',
  'svc killed': 'real "$@" & sleep "$after"; kill -KILL $svc; wait',
  'killed before': 'kill -KILL $svc; kill -KILL $$',
  'killed afterwards': 'real "$@"; kill -KILL $svc; kill -KILL $$',
  delayed: 'sleep 0.4; real "$@"; exit $?',
}
const CHANGES =
  /^(?:add|checkout|clone|commit|config|fetch|init|merge|push|read-tree|reset|rm|symbolic-ref|update-index|update-ref)$/
const REAL = spawnSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).stdout.trim()

/** What is run and harmed, on machines that have grown apart; it answers what clone made. */
const SCENES = {
  sync: { prepare: growApart, args: ['git', 'sync'] },
  'fast-forward': { prepare: onlyThere, args: ['git', 'sync'] },
  commit: { prepare: growApart, args: ['git', 'commit'] },
  resolve: { prepare: mergeByHand, args: ['git', 'resolve'] },
  conclude: { prepare: resolveByHand, args: ['git', 'commit'] },
  clone: { prepare: growApart, args: ['git', 'clone', 'BARE'], on: 'cy' },
}

const root = mkdtempSync(join(tmpdir(), 'svc-faults-'))
const started = performance.now()
const rows = []
try {
  const base = join(root, 'base')
  await openMachines(base)
  const trials = []
  for (const [name, scene] of Object.entries(SCENES)) {
    if (option('--only', name) !== name) continue
    trials.push(...(await planTrials(base, name, scene)))
  }
  const random = createRandom(seed)
  const chosen = isShort ? fewOf(trials, random) : trials
  let next = 0
  const runNext = async () => {
    for (let trial; (trial = chosen[next++]) !== undefined;)
      rows.push(await tryOut(trial, next, random))
  }
  await Promise.all(Array.from({ length: jobs }, runNext))
} finally {
  removeFolder(root)
}
printTable()

/** Of every run of git one way, and of all ways some. */
function fewOf(trials, random) {
  const merges = trials.filter(({ command, how }) => command === 'merge' && how === 'index locked')
  const shuffled = trials.map(trial => [random(), trial]).sort(([a], [b]) => a - b)
  return [...new Set([...merges, ...shuffled.map(([, trial]) => trial)])].slice(0, FEW)
}

/** Runs a scene in peace, and answers a trial for each changing run of git in it and each way. */
async function planTrials(base, name, scene) {
  const kept = join(root, name)
  copy(base, kept)
  const machines = joinMachines(kept)
  const marks = [...marksOf(machines[0]), ...(await scene.prepare(machines))]
  const folder = join(root, `${name}-listed`)
  copy(kept, folder)
  const { code, words } = await runScene(scene, folder, { at: 0, how: '' })
  if (code !== 0) throw new Error(`${name} fails in peace: ${words}`)
  const runs = readdirSync(join(folder, 'runs'))
    .map(Number)
    .sort((a, b) => a - b)
  const commands = runs.map(at => [at, commandOf(join(folder, 'runs', String(at), 'args'))])
  const changing = commands.filter(([, command]) => CHANGES.test(command))
  return changing.flatMap(([at, command]) =>
    Object.keys(HOWS)
      .filter(how => option('--how', how) === how)
      .map(how => ({ name, scene, kept, marks, at, command, how })),
  )
}

function commandOf(path) {
  const args = readFileSync(path, 'utf8').split('\n')
  return args.find((arg, at) => !arg.startsWith('-') && !['-c', '-C'].includes(args[at - 1])) ?? ''
}

function copy(from, to) {
  if (spawnSync('cp', ['-a', from, to]).status !== 0) throw new Error(`cannot copy ${from}`)
}

function machineOf({ on = 'ada' }, folder) {
  return joinMachines(folder, [on])[0]
}

/** Runs svc with a git that counts, and does to its n-th run what is to be done. */
function runScene(scene, folder, { at, how, after = 0 }) {
  const [bin, runs] = ['bin', 'runs'].map(name => join(folder, name))
  for (const path of [bin, runs]) mkdirSync(path, { recursive: true })
  const machine = machineOf(scene, folder)
  const gitDir = join(machine.dataDir, '.git')
  const refs = ['refs/heads/main.lock', 'refs/remotes/origin/main.lock'].map(
    ref => `${gitDir}/${ref}`,
  )
  const script = [
    '#!/bin/sh',
    `lock='${gitDir}/index.lock'; refs='${refs.join(' ')}'; after=${after}; svc=$PPID`,
    `real() { ${REAL} "$@"; }`,
    `n=1; while ! mkdir '${runs}'/$n 2>/dev/null; do n=$((n + 1)); done`,
    `printf '%s\\n' "$@" >'${runs}'/$n/args`,
    `[ $n -ne ${at} ] || { ${how === '' ? ':' : HOWS[how]}; exit; }`,
    'exec ' + REAL + ' "$@"',
  ]
  writeFileSync(join(bin, 'git'), `${script.join('\n')}\n`)
  chmodSync(join(bin, 'git'), 0o755)
  const args = scene.args.map(arg => (arg === 'BARE' ? machine.bare : arg))
  return runSvc(machine, args, { PATH: `${bin}:${process.env.PATH}` })
}

async function tryOut({ name, scene, kept, marks, at, command, how }, number, random) {
  const folder = join(root, `trial-${number}`)
  copy(kept, folder)
  const after = (0.001 + 0.03 * random() ** 2).toFixed(4)
  const problems = []
  try {
    const { code, words } = await runScene(scene, folder, { at, how, after })
    const names = ['ada', 'bo']
    if (scene.on !== undefined) {
      names.push(scene.on)
      const machine = machineOf(scene, folder)
      if (code !== 0) problems.push(...(await cloneAgain(machine)))
      else git(machine, 'remote', 'set-url', 'origin', '../both.git')
    }
    if (/^\s+at .*\(/m.test(words)) problems.push(`a trace of calls: ${words.slice(0, 300)}`)
    problems.push(...(await settle(joinMachines(folder, names), marks)))
  } catch (error) {
    problems.push(error.stack)
  }
  removeFolder(folder)
  for (const problem of problems) console.log(`${name}, run ${at} (${command}) ${how}: ${problem}`)
  return { name, how, command, isBad: problems.length > 0 }
}

/** The data directory is as it was, or what is there is a store that can be joined. */
async function cloneAgain(machine) {
  const { code, words } = await runSvc(machine, ['git', 'clone', machine.bare])
  if (code !== 0 && !/is in use/.test(words)) return [`clones no more: ${words}`]
  if (code !== 0) {
    await runSvc(machine, ['git', 'init'])
    tryGit(machine, 'symbolic-ref', 'HEAD', 'refs/heads/main')
    tryGit(machine, 'remote', 'add', 'origin', '../both.git')
  }
  git(machine, 'remote', 'set-url', 'origin', '../both.git')
  return []
}

function shared(items) {
  return items.find(({ title }) => title === 'Shared by all')
}

/** Each has something new and something changed, and both have changed one memory. */
async function growApart([ada, bo]) {
  const marks = [await remember(bo, 'There'), await extend(bo, shared)]
  await runSvc(bo, ['git', 'sync'])
  marks.push(await remember(ada, 'Here'), await extend(ada, shared))
  return marks
}

async function onlyThere([, bo]) {
  const marks = [await remember(bo, 'There'), await extend(bo, shared)]
  await runSvc(bo, ['git', 'sync'])
  return marks
}

/** A person has merged with git itself, which knows no memories there, and stands in a conflict. */
async function mergeByHand(machines) {
  const marks = await growApart(machines)
  const [ada] = machines
  await runSvc(ada, ['git', 'commit'])
  git(ada, 'fetch', '-q', 'origin')
  tryGit(ada, '-c', 'merge.svc.driver=false', 'merge', '-q', 'origin/main')
  return marks
}

async function resolveByHand(machines) {
  const marks = await mergeByHand(machines)
  await runSvc(machines[0], ['git', 'resolve'])
  return marks
}

function printTable() {
  console.log('\nscene         runs of git harmed  with problems')
  for (const name of new Set(rows.map(row => row.name))) {
    const own = rows.filter(row => row.name === name)
    const bad = own.filter(({ isBad }) => isBad).length
    console.log(name.padEnd(12) + String(own.length).padStart(20) + String(bad).padStart(15))
  }
  const minutes = ((performance.now() - started) / 60_000).toFixed(1)
  const bad = rows.filter(({ isBad }) => isBad).length
  console.log(`\n${rows.length} points in ${minutes} min, seed ${seed}`)
  console.log(`${rows.length - bad} passed, ${bad} failed`)
  process.exitCode = bad > 0 || rows.length === 0 ? 1 : 0
}
