import fs, { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import {
  addTurns,
  listParts,
  packBefore,
  pastIndexFolder,
  rewritePart,
  type Part,
} from '../../../src/past/parts.js'
import { readSegments, refreshPast, segmentPath } from '../../../src/past/segments.js'
import { searchPast } from '../../../src/past/search.js'
import { toLine, type PastTurn } from '../../../src/past/turns.js'
import { openIndexFile } from '../../../store/index/file-index.js'
import { openStore, type Store } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'

const KEY = 'bridge-0a1b2c3d'
const OTHER = 'tunnel-0a1b2c3d'

function newStore() {
  return openStore(join(temporaryFolder(t), 'svc.json'))
}

function turn(number: number, more: Partial<PastTurn> = {}): PastTurn {
  const texts = { asked: `Question ${number}`, answered: `Answer word${number}` }
  return { session: 's1', turn: number, at: '2026-03-02T10:00:00.000Z', ...texts, did: [], ...more }
}

function turns(count: number, from = 1, more: Partial<PastTurn> = {}): PastTurn[] {
  return Array.from({ length: count }, (_, at) => turn(from + at, more))
}

/** The turns that have a word, by number, over all segments. */
function find(store: Store, word: string): number[] {
  return readSegments(store)
    .flatMap(segment => {
      const file = openIndexFile(segmentPath(store, segment))!
      const found = Array.from(file.postings(word), posting => file.entry(posting >>> 8).turn!)
      file.close()
      return found
    })
    .sort((a, b) => a - b)
}

function filesOf(store: Store): string[] {
  return readdirSync(pastIndexFolder(store)).sort()
}

t.test('a part that may not be read for a moment is indexed the next time', async t => {
  const store = newStore()
  addTurns(store, KEY, turns(2))
  addTurns(store, KEY, turns(1, 3, { at: '2026-03-03T10:00:00.000Z' }))
  const [{ path: shut }] = listParts(store, KEY) as [Part]
  const { openSync } = fs
  const mend = () => {
    fs.openSync = openSync
    syncBuiltinESMExports()
  }
  fs.openSync = (path, ...more) => {
    if (path !== shut) return openSync(path, ...more)
    throw Object.assign(new Error('a scanner has it'), { code: 'EPERM' })
  }
  syncBuiltinESMExports()
  await refreshPast(store).finally(mend)
  t.same(find(store, 'answer'), [3], 'the others are not held up')
  await refreshPast(store)
  t.same(find(store, 'answer'), [1, 2, 3])
})

t.test('what is added is found, and an index that is up to date stays as it is', async t => {
  const store = newStore()
  await refreshPast(store, KEY)
  t.same(readSegments(store), [])
  addTurns(store, KEY, turns(3))
  await refreshPast(store, KEY)
  t.same(find(store, 'answer'), [1, 2, 3])
  t.same(find(store, 'word2'), [2])
  const before = filesOf(store)
  await refreshPast(store, KEY)
  await refreshPast(store)
  t.same(filesOf(store), before)
  addTurns(store, KEY, turns(2, 4))
  addTurns(store, OTHER, turns(1, 9))
  await refreshPast(store, KEY)
  t.same([find(store, 'word5'), find(store, 'word9')], [[5], []], 'a scope alone')
  await refreshPast(store)
  t.same([find(store, 'word5'), find(store, 'word9')], [[5], [9]])
  t.same(
    readSegments(store).map(({ key }) => key),
    [KEY, OTHER],
  )
})

t.test('what is packed stays, what is taken out of a part goes with its words', async t => {
  const store = newStore()
  addTurns(store, KEY, [turn(1), turn(2, { session: 's2' })])
  await refreshPast(store, KEY)
  packBefore(store, KEY, '2026-03-03')
  await refreshPast(store, KEY)
  t.same(find(store, 'word2'), [2])
  for (const part of listParts(store, KEY))
    rewritePart(part, one => (one.session === 's2' ? undefined : one))
  await refreshPast(store, KEY)
  t.same([find(store, 'word1'), find(store, 'word2')], [[1], []])
  const [segment] = readSegments(store)
  t.notOk(readFileSync(segmentPath(store, segment!)).includes('word2'), 'no word of it is left')
  for (const part of listParts(store, KEY)) rewritePart(part, () => undefined)
  await refreshPast(store, KEY)
  t.same([readSegments(store), filesOf(store)], [[], ['segments.json']])
})

t.test('many turns are few files', async t => {
  const store = newStore()
  const folder = join(store.state, 'past', KEY)
  mkdirSync(folder, { recursive: true })
  for (let day = 1; day <= 9; day++) {
    const lines = turns(1_000, day * 1_000, {
      at: `2026-03-0${day}T10:00:00.000Z`,
      session: `s${day}`,
    }).map(toLine)
    writeFileSync(join(folder, `2026-03-0${day}.1.jsonl.gz`), gzipSync(lines.join('')))
  }
  await refreshPast(store)
  const sizes = () => readSegments(store).map(segment => segment.turns)
  t.same(sizes().sort(), [1_000, 8_000])
  t.same(find(store, 'word9999'), [9_999])
  const held = readSegments(store).flatMap(segment => segment.parts)
  t.equal(new Set(held.map(({ name }) => name)).size, held.length, 'each part once')
  t.equal(filesOf(store).length, readSegments(store).length + 1)
  const [first] = listParts(store, KEY)
  rewritePart(first!, one => (one.turn === 1_000 ? undefined : one))
  await refreshPast(store, KEY)
  t.same(
    [find(store, 'word1000'), find(store, 'word1001'), find(store, 'word8999')],
    [[], [1_001], [8_999]],
  )
})

t.test('what is lost or damaged is made anew', async t => {
  const store = newStore()
  addTurns(store, KEY, turns(2))
  addTurns(store, OTHER, turns(1, 3))
  await refreshPast(store)
  const path = () => segmentPath(store, readSegments(store)[0]!)
  const list = join(pastIndexFolder(store), 'segments.json')
  for (const damage of [
    () => writeFileSync(list, 'no list'),
    () => writeFileSync(list, '{"version":1,"segments":[{"name":"../x.idx"}]}'),
    () => writeFileSync(path(), readFileSync(path()).fill(7, 300)),
    () => writeFileSync(path(), ''),
  ]) {
    damage()
    addTurns(store, KEY, [turn(readSegments(store).length + 20 + Math.floor(Math.random() * 1e6))])
    searchPast(store, { text: 'word1 word2 word3' })
    await refreshPast(store)
    t.same([find(store, 'word2'), find(store, 'word3')], [[2], [3]])
  }
  const [part] = listParts(store, OTHER)
  writeFileSync(part!.path.replace('.jsonl', '.1.jsonl.gz'), 'no gzip')
  await refreshPast(store)
  t.same(find(store, 'word3'), [3], 'a part that cannot be read holds nothing')
})
