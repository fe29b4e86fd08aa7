import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { HookDesk } from './desk.js'
import { HookHost, inTurns, listTree, makeProject } from './host.js'

const TRANSCRIPT = { transcript_path: '/home/dev/.copilot/session-state/x/events.jsonl' }
const NO_REPLY = { last_assistant_message: undefined }

t.test('a turn is queued with its prompt from the ledger', async t => {
  const desk = new HookDesk(t)
  await desk.prompt('Why do we never release on Fridays?')
  t.equal(await desk.stop({ last_assistant_message: 'Nobody is there on Saturdays.' }), '')
  t.match(desk.queued(), [
    {
      format: 1,
      session: 'session-1',
      turn: 1,
      at: '2026-11-20T10:00:00.000Z',
      prompt: 'Why do we never release on Fridays?',
      reply: 'Nobody is there on Saturdays.',
    },
  ])
})

t.test('turns of a session have their own prompts and numbers', async t => {
  const desk = new HookDesk(t)
  for (const n of [1, 2, 3]) {
    await desk.prompt(`Question number ${n}?`)
    await desk.stop({ last_assistant_message: `Answer ${n}` })
  }
  const turns = desk.queued().sort((a, b) => a.turn - b.turn)
  t.match(turns, [
    { turn: 1, prompt: 'Question number 1?', reply: 'Answer 1' },
    { turn: 2, prompt: 'Question number 2?', reply: 'Answer 2' },
    { turn: 3, prompt: 'Question number 3?', reply: 'Answer 3' },
  ])
})

t.test('the prompt of a turn is the one with its id, whatever came since', async t => {
  const desk = new HookDesk(t)
  await desk.prompt('The first question', { prompt_id: 'one' })
  await desk.prompt('The second question', { prompt_id: 'two' })
  await desk.stop({ prompt_id: 'one', last_assistant_message: 'first' })
  await desk.stop({ prompt_id: 'two', last_assistant_message: 'second' })
  await desk.stop({ prompt_id: 'three', last_assistant_message: 'third' })
  const said = Object.fromEntries(desk.queued().map(turn => [turn.reply ?? '', turn.prompt]))
  t.same(said, { first: 'The first question', second: 'The second question', third: '' })
})

t.test('a Stop that comes twice queues one turn', async t => {
  const desk = new HookDesk(t)
  const kinds: Record<string, unknown>[] = [
    { prompt_id: 'p' },
    { turn_id: 't' },
    {},
    { prompt: 'said in the Stop' },
    { ...NO_REPLY, ...TRANSCRIPT },
  ]
  for (const [at, fields] of kinds.entries()) {
    const session = { ...fields, session_id: `s-${at}` }
    await desk.stop(session)
    desk.now = new Date(desk.now.getTime() + 1000)
    await desk.stop({ ...session, stop_hook_active: true })
  }
  t.equal(desk.queued().length, kinds.length)
})

t.test('a turn that was taken from the queue is not queued again', async t => {
  const desk = new HookDesk(t)
  await desk.prompt('A question')
  await desk.stop()
  for (const path of desk.queueFiles()) rmSync(path)
  await desk.stop()
  t.same(desk.queued(), [])
})

t.test('a session that goes on after its ledger was folded loses no turn', async t => {
  const desk = new HookDesk(t)
  await desk.prompt('Before the night')
  await desk.stop({ last_assistant_message: 'one' })
  rmSync(join(desk.store, 'state', 'sessions'), { recursive: true })
  desk.now = new Date('2026-11-22T10:00:00.000Z')
  await desk.prompt('After the night')
  await desk.stop({ last_assistant_message: 'two' })
  t.same(
    desk
      .queued()
      .map(({ reply }) => reply)
      .sort(),
    ['one', 'two'],
  )
})

t.test('two turns of which the host says nothing but a message id are two', async t => {
  const desk = new HookDesk(t)
  const droid = { ...NO_REPLY, transcript_path: '/home/dev/.factory/sessions/p/s.jsonl' }
  for (const id of ['m1', 'm1', 'm2']) await desk.stop({ ...droid, message_id: id })
  t.equal(desk.queued().length, 2)
})

t.test('without a reply the entry points to the transcript', async t => {
  const desk = new HookDesk(t)
  for (const [at, none] of [undefined, null, ''].entries()) {
    await desk.prompt('A question', { session_id: `s-${at}` })
    const fields = { ...TRANSCRIPT, session_id: `s-${at}`, last_assistant_message: none }
    await desk.stop(fields)
  }
  t.equal(desk.queued().length, 3)
  for (const turn of desk.queued()) {
    t.equal(turn.transcriptPath, TRANSCRIPT.transcript_path)
    t.notOk('reply' in turn)
    t.equal(turn.prompt, 'A question')
  }
})

