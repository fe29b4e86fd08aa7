import t from 'tap'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Service } from '../../../src/api.js'
import { statePath } from '../../../store/store.js'
import { fileOf, GLOBAL, project } from '../fixture.js'
import { memory, ReflectDesk, turnsSaying } from '../reflect/desk.js'

const PNPM = 'Packages come from pnpm'
const NOTHING = { items: [], elsewhere: [], problems: [], untrusted: [] }

/** Distils a conversation in which the provider finds these memories. */
async function learn(desk: ReflectDesk, service: Service, ...memories: { said?: string }[]) {
  desk.later(60)
  desk.answers({ memories })
  const session = `session-${desk.now.getTime()}`
  await service.reflectBatch({ scope: desk.scope, session, turns: turnsSaying(memories, 8) })
  return (await service.review.list()).items
}

function wordsIn(desk: ReflectDesk): string {
  return readFileSync(statePath(desk.store, 'learned.jsonl'), 'utf8')
}

t.test('lists what was learned, newest first, with the words it came from', async t => {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  await service.remember({ scope: desk.scope, title: 'By hand', content: 'x' })
  t.same(await service.review.list(), NOTHING, 'a person wrote that')
  await learn(desk, service, memory(PNPM, { said: 'we use pnpm here' }))
  await learn(
    desk,
    service,
    memory('Answers are short', { scope: 'global', said: 'keep your answers short' }),
  )
  const { items } = await service.review.list()
  t.match(items, [
    { change: 'added', undo: 'forget', memory: { title: 'Answers are short', scope: GLOBAL } },
    { change: 'added', memory: { title: PNPM }, words: [{ said: 'we use pnpm here', turn: 8 }] },
  ])
  t.same(items[0]?.contradicts, [])
  t.same((await service.review.list({ scope: desk.scope })).elsewhere, [
    { scope: GLOBAL, count: 1 },
  ])
  t.equal((await service.review.list({ scope: desk.scope })).items.length, 1)
  await t.rejects(service.review.list({ all: 'yes' as never }), { code: 'INVALID_REQUEST' })
})

t.test('an item quotes no words of another session that stand against it', async t => {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  const say = (content: string) => memory(content.slice(0, -1), { content, said: content })
  const [main, notes, now] = [
    'Releases are cut from the branch main on Tuesdays.',
    'The release notes are written by Ana on Tuesdays.',
    'Releases are cut on Thursdays now.',
  ].map(say)
  await learn(desk, service, main!, notes!)
  const items = await learn(desk, service, now!)
  t.equal(items.length, 3)
  t.ok(items.every(({ contradicts }) => contradicts.length > 0))
  for (const { memory, words } of items)
    t.same(
      words.map(({ said }) => said),
      [memory.content],
    )
})

t.test('what is accepted is not shown again, until something is learned of it', async t => {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  const [item] = await learn(desk, service, memory(PNPM, { said: 'we use pnpm here' }))
  const { accepted, undone } = await service.review.settle({ accept: [item!.id] })
  t.match(accepted, [{ id: item!.id, title: PNPM }])
  t.same(undone, [])
  t.same((await service.review.list()).items, [])
  const [seen] = (await service.review.list({ all: true })).items
  t.match(seen, { id: item!.id, reviewed: true, words: [{ said: 'we use pnpm here' }] })
  const more = memory(PNPM, { content: 'pnpm 9 alone.', said: 'pnpm 9 please' })
  const [updated] = await learn(desk, service, more)
  t.match(updated, {
    ...{ change: 'updated', undo: 'revert', reviewed: false, words: [{ said: 'pnpm 9 please' }] },
    before: { title: PNPM, content: `${PNPM}, as was said.` },
  })
  t.equal(updated?.words.length, 1, 'the rest was looked at')
  const file = JSON.parse(readFileSync(statePath(desk.store, 'waiting.json'), 'utf8')) as unknown
  t.same(file, { waiting: { [desk.scopeFolder().key]: 1 } })
})

t.test('an addition that is undone can be restored, and is not learned again', async t => {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  const candidate = memory(PNPM, { said: 'we use pnpm here' })
  const [item] = await learn(desk, service, candidate)
  const { undone } = await service.review.settle({ undo: [item!.id] })
  t.match(undone, [{ id: item!.id, title: PNPM }])
  t.same((await service.memories.list()).items, [])
  t.notMatch(wordsIn(desk), /pnpm/, 'the words are gone')
  t.match((await service.events(1))[0], { type: 'forget', items: [{ change: 'forgotten' }] })
  t.same(await learn(desk, service, candidate), [], 'the same words teach nothing')
  t.match((await service.archive.list()).items, [{ id: item!.id, reason: 'forgotten' }])
  t.match(await service.archive.restore(item!.id), { title: PNPM })
})

