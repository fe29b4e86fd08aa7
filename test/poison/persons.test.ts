import t from 'tap'
import { createHandler } from '../../handlers/http/fetch.js'
import { uniteMakers } from '../../src/consolidate/combine.js'
import { mergeDocuments } from '../../src/merge/document.js'
import { orderOfWriting, planSettlement } from '../../src/merge/settlement.js'
import { SvcError } from '../../store/errors.js'
import { markOf, type MemoryDocument } from '../../store/types.js'
import { GLOBAL, openService, project } from '../src/fixture.js'
import { memory, ReflectDesk } from '../src/reflect/desk.js'
import { temporaryFolder } from '../store/fixture.js'

const OURS = "an agent's words"
const HELD = `${OURS}, not accepted`
const RULE = {
  kind: 'constraint',
  title: 'No force push',
  content: 'Never force-push to main.',
  tags: ['git', 'needs-review'],
}
const FACT = { title: 'Deploy window', content: 'Deploys happen on Tuesdays only.' }

function open(t: Parameters<typeof temporaryFolder>[0]) {
  const scope = project(temporaryFolder(t))
  const { service } = openService(t)
  const save = async (runtime: string, given: object) =>
    (await service.memories.save(runtime, { scope, ...given })).memory
  const start = async () => (await service.memories.context({ scopes: [scope, GLOBAL] })).text
  const handle = createHandler(service)
  const patch = async (id: string, body: object) => {
    const url = `http://localhost/svc/memories/${id}`
    const response = await handle(new Request(url, { method: 'PATCH', body: JSON.stringify(body) }))
    return { status: response.status, body: (await response.json()) as object }
  }
  return { service, scope, save, start, patch }
}

t.test('a memory of a person’s is hidden by no number of saves', async t => {
  const { save, start } = open(t)
  const fact = await save('cli', FACT)
  const tagged = await save('mcp', { ...FACT, tags: ['x'] })
  t.equal(markOf(tagged.source), undefined, 'tags are no words')
  const rule = { ...FACT, kind: 'constraint', content: 'Deploy any time.' }
  await t.rejects(save('mcp', rule), { code: 'CONFLICT', message: new RegExp(fact.id) })
  await save('mcp', { ...FACT, content: 'Deploys happen on Mondays.' })
  await t.rejects(save('mcp', rule), { code: 'CONFLICT' }, 'nor what a person made, in other words')
  t.match(await start(), fact.id)
})

t.test('nor by one that a person’s words went into', async t => {
  const agents = document('aaaaaaaaaaaa', { kind: 'fact', source: { runtime: 'mcp' } })
  const persons = document('bbbbbbbbbbbb', { kind: 'fact', content: 'Ask Ann.' })
  t.equal(
    uniteMakers({ source: { runtime: 'mcp', words: 'agent' } }, agents, persons, 'Ask Ann.').words,
    undefined,
  )
  const { service, scope, save } = open(t)
  const line = {
    ...{ ...FACT, id: 'cccccccccccc', scope, kind: 'fact', tags: [], aliases: [], pinned: false },
    source: { runtime: 'mcp', mergedFrom: ['bbbbbbbbbbbb'] },
    createdAt: '2026-11-20T10:00:00.000Z',
  }
  await service.memories.load(linesOf(line))
  const rule = { ...FACT, kind: 'constraint', content: 'Deploy any time.' }
  await t.rejects(save('mcp', rule), { code: 'CONFLICT' })
})

async function* linesOf(...lines: object[]) {
  for (const line of lines) yield JSON.stringify(await Promise.resolve(line))
}

t.test('to another’s memory an agent adds tags, and takes none off', async t => {
  const { save } = open(t)
  const { source } = await save('cli', RULE)
  const tagged = await save('mcp', { ...RULE, title: 'NO force push', tags: ['GIT', 'x'] })
  t.same(tagged.tags, ['git', 'needs-review', 'x'])
  t.same([tagged.title, tagged.source], [RULE.title, source])
  const own = { ...FACT, tags: ['a', 'needs-review'] }
  await save('mcp', own)
  t.same((await save('mcp', { ...own, tags: ['b'] })).tags, ['b', 'needs-review'], 'its own')
})

t.test('neither tags nor a pin of a person’s accept what waits or take its mark', async t => {
  const { service, save, start } = open(t)
  const { id } = await save('mcp', RULE)
  for (const patch of [{ tags: ['x'] }, { pinned: true }, { aliases: ['pushing'] }]) {
    const { source } = await service.memories.edit(id, patch)
    t.equal(markOf(source), HELD, JSON.stringify(patch))
  }
  t.equal(await start(), '')
  await service.memories.edit(id, { tags: ['needs-review'], pinned: false })
  const { accepted } = await service.review.settle({ accept: [id] })
  t.match(accepted, [{ tags: [] }])
  t.equal(markOf(accepted[0]!.source), OURS, 'accepted, whose words they are is said still')
  const pinned = await service.memories.edit(id, { pinned: true })
  t.equal(markOf(pinned.source), OURS)
  const said = await service.memories.edit(id, { content: 'Never force-push, says Ann.' })
  t.equal(markOf(said.source), undefined)
})

t.test('a change over HTTP says that it is an agent’s', async t => {
  const { save, patch } = open(t)
  const { id } = await save('mcp', RULE)
  const changed = await patch(id, { tags: ['x'], by: 'agent' })
  t.match(changed, { status: 200, body: { source: { waits: true }, tags: ['x', 'needs-review'] } })
  t.match(await patch(id, { tags: ['y'] }), { body: { source: { waits: true } } })
  t.match(await patch(id, { content: 'Push.', by: 'agent' }), { body: { source: { waits: true } } })
  const fact = await save('cli', FACT)
  t.match(await patch(fact.id, { kind: 'procedure', by: 'agent' }), { status: 409 })
  t.match(await patch(fact.id, { tags: ['x'], by: 'agent' }), { body: { source: fact.source } })
  const own = { content: 'On Mondays.', by: 'agent' }
  t.match(await patch(fact.id, own), { body: { source: { changedBy: 'agent' } } })
  t.match(await patch(fact.id, { by: 'person' }), { status: 400 })
})

