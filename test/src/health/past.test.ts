import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { addTurns } from '../../../src/past/parts.js'
import { refreshPast } from '../../../src/past/segments.js'
import { countPast } from '../../../src/past/count.js'
import { openStore, statePath } from '../../../store/store.js'
import { openService } from '../fixture.js'

const KEY = 'bridge-0a1b2c3d'

function turn(session: string, turn: number, day = '2026-03-01') {
  return { session, turn, at: `${day}T10:00:00.000Z`, asked: 'x', answered: 'y', did: [] }
}

t.test('the doctor names a damaged part of past sessions, and sets it aside', async t => {
  const { service, dataDir } = openService(t)
  const store = openStore(join(dataDir, 'svc.json'))
  addTurns(store, KEY, [turn('a', 1)])
  const path = statePath(store, 'past', KEY, '2026-02-01.1.jsonl.gz')
  writeFileSync(path, 'no gzip')
  const findings = async (fix: boolean) =>
    (await service.doctor({ fix })).findings.filter(({ check }) => check === 'damaged-past')
  t.match(await findings(false), [
    { level: 'failure', path, message: /cannot be unpacked$/, fixable: true },
  ])
  const [fixed] = await findings(true)
  t.match(fixed, { fixed: true, message: /it lies in .*2026-02-01\.1\.jsonl\.gz now$/ })
  t.notOk(existsSync(path))
  t.equal(readFileSync(/lies in (\S+) now/.exec(fixed!.message)![1]!, 'utf8'), 'no gzip')
  t.same(await findings(false), [])
})

t.test('the status counts past sessions, each once, and reads only what changed', async t => {
  const { service, dataDir } = openService(t)
  const store = openStore(join(dataDir, 'svc.json'))
  t.same((await service.status()).past, { sessions: 0, turns: 0, bytes: 0 })
  t.notOk(existsSync(statePath(store, 'past')))
  addTurns(store, KEY, [turn('a', 1), turn('a', 2, '2026-03-02'), turn('b', 1)])
  await refreshPast(store)
  const { past } = await service.status()
  t.match(past, { sessions: 2, turns: 3 })
  const { folders } = (await service.doctor()).facts.dataDir
  t.equal(
    past.bytes,
    folders.find(({ name }) => name === 'state/past')?.bytes,
    'as the doctor says',
  )
  const counts = statePath(store, 'past', 'index', 'counts.json')
  writeFileSync(counts, readFileSync(counts, 'utf8').replaceAll('"turns":2', '"turns":7'))
  t.match(await countPast(store), { turns: 8 }, 'what did not change is believed')
  addTurns(store, KEY, [turn('c', 1)])
  t.match(await countPast(store), { sessions: 3, turns: 4 })
  writeFileSync(counts, '[')
  t.match(await countPast(store), { sessions: 3, turns: 4 }, 'and is made anew')
})
