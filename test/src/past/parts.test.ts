import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import t from 'tap'
import {
  addTurns,
  listParts,
  listPastKeys,
  packBefore,
  readPart,
  readSessionIn,
  rewritePart,
} from '../../../src/past/parts.js'
import { commandsOf, filesOf, titleOf, toLine, type PastTurn } from '../../../src/past/turns.js'
import { noteForgotten, readForgotten } from '../../../src/past/forget.js'
import { movePast } from '../../../src/past/move.js'
import { readPastSession } from '../../../src/past/session.js'
import { openStore } from '../../../store/store.js'
import { stepsOf } from '../../store/files/synced.js'
import { temporaryFolder } from '../../store/fixture.js'

const KEY = 'bridge-0a1b2c3d'

function newStore() {
  return openStore(join(temporaryFolder(t), 'svc.json'))
}

function turn(number: number, more: Partial<PastTurn> = {}): PastTurn {
  const texts = { asked: `Question ${number}`, answered: `Answer ${number}` }
  return { session: 's1', turn: number, at: '2026-03-02T10:00:00.000Z', ...texts, did: [], ...more }
}

t.test('turns lie by scope and day, and come back as they were', async t => {
  const store = newStore()
  t.same(listParts(store, KEY), [])
  t.same(listPastKeys(store), [])
  const did = [{ command: 'npm test', isFailed: true, output: 'Error: no' }, { file: 'src/a.ts' }]
  const first = turn(1, { host: 'codex', did })
  const second = turn(2, { at: '2026-03-03T00:00:00.000Z' })
  t.equal(addTurns(store, KEY, [first, second]), 2)
  const parts = listParts(store, KEY)
  t.same(
    parts.map(({ name }) => name),
    ['2026-03-02.jsonl', '2026-03-03.jsonl'],
  )
  t.same(
    parts.flatMap(part => readPart(part)),
    [first, second],
  )
  t.same(listPastKeys(store), [KEY])
  t.same([commandsOf(first), filesOf(first)], [[did[0]], ['src/a.ts']])
  t.equal(titleOf(turn(1, { asked: 'One\n  two' })), 'One two')
})

t.test('turns, and what was forgotten, are durable when they are noted', t => {
  const store = newStore()
  const synced = ['sync file', 'sync folder']
  const now = new Date()
  for (const when of ['first', 'again, after a kill between the two']) {
    const added = stepsOf(() => addTurns(store, KEY, [turn(1), turn(2)]))
    const noted = stepsOf(() => noteForgotten(store, 's1', now))
    t.same([added, noted], [synced, synced], when)
  }
  t.equal(readForgotten(store).size, 1)
  t.end()
})

t.test('a turn is there once, however often it is added', async t => {
  const store = newStore()
  t.equal(addTurns(store, KEY, [turn(1), turn(2)]), 2)
  t.equal(addTurns(store, KEY, [turn(2), turn(3), turn(3)]), 1)
  packBefore(store, KEY, '2026-03-03')
  t.equal(addTurns(store, KEY, [turn(1), turn(4)]), 1)
  const numbers = listParts(store, KEY).flatMap(part => readPart(part).map(one => one.turn))
  t.same(numbers, [1, 2, 3, 4])
})

t.test('a day that is over is packed, and so is one that grows long', async t => {
  const store = newStore()
  const answered = Array.from({ length: 900 }, (_, at) => `line ${at} ${at * 7919}`).join('\n')
  const many = Array.from({ length: 40 }, (_, at) => turn(at + 1, { answered }))
  addTurns(store, KEY, many)
  const names = () => listParts(store, KEY).map(({ name }) => name)
  t.match(names(), [/^2026-03-02\.1\.jsonl\.gz$/, /^2026-03-02\.2\.jsonl\.gz$/])
  packBefore(store, KEY, '2026-03-02')
  t.ok(names().includes('2026-03-02.jsonl'), 'the day itself goes on')
  packBefore(store, KEY, '2026-03-03')
  t.notOk(names().includes('2026-03-02.jsonl'))
  const parts = listParts(store, KEY)
  t.same(
    parts.flatMap(part => readPart(part)).map(one => one.turn),
    many.map(one => one.turn),
  )
  const [first] = parts
  t.ok(first!.bytes * 3 < gunzipSync(readFileSync(first!.path)).length, 'packed')
  t.equal(statSync(first!.path).mode & 0o077, 0, 'for this user alone')
})

t.test(
  'a packing that was killed before it took the open part away leaves nothing twice',
  async t => {
    const store = newStore()
    addTurns(store, KEY, [turn(1), turn(2)])
    const [open] = listParts(store, KEY)
    const text = readFileSync(open!.path)
    packBefore(store, KEY, '2026-03-03')
    writeFileSync(open!.path, text)
    packBefore(store, KEY, '2026-03-03')
    const parts = listParts(store, KEY)
    t.same(
      parts.map(({ name }) => name),
      ['2026-03-02.1.jsonl.gz'],
    )
    t.same(
      parts.flatMap(part => readPart(part)).map(one => one.turn),
      [1, 2],
    )
  },
)

