#!/usr/bin/env node
// Asks a service over HTTP for as long as it would be asked in months, and looks whether it grows:
// `npm run soak:http`, 20,000 requests and 5,000 writes; `-- --ci`, 4,000 and 1,000. Linux.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pipelines, unreadStreams } from './floods.mjs'

const isShort = process.argv.includes('--ci')
const [REQUESTS, WRITES] = isShort ? [4_000, 1_000] : [20_000, 5_000]
const ROUNDS = 5
const AT_ONCE = 16
const IDLE = 2_000
// Each round ends where all of them are forgotten.
const TITLES = 50
const MIB = 1024 * 1024
/** Writes that streams are told of which nobody reads. */
const FLOOD_WRITES = isShort ? 200 : 2_000
const MOST_LEFT_MIB = 4
/**
 * What it holds goes up and down by so much; and of each memory that is forgotten the figures keep when
 * it was there, for as long as a log of bounded length names it. Nothing else is held (bytes).
 */
const MOST_HELD = 0.3 * MIB + (WRITES / 4) * 256
/** Machine code comes and goes for as long as a process runs: what is held beside it is looked at. */
const WITHOUT_CODE = ['--no-opt', '--no-sparkplug', '--no-flush-bytecode']
const MOST_DESCRIPTORS = 3
/** The service ends them after 10 s. */
const IDLE_ENDS_MS = 30_000

const dataDir = mkdtempSync(join(tmpdir(), 'svc-soak-'))
const child = fork(fileURLToPath(new URL('served.mjs', import.meta.url)), [dataDir], {
  execArgv: ['--expose-gc', ...WITHOUT_CODE],
})
const [{ url, port }] = await once(child, 'message')
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
let passed = 0
let failed = 0

function check(isRight, what) {
  if (isRight) passed++
  else failed++
  console.log(`${isRight ? 'ok' : 'FAILED'}: ${what}`)
}

/** Sends one request; what it was answered. `early` goes away before the answer. */
function send(method, path, { body, headers, early, kept = true } = {}) {
  return new Promise(resolve => {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const given = {
      ...headers,
      ...(text !== undefined && { 'content-length': Buffer.byteLength(text) }),
    }
    const sent = request(new URL(path, url), {
      method,
      headers: given,
      agent: kept ? agent : false,
    })
    sent
      .on('error', () => resolve({ status: 0 }))
      .on('response', response => {
        let answer = ''
        response.setEncoding('utf8').on('data', chunk => (answer += chunk))
        response.on('close', () => resolve({ status: response.statusCode, text: answer }))
        if (early) response.destroy()
      })
    sent.end(text)
    if (early === 'at once') sent.destroy()
  })
}

const scope = { type: 'global', id: null }
const ids = new Map()

/** The writes of a person who has some things to remember and changes them again and again. */
async function write(at) {
  const title = `Rule ${at % TITLES}`
  const id = ids.get(title)
  const turn = Math.floor(at / TITLES) % 4
  if (id === undefined || turn === 0) {
    const body = { scope, title, content: `Rule ${at} says so. `.repeat(250), tags: [`t${at % 7}`] }
    const { status, text } = await send('POST', '/svc/memories', { body })
    if (status === 200 || status === 201) ids.set(title, JSON.parse(text).id)
    return status < 300
  }
  if (turn === 3) {
    ids.delete(title)
    return (await send('DELETE', `/svc/memories/${id}`)).status === 200
  }
  const body =
    turn === 1 ? { content: `Rule ${at} says else. `.repeat(250) } : { pinned: at % 2 === 0 }
  return (await send('PATCH', `/svc/memories/${id}`, { body })).status === 200
}

