#!/usr/bin/env node
// Measures the search of past sessions: npm run bench:past [-- --turns N] [--runs N] [--store FOLDER].
// A year of ten sessions a day, of 14 turns each, is some 50,000 turns. Texts are those of the set
// `build`, recombined, with names of their own; the questions are its questions. Each figure stands
// beside bare Node's of the same minute, because a busy machine makes both slower. A folder that is
// named is filled once and stays; else it is a temporary one. Needs the built programs (npm run build).
import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SVC } from '../built.mjs'
import { removeFolder } from '../remove-folder.mjs'
import { readSet } from '../eval/past-score.mjs'
import { quantile } from './figures.mjs'
import { BARE, CLEAN, measureProcess } from './processes.mjs'

const { toDocuments } = await import('../../src/past/documents.ts')
const { listParts, packPart, pastIndexFolder, readPart } = await import('../../src/past/parts.ts')
const { readSegments, SEGMENTS_VERSION } = await import('../../src/past/segments.ts')
const { toLine } = await import('../../src/past/turns.ts')
const { encodeInSteps } = await import('../../store/index/encode.ts')
const { createScopeIndex } = await import('../../store/index/memory-index.ts')
const { runInSteps } = await import('../../store/files/steps.ts')
const { openStore } = await import('../../store/store.ts')

const optionOf = (name, fallback) => {
  const at = process.argv.indexOf(name)
  return at < 0 ? fallback : process.argv[at + 1]
}
const TURNS = Number(optionOf('--turns', 50_000))
const RUNS = Number(optionOf('--runs', 25))
const FOLDER = optionOf('--store')
const DAY_MS = 86_400_000
const DAYS = 365
const SESSION_TURNS = 14
const KEY = 'global'
/** Turns of index files as the worker leaves them: four of a size have become one. */
const SIZES = [32_000, 8_000, 2_000]

/** Numbers in [0, 1) that are the same in every run. */
let state = 1
const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
const pick = list => list[Math.floor(random() * list.length)]
const SYLLABLES = 'ba co du fe gi ho ju ka le mi no pu ra se ti vo wa xe yi zu'.split(' ')
const syllables = number =>
  number < 20 ? SYLLABLES[number] : syllables(Math.floor(number / 20)) + SYLLABLES[number % 20]
/** Names of things, few often and most seldom: no two projects have the same. */
const name = () => syllables(400 + Math.floor(30_000 * random() ** 4))

const { sessions, questions } = readSet('build')
const known = sessions.flatMap(({ turns }) => turns)
const wordsOf = text => text.split(/\s+/).filter(Boolean)
const counts = new Map()
for (const { asked, answered } of known)
  for (const word of wordsOf(`${asked} ${answered}`)) counts.set(word, (counts.get(word) ?? 0) + 1)

const SELDOM = 3
const KEPT = 0.1
/** The words of a turn; most that are seldom in the set give way to a name, as seldom in the whole. */
const recombine = text =>
  wordsOf(text)
    .map(word => (counts.get(word) <= SELDOM && random() > KEPT ? name() : word))
    .join(' ')
const answers = () => [pick(known), pick(known), pick(known)].map(({ answered }) => answered)
const failures = known.flatMap(({ commands }) => commands.filter(({ exit }) => exit !== 0))
const FAILING = 0.2

function makeTurn(at) {
  const day = Math.floor((at * DAYS) / TURNS)
  const time = new Date(Date.UTC(2026, 0, 1) + day * DAY_MS + (at % 1_000) * 60_000)
  const number = at % SESSION_TURNS
  const { command, output = '' } = pick(failures)
  const failed = { command, isFailed: true, output: recombine(output) }
  return {
    ...{ session: `session-${(at - number) / SESSION_TURNS}`, turn: number + 1 },
    ...{ at: time.toISOString(), host: 'claude-code', asked: recombine(pick(known).asked) },
    answered: recombine(answers().join(' ')),
    did: [{ file: `src/${name()}/${name()}.ts` }, ...(random() < FAILING ? [failed] : [])],
  }
}

function fill(store) {
  const folder = join(store.state, 'past', KEY)
  mkdirSync(folder, { recursive: true })
  const days = new Map()
  for (let at = 0; at < TURNS; at++) {
    const turn = makeTurn(at)
    const day = turn.at.slice(0, 10)
    days.set(day, (days.get(day) ?? '') + toLine(turn))
  }
  for (const [day, text] of days) {
    const name = `${day}.1.jsonl.gz`
    writeFileSync(join(folder, name), packPart(name, text))
  }
}

