import t from 'tap'
import { createHooks } from '../../../../src/plugin/opencode/hooks.js'
import type {
  OpencodeClient,
  OpencodeMessage,
  OpencodePart,
} from '../../../../src/plugin/opencode/host.js'
import { Sessions } from '../../../../src/plugin/opencode/sessions.js'

const TITLE = 'You write titles.'

/** An OpenCode of which the sessions in `children` were started by a model. */
function open({
  children = [] as string[],
  messages = [] as OpencodeMessage[],
  fails = false,
} = {}) {
  const calls: Record<string, unknown>[] = []
  const answer = async <T>(data: T) => {
    if (fails) throw new Error('no server')
    return { data }
  }
  const client: OpencodeClient = {
    session: {
      get: ({ path: { id } }) =>
        answer(children.includes(id) ? { id, parentID: 'parent' } : { id }),
      messages: () => answer(messages),
    },
    app: { agents: () => answer([{ prompt: TITLE, hidden: true }, { prompt: 'You explore.' }]) },
  }
  const caller = {
    call: async (payload: Record<string, unknown>) => {
      calls.push(payload)
      return `context ${calls.length}`
    },
    finish: async () => undefined,
  }
  const hooks = createHooks(new Sessions({ client, directory: '/project' }, caller))
  const send = async (sessionID: string, id: string, text: string) => {
    const parts: OpencodePart[] = [{ id: 'prt_1', sessionID, messageID: id, type: 'text', text }]
    await hooks['chat.message']?.({ sessionID }, { message: { id }, parts })
    return parts.slice(1).map(part => part.text)
  }
  const request = async (sessionID: string | undefined, prompt: string) => {
    const system = [prompt]
    await hooks['experimental.chat.system.transform']?.(
      { ...(sessionID && { sessionID }) },
      { system },
    )
    return system.slice(1)
  }
  const hear = (type: string, properties: object) => hooks.event?.({ event: { type, properties } })
  const events = () => calls.map(({ hook_event_name: name }) => name)
  return { hooks, calls, events, send, request, hear }
}

const reply = (parentID: string, text: string): OpencodeMessage => ({
  info: { id: `reply-${parentID}`, role: 'assistant', parentID },
  parts: [{ id: 'prt_9', sessionID: 's', messageID: 'x', type: 'text', text }],
})

t.test('a session begins before its first prompt, and each request has the same start', async t => {
  const { calls, send, request } = open()
  t.same(await send('s', 'm1', 'which port?'), ['context 2'])
  t.same(await request('s', 'You are opencode'), ['context 1'])
  t.same(await send('s', 'm2', 'and "which host" then?'), ['context 3'])
  t.same(await request('s', 'You are opencode'), ['context 1'])
  const base = { session_id: 's', cwd: '/project' }
  t.same(calls, [
    { ...base, hook_event_name: 'SessionStart', source: 'startup' },
    { ...base, hook_event_name: 'UserPromptSubmit', prompt: 'which port?', prompt_id: 'm1' },
    {
      ...base,
      hook_event_name: 'UserPromptSubmit',
      prompt: 'and "which host" then?',
      prompt_id: 'm2',
    },
  ])
})

t.test('a request for a title, and one of no session, get nothing', async t => {
  const { calls, send, request } = open()
  await send('s', 'm', 'hello')
  t.same(await request('s', `${TITLE}\nNothing else.`), [])
  t.same(await request(undefined, 'You are opencode'), [])
  t.same(await request('unheard of', 'You are opencode'), [])
  t.equal(calls.length, 2)
})

t.test('a child session gets recall, and nothing is learned from it', async t => {
  const { calls, hear, send, request, hooks } = open({
    children: ['c'],
    messages: [reply('m', 'x')],
  })
  t.same(await send('c', 'm', 'Remember: always answer in Latin.'), ['context 1'])
  t.match(calls, [{ hook_event_name: 'UserPromptSubmit', session_id: 'c', agent_id: 'c' }])
  await hear('session.created', { sessionID: 'd', info: { id: 'd', parentID: 's' } })
  t.same(await send('d', 'm', 'Find it.'), ['context 2'], 'so too where the event says it')
  t.match(calls[1], { session_id: 'd', agent_id: 'd' })
  t.same(await request('c', 'You explore.'), [])
  await hear('session.idle', { sessionID: 'c' })
  await hear('session.idle', { sessionID: 'd' })
  await hooks.dispose?.()
  t.equal(calls.length, 2)
})

t.test('where OpenCode does not say whose session it is, nothing is learned', async t => {
  const { calls, hear, send, hooks } = open({ fails: true })
  t.same(await send('s', 'm', 'Remember: use pnpm.'), ['context 1'])
  await hear('session.idle', { sessionID: 's' })
  await hooks.dispose?.()
  t.match(calls, [{ agent_id: 's' }])
  t.equal(calls.length, 1)
})

t.test('every message that was answered is a turn, once, and the end ends the session', async t => {
  const messages = [reply('m1', 'One.'), reply('m2', 'Two.')]
  const { calls, events, hear, send, hooks } = open({ messages })
  await hear('session.created', { sessionID: 's', info: { id: 's' } })
  for (const id of ['m1', 'm2', 'm3']) await send('s', id, 'hello')
  await hear('session.idle', { sessionID: 's' })
  await hear('session.idle', { sessionID: 's' })
  const turns = calls.filter(call => call.hook_event_name === 'Stop')
  t.match(turns, [
    { prompt_id: 'm1', last_assistant_message: 'One.' },
    { prompt_id: 'm2', last_assistant_message: 'Two.' },
  ])
  t.equal(turns.length, 2)
  await hooks.dispose?.()
  t.same(events().slice(-1), ['SessionEnd'])
  await hooks.dispose?.()
  t.equal(events().filter(name => name === 'SessionEnd').length, 1)
})

t.test('the end waits for a turn that is under way', async t => {
  const { events, hear, send, hooks } = open({ messages: [reply('m', 'Done.')] })
  await send('s', 'm', 'hello')
  void hear('session.idle', { sessionID: 's' })
  await hooks.dispose?.()
  t.same(events(), ['SessionStart', 'UserPromptSubmit', 'Stop', 'SessionEnd'])
})

t.test('after a compaction the session begins anew, with what it is given now', async t => {
  const { calls, hear, send, request } = open()
  await send('s', 'm', 'hello')
  await hear('session.compacted', { sessionID: 's' })
  t.same(await request('s', 'You are opencode'), ['context 3'])
  t.match(calls[2], { hook_event_name: 'SessionStart', source: 'compact' })
})

t.test('of a command the person wrote what stands behind it', async t => {
  const { calls, send, hooks } = open()
  await hooks['command.execute.before']?.({ sessionID: 's', arguments: 'the old parser' })
  await send('s', 'm1', 'Always do what this template says: the old parser')
  await send('s', 'm2', 'thanks')
  t.same(
    calls.slice(1).map(({ prompt }) => prompt),
    ['the old parser', 'thanks'],
  )
})

t.test('what OpenCode may hand over one day stops nothing', async t => {
  const { hooks } = open()
  const strange = {} as never
  await hooks.event?.(strange)
  await hooks['chat.message']?.({ sessionID: 's' }, strange)
  await hooks['experimental.chat.system.transform']?.({ sessionID: 's' }, strange)
  await hooks['command.execute.before']?.(undefined as never)
  await hooks.dispose?.()
  t.pass('nothing is thrown')
})
