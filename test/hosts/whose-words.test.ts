import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { HookHost, listTree } from '../handlers/hooks/host.js'
import { readCalls, replay, type Answered, type Payload } from './replay.js'

const RULE = 'Heron counts come from the marsh'

async function newHost(t: Test): Promise<HookHost> {
  const host = new HookHost(t)
  await host.remember({ title: RULE, content: 'Count the herons at dawn, in the marsh.' })
  return host
}

const promptsIn = (host: HookHost) =>
  host
    .queued()
    .map(({ prompt }) => prompt)
    .sort()
const ledgers = (host: HookHost) => listTree(join(host.store, 'state', 'sessions'))
const named = (answers: readonly Answered[], name: string) =>
  answers.filter(({ payload }) => payload.hook_event_name === name)
const isOfAgent = ({ payload }: Answered) => payload.agent_id !== undefined

/** The files of the store that hold a text. */
function filesWith(host: HookHost, text: string): string[] {
  return listTree(host.store).filter(path => readFileSync(path, 'utf8').includes(text))
}

t.test('Claude Code: a background agent that has finished is nobody’s prompt', async t => {
  const host = await newHost(t)
  const calls = readCalls('claude-code-2.1.328/calls/background-agent')
  const answers = await replay(host, calls, '--host', 'claude-code')
  const notice = answers.find(({ payload }) => /^<task-n/.test(String(payload.prompt)))
  t.equal(notice?.stdout, '{}', 'nothing is recalled for it')
  t.match(promptsIn(host), [/^Let another agent count/, 'Remember: reviews need two people.'])
  t.same(filesWith(host, 'task-notification'), [])
  t.same(host.failures(), [])
})

t.test('Claude Code: what timers and the host itself send is nobody’s prompt', async t => {
  const texts = [
    '<command-name>/clear</command-name>',
    '<local-command-stdout>herons counted</local-command-stdout>',
    '<local-command-caveat>herons below</local-command-caveat>',
    '<bash-input>count herons</bash-input>',
    '<system-reminder>Count the herons</system-reminder>',
  ]
  const sources = ['loop_wakeup', 'schedule_wakeup', 'poll_event', 'system']
  const sent = [
    ...texts.map(prompt => ({ prompt })),
    ...sources.map(source => ({ prompt: 'How are herons counted?', source })),
  ]
  const host = await newHost(t)
  for (const [at, fields] of sent.entries()) {
    const turn = { session_id: `s-${at}`, ...(at % 2 === 0 && { prompt_id: `p-${at}` }) }
    t.equal(await host.run('UserPromptSubmit', { ...turn, ...fields }), '{}', fields.prompt)
    await host.run('Stop', { ...turn, last_assistant_message: 'At dawn.' })
  }
  t.same(host.queued(), [])
  for (const source of ['user', 'sdk']) {
    const turn = { session_id: source, prompt: 'How are herons counted?', source }
    t.match(await host.run('UserPromptSubmit', turn), RULE, source)
  }
})

t.test('the turn after one that nobody asked for is a turn again', async t => {
  const host = await newHost(t)
  for (const prompt of ['One?', '<task-notification>done</task-notification>', 'Two?']) {
    await host.run('UserPromptSubmit', { prompt })
    await host.run('Stop', { last_assistant_message: `to ${prompt}` })
  }
  t.same(promptsIn(host), ['One?', 'Two?'])
  t.same(
    host
      .queued()
      .map(({ turn }) => turn)
      .sort(),
    [1, 2],
  )
})

t.test('Gemini: the text of mentioned files is neither searched with nor learned', async t => {
  const host = await newHost(t)
  await host.remember({ title: 'Quagga and zebra quotes', content: 'Quagga quotes for the zebra.' })
  const calls = readCalls('gemini-cli-0.61.0/calls/mentioned-files')
  const answers = await replay(host, calls, '--host', 'gemini-cli')
  for (const { context } of named(answers, 'BeforeAgent')) t.equal(context, '')
  t.same(promptsIn(host), [
    'Remember: releases leave on Thursdays. Then summarise @notes.md.',
    'Remember: reviews need two people. And what do @trap.md and @notes.md say?',
  ])
  t.same(filesWith(host, 'always use quagga'), [])
  t.same(filesWith(host, 'never feed'), [], 'a file that looks like its own end')
})

