import t from 'tap'
import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { readText, writeDurable } from '../../../store/files/atomic.js'
import {
  LOCK_STALE_MS,
  isLocked,
  lockAge,
  REMOVED_LOCK,
  withLock,
} from '../../../store/files/lock.js'
import { outputOf, runProcess, startProcess } from '../../process.js'
import { temporaryFolder, until, untilThere } from '../fixture.js'

// Most of their time is waiting.
t.jobs = 4

/** Takes the lock, says so, and holds it for ever. */
const HOLD = `const { withLock } = await load('store/files/lock.js')
  const { writeFileSync } = await import('node:fs')
  await withLock(args[0], () => {
    writeFileSync(args[0] + '.held', '')
    return new Promise(resolve => setTimeout(resolve, 60_000))
  })`

const asking = new AsyncLocalStorage<{ pauses: number }>()
const { setTimeout: pause } = globalThis
const counting = (...given: Parameters<typeof pause>) => {
  const mine = asking.getStore()
  if (mine) mine.pauses++
  return pause(...given)
}
globalThis.setTimeout = Object.assign(counting, pause) as typeof pause
t.teardown(() => void (globalThis.setTimeout = pause))

/** How often an action waits for a timer, whatever the tests beside it do. */
async function countPauses(action: () => Promise<unknown>): Promise<number> {
  const mine = { pauses: 0 }
  await asking.run(mine, action)
  return mine.pauses
}

t.test('actions of one process run one at a time and in their order', async t => {
  const path = join(temporaryFolder(t), 'locks', 'a')
  const steps: string[] = []
  const run = (name: string) =>
    withLock(path, async () => {
      steps.push(`${name} begins`)
      await new Promise(resolve => setImmediate(resolve))
      steps.push(`${name} ends`)
      return name
    })
  t.same(await Promise.all([run('a'), run('b')]), ['a', 'b'])
  t.same(steps, ['a begins', 'a ends', 'b begins', 'b ends'])
  t.notOk(existsSync(`${path}.lock`))
})

t.test('an action that fails lets go of the lock', async t => {
  const path = join(temporaryFolder(t), 'a')
  const failing = withLock(path, () => Promise.reject(new Error('inside')))
  await t.rejects(failing, /inside/)
  t.equal(await withLock(path, () => 'next'), 'next')
})

t.test('a lock is seen while it is held', async t => {
  const path = join(temporaryFolder(t), 'a')
  const ageAt = (sinceMs: number) => {
    const { now } = Date
    const { mtimeMs } = statSync(`${path}.lock`)
    Date.now = () => mtimeMs + sinceMs
    const age = lockAge(path)
    Date.now = now
    return age ?? NaN
  }
  t.notOk(isLocked(path))
  t.equal(lockAge(path), undefined)
  await withLock(path, () => {
    t.ok(isLocked(path))
    t.equal(Math.round(ageAt(5)), 5)
  })
  t.notOk(isLocked(path))
})

t.test('a lock that stands in the place of the own one is not held, and stays', async t => {
  const path = join(temporaryFolder(t), 'a')
  await withLock(path, lock => {
    rmdirSync(`${path}.lock`)
    mkdirSync(`${path}.lock`)
    t.throws(() => lock.assertHeld(), { code: 'STORE_LOCKED' })
  })
  t.ok(isLocked(path))
})

t.test('who is not patient is told at once that another process holds the lock', async t => {
  const path = join(temporaryFolder(t), 'a')
  startProcess(t, HOLD, path)
  await untilThere(`${path}.held`)
  const ask = () =>
    t.rejects(
      withLock(path, () => t.fail(), { patient: false }),
      { code: 'STORE_LOCKED' },
    )
  t.equal(await countPauses(ask), 0, 'who is patient pauses and tries again')
})

t.test('who is not patient is told at once that this process holds the lock', async t => {
  const path = join(temporaryFolder(t), 'a')
  await withLock(path, async () => {
    await t.rejects(
      withLock(path, () => t.fail(), { patient: false }),
      { code: 'STORE_LOCKED' },
    )
  })
  t.equal(await withLock(path, () => 'free', { patient: false }), 'free')
})

