#!/usr/bin/env node
// Two machines live and sync while a third process takes the index's lock at random, syncs are killed
// and disks are full: npm run soak:sync -- [--ci] [--rounds N] [--seed N]
import { fork, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createRandom } from '../bench/corpus.mjs'
import { removeFolder } from '../remove-folder.mjs'
import { marksIn } from './histories.mjs'
import { act, extend, marksOf, openMachines, remember, settle, startSvc } from './machines.mjs'

const option = (name, fallback) => {
  const at = process.argv.indexOf(name)
  return at < 0 ? fallback : Number(process.argv[at + 1])
}
const isShort = process.argv.includes('--ci')
const rounds = option('--rounds', isShort ? 6 : 500)
const seed = option('--seed', 1)
/** Rounds after which both sync in peace and are looked at. */
const PEACE = isShort ? 3 : 5
/** Of a hundred syncs, how many are killed, alone or with their git, and how many have no room. */
const [KILLED, FULL] = [30, 20]
/** A sync is harmed within so many milliseconds, and a full disk has at most so much left. */
const [HARM_MS, LEFT_BYTES] = [2_500, 48 * 1024]
const DISK = '192m'

const random = createRandom(seed)
const root = mkdtempSync(join(tmpdir(), 'svc-disturbed-'))
const counts = { syncs: 0, failed: 0, killed: 0, full: 0, taken: 0, statements: 0, problems: 0 }
/** The marks that somebody was promised, and those that somebody has forgotten. */
const [said, dropped] = [new Set(), new Set()]
const started = performance.now()
const disks = []
let disturber
try {
  const machines = await openMachines(root)
  for (const { dataDir } of machines) if (mountDisk(dataDir)) disks.push(dataDir)
  if (disks.length === 0) console.log('no disk can be mounted here (it needs root): none is full')
  for (const mark of marksOf(machines[0])) said.add(mark)
  const script = fileURLToPath(new URL('disturber.mjs', import.meta.url))
  disturber = fork(
    script,
    machines.map(({ dataDir }) => dataDir),
  )
  for (let round = 1; round <= rounds; round++) {
    for (const machine of machines) await live(machine, round)
    await Promise.all(machines.map(machine => syncDisturbed(machine, round)))
    if (round % PEACE === 0 || round === rounds) await lookAt(machines, round)
    if (round % 25 === 0) console.log(`${round} of ${rounds}: ${JSON.stringify(counts)}`)
  }
} finally {
  disturber?.disconnect()
  for (const disk of disks) spawnSync('umount', ['-l', disk])
  removeFolder(root)
}
const minutes = ((performance.now() - started) / 60_000).toFixed(1)
console.log(`${rounds} rounds in ${minutes} min, seed ${seed}: ${JSON.stringify(counts)}`)
console.log(`${rounds - counts.problems} passed, ${counts.problems} failed`)
process.exitCode = counts.problems > 0 ? 1 : 0

/** Puts a folder onto a disk of its own; false where none can be mounted. */
function mountDisk(folder) {
  const kept = `${folder}-kept`
  renameSync(folder, kept)
  mkdirSync(folder)
  const mount = ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', folder]
  const isMounted = spawnSync('mount', mount).status === 0
  spawnSync('cp', ['-a', `${kept}/.`, folder])
  return isMounted
}

/** Something new, something more in what is there, and now and then something forgotten. */
async function live(machine, round) {
  await promise(machine, () => remember(machine, `${machine.name} in round ${round}`))
  if (random() < 0.6) await promise(machine, () => extend(machine, pickOne))
  if (random() < 0.4) await forget(machine)
}

/** What svc has acknowledged is promised; it may refuse while a merge is open. */
async function promise(machine, say) {
  try {
    const mark = await say()
    if (mark !== undefined) said.add(mark)
  } catch (error) {
    if (error.code === undefined) note(machine.name, [error.stack])
  }
}

function pickOne(items) {
  return items[Math.floor(random() * items.length)]
}

async function forget(machine) {
  await promise(machine, () =>
    act(machine, async service => {
      const { items } = await service.memories.list({ limit: 10_000 })
      const memory = items.length > 5 ? pickOne(items) : undefined
      if (memory === undefined) return
      for (const mark of marksIn(memory.content)) dropped.add(mark)
      await service.memories.forget(memory.id)
    }),
  )
}

async function syncDisturbed(machine, round) {
  const isKilled = random() * 100 < KILLED
  const isFull = disks.includes(machine.dataDir) && random() * 100 < FULL
  const [killAfter, fillAfter] = [HARM_MS * random(), HARM_MS * random()]
  const [withGit, left] = [random() < 0.5, LEFT_BYTES * random()]
  const { child, ended } = startSvc(machine, ['git', 'sync'])
  let isOver = false
  const over = ended.then(result => {
    isOver = true
    return result
  })
  const harms = []
  if (isKilled)
    harms.push(
      wait(killAfter).then(() => {
        if (isOver) return
        counts.killed++
        kill(withGit ? -child.pid : child.pid)
      }),
    )
  if (isFull) harms.push(wait(fillAfter).then(() => !isOver && fill(machine, left)))
  const { code, words } = await over
  await Promise.all(harms)
  rmSync(ballastOf(machine), { force: true })
  counts.syncs++
  if (code !== 0) counts.failed++
  if (/^\s+at .*\(/m.test(words)) note(`${machine.name} in round ${round}`, [words.slice(0, 500)])
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

function ballastOf({ dataDir }) {
  return join(dataDir, '.git', 'ballast')
}

function fill(machine, left) {
  const { bavail, bsize } = statfsSync(machine.dataDir)
  const bytes = Math.max(1, Math.floor(bavail * bsize - left))
  spawnSync('fallocate', ['-l', String(bytes), ballastOf(machine)])
  counts.full++
}

async function lookAt(machines, round) {
  const paused = new Promise(resolve => disturber.once('message', resolve))
  disturber.send('pause')
  counts.taken = (await paused).taken
  counts.statements = said.size
  const marks = [...said].filter(mark => !dropped.has(mark))
  note(`after round ${round}`, await settle(machines, marks))
  disturber.send('go')
}

/** What was found once is not looked for again. */
function note(where, problems) {
  if (problems.length === 0) return
  counts.problems++
  for (const problem of problems.slice(0, 20)) console.log(`${where}: ${problem}`)
  for (const problem of problems) {
    const [mark] = marksIn(problem)
    if (mark !== undefined) said.delete(mark)
  }
}
