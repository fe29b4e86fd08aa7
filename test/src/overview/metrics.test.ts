import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createEvent, logEvent } from '../../../src/activity/events.js'
import type { HookCallLine } from '../../../src/activity/hook-calls.js'
import { countByDay, type ForgottenLives } from '../../../src/overview/metrics.js'
import { addSpend } from '../../../src/provider/budget.js'
import { appendToLog } from '../../../store/files/log.js'
import { historyFolder, noteForgotten, readForgotten } from '../../../store/memories/history.js'
import { activityLog, hookCallLog, openStore } from '../../../store/store.js'
import type { Scope } from '../../../store/types.js'
import { temporaryFolder } from '../../store/fixture.js'
import { heldNow } from '../../held.js'
import { processorMs } from '../../processor-time.js'
import { GLOBAL, linesOf, openService, project } from '../fixture.js'

const DAYS = ['2026-11-18', '2026-11-19', '2026-11-20']
const on = (day: number, hour = 9) => new Date(Date.UTC(2026, 10, day, hour)).toISOString()

interface Owner {
  teardown(undo: () => unknown): void
}

function open(t: Owner) {
  const clock = { now: new Date(on(20, 10)) }
  const { service, dataDir } = openService(t, undefined, { now: () => clock.now })
  const store = openStore(join(dataDir, 'svc.json'))
  const put = (id: string, day: number, fields: { scope?: Scope; kind?: string } = {}) => {
    const memory = { title: `Memory ${id}`, content: id, kind: 'fact', tags: [], ...fields }
    return service.memories.load(linesOf({ id, scope: GLOBAL, createdAt: on(day), ...memory }))
  }
  const call = (at: string, event: string, fields: Partial<HookCallLine> = {}) => {
    const line = { at, event, ms: 10, scope: GLOBAL, full: 0, chars: 0, ...fields }
    appendToLog(hookCallLog(store), line)
  }
  return { service, store, clock, put, call, overview: service.overview }
}

t.test('memories are counted as they were at the end of each day', async t => {
  const { service, clock, put, overview } = open(t)
  const app = project(join(temporaryFolder(t), 'app'))
  await put('aaaaaaaa', 1)
  await put('bbbbbbbb', 19)
  await put('cccccccc', 18, { kind: 'constraint' })
  await put('dddddddd', 18, { scope: app })
  await put('eeeeeeee', 20)
  await put('ffffffff', 19)
  clock.now = new Date(on(19, 23))
  await service.memories.forget('cccccccc')
  clock.now = new Date(on(20, 12))
  await service.memories.forget('ffffffff')
  const gone = { title: 'Gone', content: 'x', kind: 'fact', tags: [], createdAt: on(1) }
  await service.memories.load(linesOf({ ...gone, id: 'gggggggg', scope: GLOBAL }))
  const metrics = await overview.metrics({ days: 3, scope: GLOBAL })
  t.same(metrics.days, DAYS)
  t.same(metrics.memories, {
    total: [3, 4, 4],
    byKind: { fact: [2, 4, 4], constraint: [1, 0, 0] },
  })
  const other = await overview.metrics({ days: 3, scope: app })
  t.same(other.memories.total, [1, 1, 1], 'what was forgotten elsewhere does not count')
  const all = await overview.metrics({ days: 1 })
  t.same(all.memories, { total: [5], byKind: { fact: [5] } }, 'what is there is what is counted')
  await service.archive.restore('cccccccc')
  t.match(await overview.metrics({ days: 3 }), { memories: { byKind: { constraint: [1, 1, 1] } } })
})

t.test('what was merged or evicted counts up to its day', async t => {
  const { service, clock, overview } = open(t)
  clock.now = new Date(on(18))
  const scope = GLOBAL
  await service.remember({ scope, title: 'Deploy on Mondays', content: 'Deploy on Mondays only.' })
  await service.remember({ scope, title: 'Deploys: Mondays', content: 'Deploy on Mondays only.' })
  clock.now = new Date(on(20))
  const { after } = await service.consolidate(scope)
  const { memories } = await overview.metrics({ days: 3 })
  t.equal(after, 1)
  t.same(memories.total, [2, 2, 1])
})

