import t from 'tap'
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { hashText } from '../../../store/names.js'
import { findFolder, makeFolder, needsRootCommit } from '../../../store/projects/find.js'
import { recordScope, type ScopeFolder } from '../../../store/projects/folder.js'
import { findScope, listScopes, makeScope } from '../../../store/projects/projects.js'
import { listPointerFiles } from '../../../store/projects/pointers.js'
import { keepScopeDocument, listScopeDocuments } from '../../../store/projects/document.js'
import type { ProjectIdentity } from '../../../store/projects/identity.js'
import { openStore } from '../../../store/store.js'
import type { Scope } from '../../../store/types.js'
import { runProcess } from '../../process.js'
import { temporaryFolder } from '../fixture.js'
import { at, unseen } from './known.js'

const project = (id: string): Scope => ({ type: 'project', id })
const remote = (name: string) => ({ remote: name })

const keep = ({ path, scope }: ScopeFolder, known: ProjectIdentity) =>
  keepScopeDocument(path, scope.id ?? '', known)

function newStore(t: { teardown(undo: () => void): void }) {
  return openStore(join(temporaryFolder(t), 'svc.json'))
}

t.test('the global scope is always there', async t => {
  const store = newStore(t)
  const global: Scope = { type: 'global', id: null }
  const path = join(store.root, 'global')
  const folder = { scope: global, key: 'global', localKey: 'global', path }
  t.same(await findScope(store, global), folder)
  t.same(await makeScope(store, global), folder)
  t.same(listScopes(store), [folder])
  recordScope(folder)
  t.same(readdirSync(store.root).sort(), ['.gitattributes', '.gitignore', 'svc.json'])
})

t.test('a project exists once its folder was made', t => {
  const store = newStore(t)
  t.equal(findFolder(store, at(project('/work/my app'))), undefined)
  const made = makeFolder(store, at(project('/work/my app')))
  t.equal(made.key, `my-app-${hashText('/work/my app', 10)}`)
  t.equal(made.path, join(store.root, 'projects', made.key))
  t.same(findFolder(store, unseen(project('/work/my app'))), made)
  t.same(makeFolder(store, at(project('/work/my app'))), made)
  t.equal(findFolder(store, at(project('/work'))), undefined)
  t.same(
    listScopes(store).map(({ scope }) => scope.id),
    [null, '/work/my app'],
  )
  t.end()
})

t.test('projects that share a base name share nothing', t => {
  const store = newStore(t)
  const one = makeFolder(store, at(project('/a/app')))
  const two = makeFolder(store, at(project('/b/app')))
  t.not(one.key, two.key)
  t.match(one.key, /^app-/)
  t.match(two.key, /^app-/)
  t.end()
})

t.test('a store that was cloned knows its projects', t => {
  const store = newStore(t)
  const byPath = makeFolder(store, at(project('/a/app')))
  const byRemote = makeFolder(store, at(project('/a/tool'), remote('github.com/acme/tool')))
  keep(byPath, {})
  keep(byRemote, remote('github.com/acme/tool'))
  t.equal(
    readFileSync(join(byPath.path, 'scope.json'), 'utf8'),
    '{\n  "type": "project",\n  "id": "/a/app"\n}\n',
  )
  t.equal(
    readFileSync(join(byRemote.path, 'scope.json'), 'utf8'),
    '{\n  "type": "project",\n  "remote": "github.com/acme/tool"\n}\n',
  )
  rmSync(store.state, { recursive: true, force: true })
  t.same(findFolder(store, at(project('/a/app'))), byPath)
  const elsewhere = project('/other/clone')
  t.equal(findFolder(store, at(elsewhere, remote('github.com/acme/other'))), undefined)
  t.equal(findFolder(store, at(elsewhere)), undefined)
  t.equal(findFolder(store, at(elsewhere, remote('github.com/acme/tool')))?.path, byRemote.path)
  t.equal(findFolder(store, at(elsewhere))?.path, byRemote.path, 'known by its path too')
  t.equal(
    makeFolder(store, at(elsewhere, remote('github.com/acme/tool'))).path,
    byRemote.path,
    'two clones of one project share its folder',
  )
  t.same(
    listScopes(store).map(({ scope }) => scope.id),
    [null, '/a/app', '/other/clone'],
  )
  t.end()
})

t.test('a folder is chosen once: a remote that comes later does not move it', t => {
  const store = newStore(t)
  const before = makeFolder(store, at(project('/a/app')))
  t.same(makeFolder(store, at(project('/a/app'), remote('github.com/acme/app'))), before)
  t.end()
})

t.test('the first scope.json stands', t => {
  const store = newStore(t)
  const folder = makeFolder(store, at(project('/a/app')))
  keep(folder, {})
  keep(folder, remote('github.com/acme/app'))
  t.match(readFileSync(join(folder.path, 'scope.json'), 'utf8'), '/a/app')
  t.end()
})

t.test('a broken pointer is written anew, and never leads out of the store', t => {
  const store = newStore(t)
  const folder = makeFolder(store, at(project('/a/app')))
  const [pointer] = listPointerFiles(store)
  for (const broken of ['', '{', 'null', '{"path":"/a/app"}', '7']) {
    writeFileSync(pointer!.path, broken)
    t.same(listPointerFiles(store), [{ path: pointer!.path, pointer: undefined }])
    t.same(makeFolder(store, at(project('/a/app'))), folder, broken)
    t.equal(listScopes(store).length, 2, 'the project is listed again')
  }
  for (const name of ['..', '.', '../..', 'a/b', '.git', 'a\\b', '']) {
    writeFileSync(pointer!.path, JSON.stringify({ path: '/a/app', folder: name }))
    t.equal(findFolder(store, at(project('/a/app'))), undefined, name)
  }
  t.end()
})