t.test('a holder that is killed does not keep the lock', { buffered: true }, async t => {
  const path = join(temporaryFolder(t), 'a')
  const holder = startProcess(t, HOLD, path)
  await untilThere(`${path}.held`)
  holder.kill('SIGKILL')
  await once(holder, 'close')
  t.equal(await withLock(path, () => 'taken'), 'taken')
})

t.test(
  'a holder that was paused past its time writes nothing and frees nothing',
  { buffered: true },
  async t => {
    const folder = temporaryFolder(t)
    const path = join(folder, 'a')
    const target = join(folder, 'document')
    const holder = startProcess(
      t,
      `const { withLock } = await load('store/files/lock.js')
    const { writeDurable } = await load('store/files/atomic.js')
    const { writeFileSync, existsSync } = await import('node:fs')
    const [path, target] = args
    try {
      await withLock(path, async lock => {
        writeFileSync(path + '.held', '')
        while (!existsSync(path + '.go')) await new Promise(resolve => setImmediate(resolve))
        writeDurable(target, 'of the paused', () => lock.assertHeld())
      })
      process.stdout.write('written')
    } catch (error) { process.stdout.write(error.code) }`,
      path,
      target,
    )
    const output = outputOf(holder)
    await untilThere(`${path}.held`)
    holder.kill('SIGSTOP')
    await withLock(path, async lock => {
      writeDurable(target, 'of the next', () => lock.assertHeld())
      writeFileSync(`${path}.go`, '')
      holder.kill('SIGCONT')
      t.equal(await output, 'STORE_LOCKED')
      t.ok(isLocked(path), 'the lock of the next still stands')
      lock.assertHeld()
    })
    t.equal(readText(target), 'of the next')
  },
)

t.test(
  'a lock that was left long ago or dated in the future does not stand',
  { buffered: true },
  async t => {
    const folder = temporaryFolder(t)
    for (const [name, time] of Object.entries({ past: Date.now() - 60_000, future: 4e12 })) {
      const path = join(folder, name)
      mkdirSync(`${path}.lock`)
      utimesSync(`${path}.lock`, time / 1000, time / 1000)
      t.notOk(isLocked(path), `${name}: nobody holds it`)
      t.equal(await withLock(path, () => 'taken'), 'taken', name)
    }
  },
)

t.test('a foreign file in a lock folder gives a clear error', async t => {
  const path = join(temporaryFolder(t), 'a')
  mkdirSync(`${path}.lock`)
  writeFileSync(join(`${path}.lock`, '.DS_Store'), '')
  utimesSync(`${path}.lock`, 1, 1)
  await t.rejects(
    withLock(path, () => t.fail(), { patient: false }),
    { code: 'STORE_LOCKED', message: /svc doctor --fix/ },
  )
  t.equal(statSync(join(`${path}.lock`, '.DS_Store')).size, 0, 'it is left as it is')
})

t.test('only another holder is waited for: what the disk refuses is told at once', async t => {
  const folder = temporaryFolder(t)
  const askForLong = () =>
    t.rejects(
      withLock(join(folder, 'a'.repeat(254)), () => t.fail()),
      { code: 'ENAMETOOLONG', message: /a{254}\.lock/ },
    )
  t.equal(await countPauses(askForLong), 0)
  const path = join(folder, 'a')
  mkdirSync(`${path}.lock`)
  writeFileSync(join(`${path}.lock`, 'foreign'), '')
  utimesSync(`${path}.lock`, 1, 1)
  const ask = () =>
    t.rejects(
      withLock(path, () => t.fail()),
      { code: 'STORE_LOCKED', message: /svc doctor --fix/ },
    )
  t.equal(await countPauses(ask), 0)
})

