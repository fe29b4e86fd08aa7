import { execFileSync } from 'node:child_process'
import { chmodSync, linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { processorMs } from '../../processor-time.js'
import { describeRows, runImport, temporaryFolder, writeTree } from './fixture.js'

const onWindows = process.platform === 'win32'
const asRoot = process.getuid?.() === 0

async function importedPaths(root: string): Promise<string[]> {
  return Object.keys(describeRows((await runImport(root)).state)).sort()
}

t.test('links that leave the workspace are not followed', { skip: onWindows }, async t => {
  const [root, elsewhere] = [temporaryFolder(t), temporaryFolder(t)]
  writeTree(elsewhere, { 'secret.md': 'secret', 'commands/x.md': 'secret', 'TOOLA.md': 'secret' })
  writeTree(root, { '.paper/own.md': 'own', '.toola/keep.txt': '' })
  symlinkSync(elsewhere, join(root, '.agent'))
  symlinkSync(join(elsewhere, 'commands'), join(root, '.toola/commands'))
  symlinkSync(elsewhere, join(root, '.paper/folder'))
  symlinkSync(join(elsewhere, 'secret.md'), join(root, '.paper/file.md'))
  symlinkSync('/etc/passwd', join(root, 'AGENTS.md'))
  symlinkSync('nowhere', join(root, 'TOOLA.md'))
  symlinkSync('loop.md', join(root, '.paper/loop.md'))
  t.strictSame(await importedPaths(root), ['.paper/own.md'])
})

t.test(
  'a link to a sibling whose name begins alike leaves the workspace',
  { skip: onWindows },
  async t => {
    const parent = temporaryFolder(t)
    writeTree(parent, { 'project/.paper/x.md': 'own', 'project-other/AGENTS.md': 'foreign' })
    symlinkSync('../project-other/AGENTS.md', join(parent, 'project/AGENTS.md'))
    t.strictSame(await importedPaths(join(parent, 'project')), ['.paper/x.md'])
  },
)

t.test('links inside the workspace are fine', { skip: onWindows }, async t => {
  const root = temporaryFolder(t)
  writeTree(root, { 'docs/rules.md': 'rules', 'shared/rules/a.md': 'a' })
  mkdirSync(join(root, '.claude'))
  symlinkSync('docs/rules.md', join(root, 'AGENTS.md'))
  symlinkSync('../shared/rules', join(root, '.claude/commands'))
  t.strictSame(await importedPaths(root), ['.claude/commands/a.md', 'AGENTS.md'])
})

t.test(
  'a table folder that links to a folder above it is not entered',
  { skip: onWindows },
  async t => {
    const root = temporaryFolder(t)
    writeTree(root, { 'docs/notes.md': 'notes' })
    symlinkSync('.', join(root, '.agent'))
    mkdirSync(join(root, '.toola'))
    symlinkSync('..', join(root, '.toola/agents'))
    t.strictSame(await importedPaths(root), [])
  },
)

t.test('folders that link to themselves end', { skip: onWindows }, async t => {
  const root = temporaryFolder(t)
  writeTree(root, { '.agent/a.md': 'a', '.agent/sub/b.md': 'b' })
  symlinkSync('..', join(root, '.agent/sub/up'))
  symlinkSync('.', join(root, '.agent/self'))
  t.strictSame(await importedPaths(root), ['.agent/a.md', '.agent/sub/b.md'])
})

t.test(
  'a file of two names is one item, under the name that is no link',
  { skip: onWindows },
  async t => {
    const root = temporaryFolder(t)
    writeTree(root, { 'AGENTS.md': 'rule', '.agent/a.md': 'a' })
    symlinkSync('AGENTS.md', join(root, 'CLAUDE.md'))
    symlinkSync('AGENTS.md', join(root, 'agents.md'))
    linkSync(join(root, '.agent/a.md'), join(root, '.agent/b.md'))
    const { state, counts } = await runImport(root)
    t.strictSame(Object.keys(describeRows(state)), ['AGENTS.md', '.agent/a.md'])
    t.strictSame(counts, { imported: 2, updated: 0, skipped: 2, pruned: 0 })
  },
)

t.test(
  'FIFOs, sockets and folders with a file name are not opened',
  { skip: onWindows },
  async t => {
    const root = temporaryFolder(t)
    writeTree(root, { '.agent/a.md': 'a', '.agent/folder.md/inside.md': 'inside' })
    execFileSync('mkfifo', [join(root, '.agent/fifo.md'), join(root, 'AGENTS.md')])
    mkdirSync(join(root, 'TOOLA.md'))
    symlinkSync('fifo.md', join(root, '.agent/to-fifo.md'))
    symlinkSync('/dev/zero', join(root, '.agent/zero.md'))
    const server = createServer().listen(join(root, '.agent/socket.md'))
    await new Promise(resolve => server.once('listening', resolve))
    t.teardown(() => server.close())
    const { state, counts } = await runImport(root)
    t.strictSame(Object.keys(describeRows(state)).sort(), [
      '.agent/a.md',
      '.agent/folder.md/inside.md',
    ])
    t.equal(counts.skipped, 5)
  },
)

t.test('files over 256 KiB are skipped, one of exactly 256 KiB is not', async t => {
  const root = temporaryFolder(t)
  const full = 'word '.repeat(52429).slice(0, 256 * 1024)
  writeTree(root, { '.agent/full.md': full.slice(0, -1) + 'x', '.agent/over.md': `${full}x` })
  const { state, counts } = await runImport(root)
  t.strictSame(Object.keys(describeRows(state)), ['.agent/full.md'])
  t.equal(counts.skipped, 1)
})

t.test('of 2,100 files 2,000 are imported, the same ones each time, nearest first', async t => {
  const root = temporaryFolder(t)
  const files = Array.from({ length: 2100 }, (_, n): [string, string] => [
    `.agent/d${n % 7}/${n}.md`,
    `text ${n}`,
  ])
  writeTree(root, { ...Object.fromEntries(files), 'AGENTS.md': 'rule', '.toolb/top.md': 'top' })
  const first = await runImport(root)
  t.strictSame(first.counts, { imported: 2000, updated: 0, skipped: 102, pruned: 0 })
  t.ok(first.state.rows.some(row => row.path === 'AGENTS.md'))
  t.ok(first.state.rows.some(row => row.path === '.toolb/top.md'))
  const second = await runImport(root, first.state)
  t.strictSame(second.counts, { imported: 0, updated: 0, skipped: 2102, pruned: 0 })
})

t.test('files deeper than 12 folders are skipped', async t => {
  const root = temporaryFolder(t)
  const twelve = `.agent/${'d/'.repeat(11)}`
  writeTree(root, {
    [`${twelve}x.md`]: 'in',
    [`${twelve}d/x.md`]: 'out',
    [`.agent/${'e/'.repeat(400)}x.md`]: 'out',
  })
  const { state, counts } = await runImport(root)
  t.strictSame(Object.keys(describeRows(state)), [`${twelve}x.md`])
  t.equal(counts.skipped, 2)
})

t.test(
  'unreadable files and folders do not stop the import',
  { skip: onWindows || asRoot },
  async t => {
    const root = temporaryFolder(t)
    writeTree(root, { '.agent/a.md': 'a', '.agent/closed.md': 'b', '.agent/shut/c.md': 'c' })
    const first = await runImport(root)
    chmodSync(join(root, '.agent/closed.md'), 0)
    chmodSync(join(root, '.agent/shut'), 0)
    t.teardown(() => chmodSync(join(root, '.agent/shut'), 0o700))
    const { state, counts } = await runImport(root, first.state)
    t.strictSame(Object.keys(describeRows(state)).sort(), ['.agent/a.md', '.agent/closed.md'])
    t.strictSame(counts, { imported: 0, updated: 0, skipped: 2, pruned: 1 })
  },
)

t.test(
  'odd file names: exact in path and source, one clean line as title',
  { skip: onWindows },
  async t => {
    const root = temporaryFolder(t)
    const names = [
      'a\nb.md',
      '\u202egpj.md',
      '\u001b[31mred.md',
      'ünï — 日本.md',
      '**.md',
      '[x](y).md',
      '-rf.md',
      'back\\slash.md',
      ' .md',
      '{a,b}.md',
      '!not.md',
    ]
    for (const name of names)
      writeTree(root, { [`.agent/${name}`]: `text of ${JSON.stringify(name)}` })
    const { state } = await runImport(root)
    t.strictSame(state.rows.map(row => row.path).sort(), names.map(name => `.agent/${name}`).sort())
    for (const row of state.rows) {
      t.equal(row.file, join(root, row.path))
      t.notMatch(row.title, /[\u0000-\u001f\u202a-\u202e]/)
      t.ok(row.content.startsWith('text of'))
    }
    t.strictSame((await runImport(root, state)).state.rows, state.rows)
  },
)

t.test('front matter is cut off unread, whatever it holds', async t => {
  const root = temporaryFolder(t)
  const ran = join(root, 'ran')
  const code = `require('fs').writeFileSync(${JSON.stringify(ran)}, 'x')`
  const bodies: Record<string, [string, string]> = {
    'js.md': [`---js\n${code}\n---\nbody`, `---js\n${code}\n---\nbody`],
    'colon.md': ['---\ndescription: Use when: x\n---\nbody', 'body'],
    'glob.md': [
      '---\r\nglobs: **/*.ts\r\nalwaysApply: false\r\n---\r\n\r\nline\r\nnext',
      'line\nnext',
    ],
    'rule.md': [
      '---\n\nProse below a rule.\n\n---\n\nMore prose.',
      '---\n\nProse below a rule.\n\n---\n\nMore prose.',
    ],
    'bom.md': ['\ufeff---\nname: x\n---\nbody', 'body'],
    'open.md': ['---\nname: x\nbody without an end', '---\nname: x\nbody without an end'],
    'later.md': ['body\n---\nname: x\n---\nmore', 'body\n---\nname: x\n---\nmore'],
    'proto.md': ['---\n__proto__: {polluted: true}\n---\nbody', 'body'],
    'blank.md': ['\n\n  indented code\n\n', '  indented code'],
  }
  for (const [name, [text]] of Object.entries(bodies)) writeTree(root, { [`.agent/${name}`]: text })
  const { state } = await runImport(root)
  for (const row of state.rows) t.equal(row.content, bodies[row.path.slice(7)]![1], row.path)
  t.equal(state.rows.length, Object.keys(bodies).length)
  t.throws(() => rmSync(ran), 'no code was run')
})

t.test('other encodings do not break the import', async t => {
  const root = temporaryFolder(t)
  writeTree(root, { '.agent/a.md': 'a' })
  writeFileSync(join(root, '.agent/utf16.md'), Buffer.from('\ufeffwindows rule', 'utf16le'))
  writeFileSync(join(root, '.agent/latin1.md'), Buffer.from([0x63, 0x61, 0x66, 0xe9]))
  const { state } = await runImport(root)
  const contents = Object.fromEntries(state.rows.map(row => [row.path, row.content]))
  t.strictSame(contents, {
    '.agent/a.md': 'a',
    '.agent/utf16.md': 'windows rule',
    '.agent/latin1.md': 'caf\ufffd',
  })
})

t.test('secrets are redacted before a row exists', async t => {
  const root = temporaryFolder(t)
  const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
  writeTree(root, { 'AGENTS.md': `Use the token ${secret} to deploy.` })
  const { state } = await runImport(root)
  t.notMatch(JSON.stringify(state), secret)
  t.match(state.rows[0]!.content, /Use the token .* to deploy/)
})

t.test('a megabyte of blank lines or of spaces is no problem', async t => {
  const root = temporaryFolder(t)
  writeTree(root, {
    '.agent/lines.md': `---\n${'\n'.repeat(200_000)}---\nx`,
    '.agent/spaces.md': `${' '.repeat(250_000)}x`,
  })
  let imported = 0
  const took = await processorMs(async () => {
    imported = (await runImport(root)).counts.imported
  })
  t.equal(imported, 2)
  t.ok(took < 5_000, `${took} ms of processor time`)
})

t.test('a path too long for a title is shown with its beginning and its end', async t => {
  const root = temporaryFolder(t)
  const path = `.agent/${'a'.repeat(200)}/${'b'.repeat(200)}/end.md`
  writeTree(root, { [path]: 'text' })
  const row = (await runImport(root)).state.rows[0]!
  t.equal(row.path, path)
  t.equal(row.title.length, 300)
  t.ok(row.title.startsWith('.agent/aaa') && row.title.endsWith('bbb/end.md'))
})
