import t from 'tap'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { idOfFileName } from '../../../store/names.js'
import { Workbench } from '../../store/git/fixture.js'
import { fileOf, GLOBAL, linesOf, openService } from '../fixture.js'

/** Titles that trip file systems, YAML, Markdown or git. */
const TITLES = [
  ...['con', 'AUX', 'nul', 'com1', 'con.md', 'LPT9.txt', 'desktop.ini', '.gitignore', '.git', '..'],
  ...['.hidden', '-rf', '--help', '# heading', '~/x', '/etc/passwd', 'C:\\temp', 'a/b', 'a\\b'],
  ...['trailing dot.', 'dots...', 'a*b?c<d>e|f"g', '!!!', '???', '---', '***', '...'],
  ...['yes', 'No', 'null', '~', 'true', '12:30', '2026-11-20', '1e3', '0x1F', '007', '.5'],
  ...[
    '- x',
    '? x',
    'a: b',
    'a #b',
    '"quoted"',
    "'single'",
    '[a]',
    '{a: 1}',
    '*a',
    '&a',
    '!a',
    '@a',
  ],
  ...['`code`', '%a', '|', '>', '=', '<<', '<<<<<<< HEAD', '=======', '>>>>>>> other', 'id: x'],
  ...[
    'Für Élise',
    'İstanbul',
    'straße',
    'Ελλάδα',
    'привет',
    '日本語のメモ',
    'שלום עולם',
    'مرحبا بالعالم',
  ],
  ...['🎉', '👩‍👩‍👧 family', '🇩🇪', 'a🎉b', 'e\u0301\u0301\u0301', '𝒳𝒴', '\uffff', 'ﬁne'],
  ...['x'.repeat(300), 'é'.repeat(299), '日本'.repeat(150), '🎉'.repeat(300), 'word '.repeat(59)],
]

const CONTENTS = [
  '---\nid: aaaaaaaa\ntitle: not front matter\n---\n\ntext',
  '---',
  '<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs',
  '\\<<<<<<< escaped by hand\n<<<<<<< \n=======\n>>>>>>> ',
  '# A heading\n\n- list\n\t- tab\n\n```sh\nrm -rf "$x"\n```',
  `one very long line ${'without end '.repeat(8_000)}`,
  'hard break  \nnext',
  '    indented first line',
  'a\n\n\n\nb',
  '{{template}} <%= erb %> ${shell}',
  'emoji 🎉 and שלום',
]

