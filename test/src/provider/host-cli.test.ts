import t, { type Test } from 'tap'
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PROVIDERS } from '../../../src/provider/catalog.js'
import { openProvider } from '../../../src/provider/index.js'
import { ProviderFailure, PutOffCall } from '../../../src/provider/types.js'
import { REFLECTION_SCHEMA } from '../../../src/provider/question.js'
import { temporaryFolder } from '../../store/fixture.js'
import { ANSWER, everythingIn, KEY, providerConfig, reflectionRequest, SAID } from './fixture.js'

const never = new AbortController().signal

interface Recorded {
  args: string[]
  input: string
  env: Record<string, string>
  cwd: string
  entries: string[]
  isOwnGroup: boolean
}

/** What every fake program does first. */
const RECORD = `
const fs = require('node:fs')
const input = fs.readFileSync(0, 'utf8')
const args = process.argv.slice(2)
const after = flag => args[args.indexOf(flag) + 1]
fs.writeFileSync(process.env.RECORD, JSON.stringify({
  args, input, env: process.env, cwd: process.cwd(), entries: fs.readdirSync('.'),
  isOwnGroup: process.kill(-process.pid, 0),
}))
const answer = ${JSON.stringify(JSON.stringify(ANSWER))}
`

const CLAUDE = `console.log(JSON.stringify({
  type: 'result', subtype: 'success', is_error: false, result: answer,
  structured_output: JSON.parse(answer), session_id: 'x', total_cost_usd: 0.0123,
  usage: { input_tokens: 10, cache_creation_input_tokens: 600, cache_read_input_tokens: 90, output_tokens: 80 },
}))`
const CODEX = `
fs.copyFileSync(after('--output-schema'), process.env.RECORD + '.schema')
fs.writeFileSync(after('-o'), answer)
console.log('codex says things on stdout')`
const GEMINI = `console.log('Loaded cached credentials.\\n' + JSON.stringify({
  response: '\`\`\`json\\n' + answer + '\\n\`\`\`',
  stats: { models: { 'gemini-3.5-flash': { tokens: { prompt: 700, candidates: 60, thoughts: 20, total: 780 } } } },
}))`

const QWEN = `
console.error('SAFE MODE')
console.log(JSON.stringify([
  { type: 'system', subtype: 'init' },
  { type: 'result', is_error: false, result: answer, usage: { input_tokens: 900, cache_read_input_tokens: 400, output_tokens: 70 } },
]))`

/** Puts a program of that name first in PATH; what it was run with can be read afterwards. */
function installFake(t: Test, name: string, script: string) {
  const folder = temporaryFolder(t)
  const record = join(folder, 'record.json')
  writeFileSync(join(folder, name), `#!${process.execPath}\n${RECORD}\n${script}\n`)
  chmodSync(join(folder, name), 0o755)
  const env = {
    PATH: `${folder}:/usr/bin:/bin`,
    HOME: folder,
    RECORD: record,
    SVC_TOKEN: KEY,
    SVC_PROVIDER_KEY: KEY,
    CLAUDECODE: '1',
  }
  const read = () => JSON.parse(readFileSync(record, 'utf8')) as Recorded
  return { env, record, read }
}

async function ask(
  provider: string,
  env: Record<string, string>,
  model = '',
  timeLimitMs = 20_000,
) {
  const opened = await openProvider(providerConfig({ provider, model }), env, { timeLimitMs })
  return opened.reflect(reflectionRequest(), never)
}

function checkRun(t: Test, run: Recorded) {
  t.ok(run.input.includes(SAID), 'the conversation goes to stdin')
  t.notOk(run.args.join('\n').includes(SAID), 'and never to the arguments')
  t.equal(run.env.SVC_HOOK_CHILD, '1')
  t.notOk(JSON.stringify(run.env).includes(KEY), 'our own settings stay with us')
  t.equal(run.env.CLAUDECODE, '1')
  t.same(run.entries, [], 'an empty folder')
  t.notOk(existsSync(dirname(run.cwd)), 'that is gone afterwards')
  t.ok(run.isOwnGroup, 'a process group of its own')
}

