import t from 'tap'
import { findTurn } from '../../../../src/hosts/transcript/turns.js'
import { answered, asked, fixture, readLastTurn, transcriptOf } from './fixture.js'

const ran = (id: string, command: string, name = 'Bash') => ({
  type: 'assistant',
  isSidechain: false,
  message: {
    id: `m-${id}`,
    role: 'assistant',
    content: [{ type: 'tool_use', id, name, input: { command, description: 'd' } }],
    stop_reason: 'tool_use',
  },
})

const gave = (id: string, content: unknown, isError = false) =>
  asked([{ type: 'tool_result', tool_use_id: id, content, ...(isError && { is_error: true }) }])

t.test('the commands of a turn stand in their order with how they ended', async t => {
  const commands = (...lines: unknown[]) => readLastTurn(transcriptOf(t, ...lines))?.commands
  t.same(
    commands(
      asked('before'),
      ran('t0', 'make lint'),
      gave('t0', 'ok'),
      answered('Linted.', {}, 'm-before'),
      asked('flash the board'),
      ran('t1', 'west flash'),
      gave('t1', 'Exit code 1\n-- west flash: rebuilding\nERROR: no debug adapter found', true),
      ran('t2', 'cd /home/dev/proj && west flash --runner jlink 2>&1'),
      gave('t2', [{ type: 'text', text: 'flashed 118 KB' }]),
      ran('t3', 'make logs | tail -5'),
      gave('t3', 'boot ok'),
      answered('Flashed.'),
    ),
    [
      { command: 'west flash', isFailed: true, error: 'ERROR: no debug adapter found' },
      { command: 'cd /home/dev/proj && west flash --runner jlink 2>&1', isFailed: false },
      { command: 'make logs | tail -5', isFailed: undefined },
    ],
  )
  t.equal(commands(asked('hello'), answered('Hi.')), undefined)
  const running = commands(asked('start it'), ran('t1', 'npm run dev'), answered('Started.'))
  t.same(running, [{ command: 'npm run dev', isFailed: undefined }], 'no end is recorded')
})

