import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import {
  appendToLedger,
  isGiven,
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
  ids.filter(id => isGiven(readGiven(lines), { id, updatedAt }))

t.test('what starts and prompts gave is in the context until it is cleared', async t => {
  const lines = [
    given(11, 'start', { ids: ['a', 'b'] }),
    { type: 'prompt', at: at(12), text: 'x' } as const,
    given(12, 'prompt', { ids: ['c'], titles: ['d'] }),
  ]
  t.same(heldIn(lines, ['a', 'b', 'c', 'd', 'e']), ['a', 'b', 'c'])
  t.same([...readGiven(lines).titles], ['d'])
  t.equal(readGiven(lines).startedAt, at(11))
  const reset: LedgerLine = { type: 'reset', at: at(13) }
  t.same(heldIn([...lines, reset], ['a', 'b', 'c']), [])
  t.match(readGiven([...lines, reset]), { startedAt: undefined, compactedAt: undefined })
  t.same(heldIn([...lines, reset, given(14, 'start', { ids: ['b'] })], ['a', 'b', 'c']), ['b'])
  t.same(readGiven([]), {
    texts: new Map(),
    titles: new Set(),
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

t.test(
  'of what a start gave a part, a prompt may give more; of what a prompt gave not',
  async t => {
    const parts = { ids: ['a', 'b'], parts: ['a'] }
    t.same(heldIn([given(11, 'start', parts)], ['a', 'b']), ['b'])
    t.same(heldIn([given(11, 'prompt', parts)], ['a', 'b']), ['a', 'b'])
  },
)

t.test('of an agent file a section is given, and its other ones are not', async t => {
  const lines = [given(11, 'prompt', { ids: ['a#Testing › Unit'] })]
  const isHeld = (heading?: string) =>
    isGiven(readGiven(lines), {
      id: 'a',
      updatedAt: at(10),
      ...(heading !== undefined && { heading }),
    })
  t.ok(isHeld('Testing › Unit'))
  t.notOk(isHeld('Testing › End to end'))
  t.notOk(isHeld())
  t.same([...readGiven(lines).titles], ['a'], 'they get no title line either')
})

t.test('lines that somebody broke are passed over', async t => {
  const broken = [{ type: 'given' }, { type: 'given', ids: 7, titles: 'x', parts: {} }, { type: 9 }]
  t.same(heldIn(broken as unknown as LedgerLine[], ['a']), [])
})

t.test('a damaged line of a ledger spoils nothing', async t => {
  const damaged = { ...given(11, 'prompt', {}), ids: [5, 'a', null], titles: [{}, 'b'] }
  const { texts, titles } = readGiven([damaged as unknown as LedgerLine])
  t.same([...texts.keys()], ['a'])
  t.same([...titles], ['b'])
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
    given(13, 'prompt', { ids: ['b', 'c#Deploy'], titles: ['d'] }),
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
  const { texts, titles } = readGiven(readLedgerOf(store, 's', ['given', 'reset']))
  t.same({ texts, titles }, { texts: readGiven(all).texts, titles: readGiven(all).titles })
  t.same([...texts.keys()], ['b', 'c#Deploy'])
  appendToLedger(store, 's', { type: 'end', at: at(14) }, place)
  t.equal(readLedger(store, 's').length, all.length + 1, 'behind a line that was cut off')
})