t.test('documents that do not name a project are found', t => {
  const store = newStore(t)
  const write = (name: string, text: string) => {
    mkdirSync(join(store.root, 'projects', name), { recursive: true })
    writeFileSync(join(store.root, 'projects', name, 'scope.json'), text)
  }
  write('a', '{"type":"project","id":"/a"}')
  write('b', '{"type":"project","remote":"github.com/acme/b"}')
  const broken = ['{', '<<<<<<< a', '{}', '{"type":"global"}', '{"type":"project","id":7}', '[]']
  broken.forEach((text, at) => write(`x${at}`, text))
  mkdirSync(join(store.root, 'projects', 'without'))
  const found = listScopeDocuments(store).filter(({ isSound }) => !isSound)
  t.same(
    found.map(({ path }) => basename(join(path, '..'))),
    broken.map((_, at) => `x${at}`),
  )
  t.same(
    listScopes(store).map(({ scope }) => scope.id),
    [null, '/a', join(store.root, 'projects', 'b')],
    'a broken one is no project',
  )
  t.end()
})

t.test('a folder that no path leads to is meant by its own path', t => {
  const store = newStore(t)
  const folder = join(store.root, 'projects', 'tool-x')
  mkdirSync(join(folder, 'memories'), { recursive: true })
  const listed = listScopes(store)[1]
  t.equal(listed?.path, folder)
  t.same(listed?.scope, project(folder))
  t.same(findFolder(store, unseen(project(folder))), listed)
  t.same(makeFolder(store, unseen(project(folder))), listed)
  t.same(listPointerFiles(store), [], 'no pointer is made for it')
  t.equal(findFolder(store, at(project(join(store.root, 'projects', 'none')))), undefined)
  t.equal(findFolder(store, at(project(join(folder, 'memories')))), undefined)
  t.end()
})

t.test('another machine gave its project of the same path the same folder name', t => {
  const store = newStore(t)
  const theirs = makeFolder(store, at(project('/a/app'), { rootCommits: ['a1'.repeat(20)] }))
  keep(theirs, { rootCommits: ['a1'.repeat(20)] })
  rmSync(store.state, { recursive: true, force: true })
  const ours = makeFolder(store, at(project('/a/app'), { rootCommits: ['b2'.repeat(20)] }))
  t.not(ours.key, theirs.key)
  const again = { rootCommits: ['a1'.repeat(20)] }
  t.equal(findFolder(store, at(project('/c/app'), again))?.key, theirs.key)
  t.end()
})

t.test(
  'a history is worth a look only where nothing else tells and something could match',
  async t => {
    const store = newStore(t)
    const asks = (id: string, identity = {}) => {
      return needsRootCommit(store, at(project(id), identity))
    }
    t.notOk(asks('/b/app'), 'nothing to compare with')
    const folder = makeFolder(store, at(project('/a/app')))
    keep(folder, { rootCommits: ['a1'.repeat(20)] })
    t.notOk(asks('/a/app'), 'its pointer leads there')
    t.ok(asks('/b/app'))
    t.ok(asks('/b/app', { remote: 'github.com/acme/app' }), 'the other side has no remote')
    writeFileSync(
      join(folder.path, 'scope.json'),
      `{"type":"project","remote":"github.com/acme/app","rootCommit":"${'a1'.repeat(20)}"}`,
    )
    t.notOk(asks('/b/app', { remote: 'github.com/acme/fork' }), 'both sides have one')
    t.notOk(asks('/b/app', { remote: 'github.com/acme/app' }), 'the remote tells')
    t.ok(asks('/b/app'))
    t.equal((await findScope(store, { type: 'global', id: null }))?.key, 'global')
  },
)

t.test('of paths of one project one that exists names it', t => {
  const store = newStore(t)
  const there = temporaryFolder(t)
  for (const path of ['/a/gone', there]) {
    makeFolder(store, at(project(path), remote('github.com/acme/app')))
  }
  t.same(
    listScopes(store).map(({ scope }) => scope.id),
    [null, there],
  )
  t.end()
})

t.test('processes that make one project at once agree on its folder', async t => {
  const store = newStore(t)
  const script = `const { makeFolder } = await load('store/projects/find.js')
    const { keepScopeDocument } = await load('store/projects/document.js')
    const project = { path: '/a/app', ...(args[1] && { remote: args[1] }) }
    const folder = makeFolder(args[0], project)
    keepScopeDocument(folder.path, '/a/app', project)
    process.stdout.write(folder.key)`
  const remotes = [null, 'github.com/acme/app', null, 'github.com/acme/app']
  const keys = await Promise.all(remotes.map(name => runProcess(t, script, store, name)))
  t.equal(new Set(keys).size, 1, keys.join(' '))
  t.same(readdirSync(join(store.root, 'projects')), [keys[0]])
})

t.test("a project whose .git leads nowhere stands in nobody's way", async t => {
  const store = newStore(t)
  const root = temporaryFolder(t)
  const module = join(root, 'module')
  mkdirSync(module)
  mkdirSync(join(root, '.git'))
  writeFileSync(join(module, '.git'), 'gitdir: ../.git/modules/module\n')
  const folder = await makeScope(store, project(module))
  rmSync(join(root, '.git'), { recursive: true })
  writeFileSync(join(root, '.git'), 'a file by now\n')
  t.same(await findScope(store, project(module)), folder)
  t.same(
    listScopes(store).map(({ scope }) => scope.id),
    [null, module],
  )
})