t.test('a Stop that says nothing, and one without a session, queue nothing', async t => {
  const desk = new HookDesk(t)
  await desk.stop({ ...NO_REPLY, transcript_path: undefined })
  await desk.stop({ session_id: undefined })
  t.same(desk.queued(), [])
})

t.test('Gemini’s prompt and reply come with the event, its context taken out', async t => {
  const desk = new HookDesk(t)
  const prompt = '<hook_context>OUR TEXT</hook_context>\n\nWhy Fridays?'
  await desk.ask('AfterAgent', { prompt, prompt_response: 'Because.' })
  t.match(desk.queued(), [{ prompt: 'Why Fridays?', reply: 'Because.', host: 'gemini-cli' }])
})

t.test('secrets and private blocks never reach the queue; a long text keeps its end', async t => {
  const desk = new HookDesk(t)
  const key = 'AKIA' + 'IOSFODNN7QRSTUVW'
  const reply = `Use ${key} <private>Smith</private> ${'and so on '.repeat(3_000)}the end.`
  await desk.prompt(`Is ${key} right? ${'please '.repeat(200)}`)
  await desk.stop({ last_assistant_message: reply })
  const [turn] = desk.queued()
  t.match(turn?.prompt, /^Is \[redacted:[^\]]+\] right\? please .* please$/)
  t.equal(turn?.reply?.length, 20_000)
  t.match(turn?.reply, /the end\.$/, 'beginning and end are kept')
  for (const path of listTree(desk.store))
    t.notMatch(readFileSync(path, 'utf8'), /AKIA|Smith/, path)
})

t.test('SVC_HOOK_REFLECT=0 queues nothing', async t => {
  const desk = new HookDesk(t)
  await desk.prompt('A question', {}, { reflect: false })
  await desk.stop({}, { reflect: false })
  await desk.ask('SessionEnd', { reason: 'other' }, { reflect: false })
  t.same(desk.queued(), [])
  t.same(desk.ledger(), [])
})

t.test('SessionEnd closes the session and is no turn', async t => {
  const desk = new HookDesk(t)
  await desk.ask('SessionEnd', { reason: 'other', prompt_id: 'p' })
  t.same(desk.queued(), [])
  const scope = { type: 'project', id: desk.project }
  t.match(desk.ledger(), [{ type: 'session', id: 'session-1', scope }, { type: 'end' }])
})

t.test('turns go to the queue of their project', async t => {
  const desk = new HookDesk(t)
  const other = join(desk.folder, 'other')
  makeProject(other)
  await desk.stop({ session_id: 'a' })
  await desk.stop({ session_id: 'b', cwd: other })
  t.equal(new Set(desk.queueFiles().map(path => join(path, '..'))).size, 2)
})

t.test('one Stop by four processes at once is one turn', async t => {
  const host = new HookHost(t)
  await host.event('UserPromptSubmit', { prompt: 'A question' })
  await Promise.all([1, 2, 3, 4].map(() => host.event('Stop', { last_assistant_message: 'x' })))
  t.equal(host.queued().length, 1)
  t.same(host.failures(), [])
})

t.test('twenty Stops at once are twenty turns', async t => {
  const host = new HookHost(t)
  await inTurns(Array.from({ length: 20 }), 20, (_, at) => {
    // Half of them are turns of one session, the others sessions of their own.
    const fields = at % 2 ? { prompt_id: `p-${at}` } : { session_id: `s-${at}` }
    const env = { SVC_HOOK_BATCH_TURNS: '100' }
    return host.event('Stop', { ...fields, last_assistant_message: `reply ${at}` }, { env })
  })
  const replies = host.queued().map(({ reply }) => reply)
  t.equal(new Set(replies).size, 20)
  t.equal(replies.length, 20)
  t.same(host.failures(), [])
})

t.test(
  'a crash before the ledger knows of the turn: the repeated Stop finds it queued',
  async t => {
    const desk = new HookDesk(t)
    await desk.prompt('A question')
    const before = listTree(join(desk.store, 'state', 'sessions')).map(path => [
      path,
      readFileSync(path, 'utf8'),
    ])
    await desk.stop()
    for (const [path, text] of before) writeFileSync(path!, text!.slice(0, -1) + '\n{"type":"tu')
    await desk.stop()
    t.equal(desk.queued().length, 1)
    await desk.prompt('The next question')
    await desk.stop()
    t.equal(desk.queued().length, 2, 'a line that a crash cut off hides nothing')
  },
)
