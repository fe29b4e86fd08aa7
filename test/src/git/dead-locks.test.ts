import t from 'tap'
import { execFileSync } from 'node:child_process'
import { existsSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dropDeadLocks } from '../../../src/git/dead-locks.js'
import { temporaryFolder } from '../../store/fixture.js'

t.test('what git left locked when it died with svc is free again, and no other lock', async t => {
  const root = temporaryFolder(t)
  execFileSync('git', ['init', '-q', '-b', 'main', root])
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
