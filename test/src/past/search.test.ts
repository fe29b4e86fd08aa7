import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { OpenedSegments } from '../../../src/past/opened.js'
import {
  addTurns,
  listParts,
  packBefore,
  pastIndexFolder,
  rewritePart,
} from '../../../src/past/parts.js'
import { searchPast, type PastHit } from '../../../src/past/search.js'
import { readSegments, refreshPast, segmentPath } from '../../../src/past/segments.js'
import { readPastSession } from '../../../src/past/session.js'
import { readSince } from '../../../src/past/since.js'
import type { PastTurn } from '../../../src/past/turns.js'
import { openStore } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'

const OWN = 'importer-0a1b2c3d'
const OTHER = 'gateway-0a1b2c3d'
const FAILED = { command: 'npm test -- feed', isFailed: true, output: 'Error: read ECONNRESET' }
const WORKS = { command: 'npm test -- feed', isFailed: false }

function turn(session: string, number: number, more: Partial<PastTurn>): PastTurn {
  const at = `2026-03-02T10:0${number}:00.000Z`
  return { session, turn: number, at, host: 'codex', asked: '', answered: '', did: [], ...more }
}

const RESET = [
  turn('reset', 1, {
    asked: 'The vendor feed died with ECONNRESET in the importer',
    answered: 'The vendor closes idle connections of the feed after 5 s. I would keep none.',
    did: [FAILED],
  }),
  turn('reset', 2, {
    asked: 'ok do it',
    answered: 'The agent keeps no connection alive now. The feed runs through.',
    did: [{ file: 'src/fetch.ts' }, WORKS],
  }),
  turn('reset', 3, { asked: 'commit', answered: 'Committed as 3be1f02.' }),
]

async function newStore() {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  addTurns(store, OWN, RESET)
  addTurns(store, OTHER, [
    turn('pool', 1, {
      asked: 'ECONNRESET from the stock feed',
      answered: 'Its idle timeout is 60 s, ours was 90 s.',
      did: [{ file: 'pkg/proxy/pool.go' }],
    }),
  ])
  await refreshPast(store)
  return store
}

const namesOf = (hits: readonly PastHit[]) =>
  hits.map(({ turn: { session, turn: number } }) => `${session} ${number}`)

t.test('the turn that mends comes before the one that fails, the own project first', async t => {
  const store = await newStore()
  const text = 'what was the fix for ECONNRESET of the feed'
  t.equal(namesOf(searchPast(store, { text, own: [OWN] }))[0], 'reset 2')
  t.equal(namesOf(searchPast(store, { text, own: [OTHER] }))[0], 'pool 1')
  const [hit, , ...rest] = searchPast(store, { text, keys: [OWN] })
  t.match(hit, { key: OWN, turn: RESET[1], outcome: '`npm test -- feed` works since this turn' })
  t.notOk(namesOf(rest).includes('pool 1'), 'another scope')
  t.equal(
    searchPast(store, { text, kind: 'failed' })[0]!.outcome,
    '`npm test -- feed` failed here and works from turn 2 on',
  )
  t.same(searchPast(store, { text: 'zebra' }), [])
})

t.test('beside a turn that was found come those that changed something, and the next', async t => {
  const store = await newStore()
  const words = ['hi', 'why does zephyr stall', 'go on', 'thanks', 'now the header']
  const did = [{ file: 'src/header.ts' }]
  const turns = words.map((asked, at) =>
    turn('zephyr', at + 1, { asked, ...(at === 4 && { did }) }),
  )
  addTurns(store, OWN, turns)
  await refreshPast(store)
  const hits = namesOf(searchPast(store, { text: 'zephyr stall' }))
  t.same(hits.sort(), ['zephyr 2', 'zephyr 3', 'zephyr 5'])
})

t.test('a turn that a wrong clock dated in a time to come is not the newest for ever', async t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  const at = new Date().toISOString()
  const words = { asked: 'ECONNRESET of the feed', answered: 'Pooled.' }
  const ahead = { ...words, at: '2099-01-01T00:00:00.000Z' }
  addTurns(store, OWN, [turn('a-ahead', 1, ahead), turn('b-today', 1, { ...words, at })])
  await refreshPast(store)
  t.same(namesOf(searchPast(store, { text: 'ECONNRESET feed' })), ['b-today 1', 'a-ahead 1'])
})

t.test('words that say nothing find no turn, and bring none beside one that is found', async t => {
  const store = await newStore()
  const find = (text: string) => namesOf(searchPast(store, { text }))
  addTurns(store, OWN, [turn('other', 1, { asked: 'What was it of this?', answered: 'So it is.' })])
  await refreshPast(store)
  t.same(find('zebras like this of it'), [])
  t.same(find('what was this stock of').sort(), ['pool 1'])
})

