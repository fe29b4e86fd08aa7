import t from 'tap'
import { execFileSync } from 'node:child_process'
import type { Memory } from '../../../store/types.js'
import { HOOK, SVC } from '../../built.mjs'
import { Shell } from '../bin/shell.js'
import { makeSession, type MadeTurn } from './home.js'

interface Case {
  name: string
  held: string
  old: string
  now: string
  /** What holds then, and what waits. */
  then: [holds: string[], waits: string[]]
}

const CASES: Case[] = [
  {
    name: 'words that a proposal is as near to as what holds',
    held: 'We use npm for packages.',
    old: 'From now on we use yarn for packages.',
    now: 'From now on we use pnpm for packages.',
    then: [['We use pnpm for packages.'], []],
  },
  {
    name: 'a new value of what holds and of a proposal',
    held: 'The api port is 8100.',
    old: 'The api port is 8200 now, not 8100.',
    now: 'The api port is 8300 now.',
    then: [['The api port is 8300 now.'], []],
  },
  {
    name: 'a proposal about something else waits on',
    held: 'Tests run with vitest.',
    old: 'Remember: the nightly import runs at 03:40 UTC.',
    now: 'We switched the tests from vitest to tap.',
    then: [
      ['We switched the tests from vitest to tap.'],
      ['The nightly import runs at 03:40 UTC.'],
    ],
  },
]

/** Learns from an old session that came after everything that is known. */
async function learnOld(shell: Shell, turns: MadeTurn[]): Promise<void> {
  const at = new Date(Date.now() + 86_400_000)
  makeSession(shell.home, { host: 'claude-code', cwd: shell.project, at, turns })
  await shell.say(['learn', '--from', 'transcripts', '--yes'])
}

/** Has turns of now end, and learns from them. */
async function say(shell: Shell, turns: MadeTurn[]): Promise<void> {
  const call = (hook_event_name: string, more: object) => {
    const input = JSON.stringify({ cwd: shell.project, session_id: 's1', hook_event_name, ...more })
    execFileSync(process.execPath, [HOOK], { input, env: shell.env() })
  }
  for (const { prompt, reply } of turns) {
    call('UserPromptSubmit', { prompt })
    call('Stop', { last_assistant_message: reply })
  }
  await shell.say(['reflect'])
}

async function listed(shell: Shell): Promise<Memory[]> {
  return (await shell.ask<{ items: Memory[] }>(['list', '--limit', '200'])).items
}

for (const { name, held, old, now, then } of CASES)
  t.test(`a correction beside a proposal: ${name}`, async t => {
    const shell = new Shell(t)
    await shell.say(['remember', '--title', 'As it is', held])
    await learnOld(shell, [{ prompt: old, reply: 'Done.' }])
    t.equal((await listed(shell)).length, 2)
    await say(shell, [{ prompt: now, reply: 'Done.' }])
    const memories = await listed(shell)
    const told = [false, true].map(waits =>
      memories.filter(({ source }) => (source.waits ?? false) === waits),
    )
    t.same(
      told.map(some => some.map(({ content }) => content)),
      then,
    )
    t.same(
      told[0]![0]!.tags.filter(tag => tag === 'needs-review'),
      [],
      'and is not doubted',
    )
  })

const SETTLED: MadeTurn[] = [
  { prompt: 'The parcel scanner drops its connection in the cold store.', reply: 'I look at it.' },
  {
    prompt: 'see the log',
    reply: 'How often should it try before it gives up, and how long may it wait in between?',
  },
  {
    prompt: 'Six. With nine seconds in between, the door alone takes eight.',
    reply:
      'Got it - the scanner tries six times with nine seconds in between, because the door takes eight; then it gives up.',
  },
]

t.test(
  "what is settled now in an agent's words holds though it was proposed of old ones",
  async t => {
    const shell = new Shell(t)
    await learnOld(shell, SETTLED)
    const agents = async () =>
      (await listed(shell)).filter(({ source }) => source.words === 'agent')
    const proposed = await agents()
    t.equal(proposed.length, 1)
    t.equal(proposed[0]!.source.waits, true)
    await say(shell, SETTLED)
    const [memory, ...others] = await agents()
    t.same(others, [])
    t.match(memory, { id: proposed[0]!.id, content: proposed[0]!.content })
    t.equal(memory!.source.waits, undefined)
  },
)

/** The answers of the MCP server to calls of its tools, by the place of the call. */
function callTools(shell: Shell, ...calls: [name: string, given: object][]): string[] {
  const info = { capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const requests = [
    { method: 'initialize', id: -1, params: { protocolVersion: '2025-06-18', ...info } },
    { method: 'notifications/initialized' },
    ...calls.map(([name, given], id) => {
      return { id, method: 'tools/call', params: { name, arguments: given } }
    }),
    { method: 'resources/list', id: calls.length },
  ].map(request => JSON.stringify({ jsonrpc: '2.0', ...request }))
  const input = `${requests.join('\n')}\n`
  const output = execFileSync(process.execPath, [SVC, 'mcp'], {
    ...{ input, cwd: shell.project, env: shell.env(), encoding: 'utf8' },
  })
  const answers = output.trim().split('\n')
  const byId = answers.map(line => [(JSON.parse(line) as { id: number }).id, line] as const)
  return byId
    .filter(([id]) => id >= 0)
    .sort(([a], [b]) => a - b)
    .map(([, line]) => line)
}

t.test('a model is given no proposal, neither changes one nor takes it away', async t => {
  const shell = new Shell(t)
  await shell.say(['remember', '--title', 'Queue', 'The worker queue is BullMQ.'])
  await learnOld(shell, [
    { prompt: 'Never push to release without a green pipeline.', reply: 'OK' },
  ])
  const before = (await listed(shell)).find(({ source }) => source.waits)!
  const { id, title } = before
  const saved = { title, content: 'Push to release at any time.' }
  const [list, get, forget, wrong, remember, resources] = callTools(
    shell,
    ['list', {}],
    ['get', { id }],
    ['forget', { id }],
    ['feedback', { id, verdict: 'wrong' }],
    ['remember', saved],
  )
  t.match(list, /"total":1}/)
  t.match(resources, 'Queue')
  for (const answer of [list, resources]) t.notMatch(answer, id)
  for (const answer of [get, forget, wrong]) t.match(answer, /isError":true/)
  for (const answer of [list, get, forget, wrong]) t.notMatch(answer, 'green pipeline')
  t.match(remember, /"outcome":"created"/, 'it stands beside the proposal')
  const after = await listed(shell)
  t.same(
    after.find(one => one.id === id),
    before,
  )
  t.match(after.find(({ content }) => content === saved.content)?.source, { runtime: 'mcp' })
})
