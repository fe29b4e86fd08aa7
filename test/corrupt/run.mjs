#!/usr/bin/env node
// Damages a small store in every way and looks what is still answered:
// npm run corrupt -- [--ci] [--every N] [--seed N] [--jobs N]
// [--only PART-OF-A-PATH]
import { fork, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRandom, damage, planBatches, planFaults } from './faults.mjs'
import { ask, examine, findBytes, judge, saidBy, tellItem } from './judge.mjs'
import { SVC, tryPrograms } from './programs.mjs'
import { indexAll, makeStore, takeSnapshot } from './store.mjs'
import { removeFolder } from '../remove-folder.mjs'

const option = (name, fallback) => {
  const at = process.argv.indexOf(name)
  return at < 0 ? fallback : process.argv[at + 1]
}
const isShort = process.argv.includes('--ci')
const every = Number(option('--every', isShort ? 0 : 1))
const only = option('--only', '')
const seed = Number(option('--seed', Math.floor(Math.random() * 2 ** 31)))
const jobs = Number(option('--jobs', isShort ? 1 : 2))
/** Which of several jobs this process is; without it, it starts them. */
const job = Number(option('--job', jobs === 1 ? 0 : -1))
/** What root cannot be denied is tried as this user. */
const NOBODY = 65534

const random = createRandom(seed + job)
const counts = {}
let failed = 0
let folder
let snapshot
let stage
let whole
if (job < 0) await runJobs()
else await runJob()
if (process.send) process.send({ counts, failed })
else tell()

async function runJobs() {
  console.log(`seed ${seed}`)
  const args = ['--every', `${every}`, '--only', only, '--seed', `${seed}`, '--jobs', `${jobs}`]
  const ends = Array.from({ length: jobs }, (_, at) => {
    const child = fork(fileURLToPath(import.meta.url), [...args, '--job', `${at}`])
    child.on('message', part => {
      failed += part.failed
      for (const [kind, count] of Object.entries(part.counts))
        counts[kind] = (counts[kind] ?? 0) + count
    })
    return new Promise(resolve => child.once('exit', resolve))
  })
  for (const code of await Promise.all(ends)) if (code !== 0) failed++
}

