// Takes the lock of the index of repositories at random for a moment, as editors do, until its parent
// is gone; node disturber.mjs FOLDER… `pause` and `go` come as messages, and `paused` is answered.
import { closeSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const [PAUSE_MS, HELD_MS] = [200, 250]
const locks = process.argv.slice(2).map(folder => join(folder, '.git', 'index.lock'))
let isPaused = false
let taken = 0
process.on('message', message => (isPaused = message === 'pause'))
process.on('disconnect', () => process.exit())

const wait = most => new Promise(resolve => setTimeout(resolve, most * Math.random()))

for (;;) {
  await wait(PAUSE_MS)
  if (isPaused) process.send({ taken })
  else await take(locks[Math.floor(locks.length * Math.random())])
}

async function take(lock) {
  try {
    closeSync(openSync(lock, 'wx'))
  } catch {
    return
  }
  taken++
  await wait(HELD_MS)
  rmSync(lock, { force: true })
}
