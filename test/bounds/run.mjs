/* Large and rude input against the programs as they are built: `node test/bounds/run.mjs [--ci]`. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOOK, ROOT, SVC } from '../built.mjs'
import { removeFolder } from '../remove-folder.mjs'
import { hostileFiles } from './hostile.mjs'

const isShort = process.argv.includes('--ci')
const size = (long, short) => (isShort ? short : long)
const work = realpathSync(mkdtempSync(join(tmpdir(), 'svc-bounds-')))
process.on('exit', () => removeFolder(work))
const counts = { passed: 0, failed: 0 }

function check(isSo, what, figure = '') {
  counts[isSo ? 'passed' : 'failed']++
  console.log(`${isSo ? 'ok    ' : 'FAILED'}  ${what}${figure === '' ? '' : `  (${figure})`}`)
}

/** A data directory of its own, a project, and the environment that leads there. */
function makePlace(name, more = {}) {
  const [dataDir, home, cwd] = ['store', 'home', 'shop'].map(one => join(work, name, one))
  for (const folder of [home, cwd]) mkdirSync(folder, { recursive: true })
  const env = { PATH: process.env.PATH, HOME: home, SVC_DATA_DIR: dataDir, ...more }
  return { dataDir, cwd, env, state: join(dataDir, 'state') }
}

/** Runs a program under a limit of its memory in use, and answers what it said and took. */
function run({ env, cwd }, args, input = '') {
  const began = performance.now()
  const timing = `process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
    const cpuMs = Math.round((userCPUTime + systemCPUTime) / 1000)
    process.stderr.write('\\nMB ' + Math.round(maxRSS / 1024) + ' CPU ' + cpuMs)
  })`
  const preload = join(work, 'timing.cjs')
  writeFileSync(preload, timing)
  const options = {
    env,
    cwd,
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: +(process.env.PROBE_TIMEOUT ?? 540_000),
    killSignal: 'SIGKILL',
  }
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--require', preload, ...args],
    options,
  )
  const [, mb, cpuMs] = /MB (\d+) CPU (\d+)$/.exec(stderr)?.map(Number) ?? []
  return { ms: Math.round(performance.now() - began), mb, cpuMs, stdout, stderr, status }
}

const hook = (place, payload) => {
  const given =
    typeof payload === 'string' ? payload : JSON.stringify({ cwd: place.cwd, ...payload })
  return run(place, [HOOK, '--host', 'claude-code'], given)
}
const svc = (place, ...args) => run(place, [SVC, ...args])

/** What a start of Node takes on a machine that has nothing else to do (milliseconds). */
const START_MS = 50

/**
 * Whether what ran took less than this many milliseconds, or with `cpuMs` of work: as many times more
 * as a start of Node takes at that moment, where other work leaves less of a processor.
 */
function isWithin(ran, most, measure = 'ms') {
  if (ran[measure] < most) return true
  const bare = { env: { PATH: process.env.PATH }, cwd: work }
  const starts = [1, 2, 3].map(() => run(bare, ['--eval', '0'])[measure])
  return ran[measure] < (most * Math.max(...starts)) / START_MS
}

const tell = ({ ms, cpuMs, mb }) => `${ms} ms, ${cpuMs} of them at work, ${mb} MB`
const hash = (text, length) => createHash('sha256').update(text).digest('hex').slice(0, length)
const namesIn = folder =>
  (existsSync(folder) ? readdirSync(folder) : []).filter(name => !name.startsWith('.'))
const queued = ({ state }) =>
  namesIn(join(state, 'spool')).flatMap(key => namesIn(join(state, 'spool', key)))

/** Turns of a queue as a Stop writes them, ten of a session. */
function queueTurns({ state }, turns, key = 'global') {
  const spool = join(state, 'spool', key)
  mkdirSync(spool, { recursive: true })
  for (let at = 0; at < turns; at++) {
    const session = `session-${Math.floor(at / 10)}`
    const turn = {
      ...{ format: 1, session, turn: (at % 10) + 1, host: 'claude-code' },
      at: new Date(Date.now() - 3_600_000 + at).toISOString(),
      ...{ prompt: `Look at file ${at}`, reply: `I looked at file ${at}.` },
    }
    const name = `${hash(session, 10)}-${hash(`${session}\n${at}`, 20)}.json`
    writeFileSync(join(spool, name), JSON.stringify(turn) + '\n')
  }
}