t.test('of a packed part one session alone is unpacked, and all of it as zcat does', async t => {
  const store = newStore()
  const of = (session: string) => [turn(1, { session }), turn(2, { session })]
  const [own, other] = [of('s1'), of('ü "2"')]
  addTurns(store, KEY, [own[0]!, other[0]!, own[1]!, other[1]!])
  packBefore(store, KEY, '2026-03-03')
  const [part] = listParts(store, KEY)
  t.same([readSessionIn(part!, 's1'), readSessionIn(part!, 'ü "2"')], [own, other])
  t.same([readPart(part!), readSessionIn(part!, 's3')], [[...own, ...other], []])
  const whole = readFileSync(part!.path)
  t.equal(gunzipSync(whole).toString(), [...own, ...other].map(toLine).join(''))
  const damaged = Buffer.from(whole)
  damaged.fill(0, whole.length - 12)
  writeFileSync(part!.path, damaged)
  t.same(readSessionIn(part!, 's1'), own, 'what is damaged elsewhere is not looked at')
  t.throws(() => readSessionIn(part!, 'ü "2"'), { code: 'STORE_CORRUPT' })
  for (const at of [16, 20, 24]) {
    const misled = Buffer.from(whole)
    misled[at]! ^= 1
    writeFileSync(part!.path, misled)
    t.same(readSessionIn(part!, 's1'), own, 'a member that misleads is read with all that follows')
    t.same(readSessionIn(part!, 'ü "2"'), other)
  }
  writeFileSync(part!.path, gzipSync(gunzipSync(whole)))
  t.same(
    [readSessionIn(part!, 's1'), readPart(part!)],
    [own, [...own, ...other]],
    'as packed before',
  )
})

t.test('turns are changed and taken out, packed or not', async t => {
  const store = newStore()
  addTurns(store, KEY, [turn(1), turn(2)])
  packBefore(store, KEY, '2026-03-03')
  addTurns(store, KEY, [turn(1, { session: 's2' })])
  for (const part of listParts(store, KEY)) {
    const before = readFileSync(part.path)
    t.equal(
      rewritePart(part, one => one),
      0,
    )
    t.same(readFileSync(part.path), before)
  }
  const [packed, open] = listParts(store, KEY)
  t.equal(
    rewritePart(packed!, one => (one.turn === 1 ? undefined : one)),
    1,
  )
  t.same(readPart(packed!), [turn(2)])
  t.equal(
    rewritePart(open!, one => ({ ...one, asked: 'x' })),
    1,
  )
  t.match(readPart(open!), [{ asked: 'x' }])
  t.equal(
    rewritePart(open!, () => undefined),
    1,
  )
  t.same(listParts(store, KEY).length, 1, 'an empty part is no part')
  t.same(readPart(open!), [], 'and reads as nothing')
})

t.test('damage is said, and what is no turn is passed over', async t => {
  const store = newStore()
  addTurns(store, KEY, [turn(1)])
  const [open] = listParts(store, KEY)
  writeFileSync(open!.path, `${readFileSync(open!.path, 'utf8')}{"session":1}\nnull\n{"a\n`)
  t.same(readPart(open!), [turn(1)])
  const bad = join(open!.path, '..', '2026-03-01.1.jsonl.gz')
  writeFileSync(bad, 'no gzip')
  writeFileSync(join(open!.path, '..', 'notes.txt'), '')
  writeFileSync(join(open!.path, '..', '2026-03-01.0.jsonl.gz'), '')
  const [damaged] = listParts(store, KEY)
  t.equal(damaged!.path, bad)
  t.throws(() => readPart(damaged!), { code: 'STORE_CORRUPT' })
  t.throws(() => addTurns(store, KEY, [turn(1, { at: 'yesterday' })]), { code: 'INVALID_REQUEST' })
  t.equal(readdirSync(join(open!.path, '..')).length, 4)
})

t.test('a day whose packing was cut off holds each turn once, whatever comes later', async t => {
  const store = newStore()
  addTurns(store, KEY, [turn(1), turn(2)])
  const open = listParts(store, KEY)[0]!
  const text = readFileSync(open.path)
  packBefore(store, KEY, '2026-03-03')
  writeFileSync(open.path, text)
  addTurns(store, KEY, [turn(3)])
  packBefore(store, KEY, '2026-03-03')
  const numbers = listParts(store, KEY).flatMap(part => readPart(part).map(one => one.turn))
  t.same(numbers, [1, 2, 3])
})

t.test('a line that was cut off goes where a part is rewritten', async t => {
  const store = newStore()
  addTurns(store, KEY, [turn(1)])
  const [part] = listParts(store, KEY)
  const torn = JSON.stringify(turn(2, { session: 's2', asked: 'quokka' })).slice(0, -9)
  appendFileSync(part!.path, torn)
  t.equal(
    rewritePart(part!, one => (one.session === 's2' ? undefined : one)),
    0,
  )
  t.notMatch(readFileSync(part!.path, 'utf8'), 'quokka')
  t.equal(readPart(part!).length, 1)
})

t.test('two scopes may have a turn of one session and number: a move keeps both', async t => {
  const store = newStore()
  const other = turn(1, { asked: 'Another question', at: '2026-03-04T10:00:00.000Z' })
  addTurns(store, KEY, [turn(1)])
  addTurns(store, 'tunnel-0a1b2c3d', [other])
  const asked = () => readPastSession(store, 's1').map(one => one.asked)
  t.same(asked().sort(), ['Another question', 'Question 1'])
  movePast(store, 'tunnel-0a1b2c3d', KEY, { now: new Date(), fence: () => undefined })
  t.same(asked().sort(), ['Another question', 'Question 1'])
  t.same(listParts(store, 'tunnel-0a1b2c3d'), [])
})
