import t, { type Test } from 'tap'
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from '../../store/files/lock.js'
import { readEvents } from '../../src/activity/events.js'
import type { Service } from '../../src/api.js'
import { sweepState } from '../../src/work/sweep.js'
import { openStore, scopeLock, type Store } from '../../store/store.js'
import { outputOf, runProcess, startProcess } from '../process.js'
import { temporaryFolder, untilThere } from '../store/fixture.js'
import { fileOf, GLOBAL, openService } from './fixture.js'

t.jobs = 2

const REMEMBER = `const { createService } = await load('src/service/service.js')
  const [dataDir, writer] = args
  const service = createService({ dataDir })
  const scope = { type: 'global', id: null }
  for (let n = 0; n < 20; n++) {
    const title = n % 5 === 0 ? 'shared ' + n : writer + ' ' + n
    await service.remember({ scope, title, content: 'by ' + writer })
  }
  await service.close()`

t.test('eight processes that remember at once lose nothing and share titles', async t => {
  const dataDir = join(temporaryFolder(t), 'store')
  const writers = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const { service } = openService(t, dataDir, { isResident: true })
  await Promise.all(writers.map(writer => runProcess(t, REMEMBER, dataDir, writer)))
  const titles = (await service.memories.list({ limit: 1000 })).items.map(({ title }) => title)
  t.equal(titles.length, 8 * 16 + 4)
  t.equal(new Set(titles).size, titles.length, 'no two items of one title')
  for (const writer of writers) {
    t.equal(titles.filter(title => title.startsWith(`${writer} `)).length, 16, writer)
  }
  const { service: fresh } = openService(t, dataDir)
  t.same(await fresh.memories.list({ limit: 1000 }), await service.memories.list({ limit: 1000 }))
  t.match(await fresh.doctor(), { ok: true, findings: [] })
  const events = readEvents(openStore(join(dataDir, 'svc.json')), 1000)
  t.equal(events.filter(({ type }) => type === 'remember').length, titles.length)
  t.equal(events.length, 160)
})

t.test('calls of one process at once share titles too', async t => {
  const { service, memories } = openService(t)
  const scope = GLOBAL
  const calls = Array.from({ length: 40 }, (_, n) =>
    service.memories.save('http', { scope, title: `title ${n % 4}`, content: `${n}` }),
  )
  const outcomes = (await Promise.all(calls)).map(({ outcome }) => outcome)
  t.equal(outcomes.filter(outcome => outcome === 'created').length, 4)
  t.equal(readdirSync(memories).length, 4)
})

t.test('a writer that was paused past its lock decides anew', { buffered: true }, async t => {
  const { service, dataDir, memories } = openService(t)
  const { id } = await service.remember({ scope: GLOBAL, title: 'First', content: 'original' })
  const mark = join(dataDir, 'paused')
  // Pauses between its look at the files and its write, inside the lock.
  const paused = startProcess(
    t,
    `const { Collections } = await load('src/memories/collections.js')
    const { openStore } = await load('store/store.js')
    const { inTransaction } = await load('src/memories/transaction.js')
    const { writeFileSync, existsSync } = await import('node:fs')
    const [dataDir, id, mark] = args
    const collections = new Collections(openStore(dataDir + '/svc.json'))
    const collection = await collections.find({ type: 'global', id: null })
    await inTransaction(collection, () => new Date(), async transaction => {
      const existing = collection.memories.get(id)
      writeFileSync(mark, '')
      while (!existsSync(mark + '-go')) await new Promise(resolve => setImmediate(resolve))
      const content = existing.document.content + ', then by the paused'
      transaction.put({ ...existing.document, content }, existing)
    })`,
    dataDir,
    id,
    mark,
  )
  const output = outputOf(paused)
  await untilThere(mark)
  paused.kill('SIGSTOP')
  await service.memories.edit(id, { content: 'of the next' })
  writeFileSync(`${mark}-go`, '')
  paused.kill('SIGCONT')
  await output
  t.match(readFileSync(fileOf(memories, id), 'utf8'), 'of the next, then by the paused')
  t.equal((await service.memories.get(id)).content, 'of the next, then by the paused')
})

/** Sleeps once, longer than a lock outlives it, right before it renames a file to one of that kind. */
const SLEEPY = `const { createRequire, syncBuiltinESMExports } = await import('node:module')
  const [dataDir, mark, target, id] = args
  const fs = createRequire(dataDir + '/')('node:fs')
  const rename = fs.renameSync
  let slept = false
  fs.renameSync = (from, to) => {
    if (!slept && to.includes(target)) {
      slept = true
      fs.writeFileSync(mark, '')
      while (!fs.existsSync(mark + '-go')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
    return rename(from, to)
  }
  syncBuiltinESMExports()
  const { createService } = await load('src/service/service.js')
  const service = createService({ dataDir })
  const scope = { type: 'global', id: null }`

