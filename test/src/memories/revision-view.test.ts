import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readRevisions } from '../../../store/memories/history.js'
import { openStore } from '../../../store/store.js'
import { HookHost } from '../../handlers/hooks/host.js'
import { temporaryFolder } from '../../store/fixture.js'
import { GIT_ENV, Workbench } from '../../store/git/fixture.js'
import { fileOf, GLOBAL, openService } from '../fixture.js'

const COMMITTED = '2026-03-04T05:06:07.000Z'

/** A store with one memory, committed at a time, and a clone of it. */
async function cloned(t: Parameters<typeof temporaryFolder>[0], clone: string) {
  const origin = Workbench.init(join(temporaryFolder(t), 'origin'))
  const { service } = openService(t, origin.directory)
  const content = 'Never on Fridays.'
  const { id } = await service.remember({ scope: GLOBAL, title: 'Releases on Thursdays', content })
  origin.commit('one', COMMITTED)
  origin.git(['clone', '-q', origin.directory, clone])
  const revisions = () => readRevisions(openStore(join(clone, 'svc.json')), 'global')
  return { id, revisions, path: fileOf(join(clone, 'global/memories'), id) }
}

t.test('after a clone a memory is as old as its last commit', async t => {
  const clone = join(temporaryFolder(t), 'clone')
  const { id, revisions, path } = await cloned(t, clone)
  const updatedAt = async () => {
    const { service } = openService(t, clone, { env: GIT_ENV })
    return (await service.memories.get(id)).updatedAt
  }
  t.equal(await updatedAt(), COMMITTED)
  t.equal(revisions().get(id)?.at, COMMITTED, 'it is noted')
  const { service } = openService(t, clone, { env: { PATH: join(clone, 'nowhere') } })
  t.equal((await service.memories.get(id)).updatedAt, COMMITTED, 'git is not asked again')
  writeFileSync(path, readFileSync(path, 'utf8').replace('Never', 'Not'))
  utimesSync(path, 1_800_000_000, 1_800_000_000)
  t.equal(await updatedAt(), '2027-01-15T08:00:00.000Z', 'changed by hand: its modification time')
})

t.test('without git a memory is as old as it says', async t => {
  const clone = join(temporaryFolder(t), 'clone')
  const { id } = await cloned(t, clone)
  const { service } = openService(t, clone, { env: { PATH: join(clone, 'nowhere') } })
  const { createdAt, updatedAt } = await service.memories.get(id)
  t.equal(updatedAt, createdAt)
})

t.test('a hook never runs git, and leaves it to others to ask', async t => {
  const host = new HookHost(t)
  const { id, revisions } = await cloned(t, host.store)
  const marker = join(host.folder, 'git-ran')
  const bin = join(host.folder, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'git'), `#!/bin/sh\necho "$@" >> '${marker}'\nexit 1\n`, { mode: 0o755 })
  const { PATH } = process.env
  t.teardown(() => (process.env.PATH = PATH))
  process.env.PATH = `${bin}:${PATH}`
  const said = await host.run('UserPromptSubmit', { prompt: 'When do releases leave?' })
  await host.run('SessionStart', {})
  process.env.PATH = PATH
  t.match(said, 'Never on Fridays')
  t.notOk(existsSync(marker))
  t.notOk(revisions().has(id), 'nothing is pinned')
  const { service } = openService(t, host.store, { env: GIT_ENV })
  t.equal((await service.memories.get(id)).updatedAt, COMMITTED)
})
