import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { noteLearned, type LearnedLine } from '../../../src/activity/learned.js'
import {
  appendToLedger,
  ledgerName,
  listLedgers,
  type LedgerLine,
  type SessionPlace,
} from '../../../src/activity/sessions.js'
import { foldUsage } from '../../../src/activity/usage.js'
import { addTurns } from '../../../src/past/parts.js'
import { refreshPast } from '../../../src/past/segments.js'
import { makeScope } from '../../../store/projects/projects.js'
import { openStore, type Store } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'
import { processorMs } from '../../processor-time.js'
import { GLOBAL, openService, project } from '../fixture.js'

const NOW = new Date('2026-11-20T10:00:00.000Z')
/** So many hours before now. */
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000).toISOString()
const prompt = (text: string, at: string, id?: string): LedgerLine => ({
  ...{ type: 'prompt', at, text },
  ...(id !== undefined && { id }),
})

interface Owner {
  teardown(undo: () => unknown): void
}

/** A store with a service over it whose clock stands. */
function open(t: Owner) {
  const { service, dataDir } = openService(t, undefined, { now: () => NOW })
  const store = openStore(join(dataDir, 'svc.json'))
  const say = (session: string, place: SessionPlace | undefined, ...lines: LedgerLine[]) => {
    for (const line of lines) appendToLedger(store, session, line, place)
  }
  return { service, dataDir, store, say, overview: service.overview }
}

/** Folds the ledgers of these sessions, as if they had ended two days ago. */
async function fold(store: Store, ...sessions: string[]): Promise<void> {
  const time = (NOW.getTime() - 48 * 3_600_000) / 1000
  const names = sessions.map(ledgerName)
  for (const { name, path } of listLedgers(store))
    if (names.includes(name)) utimesSync(path, time, time)
    else utimesSync(path, NOW, NOW)
  await foldUsage(store, NOW.getTime())
}

function learn(store: Store, lines: readonly Partial<LearnedLine>[]): Promise<void> {
  const line = { at: ago(1), key: 'global', id: 'one', title: 'One', change: 'added' } as const
  const rest = { session: 'talk', turn: 1, wrote: '' }
  return noteLearned(
    store,
    lines.map(fields => ({ ...line, ...rest, ...fields })),
    NOW,
  )
}

t.test(
  'sessions of which only turns are kept are listed too, those that hooks saw once',
  async t => {
    const { service, store, say, overview } = open(t)
    const app = project(join(temporaryFolder(t), 'app'))
    await service.remember({ scope: app, title: 'Ship on Mondays', content: 'x' })
    const { key } = await makeScope(store, app)
    const turn = (session: string, number: number, hours: number, asked = 'Why so?') => {
      return { session, turn: number, at: ago(hours), asked, answered: 'So it is.', did: [] }
    }
    say('seen', { scope: app, host: 'codex' }, prompt('Hello', ago(2)))
    addTurns(store, key, [turn('old', 1, 90, 'Mend it'), turn('old', 2, 80), turn('seen', 1, 2)])
    addTurns(store, 'gone-0a1b2c3d', [turn('older', 1, 3_000)])
    await refreshPast(store)
    const { sessions, total } = await overview.sessions()
    t.equal(total, 3)
    t.same(
      sessions.map(({ id }) => id),
      ['seen', 'old', 'older'],
    )
    t.same(sessions[1], {
      ...{ id: 'old', scope: app, startedAt: ago(90), endedAt: ago(80) },
      ...{ opening: 'Mend it', prompts: 2, given: 0, learned: 0 },
    })
    t.notOk('scope' in sessions[2]!)
    t.equal((await overview.sessions({ scope: app })).total, 2)
    t.equal((await overview.sessions({ since: ago(10) })).total, 1)
    await service.past.forget('old')
    t.equal((await overview.sessions()).total, 2)
  },
)

