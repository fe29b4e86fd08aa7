import t from 'tap'
import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../../store/fixture.js'
import { answered, asked, called, changed, fixture, readLastTurn, transcriptOf } from './fixture.js'

const pnpm = { prompt: 'use pnpm here', reply: 'Done, pnpm.', complete: true }

t.test('each host that keeps a transcript is read', async t => {
  for (const name of [
    'sample-codex-rollout-0.169.jsonl',
    'sample-codex-rollout-legacy.jsonl',
    'sample-copilot-events.jsonl',
    'sample-droid-session.jsonl',
    'sample-gemini-chat.jsonl',
    'sample-gemini-chat-legacy.json',
    'sample-qwen-chat.jsonl',
  ]) {
    t.match(readLastTurn(fixture(name)), pnpm, name)
  }
})

t.test('what real programs wrote is read', async t => {
  const reply = 'FAKE-REPLY ok'
  const prompts = {
    'captured-claude-code-2.1.328-multi-tool-continue-compact.jsonl': 'second prompt',
    'captured-codex-0.169.0-rollout.jsonl': 'second prompt',
    'captured-copilot-cli-1.0.102-events.jsonl': 'hello PROMPT-MARK',
    'captured-droid-0.215.0-session.jsonl': 'hello PROMPT-MARK',
    'captured-gemini-cli-0.61.0-chat.jsonl': 'second',
    'captured-qwen-code-0.24.4-chat.jsonl': 'hello PROMPT-MARK',
  }
  for (const [name, prompt] of Object.entries(prompts)) {
    t.match(readLastTurn(fixture(name)), { prompt, reply, complete: true }, name)
  }
})

t.test('Claude Code: API errors, summaries, commands and side chains are not said', async t => {
  const last = readLastTurn(fixture('sample-claude-code.jsonl'))
  t.equal(last?.prompt, 'and a second prompt with an image')
  t.equal(last?.reply, undefined)
  t.equal(last?.complete, false)
  const upToCompaction = changed(t, 'sample-claude-code.jsonl', text =>
    text.split('\n').slice(0, 14).join('\n'),
  )
  t.match(readLastTurn(upToCompaction), {
    prompt: 'use pnpm here, not npm',
    reply: 'Understood: pnpm it is.',
    complete: true,
  })
  const side = fixture('captured-claude-code-2.1.328-subagent-sidechain.jsonl')
  t.equal(readLastTurn(side), undefined)
  const main = fixture('captured-claude-code-2.1.328-subagent-main.jsonl')
  t.match(readLastTurn(main)?.prompt, /^third @@tool Agent/)
})

t.test('Claude Code: the parts of one message are one reply, earlier messages are not', async t => {
  const path = transcriptOf(
    t,
    asked('why'),
    answered('I look.', {}, 'm1'),
    called('Bash', { command: 'ls' }),
    asked([{ type: 'tool_result', tool_use_id: 't1', content: 'a' }]),
    answered('First part.', {}, 'm2'),
    answered('Second part.', {}, 'm2'),
  )
  t.match(readLastTurn(path), { prompt: 'why', reply: 'First part.\nSecond part.', complete: true })
})

t.test('a reply is complete only once it is there', async t => {
  const turn = (...lines: unknown[]) => readLastTurn(transcriptOf(t, ...lines))
  t.match(turn(asked('why')), { prompt: 'why', complete: false })
  t.match(turn(asked('why'), answered('I look.'), called('Bash', {})), { complete: false })
  t.match(turn(asked('why'), called('Bash', {}), asked([{ type: 'tool_result' }])), {
    complete: false,
  })
  const lagging = changed(t, 'captured-copilot-cli-1.0.102-events.jsonl', text =>
    text.split('\n').slice(0, 8).join('\n'),
  )
  t.match(readLastTurn(lagging), { prompt: 'hello PROMPT-MARK', complete: false })
  const unended = changed(t, 'captured-copilot-cli-1.0.102-events.jsonl', text =>
    text.split('\n').slice(0, 10).join('\n'),
  )
  t.match(readLastTurn(unended), { reply: 'FAKE-REPLY ok', complete: false })
  const running = changed(t, 'sample-codex-rollout-0.169.jsonl', text =>
    text.split('\n').slice(0, 14).join('\n'),
  )
  t.match(readLastTurn(running), { prompt: 'use pnpm here', complete: false })
  const aborted = { type: 'event_msg', payload: { type: 'turn_aborted', reason: 'interrupted' } }
  const user = { type: 'event_msg', payload: { type: 'user_message', message: 'go' } }
  t.match(turn(user, aborted), { prompt: 'go', reply: undefined, complete: true })
})