t.test('without any words the turns that changed a file are listed, the newest first', async t => {
  const store = await newStore()
  const later = { at: '2026-03-04T10:00:00.000Z', did: [{ file: 'src/fetch.ts' }] }
  addTurns(store, OWN, [turn('later', 1, later), turn('none', 2, {})])
  await refreshPast(store)
  const find = (file: string, more = {}) => namesOf(searchPast(store, { text: '', file, ...more }))
  t.same(find('src/fetch.ts'), ['later 1', 'reset 2'])
  t.same(find('src', { until: new Date('2026-03-03') }), ['reset 2'])
  t.same(find('fetch.ts', { limit: 1 }), ['later 1'])
  t.same(find('src/none.ts'), [])
})

t.test('filters take by time, file and number', async t => {
  const store = await newStore()
  const find = (more: object) => namesOf(searchPast(store, { text: 'ECONNRESET feed', ...more }))
  t.same(find({ since: new Date('2026-03-03') }), [])
  t.same(find({ until: new Date('2026-03-02') }), [])
  t.ok(find({ since: new Date('2026-03-02') }).length > 2)
  t.same(find({ file: 'src/fetch.ts' }), ['reset 2'])
  t.same(find({ file: './pkg/proxy/' }), ['pool 1'])
  t.same(find({ file: 'etch.ts' }), [])
  t.equal(find({ limit: 1 }).length, 1)
})

t.test('a date or an age', async t => {
  const now = new Date('2026-03-31T12:00:00.000Z')
  const since = (text: string) => readSince(text, now)?.toISOString().slice(0, 10)
  t.same(['30d', '2w', '2026-03-02', '2026-01'].map(since), [
    ...['2026-03-01', '2026-03-17', '2026-03-02', '2026-01-01'],
  ])
  t.same(['soon', '', '-3d', '2026-99-99', '3'].map(since), Array(5).fill(undefined))
})

t.test('what a part does not hold any more is left out, also before the index follows', async t => {
  const store = await newStore()
  const opened = new OpenedSegments(store)
  t.teardown(() => opened.close())
  const find = () => namesOf(searchPast(store, { text: 'ECONNRESET feed' }, opened))
  t.ok(find().includes('reset 1'))
  packBefore(store, OWN, '2026-03-03')
  t.ok(find().includes('reset 1'), 'a part that was packed since')
  for (const part of listParts(store, OWN)) rewritePart(part, () => undefined)
  t.same(find(), ['pool 1'])
  await refreshPast(store)
  t.same(find(), ['pool 1'], 'files that are gone are closed')
  addTurns(store, OWN, RESET)
  await refreshPast(store)
  t.ok(find().includes('reset 2'))
})

t.test('a turn is found that was packed since, where its day has gone on', async t => {
  const store = await newStore()
  packBefore(store, OWN, '2026-03-03')
  addTurns(store, OWN, [turn('reset', 4, { asked: 'and push' })])
  t.match(
    listParts(store, OWN).map(({ name }) => name),
    ['2026-03-02.1.jsonl.gz', '2026-03-02.jsonl'],
  )
  t.ok(namesOf(searchPast(store, { text: 'ECONNRESET feed' })).includes('reset 1'))
})

t.test('turns of a session that have one number are all found', async t => {
  const store = await newStore()
  const later = { at: '2026-03-20T10:00:00.000Z', asked: 'ECONNRESET of the feed once more' }
  addTurns(store, OWN, [turn('reset', 1, later)])
  await refreshPast(store)
  const hits = searchPast(store, { text: 'ECONNRESET feed', keys: [OWN] })
  const times = hits.filter(hit => hit.turn.turn === 1).map(hit => hit.turn.at)
  t.same(times.sort(), ['2026-03-02T10:01:00.000Z', later.at])
  t.equal(readPastSession(store, 'reset').length, 4)
})

t.test('a list of index files that keeps changing is looked at a few times', async t => {
  const store = await newStore()
  const path = join(pastIndexFolder(store), 'segments.json')
  const list = readFileSync(path, 'utf8')
  const [segment] = readSegments(store)
  rmSync(segmentPath(store, segment!))
  let looks = 0
  const changing = Object.defineProperty({ ...store }, 'state', {
    get: () => {
      writeFileSync(path, list + ' '.repeat(++looks))
      return store.state
    },
  })
  const opened = new OpenedSegments(changing)
  t.teardown(() => opened.close())
  t.equal(opened.of().length, 1)
  t.ok(looks < 100)
})

t.test('a damaged index file is passed over, and made anew', async t => {
  const store = await newStore()
  const [segment] = readSegments(store).filter(({ key }) => key === OWN)
  writeFileSync(segmentPath(store, segment!), 'no index')
  t.same(namesOf(searchPast(store, { text: 'ECONNRESET feed' })), ['pool 1'])
  await refreshPast(store)
  t.equal(namesOf(searchPast(store, { text: 'ECONNRESET feed' })).length, 4)
  t.equal(readdirSync(pastIndexFolder(store)).length, 3)
})