t.test('hook calls are told by event, with what they gave', async t => {
  const { call, store, overview } = open(t)
  const empty = await overview.metrics({ days: 3 })
  t.same(empty.hooks, {})
  const none = [0, 0, 0]
  t.same(empty.recall, { prompts: none, answered: none, full: none, chars: none })
  const app = project('/work/app')
  for (let ms = 1; ms <= 100; ms++) call(on(18), 'Stop', { ms })
  call(on(19), 'UserPromptSubmit', { ms: 30, full: 2, chars: 400 })
  call(on(19), 'UserPromptSubmit', { ms: 40 })
  call(on(20), 'UserPromptSubmit', { ms: 50, full: 1, chars: 90, scope: app })
  call(on(20), 'SessionStart', { full: 6, chars: 5_000 })
  call('2026-11-17T23:59:59.000Z', 'SessionEnd')
  for (const bad of [null, 7, { at: on(20), event: 'Stop', ms: 'x' }])
    appendToLog(hookCallLog(store), bad)
  const { hooks, recall, starts } = await overview.metrics({ days: 3 })
  t.same(hooks, {
    SessionStart: { calls: [0, 0, 1], p50: [null, null, 10], p95: [null, null, 10] },
    Stop: { calls: [100, 0, 0], p50: [50, null, null], p95: [95, null, null] },
    UserPromptSubmit: { calls: [0, 2, 1], p50: [null, 30, 50], p95: [null, 40, 50] },
  })
  t.same(recall, {
    prompts: [0, 2, 1],
    answered: [0, 1, 1],
    full: [0, 2, 1],
    chars: [0, 400, 90],
  })
  t.same(starts, { sessions: [0, 0, 1], items: [0, 0, 6], chars: [0, 0, 5_000] })
  const own = await overview.metrics({ days: 1, scope: app })
  t.match(own, { recall: { prompts: [1] }, starts: { sessions: [0] } })
  call(on(20), 'UserPromptSubmit', { scope: app })
  t.match(await overview.metrics({ days: 1, scope: app }), { recall: { prompts: [2] } })
})

t.test('what reflection changed, and what providers took', async t => {
  const { store, overview } = open(t)
  const at = (day: number) => new Date(on(day))
  logEvent(store, createEvent('reflect', GLOBAL, at(19), { added: 2, updated: 1 }))
  logEvent(store, createEvent('reflect', project('/work/app'), at(19), { added: 5 }))
  logEvent(store, createEvent('reflect', GLOBAL, at(20), { error: 'INTERNAL: x' }))
  logEvent(store, createEvent('remember', GLOBAL, at(20), { added: 1 }))
  appendToLog(activityLog(store), { type: 'reflect' })
  await addSpend(store, { inputTokens: 100, outputTokens: 20, usd: 0.5 }, at(18))
  await addSpend(store, { inputTokens: 7, outputTokens: 0 }, at(20))
  const { learning, spend } = await overview.metrics({ days: 3 })
  t.same(learning, { added: [0, 7, 0], updated: [0, 1, 0] })
  t.same(spend, { tokens: [120, 0, 7], usd: [0.5, 0, 0] })
  const own = await overview.metrics({ days: 3, scope: GLOBAL })
  t.same(own.learning.added, [0, 2, 0])
})

t.test('thirty days where none are given, a year at most', async t => {
  const { overview } = open(t)
  const { days } = await overview.metrics()
  t.match([days.length, days[0], days.at(-1)], [30, '2026-10-22', '2026-11-20'])
  t.equal((await overview.metrics({ days: 366 })).days[0], '2025-11-20')
  for (const bad of [0, 367, 1.5, '3', null])
    await t.rejects(overview.metrics({ days: bad as never }), { code: 'INVALID_REQUEST' })
})