t.test(
  'an update that is undone goes back to the version before all that was not seen',
  async t => {
    const desk = new ReflectDesk(t)
    const service = desk.open()
    const { id } = await service.remember({ scope: desk.scope, title: 'Port', content: '4000' })
    await learn(desk, service, memory('Port', { content: '4100', said: 'port 4100 now' }))
    const [item] = await learn(desk, service, memory('Port', { content: '4200', said: '4200!' }))
    t.match(item, { id, before: { content: '4000' }, words: [{ said: 'port 4100 now' }, {}] })
    t.match((await service.review.settle({ undo: [id] })).undone, [{ id, content: '4000' }])
    t.match(await service.memories.get(id), { content: '4000' })
    t.same((await service.review.list({ all: true })).items, [])
    t.match((await service.events(1))[0], { updated: 1, items: [{ id, change: 'restored' }] })
  },
)

t.test('what was taken back comes back, and a mark shows the other side', async t => {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  const put = (title: string, content: string) =>
    service.remember({ scope: desk.scope, title, content })
  const prettier = await put('Prettier', 'We format everything with prettier.')
  const said = 'forget what I said about prettier'
  const retractions = [{ statement: said, title: 'Prettier' }]
  const turns = turnsSaying([{ said }], 8)
  desk.later(60)
  desk.answers({ memories: [], skills: [], retractions })
  await service.reflectBatch({ scope: desk.scope, session: 'one', turns })
  const [gone] = (await service.review.list()).items
  t.match(gone, {
    ...{ id: prettier.id, change: 'retracted', undo: 'restore' },
    memory: { content: 'We format everything with prettier.' },
    words: [{ said }],
  })
  t.match((await service.events(1))[0], { items: [{ id: prettier.id, change: 'retracted' }] })
  await service.review.settle({ undo: [prettier.id] })
  t.match(await service.memories.get(prettier.id), { title: 'Prettier' })
  t.same((await service.review.list()).items, [])

  const [one, two] = [
    await put('Formatter', 'Code is formatted with prettier.'),
    await put('Formatting', 'Code of the site is formatted with prettier.'),
  ]
  const biome = { content: 'Code is formatted with biome.', replaces: 'prettier', said: 'biome!' }
  const items = await learn(desk, service, memory('Biome', biome))
  const found = items.find(({ memory }) => memory.title === 'Biome')
  t.match(found, { change: 'added', undo: 'forget', marked: true })
  t.ok(found!.contradicts.some(({ id }) => id === one.id || id === two.id))
  const marked = items.filter(({ change }) => change === 'marked')
  t.match(marked[0], { undo: 'revert', contradicts: [{ title: 'Biome' }] })
  await service.review.settle({ undo: [found!.id] })
  t.same((await service.review.list()).items, [], 'nothing is left that could contradict')
  const waiting = readFileSync(statePath(desk.store, 'waiting.json'), 'utf8')
  t.same(JSON.parse(waiting), { waiting: {} }, 'and nothing waits')
})

t.test('what a person wrote since is not lost by an undo', async t => {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  const { id } = await service.remember({ scope: desk.scope, title: 'Port', content: '4000' })
  await learn(desk, service, memory('Port', { content: '4100', said: 'port 4100 now' }))
  desk.later(5)
  await service.memories.edit(id, { content: '4100, behind the proxy' })
  await t.rejects(service.review.settle({ undo: [id] }), { code: 'CONFLICT', message: /history/ })
  t.match(await service.memories.get(id), { content: '4100, behind the proxy' })
  t.match((await service.review.settle({ accept: [id] })).accepted, [{ id }])
})

t.test('an id that is not shown changes nothing of the others', async t => {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  const [item] = await learn(desk, service, memory(PNPM))
  const wrong = service.review.settle({ undo: [item!.id], accept: ['nothinga'] })
  await t.rejects(wrong, { code: 'MEMORY_NOT_FOUND' })
  t.equal((await service.review.list()).items.length, 1)
  const none = { scope: project('/nowhere') }
  await t.rejects(service.review.settle({ undo: [item!.id] }, none), { code: 'MEMORY_NOT_FOUND' })
  for (const bad of [{}, null, { accept: 'x' }, { accept: [], undo: [] }, { accept: ['a', 'a'] }]) {
    await t.rejects(service.review.settle(bad as never), { code: 'INVALID_REQUEST' })
  }
})

