import t from 'tap'
import { parseFrontMatter } from '../../../store/document/front-matter.js'
import { createId, isId } from '../../../store/names.js'
import { decodeMemoryFile } from '../../../store/document/problems.js'
import {
  formatMemoryDocument,
  normaliseContent,
  normaliseTitle,
} from '../../../store/document/format.js'
import { parseMemoryDocument } from '../../../store/document/parse.js'
import { parseMemoryStrict } from '../../../store/document/strict.js'
import type { MemoryDocument } from '../../../store/types.js'

const origin = { fileName: 'use-tabs--kqq2m7xw.md', modifiedAt: '2026-11-19T09:00:00.000Z' }

const example: MemoryDocument = {
  id: 'kqq2m7xw',
  kind: 'constraint',
  title: 'Never push on Fridays',
  tags: ['git'],
  source: { runtime: 'svc', session: '9bf2', turn: 12 },
  createdAt: '2026-11-20T10:00:00.000Z',
  pinned: false,
  extra: {},
  content: 'Releases go out Monday to Thursday.',
}

const exampleFile = `---
id: kqq2m7xw
kind: constraint
title: Never push on Fridays
tags:
  - git
source:
  runtime: svc
  session: 9bf2
  turn: 12
createdAt: 2026-11-20T10:00:00.000Z
---

Releases go out Monday to Thursday.
`

async function read(text: string, from = origin): Promise<MemoryDocument> {
  const parsed = await parseMemoryDocument(text, from)
  if ('problem' in parsed) throw new Error(parsed.problem)
  return parsed.document
}

async function problemOf(text: string): Promise<string> {
  const parsed = await parseMemoryDocument(text, origin)
  return 'problem' in parsed ? parsed.problem : ''
}

/** A small reproducible source of numbers in [0, 1) (mulberry32, public domain). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const NASTY = [
  '12345678',
  '9e070957',
  '12:30:00',
  '2026-11-20',
  '2026-11-20T10:00:00.000Z',
  'yes',
  'No',
  'null',
  '~',
  'NaN',
  '.inf',
  '-.INF',
  '0x1F',
  '0o17',
  '0b11',
  '1_000',
  '1.5',
  '+1',
  '-1',
  '1e3',
  'true',
  'FALSE',
  'y',
  'on',
  '=',
  '<<',
  '@at',
  '`tick`',
  '#hash',
  'a #b',
  'a: b',
  'a:',
  ': a',
  '- a',
  '-',
  '---',
  '--- x',
  '...',
  '? a',
  '! a',
  '&a',
  '*a',
  '| a',
  '> a',
  '% a',
  '{a}',
  '[a]',
  ', a',
  '"quoted"',
  "'single'",
  'say "hi"',
  "it's",
  'back\\slash',
  'a\\',
  'tab\there',
  'ünïcödé',
  '日本語',
  '😀 emoji',
  '👩‍👩‍👧',
  '\u202eevil',
  'nb\u00a0sp',
  '\u0085',
  'ls\u2028ps\u2029',
  '\ufeffbom',
  'del\x7f',
  'c1\x9b',
  '\ud800lone',
  '//',
  '/path/to',
  'C:\\x',
  'http://x.y/z#f',
  '$HOME',
  '(a)',
  '_x',
  '100%',
  '3 ways',
  '1, 2',
  'a,b',
  '__proto__',
  'constructor',
  'toString',
  '\u00adsoft',
  '٣',
  '\ue000',
  '\ufffd',
  'x'.repeat(3000),
]

const TITLES = NASTY.filter(text => normaliseTitle(text) !== '')

const SCRAPS = [
  ...NASTY,
  'plain words',
  '---\nid: x\n---',
  '<<<<<<< HEAD',
  '\\<<<<<<< HEAD',
  '=======',
  '>>>>>>> b',
  '# h',
  '\r\n',
  '\n\n',
  '  indented',
  'a\rb',
]

function createDocument(random: () => number): MemoryDocument {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const some = <T>(make: () => T): T[] => Array.from({ length: Math.floor(random() * 4) }, make)
  const value = (): unknown =>
    pick([
      () => pick(NASTY),
      () => some(() => pick(NASTY)),
      () => random() * 1e6,
      () => 1e21,
      () => null,
      () => true,
      () => ({ a: pick(NASTY), 'b c': [1, { d: pick(NASTY) }] }),
      () => [],
      () => ({}),
      () => [[pick(NASTY)], 2],
    ])()
  const keys = ['aliases', 'x y', 'yes', '1', 'note', 'a: b', 'ключ', '"q"', '#c', 'globs']
  const source: MemoryDocument['source'] = {}
  if (random() < 0.6) source.runtime = pick(['svc', 'cli', ...NASTY])
  if (random() < 0.5) source.session = pick(NASTY)
  if (random() < 0.5) source.turn = Math.floor(random() * 50)
  if (random() < 0.3) source.path = '/home/a b/c: d.md'
  if (random() < 0.3) source.mergedFrom = [createId(random), createId(random)]
  if (random() < 0.3) source.other = value()
  return {
    id: createId(random),
    kind: pick(['fact', 'preference', 'constraint', 'procedure', 'yes', 'x-1']),
    title: pick(TITLES),
    tags: [...new Set(some(() => pick(NASTY)))],
    source,
    createdAt: new Date(Math.floor(random() * 2e12)).toISOString(),
    pinned: random() < 0.3,
    ...(random() < 0.2 ? { supersededBy: createId(random) } : {}),
    ...(random() < 0.2 ? { evictedAt: new Date(Math.floor(random() * 2e12)).toISOString() } : {}),
    extra: Object.fromEntries(some(() => [pick(keys), value()])),
    content: some(() => pick(SCRAPS)).join(pick(['\n', ' ', '\n\n', '\r\n'])),
  }
}

t.test('the file on disk is the one that the design shows', async t => {
  t.equal(formatMemoryDocument(example), exampleFile)
  t.same(parseMemoryStrict(exampleFile), example)
  t.same(await read(exampleFile), example)
})

t.test('2,000 random documents: formatting is canonical, both readers agree', async t => {
  const random = createRandom(7)
  for (let round = 0; round < 2000; round++) {
    const document = createDocument(random)
    const file = formatMemoryDocument(document)
    const strict = parseMemoryStrict(file)
    if (strict === undefined) throw new Error(`the strict path refuses\n${file}`)
    const general = await readGenerally(file)
    const same = JSON.stringify(strict) === JSON.stringify(general)
    if (!same) t.same(strict, general, file)
    if (formatMemoryDocument(strict) !== file) t.equal(formatMemoryDocument(strict), file)
    if (formatMemoryDocument(general) !== file) t.equal(formatMemoryDocument(general), file)
    if (JSON.stringify(strict.source) !== JSON.stringify(sorted(document.source)))
      t.same(strict.source, document.source, file)
    if (JSON.stringify(strict.extra) !== JSON.stringify(document.extra))
      t.same(strict.extra, document.extra, file)
  }
  t.pass()
})

/** Characters of every plane and kind, half surrogate pairs and control characters among them. */
function createText(random: () => number, most: number): string {
  const limits = [0x20, 0x7f, 0x100, 0x3000, 0x10000, 0x110000]
  const character = () =>
    String.fromCodePoint(Math.floor(random() * limits[Math.floor(random() * limits.length)]!))
  return Array.from({ length: Math.floor(random() * most) }, character).join('')
}

