import t from 'tap'
import { isId } from '../../../store/names.js'
import { formatMemoryDocument } from '../../../store/document/format.js'
import { parseMemoryDocument } from '../../../store/document/parse.js'
import { parseMemoryStrict } from '../../../store/document/strict.js'
import { exampleFile, origin, read } from './example.js'

async function problemOf(text: string): Promise<string> {
  const parsed = await parseMemoryDocument(text, origin)
  return 'problem' in parsed ? parsed.problem : ''
}

t.test('a file written by hand does what a person expects', async t => {
  const bare = await read('# Use *tabs* #\n\nNever spaces.\n')
  t.same(bare, {
    id: 'kqq2m7xw',
    kind: 'fact',
    title: 'Use *tabs*',
    tags: [],
    aliases: [],
    source: {},
    createdAt: origin.modifiedAt,
    undated: true,
    pinned: false,
    extra: {},
    content: '# Use *tabs* #\n\nNever spaces.',
  })
  const dated = await read(`---\ncreatedAt: ${origin.modifiedAt}\n---\nNever spaces.\n`)
  t.notOk('undated' in dated, 'somebody said when it was made')
  const named = await read('Never spaces.', { ...origin, fileName: 'use_tabs-not spaces.md' })
  t.equal(named.title, 'Use tabs not spaces')
  t.ok(isId(named.id))
  t.equal(
    named.id,
    (await read('other', { ...origin, fileName: 'use_tabs-not spaces.md' })).id,
    'stable',
  )
  t.not(named.id, (await read('other', { ...origin, fileName: 'use_tabs.md' })).id)
})

t.test('fields of other types are coerced', async t => {
  const of = async (line: string) => read(`\ufeff---\r\n${line}\r\n---\r\ntext\r\n`)
  t.same((await of('tags: git, "Big Tag" ,, x')).tags, ['git', '"Big Tag"', 'x'])
  t.same((await of('tags: [git, 2026, true, git]')).tags, ['git', '2026', 'true'])
  t.same((await of('tags:')).tags, [])
  t.same((await of('aliases: renew a secret, token expired')).aliases, [
    'renew a secret',
    'token expired',
  ])
  t.same((await of('aliases: ["a, b", 401, "", 401]')).aliases, ['a, b', '401'])
  t.equal((await of('title: 12:30:00')).title, '12:30:00')
  t.equal((await of('title: 007 # the agent')).title, '007')
  t.equal((await of('title: 2026-11-20')).title, '2026-11-20')
  t.equal((await of('title: true')).title, 'true')
  t.equal((await of('title: |\r\n  two\r\n  lines')).title, 'two lines')
  t.equal((await of('kind: Constraint')).kind, 'constraint')
  t.equal((await of('pinned: yes')).pinned, true)
  t.equal((await of('pinned: off')).pinned, false)
  t.equal((await of('createdAt: 2026-11-20')).createdAt, '2026-11-20T00:00:00.000Z')
  t.equal((await of('createdAt: 2026-11-20 10:30')).createdAt, '2026-11-20T10:30:00.000Z')
  t.equal((await of('createdAt: 2026-11-20T10:30:00+02:00')).createdAt, '2026-11-20T08:30:00.000Z')
  t.same((await of('source: a colleague')).source, { note: 'a colleague' })
  t.same((await of('source: {session: 12, turn: "3", mergedFrom: kqq2m7xx}')).source, {
    session: '12',
    turn: 3,
    mergedFrom: ['kqq2m7xx'],
  })
})

