import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { noteLearned } from '../../../src/activity/learned.js'
import { openStore } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'
import { GIT_ENV, Workbench } from '../../store/git/fixture.js'
import { processorMs } from '../../processor-time.js'
import { fileOf, GLOBAL, linesOf, openService } from '../fixture.js'

/** A store in a repository of its own, with one memory that is not committed. */
async function inGit(t: Test) {
  const bench = Workbench.init(join(temporaryFolder(t), 'store'))
  const { service, memories } = openService(t, bench.directory, { env: GIT_ENV })
  const { id } = await service.remember({ scope: GLOBAL, title: 'Port', content: '80' })
  const commit = (subject: string, at = '2026-01-01T10:00:00Z') => bench.commit(subject, at)
  const names = async () => {
    const { versions } = await service.archive.versions(id)
    return versions.map(({ name, origin }) => (origin === 'git' ? 'git' : name)).join(' ')
  }
  return { bench, service, memories, id, commit, names }
}

t.test('what was committed is told by its commits', async t => {
  const { service, id, commit, names } = await inGit(t)
  t.equal(await names(), 'now')
  commit('Remember the port')
  const [only] = (await service.archive.versions(id)).versions
  t.match(only, { name: 'now', origin: 'standing', author: 'Ada', subject: 'Remember the port' })
  await service.memories.edit(id, { content: '81' })
  t.equal(await names(), 'now git', 'what is not committed stands above')
  commit('Change the port', '2026-01-02T10:00:00Z')
  t.equal(await names(), 'now git')
  await service.memories.edit(id, { content: '82' })
  await service.memories.edit(id, { title: 'The port', pinned: true })
  const { versions, isInGit } = await service.archive.versions(id)
  t.ok(isInGit)
  t.match(versions, [
    { name: 'now', title: 'The port', changed: ['title', 'pinned'] },
    { name: '1', title: 'Port', changed: ['content'] },
    { name: /^[0-9a-f]{40}$/, origin: 'git', subject: 'Change the port', changed: ['content'] },
    { title: 'Port', subject: 'Remember the port', changed: [] },
  ])
})

t.test('what was undone can be done again', async t => {
  const { service, id, commit, names } = await inGit(t)
  commit('Remember the port')
  await service.memories.edit(id, { content: '81' })
  await service.archive.restore(`${id}@1`)
  t.equal(await names(), 'now 1 git')
  t.match(await service.archive.diff(id), { from: { content: '81' }, to: { content: '80' } })
})

t.test('what this machine kept before the last commit is past', async t => {
  const { service, id, commit, names } = await inGit(t)
  commit('Remember the port')
  await service.memories.edit(id, { content: '81' })
  await service.memories.edit(id, { content: '82' })
  t.equal(await names(), 'now 1 git')
  commit('Change the port', new Date(Date.now() + 3_600_000).toISOString())
  t.equal(await names(), 'now git')
})

t.test('a commit is compared and comes back by its name', async t => {
  const { service, id, commit } = await inGit(t)
  commit('One')
  await service.memories.edit(id, { content: '81' })
  commit('Two')
  await service.memories.edit(id, { content: '82' })
  const [, two, one] = (await service.archive.versions(id)).versions
  const diff = await service.archive.diff(id, { from: one?.name.slice(0, 8), to: two?.name })
  t.match(diff, { from: { content: '80' }, to: { content: '81' }, changed: ['content'] })
  t.same(diff.lines, [
    { change: 'removed', text: '80' },
    { change: 'added', text: '81' },
  ])
  const { revision: stale = '' } = await service.memories.edit(id, { pinned: true })
  await service.memories.edit(id, { pinned: false })
  const name = `${id}@${one?.name}`
  await t.rejects(service.archive.restore(name, { revision: stale }), { code: 'CONFLICT' })
  t.equal((await service.archive.restore(name)).content, '80')
  const [event] = await service.events(1)
  t.match(event, { type: 'update', items: [{ id, change: 'restored' }] })
  await t.rejects(service.archive.restore(`${id}@abcdef012`), { code: 'INVALID_REQUEST' })
})

