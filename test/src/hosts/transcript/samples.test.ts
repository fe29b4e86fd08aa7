import t from 'tap'
import { findTurn, type TranscriptTurn } from '../../../../src/hosts/transcript/turns.js'
import { asked, answered, fixture, homeFile, readLastTurn, transcriptOf } from './fixture.js'

/** All turns of a transcript, newest first. */
function turnsOf(path: string): TranscriptTurn[] {
  const turns: TranscriptTurn[] = []
  findTurn(path, 4 * 1024 * 1024, turn => turns.push(turn) < 0)
  return turns
}

const firstOf = (path: string) => turnsOf(path).at(-1)
const CHECK = 'node check.mjs'

t.test('a command that failed is told as failed by every host that says so', async t => {
  const error = "if (got !== 'Hello Ann') throw new Error('expected Hello Ann, got ' + got)"
  const failed = { command: CHECK, isFailed: true, error }
  const passed = { command: CHECK, isFailed: false }
  for (const [host, session] of [
    ['claude-code', 'd8fe2e09'],
    ['codex', '17-51-41'],
    ['gemini-cli', 'c4a76e66'],
    ['qwen-code', '3d6d657c'],
    ['copilot-cli', '8ae740ff'],
    ['copilot-cli', '5db926ac'],
    ['droid', '0adb028a'],
  ] as const) {
    const turn = firstOf(homeFile(host, session))
    t.match(turn, { prompt: `Make it so that the check passes: ${CHECK}` }, host)
    t.same(turn?.commands, [failed, passed], `${host} ${session}`)
  }
})

t.test(
  "Copilot: an older end of a command, or the shell's own line, tells how it ended",
  async t => {
    const copilot = (type: string, data: object) => ({ type, data })
    const failing = (content: string, more: object = {}) => {
      const call = { toolCallId: 'a', name: 'bash', arguments: { command: 'make' } }
      const path = transcriptOf(
        t,
        copilot('user.message', { content: 'go' }),
        copilot('assistant.message', { content: '', toolRequests: [call] }),
        copilot('tool.execution_complete', {
          toolCallId: 'a',
          success: true,
          result: { content },
          ...more,
        }),
        copilot('assistant.message', { content: 'Done.', toolRequests: [] }),
      )
      return readLastTurn(path)?.commands
    }
    const told = [{ command: 'make', isFailed: true, error: 'no rule' }]
    t.same(failing('no rule\n<shellId: 0 completed with exit code 2>'), told)
    t.same(failing('no rule\n<exited with exit code 2>'), told)
    t.same(failing('no rule', { shellExecution: { exitCode: 2 } }), told)
    t.match(failing('built\n<shellId: 0 completed with exit code 0>'), [{ isFailed: false }])
  },
)

t.test('Qwen: the exit code stands beside what a command printed', async t => {
  const line = (uuid: string, type: string, parts: object[], more: object = {}) => ({
    uuid,
    type,
    message: { role: 'x', parts },
    ...more,
  })
  const call = { id: 'a', name: 'run_shell_command', args: { command: 'make' } }
  const path = transcriptOf(
    t,
    line('1', 'user', [{ text: 'go' }]),
    line('2', 'assistant', [{ functionCall: call }]),
    line('3', 'tool_result', [{ functionResponse: { id: 'a', response: { output: 'no rule' } } }], {
      toolCallResult: { status: 'success', resultDisplay: { type: 'shell_result', exitCode: 2 } },
    }),
    line('4', 'assistant', [{ text: 'Not done.' }]),
  )
  t.match(readLastTurn(path)?.commands, [{ command: 'make', isFailed: true, error: 'no rule' }])
})

t.test("what a sub-agent is asked in a transcript of its own is no person's prompt", async t => {
  t.same(turnsOf(homeFile('codex', '17-55-05')), [])
  t.same(turnsOf(homeFile('gemini-cli', '94a662c1')), [])
  t.same(turnsOf(homeFile('claude-code', 'agent-adb0eaa6')), [])
  t.same(turnsOf(homeFile('qwen-code', 'agent-general')), [])
  const child = { type: 'session_start', id: 'b', cwd: '/p', callingSessionId: 'a' }
  const message = { role: 'user', content: [{ type: 'text', text: 'Sub task' }] }
  const said = { type: 'message', id: '1', message }
  t.same(turnsOf(transcriptOf(t, child, said)), [])
  t.match(turnsOf(transcriptOf(t, { ...child, callingSessionId: undefined }, said)), [
    { prompt: 'Sub task' },
  ])
  for (const [host, session] of [
    ['claude-code', 'a99ceab6'],
    ['codex', '17-55-04'],
    ['gemini-cli', '45-cf7b856a'],
    ['qwen-code', '45e7a321'],
    ['copilot-cli', 'ce506c76'],
  ] as const) {
    const turn = firstOf(homeFile(host, session))
    t.match(turn, { prompt: 'Look into the files with an agent', reply: 'The agent looked.' }, host)
  }
})

