import t, { type Test } from 'tap'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '../../../store/store.js'
import { listPointerFiles } from '../../../store/projects/pointers.js'
import { listScopes } from '../../../store/projects/projects.js'
import { resolveProject } from '../../../store/projects/scope.js'
import { recallOnce, recallItems } from '../../../src/recall/index.js'
import { temporaryFolder } from '../../store/fixture.js'
import { openService, project } from '../fixture.js'
import { git, repository } from '../work-trees.js'
import { foldersOf } from '../../store/projects/known.js'

const ONE = 'git@example.org:one/r.git'
const THREE = 'git@example.org:three/r.git'

/** A path with a repository, and a store that remembers one thing of it. */
async function remembered(t: Test, remote?: string) {
  const path = join(temporaryFolder(t), 'reuse')
  repository(path, remote)
  const { service, dataDir } = openService(t)
  await service.remember({ scope: project(path), title: 'Secret plan', content: 'Known.' })
  await service.close()
  return { path, dataDir }
}

/** Another repository in its place; `salt` gives it another first commit. */
function replace(path: string, salt: string, remote?: string): void {
  rmSync(path, { recursive: true })
  mkdirSync(path)
  git(path, 'init', '-q', '-b', 'main')
  if (salt !== '') git(path, 'commit', '-q', '--allow-empty', '-m', salt)
  if (remote !== undefined) git(path, 'remote', 'add', 'origin', remote)
}

/** The titles that a hook, and then a service, find in a directory. */
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

const keysOf = (dataDir: string) => readdirSync(join(dataDir, 'projects')).sort()
const pointerOf = (dataDir: string) => {
  return listPointerFiles(openStore(join(dataDir, 'svc.json')))[0]!
}

t.test('another repository at a path does not see what the one before it stored', async t => {
  for (const [before, now] of [
    [ONE, THREE],
    [ONE, undefined],
    [undefined, THREE],
    [undefined, undefined],
  ]) {
    const { path, dataDir } = await remembered(t, before)
    replace(path, 'another', now)
    t.same(await titlesIn(t, dataDir, path), [], `${before} then ${now}`)
    const [old] = keysOf(dataDir)
    const { service } = openService(t, dataDir)
    t.same((await service.scopes())[1]?.id, join(dataDir, 'projects', old!))
    await service.remember({ scope: project(path), title: 'Mine', content: 'New.' })
    t.same(await titlesIn(t, dataDir, path), ['Mine'])
    t.equal(keysOf(dataDir).length, 2)
    const listed = listScopes(openStore(join(dataDir, 'svc.json')))
    const ids = listed.map(({ scope }) => scope.id).sort()
    t.same(ids, [null, path, join(dataDir, 'projects', old!)].sort())
  }
})

t.test('a repository without anything to compare gives nothing', async t => {
  const { path, dataDir } = await remembered(t, ONE)
  replace(path, '')
  t.same(await titlesIn(t, dataDir, path), [])
})

t.test('a repository that was moved away keeps its memories', async t => {
  for (const remote of [ONE, undefined]) {
    const { path, dataDir } = await remembered(t, remote)
    renameSync(path, `${path}-moved`)
    mkdirSync(path)
    replace(path, 'another', THREE)
    t.same(await titlesIn(t, dataDir, path), [])
    t.same(await titlesIn(t, dataDir, `${path}-moved`), ['Secret plan'])
  }
})

t.test('the same project cloned anew at its path is still known, renamed or not', async t => {
  const { path, dataDir } = await remembered(t, ONE)
  const copy = `${path}-copy`
  const before = (pointerOf(dataDir).pointer ?? {}).repository
  for (const remote of [ONE, THREE]) {
    rmSync(copy, { recursive: true, force: true })
    git(join(path, '..'), 'clone', '-q', path, copy)
    git(copy, 'remote', 'set-url', 'origin', remote)
    rmSync(path, { recursive: true })
    renameSync(copy, path)
    t.same(await titlesIn(t, dataDir, path), ['Secret plan'], remote)
  }
  t.match(before, /^\d+-\d+$/)
  t.not(pointerOf(dataDir).pointer?.repository, before, 'the pointer names what is there now')
})

t.test('a project that became a repository later keeps its memories', async t => {
  const path = join(temporaryFolder(t), 'plain')
  mkdirSync(path)
  const { service, dataDir } = openService(t)
  await service.remember({ scope: project(path), title: 'Early', content: 'Known.' })
  repository(path, ONE)
  t.same(await titlesIn(t, dataDir, path), ['Early'])
  await service.remember({ scope: project(path), title: 'Late', content: 'Known.' })
  t.equal((await titlesIn(t, dataDir, path)).length, 2)
  rmSync(join(path, '.git'), { recursive: true })
  t.equal((await titlesIn(t, dataDir, path)).length, 2, 'without git it goes by its path again')
  replace(path, 'another')
  t.same(await titlesIn(t, dataDir, path), [])
  replace(path, 'third')
  await service.remember({ scope: project(path), title: 'Third', content: 'Known.' })
  replace(path, 'fourth')
  t.same(await titlesIn(t, dataDir, path), [], 'nor by the path that the first one names')
})

t.test('a pointer of before is looked at once', async t => {
  const { path, dataDir } = await remembered(t, ONE)
  const file = pointerOf(dataDir)
  const { repository: stamp, ...old } = file.pointer!
  writeFileSync(file.path, JSON.stringify(old))
  t.same(await titlesIn(t, dataDir, path), ['Secret plan'])
  t.equal(pointerOf(dataDir).pointer?.repository, stamp)
  replace(path, 'another', THREE)
  writeFileSync(file.path, JSON.stringify(old))
  t.same(await titlesIn(t, dataDir, path), [])
  t.equal(readFileSync(file.path, 'utf8'), JSON.stringify(old), 'reading alone replaces nothing')
})
