import t from 'tap'
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  appendToLedger,
  listLedgers,
  promptsOf,
  readLedger,
  removeLedger,
  type LedgerLine,
} from '../../../src/activity/sessions.js'
import { addMergedUses, foldUsage, transferUses, Usage } from '../../../src/activity/usage.js'
import { readJsonDocument } from '../../../store/files/json.js'
import { withLock } from '../../../store/files/lock.js'
import { openStore, type Store } from '../../../store/store.js'
import { runProcess } from '../../process.js'
import { temporaryFolder } from '../../store/fixture.js'
import { heldNow } from '../../held.js'
import { GLOBAL, openService } from '../fixture.js'

const at = '2026-11-20T10:00:00.000Z'

const given = (...ids: string[]): LedgerLine => ({ type: 'given', at, event: 'prompt', ids })

function newStore(t: { teardown(undo: () => unknown): void }): Store {
  return openStore(join(temporaryFolder(t), 'svc.json'))
}

/** Makes the ledgers of sessions that go on look as if their last line was of two days ago. */
function age(store: Store): void {
  for (const { path, idle } of listLedgers(store)) {
    const time = Date.now() / 1000 - 2 * 24 * 60 * 60
    if (idle < 1_000_000) utimesSync(path, time, time)
  }
}

const usesOf = (store: Store) => Object.fromEntries(new Usage(store).refresh())

t.test('a ledger is read as it was written', t => {
  const store = newStore(t)
  t.same(readLedger(store, 's1'), [])
  const lines: LedgerLine[] = [
    { type: 'given', at, event: 'start', ids: ['a', 'b'] },
    { type: 'prompt', at, text: 'first', id: 'p1' },
    { type: 'given', at, event: 'prompt', ids: ['a', 'c'] },
    { type: 'prompt', at, text: 'second' },
  ]
  for (const line of lines) appendToLedger(store, '../../odd session', line)
  t.same(readLedger(store, '../../odd session'), lines)
  t.same(
    promptsOf(lines).map(({ text }) => text),
    ['first', 'second'],
  )
  t.same(readdirSync(join(store.state, 'sessions')).length, 1)
  t.end()
})

t.test('several passages of one file are one use of it', async t => {
  const store = newStore(t)
  appendToLedger(store, 's1', given('aaaaaaaa#Testing', 'aaaaaaaa#Issues # open', 'bbbbbbbb'))
  appendToLedger(store, 's1', given('aaaaaaaa#'))
  t.same(usesOf(store), { aaaaaaaa: 2, bbbbbbbb: 1 })
})

t.test('uses are counted from the ledgers and survive their folding', async t => {
  const store = newStore(t)
  t.same(usesOf(store), {})
  appendToLedger(store, 's1', given('aaaaaaaa', 'bbbbbbbb'))
  appendToLedger(store, 's1', { type: 'given', at, event: 'start', ids: ['aaaaaaaa'] })
  appendToLedger(store, 's2', given('aaaaaaaa'))
  const uses = { aaaaaaaa: 3, bbbbbbbb: 1 }
  t.same(usesOf(store), uses)
  await foldUsage(store)
  t.equal(listLedgers(store).length, 2, 'a session that may go on is left alone')
  age(store)
  const stays = new Usage(store)
  t.same(Object.fromEntries(stays.refresh()), uses)
  await foldUsage(store)
  t.same(listLedgers(store), [])
  t.same(usesOf(store), uses)
  t.same(Object.fromEntries(stays.refresh()), uses)
  appendToLedger(store, 's1', given('aaaaaaaa'))
  t.equal(usesOf(store).aaaaaaaa, 4, 'a session that goes on adds to what was folded')
  t.equal(stays.refresh().get('aaaaaaaa'), 4)
  age(store)
  await foldUsage(store)
  t.equal(usesOf(store).aaaaaaaa, 4)
})

t.test('a folding that broke off counts nothing twice and loses nothing', async t => {
  const store = newStore(t)
  appendToLedger(store, 's1', given('aaaaaaaa'))
  age(store)
  // The process died after it had counted and before it had removed the ledger.
  const script = `import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    fs.unlinkSync = path => { if (path.includes('sessions')) process.kill(process.pid, 'SIGKILL') }
    syncBuiltinESMExports()
    const { foldUsage } = await load('src/activity/usage.js')
    await foldUsage(args[0])`
  await t.rejects(runProcess(t, script, store))
  t.equal(listLedgers(store).length, 1)
  t.same(readJsonDocument<{ uses: object }>(join(store.state, 'usage.json'), { uses: {} }).uses, {
    aaaaaaaa: 1,
  })
  t.same(usesOf(store), { aaaaaaaa: 1 })
  appendToLedger(store, 's2', given('bbbbbbbb'))
  age(store)
  t.same(usesOf(store), { aaaaaaaa: 1, bbbbbbbb: 1 })
  await foldUsage(store)
  t.same(usesOf(store), { aaaaaaaa: 1, bbbbbbbb: 1 })
  t.same(listLedgers(store), [])
})