t.test(
  'sessions are told with place, host and counts, the one that went on last first',
  async t => {
    const { service, store, say, overview } = open(t)
    const app = project(join(temporaryFolder(t), 'app'))
    const { id } = await service.remember({ scope: app, title: 'Ship on Mondays', content: 'x' })
    say(
      'first',
      { scope: app, host: 'codex' },
      { type: 'given', at: ago(5), event: 'start', ids: [id, 'file#A', 'file#B'] },
      prompt(`How  do we\nship? ${'on and on '.repeat(50)}`, ago(4), 'p1'),
      prompt('twice', ago(4), 'p1'),
      { type: 'given', at: ago(4), event: 'prompt', ids: [`${id}#`, 'gone'] },
      { type: 'turn', at: ago(3), id: 'x' },
    )
    say('second', { scope: GLOBAL, host: 'nobody' }, prompt('Hi', ago(2)))
    say('old', undefined, prompt('Of an older hook', ago(1)))
    say('first an agent', { scope: app, isAgent: true }, prompt('x', ago(1)))
    await learn(store, [{ session: 'first' }, { session: 'first', said: 'again' }, {}])
    const { sessions, total } = await overview.sessions()
    t.equal(total, 3)
    t.same(
      sessions.map(({ id, scope, host }) => ({ id, scope, host })),
      [
        { id: ledgerName('old').slice(0, -6), scope: undefined, host: undefined },
        { id: 'second', scope: GLOBAL, host: undefined },
        { id: 'first', scope: app, host: 'codex' },
      ],
    )
    const { opening = '', ...first } = sessions[2] ?? {}
    t.match(opening, /^How do we ship\? on/)
    t.ok(opening.length <= 200, opening)
    t.match(first, { startedAt: ago(5), endedAt: ago(3), prompts: 1, given: 3, learned: 1 })
    t.match(sessions[1], { opening: 'Hi', prompts: 1, given: 0, learned: 0 })
  },
)

t.test('by scope, time and page', async t => {
  const { say, overview } = open(t)
  const [app, other] = ['app', 'other'].map(name => project(join(temporaryFolder(t), name)))
  say('a', { scope: app! }, prompt('a', ago(30)), prompt('a', ago(20)))
  say('b', { scope: other! }, prompt('b', ago(10)), prompt('b', ago(9)))
  say('c', { scope: GLOBAL }, prompt('c', ago(5)))
  say('d', undefined, prompt('d', ago(1)))
  const ids = async (filter: Parameters<typeof overview.sessions>[0]) => {
    const { sessions, total } = await overview.sessions(filter)
    return [sessions.map(({ opening }) => opening).join(''), total]
  }
  t.same(await ids({}), ['dcba', 4])
  t.same(await ids({ limit: 2 }), ['dc', 4])
  t.same(await ids({ limit: 2, offset: 3 }), ['a', 4])
  t.same(await ids({ scope: app! }), ['a', 1])
  t.same(await ids({ scopeType: 'project' }), ['ba', 2])
  t.same(await ids({ scopes: [app!, GLOBAL] }), ['ca', 2])
  t.same(await ids({ scope: project('/nowhere/at/all') }), ['', 0])
  t.same(await ids({ since: ago(9.5) }), ['dcb', 3])
  t.same(await ids({ until: ago(10) }), ['a', 1])
  t.same(await ids({ since: ago(25), until: ago(9.5) }), ['ba', 2])
  for (const bad of [{ since: 'yesterday' }, { until: 5 }, { limit: 0 }, { offset: -1 }])
    await t.rejects(overview.sessions(bad as never), { code: 'INVALID_REQUEST' })
})

