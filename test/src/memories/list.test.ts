import t from 'tap'
import { GLOBAL, linesOf, openService, project } from '../fixture.js'

const APP = project('/no/such/app')

const day = (n: number) => `2026-01-${String(n).padStart(2, '0')}T00:00:00.000Z`

async function filled(t: { teardown(undo: () => unknown): void }) {
  const { service } = openService(t)
  const item = (id: string, scope: unknown, fields: object, n: number) => {
    const base = { id, scope, title: id, content: 'text', createdAt: day(n), updatedAt: day(n) }
    return { ...base, ...fields }
  }
  await service.memories.load(
    linesOf(
      item('aaaaaaaa', GLOBAL, { kind: 'fact', tags: ['Git', 'ci'] }, 1),
      item('bbbbbbbb', GLOBAL, { kind: 'constraint', tags: ['git'] }, 3),
      item('cccccccc', APP, { kind: 'fact', content: 'The parser was rewritten.' }, 2),
      item('dddddddd', APP, { kind: 'procedure', tags: ['ci'], content: 'Run the parsers.' }, 4),
      item('eeeeeeee', APP, { kind: 'house-rule', title: 'Parser' }, 4),
    ),
  )
  return service
}

const ids = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id[0]).join('')

t.test('the newest update comes first, then the id', async t => {
  const service = await filled(t)
  const all = await service.memories.list()
  t.equal(ids(all), 'debca')
  t.equal(all.total, 5)
  t.ok(all.items.every(item => !('score' in item)))
})

t.test('filters narrow, and total counts before the limit', async t => {
  const service = await filled(t)
  t.equal(ids(await service.memories.list({ scope: GLOBAL })), 'ba')
  t.equal(ids(await service.memories.list({ scope: APP })), 'dec')
  t.equal(ids(await service.memories.list({ scopeType: 'project' })), 'dec')
  t.equal(ids(await service.memories.list({ scopes: [GLOBAL, APP] })), 'debca')
  t.equal(
    ids(await service.memories.list({ scopes: [GLOBAL, GLOBAL] })),
    'ba',
    'a scope named twice',
  )
  t.equal(ids(await service.memories.list({ scopes: [] })), '')
  t.equal(ids(await service.memories.list({ scope: project('/no/such/other') })), '')
  t.equal(ids(await service.memories.list({ kinds: ['fact', 'house-rule'] })), 'eca')
  t.equal(ids(await service.memories.list({ kinds: ['preference'] })), '')
  t.equal(ids(await service.memories.list({ tags: ['GIT'] })), 'ba')
  t.equal(ids(await service.memories.list({ tags: ['git', 'CI'] })), 'a')
  t.equal(ids(await service.memories.list({ tags: ['gi'] })), '')
  const page = await service.memories.list({ limit: 2, offset: 1 })
  t.equal(ids(page), 'eb')
  t.equal(page.total, 5)
  t.same(await service.memories.list({ offset: 9 }), { items: [], total: 5 })
})

t.test('a text ranks, and inflected forms match', async t => {
  const service = await filled(t)
  const found = await service.memories.list({ text: 'parser' })
  t.equal(ids(found)[0], 'e', 'a title counts more')
  t.equal(found.total, 3)
  t.ok(found.items.every(({ score }) => typeof score === 'number' && score > 0))
  const scores = found.items.map(({ score }) => score!)
  t.same(
    scores,
    [...scores].sort((a, b) => b - a),
  )
  t.equal(ids(await service.memories.list({ text: 'parsing', kinds: ['procedure'] })), 'd')
  t.equal(ids(await service.memories.list({ text: 'parser', scope: GLOBAL })), '')
  t.equal(ids(await service.memories.list({ text: '  ' })), 'debca', 'blank is no search')
  t.equal((await service.memories.list({ text: 'zebra' })).total, 0)
  t.equal((await service.memories.list({ text: '!!!' })).total, 0, 'no words, nothing found')
  t.equal((await service.memories.list({ text: 'parser', limit: 1 })).total, 3)
})

t.test('status counts what there is', async t => {
  const service = await filled(t)
  t.match(await service.status(), {
    ok: true,
    busy: false,
    memories: 5,
    scopes: 2,
    queuedTurns: 0,
    problems: 0,
    unusedInRepo: [],
    databasePath: /svc\.json$/,
  })
  t.same(await service.scopes(), [
    { type: 'global', id: null, count: 2 },
    { type: 'project', id: '/no/such/app', count: 3 },
  ])
})

t.test('a list is narrowed by source, by what is pinned and by what is to be reviewed', async t => {
  const { service } = openService(t)
  const base = { scope: APP, content: 'The parser.', createdAt: day(1), updatedAt: day(1) }
  const learned = { runtime: 'svc', session: 'talk', turn: 1 }
  await service.memories.load(
    linesOf(
      { ...base, id: 'aaaaaaaa', title: 'a', source: { runtime: 'cli' }, pinned: true },
      { ...base, id: 'bbbbbbbb', title: 'b', source: { runtime: 'mcp' }, tags: ['Needs-Review'] },
      { ...base, id: 'cccccccc', title: 'c', source: learned, pinned: true },
      { ...base, id: 'dddddddd', title: 'd', source: { ...learned, changedBy: 'agent' } },
    ),
  )
  const listed = async (filter: object) => {
    const [byTime, byText] = [
      await service.memories.list(filter),
      await service.memories.list({ ...filter, text: 'parser' }),
    ]
    t.same(ids(byText).split('').sort(), ids(byTime).split('').sort(), 'a search too')
    t.equal(byTime.total, byTime.items.length)
    return ids(byTime)
  }
  t.equal(await listed({ sources: ['remembered'] }), 'a')
  t.equal(await listed({ sources: ['learned', 'agent'] }), 'bcd')
  t.equal(await listed({ sources: ['imported'] }), '')
  t.equal(await listed({ sources: [] }), 'abcd')
  t.equal(await listed({ pinned: true }), 'ac')
  t.equal(await listed({ pinned: true, sources: ['learned'] }), 'c')
  t.equal(await listed({ pinned: false, review: false }), 'abcd')
  t.equal(await listed({ review: true }), 'b')
  await t.rejects(service.memories.list({ sources: ['web' as never] }), { code: 'INVALID_REQUEST' })
  await t.rejects(service.memories.list({ pinned: 1 as never }), { code: 'INVALID_REQUEST' })
})

t.test('a search as one types says which words match', async t => {
  const service = await filled(t)
  const typed = await service.memories.list({ text: 'pars', prefix: true, matches: true })
  t.equal(typed.total, 3)
  const matches = Object.fromEntries(typed.items.map(item => [item.id, item.matches]))
  t.same(matches, { cccccccc: ['parser'], dddddddd: ['parsers'], eeeeeeee: ['Parser'] })
  t.equal((await service.memories.list({ text: 'pars' })).total, 0)
  const plain = await service.memories.list({ text: 'parser' })
  t.ok(plain.items.every(item => !('matches' in item)))
  const tagged = await service.memories.list({ text: 'git', matches: true })
  t.same(
    tagged.items.map(item => item.matches),
    [[], []],
    'a tag is no word of the text',
  )
  t.notOk('matches' in (await service.memories.list({ matches: true })).items[0]!, 'without a text')
  t.equal(ids(await service.memories.list({ text: 'pars', prefix: true, kinds: ['fact'] })), 'c')
})
