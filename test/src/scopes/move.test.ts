import t from 'tap'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { linkDirectory } from '../../../src/scopes/move.js'
import { readMoves, writeMove } from '../../../src/scopes/transfer.js'
import { findNamedScope, toExistingProject } from '../../../src/scopes/names.js'
import { finishMoves } from '../../../src/scopes/transfer.js'
import { writeSkill } from '../../../src/skills/write.js'
import { withLock } from '../../../store/files/lock.js'
import { listScopes } from '../../../store/projects/projects.js'
import { listPointerFiles } from '../../../store/projects/pointers.js'
import { listSpool } from '../../../store/files/spool.js'
import { replaySpool, turnSpool, scopeLock } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'
import { GLOBAL, openService, project } from '../fixture.js'
import { git, repository } from '../work-trees.js'
import { filesBelow, move, namesIn, OPTIONS, remember, storeOf, titlesIn } from './fixture.js'

function twoProjects(t: Parameters<typeof openService>[0]) {
  const root = temporaryFolder(t)
  const [one, two] = ['one', 'two'].map(name => {
    mkdirSync(join(root, name))
    return join(root, name)
  }) as [string, string]
  const { service, dataDir } = openService(t)
  return { root, one, two, service, dataDir, store: storeOf(dataDir) }
}

t.test('a directory that was renamed is followed', async t => {
  const { root, one, service, dataDir, store } = twoProjects(t)
  await remember(service, one, 'Kept')
  const [, before] = listScopes(store)
  const moved = join(root, 'renamed')
  renameSync(one, moved)
  t.match(await move(store, one, moved), { outcome: 'renamed', path: moved, folder: before!.key })
  t.same(await titlesIn(t, dataDir, project(moved)), ['Kept'])
  t.same(await titlesIn(t, dataDir, project(one)), [], 'a new project there is another one')
  t.equal(listScopes(store)[1]?.path, before!.path, 'nothing was moved on disk')
  await t.rejects(move(store, moved, join(root, 'nowhere')), { code: 'WORKSPACE_NOT_FOUND' })
  await t.rejects(move(store, 'global', moved), { code: 'INVALID_REQUEST' })
})

t.test('a moved clone that was found already loses only its old path', async t => {
  const { root, service, dataDir, store } = twoProjects(t)
  const app = repository(join(root, 'app'))
  await remember(service, app, 'Kept')
  renameSync(app, join(root, 'moved'))
  t.same(await titlesIn(t, dataDir, project(join(root, 'moved'))), ['Kept'])
  t.equal(listPointerFiles(store).length, 2)
  await move(store, app, join(root, 'moved'))
  t.equal(listPointerFiles(store).length, 1)
  git(root, 'clone', '-q', 'moved', 'second')
  await titlesIn(t, dataDir, project(join(root, 'second')))
  const both = move(store, join(root, 'moved'), join(root, 'second'))
  await t.rejects(both, { code: 'CONFLICT' }, 'two living clones are one project')
})

t.test('one project into another: everything goes over, nothing is lost', async t => {
  const { one, two, service, dataDir, store } = twoProjects(t)
  await remember(service, one, 'Only one', 'In both')
  await remember(service, two, 'Only two', 'In both')
  writeFileSync(join(one, 'AGENTS.md'), 'Rules of one.\n')
  await service.importWorkspace(one)
  const [source, target] = [one, two].map(path => {
    return listScopes(store).find(({ scope }) => scope.id === path)!
  }) as [ReturnType<typeof listScopes>[0], ReturnType<typeof listScopes>[0]]
  const memories = join(source.path, 'memories')
  const buried =
    '---\nid: buried01\nkind: fact\ntitle: Buried\ntags: []\nevictedAt: 2026-11-19T10:00:00.000Z\n---\n\nGone.\n'
  writeFileSync(join(memories, 'buried--buried01.md'), buried)
  writeFileSync(join(memories, 'broken.md'), '  const busy = listScopes(store).find(({ scope }) => scope.id === two)!
  await withLock(scopeLock(store, 'work', busy.key), async () => {
    await t.rejects(move(store, one, two), { code: 'SCOPE_BUSY' })
  })
  t.same(readMoves(store), [], 'nothing was begun')
  t.match(await move(store, one, two), { memories: 1 })
})

t.test('what svc did not put there stays behind and is named', async t => {
  const { one, two, service, store } = twoProjects(t)
  await remember(service, one, 'A')
  await remember(service, two, 'B')
  const source = listScopes(store).find(({ scope }) => scope.id === one)!
  writeFileSync(join(source.path, 'notes.txt'), 'mine\n')
  const moved = await move(store, one, two)
  t.match(moved, { left: [join(source.path, 'notes.txt')] })
  t.equal(readFileSync(join(source.path, 'notes.txt'), 'utf8'), 'mine\n')
})

t.test('a directory is linked to a project, unless it has memories of its own', async t => {
  const { root, one, two, service, dataDir, store } = twoProjects(t)
  await remember(service, one, 'Shared')
  const { folder } = await findNamedScope(store, one, '/')
  const here = toExistingProject(two, '/')
  t.equal((await linkDirectory(store, folder!, here)).folder, folder!.key)
  t.same(await titlesIn(t, dataDir, project(two)), ['Shared'])
  const third = join(root, 'three')
  mkdirSync(third)
  await remember(service, third, 'Own')
  const own = linkDirectory(store, folder!, toExistingProject(third, '/'))
  await t.rejects(own, { code: 'CONFLICT', message: /svc scope move/ })
  const global = (await findNamedScope(store, 'global', '/')).folder!
  await t.rejects(linkDirectory(store, global, here), { code: 'INVALID_REQUEST' })
})

t.test('a scope is named by key, folder or path', async t => {
  const { root, one, service, store } = twoProjects(t)
  await remember(service, one, 'A')
  const [, folder] = listScopes(store)
  for (const name of [one, 'one', `project:${one}`, folder!.key, join(root, 'one', '.')]) {
    t.equal((await findNamedScope(store, name, root)).folder?.key, folder!.key, name)
  }
  t.equal((await findNamedScope(store, 'nothing', root)).folder, undefined)
  await t.rejects(findNamedScope(store, 'project:relative', root), { code: 'INVALID_REQUEST' })
})
