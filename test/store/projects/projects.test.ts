import t from 'tap'
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { hashText } from '../../../store/names.js'
import {
  findScopeFolder,
  listScopeFolders,
  makeScopeDocument,
  makeScopeFolder,
  needsRootCommit,
} from '../../../store/projects/projects.js'
import { listPointerFiles } from '../../../store/projects/pointers.js'
import { listScopeDocuments } from '../../../store/projects/document.js'
import { openStore } from '../../../store/store.js'
import type { Scope } from '../../../store/types.js'
import { runProcess, temporaryFolder } from '../fixture.js'

const project = (id: string): Scope => ({ type: 'project', id })
const plain = () => ({})
const remote = (name: string) => () => ({ remote: name })
const never = () => {
  throw new Error('the project was looked at without need')
}

function newStore(t: { teardown(undo: () => void): void }) {
  return openStore(join(temporaryFolder(t), 'svc.json'))
}

t.test('the global scope is always there', t => {
  const store = newStore(t)
  const global: Scope = { type: 'global', id: null }
  const path = join(store.root, 'global')
  const folder = { scope: global, key: 'global', localKey: 'global', path }
  t.same(findScopeFolder(store, global, never), folder)
  t.same(makeScopeFolder(store, global, never), folder)
  t.same(listScopeFolders(store), [folder])
  makeScopeDocument(folder, never)
  t.same(readdirSync(store.root).sort(), ['.gitattributes', '.gitignore', 'svc.json'])
  t.end()
})

t.test('a project exists once its folder was made', t => {
  const store = newStore(t)
  t.equal(findScopeFolder(store, project('/work/my app'), plain), undefined)
  const made = makeScopeFolder(store, project('/work/my app'), plain)
  t.equal(made.key, `my-app-${hashText('/work/my app', 10)}`)
  t.equal(made.path, join(store.root, 'projects', made.key))
  t.same(findScopeFolder(store, project('/work/my app'), never), made)
  t.same(makeScopeFolder(store, project('/work/my app'), plain), made)
  t.equal(findScopeFolder(store, project('/work'), plain), undefined)
  t.same(
    listScopeFolders(store).map(({ scope }) => scope.id),
    [null, '/work/my app'],
  )
  t.end()
})

t.test('projects that share a base name share nothing', t => {
  const store = newStore(t)
  const one = makeScopeFolder(store, project('/a/app'), plain)
  const two = makeScopeFolder(store, project('/b/app'), plain)
  t.not(one.key, two.key)
  t.match(one.key, /^app-/)
  t.match(two.key, /^app-/)
  t.end()
})

t.test('a store that was cloned knows its projects', t => {
  const store = newStore(t)
  const byPath = makeScopeFolder(store, project('/a/app'), plain)
  const byRemote = makeScopeFolder(store, project('/a/tool'), remote('github.com/acme/tool'))
  makeScopeDocument(byPath, plain)
  makeScopeDocument(byRemote, remote('github.com/acme/tool'))
  t.equal(
    readFileSync(join(byPath.path, 'scope.json'), 'utf8'),
    '{\n  "type": "project",\n  "id": "/a/app"\n}\n',
  )
  t.equal(
    readFileSync(join(byRemote.path, 'scope.json'), 'utf8'),
    '{\n  "type": "project",\n  "remote": "github.com/acme/tool"\n}\n',
  )
  rmSync(store.state, { recursive: true, force: true })
  t.same(findScopeFolder(store, project('/a/app'), plain), byPath)
  const elsewhere = project('/other/clone')
  t.equal(findScopeFolder(store, elsewhere, remote('github.com/acme/other')), undefined)
  t.equal(findScopeFolder(store, elsewhere, plain), undefined)
  t.equal(findScopeFolder(store, elsewhere, remote('github.com/acme/tool'))?.path, byRemote.path)
  t.equal(findScopeFolder(store, elsewhere, plain)?.path, byRemote.path, 'known by its path too')
  t.equal(
    makeScopeFolder(store, elsewhere, remote('github.com/acme/tool')).path,
    byRemote.path,
    'two clones of one project share its folder',
  )
  t.same(
    listScopeFolders(store).map(({ scope }) => scope.id),
    [null, '/a/app', '/other/clone'],
  )
  t.end()
})

t.test('a folder is chosen once: a remote that comes later does not move it', t => {
  const store = newStore(t)
  const before = makeScopeFolder(store, project('/a/app'), plain)
  t.same(makeScopeFolder(store, project('/a/app'), remote('github.com/acme/app')), before)
  t.end()
})

t.test('the first scope.json stands', t => {
  const store = newStore(t)
  const folder = makeScopeFolder(store, project('/a/app'), plain)
  makeScopeDocument(folder, plain)
  makeScopeDocument(folder, remote('github.com/acme/app'))
  t.match(readFileSync(join(folder.path, 'scope.json'), 'utf8'), '/a/app')
  t.end()
})

