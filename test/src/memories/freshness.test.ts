import t, { type Test } from 'tap'
import { execFileSync } from 'node:child_process'
import {
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Collections } from '../../../src/memories/collections.js'
import { refreshIndexFile } from '../../../src/memories/index-upkeep.js'
import { indexFilePath, isIndexFileRight } from '../../../src/memories/index-file.js'
import { recallOnce, recallItems } from '../../../src/recall/index.js'
import { openStore, type Store } from '../../../store/store.js'
import type { ScopeFolder } from '../../../store/projects/folder.js'
import { temporaryFolder, until } from '../../store/fixture.js'
import { GIT_ENV, Workbench } from '../../store/git/fixture.js'
import { fileOf, GLOBAL, openService } from '../fixture.js'
import { foldersOf } from '../../store/projects/known.js'

const QUESTION = 'which animal do releases need'
const LOBSTER = 'Releases need a lobster.'
const PENGUIN = 'Releases need a penguin.'

/** A store in git with two memories, an index file, and a service that runs. */
async function openDesk(t: Test) {
  const { service, dataDir, memories } = openService(t, undefined, { isResident: true })
  const release = await service.remember({ scope: GLOBAL, title: 'Animal', content: LOBSTER })
  const tabs = await service.remember({ scope: GLOBAL, title: 'Tabs', content: 'Use two spaces.' })
  const bench = Workbench.init(dataDir)
  bench.commit('Start')
  const store = openStore(join(dataDir, 'svc.json'))
  const collection = (await new Collections(store).find(GLOBAL))!
  await refreshIndexFile(collection)
  t.ok(isIndexFileRight(store, collection.folder), 'the index file is there')
  const path = fileOf(memories, release.id)
  return {
    service,
    dataDir,
    memories,
    bench,
    store,
    folder: collection.folder,
    path,
    release,
    tabs,
  }
}

type Desk = Awaited<ReturnType<typeof openDesk>>

/** What a hook would inject: over the index file, in no service. */
async function recallAsHook(store: Store, text: string): Promise<string[]> {
  const recall = (source: Parameters<typeof recallItems>[0]) =>
    recallItems(source, { text, limit: 10, isUnasked: false })
  return (await recallOnce(store, await foldersOf(store, GLOBAL), recall)).map(
    ({ content }) => content,
  )
}

async function isBehind(store: Store): Promise<boolean> {
  return recallOnce(store, await foldersOf(store, GLOBAL), async ({ behind }) => behind.length > 0)
}

async function recallAsService({ service }: Desk, text: string): Promise<string[]> {
  return (await service.recall({ text })).map(({ content }) => content)
}

/** What a process that starts now lists. */
async function listAnew(t: Test, { dataDir }: Desk): Promise<string[]> {
  return titlesOf(openService(t, dataDir).service)
}

async function titlesOf(service: Desk['service']): Promise<string[]> {
  return (await service.memories.list()).items.map(({ title }) => title).sort()
}

const reword = (path: string) =>
  writeFileSync(path, readFileSync(path, 'utf8').replace(LOBSTER, PENGUIN))

/** On a branch of its own somebody changed the animal; the work tree is on `main` again. */
function branchOff({ bench, path }: Desk, name = 'other'): void {
  bench.git(['checkout', '-q', '-b', name])
  reword(path)
  bench.commit('Another animal')
  bench.git(['checkout', '-q', 'main'])
}

function pullFromColleague(desk: Desk, t: Test): void {
  const { bench, path, dataDir } = desk
  const remote = join(temporaryFolder(t), 'remote.git')
  execFileSync('git', ['clone', '-q', '--bare', dataDir, remote], { env: GIT_ENV })
  const clone = join(temporaryFolder(t), 'clone')
  execFileSync('git', ['clone', '-q', remote, clone], { env: GIT_ENV })
  const colleague = new Workbench(clone)
  reword(path.replace(dataDir, clone))
  colleague.commit('Another animal')
  colleague.git(['push', '-q', 'origin', 'main'])
  bench.git(['pull', '-q', remote, 'main'])
}

/** Ways in which the file changes behind the back of svc; each begins with `main` as it was. */
const CHANGES: Record<string, (desk: Desk, t: Test) => void> = {
  'a pull': pullFromColleague,
  'a checkout': desk => {
    branchOff(desk)
    desk.bench.git(['checkout', '-q', 'other'])
  },
  'a hard reset': desk => {
    branchOff(desk)
    desk.bench.git(['reset', '-q', '--hard', 'other'])
  },
  'a stash that is popped': ({ bench, path }) => {
    reword(path)
    bench.git(['stash', '-q'])
    bench.git(['stash', 'pop', '-q'])
  },
  'an editor that writes aside and renames': ({ path }) => {
    writeFileSync(`${path}.tmp`, readFileSync(path, 'utf8').replace(LOBSTER, PENGUIN))
    renameSync(`${path}.tmp`, path)
  },
  'an editor that keeps a backup': ({ path }) => {
    renameSync(path, `${path}~`)
    writeFileSync(path, readFileSync(`${path}~`, 'utf8').replace(LOBSTER, PENGUIN))
    rmSync(`${path}~`)
  },
  'a file of the same size and second': ({ path }) => {
    const { mtimeMs } = statSync(path)
    const second = Math.floor(mtimeMs / 1000)
    writeFileSync(`${path}.tmp`, readFileSync(path, 'utf8').replace(LOBSTER, PENGUIN))
    utimesSync(`${path}.tmp`, second, second)
    renameSync(`${path}.tmp`, path)
  },
}

