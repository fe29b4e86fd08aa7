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
import { readMoves, writeMove, finishMoves } from '../../../src/scopes/transfer.js'
import { findNamedScope, toExistingProject } from '../../../src/scopes/names.js'
import { addTurns, listParts, readPart } from '../../../src/past/parts.js'
import { readSegments, refreshPast } from '../../../src/past/segments.js'
import { writeSkill } from '../../../src/skills/write.js'
import { withLock } from '../../../store/files/lock.js'
import { listScopes, makeScope } from '../../../store/projects/projects.js'
import { listPointerFiles } from '../../../store/projects/pointers.js'
import { listSpool, placeInSpool } from '../../../store/files/spool.js'
import { replaySpool, scopeLock, turnSpool, type Store } from '../../../store/store.js'
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
  writeFileSync(join(memories, 'broken.md'), '<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n')
  writeFileSync(join(memories, 'by hand.md'), Buffer.from([0x23, 0x20, 0x48, 0xff, 0x0a]))
  const skill = { name: 'release', description: 'When to release.', body: 'Steps.' }
  const writing = { store, action: 'create' as const, assertHeld: () => undefined }
  t.equal(writeSkill(source, skill, writing), 'created')
  t.equal(writeSkill(target, { ...skill, body: 'Other steps.' }, writing), 'created')
  await service.close()
  for (const [spool, name] of [
    [turnSpool(store, source.key), 'turn1'],
    [replaySpool(store, source.key), 'batch1'],
  ] as const) {
    mkdirSync(spool, { recursive: true })
    writeFileSync(join(spool, `${name}.json`), '{}\n')
  }
  addTurns(store, source.key, [past(1), past(2)])
  addTurns(store, target.key, [past(2), past(3)])
  const before = { ...filesBelow(memories), ...filesBelow(join(target.path, 'memories')) }
  const dates = await updatedAt(t, dataDir)

  const outcome = await move(store, source.key, two)
  t.match(outcome, { outcome: 'merged', memories: 5, skills: 1, queued: 2, left: [] })
  t.same(filesBelow(join(target.path, 'memories')), before, 'byte for byte')
  t.same(listSpool(turnSpool(store, target.key)), ['turn1'])
  t.same(listSpool(replaySpool(store, target.key)), ['batch1'])
  t.same(pastIn(store, target.key), [2, 3, 1], 'a past turn that was there is there once')
  t.same(pastIn(store, source.key), [])
  t.equal(namesIn(join(target.path, 'skills')).length, 2, 'two skills of one name both stay')
  t.notOk(existsSync(source.path))
  t.same(readMoves(store), [])
  t.same(await updatedAt(t, dataDir), dates, 'moving makes nothing newer')
  const titles = ['In both', 'In both', 'Only one', 'Only two']
  const listed = await titlesIn(t, dataDir, project(two))
  t.same(
    listed.filter(title => titles.includes(title)),
    titles,
  )
  const inOne = await titlesIn(t, dataDir, project(one))
  t.ok(inOne.includes('AGENTS.md'), 'import rows stay with their work tree')
  t.notOk(listed.includes('AGENTS.md'))
  t.ok(inOne.includes('Only two'), 'the directory belongs to the other project from now on')
})

function past(turn: number) {
  const at = '2026-03-01T10:00:00.000Z'
  return { session: 's', turn, at, asked: `Question ${turn}`, answered: 'x', did: [] }
}

function pastIn(store: Store, key: string): number[] {
  return listParts(store, key).flatMap(part => readPart(part).map(({ turn }) => turn))
}

async function updatedAt(t: Parameters<typeof openService>[0], dataDir: string) {
  const { service } = openService(t, dataDir)
  const { items } = await service.memories.list({ limit: 1000 })
  return Object.fromEntries(items.map(({ id, updatedAt }) => [id, updatedAt]))
}

t.test('memories of a project go to global, and the project stays', async t => {
  const { one, service, dataDir, store } = twoProjects(t)
  await remember(service, one, 'For all')
  const [, source] = listScopes(store)
  const spool = turnSpool(store, source!.key)
  mkdirSync(spool, { recursive: true })
  writeFileSync(join(spool, 'turn1.json'), '{}\n')
  t.match(await move(store, one, 'global'), { memories: 1, queued: 0 })
  t.same(await titlesIn(t, dataDir, GLOBAL), ['For all'])
  t.same(await titlesIn(t, dataDir, project(one)), [])
  t.same(listSpool(spool), ['turn1'])
})

