import t from 'tap'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { listJournal, readJournalDay } from '../../../src/activity/journal.js'
import {
  appendToLedger,
  listLedgers,
  readLedger,
  type LedgerLine,
} from '../../../src/activity/sessions.js'
import { foldUsage } from '../../../src/activity/usage.js'
import { openStore, type Store } from '../../../store/store.js'
import { GLOBAL_SCOPE, type Scope } from '../../../store/types.js'
import { temporaryFolder } from '../../store/fixture.js'
import { openService } from '../fixture.js'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = Date.parse('2026-11-20T10:00:00.000Z')
const PROJECT: Scope = { type: 'project', id: '/work/bridge' }
const at = new Date(NOW - 2 * DAY_MS).toISOString()
const prompt = (text: string): LedgerLine => ({ type: 'prompt', at, text, id: 'p1' })

function newStore(t: { teardown(undo: () => unknown): void }): Store {
  return openStore(join(temporaryFolder(t), 'svc.json'))
}

/** Folds every ledger as if its last line was so many days before now. */
async function fold(store: Store, days = 2): Promise<void> {
  const time = (NOW - days * DAY_MS) / 1000
  for (const { path } of listLedgers(store)) utimesSync(path, time, time)
  await foldUsage(store, NOW)
}

const kept = (store: Store) => listJournal(store).flatMap(readJournalDay)

t.test('a ledger begins with where its session is held, where that is known', async t => {
  const store = newStore(t)
  appendToLedger(store, 's1', prompt('Hello'), { scope: PROJECT, host: 'codex' })
  appendToLedger(store, 's1', prompt('again'), { scope: GLOBAL_SCOPE })
  appendToLedger(store, 's2', prompt('Hello'))
  t.same(readLedger(store, 's1'), [
    { type: 'session', at, id: 's1', scope: PROJECT, host: 'codex' },
    prompt('Hello'),
    prompt('again'),
  ])
  t.same(readLedger(store, 's2'), [prompt('Hello')])
})

t.test('what a person may look at of a session outlives its ledger', async t => {
  const store = newStore(t)
  const secret = `ghp_${'a1B2'.repeat(9)}`
  const lines: LedgerLine[] = [
    prompt(`Deploy with ${secret} ${'and more '.repeat(200)}`),
    { type: 'asked', at, id: 'p1', by: 'x' },
    {
      ...{ type: 'given', at, event: 'prompt', ids: ['aaaaaaaa'] },
      ...{ parts: ['aaaaaaaa'], newest: at },
    },
    { type: 'turn', at, id: 'x' },
    { type: 'unasked', at },
    { type: 'reset', at, source: 'compact' },
    { type: 'end', at },
  ]
  for (const line of lines) appendToLedger(store, 's1', line, { scope: PROJECT })
  await fold(store)
  t.same(listLedgers(store), [])
  const [entry, ...more] = kept(store)
  t.same(more, [])
  t.equal(listJournal(store)[0]?.day, '2026-11-18')
  t.match(entry?.lines, [
    { type: 'session', id: 's1', scope: PROJECT },
    { type: 'prompt', text: /^Deploy with \[redacted:/ },
    { type: 'given', ids: ['aaaaaaaa'] },
    { type: 'reset', source: 'compact' },
    { type: 'end' },
  ])
  t.equal(entry?.lines.length, 5)
  t.same(Object.keys(entry?.lines[2] ?? {}), ['type', 'at', 'event', 'ids'])
  t.notMatch(JSON.stringify(entry), secret)
  t.ok(JSON.stringify(entry?.lines[1]).length < 800)
})

t.test('a fold that was cut off and comes again keeps a session once', async t => {
  const store = newStore(t)
  appendToLedger(store, 's1', prompt('Hello'), { scope: PROJECT })
  await fold(store)
  const [day] = listJournal(store)
  const [entry] = readJournalDay(day!)
  appendFileSync(day!.path, `${JSON.stringify(entry)}\nnull\n7\n{"ledger":"x"}\n`)
  appendFileSync(day!.path, `{"ledger":"x","stamp":"y","lines":[null]}\n{"half`)
  t.equal(kept(store).length, 1)
  appendToLedger(store, 's1', prompt('On we go'), { scope: PROJECT })
  await fold(store)
  t.equal(kept(store).length, 2, 'what went on in the session later is there too')
})

t.test('a process that stays folds what is over', async t => {
  const { service, dataDir } = openService(t)
  await service.close()
  const store = openStore(join(dataDir, 'svc.json'))
  appendToLedger(store, 's1', prompt('Hello'), { scope: PROJECT })
  const time = (NOW - 2 * DAY_MS) / 1000
  utimesSync(listLedgers(store)[0]!.path, time, time)
  const resident = openService(t, dataDir, { isResident: true, now: () => new Date(NOW) }).service
  await resident.close()
  t.same(listLedgers(store), [])
  t.equal(kept(store).length, 1)
})

t.test('a day that is full pushes no other one out', async t => {
  const store = newStore(t)
  const folder = join(store.state, 'journal')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, '2026-11-17.jsonl'), '{}\n')
  for (let session = 0; session < 30; session++) {
    const lines = Array.from({ length: 800 }, () => JSON.stringify(prompt('x'.repeat(600))))
    appendToLedger(store, `s${session}`, prompt('Hello'), { scope: PROJECT })
    appendFileSync(listLedgers(store)[0]!.path, lines.join('\n') + '\n')
    await fold(store)
  }
  t.same(listLedgers(store), [])
  const days = listJournal(store)
  t.same(
    days.map(({ day }) => day),
    ['2026-11-17', '2026-11-18'],
  )
  t.ok(days[1]!.bytes < 4 * 1024 * 1024)
})

