import t from 'tap'
import fs, { appendFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { createEvent, logEvent, readEvents, toEventItem } from '../../../src/activity/events.js'
import { activityLog, openStore } from '../../../store/store.js'
import type { ActivityEvent } from '../../../store/types.js'
import { runProcess } from '../../process.js'
import { temporaryFolder, until } from '../../store/fixture.js'
import { GLOBAL, linesOf, openService, project, tickingClock } from '../fixture.js'

t.test('every kind of write leaves one event with its counts', async t => {
  const workspace = temporaryFolder(t)
  writeFileSync(join(workspace, 'AGENTS.md'), 'one')
  mkdirSync(join(workspace, '.agent'))
  writeFileSync(join(workspace, '.agent', 'empty.md'), '')
  const { service } = openService(t, undefined, { now: tickingClock() })
  const scope = project(workspace)
  const { id } = await service.remember({ scope: GLOBAL, title: 'T', content: 'secret words' })
  await service.remember({ scope: GLOBAL, title: 'T', content: 'secret words again' })
  await service.memories.edit(id, { pinned: true })
  await service.importWorkspace(workspace)
  await service.importWorkspace(workspace)
  await service.memories.forget(id)
  await service.memories.load(
    linesOf({ scope, title: 'a', content: 'x' }, { scope, title: 'b', content: 'x' }),
  )
  const events = await service.events()
  const counts = { added: 0, updated: 0, evicted: 0 }
  t.match(events, [
    { type: 'remember', scope, ...counts, added: 2 },
    { type: 'forget', scope: GLOBAL, ...counts },
    { type: 'import', scope, ...counts, added: 1, skipped: 1, pruned: 0 },
    { type: 'update', scope: GLOBAL, ...counts, updated: 1 },
    { type: 'update', scope: GLOBAL, ...counts, updated: 1 },
    { type: 'remember', scope: GLOBAL, ...counts, added: 1 },
  ])
  t.equal(events.length, 6)
  const times = events.map(({ timestamp }) => timestamp)
  t.same(times, [...times].sort().reverse(), 'newest first')
  t.notMatch(JSON.stringify(events), /secret words/, 'events hold no text')
  t.same(await service.events(2), events.slice(0, 2))
  t.same(
    events.map(({ items }) => items),
    [
      undefined,
      [{ id, title: 'T', change: 'forgotten' }],
      undefined,
      [{ id, title: 'T', change: 'updated' }],
      [{ id, title: 'T', change: 'updated' }],
      [{ id, title: 'T', change: 'added' }],
    ],
  )
  await service.archive.restore(id)
  t.match((await service.events(1))[0], { added: 1, items: [{ id, change: 'restored' }] })
})

t.test('an event names fifty memories at most, and no secret in a title', t => {
  const scope = GLOBAL
  const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`
  const item = toEventItem({ id: 'abcdefgh', title: `Use ${secret} here` }, 'forgotten')
  t.same(item, {
    id: 'abcdefgh',
    title: 'Use [redacted:github-token] here',
    change: 'forgotten',
  })
  const long = toEventItem({ id: 'b', title: 'x'.repeat(300) }, 'merged', 'c')
  t.equal(long.title.length, 120)
  t.equal(long.into, 'c')
  const many = createEvent('consolidate', scope, new Date(), { items: Array(60).fill(item) })
  t.equal(many.items?.length, 50)
  t.notOk('items' in createEvent('import', scope, new Date(), { items: [] }))
  t.end()
})

t.test('the newest thousand are kept, and the rest does not grow', t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  const scope = project(`/home/user/${'long/'.repeat(100)}`)
  for (let n = 0; n < 4_000; n++) {
    logEvent(store, createEvent('remember', scope, new Date(n), { added: n }))
  }
  const events = readEvents(store, 5_000)
  t.equal(events.length, 1_000)
  t.same(
    events.map(({ added }) => added),
    Array.from({ length: 1_000 }, (_, n) => 3_999 - n),
  )
  t.ok(readdirSync(activityLog(store).directory).length <= 4)
  t.end()
})

t.test('a broken line is passed over', t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  logEvent(store, createEvent('remember', GLOBAL, new Date(1)))
  appendFileSync(join(activityLog(store).directory, '000001.jsonl'), 'null\n7\n{"type":1}\n{"cut\n')
  logEvent(store, createEvent('update', GLOBAL, new Date(2)))
  t.same(
    readEvents(store, 10).map(({ type }) => type),
    ['update', 'remember'],
  )
  t.end()
})

t.test('who listens hears of each event once, also of other processes', async t => {
  const { service, dataDir } = openService(t)
  await service.remember({ scope: GLOBAL, title: 'before', content: 'x' })
  const heard: ActivityEvent[] = []
  const end = service.subscribe(event => heard.push(event))
  const later: ActivityEvent[] = []
  await service.remember({ scope: GLOBAL, title: 'mine', content: 'x' })
  t.equal(heard.length, 1, 'an own one at once')
  service.subscribe(() => {
    throw new Error('a listener that fails')
  })
  const endLater = service.subscribe(event => later.push(event))
  const script = `const { createService } = await load('src/service/service.js')
    const service = createService({ dataDir: args[0] })
    const scope = { type: 'global', id: null }
    await service.remember({ scope, title: 'theirs', content: 'x' })
    await service.remember({ scope, title: 'theirs', content: 'y' })`
  await runProcess(t, script, dataDir)
  await until(() => later.length >= 2)
  t.same(
    heard.map(({ type }) => type),
    ['remember', 'remember', 'update'],
  )
  t.same(
    later.map(({ type }) => type),
    ['remember', 'update'],
  )
  end()
  endLater()
  await service.remember({ scope: GLOBAL, title: 'after', content: 'x' })
  t.equal(heard.length, 3)
  t.equal(later.length, 2)
})

t.test('where the system has no watcher left, what others do is heard of all the same', async t => {
  const { watch } = fs
  const replaceWatch = (replacement: typeof watch) => {
    fs.watch = replacement
    syncBuiltinESMExports()
  }
  t.teardown(() => replaceWatch(watch))
  replaceWatch(() => {
    const cause = new Error('ENOSPC: System limit for number of file watchers reached')
    throw Object.assign(cause, { code: 'ENOSPC' })
  })
  const { service, dataDir } = openService(t, undefined, { isResident: true })
  const heard: string[] = []
  const end = service.subscribe(({ type }) => heard.push(type))
  await service.remember({ scope: GLOBAL, title: 'mine', content: 'x' })
  t.same(heard, ['remember'])
  logEvent(openStore(join(dataDir, 'svc.json')), createEvent('forget', GLOBAL, new Date()))
  await until(() => heard.length === 2)
  t.same(heard, ['remember', 'forget'])
  end()
  await service.remember({ scope: GLOBAL, title: 'after', content: 'x' })
  t.equal(heard.length, 2)
})

t.test('an event is one line that a person can read', async t => {
  const { service, dataDir } = openService(t, undefined, { now: () => new Date('2026-11-20') })
  const { id } = await service.remember({ scope: GLOBAL, title: 'T', content: 'x' })
  t.equal(
    readFileSync(join(dataDir, 'state', 'events', '000001.jsonl'), 'utf8'),
    '{"type":"remember","timestamp":"2026-11-20T00:00:00.000Z","scope":{"type":"global","id":null},' +
      `"added":1,"updated":0,"evicted":0,"items":[{"id":"${id}","title":"T","change":"added"}]}\n`,
  )
})