async function longQueue() {
  const place = makePlace('queue', { SVC_HOOK_REFLECT: '1' })
  svc(place, 'remember', '--scope', 'global', '--title', 'T', 'x')
  const turns = size(50_000, 3_000)
  queueTurns(place, turns)
  const many = `${turns} queued turns`
  const own = {
    hook_event_name: 'Stop',
    session_id: 's',
    prompt_id: '1',
    last_assistant_message: 'r',
  }
  const stop = hook(place, { ...own, cwd: undefined, prompt: 'p' })
  check(stop.stdout === '{}' && isWithin(stop, 2_500), `${many}: a Stop is answered`, tell(stop))
  for (const [name, ...args] of [['status'], ['doctor'], ['backlog', '--scope', 'global']]) {
    const told = svc(place, name, ...args)
    check(told.status === 0 && told.mb < 500, `${many}: svc ${name}`, tell(told))
  }
  if (!isShort) {
    // A full queue refuses and says so; what it holds stays.
    const before = queued(place).length
    queueTurns(place, 50_001)
    const refused = hook({ ...place, cwd: '/' }, { ...own, session_id: 'late', cwd: undefined })
    check(
      refused.stdout === '{}' && isWithin(refused, 2_500),
      'a full queue: a Stop is answered',
      tell(refused),
    )
    check(before > 0 && queued(place).length >= 50_000, 'a full queue keeps what it holds')
  }
  const fewer = makePlace('reflect')
  svc(fewer, 'remember', '--scope', 'global', '--title', 'T', 'x')
  const batches = size(2_000, 60)
  queueTurns(fewer, batches * 10)
  const reflected = svc(fewer, 'reflect', '--scope', 'global', '--json')
  const result = JSON.parse(reflected.stdout || '{}')
  check(
    result.batches === batches && result.failed === 0,
    `svc reflect works through ${batches} batches`,
    tell(reflected),
  )
  check(queued(fewer).length === 0, 'nothing of it is left')
}

/** A person's last words are at the end of a transcript of this size. */
function longTranscript() {
  const place = makePlace('transcript')
  const path = join(work, 'transcript.jsonl')
  const bytes = size(500_000_000, 40_000_000)
  const common = {
    sessionId: 'st',
    version: '2.1.0',
    cwd: place.cwd,
    timestamp: new Date(Date.now() - 5_000).toISOString(),
  }
  const tool = { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'x'.repeat(900) } }
  const work1 = {
    ...common,
    type: 'assistant',
    message: { role: 'assistant', id: 'm', content: [tool] },
  }
  const block = (JSON.stringify(work1) + '\n').repeat(1_000)
  const file = openSync(path, 'w')
  for (let done = 0; done < bytes; done += block.length) writeSync(file, block)
  closeSync(file)
  const asked = {
    ...common,
    type: 'user',
    uuid: 'u',
    message: { role: 'user', content: 'Remember that we deploy from the release branch only.' },
  }
  const said = {
    ...common,
    type: 'assistant',
    uuid: 'a',
    message: {
      role: 'assistant',
      id: 'm9',
      stop_reason: 'end_turn',
      content: [{ type: 'text', text: 'Noted.' }],
    },
  }
  appendFileSync(path, [asked, said].map(line => JSON.stringify(line) + '\n').join(''))
  const stop = hook(place, { hook_event_name: 'Stop', session_id: 'st', transcript_path: path })
  const large = `a transcript of ${bytes / 1e6} MB`
  check(
    stop.stdout === '{}' && isWithin(stop, 2_000) && stop.mb < 150,
    `${large}: a Stop`,
    tell(stop),
  )
  const reflected = svc(place, 'reflect')
  check(
    reflected.status === 0 && reflected.mb < 250,
    `${large}: the turn is completed from it`,
    tell(reflected),
  )
  check(
    /release branch/.test(svc(place, 'list').stdout),
    `${large}: what was said at its end is learned`,
  )
  rmSync(path)
}

function largePayloads() {
  const place = makePlace('payload')
  const stop = { hook_event_name: 'Stop', session_id: 's', prompt_id: '1' }
  hook(place, { ...stop, prompt_id: '0', prompt: 'p', last_assistant_message: 'r' })
  for (const mb of [8, 30, 40]) {
    const reply = 'word '.repeat((mb * 1e6) / 5)
    const answered = hook(place, {
      ...stop,
      prompt_id: `${mb}`,
      prompt: 'p',
      last_assistant_message: reply,
    })
    const isFast = isWithin(answered, 2_500) && answered.mb < 400
    check(
      answered.status === 0 && answered.stdout === '{}' && isFast,
      `a payload of ${mb} MB`,
      tell(answered),
    )
  }
  check(queued(place).length === 3, 'what is within bounds is queued', queued(place).length)
  const failures = join(place.state, 'hook-failures.jsonl')
  const noted = existsSync(failures) ? readFileSync(failures, 'utf8') : ''
  check(/at most 32 MiB/.test(noted), 'what is not is noted for svc doctor')
}

