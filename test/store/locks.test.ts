import { mkdirSync, readdirSync, rmdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { withBothLocks, withWorkLock } from '../../store/locks.js'
import { openStore, scopeLock } from '../../store/store.js'
import { holdForever } from '../timers.js'
import { temporaryFolder } from './fixture.js'

t.test('a scope that somebody works on is waited for ten seconds', async t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  const folder = { key: 'global' } as never
  const passed = holdForever(t, scopeLock(store, 'work', 'global'))
  let waits = 0
  const onWait = () => void waits++
  const work = withWorkLock({ store, folder }, async () => t.fail('it is held'), { onWait })
  await t.rejects(work, { code: 'SCOPE_BUSY' })
  t.equal(passed(), 10_000)
  t.equal(waits, 1, 'it is said once')
})

t.test('whoever takes over one of two write locks disarms its holder', async t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  const folders = ['one', 'two'].map(key => ({ key, path: join(store.root, 'projects', key) }))
  for (const { key, path } of folders) {
    mkdirSync(join(path, 'memories'), { recursive: true })
    // What a writer that sleeps was about to rename.
    writeFileSync(join(path, 'memories', `.a--aaaaaaaa.md.${process.pid}-1.tmp`), 'late')
    const lock = `${scopeLock(store, 'write', key)}.lock`
    mkdirSync(lock, { recursive: true })
    if (key === 'two') utimesSync(lock, 1, 1)
    else rmdirSync(lock)
  }
  const [one, two] = folders as unknown as Parameters<typeof withBothLocks>[2]
  const left = () => folders.map(({ path }) => readdirSync(join(path, 'memories')).length)
  t.same(await withBothLocks(store, 'write', [one, two], async () => left()), [1, 0])
})
