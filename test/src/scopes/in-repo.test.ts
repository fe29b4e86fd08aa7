import t, { type Test } from 'tap'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { Collections } from '../../../src/memories/collections.js'
import { keepAsked } from '../../../src/reflect/asked.js'
import type { DoctorFinding } from '../../../src/report.js'
import {
  placeProject,
  readInRepo,
  revokeTrust,
  trustProject,
  type Placement,
} from '../../../src/scopes/in-repo.js'
import { writeSkill } from '../../../src/skills/write.js'
import { recallContext, recallOnce } from '../../../src/recall/index.js'
import { withLock } from '../../../store/files/lock.js'
import { findScope, listScopes } from '../../../store/projects/projects.js'
import { scopeLock } from '../../../store/store.js'
import { isImportRow } from '../../../store/types.js'
import { NOBODY, shareTemporary } from '../../other-user.js'
import { until, temporaryFolder } from '../../store/fixture.js'
import { fileOf, openService, project } from '../fixture.js'
import { git, repository } from '../work-trees.js'
import { filesBelow, namesIn, OPTIONS, remember, storeOf, titlesIn } from './fixture.js'

const isRoot = process.getuid?.() === 0
if (isRoot) shareTemporary()

/** A repository with a project whose memories a service keeps. */
function newProject(t: Test, remote?: string) {
  const root = temporaryFolder(t)
  const app = repository(join(root, 'app'), remote)
  const { service, dataDir } = openService(t)
  const store = storeOf(dataDir)
  const scope = project(app) as { type: 'project'; id: string }
  const place = (placement: Placement) => placeProject(store, scope, placement, OPTIONS)
  return { root, app, service, dataDir, store, scope, place, inside: join(app, '.svc') }
}

/** A project with memories in its work tree, committed. */
async function committed(t: Test, ...titles: string[]) {
  const made = newProject(t)
  await remember(made.service, made.app, ...titles)
  await made.place('in-repo')
  git(made.app, 'add', '.')
  git(made.app, 'commit', '-q', '-m', 'memories')
  return made
}

const idsIn = (folder: string) =>
  namesIn(join(folder, 'memories')).map(name => /--(\w+)\.md$/.exec(name)?.[1])

async function findingsOf(t: Test, dataDir: string, check: string): Promise<DoctorFinding[]> {
  const { findings } = await openService(t, dataDir).service.doctor()
  return findings.filter(finding => finding.check === check)
}

t.test('a memory of the repository is nobody’s file, whatever it says of itself', async t => {
  const { app, store, scope, inside, dataDir } = await committed(t, 'Deploy by hand')
  const file = fileOf(join(inside, 'memories'), idsIn(inside)[0]!)
  const claimed = ['workspace-import', ' Workspace-Import ', '"workspace-import"']
  for (const runtime of claimed) {
    const source = `source:\n  runtime: ${runtime}\n  path: ${app}/CLAUDE.md\n`
    const text = readFileSync(file, 'utf8').replace(/source:\n(?: .*\n)*/, source)
    writeFileSync(file, text)
    const limits = { maxChars: 2_000, rest: { count: 0, titles: [] } }
    const query = { limit: 10, isUnasked: false }
    const { text: given } = await recallOnce(store, [(await findScope(store, scope))!], recalled =>
      recallContext(recalled, query, () => '', limits),
    )
    t.match(given, /- \[fact\] Deploy by hand \(app memory \w+ of the repository\)\n/, runtime)
    const { service } = openService(t, dataDir)
    const [item] = (await service.memories.list({ scope })).items
    t.notOk(isImportRow(item!), runtime)
    t.same((await service.memories.list({ scope, sources: ['imported'] })).items, [], runtime)
  }
})

