import t, { type Test } from 'tap'
import {
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { openStore } from '../../../store/store.js'
import { recallOnce, recallItems } from '../../../src/recall/index.js'
import { resolveProject } from '../../../store/projects/scope.js'
import { temporaryFolder } from '../../store/fixture.js'
import { openService, project } from '../fixture.js'
import { git, repository } from '../work-trees.js'
import { foldersOf } from '../../store/projects/known.js'

const REMOTE = 'git@example.org:team/app.git'

/** The titles that a service, and then a hook, find in a directory. */
async function titlesIn(t: Test, dataDir: string, directory: string): Promise<string[]> {
  const scope = resolveProject(directory)
  const store = openStore(join(dataDir, 'svc.json'))
  const query = { limit: 10, isUnasked: false }
  const hook = await recallOnce(store, await foldersOf(store, scope), source =>
    recallItems(source, query),
  )
  const { service } = openService(t, dataDir)
  const { items } = await service.memories.list({ scope })
  t.same(hook.map(({ title }) => title).sort(), items.map(({ title }) => title).sort())
  return items.map(({ title }) => title)
}

/** A store that remembers one thing of a project. */
async function remembered(t: Test, directory: string): Promise<string> {
  const { service, dataDir } = openService(t)
  await service.remember({ scope: project(directory), title: 'Of app', content: 'Known.' })
  await service.close()
  return dataDir
}

/** The store as another machine has it that cloned it: without local state. */
function cloneStore(t: Test, dataDir: string): string {
  const clone = join(temporaryFolder(t), 'store')
  cpSync(dataDir, clone, { recursive: true })
  rmSync(join(clone, 'state'), { recursive: true, force: true })
  return clone
}

function documentOf(dataDir: string): Record<string, unknown> {
  const [folder] = readdirSync(join(dataDir, 'projects'))
  const text = readFileSync(join(dataDir, 'projects', folder!, 'scope.json'), 'utf8')
  return JSON.parse(text) as Record<string, unknown>
}

t.test('a clone of the same remote finds the project, with the store cloned too', async t => {
  const root = temporaryFolder(t)
  const app = repository(join(root, 'app'), REMOTE)
  const dataDir = await remembered(t, app)
  const clone = join(root, 'elsewhere', 'other-name')
  git(root, 'clone', '-q', app, clone)
  git(clone, 'remote', 'set-url', 'origin', 'https://example.org/Team/App')
  t.same(await titlesIn(t, dataDir, clone), ['Of app'])
  t.same(await titlesIn(t, cloneStore(t, dataDir), clone), ['Of app'])
  t.match(documentOf(dataDir), { remote: 'example.org/team/app', rootCommit: /^[0-9a-f]{40}$/ })
  t.notMatch(JSON.stringify(documentOf(dataDir)), root, 'no path of a machine travels')
})

t.test('a local clone without a usable remote is known by its root commit', async t => {
  const root = temporaryFolder(t)
  for (const remote of [undefined, REMOTE]) {
    const app = repository(join(root, `app-${remote}`), remote)
    const dataDir = await remembered(t, app)
    const clone = join(root, `clone-${remote}`)
    git(root, 'clone', '-q', app, clone)
    t.same(await titlesIn(t, cloneStore(t, dataDir), clone), ['Of app'], 'in a cloned store')
    t.same(await titlesIn(t, dataDir, clone), ['Of app'])
    git(clone, 'remote', 'remove', 'origin')
    t.same(await titlesIn(t, dataDir, clone), ['Of app'], 'its pointer leads there from then on')
  }
})

t.test('a directory that was moved, and a linked worktree, find their project', async t => {
  const root = temporaryFolder(t)
  const app = repository(join(root, 'app'))
  const dataDir = await remembered(t, app)
  git(app, 'worktree', 'add', '-q', join(root, 'linked'))
  t.same(await titlesIn(t, dataDir, join(root, 'linked')), ['Of app'])
  rmSync(join(root, 'linked'), { recursive: true })
  renameSync(app, join(root, 'moved'))
  t.same(await titlesIn(t, dataDir, join(root, 'moved')), ['Of app'])
})

t.test('a fork, another project of that name, and a shallow clone are not the project', async t => {
  const root = temporaryFolder(t)
  const app = repository(join(root, 'app'), REMOTE)
  git(app, 'commit', '-q', '--allow-empty', '-m', 'second')
  const dataDir = await remembered(t, app)
  const fork = join(root, 'fork')
  git(root, 'clone', '-q', app, fork)
  git(fork, 'remote', 'set-url', 'origin', 'git@example.org:me/app.git')
  t.same(await titlesIn(t, dataDir, fork), [])
  t.same(await titlesIn(t, dataDir, repository(join(root, 'else', 'app'))), [])
  const shallow = join(root, 'shallow')
  git(root, 'clone', '-q', '--depth', '1', `file://${app}`, shallow)
  t.same(await titlesIn(t, dataDir, shallow), [])
  const plain = join(root, 'plain', 'app')
  mkdirSync(plain, { recursive: true })
  t.same(await titlesIn(t, dataDir, plain), [])
})

t.test('what a project is known by later is added at its next write', async t => {
  const root = temporaryFolder(t)
  const app = join(root, 'app')
  mkdirSync(app)
  const { service, dataDir } = openService(t)
  const remember = (title: string) => {
    return service.remember({ scope: project(app), title, content: 'Known.' })
  }
  const { id } = await remember('One')
  t.same(documentOf(dataDir), { type: 'project', id: app })
  repository(app)
  await remember('Two')
  const root1 = git(app, 'rev-parse', 'HEAD').trim()
  t.same(documentOf(dataDir), { type: 'project', id: app, rootCommit: root1 })
  git(app, 'remote', 'add', 'origin', REMOTE)
  await remember('Three')
  t.equal(documentOf(dataDir).remote, 'example.org/team/app')
  git(app, 'remote', 'set-url', 'origin', 'git@example.org:team/renamed.git')
  await remember('Four')
  t.same(documentOf(dataDir).remotes, ['example.org/team/renamed'])
  git(app, 'remote', 'set-url', 'origin', 'git@example.org:team/again.git')
  await service.memories.edit(id, { content: 'Known by an edit.' })
  t.same(documentOf(dataDir).remotes, ['example.org/team/renamed', 'example.org/team/again'])
  const clone = join(root, 'clone')
  git(root, 'clone', '-q', app, clone)
  git(clone, 'remote', 'set-url', 'origin', 'git@example.org:team/renamed.git')
  t.equal((await titlesIn(t, cloneStore(t, dataDir), clone)).length, 4)
})

t.test('a scope.json with unknown keys keeps them, a broken one is left alone', async t => {
  const app = repository(join(temporaryFolder(t), 'app'))
  const { service, dataDir } = openService(t)
  const remember = (title: string) => {
    return service.remember({ scope: project(app), title, content: 'Known.' })
  }
  await remember('One')
  const [folder] = readdirSync(join(dataDir, 'projects'))
  const path = join(dataDir, 'projects', folder!, 'scope.json')
  writeFileSync(path, JSON.stringify({ ...documentOf(dataDir), team: 'blue' }))
  git(app, 'remote', 'add', 'origin', REMOTE)
  await remember('Two')
  t.match(documentOf(dataDir), { team: 'blue', remote: 'example.org/team/app' })
  const broken = '<<<<<<< ours\n{"type":"project"}\n'
  writeFileSync(path, broken)
  await remember('Three')
  t.equal(readFileSync(path, 'utf8'), broken)
})

t.test('a cloned store lists what no path leads to, and exports it', async t => {
  const app = repository(join(temporaryFolder(t), 'app'), REMOTE)
  const dataDir = cloneStore(t, await remembered(t, app))
  const { service } = openService(t, dataDir)
  const [folder] = readdirSync(join(dataDir, 'projects'))
  const scope = project(join(dataDir, 'projects', folder!))
  t.same(await service.scopes(), [
    { type: 'global', id: null, count: 0 },
    { ...scope, count: 1 },
  ])
  t.equal((await service.memories.list({ scope })).total, 1)
  const exported = []
  for await (const { title } of service.memories.export()) exported.push(title)
  t.same(exported, ['Of app'])
  t.ok((await service.doctor()).ok)
  await service.memories.list({ scope: project(app) })
  t.same((await service.scopes())[1]?.id, app, 'a work tree claims it')
})
