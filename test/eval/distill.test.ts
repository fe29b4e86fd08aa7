import t, { type Test } from 'tap'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bare } from '../bare.js'
import { chatReply, sendJson, startServer } from '../src/provider/fixture.js'
import { temporaryFolder } from '../store/fixture.js'

const SCRIPT = fileURLToPath(new URL('distill.mjs', import.meta.url))

const TURN = { prompt: 'never push on Fridays', reply: 'Noted.' }
const EXPECTED = { kind: 'constraint', scope: 'project', words: ['push', 'Fridays'] }
const RULE = { kind: 'constraint', title: 'No push on Fridays', content: 'Never push on Fridays.' }
const SET = Array.from({ length: 8 }, (_, at) => ({
  id: `c${at}`,
  turns: [{ ...TURN, prompt: at % 2 === 0 ? TURN.prompt : 'thanks' }],
  expect: at % 2 === 0 ? [EXPECTED] : [],
}))

/** What the script prints with these arguments, on that set. */
async function evaluate(t: Test, args: readonly string[], env: Record<string, string>) {
  const folder = temporaryFolder(t)
  const set = join(folder, 'eight.json')
  writeFileSync(set, JSON.stringify(SET))
  const base = { PATH: process.env.PATH ?? '', HOME: folder, SVC_PROVIDER: 'no-such' }
  const command = [process.execPath, SCRIPT, '--set', set, ...args]
  const child = spawn(...bare({ ...base, ...env }, command))
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => void chunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => void chunks.push(chunk))
  const code = await new Promise(resolve => child.once('close', resolve))
  return { code, said: Buffer.concat(chunks).toString() }
}

/** Puts a program of that name first in PATH. */
function installFake(t: Test, name: string, script: string): Record<string, string> {
  const folder = temporaryFolder(t)
  const begin = `#!${process.execPath}\nconst input = require('fs').readFileSync(0, 'utf8')\n`
  writeFileSync(join(folder, name), `${begin}${script}\n`, { mode: 0o755 })
  return { PATH: `${folder}:${process.env.PATH}` }
}

/** Says the rule where the conversation does. */
const ANSWER = `JSON.stringify({ memories: input.includes('| never push') ? [${JSON.stringify(RULE)}] : [] })`

t.test('a service: figures, what it took, and what failed', async t => {
  const { url } = await startServer(t, (seen, response, count) => {
    if (count === 3) return sendJson(response, chatReply('I would rather not.'))
    const isSaid = JSON.stringify(seen.body).includes('| never push')
    sendJson(response, chatReply(JSON.stringify({ memories: isSaid ? [RULE] : [RULE, RULE] })))
  })
  const env = { SVC_PROVIDER_URL: url }
  const args = ['--provider', 'openai-compatible', '--model', 'mine', '--limit', '6', '--misses']
  const { code, said } = await evaluate(t, args, env)
  t.equal(code, 0)
  t.match(said, /^provider openai-compatible, model mine\n/)
  t.match(
    said,
    /eight +6 conversations, 3 of them empty: found: precision 0\.400 +recall 1\.000 .* noise 10\.00/,
  )
  t.match(said, /6 calls: 7200 tokens in, 480 out, at a price that is not known\n/)
  t.match(
    said,
    /1 without an answer\n +! 1 x the answer of openai-compatible holds no JSON object\n/,
  )
  t.match(said, /\+ c1: constraint project \| No push on Fridays/)
})

t.test('a service that is down is given up after five conversations', async t => {
  const { url, seen } = await startServer(t, (_, response) => sendJson(response, {}, 401))
  const { code, said } = await evaluate(t, ['--provider', 'openai'], {
    SVC_PROVIDER_URL: url,
    SVC_PROVIDER_KEY: 'k',
  })
  t.equal(code, 0)
  t.match(said, /5 without an answer, 3 not tried any more\n +! 5 x openai .*401/)
  t.equal(seen.length, 5)
})

t.test("a host's program, with what it costs where it says so", async t => {
  const answered = `structured_output: JSON.parse(${ANSWER}), is_error: false, total_cost_usd: 0.01`
  const usage = 'usage: { input_tokens: 700, output_tokens: 80 }'
  const claude = installFake(t, 'claude', `console.log(JSON.stringify({ ${answered}, ${usage} }))`)
  const { said } = await evaluate(t, ['--provider', 'claude-code'], claude)
  t.match(said, /^provider claude-code, model haiku\n/)
  t.match(
    said,
    /8 conversations, 4 of them empty: found: precision 1\.000 +recall 1\.000 .* noise 0\.00/,
  )
  t.match(said, /8 calls: 5600 tokens in, 640 out, \$0\.0800\n/)
  const write = `const at = process.argv.indexOf('-o')
    require('fs').writeFileSync(process.argv[at + 1], ${ANSWER})`
  const codex = await evaluate(t, ['--provider', 'codex'], installFake(t, 'codex', write))
  t.match(codex.said, /precision 1\.000 +recall 1\.000/)
  t.match(codex.said, /8 calls: \d{5,6} tokens in, \d+ out, at a price that is not known/)
})

t.test('a provider that cannot be opened is said, and nothing is asked', async t => {
  const { code, said } = await evaluate(t, ['--provider', 'codex'], { PATH: '/nowhere' })
  t.equal(code, 1)
  t.equal(said.trim().split('\n').length, 1)
  t.match(said, /^codex needs the program codex, which is not on the PATH/)
  t.match((await evaluate(t, ['--provider', 'opnai'], {})).said, /must be one of/)
})