t.test('a memory that was moved in git, or removed, says what it said', async t => {
  const { bench, service, memories, id, commit } = await inGit(t)
  commit('One')
  const name = fileOf(memories, id).split('/').at(-1)!
  bench.git(['mv', `global/memories/${name}`, `global/memories/door--${id}.md`])
  commit('Rename')
  t.equal((await service.archive.versions(id)).versions.length, 1)
  await service.memories.forget(id)
  commit('Forget')
  const { versions } = await service.archive.versions(id)
  t.match(versions, [{ origin: 'git', subject: 'One', title: 'Port' }])
  t.match(await service.archive.diff(id), { from: { name: '' }, to: { content: '80' } })
  await t.rejects(service.archive.diff(id, { to: 'now' }), { code: 'MEMORY_NOT_FOUND' })
})

t.test('without git the local versions are told', async t => {
  const { service, id, names } = await inGit(t)
  await service.memories.edit(id, { content: '81' })
  t.equal(await names(), 'now 1')
  const outside = openService(t)
  const { id: other } = await outside.service.remember({ scope: GLOBAL, title: 'A', content: 'b' })
  await outside.service.memories.edit(other, { content: 'c' })
  const { versions, isInGit } = await outside.service.archive.versions(other)
  t.notOk(isInGit)
  t.match(versions, [{ name: 'now', changed: ['content'] }, { name: '1' }])
})

t.test('an edit by hand is a version', async t => {
  const { service, memories } = openService(t)
  const { id } = await service.remember({ scope: GLOBAL, title: 'Port', content: 'first' })
  const path = fileOf(memories, id)
  // Digits would be found in the time of creation too, now and then.
  writeFileSync(path, readFileSync(path, 'utf8').replace('first', 'other'))
  await service.memories.edit(id, { content: 'last' })
  const { from, to } = await service.archive.diff(id)
  t.same([from.content, to.content], ['other', 'last'])
})

t.test('long texts are compared without a long wait', async t => {
  const { service } = openService(t)
  const text = (sign: string) => Array.from({ length: 20_000 }, () => sign).join('\n')
  const content = `begin\n${text('a')}\n${text('b')}`
  const { id } = await service.remember({ scope: GLOBAL, title: 'Long', content })
  await service.memories.edit(id, { content: `begin\n${text('b')}\n${text('a')}` })
  let lines: Awaited<ReturnType<typeof service.archive.diff>>['lines'] = []
  const took = await processorMs(async () => ({ lines } = await service.archive.diff(id)))
  t.ok(took < 2_000, `${took} ms of processor time`)
  t.same(lines[0], { change: 'same', text: 'begin' })
  t.equal(lines.filter(({ change }) => change === 'removed').length, 40_000)
})

t.test('what a memory and its parts were learned from, newest first', async t => {
  const { service, dataDir } = openService(t)
  const base = { scope: GLOBAL, kind: 'fact', title: 'Port', content: '80' }
  const source = { runtime: 'svc', session: 'talk', mergedFrom: ['partofit'] }
  await service.memories.load(linesOf({ ...base, id: 'learned1', source }))
  const line = {
    key: 'global',
    title: 'Port',
    change: 'added' as const,
    session: 'talk',
    wrote: '',
  }
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const lines = [
    { ...line, at: at(3), id: 'partofit', turn: 1, said: 'the port is 80' },
    { ...line, at: at(2), id: 'learned1', turn: 2 },
    { ...line, at: at(1), id: 'another1', turn: 3 },
  ]
  await noteLearned(openStore(join(dataDir, 'svc.json')), lines, new Date())
  const { learned } = await service.archive.versions('learned1')
  t.match(learned, [
    { id: 'learned1', turn: 2, scope: GLOBAL },
    { id: 'partofit', turn: 1, said: 'the port is 80' },
  ])
  t.equal(learned.length, 2)
  t.notOk('said' in learned[0]!)
})
