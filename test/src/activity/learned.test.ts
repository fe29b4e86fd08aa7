import t from 'tap'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  countWaiting,
  dropLearned,
  moveLearned,
  noteLearned,
  noteReviewed,
  readLearned,
  type LearnedLine,
} from '../../../src/activity/learned.js'
import { openStore, statePath } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'
import { GLOBAL } from '../fixture.js'
import { memory, ReflectDesk, turnsSaying } from '../reflect/desk.js'

const NOW = new Date('2026-11-20T10:00:00.000Z')
const DAY_MS = 24 * 60 * 60 * 1000

function lineOf(id: string, more: Partial<LearnedLine> = {}): LearnedLine {
  const at = '2026-11-20T09:00:00.000Z'
  const said = `words about ${id}`
  const change = 'added' as const
  const from = { session: 's', turn: 1, said, wrote: 'x' }
  return { at, key: 'global', id, title: `T ${id}`, change, ...from, ...more }
}

t.test('a reflection logs what it made of which memory, with the words it came from', async t => {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  const said = 'we use pnpm here, always'
  const candidates = [
    memory('Packages come from pnpm', { said, content: 'pnpm is used.' }),
    memory('Answers are short', { scope: 'global', said: 'keep your answers short' }),
  ]
  desk.answers({ memories: candidates })
  const turns = turnsSaying(candidates, 4)
  await service.reflectBatch({ scope: desk.scope, session: 'one', turns })
  desk.later(60)
  const changed = { content: 'pnpm is used for packages.', said: 'pnpm for packages I said' }
  desk.answers({ memories: [memory('Packages come from pnpm', changed)] })
  await service.reflectBatch({
    scope: desk.scope,
    session: 'two',
    turns: turnsSaying([changed], 4),
  })

  const { key } = desk.scopeFolder()
  const { lines } = readLearned(desk.store, desk.now)
  t.match(lines, [
    { key, title: 'Packages come from pnpm', change: 'added', session: 'one', turn: 4, said },
    { key: 'global', title: 'Answers are short', change: 'added', said: 'keep your answers short' },
    { key, change: 'updated', session: 'two', said: changed.said, before: /^[0-9a-z]{20}$/ },
  ])
  t.equal(lines.length, 3)
  t.equal(lines[0]?.id, lines[2]?.id)
  const waiting = [...countWaiting(readLearned(desk.store, desk.now))]
  t.same(waiting, [
    [key, 1],
    ['global', 1],
  ])
  const file = readFileSync(statePath(desk.store, 'waiting.json'), 'utf8')
  t.same(JSON.parse(file), { waiting: Object.fromEntries(waiting) })
  const [second, first] = await service.events()
  t.match(first, { added: 2, items: [{ change: 'added' }, { title: 'Answers are short' }] })
  t.match(second, { updated: 1, items: [{ id: lines[0]?.id, change: 'updated' }] })
  t.notMatch(JSON.stringify([first, second]), /always/, 'an event holds no words')

  await service.memories.forget(lines[0]!.id)
  t.notMatch(readFileSync(statePath(desk.store, 'learned.jsonl'), 'utf8'), /pnpm/)
  t.same([...countWaiting(readLearned(desk.store, desk.now)).keys()], ['global'])
})

t.test('a batch that was cut off behind the log adds nothing to it twice', async t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  await noteLearned(store, [lineOf('a'), lineOf('b')], NOW)
  await noteLearned(store, [lineOf('b', { at: NOW.toISOString() }), lineOf('c')], NOW)
  t.same(
    readLearned(store, NOW).lines.map(({ id }) => id),
    ['a', 'b', 'c'],
  )
})

t.test('words are stored without secrets, and clipped', async t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  const token = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`
  const said = `the token is ${token} ${'and so on '.repeat(100)}`
  await noteLearned(store, [lineOf('a', { said, title: `Token ${token}` })], NOW)
  const [line] = readLearned(store, NOW).lines
  t.equal(line?.said?.length, 500)
  t.notMatch(readFileSync(statePath(store, 'learned.jsonl'), 'utf8'), /ghp_/)
})

t.test('a look holds until something is learned of the memory again', async t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  await noteLearned(store, [lineOf('a'), lineOf('a', { key: 'other-1' }), lineOf('b')], NOW)
  await noteReviewed(store, [{ key: 'global', id: 'a', until: lineOf('a').at }], NOW)
  const learned = readLearned(store, NOW)
  t.same(
    learned.lines.map(line => learned.isReviewed(line)),
    [true, false, false],
  )
  t.same(Object.fromEntries(countWaiting(learned)), { global: 1, 'other-1': 1 })
  await noteLearned(store, [lineOf('a', { at: NOW.toISOString(), change: 'updated' })], NOW)
  t.same(Object.fromEntries(countWaiting(readLearned(store, NOW))), { global: 2, 'other-1': 1 })
  await dropLearned(store, [{ key: 'global', id: 'a' }], NOW)
  t.equal(readLearned(store, NOW).reviewedUntil({ key: 'global', id: 'a' }), '')
  await moveLearned(store, 'other-1', 'global', NOW)
  t.same(Object.fromEntries(countWaiting(readLearned(store, NOW))), { global: 2 })
})

t.test('what is older than 90 days goes, and so does what is beyond a thousand lines', async t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  const old = new Date(NOW.getTime() - 91 * DAY_MS).toISOString()
  const many = Array.from({ length: 1_100 }, (_, n) => lineOf(`m${n}`))
  await noteLearned(store, [lineOf('old', { at: old }), ...many], NOW)
  const { lines } = readLearned(store, NOW)
  t.equal(lines.length, 1_000)
  t.equal(lines[0]?.id, 'm100')
  t.same(readLearned(store, new Date(NOW.getTime() + 100 * DAY_MS)).lines, [])
})

t.test('what is broken is passed over', async t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  await noteLearned(store, [lineOf('a')], NOW)
  const path = statePath(store, 'learned.jsonl')
  writeFileSync(path, `{"at":\nnull\n{"id":"x"}\n${readFileSync(path, 'utf8')}`)
  for (const text of ['{', 'null', '[]', '{"until":7}', '{"until":{"global a":7}}']) {
    writeFileSync(statePath(store, 'reviewed.json'), text)
    t.equal(countWaiting(readLearned(store, NOW)).get('global'), 1, text)
  }
})

t.test('a memory that a person wrote is not among what was learned', async t => {
  const desk = new ReflectDesk(t)
  await desk.open().remember({ scope: GLOBAL, title: 'T', content: 'x' })
  t.same(readLearned(desk.store, desk.now).lines, [])
})
