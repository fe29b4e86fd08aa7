import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { countFeedback, readPriors, toPrior } from '../../../src/activity/feedback.js'
import { appendToLedger } from '../../../src/activity/sessions.js'
import { openStore } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'
import { openService } from '../fixture.js'

const NEVER = { used: 0, corrected: 0 }
const all = () => true
const used = (...ids: string[]) => ({ used: ids, corrected: [] as string[] })
const corrected = (...ids: string[]) => ({ used: [] as string[], corrected: ids })

function openDesk(t: Parameters<typeof temporaryFolder>[0]) {
  const dataDir = join(temporaryFolder(t), 'store')
  const store = openStore(join(dataDir, 'svc.json'))
  const path = join(dataDir, 'state', 'feedback.json')
  const read = () => JSON.parse(readFileSync(path, 'utf8')) as { counts: object; sessions: object }
  return { dataDir, store, path, read }
}

t.test('a prior rises slowly with use, falls faster with corrections, and is bounded', async t => {
  t.equal(toPrior(NEVER), 0)
  t.equal(toPrior({ used: 1, corrected: 0 }), 0.25)
  t.equal(toPrior({ used: 3, corrected: 0 }), 0.5)
  t.equal(toPrior({ used: 0, corrected: 1 }), -0.5)
  t.equal(toPrior({ used: 3, corrected: 1 }), 0)
  t.equal(toPrior({ used: 2, corrected: 0 }), 0.396)
  t.equal(toPrior({ used: 1_000_000, corrected: 0 }), 1)
  t.equal(toPrior({ used: 0, corrected: 1_000_000 }), -1)
})

t.test('each memory is counted once a session, use and correction apart', async t => {
  const { store, read } = openDesk(t)
  t.same([...(await countFeedback(store, 'one', used('a', 'b'), all))], ['a', 'b'])
  t.same([...(await countFeedback(store, 'one', used('a'), all))], [], 'said again')
  t.same([...(await countFeedback(store, 'one', corrected('a'), all))], ['a'])
  t.same([...(await countFeedback(store, 'two', used('a', 'a'), all))], ['a'])
  t.same(read().counts, { a: { used: 2, corrected: 1 }, b: { used: 1, corrected: 0 } })
  const priorOf = readPriors(store)
  t.equal(priorOf(['a']), toPrior({ used: 2, corrected: 1 }))
  t.equal(priorOf(['a', 'b']), toPrior({ used: 3, corrected: 1 }), 'with what was merged into it')
  t.equal(priorOf(['constructor']), 0)
})

t.test('many sessions at once lose no count', async t => {
  const { store, read } = openDesk(t)
  const sessions = Array.from({ length: 20 }, (_, at) => `session-${at}`)
  await Promise.all(sessions.map(one => countFeedback(store, one, used('a'), all)))
  t.same(read().counts, { a: { used: 20, corrected: 0 } })
})

t.test(
  'what is gone is dropped when it is written: memories, and sessions without a ledger',
  async t => {
    const { store, read } = openDesk(t)
    appendToLedger(store, 'two', { type: 'end', at: '2026-11-20T10:00:00.000Z' })
    for (const session of ['one', 'two']) await countFeedback(store, session, used('a', 'b'), all)
    await countFeedback(store, 'three', used('c'), id => id !== 'b')
    t.same(Object.keys(read().counts), ['a', 'c'])
    t.equal(
      Object.keys(read().sessions).length,
      2,
      'the one that is counted now, and that with a ledger',
    )
  },
)

t.test('what is lost or damaged counts as empty, and the doctor tells of it', async t => {
  const { dataDir, store, path, read } = openDesk(t)
  t.equal(readPriors(store)(['a']), 0)
  t.notOk(existsSync(path), 'reading makes nothing')
  mkdirSync(join(path, '..'), { recursive: true })
  for (const text of ['{', 'null', '[]', '7', '{"counts":7,"sessions":[]}', '{"counts":{"a":7}}']) {
    writeFileSync(path, text)
    t.equal(readPriors(store)(['a']), 0, text)
  }
  writeFileSync(path, '{')
  const { findings } = await openService(t, dataDir).service.doctor()
  t.match(
    findings.filter(({ check }) => check === 'state-document'),
    [{ level: 'failure', path }],
  )
  await countFeedback(store, 'one', used('a'), all)
  t.same(read().counts, { a: { used: 1, corrected: 0 } })
})