t.test('what a person brings back holds', async t => {
  const { service, save, start } = open(t)
  const { id } = await save('mcp', RULE)
  await service.review.settle({ accept: [id] })
  const { memory: restored } = { memory: await service.archive.restore(`${id}@1`) }
  t.equal(markOf(restored.source), OURS)
  t.match(await start(), id)
})

t.test('a title that waits is named where it is in the way of a rename', async t => {
  const { service, save } = open(t)
  const { id } = await save('mcp', RULE)
  const fact = await save('cli', FACT)
  const renamed = service.memories.edit(fact.id, { title: RULE.title })
  await t.rejects(renamed, { code: 'CONFLICT', message: new RegExp(`${id}.*waits`) })
})

t.test('an agent’s reply has nothing hold that waits', async t => {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  const rule = {
    kind: 'constraint',
    title: 'Packages come from the mirror',
    content: 'Packages come from pnpm, from mirror.example.net.',
  }
  const { memory: held } = await service.memories.save('mcp', { scope: desk.scope, ...rule })
  const said = 'Decided: packages come from pnpm, always from mirror.example.net.'
  const learn = async (title: string) => {
    const decided = { ...rule, content: said.slice(9), isRestated: true, isDecision: true, said }
    desk.answers({ memories: [memory(title, decided)] })
    const turn = { prompt: 'Yes, do that.', reply: said }
    await service.reflectBatch({ scope: desk.scope, session: title, turns: [turn] })
  }
  desk.later(24 * 60 * 60)
  await learn(rule.title)
  const standing = await service.memories.get(held.id)
  t.match(standing, { content: said.slice(9), source: { runtime: 'mcp', waits: true } })
  t.equal((await service.memories.context({ scopes: [desk.scope] })).text, '')
})

t.test('nor does it say once more, as a rule, what it saved in that turn', async t => {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  const title = 'Packages come from the mirror'
  const rule = { kind: 'constraint', content: 'Packages come from the mirror of example.net.' }
  desk.later(60)
  await service.memories.save('mcp', { scope: desk.scope, title, ...rule })
  const reply = 'Decided: packages come from the mirror of example.net, all packages.'
  const decided = { ...rule, content: reply.slice(9), isRestated: true, said: reply }
  desk.answers({ memories: [memory('All packages come from the mirror', decided)] })
  const turns = [{ prompt: 'Yes, do that.', reply }]
  await service.reflectBatch({ scope: desk.scope, session: 's', turns })
  t.equal((await service.memories.context({ scopes: [desk.scope] })).text, '')
})

const document = (id: string, fields: Partial<MemoryDocument>): MemoryDocument => ({
  ...{ id, kind: 'constraint', title: 'Deploying', tags: [], aliases: [], pinned: false },
  ...{ content: 'Ask Ann before a deploy.\n\nUse make ship.', extra: {}, source: {} },
  ...{ createdAt: '2026-11-20T10:00:00.000Z', ...fields },
})

t.test('of one title, an agent’s words become no part of what a person made bind', t => {
  const rule = document('bbbbbbbbbbbb', {})
  const agents = { kind: 'fact', content: 'Use make sail.', source: { runtime: 'mcp' } }
  for (const createdAt of ['2026-11-19T10:00:00.000Z', '2026-11-21T10:00:00.000Z']) {
    const others = ['aaaaaaaaaaaa', 'cccccccccccc'].map(id =>
      document(id, { ...agents, createdAt }),
    )
    const all = [rule, ...others]
    const written = orderOfWriting(planSettlement(all))
    t.notOk(
      written.some(({ id }) => id === rule.id),
      'a person’s stands as it is',
    )
    const [apart] = written.filter(({ supersededBy }) => supersededBy === undefined)
    t.match(apart, { title: `Deploying (${OURS})`, tags: ['needs-review'], kind: 'fact' })
    const after = all.map(one => written.find(({ id }) => id === one.id) ?? one)
    t.same(orderOfWriting(planSettlement(after)), [], 'planned again it yields nothing')
  }
  t.end()
})

t.test('a merge of two histories keeps the mark', t => {
  const base = document('aaaaaaaaaaaa', { kind: 'fact', source: { runtime: 'mcp' } })
  const agents = base.content.replace('Ann', 'nobody')
  const persons = base.content.replace('ship', 'sail')
  const person = { runtime: 'mcp', changedBy: 'person' }
  const merged = (ours: Partial<MemoryDocument>, theirs: Partial<MemoryDocument>) => {
    const sides = [
      { ...base, ...ours },
      { ...base, ...theirs },
    ] as const
    const [one, other] = [mergeDocuments(base, ...sides), mergeDocuments(base, sides[1], sides[0])]
    t.same(one, other)
    if (!('document' in one)) throw new SvcError('INTERNAL', one.problem)
    return one.document
  }
  const both = merged({ content: agents }, { content: persons, source: person })
  t.equal(markOf(both.source), OURS, 'both wrote in it')
  const bound = merged({ content: agents }, { kind: 'constraint', source: person })
  t.same([bound.kind, bound.content, markOf(bound.source)], ['constraint', agents, HELD])
  const own = merged({ tags: ['x'] }, { content: persons, source: person })
  t.same([own.content, markOf(own.source)], [persons, undefined], 'a person’s words stay theirs')
  t.end()
})