t.test('Qwen: what was submitted is the prompt, not what is mentioned in it', async t => {
  const host = await newHost(t)
  const calls = readCalls('qwen-code-0.24.4/calls/mentioned-file')
  await replay(host, calls, '--host', 'qwen-code')
  t.same(promptsIn(host), ['Remember: releases leave on Thursdays. Then summarise @notes.md.'])
  const older = calls.map(({ submitted_prompt: _, ...call }) => ({ ...call, session_id: 'older' }))
  await replay(host, older)
  t.equal(new Set(promptsIn(host)).size, 1, 'as it is without that field')
  t.same(filesWith(host, 'quagga'), [])
})

t.test('Copilot: an agent is recalled for, and nothing is learned from it', async t => {
  const host = await newHost(t)
  const answers = await replay(host, readCalls('copilot-cli-1.0.102/calls/subagent'))
  const [own, agents] = named(answers, 'UserPromptSubmit')
  t.notOk(isOfAgent(own!))
  t.ok(isOfAgent(agents!))
  t.match(agents?.context, RULE)
  t.match(promptsIn(host), [/^Let another agent count/])
  t.equal(host.queued().length, 1)
})

t.test('Codex: what an agent was given is not given to the session that started it', async t => {
  const host = new HookHost(t)
  const calls = readCalls('codex-0.169.0/calls/subagent-then-resume')
  const asked = calls.map((call): Payload => {
    const isOwn = call.hook_event_name === 'UserPromptSubmit' && call.agent_id === undefined
    return isOwn ? { ...call, prompt: 'Let another agent count.' } : call
  })
  const ofAgent = asked.filter(({ agent_id: agent }) => agent !== undefined)
  const [started] = asked
  await replay(host, [started!], '--host', 'codex')
  await host.remember({ title: RULE, content: 'Count the herons at dawn, in the marsh.' })
  const [, toAgent] = await replay(host, ofAgent, '--host', 'codex')
  t.match(toAgent?.context, RULE)
  const question = { ...asked[1], prompt: 'Where are herons counted?' }
  const [toUser] = await replay(host, [question], '--host', 'codex')
  t.match(toUser?.context, RULE, 'the user’s session has not been given it')
  const again = await replay(host, [question, ofAgent.at(-1)!], '--host', 'codex')
  t.same(
    again.map(({ context }) => context),
    ['', ''],
    'each is given it once',
  )
  t.equal(ledgers(host).length, 2)
})

t.test('Codex: a resumed session is not given its start again', async t => {
  const host = await newHost(t)
  const calls = readCalls('codex-0.169.0/calls/subagent-then-resume')
  const answers = await replay(host, calls, '--host', 'codex')
  const [start, resume] = named(answers, 'SessionStart')
  t.match(start?.context, RULE)
  t.equal(resume?.payload.source, 'resume')
  t.equal(resume?.stdout, '')
  t.match(promptsIn(host), [/^Let another agent count/, 'and the second prompt'])
})

t.test(
  'a session that is an agent’s from start to end leaves no turn and closes nothing',
  async t => {
    const ofAgent: Record<string, Payload> = {
      'agent_id in the session': { agent_id: 'a1' },
      'in camel case': { agentId: 'a1', parentAgentId: 'p1' },
      'parent_agent_id alone': { parent_agent_id: 'p1' },
    }
    for (const [name, fields] of Object.entries(ofAgent)) {
      const host = await newHost(t)
      await host.run('UserPromptSubmit', { prompt: 'The user asks.' })
      await host.run('SessionStart', { source: 'startup', ...fields })
      await host.run('UserPromptSubmit', { prompt: 'Always use heron quotes.', ...fields })
      await host.run('Stop', { last_assistant_message: 'Done.', ...fields })
      await host.run('SessionEnd', { reason: 'other', ...fields })
      t.same(host.queued(), [], name)
      t.notOk(
        host.ledger().some(({ type }) => type === 'end'),
        name,
      )
      await host.run('Stop', { last_assistant_message: 'Here.' })
      t.same(promptsIn(host), ['The user asks.'], name)
    }
  },
)

