import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createConfig } from '../../../src/config.js'
import {
  AutoCommit,
  commitIfFree,
  commitWhenQuiet,
  openAutoCommit,
} from '../../../src/git/auto-commit.js'
import { createService } from '../../../src/service/service.js'
import { isLocked } from '../../../store/files/lock.js'
import { openStore, storeLock } from '../../../store/store.js'
import { temporaryFolder, until } from '../../store/fixture.js'
import { GIT_ENV } from '../../store/git/fixture.js'
import { holdForever } from '../../timers.js'
import { GLOBAL } from '../fixture.js'
import { copyBegun, GitDesk, makeBegun } from './stores.js'

const template = makeBegun(t)
const openDesk = (t: Test) => copyBegun(t, template)

const countCommits = (desk: GitDesk) => Number(desk.git(['rev-list', '--count', 'HEAD']))

t.test(
  'a burst of changes becomes one commit, and what is pending is committed at the end',
  async t => {
    let commits = 0
    const fail = (error: unknown) => t.fail(String(error))
    const auto = new AutoCommit(async () => ++commits > 0, fail, 20)
    for (let at = 0; at < 5; at++) auto.note()
    await until(() => commits > 0)
    t.equal(commits, 1)
    const slow = new AutoCommit(async () => ++commits > 0, fail, 1e9)
    slow.note()
    await slow.close()
    t.equal(commits, 2)
    await slow.close()
    t.equal(commits, 2, 'nothing pending, nothing committed')
  },
)

t.test('what cannot begin is tried again', async t => {
  let tries = 0
  const auto = new AutoCommit(
    async () => ++tries === 3,
    error => t.fail(String(error)),
    5,
  )
  auto.note()
  await until(() => tries === 3)
  await auto.close()
  t.equal(tries, 3)
})

t.test('what fails is tried again without another change, and not for ever', async t => {
  let tries = 0
  let works = 2
  const told: unknown[] = []
  const commit = async () => {
    if (++tries < works) throw new Error('index.lock is there')
    return true
  }
  const auto = new AutoCommit(commit, error => told.push(error), 5)
  auto.note()
  await until(() => tries === 2)
  await auto.close()
  t.equal(told.length, 1)
  works = Infinity
  auto.note()
  await until(() => tries === 5)
  await auto.close()
  t.equal(tries, 5, 'three times and no more')
})

t.test('a failure is told once, until it works again', async t => {
  let fails = true
  const told: unknown[] = []
  const commit = async () => {
    if (fails) throw new Error('no')
    return true
  }
  const auto = new AutoCommit(commit, error => told.push(error), 1e9)
  const attempt = async () => {
    auto.note()
    await auto.close()
  }
  await attempt()
  await attempt()
  t.equal(told.length, 1)
  fails = false
  await attempt()
  fails = true
  await attempt()
  t.equal(told.length, 2)
})

t.test('a service commits what it, another process and a person change', async t => {
  const desk = await openDesk(t)
  const service = createService(
    { dataDir: desk.directory, gitAutoCommit: true },
    { isResident: true, env: GIT_ENV, commitAfterMs: 50, home: join(desk.directory, '..') },
  )
  t.teardown(() => service.close())
  const { id } = await service.remember({ scope: GLOBAL, title: 'Own', content: 'So it is.' })
  await until(() => desk.lastMessage === 'Remember: Own')
  await desk.remember('Of another')
  await until(() => desk.lastMessage === 'Remember: Of another')
  desk.edit(id, 'So it is.', 'By hand.')
  await until(() => desk.lastMessage === 'Update: Own')
  t.equal(desk.porcelain, '')
})

t.test('a change by hand that is read before the watcher tells of it is committed too', async t => {
  const desk = await openDesk(t)
  const service = createService(
    { dataDir: desk.directory, gitAutoCommit: true },
    { isResident: true, env: GIT_ENV, commitAfterMs: 50 },
  )
  t.teardown(() => service.close())
  const { id } = await service.remember({ scope: GLOBAL, title: 'Own', content: 'So it is.' })
  await until(() => desk.lastMessage === 'Remember: Own')
  // Nothing lets the loop of events turn between the edit and the read.
  desk.edit(id, 'So it is.', 'By hand.')
  t.equal((await service.memories.get(id)).content, 'By hand.')
  await until(() => desk.lastMessage === 'Update: Own')
  t.equal(desk.porcelain, '')
})

t.test('a service that is not asked to does not commit', async t => {
  const desk = await openDesk(t)
  const service = createService({ dataDir: desk.directory }, { isResident: true, commitAfterMs: 0 })
  await service.remember({ scope: GLOBAL, title: 'Own', content: 'So it is.' })
  await service.close()
  t.equal(countCommits(desk), 1)
})

