import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { search } from '../../../src/search/search.js'
import { createScopeIndex } from '../../../store/index/memory-index.js'
import { SvcError } from '../../../store/errors.js'
import {
  compareRecallOrder,
  RECALL_PARTS,
  recallPart,
  type SearchIndex,
} from '../../../store/index/types.js'
import { encodeIndex } from '../../../store/index/encode.js'
import { openIndexFile, type FileIndex } from '../../../store/index/file-index.js'
import { overlayIndex } from '../../../store/index/overlay.js'
import { assertEqual, createRandom, makeDocument, makeIndex, makeText } from './sample.js'

const folder = mkdtempSync(join(tmpdir(), 'svc-index-'))
t.teardown(() => rmSync(folder, { recursive: true, force: true }))
let files = 0

function writeIndex(bytes: Uint8Array): string {
  const path = join(folder, `${files++}.idx`)
  writeFileSync(path, bytes)
  return path
}

function openBytes(bytes: Uint8Array): FileIndex {
  const index = openIndexFile(writeIndex(bytes))
  if (!index) throw new Error('the index file was refused')
  return index
}

const found = (indexes: SearchIndex[], text: string, limit = 50) =>
  search(indexes, text, { limit }).map(({ entry, score, terms, evidence }) => ({
    entry,
    score,
    terms,
    evidence,
  }))

t.test('the file form gives what the memory form gives, in the same order', async t => {
  const random = createRandom(11)
  for (const count of [0, 1, 7, 60, 400]) {
    const memory = makeIndex(count + 1, count)
    const file = openBytes(encodeIndex(memory, { directoryStamp: 'größe 1' }))
    t.equal(file.directoryStamp, 'größe 1')
    t.equal(file.size, count)
    assertEqual(t, file.entries(0, count), memory.entries(0, count))
    const parts = memory.entries(0, count).map(recallPart)
    const starts = Array.from({ length: RECALL_PARTS }, (_, part) => {
      return parts.filter(other => other < part).length
    })
    t.same([...file.parts()], starts)
    for (let query = 0; query < 12; query++) {
      const text = makeText(random, 1 + query)
      assertEqual(t, found([file], text, Infinity), found([memory], text, Infinity), text)
    }
    file.close()
  }
})

t.test('scores do not depend on how the items are split over indexes', async t => {
  const random = createRandom(5)
  const whole = createScopeIndex()
  const parts = [createScopeIndex(), createScopeIndex(), createScopeIndex()]
  for (let number = 0; number < 200; number++) {
    const document = { ...makeDocument(random, number), createdAt: '' }
    delete document.session
    whole.put(document)
    parts[number % 3]?.put(document)
  }
  for (let query = 0; query < 20; query++) {
    const text = makeText(random, 1 + (query % 9))
    assertEqual(t, found(parts, text), found([whole], text), text)
  }
})

t.test('a changed index is the same as one built anew', async t => {
  const random = createRandom(23)
  const changed = makeIndex(3, 120)
  const documents = new Map(Array.from({ length: 120 }, (_, n) => [n, makeDocument(random, n)]))
  for (const [number, document] of documents) {
    if (number % 7 === 0) changed.remove(document.id)
    else changed.put(document)
  }
  const fresh = createScopeIndex()
  for (const [number, document] of documents) if (number % 7 !== 0) fresh.put(document)
  assertEqual(t, changed.totals, fresh.totals)
  for (let query = 0; query < 20; query++) {
    const text = makeText(random, 1 + (query % 9))
    assertEqual(t, found([changed], text), found([fresh], text), text)
  }
  t.ok(
    encodeIndex(changed, { directoryStamp: '' }).equals(encodeIndex(fresh, { directoryStamp: '' })),
    'also byte by byte in the file',
  )
})

t.test('an overlay hides and adds', async t => {
  const random = createRandom(31)
  const base = makeIndex(4, 90)
  const hidden = new Set(base.entries(0, 12).map(entry => entry.id))
  const added = createScopeIndex()
  for (let number = 85; number < 95; number++) {
    const document = makeDocument(random, number)
    hidden.add(document.id)
    added.put(document)
  }
  const file = openBytes(encodeIndex(base, { directoryStamp: '' }))
  const over = overlayIndex(file, { hidden, added })
  const kept = base.entries(0, 90).filter(entry => !hidden.has(entry.id))
  const all = [...kept, ...added.entries(0, 10)].sort(compareRecallOrder)
  t.equal(over.size, all.length)
  t.same(over.entries(0, 200), all)
  t.same(over.entries(10, 5), all.slice(10, 15))
  const text = makeText(random, 8)
  const ids = found([over], text, Infinity).map(hit => hit.entry.id)
  t.ok(ids.length > 20)
  t.equal(new Set(ids).size, ids.length, 'nothing twice')
  t.ok(ids.every(id => all.some(entry => entry.id === id)))
  for (const term of ['deploy', 'redi', 'test'])
    t.equal(over.frequency(term), over.postings(term).length)
  file.close()
})

