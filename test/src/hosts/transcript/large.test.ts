import t from 'tap'
import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { readToolUses } from '../../../../src/hosts/transcript/uses.js'
import { temporaryFolder } from '../../../store/fixture.js'
import { processorMs } from '../../../processor-time.js'
import { answered, asked, called, readLastTurn, transcriptOf } from './fixture.js'

const IO = '/proc/self/io'
const MiB = 1024 * 1024

/** Bytes that this process asked the system to read while `action` ran. */
function bytesRead(action: () => unknown): number {
  const count = () => Number(/rchar: (\d+)/.exec(readFileSync(IO, 'utf8'))?.[1])
  const before = count()
  const own = count() - before
  action()
  return count() - before - 2 * own
}

function largeTranscript(folder: string): string {
  const path = join(folder, 'large.jsonl')
  const output = 'x'.repeat(20_000)
  const turn = [
    asked('an old question'),
    called('Bash', { command: 'make' }),
    asked([{ type: 'tool_result', content: output }]),
    answered('an old answer'),
  ]
  const text = turn
    .map(line => JSON.stringify(line) + '\n')
    .join('')
    .repeat(100)
  const file = openSync(path, 'w')
  while (statSync(path).size < 50 * MiB) writeSync(file, text)
  closeSync(file)
  return path
}

const isCounted = existsSync(IO)

t.test('a transcript of 50 MB costs no more than a small one', { skip: !isCounted }, async t => {
  const path = largeTranscript(temporaryFolder(t))
  const last = [asked('the last question'), answered('the last answer', {}, 'm9')]
  const small = transcriptOf(t, ...Array.from({ length: 40 }, () => last).flat())
  appendFileSync(path, last.map(line => JSON.stringify(line) + '\n').join(''))
  let turn
  const large = bytesRead(() => (turn = readLastTurn(path)))
  const little = bytesRead(() => readLastTurn(small))
  t.match(turn, { prompt: 'the last question', reply: 'the last answer', complete: true })
  t.comment(`${large} bytes of 50 MB, ${little} of ${statSync(small).size}`)
  t.ok(large <= 64 * 1024 + 1000, `${large} bytes`)
  t.ok(little > 1000, 'reading is counted')
})

t.test('what is read is bounded where no prompt comes', { skip: !isCounted }, async t => {
  const path = largeTranscript(temporaryFolder(t))
  const work = JSON.stringify(asked([{ type: 'tool_result', content: 'y'.repeat(50_000) }])) + '\n'
  appendFileSync(path, work.repeat(40) + JSON.stringify(answered('the end', {}, 'm9')) + '\n')
  let turn
  const bytes = bytesRead(() => (turn = readLastTurn(path)))
  t.same(turn, { reply: 'the end', complete: true }, 'the prompt lies too far back')
  t.ok(bytes <= 513 * 1024, `${bytes} bytes`)
  t.match(readLastTurn(path, { maxBytes: 4 * MiB }), {
    prompt: 'an old question',
    reply: 'the end',
  })
})

t.test('a single huge line is bounded as well', { skip: !isCounted }, async t => {
  const path = transcriptOf(t, asked('why'), `{"type":"user","x":"${'y'.repeat(20 * MiB)}"}`)
  const bytes = bytesRead(() => t.equal(readLastTurn(path), undefined))
  t.ok(bytes <= 513 * 1024, `${bytes} bytes`)
})

t.test('the beginning of a huge line tells what it is', async t => {
  const image = { type: 'image', source: { type: 'base64', data: 'A'.repeat(2 * MiB) } }
  const answer = answered('A cat.', {}, 'm2')
  const options = { maxBytes: 8 * MiB }
  const prompt = asked([{ type: 'text', text: 'what is "this" \\ thing?' }, image])
  const path = transcriptOf(t, asked('older'), answered('Old.'), prompt, answer)
  t.match(readLastTurn(path, options), { prompt: 'what is "this" \\ thing?', reply: 'A cat.' })
  const pasted = transcriptOf(t, asked(`read: ${'ä"\\\n'.repeat(400_000)}`), answer)
  const read = readLastTurn(pasted, options)
  t.equal(read?.reply, 'A cat.')
  t.ok(read?.prompt?.startsWith('read: ä"\\\nä'), 'a long text keeps its beginning')
  const result = asked([{ tool_use_id: 't', type: 'tool_result', content: 'z'.repeat(2 * MiB) }])
  const between = transcriptOf(t, asked('why'), called('Bash', {}), result, answer)
  t.match(readLastTurn(between, options), { prompt: 'why', reply: 'A cat.', complete: true })
  const anew = { $set: { messages: [{ id: 'u', type: 'user', content: 'b'.repeat(MiB) }] } }
  const later = [
    { id: 'u2', type: 'user', content: 'now' },
    { id: 'g2', type: 'gemini', content: 'Yes.' },
  ]
  t.match(readLastTurn(transcriptOf(t, anew, ...later), options), { prompt: 'now', reply: 'Yes.' })
})

t.test('a long text keeps its beginning, wherever the cut falls', async t => {
  const took = await processorMs(() => {
    for (let shift = 0; shift < 24; shift++) {
      const text = 'x'.repeat(shift) + 'ä"\\\n\u0001€\\\\'.repeat(20_000)
      const path = transcriptOf(t, asked(text), answered('Read.', {}, 'm2'))
      const { prompt, reply } = readLastTurn(path) ?? {}
      t.equal(reply, 'Read.')
      t.ok(prompt && prompt.length > 50_000 && text.startsWith(prompt), `shift ${shift}`)
    }
  })
  t.ok(took < 5_000, `${took} ms of processor time: what is quadratic takes minutes`)
})

t.test('hostile huge lines are given up soon', async t => {
  const nested = `{"a":${'['.repeat(150_000)}${'][,'.repeat(150_000)}`
  const escapes = `{"type":"user","message":{"content":"${'\\\\'.repeat(300_000)}`
  const quotes = `{"type":"user"${',"'.repeat(300_000)}`
  const path = transcriptOf(t, nested, escapes, quotes, '\n'.repeat(500_000), asked('why'))
  const only = transcriptOf(t, nested, escapes, quotes)
  const took = await processorMs(() => {
    t.equal(readLastTurn(path, { maxBytes: 8 * MiB })?.prompt, 'why')
    readLastTurn(only, { maxBytes: 8 * MiB })
  })
  t.ok(took < 5_000, `${took} ms of processor time: what is quadratic takes minutes`)
})

t.test('huge and broken lines do not slow the count of skills', { skip: !isCounted }, async t => {
  const read = called('Read', { file_path: '/s/deploy/SKILL.md' })
  const image = `{"type":"user","x":"SKILL.md ${'y'.repeat(3 * MiB)}"}`
  const path = transcriptOf(t, image, read)
  const size = statSync(path).size
  t.same(readToolUses(path, 0), { skills: ['/s/deploy/SKILL.md'], end: size })
  const bytes = bytesRead(() => t.same(readToolUses(path, size), { skills: [], end: size }))
  t.equal(bytes, 0, 'what was read is not read again')
  const endless = transcriptOf(t, 'z'.repeat(20 * MiB), read)
  let end = 0
  const found = Array.from({ length: 3 }, () => {
    const uses = readToolUses(endless, end)
    end = uses.end
    return uses.skills
  })
  t.same(found, [[], [], ['/s/deploy/SKILL.md']])
  t.equal(end, statSync(endless).size)
})