t.test('there and back with tombstones and skills: every byte is as it was', async t => {
  const { app, service, dataDir, store, scope, place, inside } = newProject(t)
  const titles = Array.from({ length: 30 }, (_, at) => `Memory ${String(at).padStart(2, '0')}`)
  await remember(service, app, ...titles)
  const [, folder] = listScopes(store)
  const buried =
    '---\nid: buried01\nkind: fact\ntitle: Old\ntags: []\nsupersededBy: buried02\n---\n\nGone.\n'
  writeFileSync(join(folder!.path, 'memories', 'old--buried01.md'), buried)
  const writing = { store, action: 'create' as const, assertHeld: () => undefined }
  writeSkill(folder!, { name: 'release', description: 'When.', body: 'Steps.' }, writing)
  await service.close()
  const before = filesBelow(folder!.path)
  t.equal(Object.keys(before).length, 33)
  const updated = await updatedAt(t, dataDir)

  t.match(await place('in-repo'), { memories: 31, skills: 1, left: [] })
  t.same(namesIn(folder!.path), ['scope.json'], 'the store still knows the project')
  t.same(
    Object.keys(filesBelow(inside))
      .filter(name => !name.includes('/'))
      .sort(),
    ['.gitattributes', '.gitignore', 'scope.json'],
  )
  t.same(JSON.parse(readFileSync(join(inside, 'scope.json'), 'utf8')), {
    type: 'project',
    placement: 'in-repo',
  })
  t.same(await titlesIn(t, dataDir, scope), titles)
  t.same(await updatedAt(t, dataDir), updated, 'moving makes nothing newer')
  t.match(await place('in-repo'), { memories: 0, skills: 0 }, 'once more changes nothing')

  t.match(await place('data-dir'), { memories: 31, skills: 1, left: [] })
  t.same(filesBelow(folder!.path), before)
  t.same(namesIn(app), ['.git'])
  t.same(await titlesIn(t, dataDir, scope), titles)
  t.match(await place('data-dir'), { memories: 0 }, 'once more changes nothing')
})

async function updatedAt(t: Test, dataDir: string) {
  const { items } = await openService(t, dataDir).service.memories.list({ limit: 1000 })
  return Object.fromEntries(items.map(({ id, updatedAt }) => [id, updatedAt]))
}

t.test('what is stored, changed and forgotten goes to the work tree', async t => {
  const { app, service, dataDir, scope, place, inside } = newProject(t)
  await place('in-repo')
  await remember(service, app, 'First', 'Second')
  const directory = join(inside, 'memories')
  const [second, first] = (await service.memories.list({ scope })).items
  t.match(readFileSync(fileOf(directory, first!.id), 'utf8'), 'About First.')
  await service.memories.edit(first!.id, { content: 'Changed.' })
  t.match(readFileSync(fileOf(directory, first!.id), 'utf8'), 'Changed.')
  await service.memories.forget(second!.id)
  t.equal(readdirSync(directory).length, 1)
  t.same(await titlesIn(t, dataDir, scope), ['First'])
  writeFileSync(join(inside, 'AGENTS.md'), 'Not to be imported.\n')
  t.match(await service.importWorkspace(app), { imported: 0, skipped: 0 })
  t.notMatch(git(app, 'status', '--porcelain', '-uall'), /\.tmp/)
  t.notMatch(JSON.stringify(filesBelow(inside)), dataDir, 'no path of a machine travels')
})

t.test('memories follow the branch', async t => {
  const { app, service, dataDir, scope, inside } = await committed(t, 'Main')
  git(app, 'checkout', '-q', '-b', 'topic')
  await remember(service, app, 'Topic')
  git(app, 'add', '.')
  git(app, 'commit', '-q', '-m', 'topic')
  t.same(await titlesIn(t, dataDir, scope), ['Main', 'Topic'])
  git(app, 'checkout', '-q', 'main')
  t.same(await titlesIn(t, dataDir, scope), ['Main'])
  const titles = async () =>
    (await service.memories.list({ scope })).items.map(({ title }) => title)
  await until(async () => (await titles()).join() === 'Main')
  git(app, 'checkout', '-q', 'topic')
  await until(async () => (await titles()).length === 2)
  git(app, 'checkout', '-q', '--orphan', 'empty')
  git(app, 'rm', '-rqf', '.')
  t.same(namesIn(inside), [])
  t.same(await titlesIn(t, dataDir, scope), [], 'a branch without any')
  git(app, 'worktree', 'add', '-q', join(app, '..', 'linked'), 'main')
  const linked = await findScope(storeOf(dataDir), scope)
  t.equal(linked?.path, inside, 'a linked worktree is its main one')
})

