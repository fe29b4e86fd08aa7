#!/usr/bin/env node
// Damages a small store in every way and looks what is still answered:
// npm run corrupt -- [--ci] [--every N] [--seed N] [--only PART-OF-A-PATH]
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ask, examine, findBytes, judge, saidBy, tellItem } from './judge.mjs'
import { indexAll, makeStore, takeSnapshot } from './store.mjs'

const option = (name, fallback) => {
  const at = process.argv.indexOf(name)
  return at < 0 ? fallback : process.argv[at + 1]
}
const isShort = process.argv.includes('--ci')
const every = Number(option('--every', isShort ? 0 : 1))
const only = option('--only', '')
const seed = Number(option('--seed', Math.floor(Math.random() * 2 ** 31)))
/** Where bytes are sampled: so many flips and cuts in all. */
const SAMPLES = 120
const SVC = fileURLToPath(new URL('../../dist/src/bin/svc.js', import.meta.url))
const HOOK = fileURLToPath(new URL('../../dist/svc-hook.cjs', import.meta.url))
/** What root cannot be denied is tried as this user. */
const NOBODY = 65534

console.log(`seed ${seed}`)
const random = createRandom(seed)
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-corrupt-')))
const mayRead = spawnSync('test', ['-r', SVC], { uid: NOBODY, gid: NOBODY }).status === 0
if (process.getuid?.() === 0 && mayRead) {
  chownSync(folder, NOBODY, NOBODY)
  process.setgroups([])
  process.setgid(NOBODY)
  process.setuid(NOBODY)
}
process.umask(0o077)
const counts = {}
let failed = 0
let copies = 0
let snapshot
let stage
let whole
try {
  stage = await makeStore(folder)
  await settle()
  whole = await ask(stage, 'whole')
  snapshot.restore()
  const faults = planFaults()
  console.log(`${snapshot.known.size} files and folders, ${faults.length} damages`)
  const started = performance.now()
  for (const [at, fault] of faults.entries()) {
    await tryFault(fault, at)
    if ((at + 1) % 1000 === 0)
      console.log(
        `${at + 1} of ${faults.length}, ${Math.round((performance.now() - started) / 1000)} s`,
      )
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
const tried = Object.values(counts).reduce((sum, count) => sum + count, 0)
console.log(
  Object.entries(counts)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', '),
)
console.log(`${tried - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 && tried > 0 ? 0 : 1

/** From here on the store is as it is now. */
async function settle() {
  snapshot = takeSnapshot(stage.dataDir)
}

function planFaults() {
  const entries = [...snapshot.known].filter(([path]) => path.includes(only))
  const faults = entries.flatMap(([path, { isFolder }]) =>
    isFolder
      ? ['a file', 'a dangling link', 'unreadable', 'gone'].map(kind => ({ kind, path }))
      : ['a folder', 'empty', 'unreadable', 'a pipe', 'a dangling link', 'gone'].map(kind => ({
          kind,
          path,
        })),
  )
  const bytes = entries.flatMap(([path, { isFolder, bytes }]) =>
    isFolder
      ? []
      : Array.from(bytes, (_, at) => at).flatMap(at => [
          { kind: 'flip', path, at },
          { kind: 'cut', path, at },
        ]),
  )
  if (every > 0) return [...faults, ...bytes.filter((_, at) => at % every === 0)]
  const pick = list => list[Math.floor(random() * list.length)]
  const each = entries.map(([path]) => faults.filter(one => one.path === path))
  return [...each.map(pick), ...Array.from({ length: SAMPLES }, () => pick(bytes))]
}

async function tryFault(fault, number) {
  const { kind, path } = fault
  counts[kind] = (counts[kind] ?? 0) + 1
  let problems
  try {
    damage(fault)
    const isLight = (kind === 'flip' || kind === 'cut') && number % 7 !== 0
    problems = await examineFault(fault, isLight)
    if (!isLight && kind !== 'unreadable' && number % 40 === 0) problems.push(...tryPrograms())
  } catch (error) {
    problems = [`threw ${error?.stack ?? error}`]
  }
  if (problems.length > 0) {
    failed++
    const place = fault.at === undefined ? '' : ` at ${fault.at}`
    console.log(
      `${relative(stage.dataDir, path)} ${kind}${place}:\n  ${[...new Set(problems)].join('\n  ')}`,
    )
  }
  if (snapshot.restore()) {
    await indexAll(stage.dataDir)
    await settle()
  }
}

function damage({ kind, path, at }) {
  const { bytes } = snapshot.known.get(path)
  if (kind === 'flip') {
    const changed = Buffer.from(bytes)
    changed[at] ^= 1 << Math.floor(random() * 8)
    return writeFileSync(path, changed)
  }
  if (kind === 'cut') return truncateSync(path, at)
  if (kind === 'empty') return truncateSync(path, 0)
  if (kind === 'unreadable') return chmodSync(path, 0)
  rmSync(path, { recursive: true, maxRetries: 10 })
  if (kind === 'a folder') mkdirSync(path)
  if (kind === 'a file') writeFileSync(path, 'a file\n')
  if (kind === 'a dangling link') symlinkSync('/nowhere/at/all', path)
  if (kind === 'a pipe') spawnSync('mkfifo', [path])
}

async function examineFault(fault, isLight) {
  const { kind, path } = fault
  const now = await ask(stage, 'whole')
  const problems = await judge(stage, path, whole, now)
  const isMemory = /\/memories\/[^/]+--\w+\.md$/.test(path)
  if (isMemory && ['flip', 'cut', 'empty'].includes(kind))
    problems.push(...(await judgeMemory(path, now)))
  if (isLight) return problems
  const report = await examine(stage, false)
  for (const { message } of report.findings) {
    if (/could not be checked|\bE[A-Z]{4,}:|undefined|\n/.test(message))
      problems.push(`doctor says ${message}`)
  }
  problems.push(...(await judgeMending(fault)))
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
async function judgeMending({ kind, path }) {
  const problems = []
  const bytes = kind === 'unreadable' ? undefined : readIfFile(path)
  await examine(stage, true)
  const { ok, findings } = await examine(stage, false)
  const left = findings.filter(({ level, path: place }) => level === 'failure' && !isPersons(place))
  if (!ok && left.length > 0)
    problems.push(`left after --fix: ${left.map(one => `${one.path} ${one.message}`).join('; ')}`)
  if (bytes !== undefined && bytes.length > 0 && isText(path) && !findBytes(stage.dataDir, bytes))
    problems.push('its bytes are lost after --fix')
  problems.push(
    ...(await judge(stage, path, whole, await ask(stage, 'mended'))).filter(
      one => !/differ/.test(one),
    ),
  )
  return problems
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

/** Real processes: one line where something is wrong, no trace, and a hook that ends with 0. */
function tryPrograms() {
  const { home, project } = stage
  // What they start goes on behind them: not in the store that is put back.
  const dataDir = join(folder, `copy-${(copies += 1)}`)
  spawnSync('cp', ['-a', stage.dataDir, dataDir])
  const env = { PATH: process.env.PATH, HOME: home, SVC_DATA_DIR: dataDir }
  const run = (args, input) =>
    spawnSync(
      'env',
      [
        '-i',
        ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
        process.execPath,
        ...args,
      ],
      { cwd: project, encoding: 'utf8', input, timeout: 60_000 },
    )
  const problems = []
  for (const command of [
    ['list'],
    ['status'],
    ['remember', '--title', 'New', 'text'],
    ['doctor'],
  ]) {
    const { stderr, status } = run([SVC, ...command])
    const isTold =
      stderr.trim().split('\n').length <= 2 &&
      !/\n\s+at /.test(stderr) &&
      !/\bE[A-Z]+:/.test(stderr)
    if (!isTold || ![0, 1].includes(status))
      problems.push(`svc ${command[0]} ended with ${status}: ${stderr}`)
  }
  const payload = {
    hook_event_name: 'UserPromptSubmit',
    session_id: 'p',
    cwd: project,
    prompt: 'when do releases leave?',
  }
  const { status, stdout, stderr } = run([HOOK], JSON.stringify(payload))
  if (status !== 0 || stderr !== '') problems.push(`svc-hook ended with ${status}: ${stderr}`)
  JSON.parse(stdout)
  return problems
}

function createRandom(start) {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
