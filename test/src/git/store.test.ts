import t from 'tap'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dropDeadLocks } from '../../../src/git/store.js'
import { temporaryFolder } from '../../store/fixture.js'
import { GIT_ENV, Workbench } from '../../store/git/fixture.js'
import { GitDesk } from './stores.js'

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
