import t from 'tap'
import { renderHookAnswer } from '../../../handlers/hooks/answers.js'
import { detectHost, parseHookCall, type HookFlags } from '../../../handlers/hooks/protocol.js'

const SNAKE = { session_id: 's', cwd: '/p', transcript_path: '/t.jsonl' }
const CAMEL = { sessionId: 's', cwd: '/p', transcriptPath: '/t.jsonl' }

const parse = (fields: Record<string, unknown>, flags: HookFlags = {}) =>
  parseHookCall({ ...SNAKE, ...fields }, flags)

t.test('every alias of an event', async t => {
  const aliases = {
    SessionStart: ['SessionStart', 'sessionStart', 'session_start'],
    UserPromptSubmit: [
      'UserPromptSubmit',
      'userPromptSubmitted',
      'beforeSubmitPrompt',
      'BeforeAgent',
    ],
    Stop: ['Stop', 'agentStop', 'stop', 'AfterAgent', 'afterAgentResponse'],
    SessionEnd: ['SessionEnd', 'sessionEnd'],
  }
  for (const [event, names] of Object.entries(aliases)) {
    for (const name of names) {
      t.match(parse({ hook_event_name: name }), { event, eventName: name }, `payload ${name}`)
      t.match(parse({}, { event: name }), { event, eventName: name }, `flag ${name}`)
    }
  }
})

t.test('events that svc does not answer, and names of no event', async t => {
  const names = ['PreToolUse', 'SubagentStop', 'PreCompact', 'StopFailure', '', 'constructor']
  for (const name of [...names, '__proto__', 'toString', 7, null])
    t.equal(parse({ hook_event_name: name }), undefined, String(name))
  t.equal(renderHookAnswer(undefined, 'text'), '{}')
})

t.test('what is no payload', async t => {
  for (const value of [null, undefined, [], [{ hook_event_name: 'Stop' }], 'Stop', 7, true])
    t.equal(parseHookCall(value, { event: 'Stop' }), undefined, JSON.stringify(value))
})

t.test('snake case and camel case say the same', async t => {
  const snake = parse({ hook_event_name: 'SessionStart', source: 'new' })
  const camel = parseHookCall({ ...CAMEL, hookEventName: 'SessionStart', source: 'new' }, {})
  t.same({ ...camel, host: undefined, profile: undefined }, snake)
})

t.test('fields of a wrong type count as none', async t => {
  const call = parseHookCall(
    {
      hook_event_name: 'Stop',
      session_id: 7,
      cwd: null,
      prompt: ['x'],
      last_assistant_message: null,
      transcript_path: {},
      turn_id: 0,
      workspace_roots: 'x',
    },
    {},
  )
  t.match(call, { session: '', host: 'codex' })
  for (const name of ['cwd', 'prompt', 'reply', 'transcriptPath', 'turn'] as const)
    t.equal(call?.[name], undefined, name)
})

t.test('the directory is the first workspace where there is no other', async t => {
  const roots = { hook_event_name: 'Stop', session_id: 's', workspace_roots: ['/a', '/b'] }
  t.equal(parseHookCall(roots, {})?.cwd, '/a')
  t.equal(parseHookCall({ ...roots, workspace_roots: [] }, {})?.cwd, undefined)
  t.equal(parseHookCall({ ...roots, cwd: '/c' }, {})?.cwd, '/c')
})

t.test('a host is known by the shape of what it sends', async t => {
  const shapes: [string | undefined, Record<string, unknown>][] = [
    [undefined, SNAKE],
    ['cursor', { ...SNAKE, cursor_version: '2' }],
    ['codex', { ...SNAKE, turn_id: 't' }],
    ['codex', { ...SNAKE, transcript_path: '/h/.codex/sessions/2026/11/20/rollout-x.jsonl' }],
    ['gemini-cli', { ...SNAKE, hook_event_name: 'BeforeAgent' }],
    ['gemini-cli', { ...SNAKE, transcript_path: '/h/.gemini/tmp/p/chats/s.jsonl' }],
    ['gemini-cli', { ...SNAKE, transcript_path: 'C:\\h\\.gemini\\tmp\\p\\chats\\s.jsonl' }],
    ['qwen-code', { ...SNAKE, submitted_prompt: 'x' }],
    ['qwen-code', { ...SNAKE, transcript_path: '/h/.qwen/projects/p/chats/s.jsonl' }],
    ['copilot-cli', { session_id: 's', cwd: '/p', initial_prompt: 'x' }],
    ['copilot-cli', { session_id: 's', cwd: '/p', stop_reason: 'end_turn' }],
    ['copilot-cli', CAMEL],
    ['droid', { ...SNAKE, transcript_path: '/h/.factory/sessions/p/s.jsonl' }],
    ['vscode', { ...CAMEL, hookEventName: 'Stop' }],
  ]
  for (const [host, shape] of shapes) t.equal(detectHost(shape), host, JSON.stringify(shape))
})

