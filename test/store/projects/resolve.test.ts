import t from 'tap'
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { resolveProject } from '../../../store/projects/scope.js'
import { normaliseRemote, readRemoteUrl } from '../../../store/git/repository.js'
import { temporaryFolder } from '../fixture.js'
import { openService, project } from '../../src/fixture.js'

const SETTINGS = ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'protocol.file.allow=always']
const ENV = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }

function git(directory: string, ...args: string[]): void {
  execFileSync('git', [...SETTINGS, ...args], { cwd: directory, env: ENV, stdio: 'ignore' })
}

function repository(path: string): string {
  mkdirSync(path, { recursive: true })
  git(path, 'init')
  git(path, 'commit', '--allow-empty', '-m', 'first')
  return path
}

t.test('a directory belongs to the nearest work tree', t => {
  const folder = temporaryFolder(t)
  const id = (...path: string[]) => resolveProject(join(folder, ...path)).id
  mkdirSync(join(folder, 'plain', 'inside'), { recursive: true })
  t.equal(id('plain', 'inside'), join(folder, 'plain', 'inside'), 'outside of git it is its own')

  const main = repository(join(folder, 'main'))
  mkdirSync(join(main, 'src', 'deep'), { recursive: true })
  t.equal(id('main', 'src', 'deep'), main)
  t.equal(id('main'), main)
  t.equal(id('main', 'not', 'there'), main, 'also one that does not exist')

  repository(join(main, 'vendor', 'inner'))
  t.equal(id('main', 'vendor', 'inner'), join(main, 'vendor', 'inner'), 'a repository inside')

  mkdirSync(join(main, 'empty', '.git'), { recursive: true })
  t.equal(id('main', 'empty'), main, 'an empty .git folder is no repository')
  mkdirSync(join(main, 'odd'))
  writeFileSync(join(main, 'odd', '.git'), 'nonsense')
  t.equal(id('main', 'odd'), join(main, 'odd'), 'a broken .git file still marks a work tree')

  symlinkSync(join(main, 'src'), join(folder, 'link'))
  t.equal(id('link', 'deep'), main, 'through a symbolic link')
  t.throws(() => resolveProject('/a\0b'), { code: 'INVALID_REQUEST' })
  t.end()
})

t.test('a linked worktree belongs to its main work tree', t => {
  const folder = temporaryFolder(t)
  const main = repository(join(folder, 'main'))
  git(main, 'worktree', 'add', join(folder, 'linked'))
  mkdirSync(join(folder, 'linked', 'src'))
  t.equal(resolveProject(join(folder, 'linked')).id, main)
  t.equal(resolveProject(join(folder, 'linked', 'src')).id, main)
  git(main, 'worktree', 'add', join(main, 'inside'), '-b', 'inside')
  t.equal(resolveProject(join(main, 'inside')).id, main)
  rmSync(main, { recursive: true })
  t.equal(
    resolveProject(join(folder, 'linked')).id,
    join(folder, 'linked'),
    'one whose main work tree is gone is its own',
  )
  t.end()
})

t.test('a worktree of a bare repository is its own project', t => {
  const folder = temporaryFolder(t)
  repository(join(folder, 'main'))
  git(folder, 'clone', '--bare', 'main', 'bare.git')
  git(join(folder, 'bare.git'), 'worktree', 'add', join(folder, 'tree'))
  t.equal(resolveProject(join(folder, 'tree')).id, join(folder, 'tree'))
  t.end()
})

t.test('a submodule is its own project', t => {
  const folder = temporaryFolder(t)
  repository(join(folder, 'library'))
  const main = repository(join(folder, 'main'))
  git(main, 'submodule', 'add', join(folder, 'library'), 'vendor/library')
  const inside = join(main, 'vendor', 'library')
  mkdirSync(join(inside, 'src'))
  t.equal(resolveProject(join(inside, 'src')).id, inside)
  t.equal(readRemoteUrl(inside), join(folder, 'library'))
  t.end()
})

t.test('the remote of a repository', t => {
  const main = repository(join(temporaryFolder(t), 'main'))
  t.equal(readRemoteUrl(main), undefined)
  t.equal(readRemoteUrl(join(main, 'none')), undefined)
  git(main, 'remote', 'add', 'mirror', 'https://mirror.example/acme/app')
  t.equal(readRemoteUrl(main), 'https://mirror.example/acme/app')
  git(main, 'remote', 'add', 'origin', 'git@github.com:acme/app.git')
  t.equal(readRemoteUrl(main), 'git@github.com:acme/app.git', 'origin comes first')
  git(main, 'remote', 'set-url', '--push', 'origin', 'https://push.example/acme/app')
  t.equal(readRemoteUrl(main), 'git@github.com:acme/app.git', 'a push address is none')
  git(main, 'config', 'url.https://x.example/.insteadOf', 'gh:')
  t.equal(readRemoteUrl(main), 'git@github.com:acme/app.git')
  t.end()
})

t.test('one form for the ways to write a remote', t => {
  const same = [
    'git@github.com:Acme/App.git',
    'github.com:acme/app',
    'https://github.com/acme/app',
    'https://github.com/acme/app/',
    'https://user:secret@github.com/acme/app.git',
    'https://github.com:443/acme/app.git',
    'ssh://git@github.com:22/acme/app.git',
    'git://github.com/acme/app.git',
    'ssh://git@GitHub.com/acme/app.git/',
  ]
  for (const url of same) t.equal(normaliseRemote(url), 'github.com/acme/app', url)
  const local = ['/srv/git/app.git', '../app', './app', 'file:///srv/git/app.git', 'C:\\git\\app']
  local.push('C:/git/app', '', 'app', 'file://host/share/app')
  for (const path of local) t.equal(normaliseRemote(path), undefined, path)
  t.end()
})

t.test('two clones of one remote share memories, but each has its own imported files', async t => {
  const root = temporaryFolder(t)
  const [first, second] = ['one', 'two'].map(name => {
    const clone = join(root, name, 'app')
    mkdirSync(clone, { recursive: true })
    execFileSync('git', ['init', '-q', clone])
    const remote = 'git@example.org:team/app.git'
    execFileSync('git', ['-C', clone, 'remote', 'add', 'origin', remote])
    writeFileSync(join(clone, 'AGENTS.md'), `Rules of clone ${name}.\n`)
    return clone
  }) as [string, string]
  const { service } = openService(t)
  t.equal((await service.importWorkspace(first)).imported, 1)
  t.equal((await service.importWorkspace(second)).imported, 1, 'the second is not imported yet')
  await service.remember({ scope: project(first), title: 'Shared', content: 'In both clones.' })
  for (const clone of [first, second]) {
    const { items } = await service.list({ scope: project(clone) })
    t.strictSame(items.map(({ title }) => title).sort(), ['AGENTS.md', 'Shared'])
    const recalled = await service.recallContext({ scopes: [project(clone)] })
    t.match(recalled.text, `Rules of clone ${clone === first ? 'one' : 'two'}.`)
  }
})
