import t, { type Test } from 'tap'
import { appendFileSync, cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readEvents } from '../../../src/activity/events.js'
import { listArchive, restoreMemory } from '../../../src/memories/archive.js'
import type { Collection } from '../../../src/memories/collection.js'
import { Collections } from '../../../src/memories/collections.js'
import {
  consolidateScope,
  finishConsolidation,
  previewConsolidation,
} from '../../../src/consolidate/index.js'
import { readJournal } from '../../../src/consolidate/apply.js'
import { withWorkLock } from '../../../store/locks.js'
import { importProject } from '../../../src/import/index.js'
import { makeScope } from '../../../store/projects/projects.js'
import { loadLines } from '../../../src/memories/load.js'
import { replaySpool, scopeLock, openStore } from '../../../store/store.js'
import type { Provider } from '../../../src/provider/types.js'
import { readJsonDocument } from '../../../store/files/json.js'
import { withLock } from '../../../store/files/lock.js'
import { listSpool, placeInSpool } from '../../../store/files/spool.js'
import type { Scope } from '../../../store/types.js'
import { fileOf, GLOBAL, linesOf } from '../fixture.js'
import { outputOf, startProcess } from '../../process.js'
import { temporaryFolder } from '../../store/fixture.js'

const now = () => new Date('2026-11-20T10:00:00.000Z')
const options = { capacity: 200, now }
type Owner = Parameters<typeof temporaryFolder>[0]

interface Line {
  id: string
  title: string
  content: string
  [key: string]: unknown
}

/** A scope that holds these items. */
async function openScope(
  t: Owner,
  items: readonly Partial<Line>[],
  dataDir = join(temporaryFolder(t), 'store'),
  scope: Scope = GLOBAL,
): Promise<Collection> {
  const collections = new Collections(openStore(join(dataDir, 'svc.json')))
  const createdAt = '2026-06-01T00:00:00.000Z'
  const lines = items.map(item => ({
    scope,
    kind: 'fact',
    createdAt,
    updatedAt: createdAt,
    ...item,
  }))
  const { counts } = await loadLines(collections, linesOf(...lines), now)
  if (!counts.ok) throw new Error(JSON.stringify(counts.errors))
  return collections.make(scope)
}

const snapshot = ({ directory }: Collection) =>
  Object.fromEntries(
    readdirSync(directory).map(name => [name, readFileSync(join(directory, name), 'utf8')]),
  )

const texts = ({ memories, tombstones }: Collection) =>
  [...memories.values(), ...tombstones.values()].map(({ document }) => document.content).join('\n')

const lineOf = (n: number): Line => ({
  id: `item${String(n).padStart(4, '0')}`,
  title: `Job ${n} of the queue`,
  content: `Job ${n} writes to bucket-${n} every ${n} minutes.`,
})

t.test('400 items and 3 imports: nothing lost, imports untouched, capacity holds', async t => {
  const folder = temporaryFolder(t)
  const scope: Scope = { type: 'project', id: folder }
  for (const name of ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md']) {
    writeFileSync(join(folder, name), `# ${name}\n\nJob 1 writes to bucket-1 every 1 minutes.\n`)
  }
  const dataDir = join(folder, '.store')
  const items = Array.from({ length: 400 }, (_, n) => {
    // Every fourth one says what the one before it says, in other words.
    const line = lineOf(n % 4 === 3 ? n - 1 : n)
    const content =
      n % 4 === 3
        ? `Every ${n - 1} minutes **job ${n - 1} writes to bucket-${n - 1}**`
        : line.content
    return { ...lineOf(n), title: line.title, content }
  })
  const store = openStore(join(dataDir, 'svc.json'))
  await importProject(store, await makeScope(store, scope), { now: now() })
  const collection = await openScope(t, items, dataDir, scope)
  t.equal(collection.rows.size, 3)
  const rows = JSON.stringify([...collection.rows.values()])
  placeInSpool(replaySpool(store, collection.folder.key), 'batch', {})

  const small = { ...options, capacity: 60 }
  const { items: told, ...counts } = await consolidateScope(collection, small)
  t.equal(told.filter(({ change }) => change === 'merged').length, 100)
  t.equal(told.filter(({ change }) => change === 'evicted').length, 240)
  t.same(counts, { before: 403, after: 63, merged: 100, evicted: 240 })
  t.equal(collection.count, 63)
  t.equal(JSON.stringify([...collection.rows.values()]), rows)
  t.same(listSpool(replaySpool(store, collection.folder.key)), [], 'the buffer is consumed')
  const kept = texts(collection)
  t.same(
    items.filter(({ content }) => !kept.includes(content)),
    [],
    'every statement is somewhere',
  )
  t.equal((await listArchive([collection])).total, 340)
  const [event] = readEvents(store, 1)
  t.match(event, { type: 'consolidate', scope, ...counts, added: 0, updated: 100 })

  const files = snapshot(collection)
  const again = await consolidateScope(collection, small)
  t.same(again, { before: 63, after: 63, merged: 0, evicted: 0, items: [] })
  t.same(snapshot(collection), files, 'a second run changes nothing')
  const [fresh] = await new Collections(store).matching({ scope })
  t.equal(fresh?.count, 63)
})