function tell() {
  const tried = Object.values(counts).reduce((sum, count) => sum + count, 0)
  console.log(
    Object.entries(counts)
      .map(([kind, count]) => `${kind} ${count}`)
      .join(', '),
  )
  console.log(`${tried - failed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && tried > 0 ? 0 : 1
}

async function runJob() {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-corrupt-')))
  becomeNobody()
  process.umask(0o077)
  try {
    stage = await makeStore(folder)
    await settle()
    whole = await ask(stage, 'whole')
    snapshot.restore()
    await tryAll(planFaults(snapshot.known, { every, only, random, job, jobs }))
  } finally {
    removeFolder(folder)
  }
}

function becomeNobody() {
  const mayRead = spawnSync('test', ['-r', SVC], { uid: NOBODY, gid: NOBODY }).status === 0
  if (process.getuid?.() !== 0 || !mayRead) return
  chownSync(folder, NOBODY, NOBODY)
  process.setgroups([])
  process.setgid(NOBODY)
  process.setuid(NOBODY)
}

async function tryAll(faults) {
  const batches = planBatches(faults, stage.dataDir)
  console.log(
    `${snapshot.known.size} files and folders, ${faults.length} damages in ${batches.length} stores, seed ${seed}`,
  )
  const started = performance.now()
  let again = 0
  for (const [at, batch] of batches.entries()) {
    if (!(await tryBatch(batch, at))) again++
    const seconds = Math.round((performance.now() - started) / 1000)
    if ((at + 1) % 500 === 0)
      console.log(`${at + 1} of ${batches.length}, ${again} taken apart, ${seconds} s`)
  }
}

/** From here on the store is as it is now. */
async function settle() {
  snapshot = takeSnapshot(stage.dataDir)
}

/** Several damages at once; where something is wrong, each alone. True where they were fine together. */
async function tryBatch(batch, number) {
  for (const { kind } of batch) counts[kind] = (counts[kind] ?? 0) + 1
  const problems = await tryFaults(batch, number)
  if (problems.length === 0) return true
  const culprits = batch.length === 1 ? [[batch, problems]] : []
  if (batch.length > 1)
    for (const fault of batch) culprits.push([[fault], await tryFaults([fault], number)])
  for (const [[fault], found] of culprits) {
    if (found.length === 0) continue
    failed++
    const place = fault.at === undefined ? '' : ` at ${fault.at}`
    const name = relative(stage.dataDir, fault.path)
    console.log(`${name} ${fault.kind}${place}:\n  ${[...new Set(found)].join('\n  ')}`)
  }
  return false
}

async function tryFaults(batch, number) {
  const [{ kind }] = batch
  let problems
  try {
    for (const fault of batch) damage(fault, snapshot.known.get(fault.path), random)
    const isLight = (kind === 'flip' || kind === 'cut') && number % 7 !== 0
    problems = await examineFaults(batch, isLight)
    if (!isLight && kind !== 'unreadable' && number % 40 === 0) problems.push(...tryPrograms(stage))
  } catch (error) {
    problems = [`threw ${error?.stack ?? error}`]
  }
  if (snapshot.restore()) {
    await indexAll(stage.dataDir)
    await settle()
  }
  return problems
}

async function examineFaults(batch, isLight) {
  const now = await ask(stage, 'whole')
  const paths = batch.map(({ path }) => path)
  const problems = await judge(stage, paths, whole, now)
  for (const { kind, path } of batch) {
    const isMemory = /\/memories\/[^/]+--\w+\.md$/.test(path)
    if (isMemory && ['flip', 'cut', 'empty'].includes(kind))
      problems.push(...(await judgeMemory(path, now)))
  }
  if (isLight) return problems
  const report = await examine(stage, false)
  for (const { message } of report.findings) {
    if (/could not be checked|\bE[A-Z]{4,}:|undefined|\n/.test(message))
      problems.push(`doctor says ${message}`)
  }
  problems.push(...(await judgeMending(batch)))
  return problems
}

/** What the changed file says is served, or it is named. */
async function judgeMemory(path, now) {
  const said = await saidBy(readFileSync(path), basename(path))
  if ('problem' in said) {
    const { findings } = await examine(stage, false)
    return findings.some(found => found.path === path)
      ? []
      : [`${said.problem}, and nobody says so`]
  }
  const { document } = said
  const isBuried = document.supersededBy !== undefined || document.evictedAt !== undefined
  const item = now.items.find(({ id }) => id === document.id)
  if (isBuried) return []
  if (item === undefined) {
    const { findings } = await examine(stage, false)
    return findings.some(found => found.path === path) ? [] : ['neither served nor named']
  }
  return tellItem(item) === tellItem(document) || item.title !== document.title
    ? []
    : ['served, not as the file says']
}

/** After mending the doctor is content, but for a person's own text, and what was whole is there. */
async function judgeMending(batch) {
  const problems = []
  const kept = batch
    .filter(({ kind, path }) => kind !== 'unreadable' && isText(path))
    .map(({ path }) => readIfFile(path))
  await examine(stage, true)
  const { ok, findings } = await examine(stage, false)
  const left = findings.filter(({ level, path: place }) => level === 'failure' && !isPersons(place))
  if (!ok && left.length > 0)
    problems.push(`left after --fix: ${left.map(one => `${one.path} ${one.message}`).join('; ')}`)
  for (const bytes of kept)
    if (bytes !== undefined && bytes.length > 0 && !findBytes(stage.dataDir, bytes))
      problems.push('its bytes are lost after --fix')
  const paths = batch.map(({ path }) => path)
  const found = await judge(stage, paths, whole, await ask(stage, 'mended'))
  return [...problems, ...found.filter(one => !/differ/.test(one))]
}

/** Text that only a person corrects. */
function isPersons(path = '') {
  return /\/memories\/[^/]*\.md$|\/config\.json$|\/SKILL\.md$|\/scope\.json$/.test(path)
}

function isText(path) {
  return !/\/state\//.test(path)
}

function readIfFile(path) {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats?.isFile() ? readFileSync(path) : undefined
}
