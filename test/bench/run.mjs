#!/usr/bin/env node
// Measures what the README claims: node test/bench/run.mjs [--pairs N] [--sizes 100,1000,10000]
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createPrompt } from './corpus.mjs'
import { extraMemory, pairedRatio, quantile, timeProcess } from './processes.mjs'
import { HOOK, makeStore, SVC } from './store.mjs'

const option = (name, fallback) => {
  const at = process.argv.indexOf(name)
  return at < 0 ? fallback : process.argv[at + 1]
}
const pairs = Number(option('--pairs', 30))
const sizes = option('--sizes', '100,1000,10000').split(',').map(Number)
const work = mkdtempSync(join(tmpdir(), 'svc-bench-'))
let session = 0

try {
  console.log(`Node ${process.versions.node}, ${pairs} pairs; ratios are to bare \`node -e 0\`\n`)
  for (const size of sizes) await benchSize(size)
  benchImport(1_000)
} finally {
  rmSync(work, { recursive: true, force: true })
}

async function benchSize(size) {
  const { env, cwd, loadMs } = makeStore(work, size)
  print(`load of ${size.toLocaleString('en')}`, `${(loadMs / 1000).toFixed(1)} s`)
  console.log(`${size.toLocaleString('en')} memories`)
  const payload = (name, fields) => () =>
    JSON.stringify({ hook_event_name: name, session_id: `bench${session++}`, cwd, ...fields })
  const calls = {
    SessionStart: payload('SessionStart', { source: 'startup' }),
    UserPromptSubmit: payload('UserPromptSubmit', { prompt: createPrompt(30) }),
    Stop: payload('Stop', { last_assistant_message: createPrompt(60) }),
  }
  for (const [name, inputs] of Object.entries(calls)) {
    const { ratio, ms } = pairedRatio(HOOK, { inputs, env }, pairs)
    const memory = extraMemory(HOOK, { input: inputs(), env })
    print(
      `hook ${name}`,
      `${ratio.toFixed(2)} x`,
      `${ms.toFixed(0)} ms`,
      `+${memory.toFixed(0)} MiB`,
    )
  }
  await benchHttp(env, cwd)
  console.log()
}

async function benchHttp(env, cwd) {
  const start = performance.now()
  const server = spawn(SVC[0], [SVC[1], 'serve', '--port', '0'], { env, cwd })
  try {
    const url = await firstLine(server)
    await get(`${url}svc/memories?limit=100`)
    print('HTTP ready, first list', `${(performance.now() - start).toFixed(0)} ms`)
    const words = createPrompt(400).split(' ')
    await measure('HTTP list 100', 300, () => get(`${url}svc/memories?limit=100`))
    await measure('HTTP search', 300, n =>
      get(`${url}svc/memories?limit=20&text=${words[n % 400]}+${words[(n + 7) % 400]}`),
    )
    await measure('HTTP write (durable)', 100, n =>
      post(`${url}svc/memories`, {
        scope: { type: 'project', id: cwd },
        title: `bench ${n}`,
        content: words[n],
      }),
    )
    const { readFileSync } = await import('node:fs')
    const status =
      process.platform === 'linux' ? readFileSync(`/proc/${server.pid}/status`, 'utf8') : ''
    const resident = /VmRSS:\s+(\d+)/.exec(status)?.[1]
    if (resident) print('service memory', `${(Number(resident) / 1024).toFixed(0)} MiB`)
  } finally {
    server.kill('SIGTERM')
  }
}

async function measure(label, times, call) {
  for (let n = 0; n < 20; n++) await call(n)
  const spent = []
  for (let n = 0; n < times; n++) {
    const start = performance.now()
    await call(n + 20)
    spent.push(performance.now() - start)
  }
  print(
    label,
    `p50 ${quantile(spent, 0.5).toFixed(1)} ms`,
    `p99 ${quantile(spent, 0.99).toFixed(1)} ms`,
  )
}

function benchImport(count) {
  const cwd = join(work, 'import')
  mkdirSync(join(cwd, '.claude/commands'), { recursive: true })
  for (let n = 0; n < count; n++) {
    writeFileSync(join(cwd, `.claude/commands/c${n}.md`), `# ${n}\n\n${createPrompt(120, n)}\n`)
  }
  const env = { ...process.env, HOME: work, SVC_DATA_DIR: join(work, 'import-store') }
  const spent = timeProcess([...SVC, 'import', cwd, '--force'], { env, cwd })
  print(`import of ${count.toLocaleString('en')} files`, `${spent.toFixed(0)} ms`)
}

async function get(url) {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response.arrayBuffer()
}

async function post(url, body) {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response.arrayBuffer()
}

function firstLine(server) {
  return new Promise((resolve, reject) => {
    let text = ''
    server.stdout.on('data', chunk => {
      text += chunk
      const url = /http:\/\/\S+\//.exec(text)?.[0]
      if (url) resolve(url)
    })
    server.on('exit', code => reject(new Error(`svc serve ended with ${code}: ${text}`)))
  })
}

function print(label, ...columns) {
  console.log(`  ${label.padEnd(26)}${columns.map(column => column.padStart(14)).join('')}`)
}
