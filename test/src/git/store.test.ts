import t, { type Test } from 'tap'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dropDeadLocks, findLeftLocks, removeLeftLock } from '../../../src/git/store.js'
import { temporaryFolder } from '../../store/fixture.js'
import { GIT_ENV, Workbench } from '../../store/git/fixture.js'
import { GitDesk, makeBare, openDesk } from './stores.js'

// Most of their time is waiting.
t.jobs = 3

t.test('what git left locked when it died with svc is free again, and no other lock', async t => {
  const root = temporaryFolder(t)
  Workbench.init(root)
  const now = Date.now()
  const lockOf = (name: string, secondsAgo: number) => {
    const path = join(root, '.git', name)
    writeFileSync(path, '')
    utimesSync(path, now / 1000 - secondsAgo, now / 1000 - secondsAgo)
    return path
  }
  const left = [lockOf('index.lock', 20), lockOf('refs/heads/main.lock', 19)]
  const others = [lockOf('HEAD.lock', 60), lockOf('config.lock', 9)]
  await dropDeadLocks(root, { from: now - 21_000, to: now - 19_000 })
  t.same(left.map(existsSync), [false, false])
  t.same(others.map(existsSync), [true, true])
  await dropDeadLocks(temporaryFolder(t), { from: 0, to: now })
})

const skip = process.platform === 'linux' ? false : 'only Linux tells which programs run'
t.test(
  'a lock of a git that still runs there stays, and goes once it is killed',
  { skip, buffered: true },
  async t => {
    const root = temporaryFolder(t)
    Workbench.init(root)
    const lock = join(root, '.git', 'index.lock')
    writeFileSync(lock, '')
    const then = Date.now() - 20_000
    utimesSync(lock, then / 1000, then / 1000)
    const window = { from: then - 1_000, to: then + 1_000 }
    const git = spawn('git', ['-C', root, 'cat-file', '--batch'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    git.stdin.write('HEAD\n')
    await once(git.stdout, 'data')
    await dropDeadLocks(root, window)
    t.ok(existsSync(lock), 'although nothing has touched it for long')
    git.kill('SIGKILL')
    await once(git, 'close')
    await dropDeadLocks(root, window)
    t.notOk(existsSync(lock))
  },
)

t.test('what git left locked is free where it alone was killed', { buffered: true }, async t => {
  const folder = temporaryFolder(t)
  const desk = new GitDesk(join(folder, 'store'))
  await desk.init()
  await desk.commitStore()
  await desk.remember('Never push on Fridays')
  // A git that is killed once it has locked the index.
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const script = `#!/bin/sh\ncase " $* " in\n*" add "*)\n  touch ${desk.directory}/.git/index.lock\n  kill -KILL $$ ;;\nesac\nPATH=\${PATH#*:} exec git "$@"\n`
  writeFileSync(join(bin, 'git'), script, { mode: 0o755 })
  const killed = new GitDesk(desk.directory, { ...GIT_ENV, PATH: `${bin}:${process.env.PATH}` })
  await t.rejects(killed.commitStore(), { code: 'NOT_AVAILABLE' })
  await desk.commitStore()
  t.equal(desk.lastMessage, 'Remember: Never push on Fridays')
  t.equal(desk.porcelain, '')
})

const HOUR = 60 * 60

/** A repository whose index was locked so long ago. */
function lockedRepository(t: Test, name = 'index.lock', seconds = HOUR + 60) {
  const root = temporaryFolder(t)
  Workbench.init(root)
  const lock = join(root, '.git', name)
  writeFileSync(lock, '')
  const then = Date.now() / 1000 - seconds
  utimesSync(lock, then, then)
  return { root, lock }
}

t.test('locks that a git has left are found where nothing holds them', { skip }, async t => {
  for (const name of ['index.lock', 'HEAD.lock', 'packed-refs.lock', 'refs/heads/main.lock']) {
    const { root, lock } = lockedRepository(t, name)
    t.same(findLeftLocks(root), [{ path: lock, mayBeHeld: false }], name)
    t.ok(removeLeftLock(root, lock))
    t.notOk(existsSync(lock))
    t.notOk(removeLeftLock(root, lock), 'it is gone')
  }
  t.same(findLeftLocks(lockedRepository(t, 'index.lock', 60).root), [], 'a young one')
  t.same(findLeftLocks(temporaryFolder(t)), [], 'no repository')
})

t.test('a lock that someone may hold is named, and removed after a day', t => {
  const { platform } = process
  Object.defineProperty(process, 'platform', { value: 'darwin' })
  t.teardown(() => Object.defineProperty(process, 'platform', { value: platform }))
  const young = lockedRepository(t)
  t.same(findLeftLocks(young.root), [{ path: young.lock, mayBeHeld: true }])
  t.notOk(removeLeftLock(young.root, young.lock))
  t.ok(existsSync(young.lock))
  const old = lockedRepository(t, 'index.lock', 25 * HOUR)
  t.ok(removeLeftLock(old.root, old.lock))
  t.notOk(existsSync(old.lock))
  t.end()
})

t.test('a lock that somebody holds is never removed, however old', { skip }, async t => {
  const { root, lock } = lockedRepository(t)
  // Some programs do git's work without git; git itself may wait for an editor.
  const holders: [string, string[]][] = [
    ['sh', ['-c', 'exec 3>>"$0"; echo held; exec cat', lock]],
    ['git', ['-C', root, 'cat-file', '--batch']],
  ]
  for (const [program, args] of holders) {
    const holder = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] })
    holder.stdin.write('HEAD\n')
    await once(holder.stdout, 'data')
    t.same(findLeftLocks(root), [], `held by ${program}`)
    t.notOk(removeLeftLock(root, lock))
    t.ok(existsSync(lock))
    holder.kill('SIGKILL')
    await once(holder, 'close')
    t.same(findLeftLocks(root), [{ path: lock, mayBeHeld: false }], `${program} is gone`)
  }
})

t.test('commit and sync say what removes an old lock, and then go on', { skip }, async t => {
  const folder = temporaryFolder(t)
  const desk = await openDesk(join(folder, 'store'), makeBare(join(folder, 'remote.git')))
  await desk.commitStore()
  await desk.remember('Never push on Fridays')
  const lock = join(desk.directory, '.git', 'index.lock')
  const says = {
    code: 'GIT_FAILED',
    message: `${lock} was left by a git that is gone; svc doctor --fix removes it`,
  }
  const works: (() => Promise<unknown>)[] = [() => desk.commitStore(), () => desk.sync()]
  for (const work of works) {
    writeFileSync(lock, '')
    const then = Date.now() / 1000 - HOUR - 60
    utimesSync(lock, then, then)
    await t.rejects(work(), says)
    t.ok(removeLeftLock(desk.directory, lock))
  }
  await desk.sync()
  t.equal(desk.porcelain, '')
})