/** How many workers were started by what a file says that they noted, run now, and ran at one time. */
function countWorkers(notes) {
  const signs = existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : []
  const counts = { started: 0, running: 0, most: 0 }
  for (const sign of signs) {
    if (sign === '+') counts.started++
    counts.running += sign === '+' ? 1 : -1
    counts.most = Math.max(counts.most, counts.running)
  }
  return counts
}

async function manyStops() {
  if (process.platform !== 'linux') return
  const notes = join(work, 'stops.workers')
  const here = join(import.meta.dirname, 'note-workers.cjs')
  // A busy machine must not end the hook before it has started a worker.
  const patient = join(import.meta.dirname, '../handlers/hooks/patient.cjs')
  const NODE_OPTIONS = `--require=${patient} --require=${here}`
  const place = makePlace('stops', { NODE_OPTIONS, SVC_TEST_WORKERS: notes })
  const stops = size(200, 60)
  const began = performance.now()
  const stop = at => {
    const streams = { stdio: ['pipe', 'ignore', 'ignore'] }
    const child = spawn(process.execPath, [HOOK, '--host', 'claude-code'], { ...place, ...streams })
    const said = { prompt: `Look at ${at}`, last_assistant_message: `seen ${at}` }
    const turn = { session_id: `s${at % 4}`, prompt_id: `${at}`, cwd: place.cwd, ...said }
    const payload = JSON.stringify({ hook_event_name: 'Stop', ...turn })
    child.stdin.on('error', () => undefined).end(payload)
    return new Promise(resolve => child.on('exit', resolve))
  }
  // More at once than the machine has room for would only wait for it, up to their deadline.
  let next = 0
  const codes = []
  const lane = async () => {
    while (next < stops) codes.push(await stop(next++))
  }
  await Promise.all(Array.from({ length: 20 }, lane))
  const ms = Math.round(performance.now() - began)
  check(
    codes.every(code => code === 0),
    `${stops} Stops at once end well`,
    `${ms} ms`,
  )
  // The last Stop may end before the worker that it has started.
  const end = performance.now() + 60_000
  let workers = countWorkers(notes)
  while (performance.now() < end && (workers.started === 0 || workers.running > 0)) {
    await new Promise(resolve => setTimeout(resolve, 20))
    workers = countWorkers(notes)
  }
  check(
    workers.started > 0 && workers.running === 0 && workers.most <= 2,
    'one worker starts, another at most while it ends',
    `${workers.started} in all, ${workers.most} at once`,
  )
  svc(place, 'reflect')
  check(queued(place).length === 0, 'every turn is distilled')
  const turns = readdirSync(join(place.state, 'sessions')).flatMap(name =>
    readFileSync(join(place.state, 'sessions', name), 'utf8')
      .split('\n')
      .filter(line => line.startsWith('{"type":"turn"')),
  )
  check(turns.length === stops, 'every turn was queued once', turns.length)
  const zombies = readdirSync('/proc').filter(pid => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return /^\d+$/.test(pid) && / Z /.test(stat) && stat.split(' ')[3] === String(process.pid)
    } catch {
      return false
    }
  })
  check(zombies.length === 0, 'no process of ours is left unburied')
}

/** Servers that never come to an end, each in its way. */
const RUDE = {
  'never answers': () => undefined,
  'drips a byte a second': response => {
    response.writeHead(200)
    const timer = setInterval(() => response.write(' '), 1_000)
    response.on('close', () => clearInterval(timer))
  },
  'streams for ever': response => {
    response.writeHead(200)
    const more = () => {
      while (response.write('x'.repeat(65_536)));
    }
    response.on('drain', more).on('error', () => undefined)
    more()
  },
  'answers 100 MB': response => {
    response.on('error', () => undefined)
    response.end(JSON.stringify({ choices: [{ message: { content: 'x'.repeat(100_000_000) } }] }))
  },
}

/** What distils is asked in a process of its own, with a limit of seconds in place of a minute. */
const ASK = `
const { Reflection } = await import(process.argv[1] + '/dist/src/work/reflection.js')
const { openStore } = await import(process.argv[1] + '/dist/store/store.js')
const { createConfig } = await import(process.argv[1] + '/dist/src/config.js')
const { openProvider } = await import(process.argv[1] + '/dist/src/provider/index.js')
const { toGlobalFolder } = await import(process.argv[1] + '/dist/store/projects/projects.js')
const config = createConfig({ given: JSON.parse(process.argv[2]) })
const store = openStore(config.databasePath)
const provider = await openProvider(config, process.env, { timeLimitMs: 1500 })
const reflection = new Reflection(store, config, { provider, env: process.env })
console.log(JSON.stringify(await reflection.reflect(toGlobalFolder(store), { isForced: true })))
`