t.test('Claude Code', async t => {
  const { env, read } = installFake(t, 'claude', CLAUDE)
  const { value, usage } = await ask('claude-code', env)
  t.same(value, ANSWER)
  t.same(usage, { inputTokens: 700, outputTokens: 80, usd: 0.0123 })
  const run = read()
  checkRun(t, run)
  const system = run.args[run.args.indexOf('--system-prompt') + 1]!
  t.match(system, /^You keep the long-term memory/)
  t.notOk(run.input.includes(system))
  t.same(run.args, [
    '-p',
    '--no-session-persistence',
    '--setting-sources',
    '',
    '--settings',
    '{"disableAllHooks":true}',
    '--strict-mcp-config',
    '--disable-slash-commands',
    '--tools',
    '',
    '--system-prompt',
    system,
    '--model',
    'haiku',
    '--max-budget-usd',
    '0.10',
    '--output-format',
    'json',
    '--json-schema',
    JSON.stringify(REFLECTION_SCHEMA),
  ])
  await ask('claude-code', env, 'sonnet')
  t.ok(read().args.join(' ').includes('--model sonnet'))
})

t.test('Claude Code without structured output, and with an error', async t => {
  const text = installFake(
    t,
    'claude',
    `console.log(JSON.stringify({ is_error: false, result: 'Here: ' + answer }))`,
  )
  const { value, usage } = await ask('claude-code', text.env)
  t.same(value, ANSWER)
  t.ok(usage.inputTokens > 500, 'estimated')
  const failed = installFake(
    t,
    'claude',
    `console.log(JSON.stringify({ is_error: true, result: answer, total_cost_usd: 0.05 }))`,
  )
  const error = await failureOf(t, 'claude-code', failed.env)
  t.equal(error.message, 'the answer of claude holds no JSON object')
  t.equal(error.spent.usd, 0.05)
})

t.test('Codex', async t => {
  const { env, record, read } = installFake(t, 'codex', CODEX)
  const { value, usage } = await ask('codex', env)
  t.same(value, ANSWER)
  t.ok(usage.inputTokens > 10_000, 'its base instructions count')
  t.equal(usage.usd, undefined)
  const run = read()
  checkRun(t, run)
  const place = run.args[run.args.indexOf('--output-schema') + 1]!
  t.same(JSON.parse(readFileSync(`${record}.schema`, 'utf8')), REFLECTION_SCHEMA)
  t.same(run.args, [
    'exec',
    '--ephemeral',
    '--disable',
    'hooks',
    '--skip-git-repo-check',
    '-s',
    'read-only',
    '-C',
    run.cwd,
    '-c',
    'project_doc_max_bytes=0',
    '--color',
    'never',
    '--output-schema',
    place,
    '-o',
    place.replace('schema.json', 'last.txt'),
    '-',
  ])
  await ask('codex', env, 'gpt-5.4-mini')
  t.ok(read().args.join(' ').includes('-m gpt-5.4-mini'))
})

t.test('Codex that writes no last message', async t => {
  const { env } = installFake(t, 'codex', '')
  const error = await failureOf(t, 'codex', env)
  t.equal(error.message, 'codex gave no answer of the form it should')
})

t.test('Gemini CLI', async t => {
  const { env, read } = installFake(t, 'gemini', GEMINI)
  const { value, usage } = await ask('gemini-cli', env)
  t.same(value, ANSWER)
  t.same(usage, { inputTokens: 700, outputTokens: 80 })
  const run = read()
  checkRun(t, run)
  t.match(run.args, ['-p', /JSON/, '-o', 'json', '--skip-trust'])
  await ask('gemini-cli', env, 'gemini-3.5-flash-lite')
  t.ok(read().args.join(' ').endsWith('-m gemini-3.5-flash-lite'))
})

