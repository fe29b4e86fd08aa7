import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import {
  appendToLedger,
  givenKey,
  idOfKey,
  isGiven,
  isKeyGiven,
  ledgerBytes,
  ledgerName,
  readGiven,
  readLedger,
  readLedgerOf,
  type GivenLine,
  type LedgerLine,
} from '../../../src/activity/sessions.js'
import { openStore, statePath } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'

const at = (hour: number) => `2026-11-20T${hour}:00:00.000Z`
const given = (
  hour: number,
  event: 'start' | 'prompt',
  fields: Partial<GivenLine>,
): LedgerLine => ({
  type: 'given',
  at: at(hour),
  event,
  ids: [],
  ...fields,
})
const heldIn = (lines: readonly LedgerLine[], ids: readonly string[], updatedAt = at(10)) =>
  ids.filter(id => isGiven(readGiven(lines).texts, { id, updatedAt }))

t.test('what starts and prompts gave is in the context until it is cleared', async t => {
  const lines = [
    given(11, 'start', { ids: ['a', 'b'] }),
    { type: 'prompt', at: at(12), text: 'x' } as const,
    // As an older svc noted what it gave by its title alone.
    given(12, 'prompt', { ids: ['c'], ...{ titles: ['d'] } }),
  ]
  t.same(heldIn(lines, ['a', 'b', 'c', 'd', 'e']), ['a', 'b', 'c'])
  t.same([...readGiven(lines).beside.keys()], ['c'])
  t.equal(readGiven(lines).startedAt, at(11))
  const reset: LedgerLine = { type: 'reset', at: at(13) }
  t.same(heldIn([...lines, reset], ['a', 'b', 'c']), [])
  t.match(readGiven([...lines, reset]), { startedAt: undefined, compactedAt: undefined })
  t.same(heldIn([...lines, reset, given(14, 'start', { ids: ['b'] })], ['a', 'b', 'c']), ['b'])
  t.same(readGiven([]), {
    texts: new Map(),
    beside: new Map(),
    startedAt: undefined,
    compactedAt: undefined,
  })
})

t.test('a compaction is the last thing that was until a prompt or a turn comes', async t => {
  const compact: LedgerLine = { type: 'reset', at: at(12), source: 'compact' }
  const start = given(12, 'start', { ids: ['a'] })
  t.equal(readGiven([start, compact, start]).compactedAt, at(12))
  t.equal(readGiven([compact, { ...compact, source: 'clear' }]).compactedAt, undefined)
  t.equal(readGiven([compact, start, given(13, 'prompt', {})]).compactedAt, undefined)
  t.equal(readGiven([compact, { type: 'turn', at: at(13), id: 'x' }]).compactedAt, undefined)
})

t.test('what changed since is not in it, whatever the clock of the change', async t => {
  const lines = [given(11, 'start', { ids: ['a'] })]
  t.same(heldIn(lines, ['a'], at(11)), ['a'])
  t.same(heldIn(lines, ['a'], at(12)), [])
  const ahead = [given(11, 'start', { ids: ['a'], newest: at(12) })]
  t.same(heldIn(ahead, ['a'], at(12)), ['a'], 'it was of a later time when it was given')
  t.same(heldIn(ahead, ['a'], at(13)), [])
})

t.test('of what was given in part there may be more', async t => {
  const [one, other] = [givenKey({ id: 'a' }, 'One part.'), givenKey({ id: 'a' }, 'Another.')]
  const lines = [given(11, 'prompt', { ids: [one, 'b'] })]
  t.same(heldIn(lines, ['a', 'b']), ['b'])
  const { texts } = readGiven(lines)
  t.ok(isKeyGiven(texts, one, { updatedAt: at(10) }))
  t.notOk(isKeyGiven(texts, one, { updatedAt: at(12) }), 'it has changed')
  t.notOk(isKeyGiven(texts, other, { updatedAt: at(10) }))
  t.equal(idOfKey(one), 'a')
  // As an older svc noted it.
  const parts = { ids: ['a', 'b'], parts: ['a'] }
  t.same(heldIn([given(11, 'start', parts)], ['a', 'b']), ['b'])
  t.same(heldIn([given(11, 'prompt', parts)], ['a', 'b']), ['a', 'b'])
})

t.test('of an agent file a passage is given, and its other ones are not', async t => {
  const passage = (heading: string, number: number) => ({ id: 'a', heading, passage: number })
  const lines = [given(11, 'prompt', { ids: [givenKey(passage('Testing › Unit', 2))] })]
  const isHeld = (entry: { id: string; heading?: string; passage?: number }) =>
    isGiven(readGiven(lines).texts, { updatedAt: at(10), ...entry })
  t.ok(isHeld(passage('Testing › Unit', 2)))
  t.notOk(isHeld(passage('Testing › Unit', 3)), 'of one heading')
  t.notOk(isHeld(passage('Testing › End to end', 4)))
  t.notOk(isHeld({ id: 'a' }))
})

t.test('lines that somebody broke are passed over', async t => {
  const broken = [{ type: 'given' }, { type: 'given', ids: 7, titles: 'x', parts: {} }, { type: 9 }]
  t.same(heldIn(broken as unknown as LedgerLine[], ['a']), [])
})

t.test('a damaged line of a ledger spoils nothing', async t => {
  const damaged = { ...given(11, 'prompt', {}), ids: [5, 'a', null] }
  const { texts } = readGiven([damaged as unknown as LedgerLine])
  t.same([...texts.keys()], ['a'])
})

t.test('the lines of some types are read as if all were, whatever stands among them', async t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  t.same(readLedgerOf(store, 's', ['given']), [])
  t.equal(ledgerBytes(store, 's'), 0)
  const place = { scope: { type: 'global', id: null } } as const
  const lines: LedgerLine[] = [
    given(11, 'start', { ids: ['a'] }),
    { type: 'prompt', at: at(12), text: '{"type":"given"\n' },
    { type: 'reset', at: at(12) },
    { type: 'asked', at: at(13), id: 'p', by: 'x' },
    given(13, 'prompt', { ids: ['b', 'c#Deploy'] }),
    { type: 'turn', at: at(13), id: 't' },
  ]
  lines.forEach(line => appendToLedger(store, 's', line, place))
  appendFileSync(statePath(store, 'sessions', ledgerName('s')), '{"type":"given","at')
  const all = readLedger(store, 's')
  t.equal(all.length, 1 + lines.length)
  t.equal(all[0]?.type, 'session', 'a new ledger begins with its place')
  for (const types of [['given', 'reset'], ['prompt'], ['asked', 'turn']] as const)
    t.same(
      readLedgerOf(store, 's', types),
      all.filter(({ type }) => (types as readonly string[]).includes(type)),
    )
  const { texts, beside } = readGiven(readLedgerOf(store, 's', ['given', 'reset']))
  t.same({ texts, beside }, { texts: readGiven(all).texts, beside: readGiven(all).beside })
  t.same([...texts.keys()], ['b', 'c#Deploy'])
  appendToLedger(store, 's', { type: 'end', at: at(14) }, place)
  t.equal(readLedger(store, 's').length, all.length + 1, 'behind a line that was cut off')
})
