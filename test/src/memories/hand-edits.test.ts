import t from 'tap'
import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Service } from '../../../src/api.js'
import { until } from '../../store/fixture.js'
import { fileOf, GLOBAL, openService } from '../fixture.js'

const BROKEN = [
  '---\nid: aaaaaaaa\ntitle: [unclosed\n---\n\ntext\n',
  '---\nid: aaaaaaaa\ntitle: x\n---\n\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n',
  '---\nid: NOT AN ID\n---\n\ntext\n',
  '\0\0\0',
  '',
]

/** What `look` answers once it passes: at once for a new process, soon for one that stays. */
async function eventually<T>(look: () => Promise<T>, isRight: (value: T) => boolean): Promise<T> {
  let value = await look()
  await until(async () => isRight(value) || isRight((value = await look())))
  return value
}

/** The same cases for a process that is started anew for each look and for one that stays. */
for (const isResident of [false, true]) {
  const who = isResident ? 'a service that runs' : 'a new process'

  function store(t: Tap) {
    const { service, dataDir, memories } = openService(t, undefined, { isResident })
    const look = (): Service => (isResident ? service : openService(t, dataDir).service)
    return { service, dataDir, memories, look }
  }

  t.test(`${who} sees a file that was edited in place`, async t => {
    const { service, memories, look } = store(t)
    const { id, createdAt } = await service.remember({
      scope: GLOBAL,
      title: 'Deploy',
      content: 'with make',
    })
    await service.memories.list({ text: 'deploy' })
    const path = fileOf(memories, id)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replace('title: Deploy', 'title: Ship').replace('make', 'a script'))
    const item = await eventually(
      () => look().memories.get(id),
      ({ title }) => title === 'Ship',
    )
    t.match(item, { title: 'Ship', content: 'with a script', createdAt })
    t.equal(item.updatedAt, statSync(path).mtime.toISOString())
    const { revision, ...listed } = item
    t.match((await look().memories.list()).items, [listed])
    t.match(revision, /^[0-9a-z]+$/)
    t.equal((await look().memories.list({ text: 'script' })).total, 1)
    t.equal((await look().memories.list({ text: 'make' })).total, 0)
    t.match(await look().recall({ text: 'how do I ship this with the script' }), [{ id }])
    const renamed = await look().memories.save('cli', {
      scope: GLOBAL,
      title: 'ship',
      content: 'new',
    })
    t.match(renamed, { outcome: 'updated', memory: { id } })
  })

  t.test(`${who} sees files that were added by hand`, async t => {
    const { service, memories, look } = store(t)
    await service.remember({ scope: GLOBAL, title: 'First', content: 'x' })
    writeFileSync(join(memories, 'coffee.md'), '# Where the coffee is\n\nOn the second floor.\n')
    const whole =
      '---\nid: handmade1\nkind: constraint\ntitle: By hand\ntags: [a, b]\npinned: true\n' +
      'createdAt: 2020-05-01T00:00:00.000Z\n---\n\nText by hand.\n'
    writeFileSync(join(memories, 'by-hand.md'), whole)
    const { items } = await eventually(
      () => look().memories.list(),
      ({ total }) => total === 3,
    )
    t.match(await look().memories.get('handmade1'), {
      kind: 'constraint',
      title: 'By hand',
      tags: ['a', 'b'],
      pinned: true,
      content: 'Text by hand.',
      createdAt: '2020-05-01T00:00:00.000Z',
      updatedAt: '2020-05-01T00:00:00.000Z',
    })
    const coffee = items.find(({ title }) => title === 'Where the coffee is')!
    t.match(coffee, { kind: 'fact', tags: [], content: /second floor/ })
    t.equal((await look().memories.get(coffee.id)).id, coffee.id, 'its id stays the same')
    t.equal((await look().memories.list({ text: 'coffee' })).total, 1)
    const { pinned } = await look().memories.edit(coffee.id, { pinned: true })
    t.ok(pinned)
    t.match(readFileSync(join(memories, 'coffee.md'), 'utf8'), `id: ${coffee.id}`)
  })

  t.test(`${who} sees that a file was deleted`, async t => {
    const { service, memories, look } = store(t)
    const { id } = await service.remember({ scope: GLOBAL, title: 'First', content: 'x' })
    await service.remember({ scope: GLOBAL, title: 'Second', content: 'x' })
    await service.memories.list({ text: 'first' })
    rmSync(fileOf(memories, id))
    await eventually(
      () => look().memories.list(),
      ({ total }) => total === 1,
    )
    await t.rejects(look().memories.get(id), { code: 'MEMORY_NOT_FOUND' })
    t.equal((await look().memories.list({ text: 'first' })).total, 0)
    const again = await look().memories.save('cli', {
      scope: GLOBAL,
      title: 'First',
      content: 'new',
    })
    t.equal(again.outcome, 'created')
  })

  t.test(`${who} leaves a broken file byte for byte`, async t => {
    const { service, memories, look } = store(t)
    const { id } = await service.remember({ scope: GLOBAL, title: 'First', content: 'x' })
    const path = fileOf(memories, id)
    const sound = readFileSync(path, 'utf8')
    for (const text of BROKEN) {
      writeFileSync(path, text)
      await eventually(
        () => look().memories.list(),
        ({ total }) => total === 0,
      )
      t.equal((await look().status()).problems, 1)
      const code = text.includes('<<<<<<<') ? 'CONFLICT' : 'MEMORY_NOT_FOUND'
      await t.rejects(look().memories.get(id), { code })
      await t.rejects(look().memories.edit(id, { content: 'new' }), { code })
      await t.rejects(look().memories.forget(id), { code })
      t.same(await look().recall({ text: 'first' }), [])
      // Markers are what --fix settles; nothing else that is broken is for it to guess at.
      const report = await look().doctor({ fix: !text.includes('<<<<<<<') })
      t.match(report, { ok: false, findings: [{ check: 'unreadable-memory', path }] })
      t.equal(readFileSync(path, 'utf8'), text)
    }
    writeFileSync(path, sound)
    await eventually(
      () => look().memories.list(),
      ({ total }) => total === 1,
    )
    t.equal((await look().memories.get(id)).content, 'x', 'once it is mended it is there again')
    t.equal((await look().status()).problems, 0)
  })

  t.test(`${who} takes one of two files with one id and reports the other`, async t => {
    const { service, memories, look } = store(t)
    const { id } = await service.remember({ scope: GLOBAL, title: 'First', content: 'original' })
    const path = fileOf(memories, id)
    const copy = join(memories, 'a copy.md')
    copyFileSync(path, copy)
    await eventually(
      () => look().status(),
      ({ problems }) => problems === 1,
    )
    t.equal((await look().memories.list()).total, 1)
    t.match((await look().doctor()).findings, [{ check: 'unreadable-memory', path: copy }])
    await look().memories.edit(id, { content: 'changed' })
    t.match(readFileSync(path, 'utf8'), 'changed')
    t.match(readFileSync(copy, 'utf8'), 'original', 'the copy is left as it is')
    renameSync(path, join(memories, '..', 'aside.md'))
    await eventually(
      () => look().memories.get(id),
      ({ content }) => content === 'original',
    )
    renameSync(join(memories, '..', 'aside.md'), path)
    await eventually(
      () => look().memories.get(id),
      ({ content }) => content === 'changed',
    )
    t.match((await look().doctor()).findings, [{ path: copy }], 'again the copy is reported')
  })

  t.test(`${who} does not overwrite an edit that it has not seen`, async t => {
    const { service, memories, look } = store(t)
    const { id } = await service.remember({ scope: GLOBAL, title: 'First', content: 'one' })
    const stays = look()
    await stays.memories.get(id)
    const path = fileOf(memories, id)
    const { mtimeMs } = statSync(dirname(path))
    await until(() => Date.now() - mtimeMs > 30)
    await stays.memories.get(id)
    writeFileSync(path, readFileSync(path, 'utf8').replace('---\n\n', 'owner: ada\n---\n\n'))
    await stays.memories.edit(id, { content: 'two' })
    const text = readFileSync(path, 'utf8')
    t.match(text, 'owner: ada')
    t.match(text, 'two')
  })
}