t.test('Copilot: a message of a sub-agent that names it alone is no reply', async t => {
  const event = (type: string, content: string, more: object = {}) => ({
    type,
    data: { content, toolRequests: [] },
    ...more,
  })
  const path = transcriptOf(
    t,
    event('user.message', 'go'),
    event('assistant.message', 'Gone.'),
    event('assistant.turn_end', ''),
    event('assistant.message', 'from below', { agentId: 'a1' }),
  )
  t.match(readLastTurn(path), { prompt: 'go', reply: 'Gone.', complete: true })
})

t.test('Codex: a compaction before a prompt leaves the turn before complete', async t => {
  const turns = turnsOf(homeFile('codex', '18-01-35'))
  t.same(
    turns.map(({ complete }) => complete),
    [true, true, true, true],
  )
})

t.test('Codex: turns that were rolled back never happened', async t => {
  const event = (payload: object) => ({ type: 'event_msg', payload })
  const turn = (name: string) => [
    event({ type: 'user_message', message: name }),
    event({ type: 'agent_message', message: `${name} done` }),
  ]
  const undone = event({ type: 'thread_rolled_back', num_turns: 2 })
  const path = transcriptOf(t, ...turn('a'), ...turn('b'), ...turn('c'), undone, ...turn('d'))
  t.same(
    turnsOf(path).map(({ prompt }) => prompt),
    ['d', 'a'],
  )
})

t.test(
  'Gemini: a resumed session keeps the times and the prompts of its earlier turns',
  async t => {
    const [second, first] = turnsOf(homeFile('gemini-cli', 'c4a76e66'))
    t.equal(second?.at, '2026-11-27T17:44:49.579Z')
    t.equal(first?.at, '2026-11-27T17:44:23.057Z')
    t.equal(first?.complete, true)
    const user = (id: string, second: number, text = id) => ({
      id,
      timestamp: `2026-11-20T09:00:0${second}.000Z`,
      type: 'user',
      content: [{ text }],
    })
    const model = (id: string, second: number) => ({ ...user(id, second), type: 'gemini' })
    const anew = { $set: { messages: [user('g0', 7), model('g2', 7), user('new', 7)] } }
    const path = transcriptOf(t, user('u1', 1), model('g1', 1), user('u2', 2), model('g2', 2), anew)
    t.match(
      turnsOf(path).map(({ prompt, at, reply }) => [prompt, at?.slice(-6), reply]),
      [
        ['new', '7.000Z', undefined],
        ['g0', '7.000Z', undefined],
        ['u2', '2.000Z', 'g2'],
        ['u1', '1.000Z', 'g1'],
      ],
      'one that is left out of the history is there all the same',
    )
  },
)

t.test('Cursor: what it puts around a prompt is none of it', async t => {
  const [second, first, ...more] = turnsOf(homeFile('cursor', '7b0c1d52'))
  t.match(first, {
    prompt: `Make it so that the check passes: ${CHECK}`,
    at: '2026-11-27T17:52:00.000Z',
    reply: 'Fixed: greet now says Hello, and node check.mjs passes.',
    complete: true,
  })
  t.match(second, { at: '2026-11-27T17:55:00.000Z', complete: true })
  t.same(more, [])
  const user = (text: string) => ({ role: 'user', message: { content: [{ type: 'text', text }] } })
  const east =
    '<timestamp>Sunday, Jul 26, 2026, 1:06 PM (UTC+3)</timestamp>\n<user_info>\nOS\n</user_info>'
  t.match(readLastTurn(transcriptOf(t, user(`${east}\nplain words`))), {
    prompt: 'plain words',
    at: '2026-07-26T10:06:00.000Z',
  })
})

t.test('Claude Code: lines that are appended again are one turn', async t => {
  const lines = [
    asked('one', { uuid: 'u1' }),
    answered('One.', { uuid: 'a1' }, 'm1'),
    asked('two', { uuid: 'u2' }),
    answered('Two.', { uuid: 'a2' }, 'm2'),
  ]
  const path = transcriptOf(t, ...lines, ...lines.slice(2), asked('three', { uuid: 'u3' }))
  t.same(
    turnsOf(path).map(({ prompt, reply }) => [prompt, reply]),
    [
      ['three', undefined],
      ['two', 'Two.'],
      ['one', 'One.'],
    ],
  )
  t.equal(readLastTurn(fixture('captured-droid-0.215.0-session.jsonl'))?.complete, true)
})
