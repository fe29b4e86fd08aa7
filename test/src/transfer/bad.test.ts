import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Shell } from '../bin/shell.js'
import { importFrom, makeFolder, makeHome, memoriesOf, SAMPLES, unpackDatabase } from './fixture.js'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

t.test('a file that cannot be read gives one line, and nothing is changed', async t => {
  const shell = new Shell(t)
  const folder = makeFolder(t)
  const make = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const cut = unpackDatabase(t)
  truncateSync(cut, 150_000)
  const fifo = join(folder, 'fifo.json')
  spawnSync('mkfifo', [fifo])
  const of = (name: string) => join(SAMPLES, name)
  const sparse = (name: string, bytes: number) => {
    truncateSync(make(name, 'SQLite format 3\0'), bytes)
    return join(folder, name)
  }
  const wide = Buffer.from('\ufeff[{"memory":"Two bytes a letter."}]', 'utf16le')
  const cases: [kind: string, path: string, said: RegExp][] = [
    ['mem0', of('mem0/bad/truncated.json'), /is not JSON/],
    ['mem0', of('mem0/bad/wrong-form.json'), /has no list of memories/],
    ['mem0', of('mem0/structured-export.json'), /save client\.get_all/],
    ['mem0', fifo, /is no file/],
    ['mem0', make('wide.json', wide), /is UTF-16 text: save it as UTF-8/],
    ['mem0', make('wide-be.json', Buffer.from(wide).swap16()), /is UTF-16 text/],
    ['mem0', make('nul.json', '[{"memory":"a\0b"}]'), /is not text/],
    ['mem0', sparse('large.json', 300 * 2 ** 20), /is larger than 256 MiB/],
    ['claude-mem', sparse('huge.db', 3 * 2 ** 30), /larger than 2 GiB/],
    ['mem0', folder, /is a folder/],
    ['mem0', join(folder, 'none.json'), /is not there/],
    ['openmemory', of('openmemory/bad/memories-is-object.json'), /no list of memories/],
    ['openmemory', of('openmemory/bad/not-gzip.jsonl.gz'), /no whole gzip/],
    ['openmemory', of('openmemory/bad/truncated.jsonl.gz'), /no whole gzip/],
    ['openmemory', make('bomb.jsonl.gz', gzipSync(Buffer.alloc(80 * 2 ** 20))), /more than 64 MiB/],
    ['claude-mem', of('claude-mem/bad/random.db'), /no SQLite database/],
    ['claude-mem', of('claude-mem/bad/empty.db'), /no SQLite database/],
    ['claude-mem', of('claude-mem/bad/header-only.db'), /not a database/],
    ['claude-mem', of('claude-mem/bad/other-schema.db'), /no database of claude-mem/],
    ['claude-mem', of('claude-mem/bad/endless-view.db'), /no database of claude-mem/],
    ['claude-mem', cut, /malformed/],
    ['claude-mem', fifo, /is no file/],
    ['claude-export', of('claude-export/bad/empty-array.json'), /no memories/],
    ['claude-export', of('claude-export/bad/truncated.json'), /is not JSON/],
    ['claude-export', make('nested.json', nested(100_000)), /no memories/],
    ['chatgpt-export', of('chatgpt-export/bad/truncated.json'), /is not JSON/],
    ['chatgpt-export', of('chatgpt-export/bad/wrong-form.json'), /no list of memories/],
    ['chatgpt-export', make('x.zip', Buffer.from('PK\x03\x04rest')), /zip file: unzip it/],
    ['markdown', of('markdown/bad/binary.md'), /is not text/],
    ['markdown', make('long.md', 'x'.repeat(300_000)), /larger than 256 KiB/],
    ['markdown', of('homes/bad/not-utf8.md'), /not UTF-8/],
    ['text', folder, /is a folder/],
    ['okf', of('okf/bad/no-type.md'), /no folder/],
    ['nothing', folder, /no kind "nothing"; the kinds: claude-code/],
  ]
  for (const [kind, path, said] of cases) {
    const { code, stdout, stderr } = await shell.run(['import', '--from', kind, path])
    t.match({ code, stdout, stderr }, { code: 1, stdout: '', stderr: said }, `${kind} ${said}`)
    t.equal(stderr.trimEnd().split('\n').length, 1, 'one line')
  }
  t.same(await memoriesOf(shell), [])
  t.same(await shell.ask(['import', 'undo']), [])
})

