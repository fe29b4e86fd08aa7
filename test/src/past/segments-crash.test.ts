import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { dropSession } from '../../../src/past/forget.js'
import { OpenedSegments } from '../../../src/past/opened.js'
import { addTurns, packBefore, pastIndexFolder } from '../../../src/past/parts.js'
import { searchPast } from '../../../src/past/search.js'
import { readSegments, refreshPast } from '../../../src/past/segments.js'
import type { PastTurn } from '../../../src/past/turns.js'
import { openStore, type Store } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'

const KEY = 'bridge-0a1b2c3d'
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PRELOAD = join(ROOT, 'test/crash/kill-at.cjs')

function newStore() {
  return openStore(join(temporaryFolder(t), 'svc.json'))
}

function turn(number: number, session = 's1', day = '02'): PastTurn {
  const texts = { asked: `Wombat question ${number}`, answered: `Answer word${number}` }
  return { session, turn: number, at: `2026-03-${day}T10:00:00.000Z`, ...texts, did: [] }
}

/** Runs a program of these lines in a process of its own, with what it needs of the store imported. */
function run(store: Store, lines: string, killAt?: number) {
  const modules = ['src/past/segments', 'src/past/parts', 'store/store']
  const [segments, parts, own] = modules.map(name => JSON.stringify(join(ROOT, `${name}.ts`)))
  const program = [
    `import { refreshPast } from ${segments}`,
    `import { addTurns } from ${parts}`,
    `import { openStore } from ${own}`,
    `const [store, key] = [openStore(${JSON.stringify(join(store.root, 'svc.json'))}), '${KEY}']`,
    lines,
  ].join('\n')
  const env = {
    ...process.env,
    SVC_TEST_KILL_STORE: store.root,
    SVC_TEST_KILL_AT: String(killAt ?? 0),
  }
  const args = ['--require', PRELOAD, `--import=${join(ROOT, 'test/typescript.mjs')}`]
  const all = [...args, '--input-type=module', '-e', program]
  return spawn(process.execPath, all, { env, cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** The turns that are found, by number; `opened` as a process that stays has it. */
function found(store: Store, opened?: OpenedSegments): number[] {
  const hits = searchPast(store, { text: 'wombat', limit: 100 }, opened)
  return hits.map(hit => hit.turn.turn).sort((a, b) => a - b)
}

t.test(
  'a refresh that is killed anywhere leaves an index that is sound, and the next ends it',
  async t => {
    for (const killAt of [2, 3, 4, 5, 6, 7]) {
      const store = newStore()
      addTurns(store, KEY, [turn(1), turn(2), turn(3, 's2', '03')])
      await refreshPast(store)
      const opened = new OpenedSegments(store)
      t.same(found(store, opened), [1, 2, 3])
      packBefore(store, KEY, '2026-03-03')
      dropSession(store, KEY, 's2', () => undefined)
      addTurns(store, KEY, [turn(4, 's3', '04')])
      const child = run(store, 'await refreshPast(store, key)', killAt)
      await once(child, 'close')
      const { signalCode: signal } = child
      t.equal(signal, 'SIGKILL', `there is a change ${killAt}`)
      for (const one of [undefined, opened]) {
        const numbers = found(store, one).filter(number => number !== 4)
        t.same(numbers, [1, 2], `killed before change ${killAt}: what there is is found, once`)
      }
      rmSync(join(store.state, 'locks'), { recursive: true, force: true })
      await refreshPast(store)
      for (const one of [undefined, opened]) t.same(found(store, one), [1, 2, 4])
      opened.close()
      const files = readdirSync(pastIndexFolder(store)).filter(name => name.endsWith('.idx'))
      t.same(
        files,
        readSegments(store).map(({ name }) => name),
        'no other file is left',
      )
    }
  },
)

t.test('who searches while turns are indexed finds each that was there before', async t => {
  const store = newStore()
  addTurns(store, KEY, [turn(1)])
  await refreshPast(store)
  const opened = new OpenedSegments(store)
  t.teardown(() => opened.close())
  const writer = run(
    store,
    `const one = ${JSON.stringify(turn(2))}
    for (let turn = 2; turn <= 40; turn++) {
      addTurns(store, key, [{ ...one, turn }])
      await refreshPast(store, key)
    }`,
  )
  let isOver = false
  const over = once(writer, 'close').then(([code]) => {
    isOver = true
    return code as number
  })
  let searches = 0
  let missing = 0
  while (!isOver) {
    for (const one of [undefined, opened]) if (!found(store, one).includes(1)) missing++
    searches += 2
    await nextTurn()
  }
  t.equal(await over, 0)
  t.ok(searches > 10)
  t.equal(missing, 0)
  t.equal(found(store, opened).length, 40)
})