t.test('the environment is not asked: it leaks into hosts started from one another', async t => {
  const marks = ['CLAUDECODE', 'CLAUDE_PROJECT_DIR', 'GEMINI_PROJECT_DIR', 'COPILOT_CLI']
  for (const mark of [...marks, 'CURSOR_PROJECT_DIR', 'QWEN_PROJECT_DIR']) {
    process.env[mark] = '1'
    t.teardown(() => delete process.env[mark])
  }
  t.equal(parse({ hook_event_name: 'Stop' })?.host, undefined)
  t.equal(parse({ hook_event_name: 'Stop', turn_id: 't' })?.host, 'codex')
})

t.test('--host wins over the shape; one that svc does not know counts as none', async t => {
  const fields = { hook_event_name: 'Stop', turn_id: 't' }
  t.equal(parse(fields, { host: 'gemini' })?.host, 'gemini-cli')
  t.equal(parse(fields, { host: 'claude' })?.host, 'claude-code')
  t.equal(parse(fields, { host: 'emacs' })?.host, 'codex')
  t.equal(parse(fields, { host: 'constructor' })?.host, 'codex')
})

t.test('a hook for Claude Code that another host runs: a shape that is certain wins', async t => {
  const shapes: [string, Record<string, unknown>][] = [
    ['cursor', { cursor_version: '2' }],
    ['copilot-cli', { transcript_path: undefined, initial_prompt: 'x' }],
    ['copilot-cli', { transcript_path: '/h/.copilot/s/events.jsonl', stop_reason: 'end_turn' }],
    ['copilot-cli', { transcript_path: undefined, timestamp: '2026-11-22T10:00:00Z' }],
    ['droid', { transcript_path: '/h/.factory/sessions/p/s.jsonl' }],
    ['codex', { transcript_path: '/h/.codex/sessions/2026/11/20/rollout-x.jsonl' }],
    ['vscode', { hookEventName: 'Stop', sessionId: 's' }],
  ]
  for (const [host, fields] of shapes) {
    const call = { hook_event_name: 'Stop', ...fields }
    t.match(parse(call, { host: 'claude' }), { host, isBorrowed: true }, JSON.stringify(fields))
    t.match(parse(call, { host: 'gemini' }), { host: 'gemini-cli', isBorrowed: false })
    t.match(parse(call), { isBorrowed: false })
  }
  const own = { hook_event_name: 'Stop', transcript_path: '/h/.claude/projects/p/s.jsonl' }
  for (const host of ['claude-code', 'claude'])
    t.match(parse(own, { host }), { host: 'claude-code', isBorrowed: false })
})

t.test('no host is ever given context on Stop or SessionEnd', async t => {
  const hosts = ['claude', 'codex', 'gemini', 'qwen', 'copilot', 'cursor', 'droid', 'opencode', 'x']
  for (const host of hosts) {
    for (const event of ['Stop', 'SessionEnd', 'AfterAgent', 'agentStop', 'sessionEnd']) {
      const answer = renderHookAnswer(parse({}, { host, event }), 'a memory')
      t.equal(answer, host === 'codex' ? '' : '{}', `${host} ${event}`)
    }
  }
})

t.test('nothing to say', async t => {
  for (const event of ['SessionStart', 'UserPromptSubmit']) {
    t.equal(renderHookAnswer(parse({}, { event }), ''), '{}', event)
    t.equal(renderHookAnswer(parse({}, { event, host: 'codex' }), ''), '', `Codex ${event}`)
  }
})