/** How a batch fares with a provider: it stays queued, the lock is given back, the process ends. */
async function askRudely(name, place, given) {
  queueTurns(place, 10)
  const config = JSON.stringify({ dataDir: place.dataDir, ...given })
  const args = ['--input-type=module', '--eval', ASK, ROOT, config]
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    env: place.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.on('data', text => (out += text))
  const code = await new Promise(resolve => child.on('exit', resolve))
  const ms = Math.round(performance.now() - began)
  check(
    code === 0 && /"failed":1/.test(out) && isWithin({ ms }, 8_000),
    `a provider that ${name}`,
    `${ms} ms`,
  )
  const locks = namesIn(join(place.state, 'locks')).filter(one => one.startsWith('work-'))
  check(
    queued(place).length === 10 && locks.length === 0,
    '  the batch stays queued, the lock is given back',
  )
}

async function rudeServers() {
  for (const [name, answer] of Object.entries(RUDE)) {
    const server = createServer((request, response) => {
      request.resume()
      answer(response)
    })
    await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
    const providerUrl = `http://127.0.0.1:${server.address().port}`
    await askRudely(name, makePlace(name.replaceAll(' ', '-')), {
      provider: 'openai-compatible',
      providerUrl,
    })
    server.closeAllConnections()
    server.close()
  }
}

/** Programs in place of an agent host's, each in its way without an end. */
const PROGRAMS = {
  hangs: 'sleep 300',
  'prints for ever': 'yes svc',
  'pays no heed to SIGTERM': "trap '' TERM INT HUP; while :; do sleep 300; done",
  'leaves grandchildren': 'sleep 300 & sleep 300 & exit 3',
}

async function rudePrograms() {
  if (process.platform === 'win32') return
  for (const [name, script] of Object.entries(PROGRAMS)) {
    const bin = join(work, `bin-${hash(name, 8)}`)
    mkdirSync(bin)
    const mark = `svc-bounds-${process.pid}-${hash(name, 8)}`
    writeFileSync(join(bin, 'claude'), `#!/bin/sh\nexport MARK=${mark}\n${script}\n`, {
      mode: 0o755,
    })
    const place = makePlace(`program-${hash(name, 8)}`, { PATH: `${bin}:${process.env.PATH}` })
    await askRudely(`is a program and ${name}`, place, { provider: 'claude-code' })
    if (process.platform !== 'linux') continue
    const left = readdirSync('/proc').filter(pid => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark)
      } catch {
        return false
      }
    })
    check(left.length === 0, '  none of its processes is left')
  }
}

function manyMemories() {
  const place = makePlace('memories')
  svc(
    place,
    'remember',
    '--scope',
    'global',
    '--title',
    'The deploy needs a ticket',
    'Ask for it first.',
  )
  const folder = join(place.dataDir, 'global', 'memories')
  const memories = size(100_000, 5_000)
  for (let at = 0; at < memories; at++) {
    const id = `m${hash(`${at}`, 11)}`
    const dates = "createdAt: '2026-11-01T10:00:00.000Z'"
    const text = `---\nid: ${id}\nkind: fact\ntitle: Note ${at}\n${dates}\n---\n\nWhat note ${at} says of thing ${at % 97}.\n`
    writeFileSync(join(folder, `note-${at}--${id}.md`), text)
  }
  const many = `${memories} memories`
  const ask = (event, session = event) =>
    hook(place, { hook_event_name: event, session_id: session, prompt: 'deploy ticket' })
  for (const event of ['SessionStart', 'UserPromptSubmit', 'Stop']) {
    const answered = ask(event)
    check(
      answered.status === 0 && isWithin(answered, 2_500),
      `${many} without an index: ${event}`,
      tell(answered),
    )
  }
  const fixed = svc(place, 'doctor', '--fix')
  check(fixed.status === 0, `${many}: svc doctor --fix`, tell(fixed))
  const looked = svc(place, 'doctor')
  const isLookQuick = isWithin(looked, size(10_000, 2_000), 'cpuMs')
  check(looked.status === 0 && isLookQuick, `${many}: svc doctor`, tell(looked))
  const found = ask('UserPromptSubmit', 'another')
  const isGiven = /needs a ticket/.test(found.stdout)
  check(isWithin(found, 2_500) && isGiven, `${many}: a prompt recalls`, tell(found))
  const failures = join(place.state, 'hook-failures.jsonl')
  if (!isGiven) console.log(found.stdout, existsSync(failures) && readFileSync(failures, 'utf8'))
}

const PARTS = {
  largePayloads,
  longTranscript,
  manyStops,
  rudeServers,
  rudePrograms,
  longQueue,
  manyMemories,
  hostileFiles: () => hostileFiles({ makePlace, hook, svc, check, tell, isShort }),
}
const only = process.argv.find(one => one.startsWith('--only='))?.slice('--only='.length)
for (const [name, part] of Object.entries(PARTS))
  if (only === undefined || only === name) await part()
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed === 0 ? 0 : 1