/** Index files of the sizes that the worker's have, without the smaller ones of which it makes them. */
async function buildIndex(store) {
  const made = []
  let parts = []
  let index = createScopeIndex()
  let left = TURNS
  const write = async () => {
    const { bytes } = await runInSteps(encodeInSteps(index, { directoryStamp: '' }))
    const segment = `${made.length}.idx`
    mkdirSync(pastIndexFolder(store), { recursive: true })
    writeFileSync(join(pastIndexFolder(store), segment), bytes)
    made.push({ key: KEY, name: segment, turns: index.size, parts })
    left -= index.size
    parts = []
    index = createScopeIndex()
  }
  for (const part of listParts(store, KEY)) {
    for (const document of toDocuments(part, readPart(part))) index.put(document)
    parts.push({ name: part.name, stamp: part.stamp })
    if (index.size >= (SIZES.find(size => size <= left) ?? Infinity)) await write()
  }
  if (parts.length > 0) await write()
  writeFileSync(
    join(pastIndexFolder(store), 'segments.json'),
    `${JSON.stringify({ version: SEGMENTS_VERSION, segments: made })}\n`,
  )
}

function bytesOf(folder) {
  return readdirSync(folder).reduce((sum, each) => sum + statSync(join(folder, each)).size, 0)
}

async function serve(env) {
  const service = spawn(process.execPath, [SVC, 'serve', '--port', '0'], { env })
  const url = await new Promise((resolve, reject) => {
    service.on('exit', () => reject(new Error('svc serve ended')))
    const listen = chunk => {
      const [found] = /http:\/\/[\w.:[\]]+/.exec(String(chunk)) ?? []
      if (found !== undefined) resolve(found)
    }
    service.stdout.on('data', listen)
    service.stderr.on('data', listen)
  })
  return { url, end: () => service.kill() }
}

async function post(url, body) {
  const began = performance.now()
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { sessions } = await answer.json()
  if (!(sessions?.length > 0)) throw new Error(`nothing found: ${answer.status}`)
  return performance.now() - began
}

const told = (name, values) => {
  const [half, most] = [0.5, 0.95].map(share =>
    quantile(
      [...values].sort((a, b) => a - b),
      share,
    ),
  )
  console.log(`${name.padEnd(34)} p50 ${half.toFixed(1)} ms  p95 ${most.toFixed(1)} ms`)
  return half
}

const root = realpathSync(FOLDER ?? mkdtempSync(join(tmpdir(), 'svc-bench-past-')))
try {
  const env = { ...CLEAN, HOME: root, SVC_DATA_DIR: join(root, 'store') }
  const store = openStore(join(root, 'store', 'svc.json'))
  if (!existsSync(pastIndexFolder(store))) {
    fill(store)
    const before = process.cpuUsage()
    await buildIndex(store)
    const { user, system } = process.cpuUsage(before)
    const perTurn = (user + system) / 1_000 / TURNS
    console.log(`indexed in ${perTurn.toFixed(2)} ms of processor time a turn`)
  }
  const mega = count => `${(count / 1e6).toFixed(1)} MB`
  const [parts, index] = [KEY, 'index'].map(each => bytesOf(join(store.state, 'past', each)))
  const segments = readSegments(store)
  const turns = segments.reduce((sum, segment) => sum + segment.turns, 0)
  console.log(`${turns} turns: parts ${mega(parts)}, index ${mega(index)}`)
  console.log(`index files of ${segments.map(segment => segment.turns).join(', ')} turns`)
  const figures = { bare: [], help: [], command: [], http: [] }
  const texts = Array.from({ length: RUNS }, () => pick(questions).text)
  const command = (...words) => [process.execPath, SVC, ...words]
  const search = text => command('search', text, '--scope', 'global', '--sessions', '--json')
  measureProcess(search(texts[0]), { env, cwd: root })
  for (const text of texts) {
    figures.bare.push(measureProcess(BARE, { env, cwd: root }).ms)
    figures.help.push(measureProcess(command('--version'), { env, cwd: root }).ms)
    figures.command.push(measureProcess(search(text), { env, cwd: root }).ms)
  }
  const service = await serve(env)
  const url = `${service.url.replace(/\/$/, '')}/svc/search`
  const ask = text => post(url, { text, scopes: [{ type: 'global', id: null }], only: 'sessions' })
  try {
    for (const text of texts) await ask(text)
    for (const text of texts) figures.http.push(await ask(text))
  } finally {
    service.end()
  }
  const bare = told('bare Node', figures.bare)
  told('svc --version', figures.help)
  const half = told('svc search', figures.command)
  console.log(`svc search beyond bare Node        p50 ${(half - bare).toFixed(1)} ms`)
  told('POST /svc/search', figures.http)
} finally {
  if (FOLDER === undefined) removeFolder(root)
}