for (const [name, change] of Object.entries(CHANGES)) {
  t.test(`${name} is seen by the next recall`, async t => {
    const desk = await openDesk(t)
    t.match(await recallAsService(desk, QUESTION), [LOBSTER])
    change(desk, t)
    t.match(await recallAsHook(desk.store, QUESTION), [PENGUIN], 'by a hook, at once')
    t.match(await recallAsHook(desk.store, 'penguin'), [PENGUIN], 'also by its new words')
    t.match(await recallAsService(desk, QUESTION), [PENGUIN], 'by a service that runs')
    await until(async () => (await desk.service.memories.list({ text: 'penguin' })).total === 1)
    t.equal((await desk.service.memories.list({ text: 'lobster' })).total, 0)
    t.same(await listAnew(t, desk), ['Animal', 'Tabs'], 'by a process that starts')
  })
}

t.test('an edit in place is seen: its text at once, its words after a full check', async t => {
  const desk = await openDesk(t)
  await desk.service.close()
  const { store, path } = desk
  reword(path)
  t.match(await recallAsHook(store, QUESTION), [PENGUIN])
  t.same(await recallAsHook(store, 'penguin'), [], 'nothing tells a hook of it')
  const collection = (await new Collections(store).find(GLOBAL))!
  await refreshIndexFile(collection, { isForced: true })
  t.match(await recallAsHook(store, 'penguin'), [PENGUIN])
  const { service } = openService(t, desk.dataDir)
  t.equal((await service.memories.list({ text: 'penguin' })).total, 1)
})

/** A merge that stops: the animal was changed on both sides; the other side also has news. */
function stopMerge(desk: Desk, how: string[] = ['merge', '-q', 'other']): void {
  const { bench, path, memories, tabs } = desk
  bench.git(['checkout', '-q', '-b', 'other'])
  reword(path)
  const tabsPath = fileOf(memories, tabs.id)
  writeFileSync(tabsPath, readFileSync(tabsPath, 'utf8').replace('two spaces', 'four spaces'))
  writeFileSync(join(memories, 'news--newsnews.md'), '---\ntitle: News\n---\n\nFrom elsewhere.\n')
  bench.commit('Other side')
  bench.git(['checkout', '-q', 'main'])
  writeFileSync(path, readFileSync(path, 'utf8').replace('a lobster', 'an octopus'))
  bench.commit('This side')
  try {
    bench.git(how)
  } catch {
    return
  }
  throw new Error('nothing conflicted')
}

const inoOf = (store: Store, { localKey }: ScopeFolder) =>
  statSync(indexFilePath(store, localKey)).ino

for (const end of ['--abort', 'commit'] as const) {
  t.test(`a merge that stopped is waited for, until ${end}`, async t => {
    const desk = await openDesk(t)
    const { service, bench, store, folder, path, tabs } = desk
    await service.memories.list()
    stopMerge(desk)
    const { service: resident } = openService(t, desk.dataDir, { isResident: true })
    const before = inoOf(store, folder)

    t.same(await titlesOf(service), ['Animal', 'Tabs'], 'what was seen stays')
    t.same(await recallAsService(desk, QUESTION), [], 'but no markers are injected')
    t.same(await recallAsHook(store, QUESTION), [])
    t.same(await titlesOf(resident), ['News', 'Tabs'], 'a first look takes the files as they are')
    t.equal(await isBehind(store), false, 'a hook asks for no new index file')
    const collection = (await new Collections(store).find(GLOBAL))!
    t.equal(await refreshIndexFile(collection, { isForced: true }), false)
    t.equal(inoOf(store, folder), before, 'and nobody makes one')

    await service.remember({ scope: GLOBAL, title: 'Meanwhile', content: 'Pelicans eat fish.' })
    const others = openService(t, desk.dataDir).service
    const { id } = await others.remember({ scope: GLOBAL, title: 'Too', content: 'Herons wade.' })
    t.same(await titlesOf(service), ['Animal', 'Meanwhile', 'Tabs', 'Too'], 'own writes count')
    t.match(await recallAsHook(store, 'pelicans'), ['Pelicans eat fish.'])
    t.match(await recallAsService(desk, 'herons'), ['Herons wade.'])
    await service.memories.edit(tabs.id, { pinned: true })
    t.match(
      (await service.memories.get(tabs.id)).content,
      'four',
      'an edit begins with the file as it is',
    )

    if (end === 'commit') {
      writeFileSync(path, readFileSync(path, 'utf8').replace(/<{7}.*>{7} \w+/s, PENGUIN))
      await titlesOf(service)
    } else {
      bench.git(['checkout', '-q', 'HEAD', '--', '.'])
    }
    bench.git(end === 'commit' ? ['commit', '-qam', 'Merge'] : ['merge', '--abort'])
    const animal = end === 'commit' ? PENGUIN : 'Releases need an octopus.'
    t.match(await recallAsService(desk, QUESTION), [animal], 'taken up by the next read')
    t.match(await recallAsHook(store, QUESTION), [animal])
    const all = ['Animal', 'Meanwhile', ...(end === 'commit' ? ['News'] : []), 'Tabs', 'Too']
    t.same(await titlesOf(service), all)
    t.same(await titlesOf(resident), all)
    t.ok((await service.memories.get(id)).content)
    await until(() => isIndexFileRight(store, folder))
    t.not(inoOf(store, folder), before, 'and the index file follows')
  })
}