t.test('1,000 documents of random Unicode are the same once read from their bytes', async t => {
  const random = createRandom(23)
  for (let round = 0; round < 1000; round++) {
    const text = (most = 12) => createText(random, most)
    const written: MemoryDocument = {
      ...example,
      title: `${text(60)}x`,
      tags: [text(), text()],
      source: { session: text() },
      extra: { [`k${text()}`]: text(), list: [text(), 'x'], deep: { [text()]: [text()] } },
      content: text(400),
    }
    const file = formatMemoryDocument(written)
    const decoded = decodeMemoryFile(Buffer.from(file))
    const bytes = 'text' in decoded ? decoded.text : decoded.problem
    if (bytes !== file) t.equal(bytes, file, 'the bytes say it all')
    const document = await read(bytes)
    if (formatMemoryDocument(document) !== file) t.equal(formatMemoryDocument(document), file)
    const { title, source, extra } = written
    if (document.title !== normaliseTitle(title)) t.equal(document.title, normaliseTitle(title))
    const kept = JSON.stringify([document.source.session, document.extra])
    const given = JSON.stringify([source.session, extra])
    if (kept !== given) t.equal(kept, given)
    if (document.content !== normaliseContent(written.content))
      t.equal(document.content, normaliseContent(written.content))
  }
  t.pass()
})

function sorted(source: MemoryDocument['source']) {
  const { runtime, session, turn, path, mergedFrom, ...others } = source
  return { runtime, session, turn, path, mergedFrom, ...others }
}

async function readGenerally(file: string): Promise<MemoryDocument> {
  const other = file.replace('---\n', '---\n\n')
  if (parseMemoryStrict(other) !== undefined) throw new Error(`not the general path\n${other}`)
  const parsed = await parseMemoryDocument(other, origin)
  if ('problem' in parsed)
    throw new Error(`${parsed.problem}\n${other}\n${JSON.stringify(await parseFrontMatter(other))}`)
  return parsed.document
}