t.test(
  'a project whose memories went to global is not taken for lost, here or elsewhere',
  async t => {
    const { one, service, dataDir, store } = twoProjects(t)
    await remember(service, one, 'For all')
    const [, source] = listScopes(store)
    // Another machine, on which git brings about what the move did here.
    const elsewhere = join(temporaryFolder(t), 'store')
    cpSync(dataDir, elsewhere, { recursive: true })
    t.match(await move(store, one, 'global'), { memories: 1, left: [] })
    t.same(namesIn(source!.path), ['scope.json'], 'what says whose the folder is stays')
    for (const name of ['global', 'projects']) {
      rmSync(join(elsewhere, name), { recursive: true, force: true })
      cpSync(join(dataDir, name), join(elsewhere, name), { recursive: true })
    }
    for (const folder of [dataDir, elsewhere]) {
      const { service: later } = openService(t, folder)
      t.match(await later.doctor(), { ok: true, findings: [] })
      t.same((await later.status()).lost, [])
      await remember(later, one, 'Own again')
      t.same(await titlesIn(t, folder, project(one)), ['Own again'])
    }
  },
)

t.test('a folder without scope.json whose memories went to global is no lost project', async t => {
  const { one, service, dataDir, store } = twoProjects(t)
  await remember(service, one, 'For all')
  await service.close()
  const [, source] = listScopes(store)
  rmSync(join(source!.path, 'scope.json'))
  t.match(await move(store, one, 'global'), { memories: 1, left: [] })
  const { service: later } = openService(t, dataDir)
  t.match(await later.doctor(), { ok: true, findings: [] })
  t.same((await later.status()).lost, [])
  t.same(namesIn(source!.path), ['scope.json'], 'the project stays known')
})

t.test('two folders of one remote become one, and other machines find it', async t => {
  const { root, service, dataDir, store } = twoProjects(t)
  const app = repository(join(root, 'app'), 'git@example.org:team/app.git')
  await remember(service, app, 'Ours')
  await remember(service, join(root, 'two'), 'Theirs')
  const [theirs, ours] = [join(root, 'two'), app].map(path => {
    return listScopes(store).find(({ scope }) => scope.id === path)!
  })
  const document = { type: 'project', remote: 'example.org/team/renamed' }
  writeFileSync(join(theirs!.path, 'scope.json'), JSON.stringify(document))
  await move(store, theirs!.key, ours!.key)
  const united = readFileSync(join(ours!.path, 'scope.json'), 'utf8')
  t.match(JSON.parse(united), {
    remote: 'example.org/team/app',
    remotes: ['example.org/team/renamed'],
  })
  rmSync(join(dataDir, 'state'), { recursive: true })
  const clone = repository(join(root, 'clone'), 'git@example.org:team/renamed.git')
  t.same(await titlesIn(t, dataDir, project(clone)), ['Ours', 'Theirs'])
})

t.test('folders that were merged on another machine are found after a pull', async t => {
  const { root, two, service, dataDir, store } = twoProjects(t)
  const app = repository(join(root, 'app'), 'git@example.org:team/app.git')
  await remember(service, app, 'Ours')
  await remember(service, two, 'Theirs')
  await service.close()
  const ours = listScopes(store).find(({ scope }) => scope.id === app)!
  const theirs = listScopes(store).find(({ scope }) => scope.id === two)!
  cpSync(join(ours.path, 'memories'), join(theirs.path, 'memories'), { recursive: true })
  const document = { type: 'project', id: two, remote: 'example.org/team/app' }
  writeFileSync(join(theirs.path, 'scope.json'), JSON.stringify(document))
  rmSync(ours.path, { recursive: true })
  t.same(await titlesIn(t, dataDir, project(app)), ['Ours', 'Theirs'])
  t.equal((await findNamedScope(store, app, '/')).folder?.key, theirs.key)
})

t.test('two folders of one project are a remark that says what to do', async t => {
  const { root, two, service, dataDir, store } = twoProjects(t)
  const app = repository(join(root, 'app'), 'git@example.org:team/app.git')
  await remember(service, app, 'Ours')
  await remember(service, two, 'Theirs')
  const theirs = listScopes(store).find(({ scope }) => scope.id === two)!
  const document = { type: 'project', remote: 'example.org/team/app' }
  writeFileSync(join(theirs.path, 'scope.json'), JSON.stringify(document))
  const { service: again } = openService(t, dataDir)
  const { ok, findings } = await again.doctor()
  t.ok(ok, 'nothing is broken')
  const twin = findings.filter(({ check }) => check === 'twin-folder')
  t.match(twin, [
    { message: /has the remote of app-/, mend: /^svc scope move two-\S+ app-\S+ makes/ },
  ])
  await move(store, theirs.key, app)
  t.same((await again.doctor()).findings, [])
})

