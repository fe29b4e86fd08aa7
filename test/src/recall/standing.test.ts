import t from 'tap'
import {
  compareStanding,
  isForStart,
  isManner,
  readStanding,
  standingReason,
} from '../../../src/recall/standing.js'
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
/** The entries of two scopes, the project's and the global one, in the order of a start. */
const order = (own: readonly IndexEntry[], global: readonly IndexEntry[] = []) =>
  [own, global]
    .flatMap((entries, index) => entries.map(entry => ({ index, entry })))
    .sort(compareStanding)
    .map(({ entry }) => entry)
const countsOf = (entries: readonly IndexEntry[]) =>
  Object.fromEntries(
    [...new Set(entries.map(({ kind }) => kind))].map(kind => [
      kind,
      entries.filter(entry => entry.kind === kind).length,
    ]),
  )

/** Kinds in the order in which they are given, one that people made last. */
const KINDS = ['constraint', 'correction', 'decision', 'preference', 'procedure', 'fact', 'lesson']

t.test('what binds comes first, then what nothing else would bring', async t => {
  const pinned = newEntry('fact', { pinned: true })
  const kinds = KINDS.toReversed().flatMap(kind => many(2, kind))
  const ordered = order([...kinds, pinned])
  t.equal(ordered[0], pinned)
  t.same(
    ordered.slice(1).map(({ kind }) => kind),
    KINDS.flatMap(kind => [kind, kind]),
  )
})

t.test("global ones come after all of the project's, and files after all memories", async t => {
  const [row, fact, rule, pinned] = [
    newEntry('constraint', { imported: true, uses: 9 }),
    newEntry('fact'),
    newEntry('constraint', { uses: 3 }),
    newEntry('fact', { pinned: true }),
  ] as const
  t.same(order([row, fact], [rule, pinned]), [pinned, fact, rule, row])
  const held = newEntry('constraint', { imported: true, pinned: true })
  const everywhere = newEntry('constraint', { imported: true })
  t.same(order([held, row], [everywhere, fact]), [fact, held, row, everywhere], 'whatever they are')
})

t.test('rules of some files, and those on demand, are not meant for a start', async t => {
  const path = '.claude/rules/css.md'
  const row = (loadedAs?: string[]) =>
    newEntry('constraint', { imported: true, locator: path, ...(loadedAs && { loadedAs }) })
  t.ok(isForStart(row([path])))
  t.ok(isForStart(row()), 'nobody said')
  t.notOk(isForStart(row([])))
  t.notOk(isForStart(row(['CLAUDE.md'])), 'another file that is loaded takes it in')
  t.ok(isForStart(newEntry('fact', { loadedAs: [] })), 'a memory')
})

t.test('within a kind the most used come first, then the newest, then by their text', async t => {
  const at = '2026-05-01T00:00:00.000Z'
  const [used, often] = [1, 7].map(uses => newEntry('fact', { uses }))
  const newest = newEntry('fact', { updatedAt: '2026-06-01T00:00:00.000Z' })
  const [a, b] = ['Alpha', 'Beta'].map(title => newEntry('fact', { title, updatedAt: at }))
  const [c, d] = ['b', 'a'].map(id => newEntry('fact', { title: 'Same', updatedAt: at, id }))
  const all = [b!, d!, used!, a!, c!, newest, often!]
  t.same(order(all), [often, used, newest, a, b, d, c])
  t.same(order(all.toReversed()), order(all))
})

t.test('the manner of answering is what is global and says how', async t => {
  const one = (fields: Partial<IndexEntry>) => ({ index: 1, entry: newEntry('preference', fields) })
  t.ok(isManner(one({}), true))
  t.notOk(isManner(one({}), false), 'of this project alone')
  t.notOk(isManner(one({ kind: 'fact' }), true))
  t.notOk(isManner(one({ imported: true }), true))
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
  t.equal(entries.length, 10 + 2 * 10 * kinds.length + 10)
  t.ok(read.reduce((sum, count) => sum + count, 0) < 500, 'most of it is not read')
  const own = entries.filter(({ pinned, imported }) => !pinned && !imported)
  for (const kind of kinds) {
    const [unused, used] = [
      own.filter(({ uses }) => uses === 0),
      own.filter(({ uses }) => uses > 0),
    ]
    t.equal(countsOf(unused)[kind], 10, `${kind}: not used`)
    t.equal(countsOf(used)[kind], 10, `${kind}: used`)
  }
  t.equal(entries.filter(({ imported }) => imported).length, 10)
})