t.test('what cannot be committed is left for svc doctor, and the service goes on', async t => {
  const desk = await openDesk(t)
  desk.hook('pre-commit', 'echo "not today" >&2; exit 1')
  const service = createService(
    { dataDir: desk.directory, gitAutoCommit: true },
    { isResident: true, env: GIT_ENV, commitAfterMs: 1e9 },
  )
  await service.remember({ scope: GLOBAL, title: 'Own', content: 'So it is.' })
  await service.close()
  const failures = readFileSync(join(desk.directory, 'state/hook-failures.jsonl'), 'utf8')
  t.match(failures, /"automatic commit","message":"git commit failed: a hook [^"]*; not today"/)
})

t.test('a log of failures that is full takes no more', async t => {
  const desk = await openDesk(t)
  desk.hook('pre-commit', 'exit 1')
  await desk.remember('Own')
  const path = join(desk.directory, 'state/hook-failures.jsonl')
  const full = `{"event":"Stop","message":"${'x'.repeat(300 * 1024)}"}\n`
  writeFileSync(path, full)
  const auto = openAutoCommit(openStore(desk.manifest), GIT_ENV, 1e9)
  auto.note()
  await auto.close()
  t.equal(readFileSync(path, 'utf8').length, full.length)
  writeFileSync(path, '')
  auto.note()
  await auto.close()
  t.equal(readFileSync(path, 'utf8'), '', 'of one failure that repeats it tells once')
  const other = openAutoCommit(openStore(desk.manifest), GIT_ENV, 1e9)
  other.note()
  await other.close()
  t.match(readFileSync(path, 'utf8'), /"automatic commit"/)
})

t.test('a service whose index cannot be written ends well and commits what is pending', async t => {
  const desk = await openDesk(t)
  const service = createService(
    { dataDir: desk.directory, gitAutoCommit: true },
    { isResident: true, env: GIT_ENV, commitAfterMs: 1e9 },
  )
  await service.remember({ scope: GLOBAL, title: 'Own', content: 'So it is.' })
  const index = join(desk.directory, 'state/index')
  rmSync(index, { recursive: true, force: true })
  writeFileSync(index, 'not a folder')
  await service.close()
  t.equal(desk.lastMessage, 'Remember: Own')
})

t.test(
  'while another process commits, merges or pushes nothing is committed, nor a failure',
  async t => {
    const desk = await openDesk(t)
    const store = openStore(desk.manifest)
    await desk.remember('Later')
    const before = countCommits(desk)
    holdForever(t, storeLock(store, 'git'))
    t.equal(await commitIfFree(store, GIT_ENV), false)
    t.equal(countCommits(desk), before)
  },
)

t.test('a detached process waits for rest, and only one does', async t => {
  const desk = await openDesk(t)
  const store = openStore(desk.manifest)
  await desk.remember('First')
  const options = { env: GIT_ENV, quietMs: 2_000 }
  const waiting = commitWhenQuiet(store, options)
  await until(() => isLocked(storeLock(store, 'auto-commit')))
  const ended = await Promise.race([
    waiting.then(() => 'the one that waits'),
    commitWhenQuiet(store, options).then(() => 'the other one'),
  ])
  t.equal(ended, 'the other one')
  await desk.remember('Second')
  await waiting
  t.equal(desk.porcelain, '')
  await commitWhenQuiet(store, { ...options, quietMs: 0 })
  t.equal(desk.porcelain, '')
})

t.test('a store in no repository, or with a merge under way, is left alone', async t => {
  const bare = new GitDesk(join(temporaryFolder(t), 'store'))
  await bare.remember('Alone')
  await commitWhenQuiet(openStore(bare.manifest), { env: GIT_ENV, quietMs: 0 })
  const desk = await openDesk(t)
  desk.git(['checkout', '-q', '-b', 'side'])
  await desk.remember('Aside')
  await desk.commitStore()
  desk.git(['checkout', '-q', 'main'])
  desk.git(['merge', '-q', '--no-ff', '--no-commit', 'side'])
  await commitWhenQuiet(openStore(desk.manifest), { env: GIT_ENV, quietMs: 0 })
  t.ok(desk.git(['rev-parse', 'MERGE_HEAD']), 'still open')
})

t.test('the setting stands under git in config.json', async t => {
  const of = (config: object, env = {}) =>
    createConfig({ entries: [{ id: 'core', name: 'svc', config }], env }).gitAutoCommit
  t.equal(of({}), false)
  t.equal(of({ git: { autoCommit: true } }), true)
  t.equal(of({ git: { autoCommit: true } }, { SVC_GIT_AUTO_COMMIT: '0' }), false)
  t.equal(of({ git: {} }), false)
  t.throws(() => of({ git: true }), { code: 'INVALID_REQUEST', message: /gitAutoCommit/ })
})
