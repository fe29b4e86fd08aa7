import t, { type Test } from 'tap'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { noteLearned, type LearnedLine } from '../../../src/activity/learned.js'
import { foldUsage } from '../../../src/activity/usage.js'
import { findDead, sweepState } from '../../../src/work/sweep.js'
import { openStore, type Store } from '../../../store/store.js'
import { GLOBAL, openService } from '../fixture.js'

const DAY_MS = 24 * 60 * 60 * 1000
const TODAY = Date.now()
const inDays = (days: number) => new Date(TODAY + days * DAY_MS)
const TWO_YEARS = 731

/** A store in which something lies that a person may want back, of each kind that goes with time. */
async function makeStore(test: Test) {
  const { dataDir, service } = openService(test)
  const { id: forgotten } = await service.remember({ scope: GLOBAL, title: 'Gone', content: 'x' })
  await service.memories.forget(forgotten)
  const { id: merged } = await service.remember({ scope: GLOBAL, title: 'Part', content: 'y' })
  await service.remember({ scope: GLOBAL, title: 'Part', content: 'y' })
  await service.close()
  const memories = join(dataDir, 'global', 'memories')
  const [part = ''] = readdirSync(memories)
  const text = readFileSync(join(memories, part), 'utf8')
  const day = new Date(TODAY).toISOString().slice(0, 10)
  writeFileSync(
    join(memories, part),
    text.replace('\n---\n\n', `\nevictedAt: ${day}T00:00:00.000Z\n---\n\n`),
  )
  const store = openStore(join(dataDir, 'svc.json'))
  mkdirSync(join(store.state, 'journal'), { recursive: true })
  writeFileSync(join(store.state, 'journal', `${day}.jsonl`), '{}\n')
  await noteLearned(store, [learned('one', TODAY)], new Date(TODAY))
  return { dataDir, store, memories, forgotten, merged }
}

function learned(id: string, at: number): LearnedLine {
  const words = { title: 'T', change: 'added', session: 's', turn: 1, wrote: 'w' } as const
  return { at: new Date(at).toISOString(), key: 'global', id, ...words }
}

/** All that removes what is too old, as a machine does it whose clock says `now`. */
async function lookAt(
  test: Test,
  { dataDir, store }: { dataDir: string; store: Store },
  now: Date,
) {
  const { service } = openService(test, dataDir, { now: () => now })
  sweepState(store, now)
  await foldUsage(store, now.getTime())
  await service.consolidate(GLOBAL)
  await noteLearned(store, [learned(`at${now.getTime()}`, now.getTime())], now)
  await service.close()
}

/** What is left of it, in the order in which `makeStore` made it. */
function leftOf({ store, memories, forgotten, merged }: Awaited<ReturnType<typeof makeStore>>) {
  const namesIn = (folder: string) => readdirSync(folder).join()
  return {
    forgotten: namesIn(join(store.state, 'history')).includes(forgotten),
    archived: namesIn(memories).includes(merged),
    sessions: readdirSync(join(store.state, 'journal')).length > 0,
    learned: readFileSync(join(store.state, 'learned.jsonl'), 'utf8').includes('"one"'),
  }
}

const ALL = { forgotten: true, archived: true, sessions: true, learned: true }
const NONE = { forgotten: false, archived: false, sessions: false, learned: false }

t.test('a clock that jumps two years ahead once takes nothing away', async t => {
  const made = await makeStore(t)
  await lookAt(t, made, inDays(0))
  await lookAt(t, made, inDays(1.5))
  await lookAt(t, made, inDays(TWO_YEARS))
  t.same(leftOf(made), ALL, 'it was only looked at')
  t.same(findDead(made.store, inDays(TWO_YEARS + 0.5)), [], 'the doctor does not call it dead')
  await lookAt(t, made, inDays(TWO_YEARS + 0.5))
  t.same(leftOf(made), ALL, 'half a day later either')
  await lookAt(t, made, inDays(2))
  await lookAt(t, made, inDays(TWO_YEARS + 2))
  t.same(leftOf(made), ALL, 'a clock that went back in between begins anew')
})

t.test('what is due at two looks a day apart goes', async t => {
  const made = await makeStore(t)
  await lookAt(t, made, inDays(TWO_YEARS))
  t.same(leftOf(made), ALL)
  await lookAt(t, made, inDays(TWO_YEARS + 1))
  t.same(leftOf(made), NONE)
})
