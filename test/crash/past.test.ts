import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, gunzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { keepTurns } from '../../src/past/keep.js'
import { addTurns, listParts, packBefore, readPart } from '../../src/past/parts.js'
import { searchPast } from '../../src/past/search.js'
import { refreshPast } from '../../src/past/segments.js'
import { identityOf, type PastTurn } from '../../src/past/turns.js'
import { forgetSession } from '../../src/work/forget-session.js'
import { sweepPast } from '../../src/work/past.js'
import { withWorkLock } from '../../store/locks.js'
import { openStore, statePath, type Store } from '../../store/store.js'
import { temporaryFolder } from '../store/fixture.js'
import { beforeEachChange } from './steps.js'

const KEY = 'burrows-0a1b2c3d'
const NOW = new Date('2026-03-20T12:00:00.000Z')
const BOUNDS = { pastMegabytes: 500, pastDays: 10, pastLeaveOut: '' }

function turn(word: string, number: number, day: string): PastTurn {
  const [asked, answered] = [`Which burrow has the ${word}?`, `Burrow ${number}.`]
  const at = `${day}T10:00:00.000Z`
  return { session: `s-${word}`, turn: number, at, asked, answered, did: [] }
}

/** Of each session the numbers of its turns that are found; what is there twice comes twice. */
function found(store: Store): Record<string, number[]> {
  const numbers: Record<string, number[]> = {}
  for (const { turn } of searchPast(store, { text: 'burrow', limit: 50 }))
    (numbers[turn.session] ??= []).push(turn.turn)
  for (const own of Object.values(numbers)) own.sort((a, b) => a - b)
  return numbers
}

/** A killed writer may leave the beginning of a packed file. */
const CUT = { finishFlush: constants.Z_SYNC_FLUSH }

/** True where a word stands in a file of the state, packed or not. */
function stands({ state }: Store, word: string): boolean {
  const entries = readdirSync(state, { recursive: true, withFileTypes: true })
  return entries.some(entry => {
    if (!entry.isFile()) return false
    const bytes = readFileSync(join(entry.parentPath, entry.name))
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
    return (isPacked ? gunzipSync(bytes, CUT) : bytes).includes(word)
  })
}

async function fill(store: Store): Promise<void> {
  addTurns(store, KEY, [turn('numbat', 1, '2026-03-01')])
  addTurns(store, KEY, [turn('quokka', 1, '2026-03-18'), turn('wombat', 1, '2026-03-18')])
  packBefore(store, KEY, '2026-03-19')
  addTurns(store, KEY, [turn('quokka', 2, '2026-03-19'), turn('wombat', 2, '2026-03-19')])
  await refreshPast(store)
  const before = NOW.getTime() - 36 * 60 * 60 * 1000
  writeFileSync(statePath(store, 'looks.json'), JSON.stringify({ last: before + 1, before }))
}

interface Row {
  run: (store: Store) => Promise<unknown>
  /** What is found of sessions before it, and once it is done; what is in both is never missed. */
  after: Record<string, number[]>
  /** A word that stands nowhere any more. */
  gone?: string
}

const BEFORE = { 's-numbat': [1], 's-quokka': [1, 2], 's-wombat': [1, 2] }
const ROWS: Record<string, Row> = {
  append: {
    run: async store => {
      const turns = [turn('wombat', 3, '2026-03-19'), turn('wombat', 4, '2026-03-20')]
      await withWorkLock({ store, folder: { key: KEY } }, async ({ assertHeld: fence }) =>
        keepTurns(store, KEY, turns, { ...BOUNDS, pastDays: 730, now: NOW, fence }),
      )
      await refreshPast(store)
    },
    after: { ...BEFORE, 's-wombat': [1, 2, 3, 4] },
  },
  'pack and drop': {
    run: store => sweepPast(store, BOUNDS, NOW),
    after: { 's-quokka': [1, 2], 's-wombat': [1, 2] },
    gone: 'numbat',
  },
  forget: {
    run: store => forgetSession(store, 's-quokka', { now: NOW, isLeft: async () => false }),
    after: { 's-numbat': [1], 's-wombat': [1, 2] },
    gone: 'quokka',
  },
}

const noRoom = () => Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC' })

for (const [name, { run, after, gone }] of Object.entries(ROWS)) {
  const openIn = (folder: string) => openStore(join(folder, 'svc.json'))

  /** Looks at what is left, and once it was done in peace. */
  async function judge(test: Test, folder: string, when: string): Promise<void> {
    const store = openIn(folder)
    rmSync(statePath(store, 'locks'), { recursive: true, force: true })
    for (const [session, numbers] of Object.entries(found(store))) {
      test.same(numbers, [...new Set(numbers)], `${when}: none of ${session} twice`)
    }
    for (const [session, numbers] of Object.entries(BEFORE))
      for (const number of numbers)
        if (after[session as keyof typeof BEFORE]?.includes(number))
          test.ok(found(store)[session]?.includes(number), `${when}: ${session} ${number} is found`)
    await run(store)
    test.same(found(store), after, `${when}: done in peace`)
    const lines = listParts(store, KEY).flatMap(part => readPart(part).map(identityOf))
    test.equal(new Set(lines).size, lines.length, `${when}: no line twice`)
    if (gone !== undefined) test.notOk(stands(store, gone), `${when}: no word of it`)
  }

  t.test(
    `${name}: killed before any of its changes nothing is lost, twice, or comes back`,
    async t => {
      const root = temporaryFolder(t)
      const whole = join(root, 'whole')
      await fill(openIn(whole))
      const copies: string[] = []
      await beforeEachChange(
        whole,
        () => {
          copies.push(join(root, `${copies.length}`))
          cpSync(whole, copies.at(-1)!, { recursive: true, preserveTimestamps: true })
        },
        () => run(openIn(whole)),
      )
      t.ok(copies.length > 5, `${copies.length} changes`)
      for (const [at, folder] of copies.entries())
        await judge(t, folder, `killed before change ${at}`)
    },
  )

  t.test(`${name}: where the disk is full from any of its changes on it says so`, async t => {
    const root = temporaryFolder(t)
    const kept = join(root, 'kept')
    await fill(openIn(kept))
    for (let full = 0, isOver = false; !isOver; full++) {
      const folder = join(root, `${full}`)
      cpSync(kept, folder, { recursive: true, preserveTimestamps: true })
      let changes = 0
      const ended = await beforeEachChange(
        folder,
        change => {
          const needsRoom = /^(?:writeSync|openSync|mkdirSync|linkSync|copyFileSync)$/.test(change)
          if (needsRoom && changes++ >= full) throw noRoom()
        },
        () =>
          run(openIn(folder)).then(
            () => 'done',
            () => 'failed',
          ),
      )
      isOver = changes <= full
      if (isOver) t.equal(ended, 'done')
      if (ended === 'done' && gone !== undefined) t.notOk(stands(openIn(folder), gone), `${full}`)
      await judge(t, folder, `full from change ${full} on`)
    }
    t.ok(existsSync(join(root, '5')), 'it needs room several times')
  })
}
