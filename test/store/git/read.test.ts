import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import {
  parseRawDiff,
  readObjects,
  parseGitStatus,
  readGitStatus,
} from '../../../store/git/read.js'
import { hideCredentials, openGit, toGitError } from '../../../store/git/git.js'
import { temporaryFolder } from '../fixture.js'
import { GIT_ENV, Workbench } from './fixture.js'

const ODD = 'two words/"quoted" Übung\n2.md'

t.test('a status has every change against HEAD, whatever its path is called', async t => {
  const bench = Workbench.init(temporaryFolder(t))
  const git = openGit(bench.directory, GIT_ENV)
  t.same(await readGitStatus(git), { branch: 'main', changes: [], unmerged: [] }, 'no commit yet')
  bench.write({
    'gone.md': '1',
    'changed.md': '1',
    'staged.md': '1',
    'untracked.md': '1',
    [ODD]: '1',
  })
  bench.commit('all')
  rmSync(join(bench.directory, 'gone.md'))
  bench.write({
    'changed.md': '2',
    'staged.md': '2',
    'new.md': '1',
    'new staged.md': '1',
    [ODD]: '2',
  })
  bench.git(['add', 'staged.md', 'new staged.md'])
  bench.git(['rm', '-q', '--cached', 'untracked.md'])
  const { head, changes } = await readGitStatus(git)
  t.equal(head, bench.git(['rev-parse', 'HEAD']).trim())
  const told = changes.map(({ kind, path }) => `${kind} ${path}`).sort()
  t.same(told, [
    'added new staged.md',
    'added new.md',
    'changed changed.md',
    'changed staged.md',
    `changed ${ODD}`,
    'changed untracked.md',
    'removed gone.md',
  ])
  const old = await readObjects(
    git,
    changes.flatMap(change => change.oldId ?? []),
  )
  t.same([...old.values()], ['1'])
})

t.test('a status of a folder leaves out what lies beside it, with paths from the root', async t => {
  const bench = Workbench.init(temporaryFolder(t))
  bench.write({ 'inner/a.md': '1', 'outer.md': '1' })
  const { changes } = await readGitStatus(openGit(join(bench.directory, 'inner'), GIT_ENV))
  t.same(changes, [{ kind: 'added', path: 'inner/a.md' }])
})

t.test('files of a merge that are not settled, and a detached HEAD', t => {
  const unmerged = `u UU N... 100644 100644 100644 100644 ${'a '.repeat(3)}a b/c.md`
  const text = `# branch.oid abc\0# branch.head (detached)\0${unmerged}\0`
  t.same(parseGitStatus(text), { head: 'abc', changes: [], unmerged: ['a b/c.md'] })
  t.end()
})

t.test('texts of objects come byte by byte', async t => {
  const bench = Workbench.init(temporaryFolder(t))
  const texts = ['', 'Änderung 日本\n', 'x'.repeat(100_000), 'no end of line']
  const ids = texts.map((text, at) => {
    writeFileSync(join(bench.directory, `${at}`), text)
    return bench.git(['hash-object', '-w', `${at}`]).trim()
  })
  writeFileSync(join(bench.directory, 'binary'), Buffer.from([0xff, 0xfe, 0x0a, 0x00, 0x80]))
  const binary = bench.git(['hash-object', '-w', 'binary']).trim()
  const missing = 'f'.repeat(40)
  const objects = await readObjects(openGit(bench.directory, GIT_ENV), [
    binary,
    missing,
    ...ids,
    ...ids,
  ])
  t.same(
    ids.map(id => objects.get(id)),
    texts,
  )
  t.equal(objects.size, 5)
  t.same(await readObjects(openGit(bench.directory, GIT_ENV), []), new Map())
})

t.test('a raw diff names old and new objects', t => {
  const none = '0'.repeat(40)
  const text =
    `:000000 100644 ${none} abc A\0a.md\0` +
    `:100644 100644 abc def M\0b c.md\0` +
    `:100644 000000 abc ${none} D\0d.md\0`
  t.same(parseRawDiff(text), [
    { kind: 'added', path: 'a.md', newId: 'abc' },
    { kind: 'changed', path: 'b c.md', oldId: 'abc', newId: 'def' },
    { kind: 'removed', path: 'd.md', oldId: 'abc' },
  ])
  t.same(parseRawDiff(''), [])
  t.end()
})

t.test("a failure has git's words, and no password", async t => {
  const output = "hint: try\nfatal: unable to access 'https://ada:secret@example.com/x'\n"
  const error = toGitError(['-c', 'user.name=x', 'fetch'], output)
  t.equal(error.message, "git fetch failed: fatal: unable to access 'https://example.com/x'")
  t.equal(hideCredentials('ssh://git@example.com/x'), 'ssh://git@example.com/x')
  const git = openGit(temporaryFolder(t), GIT_ENV)
  await t.rejects(git.read(['status']), { code: 'GIT_FAILED', message: /not a git repository/ })
})