t.test('a rebase that stopped is waited for, until it goes on', async t => {
  const desk = await openDesk(t)
  const { service, bench, path, memories } = desk
  await service.memories.list()
  stopMerge(desk, ['rebase', '-q', 'other'])
  t.same(await titlesOf(service), ['Animal', 'Tabs'])
  t.same(await recallAsService(desk, QUESTION), [])
  writeFileSync(path, readFileSync(path, 'utf8').replace(/<{7}.*>{7} [^\n]+/s, PENGUIN))
  t.same(await titlesOf(service), ['Animal', 'Tabs'])
  const names = readdirSync(memories)
  bench.git(['add', '-A'])
  bench.git(['rebase', '--continue'], { GIT_EDITOR: 'true' })
  t.same(readdirSync(memories), names, 'nothing in the folder tells that it is over')
  t.match(await recallAsService(desk, QUESTION), [PENGUIN])
  t.same(await titlesOf(service), ['Animal', 'News', 'Tabs'])
})

t.test('what was changed before a call is seen, also while an earlier one still looks', async t => {
  const { store, path, release, tabs } = await openDesk(t)
  const collection = (await new Collections(store).find(GLOBAL))!
  collection.markChanged()
  const earlier = collection.refresh()
  rmSync(path)
  await collection.refresh()
  t.same([...collection.memories.keys()], [tabs.id], `${release.id} is gone`)
  await earlier
})

t.test(
  'while git changes files nothing is taken up, but a lock left behind is not waited for',
  async t => {
    const desk = await openDesk(t)
    const { service, bench, memories, dataDir } = desk
    await service.memories.list()
    const lock = join(dataDir, '.git', 'index.lock')
    writeFileSync(lock, '')
    writeFileSync(join(memories, 'half.md'), 'A checkout has come this far.\n')
    t.equal((await service.memories.list()).total, 2)
    utimesSync(lock, 1, 1)
    t.equal((await service.memories.list()).total, 3)
    rmSync(lock)
    bench.git(['clean', '-fdq'])
    t.equal((await service.memories.list()).total, 2)
  },
)

t.test('a branch without memories: gone for a moment is not "all deleted"', async t => {
  const desk = await openDesk(t)
  const { service, bench, memories, store } = desk
  bench.git(['checkout', '-q', '-b', 'bare'])
  rmSync(memories, { recursive: true })
  bench.commit('No memories')
  bench.git(['checkout', '-q', 'main'])
  t.same(await titlesOf(service), ['Animal', 'Tabs'])
  bench.git(['checkout', '-q', 'bare'])
  t.same(await titlesOf(service), ['Animal', 'Tabs'], 'not yet')
  t.same(await recallAsHook(store, QUESTION), [], 'but nothing that is gone is injected')
  bench.git(['checkout', '-q', 'main'])
  t.same(await titlesOf(service), ['Animal', 'Tabs'])
  t.match(await recallAsHook(store, QUESTION), [LOBSTER])
  bench.git(['checkout', '-q', 'bare'])
  await until(async () => (await service.memories.list()).total === 0)
  bench.git(['checkout', '-q', 'main'])
  t.same(await titlesOf(service), ['Animal', 'Tabs'], 'and taken up when it is back')
})

t.test('a checkout of 80 files is one new index file', async t => {
  const desk = await openDesk(t)
  const { service, bench, memories, store, folder } = desk
  bench.git(['checkout', '-q', '-b', 'many'])
  for (let n = 0; n < 80; n++) {
    writeFileSync(join(memories, `many-${n}.md`), `# Title ${n}\n\nText of ${n}.\n`)
  }
  bench.commit('Many')
  bench.git(['checkout', '-q', 'main'])
  await service.memories.list()
  await until(() => isIndexFileRight(store, folder))
  const files = new Set([inoOf(store, folder)])
  bench.git(['checkout', '-q', 'many'])
  await until(() => {
    files.add(inoOf(store, folder))
    return isIndexFileRight(store, folder)
  })
  t.ok(files.size <= 3, `${files.size - 1} index files were made`)
  t.equal((await service.memories.list()).total, 82)
})