for (const { name, target, act, other, holds } of [
  {
    name: 'an edit',
    target: '/memories/',
    act: "await service.memories.edit(id, { tags: ['late'] })",
    other: (service, id) => service.memories.edit(id, { content: 'acknowledged' }),
    holds: async (t, service, id) =>
      t.match(await service.memories.get(id), { tags: ['late'], content: 'acknowledged' }),
  },
  {
    name: 'a new memory',
    target: '/memories/',
    act: "await service.remember({ scope, title: 'Twin', content: 'late' })",
    other: service => service.remember({ scope: GLOBAL, title: 'Twin', content: 'acknowledged' }),
    holds: async (t, service) => {
      const twins = (await service.memories.list()).items.filter(({ title }) => title === 'Twin')
      t.match(twins, [{ content: 'late' }])
      t.equal(twins.length, 1)
    },
  },
  {
    name: 'a removal',
    target: '/history/',
    act: 'await service.memories.forget(id)',
    other: (service, id) => service.memories.edit(id, { content: 'acknowledged' }),
    holds: async (t, service, id) => {
      await t.rejects(service.memories.get(id), { code: 'MEMORY_NOT_FOUND' })
      t.equal((await service.archive.restore(id)).content, 'acknowledged', 'the last one is kept')
    },
  },
] as {
  name: string
  target: string
  act: string
  other: (service: Service, id: string) => Promise<unknown>
  holds: (t: Test, service: Service, id: string) => Promise<unknown>
}[]) {
  t.test(`${name} that was stopped between check and rename loses nothing`, async t => {
    const { service, dataDir } = openService(t)
    const { id } = await service.remember({ scope: GLOBAL, title: 'First', content: 'original' })
    const mark = join(dataDir, 'state', 'sleeps')
    const sleeper = startProcess(t, `${SLEEPY}\n${act}`, dataDir, mark, target, id)
    const output = outputOf(sleeper)
    await untilThere(mark)
    await other(service, id)
    writeFileSync(`${mark}-go`, '')
    await output
    await holds(t, service, id)
    t.match(await service.doctor(), { ok: true, findings: [] })
  })
}

for (const { name, clear } of [
  { name: 'the sweep', clear: (_service, store) => void sweepState(store) },
  { name: 'svc doctor --fix', clear: service => service.doctor({ fix: true }) },
] as { name: string; clear: (service: Service, store: Store) => Promise<unknown> }[]) {
  t.test(`a sleeper whose lock ${name} removed overwrites nothing`, async t => {
    const { service, dataDir } = openService(t)
    const store = openStore(join(dataDir, 'svc.json'))
    const { id } = await service.remember({ scope: GLOBAL, title: 'First', content: 'original' })
    const mark = join(dataDir, 'state', 'sleeps')
    const act = "await service.memories.edit(id, { tags: ['late'] })"
    const sleeper = startProcess(t, `${SLEEPY}\n${act}`, dataDir, mark, '/memories/', id)
    const output = outputOf(sleeper)
    await untilThere(mark)
    const lock = `${scopeLock(store, 'write', 'global')}.lock`
    const before = new Date(Date.now() - 2 * 60 * 60 * 1000)
    utimesSync(lock, before, before)
    await clear(service, store)
    t.notOk(existsSync(lock))
    await service.memories.edit(id, { content: 'acknowledged' })
    writeFileSync(`${mark}-go`, '')
    await output
    t.match(await service.memories.get(id), { tags: ['late'], content: 'acknowledged' })
    t.same(
      readdirSync(join(store.state, 'locks')).filter(name => name.startsWith('write-global')),
      [],
    )
  })
}

t.test('a writer that is killed leaves a store that works', { buffered: true }, async t => {
  const dataDir = join(temporaryFolder(t), 'store')
  const writer = startProcess(
    t,
    `const { createService } = await load('src/service/service.js')
    const { writeFileSync } = await import('node:fs')
    const service = createService({ dataDir: args[0] })
    for (let n = 0; ; n++) {
      if (n === 9) writeFileSync(args[0] + '-9', '')
      await service.remember({ scope: { type: 'global', id: null }, title: 'a ' + n, content: 'x' })
    }`,
    dataDir,
  )
  await untilThere(`${dataDir}-9`)
  writer.kill('SIGKILL')
  const { service } = openService(t, dataDir)
  await service.remember({ scope: GLOBAL, title: 'next', content: 'x' })
  const { items } = await service.memories.list({ limit: 1000 })
  for (let n = 0; n < 9; n++) {
    t.ok(
      items.some(({ title }) => title === `a ${n}`),
      `a ${n}`,
    )
  }
  t.equal((await service.doctor({ fix: true })).ok, true)
})

t.test('status is busy while another process works on a scope', async t => {
  const { service, dataDir } = openService(t)
  const store = openStore(join(dataDir, 'svc.json'))
  t.equal((await service.status()).busy, false)
  const path = scopeLock(store, 'work', 'global')
  const worker = startProcess(
    t,
    `const { withLock } = await load('store/files/lock.js')
    const { writeFileSync, existsSync } = await import('node:fs')
    await withLock(args[0], async () => {
      writeFileSync(args[0] + '.held', '')
      while (!existsSync(args[0] + '.go')) await new Promise(resolve => setTimeout(resolve, 5))
    })`,
    path,
  )
  const ended = outputOf(worker)
  await untilThere(`${path}.held`)
  t.equal((await service.status()).busy, true)
  await service.remember({ scope: GLOBAL, title: 'meanwhile', content: 'writes go on' })
  writeFileSync(`${path}.go`, '')
  await ended
  t.equal((await service.status()).busy, false)
  await withLock(join(store.state, 'locks', 'write-global'), async () => {
    t.equal((await service.status()).busy, false, 'a short write is no work')
  })
})
