#!/usr/bin/env node
// From a prompt to the request that reaches the model, through the real Claude Code, with no prompt
// hook, with svc-hook, and with the session's own MCP server (alone, and with the command beside it).
// One session each, asked in turn: CLAUDE=/path/to/claude node test/bench/claude.mjs [--rounds N]
// [--sizes 1000,10000]. Offline: the model is a server in this process.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { DIST } from '../built.mjs'
import { createPrompt } from './corpus.mjs'
import { quantile } from './figures.mjs'
import { numbers, option } from './options.mjs'
import { HOOK, makeStore, SVC } from './store.mjs'
import { removeFolder } from '../remove-folder.mjs'

const { residentHandler } = await import(`${DIST}/src/hosts/resident.js`)
const claude = process.env.CLAUDE
if (!claude) throw new Error('CLAUDE must name the program')
const rounds = Number(option('--rounds', 25))
const sizes = numbers('--sizes', '1000,10000')

const HOST = ['--host', 'claude-code']
const command = (...more) => ({
  type: 'command',
  command: [...HOOK, ...HOST, ...more].map(part => `"${part}"`).join(' '),
  timeout: 10,
})
/** What the installed launcher does before it starts Node. */
const GUARD =
  'r="$SVC_DATA_DIR/state/mcp/$CLAUDE_PID"; [ -e "$r" ] && read p <"$r" && kill -0 "$p" 2>/dev/null && exit 0; exec '
const beside = { ...command('--beside-server') }
beside.command = GUARD + beside.command
const resident = residentHandler(
  'claude-code',
  'UserPromptSubmit',
  undefined,
  `svc-hook-key-${'b'.repeat(32)}`,
)
const MODES = {
  none: [],
  'svc-hook': [command()],
  'own server': [resident],
  'own server, command beside': [resident, beside],
}

const requests = []
let heard = () => undefined
const model = createServer((request, response) => {
  const chunks = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => {
    requests.push({ at: performance.now(), text: Buffer.concat(chunks).toString() })
    heard()
    answerAsModel(response)
  })
})
await new Promise(resolve => model.listen(0, '127.0.0.1', resolve))
const work = mkdtempSync(join(tmpdir(), 'svc-claude-'))
try {
  for (const size of sizes) await measure(size)
} finally {
  model.close()
  removeFolder(work)
}

async function measure(size) {
  const { env, cwd } = makeStore(work, size)
  const sessions = {}
  for (const [mode, hooks] of Object.entries(MODES))
    sessions[mode] = await openSession(env, cwd, { name: mode.replaceAll(/\W/g, '-'), hooks })
  const times = Object.fromEntries(Object.keys(MODES).map(mode => [mode, []]))
  const given = { ...times }
  for (const mode of Object.keys(given)) given[mode] = 0
  for (let round = 0; round < rounds; round++) {
    for (const [mode, session] of Object.entries(sessions)) {
      const { ms, text } = await session.ask(createPrompt(30, round))
      times[mode].push(ms)
      given[mode] = text.split('<svc-memory>').length - 1
    }
  }
  console.log(`\n${size.toLocaleString('en')} memories, ${rounds} rounds: ms, p25 p50 p95`)
  for (const [mode, ms] of Object.entries(times)) {
    const extra = ms.map((one, round) => one - times.none[round])
    const cells = [0.25, 0.5, 0.95].map(share => quantile(ms, share).toFixed(0).padStart(7))
    const more = quantile(extra, 0.5).toFixed(1).padStart(8)
    console.log(`  ${mode.padEnd(28)}${cells.join('')}   + ${more}   given ${given[mode]} times`)
  }
  for (const session of Object.values(sessions)) await session.close()
}

async function openSession(base, cwd, { name, hooks }) {
  const home = join(work, `claude-${name}-${Object.keys(base).length}-${Date.now()}`)
  mkdirSync(join(home, '.claude'), { recursive: true })
  const write = (path, value) => writeFileSync(join(home, path), JSON.stringify(value))
  write('.claude/settings.json', { hooks: { UserPromptSubmit: hooks.length ? [{ hooks }] : [] } })
  const { SVC_DATA_DIR } = base
  const server = { command: SVC[0], args: [SVC[1], 'mcp', ...HOST], env: { SVC_DATA_DIR } }
  write('.claude.json', {
    hasCompletedOnboarding: true,
    customApiKeyResponses: { approved: ['sk-fake'], rejected: [] },
    projects: { [cwd]: { hasTrustDialogAccepted: true } },
    mcpServers: hooks.includes(resident) ? { svc: server } : {},
  })
  const env = {
    ...base,
    HOME: home,
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${model.address().port}`,
    ANTHROPIC_API_KEY: 'sk-fake',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  }
  const streams = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose']
  const child = spawn(claude, ['-p', ...streams], { env, cwd })
  child.stderr.pipe(process.stderr)
  let finished = () => undefined
  createInterface({ input: child.stdout }).on('line', line => {
    if (JSON.parse(line).type === 'result') finished()
  })
  const ask = async text => {
    const seen = requests.length
    const request = new Promise(resolve => {
      heard = () => resolve(requests[seen])
    })
    const done = new Promise(resolve => {
      finished = resolve
    })
    const message = { role: 'user', content: [{ type: 'text', text }] }
    const start = performance.now()
    child.stdin.write(`${JSON.stringify({ type: 'user', message })}\n`)
    const { at, text: sent } = await request
    await done
    return { ms: at - start, text: sent }
  }
  const close = () => {
    child.stdin.end()
    return new Promise(resolve => child.on('exit', resolve))
  }
  await ask('hello')
  return { ask, close }
}

function answerAsModel(response) {
  const usage = { input_tokens: 1, output_tokens: 1 }
  const message = { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], usage }
  const events = [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Done.' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage },
    { type: 'message_stop' },
  ]
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events)
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  response.end()
}