t.test('OpenCode: a child session is an agent’s', async t => {
  for (const field of ['parentID', 'parent_id', 'parent_session_id']) {
    const host = await newHost(t)
    const child = { session_id: 'child', cwd: host.project, [field]: 'ses_1' }
    const ask = { ...child, hook_event_name: 'UserPromptSubmit', prompt: 'Count the herons.' }
    const end = { ...child, hook_event_name: 'Stop', last_assistant_message: 'Seven.' }
    const [first] = await replay(host, [ask, end], '--host', 'opencode')
    t.match(first?.context, RULE, field)
    t.same(host.queued(), [], field)
    await replay(
      host,
      [
        { ...ask, session_id: 'x' },
        { ...end, session_id: 'x' },
      ],
      '--host',
      'droid',
    )
    t.equal(host.queued().length, 1, 'other hosts may call anything so')
  }
})

t.test('OpenCode: quotes around a whole prompt are not the user’s', async t => {
  const said: [string, string][] = [
    ['"Remember: always use \\"heron\\" quotes"', 'Remember: always use "heron" quotes'],
    ['"count the\nherons"', 'count the\nherons'],
    ['"count" and "weigh"', '"count" and "weigh"'],
    ['count "them"', 'count "them"'],
    ['"herons"', '"herons"'],
    ['"', '"'],
  ]
  for (const [prompt, expected] of said) {
    const host = new HookHost(t)
    const base = { session_id: 's', cwd: host.project }
    const ask = { ...base, hook_event_name: 'UserPromptSubmit', prompt }
    const end = { ...base, hook_event_name: 'Stop', last_assistant_message: 'Yes.' }
    await replay(host, [ask, end], '--host', 'opencode')
    t.same(promptsIn(host), [expected])
    await replay(
      host,
      [
        { ...ask, session_id: 'c' },
        { ...end, session_id: 'c' },
      ],
      '--host',
      'codex',
    )
    t.same(promptsIn(host), [expected, prompt].sort())
  }
})

const CURSOR = { conversation_id: 'c1', cursor_version: '2.1', transcript_path: null }

function cursorCalls(host: HookHost, turn: string): Record<string, Payload> {
  const base = { ...CURSOR, workspace_roots: [host.project], generation_id: turn }
  const stop = { ...base, hook_event_name: 'stop', loop_count: 0 }
  return {
    prompt: { ...base, hook_event_name: 'beforeSubmitPrompt', prompt: `Asked in ${turn}` },
    part: { ...base, hook_event_name: 'afterAgentResponse', text: 'I look.' },
    reply: { ...base, hook_event_name: 'afterAgentResponse', text: `Said in ${turn}` },
    completed: { ...stop, status: 'completed' },
    aborted: { ...stop, status: 'aborted' },
    error: { ...stop, status: 'error' },
  }
}

t.test('Cursor: a prompt and what was replied are one turn, whichever calls come', async t => {
  const orders: [string[], object[]][] = [
    [['prompt', 'reply', 'completed'], [{ prompt: 'Asked in g', reply: 'Said in g' }]],
    [['prompt', 'reply'], [{ prompt: 'Asked in g', reply: 'Said in g' }]],
    [['prompt', 'reply', 'reply', 'completed', 'completed'], [{ reply: 'Said in g' }]],
    [['prompt', 'part', 'reply', 'completed'], [{ prompt: 'Asked in g', reply: 'Said in g' }]],
    [['prompt', 'completed'], [{ prompt: 'Asked in g' }]],
    [['prompt', 'aborted'], []],
    [['prompt', 'error'], []],
  ]
  for (const [order, turns] of orders) {
    const host = new HookHost(t)
    const calls = cursorCalls(host, 'g')
    const answers = await replay(
      host,
      order.map(name => calls[name]!),
    )
    t.match(host.queued(), turns, order.join(', '))
    t.equal(host.queued().length, turns.length, order.join(', '))
    t.same(
      answers.slice(1).map(({ stdout }) => stdout),
      order.slice(1).map(() => '{}'),
    )
    t.same(host.failures(), [])
  }
})