t.test('an overlay on an empty index is what was added', async t => {
  const file = openBytes(encodeIndex(createScopeIndex(), { directoryStamp: '' }))
  const added = makeIndex(4, 30)
  const over = overlayIndex(file, { hidden: new Set(), added })
  t.equal(over.size, 30)
  t.same(over.entries(0, 30), added.entries(0, 30))
  const text = makeText(createRandom(5), 8)
  assertEqual(t, found([over], text), found([added], text))
  t.same(
    added.entries(0, 30).map((_, document) => over.place(document).neighbours),
    added.entries(0, 30).map((_, document) => added.place(document).neighbours),
  )
  file.close()
})

t.test('recall order: pinned, kind, imports, uses, newest, id', async t => {
  const index = makeIndex(9, 40)
  const entries = index.entries(0, 40)
  for (let at = 1; at < entries.length; at++) {
    const [before, after] = [entries[at - 1], entries[at]]
    t.ok(before && after && compareRecallOrder(before, after) < 0)
  }
  t.same(index.entries(38, 10), entries.slice(38))
})

t.test('the newest state of an entry is kept without reading its text again', async t => {
  const index = makeIndex(2, 3)
  const entry = index.entries(0, 1)[0]
  if (!entry) throw new Error('empty index')
  t.ok(index.putEntry({ ...entry, uses: 99 }))
  t.same(
    index.numbersOf(entry.id).map(number => index.entry(number).uses),
    [99],
  )
  t.notOk(index.putEntry({ ...entry, id: 'unknown1' }))
})

t.test('a file that is not a whole index of this version is refused', async t => {
  const bytes = encodeIndex(makeIndex(1, 20), { directoryStamp: 'x' })
  t.equal(openIndexFile(join(folder, 'missing.idx')), undefined)
  t.equal(openIndexFile(folder), undefined)
  for (const other of ['', '{}', 'svc-idx\n', 'x'.repeat(5000)])
    t.equal(openIndexFile(writeIndex(Buffer.from(other))), undefined)
  for (let length = 0; length < bytes.length; length += 97)
    t.equal(openIndexFile(writeIndex(bytes.subarray(0, length))), undefined, `cut at ${length}`)
  t.equal(openIndexFile(writeIndex(Buffer.concat([bytes, Buffer.alloc(4)]))), undefined)
  for (const at of [8, 12, 16, 40, 60]) {
    const changed = Buffer.from(bytes)
    changed.writeUInt32LE(changed.readUInt32LE(at) + 1, at)
    t.equal(openIndexFile(writeIndex(changed)), undefined, `header changed at ${at}`)
  }
})

t.test('damage further in ends in STORE_CORRUPT or in valid hits', async t => {
  const random = createRandom(77)
  const bytes = encodeIndex(makeIndex(6, 60), { directoryStamp: 'x' })
  let noticed = 0
  for (let round = 0; round < 600; round++) {
    const damaged = Buffer.from(bytes)
    const spots = 1 + Math.floor(random() * 40)
    for (let spot = 0; spot < spots; spot++)
      damaged[140 + Math.floor(random() * (bytes.length - 140))] = Math.floor(random() * 256)
    const index = openIndexFile(writeIndex(damaged))
    if (!index) continue
    try {
      const hits = search([index], makeText(random, 6), { limit: 20 })
      if (!hits.every(hit => typeof hit.entry.id === 'string' && Number.isFinite(hit.score)))
        t.fail('a hit that is none')
      index.entries(0, 60)
    } catch (error) {
      noticed++
      if (!(error instanceof SvcError && error.code === 'STORE_CORRUPT')) throw error
    } finally {
      index.close()
    }
  }
  t.ok(noticed > 100, `${noticed} of 600 noticed`)
})

t.test('a closed index file says so', async t => {
  const file = openBytes(encodeIndex(makeIndex(1, 3), { directoryStamp: '' }))
  file.close()
  file.close()
  t.throws(() => file.entries(0, 3), { code: 'STORE_CORRUPT' })
})

t.test('a stamp that does not fit is refused', async t => {
  t.throws(() => encodeIndex(createScopeIndex(), { directoryStamp: 'x'.repeat(1025) }), RangeError)
})
