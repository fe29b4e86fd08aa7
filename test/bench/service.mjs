import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { firstUrl } from '../first-url.mjs'
import { openConnection } from './connection.mjs'
import { createPrompt } from './corpus.mjs'
import { quantile } from './figures.mjs'
import { SVC } from './store.mjs'

const LIST = '/svc/memories?limit=100'
const CONNECTIONS = 8
const MB = 1_000_000

/**
 * Rows of what a running service costs on loopback: its start, calls one after another on one
 * connection, one memory over several, and its memory.
 */
export async function* measureService(store, { calls, starts, seconds }) {
  yield* await measureStarts(store, starts)
  const service = await startService(store)
  const connection = await openConnection(service.url)
  try {
    const words = createPrompt(400).split(' ')
    const list = () => connection.ask('GET', LIST)
    const search = n =>
      connection.ask('GET', `/svc/memories?limit=20&text=${words[n % 400]}+${words[(n + 7) % 400]}`)
    yield* await measureCalls('list 100', service, calls, list)
    yield* await measureCalls('search', service, calls, search)
    yield { name: 'one memory', ...(await measureRate(service, list, seconds)) }
    const scope = { type: 'project', id: store.cwd }
    const write = n => {
      const memory = { scope, title: `bench ${n}`, content: words[n % 400] }
      return connection.ask('POST', '/svc/memories', JSON.stringify(memory))
    }
    yield* await measureCalls('durable write', service, calls, write)
    const resident = service.megabytes()
    if (resident !== undefined)
      yield { name: 'svc serve, resident after these', value: resident, unit: 'MB' }
  } finally {
    connection.close()
    await service.stop()
  }
}

/** Medians of some starts: until it listens, until it has answered a list, and the memory then. */
async function measureStarts(store, starts) {
  const runs = []
  for (let run = 0; run < starts; run++) runs.push(await measureStart(store))
  const median = name =>
    quantile(
      runs.map(one => one[name]),
      0.5,
    )
  const rows = [
    { name: 'svc serve, listening', value: median('listening'), unit: 'ms' },
    {
      name: 'svc serve, first list answered',
      value: median('answered'),
      unit: 'ms',
      cpu: toCpu(median('cpu')),
    },
  ]
  const resident = median('resident')
  return resident === undefined
    ? rows
    : [...rows, { name: 'svc serve, resident', value: resident, unit: 'MB' }]
}

async function measureStart(store) {
  const began = performance.now()
  const service = await startService(store)
  const listening = performance.now() - began
  const connection = await openConnection(service.url)
  await connection.ask('GET', LIST)
  const answered = performance.now() - began
  const [resident, cpu] = [service.megabytes(), service.cpuMs()]
  connection.close()
  await service.stop()
  return { listening, answered, resident, cpu }
}

/**
 * `svc serve` on a free port, once it listens, with the memory that is resident and the processor
 * time it took so far; undefined and NaN where /proc is not.
 */
export async function startService({ env, cwd }) {
  const child = spawn(SVC[0], [SVC[1], 'serve', '--port', '0'], { env, cwd })
  const ended = new Promise(resolve => child.on('exit', resolve))
  const url = new URL(await firstUrl(child))
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  const megabytes = () => {
    if (process.platform !== 'linux') return undefined
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return (Number(/VmRSS:\s+(\d+)/.exec(status)[1]) * 1024) / MB
  }
  return { url, stop, megabytes, cpuMs: () => cpuMsOf(child.pid) }
}

/**
 * Milliseconds of calls one after another, p50 and p99, and of the service's processor time on
 * average, after a hundred that warm up.
 */
async function measureCalls(name, service, times, call) {
  const warm = 100
  for (let n = 0; n < warm; n++) await call(n)
  const spent = []
  const before = service.cpuMs()
  for (let n = 0; n < times; n++) {
    const start = performance.now()
    await call(n + warm)
    spent.push(performance.now() - start)
  }
  const cpu = toCpu((service.cpuMs() - before) / times)
  return [
    { name: `${name}, p50`, value: quantile(spent, 0.5), unit: 'ms', cpu },
    { name: `${name}, p99`, value: quantile(spent, 0.99), unit: 'ms' },
  ]
}

/** Processor time as a cell of a row; undefined where /proc does not tell it. */
function toCpu(value) {
  return Number.isNaN(value) ? undefined : { value, unit: 'ms' }
}

/** Requests a second for single memories, over several connections at once, and what each takes. */
async function measureRate(service, list, seconds) {
  const ids = JSON.parse(await list()).items.map(({ id }) => id)
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => openConnection(service.url)),
  )
  let answered = 0
  const run = async (connection, until) => {
    while (performance.now() < until) {
      await connection.ask('GET', `/svc/memories/${ids[answered % ids.length]}`)
      answered++
    }
  }
  const [began, before] = [performance.now(), service.cpuMs()]
  await Promise.all(connections.map(connection => run(connection, began + seconds * 1_000)))
  const took = (performance.now() - began) / 1_000
  const cpu = toCpu((service.cpuMs() - before) / answered)
  connections.forEach(connection => connection.close())
  return { value: answered / took, unit: '/s', cpu }
}

/** The scheduler's own account of all threads that live, finer than the ticks of a process's. */
function cpuMsOf(pid) {
  if (process.platform !== 'linux') return NaN
  const tasks = readdirSync(`/proc/${pid}/task`)
  const nanoseconds = tasks.map(task =>
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
  )
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6
}
