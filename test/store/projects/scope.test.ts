import t from 'tap'
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { normaliseRemote, readRemoteUrl } from '../../../store/git/repository.js'
import {
  completeDocument,
  toScopeDocument,
  type ScopeDocument,
} from '../../../store/projects/identity.js'
import {
  findScopeFaults,
  formatScopeKey,
  isSameScope,
  matchesScope,
  parseScope,
  parseScopeFilter,
  parseScopeKey,
  resolveProject,
  toProjectScope,
} from '../../../store/projects/scope.js'
import { GLOBAL_SCOPE, type Scope } from '../../../store/types.js'
import { temporaryFolder } from '../fixture.js'
import { NO_CONFIG } from '../git/fixture.js'
import { openService } from '../../src/fixture.js'

const project = (id: string): Scope => ({ type: 'project', id })
const BAD = { code: 'INVALID_REQUEST' }

t.test('scope keys', t => {
  const keys: [string, string][] = [
    ['project:/no/such/app', '/no/such/app'],
    ['project:%2Fno%2Fsuch%2Fapp', '/no/such/app'],
    ['project:/no/such/a%20b', '/no/such/a%20b'],
    ['project:%2Fno%2Fsuch%2Fa%2520b', '/no/such/a%20b'],
    ['project:/no/such/app/', '/no/such/app'],
    ['project:/no/./such/../such//app', '/no/such/app'],
    ['project:/no/such/日本 語', '/no/such/日本 語'],
    ['project:/', '/'],
    ['project:C:\\work\\app\\', 'C:\\work\\app'],
    ['project:c:/work/app', 'c:/work/app'],
    ['project:C%3A%5Cwork', 'C:\\work'],
  ]
  for (const [key, id] of keys) {
    t.same(parseScopeKey(key), project(id), key)
    t.same(parseScopeKey(formatScopeKey(project(id))), project(id), `${key}, written and read`)
  }
  t.same(parseScopeKey('global'), GLOBAL_SCOPE)
  t.equal(formatScopeKey(GLOBAL_SCOPE), 'global')
  t.equal(formatScopeKey(project('/a b')), 'project:%2Fa%20b')
  t.end()
})

t.test('scope keys that cannot be understood', t => {
  const bad = ['', 'Global', 'global ', 'global:', 'project', 'project:', 'project:app']
  bad.push('project:./app', 'project:..', 'project:%2', 'project:%zz', 'project:%ff', 'projects:/a')
  bad.push('project:/a\0b', 'project:%2Fa%00b', 'project:/a\nb', 'project:/a\x7f', 'project:/a\x9b')
  bad.push('project:C:work', 'user:/a', '/a', 'null', `project:/${'a'.repeat(5_000)}`)
  bad.push('project:/a\ud800', 'project:/\udc00a')
  for (const key of bad) t.throws(() => parseScopeKey(key), BAD, JSON.stringify(key.slice(0, 40)))
  t.end()
})

t.test('scopes given as objects', t => {
  t.same(parseScope({ type: 'global' }), GLOBAL_SCOPE)
  t.same(parseScope({ type: 'global', id: null }), GLOBAL_SCOPE)
  t.same(parseScope({ type: 'project', id: '/no/such/', more: 1 }), project('/no/such'))
  const bad: unknown[] = [undefined, null, 7, 'global', [], {}, { type: 'Global' }]
  bad.push({ type: 'user', id: '/a' }, { type: 'global', id: '' }, { type: 'global', id: '/a' })
  bad.push({ type: 'project' }, { type: 'project', id: null }, { type: 'project', id: '' })
  bad.push({ type: 'project', id: 'app' }, { type: 'project', id: ['/a'] }, { id: '/a' })
  bad.push({ type: 'project', id: '/a\0' }, { type: 'project', id: '/a\ud800' })
  for (const scope of bad) t.throws(() => parseScope(scope), BAD, JSON.stringify(scope))
  t.throws(() => parseScope({}, 'scopes'), { message: /^scopes\.type/ }, 'the field is named')
  t.end()
})

