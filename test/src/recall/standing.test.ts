import t from 'tap'
import { planStanding, readStanding, standingReason } from '../../../src/recall/standing.js'
import { encodeIndex } from '../../../store/index/encode.js'
import { openIndexFile } from '../../../store/index/file-index.js'
import { createScopeIndex } from '../../../store/index/memory-index.js'
import type { IndexDocument, IndexEntry } from '../../../store/index/types.js'
import { temporaryFolder } from '../../store/fixture.js'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

let made = 0

function newEntry(kind: string, fields: Partial<IndexEntry> = {}): IndexEntry {
  const id = `m${String(++made).padStart(7, '0')}`
  const updatedAt = new Date(Date.UTC(2026, 0, 1) - made * 60_000).toISOString()
  return {
    id,
    kind,
    title: `${kind} ${id}`,
    pinned: false,
    imported: false,
    uses: 0,
    createdAt: updatedAt,
    updatedAt,
    locator: `${id}.memory.md`,
    stamp: '1-1',
    ...fields,
  }
}

const many = (count: number, kind: string, fields?: Partial<IndexEntry>) =>
  Array.from({ length: count }, () => newEntry(kind, fields))
const plan = (entries: readonly IndexEntry[]) =>
  planStanding(entries.map(entry => ({ entry }))).map(({ entry }) => entry)
const countsOf = (entries: readonly IndexEntry[]) =>
  Object.fromEntries(
    [...new Set(entries.map(({ kind }) => kind))].map(kind => [
      kind,
      entries.filter(entry => entry.kind === kind).length,
    ]),
  )

t.test('every entry is planned once', async t => {
  const entries = [...many(9, 'constraint'), ...many(3, 'odd-kind'), ...many(2, 'fact')]
  const planned = plan(entries)
  t.equal(new Set(planned).size, entries.length)
  t.same(plan([]), [])
})

t.test('what is pinned comes first, then the first of every group, the rules before', async t => {
  const kinds = [
    'fact',
    'decision',
    'procedure',
    'correction',
    'preference',
    'constraint',
    'lesson',
  ]
  const pinned = newEntry('fact', { pinned: true })
  const planned = plan([...kinds.flatMap(kind => many(3, kind)), pinned])
  t.equal(planned[0], pinned)
  t.same(
    planned.slice(1, 5).map(({ kind }) => kind),
    ['constraint', 'preference', 'correction', 'decision'],
  )
  t.same(new Set(planned.slice(0, 13).map(({ kind }) => kind)), new Set(kinds))
})

t.test('a hundred constraints starve no other kind', async t => {
  const others = ['preference', 'procedure', 'decision', 'fact', 'correction', 'bugfix']
  const entries = [...many(100, 'constraint', { uses: 9 }), ...others.flatMap(one => many(12, one))]
  const counts = countsOf(plan(entries).slice(0, 40))
  for (const kind of others) t.ok((counts[kind] ?? 0) >= 2, `${kind}: ${counts[kind]}`)
  t.ok((counts.constraint ?? 0) > (counts.fact ?? 0), 'and keep their weight')
})

t.test('neither do files, nor what is used much what is new', async t => {
  const rows = many(60, 'constraint', { imported: true })
  const newest = newEntry('fact', { updatedAt: '2026-06-01T00:00:00.000Z' })
  const mostUsed = newEntry('lesson', { uses: 90 })
  const entries = [...rows, ...many(50, 'fact', { uses: 5 }), ...many(20, 'constraint'), newest]
  const planned = plan([...entries, mostUsed]).slice(0, 20)
  t.ok(planned.includes(newest))
  t.ok(planned.includes(mostUsed))
  t.ok(planned.filter(({ imported, kind }) => kind === 'constraint' && !imported).length >= 3)
  t.ok(planned.some(({ imported }) => imported))
})

t.test('of what is used the most used comes first, whatever is newer', async t => {
  const [rarely, often, sometimes] = [2, 9, 5].map(uses => newEntry('lesson', { uses }))
  const facts = many(3, 'fact', { updatedAt: '2026-06-01T00:00:00.000Z' })
  const planned = plan([...facts, rarely!, often!, sometimes!])
  const used = planned.filter(({ uses }) => uses > 0)
  t.equal(planned[0], often)
  t.same(
    used,
    [often, sometimes, rarely].filter(entry => used.includes(entry!)),
  )
})

t.test('a reason says why it stands there', async t => {
  t.equal(standingReason(newEntry('fact', { pinned: true })), 'pinned fact')
  t.equal(standingReason(newEntry('fact', { uses: 3 })), 'fact, used 3 times')
  t.equal(standingReason(newEntry('fact')), 'standing fact')
  const row = newEntry('constraint', { imported: true, locator: 'AGENTS.md' })
  t.equal(standingReason(row), 'constraint imported from AGENTS.md')
})

function openIndex(t: Parameters<typeof temporaryFolder>[0], documents: readonly IndexDocument[]) {
  const index = createScopeIndex()
  for (const document of documents) index.put(document)
  const path = join(temporaryFolder(t), 'scope.idx')
  writeFileSync(path, encodeIndex(index, { directoryStamp: 'x' }))
  const file = openIndexFile(path)!
  t.teardown(() => file.close())
  return file
}

const toDocument = (entry: IndexEntry): IndexDocument => ({
  ...entry,
  content: 'Text.',
  tags: [],
  aliases: [],
})

t.test('a small index is read through, an agent file once', async t => {
  const row = newEntry('fact', { imported: true })
  const passages = [0, 1, 2].map(passage => ({ ...row, passage, heading: `Part ${passage}` }))
  const index = openIndex(t, [...many(30, 'fact'), ...passages].map(toDocument))
  const { entries, unread } = readStanding(index, 5)
  t.equal(entries.length, 31)
  t.equal(unread, 0)
  t.match(
    entries.filter(({ imported }) => imported),
    [{ id: row.id, passage: undefined, heading: undefined }],
  )
})

t.test('a large index is looked into: the first of every part, and how many there are', async t => {
  const kinds = ['constraint', 'preference', 'procedure', 'fact', 'decision']
  const others = kinds.flatMap((kind, at) => [
    ...many(300, kind),
    ...many(40, kind, { uses: at + 2 }),
    ...many(20, kind, { imported: true }),
  ])
  const all = [...others, ...many(15, 'fact', { pinned: true })]
  const read: number[] = []
  const index = openIndex(t, all.map(toDocument))
  const counted = {
    size: index.size,
    parts: () => index.parts(),
    entries: (from: number, count: number) => {
      read.push(count)
      return index.entries(from, count)
    },
  }
  const { entries, unread } = readStanding(counted, 10)
  t.equal(entries.length + unread, all.length)
  t.equal(entries.length, 10 + 3 * 10 * kinds.length)
  t.ok(read.reduce((sum, count) => sum + count, 0) < 500, 'most of it is not read')
  const own = entries.filter(({ pinned, imported }) => !pinned && !imported)
  for (const kind of kinds) {
    const [unused, used] = [
      own.filter(({ uses }) => uses === 0),
      own.filter(({ uses }) => uses > 0),
    ]
    t.equal(countsOf(unused)[kind], 10, `${kind}: not used`)
    t.equal(countsOf(used)[kind], 10, `${kind}: used`)
    t.equal(countsOf(entries.filter(({ imported }) => imported))[kind], 10, `${kind}: files`)
  }
})