t.test(
  '6,000 damaged files: no reader throws, and what the strict one takes the general one takes',
  async t => {
    const random = createRandom(11)
    const scraps = [
      '',
      '\n',
      ' ',
      '"',
      ':',
      '---\n',
      '- ',
      '#',
      '\\',
      '{',
      '\t',
      '\r',
      'null',
      '0',
      '&a ',
      '*a',
      '__proto__: 1\n',
      'é',
      '\ud800',
    ]
    let taken = 0
    for (let round = 0; round < 6000; round++) {
      const file = formatMemoryDocument(createDocument(random))
      const at = Math.floor(random() * Math.min(file.length, 400))
      const scrap = scraps[Math.floor(random() * scraps.length)] ?? ''
      const damaged = file.slice(0, at) + scrap + file.slice(at + Math.floor(random() * 3))
      const strict = parseMemoryStrict(damaged)
      const parsed = await parseMemoryDocument(damaged.replace('---\n', '---\n\n'), origin)
      if (strict === undefined) continue
      taken++
      if ('problem' in parsed) t.fail(`${parsed.problem}\n${damaged}`)
      else if (JSON.stringify(strict) !== JSON.stringify(parsed.document))
        t.same(strict, parsed.document, damaged)
    }
    t.ok(taken > 100, `${taken} are still sound`)
  },
)

t.test('strict and general path agree on content that looks like structure', async t => {
  const contents = [
    '---\nid: other\n---\ntext',
    '---',
    '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> theirs',
    '\\<<<<<<< HEAD\n=======\n>>>>>>> theirs',
    '# Heading\n\n    indented\n',
    'line\r\nline\rline\r\r\nline',
    '  indented first line',
    '',
    'trailing \t \n\n',
    '\n \n\t\nfirst',
  ]
  for (const content of contents) {
    const file = formatMemoryDocument({ ...example, content })
    const strict = parseMemoryStrict(file)
    t.same(strict, await readGenerally(file))
    t.equal(
      strict?.content,
      content
        .replace(/\r\n?/g, '\n')
        .replace(/^(?:[ \t]*\n)+/, '')
        .trimEnd(),
    )
    t.equal(strict && formatMemoryDocument(strict), file)
    t.match(file, /[^\n]\n$/, 'one newline at the end')
  }
})

t.test('front matter longer than hand-written files may have is read where it is ours', async t => {
  const mergedFrom = Array.from({ length: 3000 }, () => createId())
  const file = formatMemoryDocument({ ...example, source: { mergedFrom } })
  t.same(parseMemoryStrict(file)?.source.mergedFrom, mergedFrom)
})

t.test('a file written by hand does what a person expects', async t => {
  const bare = await read('# Use *tabs* #\n\nNever spaces.\n')
  t.same(bare, {
    id: 'kqq2m7xw',
    kind: 'fact',
    title: 'Use *tabs*',
    tags: [],
    source: {},
    createdAt: origin.modifiedAt,
    pinned: false,
    extra: {},
    content: '# Use *tabs* #\n\nNever spaces.',
  })
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
  const written = `# about the aliases
aliases: [a,  b] # as a flow list
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
    aliases: ['a', 'b'],
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
  delete removed.extra.aliases
  t.equal(formatMemoryDocument(removed), file.replace(/# about.*\naliases.*\n/, ''))
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

t.test('ids are random, and YAML reads them as strings', async t => {
  const ids = new Set(Array.from({ length: 2000 }, () => createId()))
  t.equal(ids.size, 2000)
  for (const id of ids) if (!/^[a-z][a-z2-7]{7}$/.test(id)) t.fail(id)
  t.equal(
    createId(() => 0),
    'aaaaaaaa',
  )
  t.equal(
    createId(() => 0.999999),
    'z7777777',
  )
  for (const id of [
    'abcdefg',
    '1abcdefg',
    'Abcdefgh',
    'abcdefg-',
    12345678,
    undefined,
    `a${'b'.repeat(32)}`,
  ]) {
    t.equal(isId(id), false, String(id))
  }
  t.equal(isId(`a${'0'.repeat(31)}`), true)
})

t.test('1,000 files are read strictly in little time', async t => {
  const random = createRandom(3)
  const files = Array.from({ length: 1000 }, (_, index) =>
    formatMemoryDocument({
      ...example,
      id: createId(random),
      title: `Memory ${index}: a title`,
      content: 'Some words. '.repeat(40),
    }),
  )
  let best = Infinity
  for (let round = 0; round < 5; round++) {
    const start = performance.now()
    for (const file of files) parseMemoryStrict(file)
    best = Math.min(best, performance.now() - start)
  }
  t.comment(`${best.toFixed(1)} ms`)
  t.ok(best < 200, `${best.toFixed(1)} ms`)
})
