#!/usr/bin/env node
// What a prompt costs in the session's own MCP server, against svc-hook, with nothing in the
// environment but PATH, HOME and SVC_*: node test/bench/resident.mjs [--prompts N] [--sizes 1000,10000]
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { createPrompt } from './corpus.mjs'
import { quantile } from './figures.mjs'
import { numbers, option } from './options.mjs'
import { BARE, timeProcess } from './processes.mjs'
import { HOOK, makeStore, SVC, writeKey } from './store.mjs'
import { removeFolder } from '../remove-folder.mjs'

const prompts = Number(option('--prompts', 40))
const sizes = numbers('--sizes', '1000,10000')
const work = mkdtempSync(join(tmpdir(), 'svc-resident-'))

try {
  for (const size of sizes) await measure(makeStore(work, size), size)
} finally {
  removeFolder(work)
}

async function measure({ env, cwd }, size) {
  console.log(`\n${size.toLocaleString('en')} memories, ${prompts} prompts in turn`)
  const key = writeKey(env)
  const server = await openServer(env, cwd)
  print('greeting', `${server.greetingMs.toFixed(0)} ms`)
  print('memory once it is ready', `${server.megabytes().toFixed(0)} MB`)
  const payload = number => ({
    key,
    hook_event_name: 'UserPromptSubmit',
    session_id: `bench${number}`,
    prompt_id: `p${number}`,
    cwd,
    transcript_path: '/t.jsonl',
    prompt: createPrompt(30, number),
  })
  print('first prompt', `${(await timeCall(server, payload('first'))).toFixed(1)} ms`)
  const times = { bare: [], command: [], resident: [] }
  for (let number = 0; number < prompts; number++) {
    times.bare.push(timeProcess(BARE, { env, cwd }))
    const input = JSON.stringify(payload(`c${number}`))
    times.command.push(timeProcess([...HOOK, '--host', 'claude-code'], { input, env, cwd }))
    times.resident.push(await timeCall(server, payload(`r${number}`)))
  }
  for (const [name, ms] of Object.entries(times))
    print(name, ...[0.25, 0.5, 0.95].map(share => `${quantile(ms, share).toFixed(1)} ms`))
  print('memory after the prompts', `${server.megabytes().toFixed(0)} MB`)
  await server.call('recall', { question: createPrompt(6) })
  print('memory after a recall by tool', `${server.megabytes().toFixed(0)} MB`)
  await server.close()
}

async function timeCall(server, payload) {
  const start = performance.now()
  const { content } = await server.call('hook', payload)
  const ms = performance.now() - start
  JSON.parse(content[0].text)
  return ms
}

async function openServer(env, cwd) {
  const start = performance.now()
  const child = spawn(SVC[0], [SVC[1], 'mcp', '--host', 'claude-code'], { env, cwd })
  const waiting = new Map()
  createInterface({ input: child.stdout }).on('line', line => {
    const { id, result } = JSON.parse(line)
    waiting.get(id)?.(result)
  })
  let last = 0
  const send = message => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const ask = (method, params) =>
    new Promise(resolve => {
      waiting.set(++last, resolve)
      send({ id: last, method, params })
    })
  const clientInfo = { name: 'bench', version: '1' }
  await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
  const greetingMs = performance.now() - start
  send({ method: 'notifications/initialized' })
  await ask('tools/call', { name: 'hook', arguments: {} })
  return {
    greetingMs,
    call: (name, given) => ask('tools/call', { name, arguments: given }),
    megabytes: () =>
      Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024,
    close: () => {
      child.stdin.end()
      return new Promise(resolve => child.on('exit', resolve))
    },
  }
}

function print(name, ...cells) {
  console.log(`  ${name.padEnd(32)}${cells.map(cell => cell.padStart(12)).join('')}`)
}