const PAIR = [
  { id: 'first001', title: 'Release', content: 'Tag the commit.', tags: ['a'] },
  { id: 'second01', title: 'release', content: 'Push the tag.', tags: ['b'] },
]

t.test('a merge leaves a survivor with all parts and tombstones with their text', async t => {
  const collection = await openScope(t, PAIR)
  await consolidateScope(collection, options)
  t.same([...collection.memories.keys()], ['first001'])
  const survivor = readFileSync(fileOf(collection.directory, 'first001'), 'utf8')
  t.match(survivor, /mergedFrom:\n {4}- second01\n/)
  t.match(survivor, /Tag the commit\.\n\nPush the tag\.\n$/)
  const tombstone = readFileSync(fileOf(collection.directory, 'second01'), 'utf8')
  t.match(tombstone, /supersededBy: first001\nsupersededAt: "2026-11-20T00:00:00.000Z"\n/)
  t.match(tombstone, /Push the tag\.\n$/)
  const usage = readJsonDocument<unknown>(join(collection.store.state, 'usage.json'), {})
  t.match(usage, { merged: { second01: 'first001' } })
})

t.test('what was merged away comes back as an item of its own and stays one', async t => {
  const collection = await openScope(t, PAIR)
  await consolidateScope(collection, options)
  t.match((await listArchive([collection])).items, [
    {
      id: 'second01',
      title: 'release',
      reason: 'merged',
      supersededBy: 'first001',
      at: '2026-11-20T00:00:00.000Z',
    },
  ])
  const restored = await restoreMemory(collection, 'second01', now)
  t.match(restored.document, { content: 'Push the tag.', supersededBy: undefined })
  t.same(collection.memories.get('first001')?.document.source.mergedFrom, undefined)
  t.equal(collection.memories.get('first001')?.document.content, 'Tag the commit.\n\nPush the tag.')
  t.same(await listArchive([collection]), { items: [], total: 0 })
  t.match(await consolidateScope(collection, options), { merged: 0, after: 2 })
  await t.rejects(restoreMemory(collection, 'second01', now), { code: 'MEMORY_NOT_FOUND' })
  await t.rejects(restoreMemory(collection, 'nothing1', now), { code: 'MEMORY_NOT_FOUND' })
})

t.test('what took it in is edited at the moment at which it comes back', async t => {
  const collection = await openScope(t, PAIR)
  await consolidateScope(collection, options)
  const path = fileOf(collection.directory, 'first001')
  let tries = 0
  // The time is asked for when the folder was looked at and nothing is written yet.
  const editing = () => {
    if (++tries === 1) appendFileSync(path, 'By hand.\n')
    return now()
  }
  const restored = await restoreMemory(collection, 'second01', editing)
  t.equal(restored.document.supersededBy, undefined)
  t.equal(tries, 2)
  const survivor = readFileSync(path, 'utf8')
  t.match(survivor, /By hand\.\n$/)
  t.notMatch(survivor, /mergedFrom/)
  t.match(await consolidateScope(collection, options), { merged: 0, after: 2 })
})

t.test('what was evicted comes back as it was, and is not evicted at once', async t => {
  const collection = await openScope(t, [1, 2, 3].map(lineOf))
  const before = collection.memories.get('item0001')!
  await consolidateScope(collection, { ...options, capacity: 2 })
  t.match((await listArchive([collection])).items, [{ id: 'item0001', reason: 'evicted' }])
  const { document, updatedAt } = await restoreMemory(collection, 'item0001', now)
  t.same({ ...document, extra: {} }, before.document)
  t.equal(updatedAt, before.updatedAt)
  const counts = await consolidateScope(collection, { ...options, capacity: 2 })
  t.match(counts, { before: 3, after: 2, merged: 0, evicted: 1 })
  t.ok(collection.memories.has('item0001'))
})

