import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readCommits } from '../../../store/git/read.js'
import { hideCredentials, openGit } from '../../../store/git/git.js'
import { readRemote, findRepository } from '../../../store/git/repository.js'
import { readRootCommits } from '../../../store/git/root-commit.js'
import { temporaryFolder } from '../fixture.js'
import { GIT_ENV, Workbench } from './fixture.js'

t.test('a repository that names a program to fetch with does not get it run', async t => {
  const root = temporaryFolder(t)
  const bench = Workbench.init(join(root, 'evil'))
  bench.commit('first')
  bench.commit('second')
  const [first = ''] = bench.git(['rev-list', '--max-parents=0', 'HEAD']).split('\n')
  const gitDirectory = join(bench.directory, '.git')
  t.same(
    await readRootCommits(gitDirectory, { env: GIT_ENV, timeoutMs: 60_000 }),
    [first],
    'it answers where all is well',
  )
  const mark = join(root, 'ran')
  bench.git(['config', 'core.repositoryFormatVersion', '1'])
  bench.git(['config', 'extensions.partialClone', 'evil'])
  bench.git(['config', 'remote.evil.url', `ext::sh -c touch% ${mark}`])
  bench.git(['config', 'remote.evil.promisor', 'true'])
  bench.git(['config', 'protocol.ext.allow', 'always'])
  rmSync(join(gitDirectory, 'objects', first.slice(0, 2), first.slice(2)))
  t.same(await readRootCommits(gitDirectory, { env: GIT_ENV, timeoutMs: 60_000 }), [])
  t.notOk(existsSync(mark))
})

t.test('what is no file is not waited for', t => {
  const root = temporaryFolder(t)
  execFileSync('mkfifo', [join(root, '.git')])
  t.match(findRepository(root), { workTree: root })
  t.equal(readRemote(root), undefined)
  const other = join(root, 'other')
  mkdirSync(join(other, '.git'), { recursive: true })
  appendFileSync(join(other, '.git', 'HEAD'), 'ref: refs/heads/main\n')
  execFileSync('mkfifo', [join(other, '.git', 'config')])
  t.equal(readRemote(other), undefined)
  t.end()
})

t.test('a subject cannot put commits into the list', async t => {
  const bench = Workbench.init(join(temporaryFolder(t), 'store'))
  const forged = `a\u001e${'0'.repeat(40)}\u001f2026-01-01T00:00:00Z\u001fMallory\u001fforged`
  bench.commit(forged)
  const commits = await readCommits(openGit(bench.directory, GIT_ENV), { isWhole: true, paths: [] })
  t.equal(commits.length, 1)
  t.match(commits[0], { author: 'Ada' })
})

t.test('a commit of a time that no clock tells is one all the same', async t => {
  const bench = Workbench.init(join(temporaryFolder(t), 'store'))
  bench.commit('before')
  bench.write({ 'note.md': '1' })
  bench.commit('far', '@253402300800 +0000')
  const git = openGit(bench.directory, GIT_ENV)
  const commits = await readCommits(git, { isWhole: true, paths: [] })
  t.match(commits, [{ subject: 'far', at: '1970-01-01T00:00:00.000Z' }, { subject: 'before' }])
})

t.test('a password does not end at the first @', t => {
  t.equal(hideCredentials('https://me:p@ss@host/x'), 'https://host/x')
  t.equal(hideCredentials('https://host/x@y'), 'https://host/x@y')
  t.end()
})