/** Each with what it must be answered; 0 stands for a connection that is gone. */
const READS = [
  [200, () => send('GET', '/svc/status')],
  [200, () => send('GET', '/svc/memories?limit=20')],
  [200, at => send('GET', `/svc/memories?text=rule+${at % TITLES}`)],
  [200, at => send('POST', '/svc/recall', { body: { text: `which rule says ${at}` } })],
  [200, () => send('GET', '/svc/facets')],
  [200, () => send('GET', '/svc/events')],
  [200, () => send('GET', '/svc/review')],
  [200, () => send('GET', '/svc/metrics')],
  [200, () => send('GET', '/')],
  [200, () => send('HEAD', '/svc/scopes')],
  [200, () => send('GET', '/svc/status', { kept: false })],
  [200, () => send('GET', '/svc/stream', { early: 'in the middle', kept: false })],
  [0, () => send('GET', '/svc/stream', { early: 'at once', kept: false })],
  [200, () => send('POST', '/svc/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } })],
  [404, () => send('GET', '/svc/memories/nothere1')],
  [404, () => send('GET', '/svc/nothing')],
  [405, () => send('PUT', '/svc/memories', { body: {} })],
  [400, () => send('POST', '/svc/memories', { body: '{"scope":' })],
  [403, () => send('GET', '/svc/status', { headers: { origin: 'http://evil.example' } })],
  [413, () => send('POST', '/svc/recall', { body: 'x'.repeat(1.5 * MIB), kept: false })],
]

/** Runs `count` of something, a few at once; how many were not as they must be. */
async function runAll(count, run) {
  let next = 0
  let wrong = 0
  const work = async () => {
    while (next < count) if (!(await run(next++))) wrong++
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return wrong
}

/** `now`: without waiting for what is collected. */
async function measure(how = 'measure') {
  child.send(how)
  const [said] = await once(child, 'message')
  return said
}

/** What it holds once the connections of a round are gone. */
async function settle() {
  agent.destroy()
  let last
  for (let at = 0; at < 40; at++) {
    const now = await measure()
    if (last?.descriptors === now.descriptors && at > 3) return now
    last = now
    await new Promise(resolve => setTimeout(resolve, 250))
  }
  return last
}

function tell(name, { held, rss, descriptors }) {
  const [a, b] = [held, rss].map(bytes => (bytes / MIB).toFixed(1))
  console.log(`${name.padEnd(24)} holds ${a} MiB, resident ${b} MiB, ${descriptors} descriptors`)
}

async function readAndWrite() {
  let done = 0
  const rounds = []
  let wrong = 0
  for (let round = 0; round <= ROUNDS; round++) {
    const [reads, writes] = [REQUESTS / ROUNDS, WRITES / ROUNDS]
    wrong += await runAll(reads, async at => {
      const [status, ask] = READS[at % READS.length]
      return (await ask(at)).status === status
    })
    wrong += await runAll(writes, at => write(done + at))
    done += writes
    rounds.push(await settle())
    // In the first one the caches fill and the code is compiled.
    tell(round === 0 ? 'after the warming up' : `after round ${round}`, rounds.at(-1))
  }
  return { rounds, wrong }
}

/** Opens connections that never say anything, and waits until no more than `most` descriptors are left. */
async function idle(most) {
  let ended = 0
  const sockets = await Promise.all(
    Array.from({ length: IDLE }, () => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
      socket
        .on('error', () => undefined)
        .once('end', () => ended++)
        .resume()
      return once(socket, 'connect').then(() => socket)
    }),
  )
  const begin = performance.now()
  const { status } = await send('GET', '/svc/status', { kept: false })
  const ms = performance.now() - begin
  let during = await measure()
  // What is connected for the client may still wait in the kernel's queue; on a busy machine the first
  // may time out meanwhile.
  const patience = performance.now() + IDLE_ENDS_MS
  while (during.descriptors + ended < IDLE && performance.now() < patience) during = await measure()
  tell(`with ${IDLE} idle`, during)
  check(
    status === 200 && ms < 2_000,
    `an answer among ${IDLE} idle connections: ${ms.toFixed(0)} ms`,
  )
  check(
    during.descriptors + ended >= IDLE,
    `they were there, ${ended} of them until they timed out`,
  )
  const end = performance.now() + IDLE_ENDS_MS
  let after = await settle()
  while (after.descriptors > most && performance.now() < end) after = await settle()
  for (const socket of sockets) socket.destroy()
  return after
}

/** Streams that nobody reads and requests that nobody waits for; what is held goes back each time. */
async function floods() {
  const status = async () => (await send('GET', '/svc/status', { kept: false })).status
  const service = { port, check, settle, tell, status, measure, isShort }
  const writeAll = () => runAll(FLOOD_WRITES, at => write(at))
  for (const flood of [() => unreadStreams(service, writeAll), () => pipelines(service)]) {
    const { before, after } = await flood()
    const grown = (after.held - before.held) / MIB
    check(grown < MOST_LEFT_MIB, `${grown.toFixed(2)} MiB are left of it, ${MOST_LEFT_MIB} may be`)
    const left = after.descriptors - before.descriptors
    check(left <= MOST_DESCRIPTORS, `${left} descriptors are left of it`)
  }
}

async function soak() {
  const { rounds, wrong } = await readAndWrite()
  const [first, last] = [rounds[0], rounds.at(-1)]
  const [requests, writes] = [REQUESTS, WRITES].map(count => count.toLocaleString('en'))
  check(
    wrong === 0,
    `${requests} requests and ${writes} writes were answered as they must be (${wrong} not)`,
  )
  const grown = last.held - first.held
  check(
    grown < MOST_HELD,
    `${(grown / MIB).toFixed(2)} MiB more are held, ${(MOST_HELD / MIB).toFixed(2)} may be`,
  )
  const more = last.descriptors - first.descriptors
  check(more <= MOST_DESCRIPTORS, `${more} descriptors more`)
  const after = await idle(last.descriptors + MOST_DESCRIPTORS)
  tell('after they timed out', after)
  const left = after.descriptors - last.descriptors
  check(left <= MOST_DESCRIPTORS, `${left} descriptors are left of ${IDLE} half-open connections`)
}

try {
  await floods()
  if (!process.argv.includes('--floods')) await soak()
} finally {
  child.send('end')
  await once(child, 'exit')
  rmSync(dataDir, { recursive: true, force: true })
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
