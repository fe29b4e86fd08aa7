// Drives the real Claude Code, offline, against a model server on loopback: installs svc's hooks as
// a person does and looks at what reaches the model. Not part of `npm test`: the first step fetches
// the program (Linux x64) from the npm registry. SVC_E2E_CLAUDE names one that is there already.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PACKAGE = '@anthropic-ai/claude-code-linux-x64@2.1.328'
const SVC = fileURLToPath(new URL('../../dist/src/bin/svc.js', import.meta.url))
const MODEL = fileURLToPath(new URL('../fixtures/hosts/fake-model.mjs', import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'svc-e2e-'))
const [home, project, store, log] = ['home', 'project', 'store', 'requests'].map(name =>
  join(folder, name),
)
const base = { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8' }
const svcEnv = { ...base, SVC_DATA_DIR: store }

const STANDING = 'The pelican suite runs before every push'
const ASKED = 'Releases leave on Thursdays and never on Fridays'
const QUESTION = 'On which weekday do releases leave?'

let model
try {
  await main()
  console.log('ok: the real Claude Code reads what svc remembers')
} finally {
  model?.kill()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function main() {
  const claude = process.env.SVC_E2E_CLAUDE ?? fetchClaude()
  makeProject()
  svc('install', '--host', 'claude-code', '--data-dir', store)
  svc('remember', '--title', STANDING, 'It takes two minutes.')
  svc('remember', '--title', ASKED, 'The train is full on Thursday at noon.')
  const port = await startModel()
  const first = await ask(claude, port)
  checkFirst(first)
  const second = await ask(claude, port)
  assert.equal(second.code, 0, second.stderr)
  assert.equal(queued().length, 2, 'a second session is a second turn')
  svc('uninstall', '--host', 'claude-code')
  const third = await ask(claude, port)
  assert.equal(third.code, 0, third.stderr)
  assert.ok(!textOf(third.requests).includes('svc-memory'), 'uninstalled: nothing is injected')
  assert.equal(queued().length, 2, 'uninstalled: nothing is queued')
}

function checkFirst({ code, stdout, stderr, requests, took }) {
  console.log(
    `claude -p: exit ${code} in ${took} ms, ${requests.length} requests, ${stdout.trim()}`,
  )
  assert.equal(code, 0, stderr)
  assert.match(stdout, /FAKE-REPLY ok/)
  const turns = requests.filter(request => textOf([request]).includes(QUESTION))
  assert.equal(turns.length, 1, 'one request for one turn: Stop did not make Claude go on')
  const text = textOf(turns)
  const start = text.indexOf('SessionStart hook additional context: <svc-memory>')
  const prompt = text.indexOf('UserPromptSubmit hook additional context: <svc-memory>')
  assert.ok(start >= 0, 'SessionStart reached the model')
  assert.ok(prompt > start, 'UserPromptSubmit reached the model')
  const [atStart, atPrompt] = [text.slice(start, prompt), text.slice(prompt)].map(blockOf)
  assert.ok(atStart.includes(STANDING) && atStart.includes(ASKED), 'what stands, at the start')
  assert.ok(atStart.includes('Feed the heron'), 'the imported file, at the start')
  assert.ok(atPrompt.includes(ASKED), 'what the prompt asks for, beside it')
  assert.ok(!atPrompt.includes(STANDING), 'and nothing else')
  const [turn, ...others] = queued()
  assert.deepEqual(others, [], 'exactly one turn is queued')
  assert.equal(turn.prompt, QUESTION)
  assert.equal(turn.reply, 'FAKE-REPLY ok')
  assert.equal(turn.host, 'claude-code')
  const { findings } = JSON.parse(svc('doctor', '--json'))
  const failures = findings.filter(({ check }) => check === 'hook-failure')
  assert.deepEqual(failures, [], 'no hook call failed')
  console.log(atPrompt)
}

function fetchClaude() {
  const prefix = join(folder, 'claude')
  mkdirSync(prefix)
  execFileSync('npm', [
    'install',
    '--silent',
    '--no-audit',
    '--no-fund',
    '--prefix',
    prefix,
    PACKAGE,
  ])
  return join(prefix, 'node_modules', PACKAGE.replace(/@[^@]*$/, ''), 'claude')
}

function makeProject() {
  for (const path of [home, project]) mkdirSync(path)
  execFileSync('git', ['init', '-q', project])
  writeFileSync(join(project, 'AGENTS.md'), 'Feed the heron twice a day.\n')
  writeFileSync(join(project, 'CLAUDE.md'), 'Two blanks make a tab.\n')
}

function svc(...args) {
  return execFileSync(process.execPath, [SVC, ...args], {
    cwd: project,
    env: svcEnv,
    encoding: 'utf8',
  })
}

function startModel() {
  model = spawn(process.execPath, [MODEL, '0', log], { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    let said = ''
    model.once('close', () => reject(new Error('the model server did not start')))
    model.stdout.on('data', text => {
      said += text
      const port = /^listening (\d+)$/m.exec(said)?.[1]
      if (port !== undefined) resolve(port)
    })
  })
}

/** One headless session; `requests` are those that reached the model meanwhile. */
async function ask(claude, port) {
  const before = new Set(readdirSync(log))
  const began = performance.now()
  const child = spawn(claude, ['-p', QUESTION], {
    cwd: project,
    env: {
      ...base,
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
      ANTHROPIC_API_KEY: 'sk-fake',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      // Nobody listens there: what is queued stays queued, whatever reflection would make of it.
      SVC_PROVIDER: 'openai-compatible',
      SVC_PROVIDER_URL: 'http://127.0.0.1:9',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', text => (stdout += text))
  child.stderr.on('data', text => (stderr += text))
  const code = await new Promise(resolve => child.once('close', resolve))
  const took = Math.round(performance.now() - began)
  const names = readdirSync(log).filter(name => !before.has(name) && /_v1_messages\b/.test(name))
  const requests = names.sort().map(name => JSON.parse(readFileSync(join(log, name), 'utf8')))
  return { code, stdout, stderr, requests, took }
}

/** All text of the messages of some requests. */
function textOf(requests) {
  const messages = requests.flatMap(({ body }) => body?.messages ?? [])
  const blocks = messages.flatMap(({ content }) => content)
  return blocks.map(block => (typeof block === 'string' ? block : (block.text ?? ''))).join('\n')
}

function blockOf(text) {
  return /<svc-memory>[^]*?<\/svc-memory>/.exec(text)?.[0] ?? ''
}

function queued() {
  const spool = join(store, 'state', 'spool')
  return readdirSync(spool, { recursive: true })
    .filter(name => name.endsWith('.json'))
    .map(name => JSON.parse(readFileSync(join(spool, name), 'utf8')))
}