t.test('a .svc that arrives is not used until it is trusted', async t => {
  const { root, app, inside } = await committed(t, 'Theirs')
  const clone = join(root, 'clone')
  git(root, 'clone', '-q', app, clone)
  const { service, dataDir } = openService(t)
  const store = storeOf(dataDir)
  const scope = project(clone) as { type: 'project'; id: string }
  t.same(await titlesIn(t, dataDir, scope), [])
  await remember(service, clone, 'Mine')
  t.same(await titlesIn(t, dataDir, scope), ['Mine'], 'the data directory goes on working')
  t.same(Object.keys(filesBelow(join(clone, '.svc'))), Object.keys(filesBelow(inside)))
  t.match(await service.status(), { unusedInRepo: [{ project: clone, files: 1 }] })
  t.match(await findingsOf(t, dataDir, 'unused-in-repo'), [{ level: 'remark' }])

  const view = await readInRepo(scope)
  t.match(view, { items: 1, titles: ['Theirs'], files: 1, findings: [], problems: [] })
  t.same(await titlesIn(t, dataDir, scope), ['Mine'], 'looking is not trusting')
  t.same(await trustProject(store, scope), { setAside: 1 })
  t.same(await titlesIn(t, dataDir, scope), ['Theirs'])
  t.equal(git(clone, 'status', '--porcelain'), '', 'trusting writes nothing there')
  t.match(await findingsOf(t, dataDir, 'set-aside'), [{ level: 'remark' }])
  const [aside] = namesIn(join(dataDir, 'projects'))
  const own = project(join(dataDir, 'projects', aside!))
  t.same(await titlesIn(t, dataDir, own), ['Mine'], 'and can be looked at')

  t.same(revokeTrust(store, scope), { wasTrusted: true })
  t.same(await titlesIn(t, dataDir, scope), ['Mine'])
  t.same(revokeTrust(store, scope), { wasTrusted: false })
  const place = (placement: Placement) => placeProject(store, scope, placement, OPTIONS)
  await t.rejects(place('in-repo'), { code: 'CONFLICT', message: /svc trust/ })
  await trustProject(store, scope)
  t.match(await place('in-repo'), { memories: 1 })
  t.same(await titlesIn(t, dataDir, scope), ['Mine', 'Theirs'])
})

t.test('a project whose trust was taken back is no lost one', async t => {
  const { root, app } = await committed(t, 'Theirs')
  const clone = join(root, 'clone')
  git(root, 'clone', '-q', app, clone)
  const { service, dataDir } = openService(t)
  const store = storeOf(dataDir)
  const scope = project(clone) as { type: 'project'; id: string }
  await trustProject(store, scope)
  await remember(service, clone, 'Mine')
  revokeTrust(store, scope)
  t.same(await findingsOf(t, dataDir, 'lost-project'), [])
  t.same(await titlesIn(t, dataDir, scope), [])
})

t.test('trust ends where the repository has another remote', async t => {
  const { app, service, dataDir, store, scope, place } = newProject(t, 'git@example.org:me/app.git')
  await remember(service, app, 'Kept')
  await place('in-repo')
  t.same(await titlesIn(t, dataDir, scope), ['Kept'])
  git(app, 'remote', 'set-url', 'origin', 'git@example.org:team/app.git')
  t.same(await titlesIn(t, dataDir, scope), [])
  t.match(await findingsOf(t, dataDir, 'unused-in-repo'), [{ level: 'remark' }])
  await t.rejects(place('data-dir'), { code: 'CONFLICT', message: /svc trust/ })
  await trustProject(store, scope)
  t.same(await titlesIn(t, dataDir, scope), ['Kept'])
  git(app, 'remote', 'set-url', 'origin', 'https://example.org/team/app')
  t.same(await titlesIn(t, dataDir, scope), ['Kept'], 'another way to write it is the same')
})

t.test('a repository without a remote may get one, and may not be another one', async t => {
  const { root, app, dataDir, scope } = await committed(t, 'Kept')
  git(app, 'remote', 'add', 'origin', 'git@example.org:team/app.git')
  t.same(await titlesIn(t, dataDir, scope), ['Kept'])
  git(root, 'clone', '-q', app, join(root, 'copy'))
  rmSync(app, { recursive: true })
  renameSync(join(root, 'copy'), app)
  t.same(await titlesIn(t, dataDir, scope), [], 'another repository in its place')
})

t.test('links are refused, whatever was trusted', async t => {
  for (const linked of ['.svc', '.svc/memories', '.svc/skills']) {
    const { root, app, service, dataDir, store, scope } = await committed(t, 'Kept')
    mkdirSync(join(app, '.svc/skills'), { recursive: true })
    const outside = join(root, 'outside')
    renameSync(join(app, linked), outside)
    symlinkSync(outside, join(app, linked))
    const before = filesBelow(outside)
    t.same(await titlesIn(t, dataDir, scope), [], `${linked}: nothing is read`)
    await remember(service, app, 'Elsewhere')
    t.same(filesBelow(outside), before, 'nothing is written')
    t.same(await titlesIn(t, dataDir, scope), ['Elsewhere'])
    t.match(await findingsOf(t, dataDir, 'unused-in-repo'), [
      { level: 'failure', message: /symbolic link/ },
    ])
    await t.rejects(trustProject(store, scope), { code: 'CONFLICT', message: /symbolic link/ })
    await t.rejects(placeProject(store, scope, 'in-repo', OPTIONS), { code: 'CONFLICT' })
  }
})