type Tap = { teardown(undo: () => unknown): void }

t.test('a folder that vanishes for a moment is not "all deleted"', async t => {
  const { service, memories } = openService(t, undefined, { isResident: true })
  const { id } = await service.remember({ scope: GLOBAL, title: 'First', content: 'x' })
  renameSync(memories, `${memories}-away`)
  t.equal((await service.memories.list()).total, 1)
  t.equal((await service.memories.get(id)).id, id)
  renameSync(`${memories}-away`, memories)
  t.equal((await service.memories.list()).total, 1)
  const path = fileOf(memories, id)
  writeFileSync(path, readFileSync(path, 'utf8').replace('First', 'Later'))
  const { title } = await eventually(
    () => service.memories.get(id),
    item => item.title === 'Later',
  )
  t.equal(title, 'Later', 'and the folder is still watched')
})

t.test('a folder that stays away is empty', async t => {
  const { service, memories } = openService(t)
  await service.remember({ scope: GLOBAL, title: 'First', content: 'x' })
  rmSync(memories, { recursive: true })
  const { total } = await eventually(
    () => service.memories.list(),
    list => list.total === 0,
  )
  t.equal(total, 0)
})

t.test('a folder that was replaced by another is watched', async t => {
  const { service, memories } = openService(t, undefined, { isResident: true })
  await service.remember({ scope: GLOBAL, title: 'First', content: 'x' })
  mkdirSync(`${memories}-new`)
  writeFileSync(join(`${memories}-new`, 'a.md'), 'one\n')
  renameSync(memories, `${memories}-old`)
  renameSync(`${memories}-new`, memories)
  const look = async () => (await service.memories.list()).items[0]?.content
  await eventually(look, content => content === 'one')
  for (const text of ['two', 'three']) {
    writeFileSync(join(memories, 'a.md'), `${text}\n`)
    t.equal(await eventually(look, content => content === text), text)
  }
})