const BAD_NAME = /[<>:"/\\|?*\x00-\x1f]|[. ]$|^\.|^-/

t.test('odd titles, tags and contents are the same in a new process and after export', async t => {
  const { service, dataDir, memories } = openService(t)
  const kept = new Map<string, string>()
  for (const [n, title] of TITLES.entries()) {
    const content = CONTENTS[n % CONTENTS.length]!
    const memory = await service.remember({
      scope: GLOBAL,
      title,
      content,
      tags: [title.slice(0, 50)],
    })
    t.equal(memory.title, title.trim(), 'the title is as given')
    kept.set(memory.id, memory.title)
    if (n % 3 === 0) await service.memories.edit(memory.id, { content: `${content}\n\nand more` })
  }
  t.equal(kept.size, TITLES.length)
  const listed = await service.memories.list({ limit: 1000 })
  const fresh = openService(t, dataDir).service
  t.same(await fresh.memories.list({ limit: 1000 }), listed)
  t.same((await fresh.doctor()).findings, [])

  const names = readdirSync(memories)
  t.equal(new Set(names.map(name => name.normalize('NFC').toLowerCase())).size, names.length)
  for (const name of names) {
    t.ok(kept.has(idOfFileName(name) ?? ''), name)
    t.equal(name, name.toLowerCase().normalize('NFC'))
    t.ok(Buffer.byteLength(name) <= 255, name)
    t.notMatch(name, BAD_NAME)
    t.notMatch(name, /^(con|prn|aux|nul|com\d|lpt\d)\./)
  }

  const lines: string[] = []
  for await (const line of fresh.memories.export()) lines.push(JSON.stringify(line))
  const { service: other, dataDir: elsewhere } = openService(t)
  t.match(await other.memories.load(linesOf(...lines)), { added: TITLES.length, failed: 0 })
  t.same(await openService(t, elsewhere).service.memories.list({ limit: 1000 }), listed)
})

t.test('titles that differ in case, composition or spaces are one item', async t => {
  const { service, memories } = openService(t)
  for (const title of [
    'Café rules',
    'CAFÉ RULES',
    'Cafe\u0301 rules',
    ' café   rules ',
    'Ｃafé rules',
  ]) {
    await service.remember({ scope: GLOBAL, title, content: title })
  }
  const { items } = await service.memories.list()
  t.equal(items.length, 1)
  t.equal(readdirSync(memories).length, 1, 'and the file keeps its name')
  await service.remember({ scope: GLOBAL, title: 'Cafe rules', content: 'without the accent' })
  await service.remember({ scope: GLOBAL, title: 'Café: rules!', content: 'of the same slug' })
  t.equal(readdirSync(memories).length, 3, 'other titles are other files, whatever their slug')
})

const WELL =
  '---\nid: abcdefgh\nkind: fact\ntitle: Straße\ncreatedAt: 2026-11-20T10:00:00.000Z\n---\n\nGröße zählt.\nZwei Zeilen.\n'

t.test(
  'a file with Windows line ends, mixed ones, a byte-order mark or no last newline',
  async t => {
    const texts = {
      windows: WELL.replaceAll('\n', '\r\n'),
      mixed: WELL.replace('zählt.\n', 'zählt.\r\n').replace('fact\n', 'fact\r\n'),
      marked: `\ufeff${WELL}`,
      'marked windows': `\ufeff${WELL.replaceAll('\n', '\r\n')}`,
      'no newline': WELL.trimEnd(),
      'old mac': WELL.replaceAll('\n', '\r'),
    }
    for (const [name, text] of Object.entries(texts)) {
      const { service, memories } = openService(t)
      mkdirSync(memories, { recursive: true })
      const path = join(memories, 'by-hand.md')
      writeFileSync(path, text)
      t.match(
        (await service.memories.list()).items,
        [{ title: 'Straße', content: 'Größe zählt.\nZwei Zeilen.' }],
        name,
      )
      t.equal(readFileSync(path, 'utf8'), text, 'reading changes nothing')
      await service.memories.edit('abcdefgh', { title: 'Weg' })
      t.equal(
        readFileSync(path, 'utf8'),
        WELL.replace('Straße', 'Weg'),
        'an edit makes it canonical',
      )
    }
  },
)

t.test('a file in another encoding is told of and left alone', async t => {
  const bytes = {
    'is UTF-16': Buffer.from(`\ufeff${WELL}`, 'utf16le'),
    'is UTF-16:': Buffer.from(`\ufeff${WELL}`, 'utf16le').swap16(),
    'is not UTF-8': Buffer.from(WELL, 'utf16le'),
    'is not UTF-8 (Latin-1': Buffer.from(WELL, 'latin1'),
    'is not UTF-8 ': Buffer.concat([Buffer.from(WELL), Buffer.from([0xe2, 0x82])]),
    'is binary ': Buffer.from(WELL.replace('zählt', 'z\0')),
  }
  for (const [reason, written] of Object.entries(bytes)) {
    const { service, memories } = openService(t)
    mkdirSync(memories, { recursive: true })
    const path = join(memories, 'by-hand.md')
    writeFileSync(path, written)
    t.equal((await service.memories.list()).total, 0)
    t.match((await service.doctor({ fix: true })).findings, [
      { check: 'unreadable-memory', path, message: reason.trim() },
    ])
    await t.rejects(service.memories.edit('abcdefgh', { title: 'x' }), { code: 'MEMORY_NOT_FOUND' })
    t.same(readFileSync(path), written)
  }
})

t.test('text that no file can hold is not stored as something else', async t => {
  const { service, dataDir } = openService(t)
  const memory = await service.remember({
    scope: GLOBAL,
    title: 'Half',
    content: 'a\ud800b\0c\r\nd',
  })
  t.equal((await openService(t, dataDir).service.memories.get(memory.id)).content, memory.content)
})

t.test('names that differ in case only are told of', async t => {
  const { service, memories } = openService(t)
  mkdirSync(memories, { recursive: true })
  for (const name of ['Notes.md', 'notes.md', 'caf\u00e9.md', 'cafe\u0301.md', 'other.md'])
    writeFileSync(join(memories, name), `# ${name.normalize('NFD')} ${name.length}\n\ntext\n`)
  const { findings } = await service.doctor()
  t.same(
    findings
      .filter(({ check }) => check === 'clashing-name')
      .map(({ level, path }) => [level, basename(path ?? '')]),
    [
      ['remark', 'caf\u00e9.md'],
      ['remark', 'notes.md'],
    ],
  )
})

t.test('one change is one file and its lines', async t => {
  const { service, dataDir, memories } = openService(t)
  const bench = Workbench.init(dataDir)
  bench.commit('Empty')
  /** What git says of the change since the last commit: `added removed name`. */
  const changed = () => {
    bench.git(['add', '-A'])
    const said = bench.git(['diff', '--cached', '--numstat', '--no-renames'])
    bench.git(['commit', '-qm', 'x', '--allow-empty'])
    return said
      .trim()
      .split('\n')
      .filter(Boolean)
      .map(line => line.replaceAll('\t', ' '))
      .sort()
  }
  const content = 'One.\nTwo.\nThree.'
  const { id } = await service.remember({ scope: GLOBAL, title: 'First', content, tags: ['a'] })
  const name = `global/memories/${basename(fileOf(memories, id))}`
  t.match(changed(), [new RegExp(`^\\d+ 0 ${name}$`)], 'remember adds one file')
  const edits: [object, string][] = [
    [{ title: 'Second' }, '1 1'],
    [{ kind: 'workflow' }, '1 1'],
    [{ tags: ['a', 'b'] }, '1 0'],
    [{ tags: ['b'] }, '0 1'],
    [{ tags: [] }, '0 2'],
    [{ pinned: true }, '1 0'],
    [{ pinned: false }, '0 1'],
    [{ content: 'One.\n2.\nThree.' }, '1 1'],
    [{ content: 'One.\n2.\nThree.\nFour.' }, '1 0'],
    [{ title: 'Second' }, ''],
  ]
  for (const [patch, lines] of edits) {
    await service.memories.edit(id, patch)
    t.same(changed(), lines === '' ? [] : [`${lines} ${name}`], JSON.stringify(patch))
  }
  const again = await service.remember({ scope: GLOBAL, title: 'second', content: 'New.' })
  t.equal(again.id, id)
  t.same(changed(), [`2 5 ${name}`], 'remembering it anew changes its title and content')
  await service.memories.list()
  await service.recall({ text: 'second' })
  await service.status()
  t.same(changed(), [], 'reading changes nothing')

  const other = 'global/memories/other--otherone.md'
  writeFileSync(join(dataDir, other), '---\nid: otherone\ntitle: SECOND\n---\n\nAlso.\n')
  changed()
  t.match(await openService(t, dataDir).service.consolidate(GLOBAL), { merged: 1 })
  const merged = changed().map(line => line.split(' ')[2])
  t.same(merged, [other, name].sort(), 'a merge touches survivor and tombstone')
  const later = openService(t, dataDir).service
  const third = await later.remember({ scope: GLOBAL, title: 'Third', content })
  changed()
  await later.memories.forget(third.id)
  const forgotten = changed()
  t.equal(forgotten.length, 1)
  t.match(forgotten[0], /^0 \d+ global/, 'forget removes one file')
  const [survivor] = (await later.memories.list()).items
  await later.memories.forget(survivor!.id)
  t.equal(changed().length, 2, 'and the tombstones of what it had taken in')
  t.equal(bench.git(['status', '--porcelain']), '')
})
