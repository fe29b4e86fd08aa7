import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { lookUpFixes } from '../../../src/past/fixes.js'
import { addTurns, listParts, packBefore } from '../../../src/past/parts.js'
import { readSegments, refreshPast, segmentPath } from '../../../src/past/segments.js'
import type { PastStep, PastTurn } from '../../../src/past/turns.js'
import { openStore } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'

const OUTPUT = "Error: Cannot find module 'left-pad'\nRequire stack:\n- /srv/app/index.js"
const ERROR = "Error: Cannot find module 'left-pad'\nRequire stack:\n- /home/x/other.js"
const failed: PastStep = { command: 'npm test', isFailed: true, output: OUTPUT }
const installed: PastStep = { command: 'npm install left-pad', isFailed: false }
const works: PastStep = { command: 'npm test', isFailed: false }

function turn(session: string, number: number, at: string, did: PastStep[]): PastTurn {
  return { session, turn: number, at, asked: 'Go on', answered: 'It was not installed.', did }
}

async function makeStore(parts: Record<string, PastTurn[]>) {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  for (const [key, turns] of Object.entries(parts)) addTurns(store, key, turns)
  await refreshPast(store)
  return store
}

t.test('a fix is found by the index, in a packed part and across midnight', async t => {
  const other: PastStep = { ...failed, output: 'Error: listen EADDRINUSE :::3000' }
  const noise = Array.from({ length: 80 }, (_, at) =>
    turn(`n${at}`, 1, '2026-02-01T10:00:00.000Z', [other, works]),
  )
  const store = await makeStore({
    'shop-0a1b2c3d': [
      ...noise,
      turn('s1', 1, '2026-03-02T23:58:00.000Z', [failed]),
      turn('s1', 2, '2026-03-03T00:02:00.000Z', [installed, works]),
    ],
    'web-0a1b2c3d': [turn('s2', 1, '2026-05-02T10:00:00.000Z', [failed, installed, works])],
  })
  const { fixes } = lookUpFixes(store, { error: ERROR })
  t.match(fixes, [{ session: 's2', times: 2, commands: ['npm install left-pad'] }])
  t.equal(fixes.length, 1)
  packBefore(store, 'shop-0a1b2c3d', '2026-11-01')
  await refreshPast(store)
  const own = lookUpFixes(store, { error: ERROR, keys: ['shop-0a1b2c3d'] })
  t.match(own.fixes, [{ session: 's1', turn: 1, mendedIn: 2, times: 1 }])
  t.match(lookUpFixes(store, { error: ERROR, own: 'shop-0a1b2c3d' }).fixes, [{ session: 's1' }])
})

t.test('nothing is answered without sessions, without an error, and of damaged parts', async t => {
  const none = { turns: 0, sessions: 0, fixes: [], unmended: [] }
  const empty = openStore(join(temporaryFolder(t), 'svc.json'))
  t.same(lookUpFixes(empty, { error: ERROR }), none)
  const store = await makeStore({
    'shop-0a1b2c3d': [turn('s1', 1, '2026-03-02T10:00:00.000Z', [failed, installed, works])],
  })
  t.same(lookUpFixes(store, { error: '$ ls' }), none)
  t.same(lookUpFixes(store, { error: "Error: Cannot find module 'right-pad'" }), none)
  packBefore(store, 'shop-0a1b2c3d', '2026-11-01')
  await refreshPast(store)
  for (const { path } of listParts(store, 'shop-0a1b2c3d')) writeFileSync(path, 'no gzip')
  t.same(lookUpFixes(store, { error: ERROR }), none)
  for (const segment of readSegments(store)) {
    const path = segmentPath(store, segment)
    writeFileSync(path, readFileSync(path).fill(0xff, 200))
  }
  t.same(lookUpFixes(store, { error: ERROR }), none)
})
