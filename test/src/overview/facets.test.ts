import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { temporaryFolder } from '../../store/fixture.js'
import { GLOBAL, linesOf, openService, project } from '../fixture.js'

t.test('a scope is counted by kind, tag and source, the most first', async t => {
  const app = join(temporaryFolder(t), 'app')
  const { service } = openService(t)
  const title = (n: number) => ({ title: `Rule ${n}`, content: `Text ${n}.` })
  const scope = project(app)
  await service.memories.save('cli', {
    scope,
    ...title(1),
    kind: 'constraint',
    tags: ['Git', 'ci'],
  })
  await service.memories.save('mcp', { scope, ...title(2), tags: ['git', 'needs-review'] })
  const { id } = await service.remember({ scope, ...title(3), tags: ['ci', 'git', 'GIT'] })
  await service.memories.edit(id, { pinned: true })
  const source = { runtime: 'svc', session: 'talk', turn: 2 }
  const learned = { id: 'learned1', scope, kind: 'fact', tags: [], source }
  await service.memories.load(linesOf({ ...learned, ...title(4) }))
  await service.remember({ scope: GLOBAL, title: 'Elsewhere', content: 'x' })
  mkdirSync(app)
  writeFileSync(join(app, 'AGENTS.md'), 'Use pnpm.\n')
  await service.importWorkspace(app)

  t.same(await service.overview.facets({ scope }), {
    total: 5,
    kinds: [
      { value: 'fact', count: 3 },
      { value: 'constraint', count: 2 },
    ],
    tags: [
      { value: 'Git', count: 3 },
      { value: 'ci', count: 2 },
      { value: 'needs-review', count: 1 },
      { value: 'tool:agents', count: 1 },
      { value: 'workspace-import', count: 1 },
    ],
    sources: [
      { value: 'remembered', count: 2 },
      { value: 'agent', count: 1 },
      { value: 'imported', count: 1 },
      { value: 'learned', count: 1 },
    ],
    pinned: 1,
    review: 1,
  })
  t.equal((await service.overview.facets()).total, 6)
})

t.test('nothing is counted where nothing is', async t => {
  const { service } = openService(t)
  const empty = { total: 0, kinds: [], tags: [], sources: [], pinned: 0, review: 0 }
  t.same(await service.overview.facets({ scope: project('/no/such') }), empty)
  await t.rejects(service.overview.facets({ scope: 'global' as never }), {
    code: 'INVALID_REQUEST',
  })
})