t.test('what was merged away since is shown with what took it in', async t => {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  const content = 'Deploys happen on Tuesday between ten and twelve, never on a Friday.'
  await service.remember({ scope: desk.scope, title: 'Deploy window', content })
  const [item] = await learn(desk, service, memory('Deploy windows', { content, said: 'tuesdays' }))
  const { merged } = await service.consolidate(desk.scope)
  t.equal(merged, 1)
  const [after] = (await service.review.list()).items.filter(({ words }) => words.length > 0)
  t.match(after, { id: item!.id, words: [{ said: 'tuesdays' }], memory: { content } })
  if (after?.memory.id === item!.id) return
  await t.rejects(service.review.settle({ undo: [item!.id] }), { message: /archive restore/ })
  await service.review.settle({ accept: [item!.id] })
  t.same((await service.review.list()).items, [])
})

t.test('contradictions and possible secrets are to be decided', async t => {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  const one = await service.remember({
    scope: desk.scope,
    title: 'Prettier',
    content: 'We use it.',
  })
  const other = await service.remember({ scope: desk.scope, title: 'Biome', content: 'No more.' })
  const directory = join(desk.scopeFolder().path, 'memories')
  const marked = fileOf(directory, one.id)
  const source = `source:\n  contradicts:\n    - ${other.id}\ntags:\n  - needs-review\n`
  const text = readFileSync(marked, 'utf8').replace(/^source:(\n {2}.*)*\n/m, '')
  writeFileSync(marked, text.replace(/^tags:.*\n/m, '').replace(/^title:/m, `${source}title:`))
  const secret = fileOf(directory, other.id)
  const token = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`
  writeFileSync(secret, readFileSync(secret, 'utf8').replace('No more.', `It is ${token}`))

  const late = desk.open()
  const { items } = await late.review.list()
  t.match(
    items.find(({ id }) => id === one.id),
    { marked: true, undo: 'forget', contradicts: [{ id: other.id, title: 'Biome' }] },
  )
  const found = items.find(({ id }) => id === other.id)
  t.match(found, { secrets: ['github-token'], marked: false })
  t.notOk('change' in found!)
  t.equal(items.length, 2)
  await late.review.settle({ accept: [one.id, other.id] })
  t.same((await late.review.list()).items, [])
  t.same((await late.memories.get(one.id)).tags, [])
})

t.test('a memory whose file somebody removed takes its words with it', async t => {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  const [item] = await learn(desk, service, memory(PNPM, { said: 'we use pnpm here' }))
  rmSync(fileOf(join(desk.scopeFolder().path, 'memories'), item!.id))
  t.same((await desk.open().review.list()).items, [])
  t.notMatch(wordsIn(desk), /pnpm/)
})

t.test('says what is not read at all: broken files, and projects that nobody trusted', async t => {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  const other = join(desk.folder, 'other')
  const { id } = await service.remember({ scope: desk.scope, title: 'Broken soon', content: 'x' })
  await service.remember({ scope: project(other), title: 'Elsewhere', content: 'x' })
  const folders = join(desk.dataDir, 'projects')
  const folder = readdirSync(folders).find(name => name.startsWith('shop'))!
  const path = fileOf(join(folders, folder, 'memories'), id)
  writeFileSync(path, '<<<<<<< a\n=======\n>>>>>>> b\n')
  mkdirSync(join(other, '.svc/memories'), { recursive: true })
  writeFileSync(join(other, '.svc/memories/a.md'), 'Theirs.\n')
  const fresh = desk.open()
  const problem = { scope: desk.scope, path, message: /^has conflict markers/ }
  const unused = { project: other, path: join(other, '.svc'), reason: 'untrusted', files: 1 }
  const all = await fresh.review.list()
  t.match(all.problems, [problem])
  t.match(all.untrusted, [unused])
  t.equal(all.untrusted.length, 1)
  t.match(await fresh.review.list({ scope: desk.scope }), { problems: [problem], untrusted: [] })
  t.match(await fresh.review.list({ scope: project(other) }), { problems: [], untrusted: [unused] })
  t.match(await fresh.review.list({ scope: GLOBAL }), { problems: [], untrusted: [] })
  const unknown = join(desk.folder, 'cloned')
  mkdirSync(join(unknown, '.svc/memories'), { recursive: true })
  writeFileSync(join(unknown, '.svc/memories/a.md'), 'Theirs.\n')
  const { untrusted } = await fresh.review.list({ scope: project(unknown) })
  t.match(untrusted, [{ project: unknown }], 'also of a project that the store does not know')
})