t.test('a full disk is told at once', async t => {
  const output = await runProcess(
    t,
    `const { createRequire, syncBuiltinESMExports } = await import('node:module')
    const fs = createRequire(args[0])('node:fs')
    const { mkdirSync } = fs
    let tries = 0
    fs.mkdirSync = (path, ...given) => {
      if (!path.endsWith('.lock')) return mkdirSync(path, ...given)
      tries++
      throw Object.assign(new Error('no space'), { code: 'ENOSPC', path })
    }
    syncBuiltinESMExports()
    const { withLock } = await load('store/files/lock.js')
    const { explainFault } = await load('store/errors.js')
    await withLock(args[0], () => undefined).catch(error =>
      process.stdout.write(explainFault(error) + ', tried ' + tries))`,
    join(temporaryFolder(t), 'a'),
  )
  t.match(output, /a\.lock: the disk is full; make room, then try again \(ENOSPC\), tried 1$/)
})

t.test('a lock that was taken as soon as it was made is not ours', async t => {
  const output = await runProcess(
    t,
    `const { createRequire, syncBuiltinESMExports } = await import('node:module')
    const fs = createRequire(args[0])('node:fs')
    const { stat } = fs
    let isTaken = false
    fs.stat = (path, ...given) => {
      // As one whose clock is ahead does, between our making it and our first look at it.
      if (path.endsWith('.lock') && !isTaken) {
        isTaken = true
        fs.renameSync(path, path + '.old')
        fs.mkdirSync(path)
      }
      return stat(path, ...given)
    }
    syncBuiltinESMExports()
    const { withLock, isLost } = await load('store/files/lock.js')
    await withLock(args[0], lock => lock.assertHeld()).catch(error =>
      process.stdout.write('lost ' + isLost(error)))
    if (fs.existsSync(args[0] + '.lock')) process.stdout.write(', and it is left alone')`,
    join(temporaryFolder(t), 'a'),
  )
  t.equal(output, 'lost true, and it is left alone')
})

t.test('a long action keeps its lock fresh', { buffered: true }, async t => {
  const path = join(temporaryFolder(t), 'a')
  await withLock(path, async lock => {
    const first = statSync(`${path}.lock`).mtimeMs
    await until(() => statSync(`${path}.lock`).mtimeMs > first)
    lock.assertHeld()
  })
})

t.test('a holder that was only busy goes on, however long its loop was blocked', async t => {
  const path = join(temporaryFolder(t), 'a')
  const done = await withLock(path, async lock => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_STALE_MS + 200)
    lock.assertHeld()
    await new Promise(resolve => setTimeout(resolve, 20))
    lock.assertHeld()
    return lock.takenOver
  })
  t.equal(done, undefined, 'nobody held it before')
})

t.test('who takes a lock over is told from when to when it was held', async t => {
  const path = join(temporaryFolder(t), 'a')
  const before = Date.now() - 100
  mkdirSync(`${path}.lock`)
  utimesSync(`${path}.lock`, new Date(), new Date(Date.now() - 60_000))
  const removed = `${path}${REMOVED_LOCK}`
  const takenOver = await withLock(path, lock => {
    t.ok(existsSync(removed), 'whoever else is next while it is taken can tell too')
    return lock.takenOver
  })
  t.ok(takenOver !== undefined && takenOver.from >= before && takenOver.to < before)
  t.notOk(existsSync(removed))
  t.equal(await withLock(path, lock => lock.takenOver), undefined)
})

t.test('a lock that another takes while it is being made is waited for', async t => {
  const path = join(temporaryFolder(t), 'one')
  // As one whose clock is ahead: it takes every lock for an old one.
  const thief = new Worker(
    `const { rmdirSync } = require('node:fs')
    const { parentPort, workerData } = require('node:worker_threads')
    parentPort.postMessage('ready')
    for (const end = Date.now() + 300; Date.now() < end;) try { rmdirSync(workerData) } catch {}`,
    { eval: true, workerData: `${path}.lock` },
  )
  const ended = once(thief, 'exit')
  await once(thief, 'message')
  const tries = Array.from({ length: 20 }, () => withLock(path, () => 'mine'))
  t.same(new Set(await Promise.all(tries)), new Set(['mine']))
  await ended
})
