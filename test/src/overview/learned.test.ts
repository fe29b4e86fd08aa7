import { join } from 'node:path'
import t from 'tap'
import { noteLearned } from '../../../src/activity/learned.js'
import { listScopes } from '../../../store/projects/projects.js'
import { openStore } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'
import { GLOBAL, openService, project } from '../fixture.js'

t.test('what was learned is told newest first, by scope and page', async t => {
  const now = new Date('2026-11-20T10:00:00.000Z')
  const { service, dataDir } = openService(t, undefined, { now: () => now })
  const { overview } = service
  t.same(await overview.learned(), { items: [], total: 0 })
  const app = project(join(temporaryFolder(t), 'app'))
  await service.remember({ scope: app, title: 'One', content: 'x' })
  const store = openStore(join(dataDir, 'svc.json'))
  const { key } = listScopes(store).find(({ scope }) => scope.type === 'project')!
  const line = { title: 'T', change: 'updated', session: 's', turn: 2, wrote: 'w' } as const
  const at = (hour: number) => `2026-11-20T0${hour}:00:00.000Z`
  await noteLearned(
    store,
    [
      { ...line, at: at(1), key: 'global', id: 'a' },
      { ...line, at: at(2), key, id: 'b', said: 'so', before: 'x' },
      { ...line, at: at(3), key: 'gone-project', id: 'c' },
      { ...line, at: at(4), key: 'global', id: 'd' },
    ],
    now,
  )
  const ids = async (filter: Parameters<typeof overview.learned>[0]) => {
    const { items, total } = await overview.learned(filter)
    return [items.map(({ id }) => id).join(''), total]
  }
  t.same(await ids({}), ['dba', 3])
  t.same(await ids({ scope: GLOBAL }), ['da', 2])
  t.same(await ids({ limit: 1, offset: 1 }), ['b', 3])
  t.same(await ids({ scope: project('/nowhere/at/all') }), ['', 0])
  const { items } = await overview.learned({ scope: app })
  t.same(items, [
    {
      at: at(2),
      scope: app,
      id: 'b',
      title: 'T',
      change: 'updated',
      ...{ session: 's', turn: 2 },
      said: 'so',
    },
  ])
  await t.rejects(overview.learned({ limit: 1.5 }), { code: 'INVALID_REQUEST' })
})
