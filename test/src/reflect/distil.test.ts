import t from 'tap'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { completeTurn } from '../../../src/reflect/distil.js'
import { readEndedTurn, type QueuedTurn } from '../../../src/reflect/turns.js'
import { openStore } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'
import { answered, asked, called, fixture, transcriptOf } from '../hosts/transcript/fixture.js'

const at = '2026-11-20T10:00:00.000Z'
const soon = new Date('2026-11-20T10:00:05.000Z')
const late = new Date('2026-11-20T10:01:01.000Z')

function queued(fields: Partial<QueuedTurn>): QueuedTurn {
  return { format: 1, session: 's1', turn: 3, at, prompt: 'why', ...fields }
}

t.test('a turn that is whole is taken as it is', async t => {
  const transcriptPath = transcriptOf(t, asked('other'), answered('Other.'))
  t.same(completeTurn(queued({ reply: 'Because.', transcriptPath }), soon), {
    turn: { session: 's1', turn: 3, at, prompt: 'why', reply: 'Because.' },
  })
  t.match(completeTurn(queued({ reply: '' }), soon), { turn: { reply: '' } })
  t.match(completeTurn(queued({}), soon), { turn: { prompt: 'why', reply: '' } })
})

t.test(
  'what was done in a turn comes with it, and is no part of what a provider is sent',
  async t => {
    const transcriptPath = transcriptOf(
      t,
      asked('why'),
      called('Edit', { file_path: '/p/a.ts' }),
      called('Bash', { command: 'make' }),
      answered('Because.'),
    )
    const did = [{ file: '/p/a.ts' }, { command: 'make' }]
    const completed = completeTurn(queued({ prompt: 'why', transcriptPath }), soon)
    t.match(completed, { turn: { reply: 'Because.', commands: [{ command: 'make' }] }, did })
    t.same('turn' in completed && 'did' in completed.turn, false)
    const lost = transcriptOf(t, called('Bash', { command: 'make' }), answered('Because.'))
    const late = completeTurn(queued({ transcriptPath: lost }), soon)
    t.equal('did' in late, false, 'of a turn whose prompt is not there it may be another')
  },
)

t.test('what the host did not give comes from its transcript', async t => {
  const transcriptPath = fixture('captured-copilot-cli-1.0.102-events.jsonl')
  t.match(completeTurn(queued({ transcriptPath }), soon), {
    turn: { prompt: 'why', reply: 'FAKE-REPLY ok' },
  })
  const droid = fixture('captured-droid-0.215.0-session.jsonl')
  t.match(completeTurn(queued({ prompt: '', transcriptPath: droid }), soon), {
    turn: { prompt: 'hello PROMPT-MARK', reply: 'FAKE-REPLY ok' },
  })
  const onlyPrompt = queued({ prompt: '', reply: 'Said.', transcriptPath: droid })
  t.match(completeTurn(onlyPrompt, soon), {
    turn: { prompt: 'hello PROMPT-MARK', reply: 'Said.' },
  })
})

t.test('a reply that is still to come is waited for, a minute', async t => {
  const path = join(temporaryFolder(t), 'events.jsonl')
  const event = (type: string, content: string) => JSON.stringify({ type, data: { content } })
  const turn = queued({ transcriptPath: path })
  t.same(completeTurn(turn, soon), { wait: true }, 'no file yet')
  writeFileSync(path, event('user.message', 'why') + '\n')
  t.same(completeTurn(turn, soon), { wait: true })
  appendFileSync(path, event('assistant.message', 'Because.') + '\n')
  t.same(completeTurn(turn, soon), { wait: true })
  t.match(completeTurn(turn, late), { turn: { reply: 'Because.' } })
  appendFileSync(path, event('assistant.turn_end', '') + '\n')
  t.match(completeTurn(turn, soon), { turn: { prompt: 'why', reply: 'Because.' } })
})

t.test('a later turn of the transcript is not taken for it', async t => {
  const time = (second: number) => ({ timestamp: `2026-11-20T09:59:${second}.000Z` })
  const after = { timestamp: '2026-11-20T10:03:00.000Z' }
  const transcriptPath = transcriptOf(
    t,
    asked('first', time(10)),
    answered('First.', time(11), 'm1'),
    asked('why', time(50)),
    answered('Because.', time(55), 'm2'),
    asked('later', after),
    answered('Later.', after, 'm3'),
  )
  t.match(completeTurn(queued({ transcriptPath }), soon), { turn: { reply: 'Because.' } })
  const undated = transcriptOf(
    t,
    asked('why'),
    answered('Because.', {}, 'm2'),
    asked('later'),
    answered('Later.', {}, 'm3'),
  )
  const byText = queued({ transcriptPath: undated })
  t.match(completeTurn(byText, soon), { turn: { reply: 'Because.' } })
  const stopped = transcriptOf(t, asked('why', time(50)), asked('later', after))
  const over = queued({ transcriptPath: stopped })
  t.match(completeTurn(over, soon), { turn: { reply: '' } }, 'it is over without a reply')
})

t.test('each turn has its own prompt if nobody noted any', async t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  for (const more of [{}, { timestamp: '2026-11-19T10:00:00.000Z' }]) {
    const transcriptPath = transcriptOf(t)
    const read = [1, 2, 3].map(number => {
      const said = [asked(`prompt ${number}`, more), answered('Done.', more, `m${number}`)]
      appendFileSync(transcriptPath, said.map(entry => `${JSON.stringify(entry)}\n`).join(''))
      const ended = { session: `s${JSON.stringify(more)}`, reply: 'Done.', transcriptPath }
      return readEndedTurn(store, ended, soon)
    })
    t.equal(new Set(read.map(turn => turn?.name)).size, 3, 'three turns, whatever was answered')
    const turns = read.map(one => completeTurn(one?.turn as QueuedTurn, soon))
    t.match(
      turns,
      [1, 2, 3].map(number => ({ turn: { prompt: `prompt ${number}`, reply: 'Done.' } })),
    )
  }
})

t.test('a prompt that waited for the end of the turn is the next one', async t => {
  const time = (text: string) => ({ timestamp: `2026-11-20T${text}Z` })
  const transcriptPath = transcriptOf(
    t,
    asked('why', time('09:59:50.000')),
    answered('Because.', time('09:59:59.000'), 'm1'),
    asked('and now', time('10:00:00.200')),
    answered('Now.', time('10:00:04.000'), 'm2'),
  )
  t.match(completeTurn(queued({ transcriptPath }), soon), { turn: { reply: 'Because.' } })
  const next = queued({ prompt: 'and now', transcriptPath })
  t.match(completeTurn(next, soon), { turn: { reply: 'Now.' } }, 'dated late by the host')
})

t.test('texts from a transcript are redacted, and whole', async t => {
  const key = 'ghp_' + 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5'
  const prompt = `<private>mine</private>use ${key} ${'long '.repeat(200)}end`
  const transcriptPath = transcriptOf(t, asked(prompt), answered(`${key} ${'x '.repeat(900)}end`))
  const outcome = completeTurn(queued({ prompt: '', transcriptPath }), soon)
  const turn = 'turn' in outcome ? outcome.turn : undefined
  t.notMatch(JSON.stringify(turn), /ghp_|mine/)
  t.ok(turn && turn.prompt.length > 1_000 && turn.prompt.endsWith('end'))
  t.ok(turn && turn.reply.length > 1_800 && turn.reply.endsWith('end'))
})