t.test('tombstones go after 90 days', async t => {
  const collection = await openScope(t, [1, 2, 3].map(lineOf))
  await consolidateScope(collection, { ...options, capacity: 1 })
  t.equal((await listArchive([collection], { limit: 1 })).items.length, 1)
  const later = (days: number) => () => new Date(now().getTime() + days * 86_400_000)
  await consolidateScope(collection, { capacity: 1, now: later(89) })
  t.equal((await listArchive([collection])).total, 2)
  await consolidateScope(collection, { capacity: 1, now: later(91) })
  t.equal((await listArchive([collection])).total, 2, 'the clock may be wrong for once')
  await consolidateScope(collection, { capacity: 1, now: later(92) })
  t.equal((await listArchive([collection])).total, 0)
  t.equal(readdirSync(collection.directory).length, 1)
})

t.test('a scope that is worked on is busy, unless the caller holds its lock', async t => {
  const collection = await openScope(t, PAIR)
  const path = scopeLock(collection.store, 'work', collection.folder.key)
  await withLock(path, async work => {
    const nothing = async () => t.fail('two at once')
    await t.rejects(withWorkLock(collection, nothing, { patienceMs: 100 }), { code: 'SCOPE_BUSY' })
    t.match(await consolidateScope(collection, { ...options, work }), { merged: 1 })
  })
  let isFree = false
  let consolidating: ReturnType<typeof consolidateScope> | undefined
  await withLock(path, async () => {
    await new Promise<void>(onWait => {
      consolidating = consolidateScope(collection, { ...options, onWait })
      void consolidating.then(() => t.ok(isFree, 'it waited'))
    })
    isFree = true
  })
  t.match(await consolidating, { merged: 0 })
})

t.test('an item that changes while a provider words is left for the next time', async t => {
  const collection = await openScope(t, PAIR)
  const file = fileOf(collection.directory, 'second01')
  const provider = {
    ask: async () => {
      writeFileSync(
        file,
        readFileSync(file, 'utf8').replace('Push the tag.', 'Push the tag twice.'),
      )
      collection.markChanged()
      return { value: {}, usage: { inputTokens: 0, outputTokens: 0 } }
    },
  } as unknown as Provider
  t.match(await consolidateScope(collection, { ...options, provider }), { merged: 0, after: 2 })
  t.match(await consolidateScope(collection, options), { merged: 1, after: 1 })
  t.match(texts(collection), 'Push the tag twice.')
})

const RUN = `const { openStore } = await load('store/store.js')
  const { Collections } = await load('src/memories/collections.js')
  const { consolidateScope } = await load('src/consolidate/index.js')
  const [dataDir, killAt] = args
  let looks = 0
  const now = () => {
    if (++looks === killAt) process.kill(process.pid, 'SIGKILL')
    return new Date('2026-11-20T10:00:00.000Z')
  }
  const collection = await new Collections(openStore(dataDir + '/svc.json')).make({ type: 'global', id: null })
  console.log(JSON.stringify(await consolidateScope(collection, { capacity: 4, now })))`

const MANY = [
  ...PAIR,
  { id: 'third001', title: 'RELEASE', content: 'Tell the team.' },
  { id: 'tabs0001', title: 'Tabs', content: 'Always indent with tabs.' },
  { id: 'tabs0002', title: 'Indenting', content: 'Never indent with tabs.' },
  ...[1, 2, 3].map(lineOf),
]

/** The store at each look of a run at its clock: what a process leaves that is killed there. */
async function copyStages(t: Owner, dataDir: string): Promise<string[]> {
  const copies: string[] = []
  const collection = await openScope(t, MANY, dataDir)
  const copyAndLook = () => {
    const copy = join(temporaryFolder(t), 'store')
    cpSync(dataDir, copy, { recursive: true, preserveTimestamps: true })
    copies.push(copy)
    return now()
  }
  await consolidateScope(collection, { capacity: 4, now: copyAndLook })
  return copies
}

