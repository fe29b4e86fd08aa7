import t from 'tap'
import { parseFrontMatter } from '../../../store/document/front-matter.js'
import { createId } from '../../../store/names.js'
import { decodeMemoryFile } from '../../../store/document/problems.js'
import {
  formatMemoryDocument,
  normaliseContent,
  normaliseTitle,
} from '../../../store/document/format.js'
import { parseMemoryDocument } from '../../../store/document/parse.js'
import { parseMemoryStrict } from '../../../store/document/strict.js'
import type { MemoryDocument } from '../../../store/types.js'
import { processorMs } from '../../processor-time.js'
import { example, exampleFile, origin, read } from './example.js'

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
  const keys = ['aka', 'x y', 'yes', '1', 'note', 'a: b', 'ключ', '"q"', '#c', 'globs']
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
    aliases: [...new Set(some(() => pick(NASTY)))],
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

t.test('aliases are a list after the tags, however many and long', async t => {
  const aliases = ['deploy freeze', 'when may I release?', 'a: b', 'x'.repeat(300)]
  const many = [...aliases, ...Array.from({ length: 20 }, (_, number) => `other ${number}`)]
  const file = formatMemoryDocument({ ...example, aliases })
  const lines = '  - deploy freeze\n  - when may I release?\n  - "a: b"\n  - x'
  t.match(file, `tags:\n  - git\naliases:\n${lines}`)
  for (const list of [aliases, many]) {
    const document = { ...example, aliases: list }
    t.same(parseMemoryStrict(formatMemoryDocument(document)), document)
    t.same(await read(formatMemoryDocument(document).replaceAll('\n', '\r\n')), document)
  }
})

t.test('1,000 random documents: formatting is canonical, both readers agree', async t => {
  const random = createRandom(7)
  for (let round = 0; round < 1000; round++) {
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
  '3,000 damaged files: no reader throws, and what the strict one takes the general one takes',
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
    for (let round = 0; round < 3000; round++) {
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
    const ms = await processorMs(() => {
      for (const file of files) parseMemoryStrict(file)
    })
    best = Math.min(best, ms)
  }
  t.comment(`${best.toFixed(1)} ms`)
  t.ok(best < 200, `${best.toFixed(1)} ms`)
})