t.test('what nobody asked is not answered to the prompt before it', async t => {
  const path = transcriptOf(
    t,
    asked('build it'),
    answered('Started.', {}, 'm1'),
    asked('<task-notification>done</task-notification>'),
    answered('The build is done.', {}, 'm2'),
  )
  t.match(readLastTurn(path), { prompt: 'build it', reply: 'Started.', complete: true })
})

t.test('a command is a prompt where a model answered it', async t => {
  const command =
    '<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>the diff</command-args>'
  const meta = asked('Expanded text of the command', { isMeta: true })
  const path = transcriptOf(
    t,
    asked('hi'),
    answered('Hi.'),
    asked(command),
    meta,
    answered('Fine.', {}, 'm2'),
  )
  t.match(readLastTurn(path), { prompt: '/review the diff', reply: 'Fine.' })
  const local = transcriptOf(
    t,
    asked('hi'),
    answered('Hi.'),
    asked('<command-name>/clear</command-name>'),
    asked('<local-command-stdout>cleared</local-command-stdout>'),
  )
  t.match(readLastTurn(local), { prompt: 'hi', reply: 'Hi.', complete: true })
})

t.test('what hosts and svc put in is stripped from prompts', async t => {
  const text = 'why <svc-memory>stored</svc-memory><system-reminder>now</system-reminder>'
  t.equal(readLastTurn(transcriptOf(t, asked(text)))?.prompt, 'why')
  const only = asked('<system-reminder>now</system-reminder>')
  t.equal(readLastTurn(transcriptOf(t, asked('why'), only))?.prompt, 'why')
  const gemini = readLastTurn(fixture('captured-gemini-cli-0.61.0-chat.jsonl'))
  t.notMatch(gemini?.prompt ?? '', /CTX/)
})

t.test('the text of mentioned files is no part of a prompt', async t => {
  const texts = ['see @a.md', '\n--- Content from referenced files ---', 'Use tabs.']
  const parts = [...texts, '\n--- End of content ---'].map(text => ({ text }))
  const gemini = { id: 'u', type: 'user', content: parts }
  t.equal(readLastTurn(transcriptOf(t, gemini))?.prompt, 'see @a.md')
  const qwen = { uuid: 'u', type: 'user', message: { role: 'user', parts } }
  t.equal(readLastTurn(transcriptOf(t, qwen))?.prompt, 'see @a.md')
})

t.test('Gemini: records are replaced, taken back and written anew', async t => {
  const user = (id: string, text: string) => ({ id, type: 'user', content: [{ text }] })
  const model = (id: string, content: string) => ({ id, type: 'gemini', content })
  const turn = (...lines: unknown[]) => readLastTurn(transcriptOf(t, ...lines))
  t.match(turn(user('u1', 'a'), model('g1', 'draft'), model('g1', 'final')), { reply: 'final' })
  const [u1, g1] = [user('u1', 'a'), model('g1', 'A')]
  const [u2, g2] = [user('u2', 'b'), model('g2', 'B')]
  t.match(turn(u1, g1, u2, g2, { $rewindTo: 'u2' }), { prompt: 'a', reply: 'A', complete: true })
  const u3 = user('u3', 'c')
  t.match(turn(u1, g1, u2, g2, { $rewindTo: 'u2' }, u3), { prompt: 'c', complete: false })
  t.match(turn(u2, g2, { $set: { messages: [u1, g1] } }), { prompt: 'a', reply: 'A' })
  t.match(turn({ $set: { messages: [u1, g1, u2] } }, g2, { $rewindTo: 'u2' }), { prompt: 'a' })
  t.equal(turn(u2, g2, { $set: { messages: [] } }), undefined)
})