t.test('an id that both have with different texts is kept twice', async t => {
  const { one, two, service, dataDir, store } = twoProjects(t)
  await remember(service, one, 'Same')
  await remember(service, two, 'Other')
  const [source, target] = [one, two].map(path => {
    return listScopes(store).find(({ scope }) => scope.id === path)!
  })
  const [name] = namesIn(join(source!.path, 'memories'))
  const text = readFileSync(join(source!.path, 'memories', name!), 'utf8')
  const changed = text.replace('About Same.', 'Changed there.')
  writeFileSync(join(target!.path, 'memories', name!), changed)
  await move(store, one, two)
  t.same(await titlesIn(t, dataDir, project(two)), ['Other', 'Same', 'Same'])
  t.equal(readFileSync(join(target!.path, 'memories', name!), 'utf8'), changed)
})

t.test('interrupted between any two steps, it is finished by repeating it', async t => {
  const titles = ['A', 'B', 'C']
  for (const step of ['recorded', 'one copied', 'one moved', 'queue linked']) {
    const { one, two, service, dataDir, store } = twoProjects(t)
    await remember(service, one, ...titles)
    await remember(service, two, 'D')
    await service.close()
    const [source, target] = [one, two].map(path => {
      return listScopes(store).find(({ scope }) => scope.id === path)!
    })
    const spools = [source!, target!].map(({ key }) => turnSpool(store, key))
    mkdirSync(spools[0]!, { recursive: true })
    writeFileSync(join(spools[0]!, 'turn1.json'), '{}\n')
    writeMove(store, { format: 1, from: [source!], to: target!, isWhole: true })
    const [name] = namesIn(join(source!.path, 'memories'))
    const paths = [source!, target!].map(({ path }) => join(path, 'memories', name!))
    if (step !== 'recorded') writeFileSync(paths[1]!, readFileSync(paths[0]!))
    if (step === 'one moved') rmSync(paths[0]!)
    if (step === 'queue linked') {
      mkdirSync(spools[1]!, { recursive: true })
      writeFileSync(join(spools[1]!, 'turn1.json'), '{}\n')
    }
    await finishMoves(store, OPTIONS.now)
    t.same(await titlesIn(t, dataDir, project(two)), [...titles, 'D'], step)
    t.same(listSpool(spools[1]!), ['turn1'])
    t.same(listSpool(spools[0]!), [])
    t.notOk(existsSync(source!.path))
    t.same(readMoves(store), [])
    await finishMoves(store, OPTIONS.now)
    t.equal(namesIn(join(target!.path, 'memories')).length, 4, 'once more changes nothing')
  }
})

t.test('a service that starts finishes what was interrupted', async t => {
  const { one, two, service, dataDir, store } = twoProjects(t)
  await remember(service, one, 'A')
  await remember(service, two, 'B')
  await service.close()
  const [source, target] = [one, two].map(path => {
    return listScopes(store).find(({ scope }) => scope.id === path)!
  })
  writeMove(store, { format: 1, from: [source!], to: target!, isWhole: true })
  const report = await openService(t, dataDir).service.doctor()
  t.ok(report.findings.some(({ check }) => check === 'interrupted-move'))
  await finishMoves(store, OPTIONS.now)
  const mended = await openService(t, dataDir).service.doctor()
  t.same(mended.findings, [])
})

t.test('a scope that is worked on is left alone', async t => {
  const { one, two, service, store } = twoProjects(t)
  await remember(service, one, 'A')
  await remember(service, two, 'B')
  const busy = listScopes(store).find(({ scope }) => scope.id === two)!
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

t.test('a directory for which one turn is queued has something of its own', async t => {
  const { one, two, service, store } = twoProjects(t)
  await remember(service, one, 'Shared')
  const { folder } = await findNamedScope(store, one, '/')
  const here = toExistingProject(two, '/')
  const own = await makeScope(store, here)
  placeInSpool(turnSpool(store, own.key), 'turn', {})
  await t.rejects(linkDirectory(store, folder!, here), { code: 'CONFLICT' })
})

t.test('a directory is linked to a project, unless it has memories of its own', async t => {
  const { root, one, two, service, dataDir, store } = twoProjects(t)
  await remember(service, one, 'Shared')
  const { folder } = await findNamedScope(store, one, '/')
  const here = toExistingProject(two, '/')
  const before = await makeScope(store, here)
  addTurns(store, before.key, [past(1)])
  await refreshPast(store)
  t.equal((await linkDirectory(store, folder!, here)).folder, folder!.key)
  t.same([pastIn(store, folder!.key), pastIn(store, before.key)], [[1], []], 'its past comes along')
  t.same(
    [...new Set(readSegments(store).map(({ key }) => key))],
    [folder!.key],
    'and is found there',
  )
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
