import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { Collections } from '../../../src/memories/collections.js'
import { findReturned } from '../../../src/git/returned.js'
import { openStore } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'
import { GIT_ENV, Workbench } from '../../store/git/fixture.js'
import { fileOf, GLOBAL, openService } from '../fixture.js'

t.test('a merge that brings back what was forgotten is noticed', async t => {
  const here = Workbench.init(join(temporaryFolder(t), 'here'))
  const { service, memories } = openService(t, here.directory, { env: GIT_ENV })
  const { id } = await service.remember({ scope: GLOBAL, title: 'First', content: 'one' })
  here.commit('one')
  const path = fileOf(memories, id)
  const there = new Workbench(join(temporaryFolder(t), 'there'))
  here.git(['clone', '-q', here.directory, there.directory])
  const other = openService(t, there.directory, { env: GIT_ENV }).service
  await other.memories.edit(id, { content: 'two' })
  there.commit('two')
  await service.memories.forget(id)
  here.commit('forget')
  const returned = async () => {
    const store = openStore(join(here.directory, 'svc.json'))
    return findReturned(store, await new Collections(store).all())
  }
  t.same(await returned(), [])
  here.git(['fetch', '-q', there.directory, 'main'])
  t.throws(() => here.git(['merge', '-q', 'FETCH_HEAD']), 'changed there, forgotten here')
  t.ok(existsSync(path), 'git leaves the changed file')
  here.git(['add', '-A'])
  here.git(['commit', '-q', '-m', 'merge'])
  t.match(await returned(), [{ id, title: 'First', path, scope: GLOBAL, forgottenAt: /^20/ }])
  t.equal((await service.memories.get(id)).content, 'two', 'it is a memory as any other')
  const { findings } = await service.doctor()
  t.match(
    findings.filter(({ check }) => check === 'returned-memory'),
    [{ level: 'remark', path, message: /came back$/, mend: /^svc forget \w+ again, or svc arch/ }],
  )
  await service.memories.forget(id)
  t.same(await returned(), [])
})