t.test('Gemini: the older form is read over many lines too, up to 4 MiB', async t => {
  const text = (more: object[] = []) => {
    const messages = [{ id: 'u', type: 'user', content: 'a' }, ...more]
    return JSON.stringify({ sessionId: 's', messages }, null, 2)
  }
  t.match(readLastTurn(transcriptOf(t, text())), { prompt: 'a', complete: false })
  const long = { id: 'g', type: 'gemini', content: 'x'.repeat(5_000_000) }
  t.equal(readLastTurn(transcriptOf(t, text([long]))), undefined)
})

t.test('Codex: only what the person typed is a prompt', async t => {
  const item = (kinds: string[] | undefined, ...texts: string[]) => ({
    type: 'response_item',
    payload: {
      type: 'message',
      role: 'user',
      content: texts.map(text => ({ type: 'input_text', text })),
      ...(kinds && { internal_chat_message_metadata_passthrough: { content_item_kinds: kinds } }),
    },
  })
  const mixed = item(['environment', 'user.text'], 'surroundings', 'typed')
  t.match(readLastTurn(transcriptOf(t, mixed)), { prompt: 'typed', complete: false })
  t.equal(
    readLastTurn(transcriptOf(t, item(undefined, '# AGENTS.md instructions for /x'))),
    undefined,
  )
})

t.test('Copilot: messages of subagents and of skills are left out', async t => {
  const event = (type: string, content: string, more: object = {}) => ({
    type,
    data: { content, toolRequests: [], ...more },
  })
  const path = transcriptOf(
    t,
    event('user.message', 'go'),
    event('assistant.message', 'Gone.'),
    event('assistant.turn_end', ''),
    event('user.message', 'skill text', { source: 'skill-pdf' }),
    event('assistant.message', 'from below', { parentToolCallId: 'c1' }),
  )
  t.match(readLastTurn(path), { prompt: 'go', reply: 'Gone.', complete: true })
})

t.test('broken, foreign and hostile lines are passed over', async t => {
  const path = transcriptOf(
    t,
    asked('why'),
    'not json',
    '{"type":"user"',
    'null',
    '[]',
    '"text"',
    '{"__proto__":{"type":"user"}}',
    '{"type":"user","message":null}',
    '{"type":"user","message":{"content":{"a":1}}}',
    '{"type":"user","message":{"content":[null,1,"x",{"type":"text","text":5}]}}',
    '{"type":"assistant","message":{"content":[{"type":"text"}]}}',
    '['.repeat(100_000),
    `{"a":${'['.repeat(100_000)}`,
    answered('Because.'),
    '\u0000\u0000',
    '{"type":"assistant","message":{"id":"m2","content":[{"type":"text","te',
  )
  t.match(readLastTurn(path), { prompt: 'why', reply: 'Because.', complete: true })
  t.equal(readLastTurn(transcriptOf(t, 'plain', 'text')), undefined)
  t.equal(readLastTurn(transcriptOf(t)), undefined)
})

t.test('nothing but a regular file is opened', async t => {
  const folder = temporaryFolder(t)
  const paths = ['none', 'folder', 'link', 'fifo'].map(name => join(folder, name))
  mkdirSync(paths[1]!)
  writeFileSync(join(folder, 'real'), JSON.stringify(asked('hi')) + '\n')
  symlinkSync(join(folder, 'real'), paths[2]!)
  spawnSync('mkfifo', [paths[3]!])
  t.equal(readLastTurn(join(folder, 'real'))?.prompt, 'hi')
  for (const path of [...paths, '', 'a\0b']) t.equal(readLastTurn(path), undefined, path)
})