t.test('what happened in a session is told in its order', async t => {
  const { service, store, say, overview } = open(t)
  const scope = project(join(temporaryFolder(t), 'app'))
  const { id } = await service.remember({ scope, title: 'Ship on Mondays', content: 'x' })
  const elsewhere = await service.remember({ scope: GLOBAL, title: 'Tabs', content: 'x' })
  say(
    'talk',
    { scope },
    { type: 'given', at: ago(5), event: 'start', ids: [id, `${id}#Part`, elsewhere.id] },
    prompt('Deploy with password: hunter2hunter2X', ago(4)),
    { type: 'asked', at: ago(4), id: 'x', by: 'y' },
    { type: 'given', at: ago(4), event: 'prompt', ids: [] },
    { type: 'reset', at: ago(3), source: 'compact' },
    { type: 'end', at: ago(0.5) },
  )
  await learn(store, [{ at: ago(1), said: 'from now on' }])
  const { entries, ...session } = await overview.session('talk')
  t.match(session, { id: 'talk', prompts: 1, given: 2, learned: 1 })
  t.match(entries, [
    {
      ...{ type: 'given', event: 'start', at: ago(5) },
      items: [
        { id, title: 'Ship on Mondays' },
        { id: elsewhere.id, title: 'Tabs' },
      ],
    },
    { type: 'prompt', text: /\[redacted:/ },
    { type: 'reset', source: 'compact' },
    { type: 'learned', scope: GLOBAL, title: 'One', change: 'added', said: 'from now on' },
    { type: 'end' },
  ])
  t.equal(entries.length, 5)
  await service.memories.forget(elsewhere.id)
  const again = await overview.session(ledgerName('talk').slice(0, -6))
  t.match(again.entries[0], { items: [{}, { title: elsewhere.id }] }, 'by its other name too')
  await t.rejects(overview.session('none'), { code: 'SESSION_NOT_FOUND' })
})

t.test('a session is the same one after its ledger was folded, and where it goes on', async t => {
  const { store, say, overview } = open(t)
  const place = { scope: GLOBAL, host: 'codex' }
  say('talk', place, prompt('Begin', ago(50)), prompt('Go on', ago(48)))
  say('other', place, prompt('Other', ago(49)))
  const before = await overview.session('talk')
  await fold(store, 'talk', 'other')
  t.same(listLedgers(store), [])
  t.same(await overview.session('talk'), before)
  t.match((await overview.sessions()).sessions, [{ id: 'talk' }, { id: 'other' }])
  say('talk', place, prompt('Again', ago(2)))
  const { sessions, total } = await overview.sessions({ limit: 1 })
  t.equal(total, 2)
  t.match(sessions, [{ id: 'talk', opening: 'Begin', prompts: 3, startedAt: ago(50) }])
  t.equal(sessions[0]?.endedAt, ago(2))
  const { entries } = await overview.session('talk')
  t.same(
    entries.map(entry => (entry.type === 'prompt' ? entry.text : '')),
    ['Begin', 'Go on', 'Again'],
  )
})

t.test('a session of which the fold was cut off is told once', async t => {
  const { store, say, overview } = open(t)
  say('talk', { scope: GLOBAL }, prompt('Begin', ago(50)), prompt('Go on', ago(48)))
  const before = await overview.session('talk')
  const aside = join(store.state, 'aside')
  const { path } = listLedgers(store)[0]!
  copyFileSync(path, aside)
  await fold(store, 'talk')
  renameSync(aside, path)
  const time = (NOW.getTime() - 48 * 3_600_000) / 1000
  utimesSync(path, time, time)
  t.same(await overview.session('talk'), before)
  t.match(await overview.sessions(), { sessions: [{ prompts: 2 }], total: 1 })
  say('talk', { scope: GLOBAL }, prompt('Again', ago(2)))
  t.equal((await overview.sessions()).total, 1)
})

t.test('long and broken lines at either end are read past', async t => {
  const { store, say, overview } = open(t)
  const long = (name: string, at: string) => prompt(`${name} ${'ünd so weiter '.repeat(600)}`, at)
  say('long', undefined, long('First', ago(6)), prompt('x', ago(5)), long('last', ago(4)))
  say('torn', { scope: GLOBAL }, prompt('Torn', ago(3)))
  appendFileSync(join(store.state, 'sessions', ledgerName('torn')), '{"type":"prompt","at":"20')
  writeFileSync(join(store.state, 'sessions', ledgerName('broken')), 'null\n7\n{"type":"given"}\n')
  writeFileSync(join(store.state, 'sessions', ledgerName('empty')), '')
  const { sessions, total } = await overview.sessions()
  t.equal(total, 2)
  t.match(sessions, [
    { opening: 'Torn', endedAt: ago(3) },
    { opening: /^First/, startedAt: ago(6), endedAt: ago(4), prompts: 3 },
  ])
})

t.test(
  'a thousand sessions are listed at once, a small page without reading them whole',
  async t => {
    const { store, overview } = open(t)
    const folder = join(store.state, 'sessions')
    mkdirSync(folder, { recursive: true })
    const filler = JSON.stringify(prompt('what was said '.repeat(800), ago(2))) + '\n'
    for (let n = 0; n < 1_000; n++) {
      const first = { type: 'session', at: ago(3), id: `s${n}`, scope: GLOBAL }
      const last = { type: 'end', at: ago(1 + n / 1_000) }
      const text = `${JSON.stringify(first)}\n${filler}${JSON.stringify(last)}\n`
      writeFileSync(join(folder, ledgerName(`s${n}`)), text)
    }
    const took = () =>
      processorMs(async () => {
        const { sessions, total } = await overview.sessions({ limit: 10 })
        t.match([sessions[0]?.id, sessions[9]?.id, total], ['s0', 's9', 1_000])
      })
    const first = await took()
    const second = await took()
    t.ok(first < 1_000, `${first} ms of processor time`)
    t.ok(second < 200, `${second} ms of processor time`)
    renameSync(join(folder, ledgerName('s0')), join(store.state, 'aside'))
    t.equal((await overview.sessions({ limit: 1 })).total, 999)
  },
)