t.test('a broken pointer is written anew, and never leads out of the store', t => {
  const store = newStore(t)
  const folder = makeScopeFolder(store, project('/a/app'), plain)
  const [pointer] = listPointerFiles(store)
  for (const broken of ['', '{', 'null', '{"path":"/a/app"}', '7']) {
    writeFileSync(pointer!.path, broken)
    t.same(listPointerFiles(store), [{ path: pointer!.path, pointer: undefined }])
    t.same(makeScopeFolder(store, project('/a/app'), plain), folder, broken)
    t.equal(listScopeFolders(store).length, 2, 'the project is listed again')
  }
  for (const name of ['..', '.', '../..', 'a/b', '.git', 'a\\b', '']) {
    writeFileSync(pointer!.path, JSON.stringify({ path: '/a/app', folder: name }))
    t.equal(findScopeFolder(store, project('/a/app'), plain), undefined, name)
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
    listScopeFolders(store).map(({ scope }) => scope.id),
    [null, '/a', join(store.root, 'projects', 'b')],
    'a broken one is no project',
  )
  t.end()
})

t.test('a folder that no path leads to is meant by its own path', t => {
  const store = newStore(t)
  const folder = join(store.root, 'projects', 'tool-x')
  mkdirSync(join(folder, 'memories'), { recursive: true })
  const listed = listScopeFolders(store)[1]
  t.equal(listed?.path, folder)
  t.same(listed?.scope, project(folder))
  t.same(findScopeFolder(store, project(folder), never), listed)
  t.same(makeScopeFolder(store, project(folder), never), listed)
  t.same(listPointerFiles(store), [], 'no pointer is made for it')
  t.equal(findScopeFolder(store, project(join(store.root, 'projects', 'none')), plain), undefined)
  t.equal(findScopeFolder(store, project(join(folder, 'memories')), plain), undefined)
  t.end()
})

t.test('another machine gave its project of the same path the same folder name', t => {
  const store = newStore(t)
  const theirs = makeScopeFolder(store, project('/a/app'), () => ({ rootCommits: ['a1'] }))
  makeScopeDocument(theirs, () => ({ rootCommits: ['a1'] }))
  rmSync(store.state, { recursive: true, force: true })
  const ours = makeScopeFolder(store, project('/a/app'), () => ({ rootCommits: ['b2'] }))
  t.not(ours.key, theirs.key)
  const again = () => ({ rootCommits: ['a1'] })
  t.equal(findScopeFolder(store, project('/c/app'), again)?.key, theirs.key)
  t.end()
})

t.test('a history is worth a look only where nothing else tells and something could match', t => {
  const store = newStore(t)
  const asks = (id: string, identity = {}) => {
    return needsRootCommit(store, project(id), () => identity)
  }
  t.notOk(asks('/b/app'), 'nothing to compare with')
  const folder = makeScopeFolder(store, project('/a/app'), plain)
  makeScopeDocument(folder, () => ({ rootCommits: ['a1'] }))
  t.notOk(asks('/a/app'), 'its pointer leads there')
  t.ok(asks('/b/app'))
  t.ok(asks('/b/app', { remote: 'github.com/acme/app' }), 'the other side has no remote')
  writeFileSync(
    join(folder.path, 'scope.json'),
    '{"type":"project","remote":"github.com/acme/app","rootCommit":"a1"}',
  )
  t.notOk(asks('/b/app', { remote: 'github.com/acme/fork' }), 'both sides have one')
  t.notOk(asks('/b/app', { remote: 'github.com/acme/app' }), 'the remote tells')
  t.ok(asks('/b/app'))
  t.notOk(needsRootCommit(store, { type: 'global', id: null }, never))
  t.end()
})

t.test('of paths of one project one that exists names it', t => {
  const store = newStore(t)
  const there = temporaryFolder(t)
  for (const path of ['/a/gone', there]) {
    makeScopeFolder(store, project(path), remote('github.com/acme/app'))
  }
  t.same(
    listScopeFolders(store).map(({ scope }) => scope.id),
    [null, there],
  )
  t.end()
})

t.test('processes that make one project at once agree on its folder', async t => {
  const store = newStore(t)
  const script = `const { makeScopeFolder, makeScopeDocument } = await load('store/projects/projects.js')
    const identify = () => (args[1] ? { remote: args[1] } : {})
    const folder = makeScopeFolder(args[0], { type: 'project', id: '/a/app' }, identify)
    makeScopeDocument(folder, identify)
    process.stdout.write(folder.key)`
  const remotes = [null, 'github.com/acme/app', null, 'github.com/acme/app']
  const keys = await Promise.all(remotes.map(name => runProcess(t, script, store, name)))
  t.equal(new Set(keys).size, 1, keys.join(' '))
  t.same(readdirSync(join(store.root, 'projects')), [keys[0]])
})