t.test('Qwen Code', async t => {
  const { env, read } = installFake(t, 'qwen', QWEN)
  const { value, usage } = await ask('qwen-code', env)
  t.same(value, ANSWER)
  t.same(usage, { inputTokens: 900, outputTokens: 70 })
  const run = read()
  checkRun(t, run)
  const system = run.args[run.args.indexOf('--system-prompt') + 1]!
  t.match(system, /^You keep the long-term memory/)
  t.same(run.args, [
    '--safe-mode',
    '--chat-recording',
    'false',
    '--max-tool-calls',
    '0',
    '--system-prompt',
    system,
    '-o',
    'json',
  ])
  const failing = installFake(
    t,
    'qwen',
    `console.log(JSON.stringify([{ type: 'result', is_error: true, error: { message: input } }]))`,
  )
  const error = await failureOf(t, 'qwen-code', failing.env)
  t.equal(error.message, 'qwen gave no answer of the form it should')
})

t.test('`host` is the program of the host in which the turns were made', async t => {
  const { env, read } = installFake(t, 'claude', CLAUDE)
  const config = providerConfig({ provider: 'host', model: 'gpt-5.4-mini' })
  const opened = await openProvider(config, env, { host: 'claude-code' })
  t.match(opened, { name: 'claude-code', model: 'haiku' })
  t.same((await opened.reflect(reflectionRequest(), never)).value, ANSWER)
  t.notMatch(read().args.join(' '), 'gpt-5.4-mini', 'a model is that of one program')
  for (const host of ['cursor', 'opencode', 'dsh', 'openai', 'builtin', 'constructor', undefined]) {
    t.equal((await openProvider(config, env, { host })).name, 'builtin', String(host))
  }
  await t.rejects(openProvider(config, env, { host: 'codex' }), {
    code: 'INVALID_REQUEST',
    message: /^codex needs the program codex/,
  })
})

t.test('a program that is missing, cannot be run or fails is named', async t => {
  const empty = { PATH: temporaryFolder(t) }
  for (const [provider, { program }] of Object.entries(PROVIDERS)) {
    if (program === undefined) continue
    const message = new RegExp(
      `^${provider} needs the program ${program}, which is not on the PATH`,
    )
    await t.rejects(ask(provider, empty), { code: 'INVALID_REQUEST', message })
  }
  const going = installFake(t, 'claude', CLAUDE)
  const opening = await openProvider(providerConfig({ provider: 'claude-code' }), going.env)
  rmSync(join(going.env.HOME, 'claude'))
  const gone: unknown = await opening.reflect(reflectionRequest(), never).catch(toItself)
  t.match(gone, { message: /^claude is not installed, or not in the PATH/ })
  t.match(gone, { spent: { inputTokens: 0, outputTokens: 0, usd: 0 } })
  const failing = installFake(
    t,
    'claude',
    `console.error(input); console.log(input); process.exit(3)`,
  )
  const error = await failureOf(t, 'claude-code', failing.env)
  t.equal(
    error.message,
    'claude ended with exit code 3; run it once by hand to see why, it may want a login',
  )
  const odd = installFake(t, 'codex', '')
  const config = providerConfig({ provider: 'codex', model: `a\0${KEY}` })
  const opened = await openProvider(config, odd.env)
  const refused: unknown = await opened.reflect(reflectionRequest(), never).catch(toItself)
  t.match(refused, { code: 'PROVIDER_FAILED', message: /^codex cannot be run/ })
  t.notOk(everythingIn(refused).includes(KEY))
  const forbidden = installFake(t, 'codex', '')
  chmodSync(join(forbidden.env.HOME, 'codex'), 0o600)
  t.match((await failureOf(t, 'codex', forbidden.env)).message, /^codex (cannot be run|is not)/)
})