async function killAt(t: Test, stage: number): Promise<string> {
  const dataDir = join(temporaryFolder(t), 'store')
  await openScope(t, MANY, dataDir)
  await t.rejects(outputOf(startProcess(t, RUN, dataDir, stage)))
  return dataDir
}

t.test('killed at any stage it loses nothing and the next run finishes it', async t => {
  const whole = await openScope(t, MANY)
  const said = texts(whole).split('\n')
  await consolidateScope(whole, { ...options, capacity: 4 })
  const expected = snapshot(whole)
  const dataDir = join(temporaryFolder(t), 'store')
  const stages = await copyStages(t, dataDir)
  t.ok(stages.length >= 8, `${stages.length} stages`)
  for (const [at, left] of [...stages, dataDir, await killAt(t, 5)].entries()) {
    // The locks of a dead process would expire by themselves in 2.5 s.
    rmSync(join(left, 'state', 'locks'), { recursive: true, force: true })
    const fresh = () => new Collections(openStore(join(left, 'svc.json'))).make(GLOBAL)
    const interrupted = await fresh()
    t.same(interrupted.problems, [])
    for (const line of said) t.ok(texts(interrupted).includes(line), `${at}: ${line}`)
    if (at % 2 === 0) {
      await finishConsolidation(interrupted, now)
      t.same(readJournal(interrupted.store, 'global'), [], `stage ${at} is finished`)
    }
    const counts = await consolidateScope(interrupted, { ...options, capacity: 4 })
    t.equal(counts.before - counts.after, counts.merged + counts.evicted)
    t.same(snapshot(await fresh()), expected, `stage ${at} ends as an undisturbed run does`)
  }
})

t.test('four processes at once end as one does', async t => {
  const dataDir = join(temporaryFolder(t), 'store')
  await openScope(t, MANY, dataDir)
  const outputs = await Promise.all(
    [1, 2, 3, 4].map(() => outputOf(startProcess(t, RUN, dataDir, 0))),
  )
  const counts = outputs.map(output => JSON.parse(output) as { merged: number; evicted: number })
  t.equal(
    counts.reduce((sum, { merged }) => sum + merged, 0),
    2,
  )
  t.equal(
    counts.reduce((sum, { evicted }) => sum + evicted, 0),
    2,
  )
  const whole = await openScope(t, MANY)
  await consolidateScope(whole, { ...options, capacity: 4 })
  const after = await new Collections(openStore(join(dataDir, 'svc.json'))).make(GLOBAL)
  t.same(snapshot(after), snapshot(whole))
})

t.test('a preview says what would be done, with titles, and writes nothing', async t => {
  const collection = await openScope(t, [
    { id: 'runner01', title: 'CI runner', content: 'CI runs on a runner called atlas.' },
    { id: 'runner02', title: 'CI runner machine', content: 'CI runs on a runner called atlas!' },
    { id: 'format01', title: 'Formatter', content: 'We use prettier.' },
    { id: 'format02', title: 'Prettier', content: "We don't use prettier any more." },
    { id: 'aunused1', title: 'Moon', content: 'The moon is round.' },
  ])
  const { store, folder } = collection
  const files = snapshot(collection)
  placeInSpool(replaySpool(store, folder.key), 'batch', {})
  const small = { ...options, capacity: 3 }
  const preview = await previewConsolidation(collection, small)
  t.match(preview, { before: 5, after: 3, merged: 1, evicted: 1 })
  t.same(
    preview.items.map(({ change, title, into }) => [change, title, into]),
    [
      ['updated', 'CI runner', undefined],
      ['merged', 'CI runner machine', 'runner01'],
      ['marked', 'Formatter', undefined],
      ['marked', 'Prettier', undefined],
      ['evicted', 'Moon', undefined],
    ],
  )
  t.same(snapshot(collection), files)
  t.equal(listSpool(replaySpool(store, folder.key)).length, 1, 'the buffer waits')
  t.equal(readEvents(store, 9).length, 1, 'that they were loaded')

  const done = await consolidateScope(collection, small)
  t.same(
    new Set(done.items.map(item => JSON.stringify(item))),
    new Set(preview.items.map(item => JSON.stringify(item))),
    'and that is what is done',
  )
  const [event] = readEvents(store, 1)
  t.same(event?.items, done.items)
  t.match(await previewConsolidation(collection, small), { merged: 0, evicted: 0, items: [] })
})