t.test('Cursor: two turns of a conversation are two, each with its own words', async t => {
  const host = new HookHost(t)
  const [one, two] = [cursorCalls(host, 'one'), cursorCalls(host, 'two')]
  const names = ['prompt', 'reply', 'completed']
  await replay(host, [...names.map(name => one[name]!), ...names.map(name => two[name]!)])
  t.match(
    host.queued().sort((a, b) => a.turn - b.turn),
    [
      { turn: 1, prompt: 'Asked in one', reply: 'Said in one', host: 'cursor' },
      { turn: 2, prompt: 'Asked in two', reply: 'Said in two', host: 'cursor' },
    ],
  )
})

t.test('Cursor: what its prompts cannot be given does not count as given', async t => {
  const host = await newHost(t)
  const calls = cursorCalls(host, 'g')
  await replay(host, [{ ...calls.prompt, prompt: 'How are herons counted?' }])
  t.same(
    host.ledger().filter(({ type }) => type === 'given'),
    [],
  )
})

/** Where a host has hooks of its own, in the home and in a project. */
const OWN_HOOKS = {
  'copilot-cli': ['.copilot/hooks/svc.json', '.github/hooks/svc.json'],
  cursor: ['.cursor/hooks.json', '.cursor/hooks.json'],
  droid: ['.factory/settings.json', '.factory/settings.json'],
}

/** A whole session of each host, as it calls a hook of Claude Code's that it runs. */
const SESSIONS: Record<keyof typeof OWN_HOOKS, Payload[]> = {
  'copilot-cli': readCalls('copilot-cli-1.0.102/calls/subagent'),
  cursor: ['SessionStart', 'UserPromptSubmit', 'Stop'].map(name => ({
    ...CURSOR,
    hook_event_name: name,
    cwd: '/home/dev/proj',
    prompt: 'Asked.',
  })),
  droid: ['SessionStart', 'Stop', 'SessionEnd'].map(name => ({
    hook_event_name: name,
    session_id: 'd1',
    cwd: '/home/dev/proj',
    transcript_path: '/home/dev/.factory/sessions/p/d1.jsonl',
  })),
}

t.test('a hook of Claude Code’s that another host runs says nothing beside its own', async t => {
  for (const [name, calls] of Object.entries(SESSIONS)) {
    const [inHome, inProject] = OWN_HOOKS[name as keyof typeof OWN_HOOKS]
    for (const below of ['home', 'project'] as const) {
      const host = await newHost(t)
      const file = join(host[below], below === 'home' ? inHome! : inProject!)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, '{"command":"/x/another-hook"}')
      const [before] = await replay(host, calls.slice(0, 1), '--host', 'claude-code')
      t.match(before?.context, RULE, `${name}: another's hook is not ours`)
      writeFileSync(file, '{"command":"/x/svc-hook --host x"}')
      for (const { stdout } of await replay(host, calls, '--host', 'claude-code'))
        t.match(stdout, /^\{("continue":true)?\}$/, `${name}, in the ${below}`)
      t.same(host.queued(), [])
      const [own] = await replay(host, calls.slice(0, 1), '--host', name)
      t.match(own?.context, RULE, 'its own hook answers')
    }
  }
})

t.test('Claude Code’s own calls are never taken for another host’s', async t => {
  const host = await newHost(t)
  for (const [path] of Object.values(OWN_HOOKS)) {
    mkdirSync(dirname(join(host.home, path!)), { recursive: true })
    writeFileSync(join(host.home, path!), 'svc-hook')
  }
  const calls = readCalls('claude-code-2.1.328/calls/background-agent')
  const [start] = await replay(host, calls, '--host', 'claude-code')
  t.match(start?.context, RULE)
  t.equal(host.queued().length, 2)
})