t.test('an entry that cannot be read is named, and the others come', async t => {
  const shell = new Shell(t)
  const file = join(SAMPLES, 'mcp-memory/bad/wrong-form.jsonl')
  const { code, stderr } = await shell.run(['import', '--yes', '--from', 'mcp-memory', file])
  t.equal(code, 1)
  t.match(stderr, /^line 1: has no name\nline 2: has no list of observations\nline 5: /)
  t.match(await memoriesOf(shell), [
    { title: 'good among bad', content: '- kept\n- object observation (forks: with timestamp)' },
  ])
  const odd = join(makeFolder(t), 'odd.json')
  const good = { id: [], memory: 'good', created_at: {}, categories: 'one', metadata: [] }
  const long = { memory: 'x'.repeat(300_000) }
  writeFileSync(odd, JSON.stringify([null, 5, { memory: 7 }, { id: 'x' }, good, long]))
  t.match(await importFrom(shell, 'mem0', odd), { added: 1, failed: 5 })
})

t.test('a file of one word of 60 MB is bad, and no end of the program', async t => {
  const shell = new Shell(t)
  const file = join(makeFolder(t), 'long')
  const word = 'x'.repeat(60_000_000)
  writeFileSync(file, JSON.stringify([{ memory: word }, { memory: 'Good.' }]))
  for (const kind of ['mem0', 'chatgpt-export']) {
    const { added, known, errors } = await importFrom(shell, kind, file)
    t.equal(added + known, 1, kind)
    t.same(errors, [{ at: '#1', error: 'is longer than 256 Ki characters' }])
  }
  const text = await importFrom(shell, 'text', file)
  t.match(text, { added: 0, errors: [{ at: 'line 1', error: 'is longer than 256 Ki characters' }] })
})

t.test('a byte-order mark, and nesting as deep as can be, hide nothing', async t => {
  const shell = new Shell(t)
  const file = join(makeFolder(t), 'deep.json')
  const deep = `{"id":1,"memory":"Deep one.","metadata":${nested(1_000_000)}}`
  writeFileSync(file, `\ufeff[${nested(1_000_000)},${deep}]`)
  t.match(await importFrom(shell, 'mem0', file), { added: 1, failed: 1 })
})

t.test(
  'a log beside a database that is no log, or ends too early, hides nothing of it',
  async t => {
    const path = unpackDatabase(t)
    const added = async () =>
      (await importFrom(new Shell(t), 'claude-mem', path, '--scope', 'global')).added
    const whole = await added()
    t.ok(whole > 0)
    const log = gunzipSync(readFileSync(join(SAMPLES, 'claude-mem/live/claude-mem.db-wal.gz')))
    for (const bytes of [Buffer.alloc(50_000, 7), log.subarray(0, 20)]) {
      writeFileSync(`${path}-wal`, bytes)
      t.equal(await added(), whole)
    }
  },
)

t.test('of a folder, each file that cannot be read gives a line; links lead nowhere', async t => {
  const shell = new Shell(t)
  const folder = makeFolder(t)
  const outside = join(makeFolder(t), 'outside.md')
  writeFileSync(outside, 'Not to be read.\n')
  mkdirSync(join(folder, 'below'))
  symlinkSync(outside, join(folder, 'link.md'))
  symlinkSync('.', join(folder, 'below', 'loop'))
  spawnSync('mkfifo', [join(folder, 'pipe.md')])
  writeFileSync(join(folder, 'good.md'), 'A good one.\n')
  writeFileSync(join(folder, 'nul.md'), 'a\0b')
  const headings = Array.from({ length: 20_000 }, (_, at) => `## ${at}\nx\n`).join('')
  writeFileSync(join(folder, 'headings.md'), headings)
  const js = readFileSync(join(SAMPLES, 'markdown/bad/js-front-matter.md'))
  writeFileSync(join(folder, 'script.md'), js)
  const result = await importFrom(shell, 'markdown', folder)
  t.same(
    result.errors.map(({ at, error }) => `${at}: ${error}`),
    [
      'headings.md: has more than 500 sections',
      'link.md: is a link, which is not followed',
      'nul.md: is not text',
      'pipe.md: is no file',
    ],
  )
  t.equal(result.added, 2)
  t.notOk('PWNED' in globalThis, 'no front matter is run')
  const bundle = await importFrom(shell, 'okf', join(SAMPLES, 'okf/bad'))
  t.match(bundle, { ok: false, added: 0, failed: 6 })
})

t.test('in the home directory one bad file does not stop the others', async t => {
  const shell = makeHome(t)
  writeFileSync(join(shell.home, '.claude/CLAUDE.md'), 'x'.repeat(300_000))
  const result = await importFrom(shell, 'claude-code')
  t.match(result.errors, [{ at: /CLAUDE\.md$/, error: /^is larger than 256 KiB$/ }])
  t.ok(result.added > 5)
  writeFileSync(join(shell.home, '.config/Cursor/User/globalStorage/state.vscdb'), 'no database')
  const cursor = await importFrom(shell, 'cursor')
  t.match(cursor, { added: 1, errors: [{ at: /state\.vscdb$/, error: /^is no SQLite database$/ }] })
  t.match(await importFrom(new Shell(t), 'claude-code'), { ok: true, added: 0 }, 'nothing there')
})