t.test('a service that runs sees edits in a scope that another process made', async t => {
  const { service, dataDir, memories } = openService(t, undefined, { isResident: true })
  t.equal((await service.memories.list()).total, 0)
  const other = openService(t, dataDir).service
  const { id } = await other.remember({ scope: GLOBAL, title: 'First', content: 'one' })
  t.equal((await service.memories.get(id)).content, 'one')
  const path = fileOf(memories, id)
  for (const text of ['two', 'six']) {
    const edited = readFileSync(path, 'utf8').replace(/\n(one|two)\n/, `\n${text}\n`)
    writeFileSync(path, edited)
    const { content } = await eventually(
      () => service.memories.get(id),
      item => item.content === text,
    )
    t.equal(content, text)
  }
})

t.test('when a memory was updated', async t => {
  const { service, dataDir, memories } = openService(t)
  mkdirSync(memories, { recursive: true })
  const path = join(memories, 'a--abcdefgh.md')
  writeFileSync(path, '---\ncreatedAt: 2020-01-01T00:00:00.000Z\n---\n\ntext\n')
  utimesSync(path, 1_600_000_000, 1_600_000_000)
  const updatedAt = async () =>
    (await openService(t, dataDir).service.memories.get('abcdefgh')).updatedAt
  t.equal(await updatedAt(), '2020-01-01T00:00:00.000Z', 'a file that came with a clone: createdAt')
  writeFileSync(path, '---\ncreatedAt: 2020-01-01T00:00:00.000Z\n---\n\nedited\n')
  utimesSync(path, 1_700_000_000, 1_700_000_000)
  t.equal(await updatedAt(), '2023-11-14T22:13:20.000Z', 'edited by hand: its modification time')
  const now = new Date('2026-01-02T03:04:05.678Z')
  const { service: writer } = openService(t, dataDir, { now: () => now })
  await writer.memories.edit('abcdefgh', { content: 'by svc' })
  t.equal(await updatedAt(), now.toISOString(), 'written by svc: the time of the write')
  t.equal((await writer.memories.get('abcdefgh')).updatedAt, now.toISOString())
  t.equal((await service.memories.get('abcdefgh')).updatedAt, now.toISOString(), 'in every process')
  rmSync(join(dataDir, 'state'), { recursive: true })
  t.equal(await updatedAt(), '2020-01-01T00:00:00.000Z', 'after a loss of state: createdAt')
})

t.test('two processes say the same time of one write', async t => {
  const { service, dataDir, memories } = openService(t, undefined, { isResident: true })
  const { id } = await service.remember({ scope: GLOBAL, title: 'First', content: 'x' })
  const { service: other } = openService(t, dataDir, { now: () => new Date('2030-01-01') })
  await other.memories.edit(id, { content: 'y' })
  t.equal((await service.memories.get(id)).updatedAt, '2030-01-01T00:00:00.000Z')
  t.match(readFileSync(fileOf(memories, id), 'utf8'), /\ny\n$/)
})