t.test('files that are not to be touched are reported with the reason', async t => {
  const conflict = '<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> theirs\n'
  t.match(await problemOf(`text\n${conflict}`), /conflict/)
  t.match(await problemOf(`---\n${conflict}---\ntext`), /conflict/)
  t.match(await problemOf(`---\r\n${conflict.replaceAll('\n', '\r\n')}---\r\ntext`), /conflict/)
  t.match(await problemOf(exampleFile.replace('title:', 'title: "')), /not YAML/)
  t.match(await problemOf('---\nid: a: b\n---\ntext'), /not YAML/)
  t.match(await problemOf('---\ntitle: a\ntitle: b\n---\ntext'), /not YAML/)
  t.match(await problemOf('a\0b'), /binary/)
  t.match(await problemOf('x'.repeat(2 ** 20 + 1)), /1 MiB/)
  t.match(await problemOf('é'.repeat(2 ** 19 + 1)), /1 MiB/)
  t.equal(await problemOf('x'.repeat(2 ** 20)), '')
  for (const text of ['', '\ufeff', ' \n\t\n']) t.match(await problemOf(text), /empty/)
  t.match(await problemOf('---\nid: 12345678\n---\ntext'), /id/)
  t.match(await problemOf('---\nid: ../../etc\n---\ntext'), /id/)
  t.match(await problemOf('---\nkind: [a]\n---\ntext'), /kind/)
  t.match(await problemOf('---\ntitle: {a: 1}\n---\ntext'), /title/)
  t.match(await problemOf('---\ntags: {a: 1}\n---\ntext'), /tags/)
  t.match(await problemOf('---\naliases: {a: 1}\n---\ntext'), /aliases/)
  t.match(await problemOf('---\nsource: [1]\n---\ntext'), /source/)
  t.match(await problemOf('---\npinned: maybe\n---\ntext'), /pinned/)
  t.match(await problemOf('---\ncreatedAt: yesterday\n---\ntext'), /createdAt/)
  t.match(await problemOf('---\nsupersededBy: X\n---\ntext'), /supersededBy/)
  t.match(await problemOf('---\nevictedAt: [1]\n---\ntext'), /evictedAt/)
  t.equal(parseMemoryStrict(conflict), undefined)
})

t.test('a setext heading or one marker alone is no conflict', async t => {
  t.equal(await problemOf('Title\n=======\ntext'), '')
  t.equal(await problemOf('<<<<<<< HEAD is what git writes'), '')
})

t.test('unknown keys stay as they were written', async t => {
  const written = `# about the aka
aka: [a,  b] # as a flow list
nested:
    deep: {x: 1}
    list:
    - 1
text: |
  two
  lines
`
  const file = exampleFile.replace('pinned', '').replace('---\n\n', `${written}# the end\n---\n\n`)
  t.equal(parseMemoryStrict(file), undefined)
  const document = await read(file)
  t.same(JSON.parse(JSON.stringify(document.extra)), {
    aka: ['a', 'b'],
    nested: { deep: { x: 1 }, list: [1] },
    text: 'two\nlines\n',
  })
  t.equal(formatMemoryDocument(document), file)
  const changed = { ...document, title: 'Other', extra: { ...document.extra, text: 'new' } }
  t.equal(
    formatMemoryDocument(changed),
    file.replace('Never push on Fridays', 'Other').replace('text: |\n  two\n  lines', 'text: new'),
  )
  const removed = { ...document, extra: { ...document.extra } }
  delete removed.extra.aka
  t.equal(formatMemoryDocument(removed), file.replace(/# about.*\naka.*\n/, ''))
})

t.test('both readers agree on a year that has lost its century', async t => {
  const file = exampleFile.replace('2026-11-20T', '0021-11-20T')
  t.equal(parseMemoryStrict(file), undefined)
  t.equal((await read(file)).createdAt, '1921-11-20T10:00:00.000Z')
})

t.test('keys that refer to each other are written out', async t => {
  const document = await read('---\nbase: &b {x: 1}\ncopy: *b\n---\ntext')
  const file = formatMemoryDocument(document)
  t.match(file, 'base: {"x":1}\ncopy: {"x":1}\n')
  t.same(parseMemoryStrict(file), document)
})

t.test('odd keys neither get lost nor double', async t => {
  const block = 'note: x\n"#c": 1\n\'single\': 2\n? complex\n: 3\n1: 4'
  const document = await read(`---\n${block}\n---\ntext`)
  t.same(Object.keys(document.extra).sort(), ['#c', '1', 'complex', 'note', 'single'])
  const again = await read(formatMemoryDocument(document))
  t.same(again.extra, document.extra)
  t.equal(formatMemoryDocument(again), formatMemoryDocument(document))
})

t.test('hand-written files reach a fixed point after one rewriting', async t => {
  const files = [
    'text',
    '---\n# c\ntitle: a # b\ntags: x, y\nfoo: [1,2]\n# end\n---\n\n\ntext\n\n',
    exampleFile.replaceAll('\n', '\r\n'),
  ]
  for (const file of files) {
    const once = formatMemoryDocument(await read(file))
    t.equal(formatMemoryDocument(await read(once)), once)
  }
})