t.test('a link among the memory files is never followed', async t => {
  const { root, app, dataDir, store, scope, inside } = await committed(t, 'Kept')
  const secret = join(root, 'secret.md')
  writeFileSync(secret, '# Secret\n\nNot for anybody.\n')
  symlinkSync(secret, join(inside, 'memories', 'secret.md'))
  t.same(await titlesIn(t, dataDir, scope), ['Kept'])
  t.match(await findingsOf(t, dataDir, 'linked-in-repo'), [{ message: /symbolic link/ }])
  t.same((await readInRepo(scope)).findings.length, 1)
  revokeTrust(store, scope)
  await t.rejects(trustProject(store, scope), { code: 'CONFLICT' })
  rmSync(join(inside, 'memories', 'secret.md'))
  await trustProject(store, scope)
  t.same(await titlesIn(t, dataDir, scope), ['Kept'])
  t.equal(git(app, 'status', '--porcelain'), '')
})

t.test('a work tree that cannot be written is refused with a reason', async t => {
  const { root, app, service, dataDir, store, place, scope } = newProject(t)
  await remember(service, app, 'Kept')
  await service.close()
  chmodSync(root, 0o755)
  // The umask may have kept its owner's group and others out.
  for (const path of everyPath(app)) chmodSync(join(app, path), 0o755)
  chmodSync(app, 0o555)
  t.teardown(() => chmodSync(app, 0o755))
  if (isRoot) giveAway(t, dataDir)
  await t.rejects(place('in-repo'), { code: 'CONFLICT', message: /nothing was moved.*EACCES/ })
  if (isRoot) process.seteuid?.(0)
  t.equal((await findScope(store, scope))?.placement, undefined)
  t.same(await titlesIn(t, dataDir, scope), ['Kept'])
})

/** For root everything can be written: the data directory gets another owner, and so does the test. */
function giveAway(t: Test, dataDir: string): void {
  chmodSync(join(dataDir, '..'), 0o755)
  for (const path of ['', ...everyPath(dataDir)]) chownSync(join(dataDir, path), NOBODY, NOBODY)
  t.teardown(() => process.seteuid?.(0))
  process.seteuid?.(NOBODY)
}

function everyPath(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
}

t.test('outside of git, and while it is worked on, nothing is moved', async t => {
  const { root, app, service, store, place, scope } = newProject(t)
  await remember(service, app, 'Kept')
  mkdirSync(join(root, 'plain'))
  const outside = project(join(root, 'plain')) as { type: 'project'; id: string }
  await t.rejects(placeProject(store, outside, 'in-repo', OPTIONS), { code: 'INVALID_REQUEST' })
  const { key } = (await findScope(store, scope))!
  await withLock(scopeLock(store, 'work', key), async () => {
    await t.rejects(place('in-repo'), { code: 'SCOPE_BUSY' })
  })
  t.equal((await findScope(store, scope))?.placement, undefined)
  t.match(await place('in-repo'), { memories: 1 })
  await t.rejects(readInRepo(outside), { code: 'SCOPE_NOT_FOUND' })
})

t.test('odd contents are reported and do no harm', async t => {
  const { dataDir, scope, inside } = await committed(t, 'Kept')
  const memories = join(inside, 'memories')
  writeFileSync(join(memories, 'huge.md'), 'x'.repeat(3_000_000))
  writeFileSync(join(memories, 'broken.md'), '---\n: [\n---\nx\n')
  writeFileSync(join(memories, '---js.md'), '---js\nprocess.exit(9)\n---\n\nx\n')
  writeFileSync(join(memories, 'con\u202e.md'), '# Odd name\n\nText.\n')
  mkdirSync(join(memories, 'folder.md'))
  const view = await readInRepo(scope)
  t.match(view.problems, [/^huge\.md is larger/])
  const titles = await titlesIn(t, dataDir, scope)
  t.ok(titles.includes('Kept') && titles.includes('Odd name'))
})

t.test('the words of a prompt become no alias of what others review', async t => {
  const { store, scope, place, inside } = await committed(t, 'Staging port')
  const ask = async () => {
    const collection = (await new Collections(store).find(scope))!
    const [id] = collection.memories.keys()
    const prompt = 'why is the preview gateway unreachable'
    await keepAsked([{ id: id!, prompt, collection }], () => new Date())
    return collection.memories.get(id!)?.document.aliases
  }
  t.same(await ask(), [])
  t.equal(git(dirname(inside), 'status', '--porcelain'), '')
  await place('data-dir')
  t.same(await ask(), ['why is the preview gateway unreachable'], 'of those in the store it does')
})