t.test('filters', t => {
  t.same(parseScopeFilter({}), {})
  t.same(parseScopeFilter({ scopeType: 'project' }), { scopeType: 'project' })
  const global = { scope: GLOBAL_SCOPE, scopeType: 'global' }
  const app = { scope: project('/no/such'), scopeType: 'project' }
  t.same(parseScopeFilter({ scopeType: 'global' }), global)
  t.same(parseScopeFilter({ scopeType: 'global', scopeId: '' }), global)
  t.same(parseScopeFilter({ scopeKey: 'global' }), global)
  t.same(parseScopeFilter({ scopeKey: 'global', scopeType: 'global' }), global)
  t.same(parseScopeFilter({ scopeId: '/no/such' }), app)
  t.same(parseScopeFilter({ scopeType: 'project', scopeId: '/no/such/' }), app)
  t.same(parseScopeFilter({ scopeKey: 'project:/no/such' }), app)
  t.same(parseScopeFilter({ scopeKey: 'project:%2Fno%2Fsuch', scopeId: '/no/such/' }), app)
  t.same(parseScopeFilter({ scopeKey: 'project:/no/such', scopeType: 'project' }), app)
  t.end()
})

t.test('a filter that is wrong never widens the answer', t => {
  const bad = [
    { scopeType: '' },
    { scopeType: 'user' },
    { scopeType: 'global,project' },
    { scopeId: '' },
    { scopeId: 'app' },
    { scopeType: 'project', scopeId: '' },
    { scopeType: 'global', scopeId: '/a' },
    { scopeKey: '' },
    { scopeKey: 'project:' },
    { scopeKey: 'global', scopeType: 'project' },
    { scopeKey: 'project:/a', scopeType: 'global' },
    { scopeKey: 'project:/a', scopeId: '/b' },
    { scopeKey: 'global', scopeId: '/a' },
    { scopeKey: 'global', scopeType: 'user' },
  ]
  for (const filter of bad) t.throws(() => parseScopeFilter(filter), BAD, JSON.stringify(filter))
  t.end()
})

t.test('links are resolved where the path exists', t => {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, 'real'))
  symlinkSync('real', join(folder, 'link'))
  t.same(toProjectScope(join(folder, 'link')), project(join(folder, 'real')))
  t.same(toProjectScope(join(folder, 'none')), project(join(folder, 'none')))
  t.end()
})

t.test('what a filter lets through', t => {
  const a = project('/a')
  t.ok(isSameScope(a, project('/a')))
  t.notOk(isSameScope(a, project('/b')))
  t.notOk(isSameScope(a, GLOBAL_SCOPE))
  t.ok(matchesScope({}, a))
  t.ok(matchesScope({ scope: a }, a))
  t.notOk(matchesScope({ scope: a }, GLOBAL_SCOPE))
  t.ok(matchesScope({ scopes: [GLOBAL_SCOPE, a] }, a))
  t.notOk(matchesScope({ scopes: [] }, a), 'no scopes are none, not all')
  t.notOk(matchesScope({ scopes: [a], scopeType: 'global' }, a))
  t.ok(matchesScope({ scopeType: 'project' }, a))
  t.end()
})

const SETTINGS = ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'protocol.file.allow=always']

function git(directory: string, ...args: string[]): void {
  execFileSync('git', [...SETTINGS, ...args], { cwd: directory, env: NO_CONFIG, stdio: 'ignore' })
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
    const { items } = await service.memories.list({ scope: project(clone) })
    t.strictSame(items.map(({ title }) => title).sort(), ['AGENTS.md', 'Shared'])
    const recalled = await service.memories.context({ scopes: [project(clone)] })
    t.match(recalled.text, `Rules of clone ${clone === first ? 'one' : 'two'}.`)
  }
})

t.test('no remote that svc writes is one that it calls faulty', t => {
  const parts = ['git@host:v3/Org/My Project/repo', 'my\u00a0host', 'ssh://u@h:22/a b', '-o', 'h:p']
  parts.push(
    ...['https://h/', 'İ'.repeat(1000), '-h:', '\t', '\u0085', '\n', ' ', '.git', '/', 'a'],
  )
  const urls = parts.flatMap(one => parts.flatMap(two => parts.map(three => one + two + three)))
  const written = [...parts, ...urls].flatMap(url => normaliseRemote(url) ?? [])
  t.ok(written.includes('host/v3/org/my project/repo'))
  const faulty = written.filter(remote => {
    const document = toScopeDocument('/app', { remote })
    return findScopeFaults({ ...document, remotes: [remote] }).length > 0
  })
  t.same(faulty.slice(0, 5), [])
  const many = Array.from({ length: 150 }, (_, at) => `h/${at}`)
  const known = many.reduce<ScopeDocument>(
    (document, remote) => completeDocument(document, { remote, rootCommits: [] }) ?? document,
    toScopeDocument('/app', { remote: 'h/first' }),
  )
  t.same(findScopeFaults(known), [])
  t.match(known.remotes?.at(-1), 'h/149')
  t.end()
})