t.test('of what a failed command printed no part of a secret stays', async t => {
  const errorOf = (output: string) => {
    const lines = [asked('go'), ran('t1', 'deploy'), gave('t1', output, true), answered('No.')]
    return readLastTurn(transcriptOf(t, ...lines))?.commands?.[0]?.error
  }
  const key = `MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7${'VJTUt9Us8cKj'.repeat(2)}`
  const block = ['-----BEGIN PRIVATE KEY-----', key, key, '-----END PRIVATE KEY-----'].join('\n')
  t.equal(errorOf(`x\n${block}`), '[redacted:private-key]')
  t.equal(errorOf(`x\n${block.split('\n').slice(0, 3).join('\n')}`), '[redacted:private-key]')
  const token = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`
  const line = `fatal: denied for ${token}`
  const fill = 'x\n'.repeat(10_000).slice(0, 20_000 - line.length + 20 + 1)
  t.notMatch(errorOf(`${fill}\n${line}\nend`) ?? '', /ghp_/)
})

t.test('what did not run, and what a subagent ran, is no command of the turn', async t => {
  const refusal = "The user doesn't want to proceed with this tool use."
  const aside = { ...ran('t9', 'make sub'), isSidechain: true }
  const path = transcriptOf(
    t,
    asked('go'),
    ran('t1', 'make wipe'),
    gave('t1', refusal, true),
    ran('t2', 'a.txt', 'Read'),
    gave('t2', 'AA'),
    aside,
    answered('Not done.'),
  )
  t.equal(readLastTurn(path)?.commands, undefined)
})

t.test('a failure that a pipe or a list hides is not taken for success', async t => {
  const outcome = (command: string) => {
    const path = transcriptOf(t, asked('go'), ran('t1', command), gave('t1', 'x'), answered('Ok.'))
    return readLastTurn(path)?.commands?.[0]?.isFailed
  }
  t.equal(outcome('npm test'), false)
  t.equal(outcome("grep -c 'a|b' x && make"), false)
  for (const command of ['npm test | tail', 'make || true', 'make; echo done', 'make &']) {
    t.equal(outcome(command), undefined, command)
  }
  t.equal(outcome('set -o pipefail && make | tee log'), false)
})

t.test('every host tells in its own way', async t => {
  const at = (second: number) => ({ timestamp: `2026-11-20T09:00:0${second}.000Z` })
  const expected = [
    { command: 'make e2e', isFailed: true, error: 'connection refused' },
    { command: 'make e2e DB=local', isFailed: false },
  ]
  const read = (...lines: unknown[]) => readLastTurn(transcriptOf(t, ...lines))?.commands
  const item = (payload: object) => ({ type: 'response_item', payload })
  const event = (payload: object) => ({ type: 'event_msg', payload })
  const call = (id: string, cmd: string) =>
    item({
      type: 'function_call',
      name: 'exec_command',
      call_id: id,
      arguments: `{"cmd":"${cmd}"}`,
    })
  const output = (id: string, text: string) =>
    item({ type: 'function_call_output', call_id: id, output: text })
  const codex = read(
    event({ type: 'user_message', message: 'run e2e' }),
    call('c1', 'make e2e'),
    event({
      type: 'item_completed',
      item: { type: 'CommandExecution', id: 'c1', aggregated_output: '', exit_code: 2 },
    }),
    output('c1', 'Chunk ID: 7\nProcess exited with code 2\nOutput:\nconnection refused\n'),
    call('c2', 'make e2e DB=local'),
    output('c2', 'Wall time: 1 s\nProcess exited with code 0\nOutput:\n48 passed\n'),
    event({ type: 'agent_message', message: 'Green.' }),
  )
  t.same(codex, expected, 'Codex')
  const shell = (id: string, cmd: string) =>
    item({
      type: 'function_call',
      name: 'shell',
      call_id: id,
      arguments: JSON.stringify({ command: ['bash', '-lc', cmd] }),
    })
  const json = (exit_code: number, text: string) =>
    JSON.stringify({ output: text, metadata: { exit_code, duration_seconds: 0.1 } })
  const older = read(
    event({ type: 'user_message', message: 'run e2e' }),
    shell('c1', 'make e2e'),
    output('c1', json(2, 'connection refused')),
    shell('c2', 'make e2e DB=local'),
    output('c2', json(0, '48 passed')),
    event({ type: 'agent_message', message: 'Green.' }),
  )
  t.match(older, [{ isFailed: true }, { command: 'make e2e DB=local', isFailed: false }])

  const gemini = (id: string, command: string, text: string) => ({
    id: `g-${id}`,
    type: 'gemini',
    content: '',
    toolCalls: [
      {
        id,
        name: 'run_shell_command',
        args: { command },
        result: [{ functionResponse: { id, response: { output: text } } }],
        status: 'success',
      },
    ],
  })
  t.same(
    read(
      { id: 'u1', type: 'user', content: 'run e2e' },
      gemini(
        'a',
        'make e2e',
        'Command: make e2e\nOutput: (empty)\nconnection refused\nExit Code: 2',
      ),
      gemini('b', 'make e2e DB=local', 'Output: 48 passed\nExit Code: 0'),
      { id: 'g3', type: 'gemini', content: 'Green.' },
    ),
    expected,
    'Gemini',
  )

  const qwen = (uuid: string, type: string, parts: object[], more: object = {}) => ({
    uuid,
    type,
    ...more,
    message: { role: 'x', parts },
  })
  const asks = (id: string, command: string) =>
    qwen(`q${id}`, 'assistant', [
      { functionCall: { id, name: 'run_shell_command', args: { command } } },
    ])
  const gives = (id: string, text: string) =>
    qwen(`r${id}`, 'tool_result', [{ functionResponse: { id, response: { output: text } } }])
  t.same(
    read(
      qwen('1', 'user', [{ text: 'run e2e' }]),
      asks('a', 'make e2e'),
      gives('a', 'connection refused\nExit Code: 2'),
      asks('b', 'make e2e DB=local'),
      gives('b', '48 passed'),
      qwen('9', 'assistant', [{ text: 'Green.' }]),
    ),
    expected,
    'Qwen',
  )

  const copilot = (type: string, data: object) => ({ type, data })
  const requests = (toolCallId: string, command: string, content = '') =>
    copilot('assistant.message', {
      content,
      toolRequests: [{ toolCallId, name: 'bash', arguments: { command } }],
    })
  const done = (toolCallId: string, content: string) =>
    copilot('tool.execution_complete', { toolCallId, success: true, result: { content } })
  t.same(
    read(
      copilot('user.message', { content: 'run e2e' }),
      requests('a', 'make e2e'),
      done('a', 'connection refused\n<exited with exit code 2>'),
      requests('b', 'make e2e DB=local'),
      done('b', '48 passed\n<exited with exit code 0>'),
      copilot('assistant.message', { content: 'Green.', toolRequests: [] }),
      copilot('assistant.turn_end', {}),
    ),
    expected,
    'Copilot',
  )

  const droid = (id: string, role: string, content: unknown) => ({
    type: 'message',
    id,
    ...at(1),
    message: { role, content },
  })
  t.same(
    read(
      droid('1', 'user', [{ type: 'text', text: 'run e2e' }]),
      droid('2', 'assistant', [
        { type: 'tool_use', id: 'a', name: 'Execute', input: { command: 'make e2e' } },
      ]),
      droid('3', 'user', [
        { type: 'tool_result', tool_use_id: 'a', is_error: true, content: 'connection refused' },
      ]),
      droid('4', 'assistant', [
        { type: 'tool_use', id: 'b', name: 'Execute', input: { command: 'make e2e DB=local' } },
      ]),
      droid('5', 'user', [{ type: 'tool_result', tool_use_id: 'b', content: '48 passed' }]),
      droid('6', 'assistant', [{ type: 'text', text: 'Green.' }]),
    ),
    expected,
    'Droid',
  )
  t.same(
    findTurn(fixture('captured-codex-0.169.0-rollout.jsonl'), 1e6, turn => !!turn.commands)
      ?.commands,
    [{ command: 'cat a.txt', isFailed: false }],
  )
})

t.test('commands are redacted and bounded', async t => {
  const key = 'ghp_' + 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5'
  const lines = Array.from({ length: 40 }, (_, at) =>
    ran(`t${at}`, `make step-${at} ${'x'.repeat(900)}`),
  )
  const path = transcriptOf(
    t,
    asked('go'),
    ...lines,
    ran('k', `GH_TOKEN=${key} make push`),
    gave('k', `Exit code 1\nerror: ${key} was not accepted`, true),
    answered('Done.'),
  )
  const commands = readLastTurn(path)?.commands ?? []
  t.equal(commands.length, 30)
  t.equal(commands[0]?.command.startsWith('make step-11 '), true, 'the last ones are kept')
  t.ok(commands.every(({ command }) => command.length <= 500))
  t.notMatch(JSON.stringify(commands), /ghp_/)
  t.match(commands.at(-1), { isFailed: true, error: /not accepted/ })
})

t.test('records of any shape are read without an error', async t => {
  for (const odd of [null, 7, 'x', [], {}, [null], { command: 7 }, { command: [7, null] }]) {
    const content = [
      { type: 'tool_use', id: odd, name: 'Bash', input: odd },
      { type: 'tool_result', tool_use_id: odd, content: odd, is_error: odd },
    ]
    const path = transcriptOf(
      t,
      asked('go'),
      { type: 'assistant', isSidechain: false, message: { content } },
      { type: 'response_item', payload: { type: 'function_call', arguments: odd, name: odd } },
      answered('Done.'),
    )
    t.match(readLastTurn(path), { prompt: 'go', reply: 'Done.' })
  }
})