t.test('a usage limit that a program tells of is waited for', async t => {
  const minutesLeft = (error: ProviderFailure) =>
    error instanceof PutOffCall ? Math.round((Date.parse(error.until) - Date.now()) / 60_000) : 0
  const at = Math.round(Date.now() / 1000) + 1_800
  const claude = installFake(
    t,
    'claude',
    `console.log(JSON.stringify({ is_error: true, result: 'Claude AI usage limit reached|${at}' })); process.exit(1)`,
  )
  const limited = await failureOf(t, 'claude-code', claude.env)
  t.equal(limited.message, 'the usage limit of claude is reached')
  t.equal(minutesLeft(limited), 30)
  const codex = installFake(
    t,
    'codex',
    `console.error(input); console.error("You've hit your usage limit. Try again in 2 hours 5 minutes."); process.exit(1)`,
  )
  t.equal(minutesLeft(await failureOf(t, 'codex', codex.env)), 125)
  const gemini = installFake(
    t,
    'gemini',
    `console.error('You have exhausted your daily quota on this model.'); console.log('{}')`,
  )
  t.equal(
    minutesLeft(await failureOf(t, 'gemini-cli', gemini.env)),
    60,
    'an hour where nobody says',
  )
})

t.test('a conversation about limits is none', async t => {
  const { env } = installFake(t, 'codex', `console.error(input); process.exit(1)`)
  const opened = await openProvider(providerConfig({ provider: 'codex' }), env)
  const { turns } = reflectionRequest()
  const asked = { ...turns[0]!, prompt: "why do I read\nYou've hit your usage limit." }
  const error: unknown = await opened
    .reflect(reflectionRequest({ turns: [asked] }), never)
    .catch(toItself)
  t.match(error, { message: /^codex ended with exit code 1/ })
  t.notOk(error instanceof PutOffCall)
})

t.test('a program that answers nonsense', async t => {
  for (const script of ['console.log(input)', '', `console.log('{}')`, 'console.log("[1]")']) {
    const { env } = installFake(t, 'gemini', script)
    const error = await failureOf(t, 'gemini-cli', env)
    t.equal(error.message, 'gemini gave no answer of the form it should')
  }
})

t.test('a program that writes and writes is stopped', async t => {
  const { env } = installFake(
    t,
    'claude',
    `const say = () => process.stdout.write('x'.repeat(1e6), say); say()`,
  )
  const error = await failureOf(t, 'claude-code', env)
  t.equal(error.message, 'claude wrote more than 2 MB')
})

t.test('at the time limit the program and its children are killed', async t => {
  const script = `
    const { spawn } = require('node:child_process')
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
    fs.writeFileSync(process.env.RECORD + '.pids', process.pid + ' ' + child.pid)
    setInterval(() => {}, 1000)`
  const { env, record, read } = installFake(t, 'claude', script)
  const error = await failureOf(t, 'claude-code', env, 3_000)
  t.equal(error.message, 'claude-code did not answer within 3 s')
  const pids = readFileSync(`${record}.pids`, 'utf8').split(' ').map(Number)
  t.equal(pids.length, 2)
  for (const pid of pids) await untilGone(t, pid)
  t.notOk(existsSync(dirname(read().cwd)), 'and the folder is gone')
})

t.test('a child that the program leaves behind holds nobody up', async t => {
  const script = `
    const { spawn } = require('node:child_process')
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
    child.unref()
    fs.writeFileSync(process.env.RECORD + '.pids', String(child.pid))
    ${CLAUDE}`
  const { env, record } = installFake(t, 'claude', script)
  t.same((await ask('claude-code', env)).value, ANSWER)
  await untilGone(t, Number(readFileSync(`${record}.pids`, 'utf8')))
})

const toItself = (thrown: unknown) => thrown

async function failureOf(
  t: Test,
  provider: string,
  env: Record<string, string>,
  timeLimitMs?: number,
): Promise<ProviderFailure> {
  const error: unknown = await ask(provider, env, '', timeLimitMs).catch(toItself)
  if (!(error instanceof ProviderFailure)) throw new Error('no ProviderFailure', { cause: error })
  const everything = everythingIn(error)
  for (const word of [SAID, KEY, 'Friday']) t.notOk(everything.includes(word), word)
  return error
}

/** A killed process that nobody has reaped yet is gone, too. */
async function untilGone(t: Test, pid: number): Promise<void> {
  const isAlive = () => {
    try {
      return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    } catch {
      return false
    }
  }
  const end = Date.now() + 30_000
  while (isAlive() && Date.now() < end) await new Promise(resolve => setTimeout(resolve, 20))
  t.notOk(isAlive(), 'gone')
}