t.test('a ledger that was folded and goes on is not thrown away', async t => {
  const store = newStore(t)
  appendToLedger(store, 's1', given('aaaaaaaa'))
  age(store)
  const folding = await withLock(join(store.state, 'locks', 'usage'), () => {
    // It has seen the old ledger and waits for the lock; meanwhile another process folds it.
    const waiting = foldUsage(store)
    for (const ledger of listLedgers(store)) removeLedger(ledger)
    appendToLedger(store, 's1', given('aaaaaaaa'))
    return { waiting }
  })
  await folding.waiting
  t.equal(listLedgers(store).length, 1)
  t.same(usesOf(store), { aaaaaaaa: 1 })
})

t.test('broken state costs the counts in it and nothing else', t => {
  const store = newStore(t)
  appendToLedger(store, 's1', given('aaaaaaaa'))
  appendToLedger(store, 's2', { type: 'given' } as LedgerLine)
  for (const text of ['{', 'null', '[]', '{"uses":null}', '{"uses":7,"folded":7}']) {
    writeFileSync(join(store.state, 'usage.json'), text)
    t.same(usesOf(store), { aaaaaaaa: 1 }, text)
  }
  for (const { path } of listLedgers(store)) writeFileSync(path, 'null\n7\n{"type":"given"}\n')
  t.same(usesOf(store), {})
  t.end()
})

t.test('items carry their uses', async t => {
  const { service, dataDir } = openService(t)
  const { id } = await service.remember({ scope: GLOBAL, title: 'T', content: 'x' })
  const store = openStore(join(dataDir, 'svc.json'))
  appendToLedger(store, 's1', given(id, 'gonegone'))
  appendToLedger(store, 's2', given(id))
  t.equal((await service.memories.get(id)).uses, 2)
  t.equal((await service.memories.list()).items[0]?.uses, 2)
  t.equal((await service.memories.edit(id, { content: 'y' })).uses, 2)
  t.notOk(existsSync(join(store.state, 'usage.json')), 'reading writes nothing')
})

t.test('uses count for what a memory went into, through any number of merges', async t => {
  const uses = new Map([
    ['a', 1],
    ['b', 2],
    ['c', 4],
    ['d', 8],
  ])
  const sums = addMergedUses(uses, { a: 'b', b: 'c', x: 'd' })
  t.same(Object.fromEntries(sums), { a: 1, b: 2, c: 7, d: 8 })
  t.equal(addMergedUses(uses, { a: 'b', b: 'a' }).get('c'), 4, 'a circle ends')
  t.equal(addMergedUses(new Map([['a', 3]]), { a: 'new' }).get('new'), 3)
})

t.test('a transfer is kept beside the counts, repeated without effect, and taken back', async t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  const path = join(store.state, 'usage.json')
  const read = () => readJsonDocument<unknown>(path, {})
  await transferUses(store, new Map())
  t.same(read(), {})
  await transferUses(store, new Map([['a', 'b']]))
  writeFileSync(path, JSON.stringify({ ...(read() as object), uses: { a: 3 } }))
  await transferUses(store, new Map([['c', 'b']]))
  await transferUses(store, new Map([['c', 'b']]))
  t.same(read(), { uses: { a: 3 }, folded: [], merged: { a: 'b', c: 'b' } })
  await transferUses(store, new Map([['a', null]]))
  t.same(read(), { uses: { a: 3 }, folded: [], merged: { c: 'b' } })
})

t.test('of sessions that were folded nothing is held', t => {
  const store = newStore(t)
  const usage = new Usage(store)
  usage.refresh()
  const before = heldNow()
  for (let at = 0; at < 40; at++) {
    const ids = Array.from({ length: 5_000 }, (_, n) => `m${at}x${n}`)
    appendToLedger(store, `s${at}`, given(...ids))
  }
  t.equal(usage.refresh().size, 200_000)
  for (const ledger of listLedgers(store)) removeLedger(ledger)
  t.equal(usage.refresh().size, 0)
  const more = heldNow() - before
  t.ok(more < 2_000_000, `${more} bytes of 200,000 ids`)
  t.end()
})