t.test('what is too old goes also where no session ended', async t => {
  const store = newStore(t)
  appendToLedger(store, 's1', prompt('Hello'), { scope: PROJECT })
  await fold(store)
  await foldUsage(store, NOW + 80 * DAY_MS)
  t.equal(kept(store).length, 1)
  await foldUsage(store, NOW + 89 * DAY_MS)
  t.equal(kept(store).length, 1, 'the clock may be wrong for once')
  await foldUsage(store, NOW + 90 * DAY_MS)
  t.same(listJournal(store), [])
})

t.test(
  'of an agent that a model started nothing is kept, nor of a session that told nothing',
  async t => {
    const store = newStore(t)
    const given: LedgerLine = { type: 'given', at, event: 'prompt', ids: ['aaaaaaaa'] }
    appendToLedger(store, 's1 agent', given, { scope: PROJECT, isAgent: true })
    appendToLedger(store, 's2', { type: 'turn', at, id: 'x' })
    await fold(store)
    t.same(listLedgers(store), [])
    t.same(listJournal(store), [])
  },
)

t.test('days of more than three months ago go, and the oldest beyond 8 MiB', async t => {
  const store = newStore(t)
  const folder = join(store.state, 'journal')
  mkdirSync(folder, { recursive: true })
  const write = (day: string, bytes: number) =>
    writeFileSync(join(folder, `${day}.jsonl`), 'x'.repeat(bytes))
  write('2026-08-01', 10)
  for (const day of ['2026-10-01', '2026-10-02', '2026-10-03']) write(day, 3 * 1024 * 1024)
  write('notes', 5)
  appendToLedger(store, 's1', prompt('Hello'), { scope: PROJECT })
  await fold(store)
  t.same(
    listJournal(store).map(({ day }) => day),
    ['2026-10-02', '2026-10-03', '2026-11-18'],
  )
  t.ok(existsSync(join(folder, 'notes.jsonl')), 'what is not of it stays')
  t.equal(readdirSync(folder).length, 4)
})
