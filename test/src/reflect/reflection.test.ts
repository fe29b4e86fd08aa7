import t from 'tap'
import fs, { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import type { TurnBatch } from '../../../src/types.js'
import { turnSpool, scopeLock } from '../../../store/store.js'
import { isReflectionDue } from '../../../src/reflect/due.js'
import { queueTurn, readEndedTurn } from '../../../src/reflect/turns.js'
import { listSpool } from '../../../store/files/spool.js'
import { GLOBAL } from '../fixture.js'
import { memory, ReflectDesk, skill } from './desk.js'

const TURN = { prompt: 'Use pnpm here', reply: 'Noted.' }
const none = { ok: true, batches: 0, added: 0, updated: 0, failed: 0, waiting: 0 }

t.test('what a program gives is distilled at once, each turn once in its session', async t => {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  desk.answers({ memories: [memory('Packages come from pnpm')], skills: [] })
  const batch = { scope: desk.scope, session: 'chat', turns: [TURN] }
  t.same(await service.reflectBatch(batch), { ...none, batches: 1, added: 1 })
  t.same(await service.reflectBatch(batch), none)
  const [item] = await desk.memories(desk.scope)
  t.match(item, { title: 'Packages come from pnpm', source: { runtime: 'svc', session: 'chat' } })
  t.equal(item?.source.turn, 1)
  const events = await service.events()
  t.match(events, [{ type: 'reflect', added: 1, updated: 0, scope: desk.scope }])
  t.equal(events.length, 1)
  t.equal((await service.learning.backlog(desk.scope)).replaySize, 1)
  t.equal((await service.status()).queuedTurns, 0)
})

t.test('turns that a program gives stay in their order', async t => {
  const desk = new ReflectDesk(t)
  const turns = Array.from({ length: 8 }, (_, at) => ({ prompt: `p${at + 1}`, reply: 'r' }))
  await desk.open().reflectBatch({ scope: desk.scope, turns })
  t.same(
    desk.asked[0]?.turns.map(({ turn, prompt }) => [turn, prompt]),
    turns.map(({ prompt }, at) => [at + 1, prompt]),
  )
})

t.test('a batch that is not one is refused before anything is queued', async t => {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  const { scope } = desk
  const turns = [TURN]
  const bad: unknown[] = [
    null,
    'turns',
    {},
    { scope },
    { turns },
    { scope, turns: [] },
    { scope, turns: [TURN, { prompt: 'x' }] },
    { scope, turns: [TURN, null] },
    { scope: { type: 'team', id: 'x' }, turns },
    { scope: { type: 'project', id: 'relative' }, turns },
    { scope, turns, session: 7 },
    { scope, turns, session: '' },
    { scope, turns: Array.from({ length: 1_001 }, () => TURN) },
  ]
  for (const batch of bad) {
    const refused = service.reflectBatch(batch as TurnBatch)
    await t.rejects(refused, { code: 'INVALID_REQUEST' }, JSON.stringify(batch)?.slice(0, 80))
  }
  t.equal((await service.status()).queuedTurns, 0)
})

t.test('nothing but prompt and reply is taken of what a program gives', async t => {
  const desk = new ReflectDesk(t)
  const secret = join(desk.folder, 'transcript.jsonl')
  writeFileSync(secret, '{}')
  const turn = { prompt: '', reply: 'r', transcriptPath: secret, session: 'other', id: 'x' }
  await desk.open().reflectBatch({ scope: desk.scope, session: 'mine', turns: [turn] })
  t.same(
    desk.asked[0]?.turns.map(({ session, prompt }) => [session, prompt]),
    [['mine', '']],
  )
})

t.test('a program closes its own batch and nobody else’s', async t => {
  const desk = new ReflectDesk(t)
  desk.queue(2, 'at-work')
  const result = await desk.open().reflectBatch({ scope: desk.scope, turns: [TURN] })
  t.equal(result.batches, 1)
  t.equal(desk.asked.length, 1)
  t.equal((await desk.open().status()).queuedTurns, 2)
})

t.test('own titles are updated, global ones dropped, import rows left alone', async t => {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  const { scope } = desk
  mkdirSync(scope.id!, { recursive: true })
  writeFileSync(join(scope.id!, 'AGENTS.md'), 'Be brief.')
  await service.importWorkspace(scope.id!)
  const given = { content: 'Old.', tags: ['a'], aliases: ['go live'] }
  const own = await service.remember({ scope, title: 'Deploys', ...given })
  await service.remember({ scope: GLOBAL, title: 'Tabs', content: 'Two spaces.' })
  desk.answers({
    memories: [
      memory('  deploys ', {
        ...{ content: 'New.', kind: 'procedure' },
        ...{ tags: ['b'], aliases: ['Go live', 'rollout', 'deploys'] },
      }),
      memory('TABS', { content: 'Four.' }),
      memory('tabs ', { content: 'Eight.', scope: 'global' }),
      memory('AGENTS.md', { content: 'Mine.', aliases: ['house rules'] }),
    ],
  })
  desk.queue(9)
  t.same(await service.learning.reflect(scope), { ...none, batches: 1, added: 1, updated: 1 })
  const items = await desk.memories(scope)
  const deploys = items.find(({ id }) => id === own.id)
  t.match(deploys, { title: 'Deploys', content: 'New.', kind: 'procedure', tags: ['a', 'b'] })
  t.same(deploys?.aliases, ['go live', 'rollout'], 'what was new came to what it had')
  t.match(items.find(({ content }) => content === 'Mine.')?.aliases, ['house rules'])
  t.same(items.map(({ content }) => content).sort(), ['Be brief.', 'Mine.', 'New.'])
  t.same(
    (await desk.memories(GLOBAL)).map(({ content }) => content),
    ['Two spaces.'],
  )
  const { own: known, global } = desk.asked[0]!
  t.same([known.memories, global.memories], [['Deploys'], ['Tabs']])
})

t.test('a global title that came while the provider was asked is dropped as well', async t => {
  const desk = new ReflectDesk(t)
  desk.script = async () => {
    await desk.open().remember({ scope: GLOBAL, title: 'Tabs', content: 'Two spaces.' })
    return { memories: [memory('Tabs'), memory('tabs', { scope: 'global' }), memory('Kept')] }
  }
  desk.queue(3)
  t.match(await desk.open().learning.reflect(desk.scope), { added: 1, updated: 0 })
  t.same(await desk.titles(), ['Kept', 'Tabs'])
  t.equal((await desk.memories(GLOBAL))[0]?.content, 'Two spaces.')
})

t.test('a bad candidate is dropped, not the answer; no more than a batch may yield', async t => {
  const cases = [
    [1, 1],
    [3, 2],
    [9, 4],
    [10, 4],
  ] as const
  for (const [turns, most] of cases) {
    const desk = new ReflectDesk(t)
    desk.answers({
      memories: [
        memory(''),
        'nonsense',
        ...Array.from({ length: 6 }, (_, at) => memory(`Number ${at}`)),
        { title: 7 },
      ],
      skills: [skill('Not A Name'), skill('release'), skill('review')],
    })
    desk.queue(turns)
    t.match(await desk.open().learning.reflect(desk.scope), {
      batches: 1,
      added: most + 1,
      failed: 0,
    })
    t.equal((await desk.titles(desk.scope)).length, most)
    t.match((await desk.open().skills.list({ scope: desk.scope })).skills, [{ name: 'release' }])
  }
})

t.test('a batch that yields nothing is replayed all the same', async t => {
  const desk = new ReflectDesk(t)
  desk.queue(1)
  t.same(await desk.open().learning.reflect(desk.scope), { ...none, batches: 1 })
  t.equal((await desk.open().learning.backlog(desk.scope)).replaySize, 1)
  t.same(await desk.titles(), [])
})

t.test('what belongs to no project goes to global scope', async t => {
  const desk = new ReflectDesk(t)
  desk.answers({ memories: [memory('Coffee first')], skills: [skill('brew')] })
  desk.queue(1, 's', GLOBAL)
  await desk.open().learning.reflect(GLOBAL)
  t.same(await desk.titles(GLOBAL), ['Coffee first'])
  t.match((await desk.open().skills.list({ scope: GLOBAL })).skills, [{ name: 'brew' }])
})

t.test('ten distilled batches are consolidated after a reflection', async t => {
  const desk = new ReflectDesk(t, { batchTurns: 1 })
  desk.queue(9)
  await desk.worker().run(desk.scopeFolder())
  t.equal((await desk.open().learning.backlog(desk.scope)).replaySize, 9)
  desk.queue(1, 'next')
  t.match(await desk.worker().run(desk.scopeFolder()), { batches: 1 })
  t.equal((await desk.open().learning.backlog(desk.scope)).replaySize, 0)
  t.match(await desk.open().events(1), [{ type: 'consolidate' }])
})

t.test('a reflection that was asked for is followed by it in the background', async t => {
  for (const [reflect, replaySize] of [
    [true, 0],
    [false, 10],
  ] as const) {
    const desk = new ReflectDesk(t, { batchTurns: 1, reflect })
    desk.queue(10)
    const service = desk.open()
    t.match(await service.learning.reflect(desk.scope), { batches: 10 })
    await service.close()
    t.equal((await desk.open().learning.backlog(desk.scope)).replaySize, replaySize)
  }
})

t.test('nothing is consolidated by itself where reflection is off', async t => {
  const desk = new ReflectDesk(t, { batchTurns: 1 })
  desk.queue(10)
  await desk.worker({ reflect: false }).run(desk.scopeFolder())
  t.equal((await desk.open().learning.backlog(desk.scope)).replaySize, 10)
})

t.test('who finds the scope busy leaves its batch to the one that works', async t => {
  const desk = new ReflectDesk(t, { batchTurns: 2 })
  desk.queue(2)
  const first = desk.worker()
  const folder = desk.scopeFolder()
  let isSecond = false
  desk.script = async () => {
    if (isSecond) return {}
    isSecond = true
    desk.queue(2, 'other')
    t.match(await desk.worker().run(folder), { batches: 0, failed: 0, waiting: 0 })
    return {}
  }
  t.match(await first.run(folder), { batches: 2 })
})

t.test('a worker whose lock was taken over while it was paused stores nothing', async t => {
  const desk = new ReflectDesk(t)
  const folder = desk.scopeFolder()
  const lock = `${scopeLock(desk.store, 'work', folder.key)}.lock`
  desk.script = () => {
    rmSync(lock, { recursive: true })
    mkdirSync(lock)
    return { memories: [memory('Twice')], skills: [skill('twice')] }
  }
  desk.queue(1)
  await t.rejects(desk.worker().reflect(folder, { isForced: true }), { code: 'SCOPE_BUSY' })
  t.same(await desk.titles(), [])
  t.equal(desk.records()[0]?.failures, 0)
  t.equal((await desk.open().status()).queuedTurns, 1)
})

for (const [what, place] of [
  ['a skill', '/skills/'],
  ['everything', '/memories/'],
] as const) {
  t.test(
    `whoever takes a batch over of which ${what} is stored asks no provider again`,
    async t => {
      const desk = new ReflectDesk(t)
      const folder = desk.scopeFolder()
      desk.answers({ memories: [memory('Uses pnpm')], skills: [skill('ship-it')] })
      desk.queue(3)
      const restore = onceWritten(place, () => {
        rmSync(`${scopeLock(desk.store, 'work', folder.key)}.lock`, { recursive: true })
      })
      const lost = desk.worker().reflect(folder, { isForced: true })
      await t.rejects(lost, { code: 'SCOPE_BUSY' }).finally(restore)
      t.match(desk.records(), [{ failures: 0 }])
      t.equal((await desk.open().status()).queuedTurns, 3)
      t.same(await desk.open().events(), [], 'what is not over is not told as done')
      t.match(await desk.worker().reflect(folder, { isForced: true }), { batches: 1 })
      t.equal(desk.asked.length, 1)
      t.same(await desk.titles(desk.scope), ['Uses pnpm'])
      t.equal((await desk.open().events()).length, 1)
    },
  )
}

/** Does something right after the first file is written whose path has this in it. */
function onceWritten(place: string, action: () => void): () => void {
  const { linkSync: link, renameSync: rename } = fs
  let isDone = false
  const noting = (write: typeof link) => (from: fs.PathLike, to: fs.PathLike) => {
    write(from, to)
    if (isDone || !String(to).includes(place)) return
    isDone = true
    action()
  }
  const use = (linkSync: typeof link, renameSync: typeof rename) => {
    Object.assign(fs, { linkSync, renameSync })
    syncBuiltinESMExports()
  }
  use(noting(link), noting(rename))
  return () => use(link, rename)
}

t.test('what is due is judged by characters, not bytes, and not by broken turns', async t => {
  const desk = new ReflectDesk(t)
  const { key } = desk.scopeFolder()
  const limits = () => ({ batchTurns: 10, idleMs: 300_000, now: new Date() })
  const due = () => isReflectionDue(desk.store, key, limits())
  desk.now = new Date()
  for (let at = 1; at <= 9; at++) queue(desk, `${at}`, 'あ'.repeat(599))
  t.equal(due(), false, 'about 16,000 bytes and 5,400 characters')
  const spool = turnSpool(desk.store, key)
  for (const name of listSpool(spool)) writeFileSync(join(spool, `${name}.json`), '{"cut')
  t.equal(isReflectionDue(desk.store, key, { ...limits(), idleMs: 0 }), false)
})

function queue(desk: ReflectDesk, id: string, reply: string): void {
  const ended = { session: 's', id, prompt: 'p', reply }
  queueTurn(desk.store, desk.scopeFolder(), readEndedTurn(desk.store, ended, desk.now)!)
}
