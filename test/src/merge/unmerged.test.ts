import t from 'tap'
import { mergeOther, planUnmerged, type UnmergedMemory } from '../../../src/merge/unmerged.js'
import { memory } from '../git/branches.js'

const X = memory('xxxxxxx1', 'X.')
const Y = memory('yyyyyyy1', 'Y.')
const EDITED = { ...X, content: 'X!' }

const plan = (files: UnmergedMemory[], homes = new Map()) => {
  const { written, removed, left } = planUnmerged(files, homes)
  const said = written.map(({ path, document }) => `${path}: ${document.id} ${document.content}`)
  return { written: said, removed: removed.map(({ path }) => path), left }
}

t.test('a forgotten memory and a new one in one file come apart', async t => {
  const files = [{ path: 'm/y--yyyyyyy1.md', base: X, ours: Y, theirs: EDITED }]
  const homes = new Map([['xxxxxxx1', { path: 'n/x--xxxxxxx1.md' }]])
  t.same(plan(files, homes), {
    written: ['n/x--xxxxxxx1.md: xxxxxxx1 X!', 'm/y--yyyyyyy1.md: yyyyyyy1 Y.'],
    removed: [],
    left: [],
  })
  t.same(plan([{ ...files[0]!, theirs: X }], homes).written, ['m/y--yyyyyyy1.md: yyyyyyy1 Y.'])
})

t.test('forgotten on both sides it goes, each with a new one in its place', async t => {
  const Z = memory('zzzzzzz1', 'Z.')
  const files = [
    { path: 'm/x--xxxxxxx1.md', base: X },
    { path: 'm/y--yyyyyyy1.md', ours: Y },
    { path: 'm/z--zzzzzzz1.md', theirs: Z },
  ]
  t.same(plan(files), {
    written: ['m/y--yyyyyyy1.md: yyyyyyy1 Y.', 'm/z--zzzzzzz1.md: zzzzzzz1 Z.'],
    removed: ['m/x--xxxxxxx1.md'],
    left: [],
  })
})

t.test('moved on one side and changed on the other, it is where it was moved to', async t => {
  const files = [{ path: 'm/x--xxxxxxx1.md', base: X, theirs: EDITED }]
  const homes = new Map([['xxxxxxx1', { path: 'n/x--xxxxxxx1.md', document: X }]])
  t.same(plan(files, homes), {
    written: ['n/x--xxxxxxx1.md: xxxxxxx1 X!'],
    removed: ['m/x--xxxxxxx1.md'],
    left: [],
  })
})

t.test('files named by hand keep their names; a stranger among them gets its own', async t => {
  const files = [{ path: 'm/notes.md', base: X, ours: EDITED, theirs: { ...X, kind: 'note' } }]
  t.same(plan(files).written, ['m/notes.md: xxxxxxx1 X!'])
  const two = [{ path: 'm/x--xxxxxxx1.md', ours: X, theirs: Y }]
  t.same(plan(two).written, [
    'm/x--xxxxxxx1.md: xxxxxxx1 X.',
    'm/title-of-yyyyyyy1--yyyyyyy1.md: yyyyyyy1 Y.',
  ])
})

t.test(
  'a tombstone that one side dropped stays in the archive, and is no matter for review',
  async t => {
    const buried = { ...X, evictedAt: '2026-11-01T00:00:00.000Z' }
    const { written } = planUnmerged(
      [{ path: 'm/x--xxxxxxx1.md', base: buried, ours: { ...buried, tags: ['a'] } }],
      new Map(),
    )
    t.match(written, [{ how: 'kept in the archive', document: { tags: ['a'] } }])
  },
)

t.test('what is too long to merge is left as it is', async t => {
  const long = (word: string) => ({ ...X, content: `${word}\n`.repeat(4_000) })
  const files = [
    {
      path: 'm/x--xxxxxxx1.md',
      base: X,
      ours: long('a'),
      theirs: { ...long('a'), content: `b\n${'a\n'.repeat(4_000)}b` },
    },
  ]
  const base = [{ ...files[0]!, base: { ...X, content: `${'a\n'.repeat(4_000)}c` } }]
  t.match(plan(base), {
    written: [],
    removed: [],
    left: [{ path: 'm/x--xxxxxxx1.md', reason: /more lines than can be merged/ }],
  })
})

t.test('a scope.json that is no object is left to a person', async t => {
  const path = 'projects/app-abcdefghij/scope.json'
  const theirs = '{ "name": "app" }'
  t.equal(mergeOther({ path, ours: '{}', theirs }), '{\n  "name": "app"\n}\n')
  for (const ours of ['["app"]', '"app"', '7', 'null', '{'])
    t.equal(mergeOther({ path, ours, theirs }), undefined, ours)
})