t.test('figures of two thousand memories and ten thousand calls take no time', async t => {
  const { store, overview } = open(t)
  const folder = join(store.root, 'global', 'memories')
  mkdirSync(folder, { recursive: true })
  for (let n = 0; n < 2_000; n++) {
    const id = `m${String(n).padStart(7, '0')}`
    const front = `id: ${id}\nkind: fact\ntitle: Memory ${n}\ncreatedAt: ${on(1 + (n % 20))}`
    writeFileSync(join(folder, `memory-${n}--${id}.md`), `---\n${front}\n---\n\nText ${n}\n`)
  }
  const calls = Array.from({ length: 10_000 }, (_, n) => ({
    ...{ at: on(1 + (n % 20)), event: 'UserPromptSubmit', ms: n % 90 },
    ...{ scope: GLOBAL, full: 0, chars: 0 },
  }))
  const { directory } = hookCallLog(store)
  mkdirSync(directory, { recursive: true })
  const lines = calls.map(call => `${JSON.stringify(call)}\n`).join('')
  writeFileSync(join(directory, '000001.jsonl'), lines)
  const { memories, hooks } = await overview.metrics()
  t.equal(hooks.UserPromptSubmit?.calls.at(-1), 500)
  t.match([memories.total[10], memories.total.at(-1)], [100, 2_000])
  const times = []
  for (let n = 0; n < 5; n++) {
    times.push(await processorMs(() => overview.metrics({ days: 366 })))
  }
  t.ok(Math.min(...times) < 100, `${times.join(' ')} ms of processor time`)
})

t.test('what a process has seen of a log is bounded', async t => {
  const { store, overview } = open(t)
  const { directory } = hookCallLog(store)
  mkdirSync(directory, { recursive: true })
  const line = { at: on(20), event: 'Stop', ms: 1, scope: GLOBAL, full: 0, chars: 0 }
  const lines = `${JSON.stringify(line)}\n`.repeat(30_000)
  const counts: unknown[] = []
  for (const segment of ['000001', '000002', '000003']) {
    writeFileSync(join(directory, `${segment}.jsonl`), lines)
    const { hooks } = await overview.metrics({ days: 1 })
    counts.push(hooks.Stop?.calls[0])
  }
  t.same(counts, [30_000, 60_000, 70_000])
})

t.test('of what was forgotten no more is held than is told', async t => {
  const { store, overview } = open(t)
  const forget = (at: number) => {
    const id = `gone${String(at).padStart(6, '0')}`
    noteForgotten(store, { id, at: on(20), key: 'global', name: `${id}.md` })
    return join(historyFolder(store), `${id}.md`)
  }
  const head = `---\ncreatedAt: '${on(18)}'\nkind: a-kind-of-its-own\n---\n`
  await overview.metrics({ days: 3 })
  const before = heldNow()
  for (let at = 0; at < 40; at++) {
    const folder = forget(at)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'one.md'), head + 'x'.repeat(500_000))
  }
  const { memories } = await overview.metrics({ days: 3 })
  t.same(memories.total, [40, 40, 0])
  const more = heldNow() - before
  t.ok(more < 5_000_000, `${more} bytes of 40 texts of half a million`)
  const known: ForgottenLives = new Map()
  const collection = { folder: { key: 'global' }, memories: new Map(), tombstones: new Map() }
  const found = [{ ...collection, has: () => false }] as unknown as Parameters<typeof countByDay>[1]
  for (let at = 40; at < 4_000; at++) {
    forget(at)
    if (at % 400 === 0) countByDay(store, found, { days: DAYS, known })
  }
  countByDay(store, found, { days: DAYS, known })
  const noted = readForgotten(store).size
  t.ok(noted < 3_900, 'the log lets go of the oldest')
  t.equal(known.size, noted)
})
