import t from 'tap'
import { findSaved, withoutSaved, type SavedMemory } from '../../../src/reflect/saved.js'
import type { Turn } from '../../../src/provider/types.js'
import { HookDesk } from '../../handlers/hooks/desk.js'
import { openService, project, tickingClock } from '../fixture.js'
import { temporaryFolder } from '../../store/fixture.js'
import { memory, ReflectDesk } from './desk.js'

const SAID = 'Remember: we deploy with pnpm run ship, never by hand'
const SHIP = { title: 'Deploy with pnpm run ship', content: 'It is run from the root.' }
const AT = '2026-11-20T10:00:00.000Z'

const saved = (title: string, content = '', at = AT): SavedMemory => ({
  title,
  content,
  times: [at],
})
const turn = (prompt: string, at = AT, askedAt = AT): Turn => ({
  ...{ session: 's', turn: 1, at, askedAt, prompt, reply: 'Done.' },
})
const candidate = (title: string, content = `${title}.`) => ({
  ...{ kind: 'fact', title, content, tags: [], aliases: [], scope: 'project' as const },
})

/** Whether a candidate of one turn is still learned where this was saved in the turn. */
const isLearned = (title: string, one: SavedMemory, turns = [turn(title)]) =>
  withoutSaved([candidate(title)], turns, [one]).length === 1

t.test('what says the same as what the model saved is not learned beside it', t => {
  const same: [string, string, string?][] = [
    ['Deploy with pnpm run ship, never by hand', 'Deploy with pnpm run ship'],
    ['Deploy with pnpm run ship, never by hand', 'Deployment', 'pnpm run ship, never by hand.'],
    ['Use tabs here, not spaces', 'Indent with tabs', 'Use tabs, not spaces, in this project.'],
    ['Release notes go out in English', 'RELEASE notes go out in English', 'Something else.'],
    ['我们用 pnpm run ship 部署', '用 pnpm run ship 部署'],
  ]
  for (const [title, ...said] of same) t.notOk(isLearned(title, saved(...said)), title)
  t.end()
})

t.test('what says something else is', t => {
  const others: [string, string, string?][] = [
    ['Deploy with pnpm run release', 'Deploy with pnpm run ship'],
    ['Never push on Fridays', 'Push on Fridays', 'Fridays are good days to push.'],
    ['Push on Fridays', 'Never push on Fridays'],
    ['Run integration tests with vitest', 'Run integration tests with jest'],
    ['The staging database is on port 5433', 'Deploy with pnpm run ship'],
    ['The deploy command needs the VPN', 'Deploy command', 'It is pnpm run ship.'],
    ['Use pnpm', 'Deploy with pnpm run ship'],
  ]
  for (const [title, ...said] of others) t.ok(isLearned(title, saved(...said)), title)
  t.end()
})

t.test('only what was saved in the turn that a candidate comes from counts', t => {
  const title = 'Deploy with pnpm run ship'
  const asked = '2026-11-20T10:10:00.000Z'
  const end = '2026-11-20T10:12:00.000Z'
  const turns = [turn('Something else', AT), turn(title, end, asked)]
  const learnedWith = (at: string) => isLearned(title, saved(title, '', at), turns)
  t.ok(learnedWith(AT), 'saved in the turn before')
  t.notOk(learnedWith('2026-11-20T10:11:00.000Z'))
  t.notOk(learnedWith('2026-11-20T10:12:03.000Z'), 'by a command that ended late')
  t.ok(learnedWith('2026-11-20T10:13:00.000Z'), 'saved after it')
  const { askedAt: _, ...unasked } = turn(title, end)
  t.notOk(isLearned(title, saved(title, '', AT), [unasked]), 'nobody knows when the turn began')
  t.same(withoutSaved([candidate(title)], [], [saved(title)]).length, 1)
  t.end()
})

t.test('of what is stored that counts which an agent wrote', async t => {
  const { service } = openService(t, undefined, { now: tickingClock() })
  const scope = project(temporaryFolder(t))
  const put = (title: string, ...saver: [string, object?]) =>
    service.memories.save(saver[0], { scope, title, content: 'x' }, saver[1] ?? {})
  await put('By a person', 'cli')
  await put('By a tool', 'mcp')
  await put('By a command', 'cli', { by: 'agent' })
  const { memory: changed } = await put('Changed', 'http')
  await service.memories.save('mcp', { scope, title: 'Changed', content: 'y' })
  await service.memories.save('mcp', { scope, title: 'Waits', kind: 'constraint', content: 'x' })
  const { items } = await service.memories.list()
  const documents = items.map(item => ({ document: { ...item, extra: {} }, ...item }))
  const memories = new Map(documents.map(one => [one.id, { ...one, file: {} }]))
  const found = findSaved([{ memories } as never])
  t.same(found.map(({ title }) => title).sort(), ['By a command', 'By a tool', 'Changed'])
  const { updatedAt, createdAt } = await service.memories.get(changed.id)
  t.same(found.find(({ title }) => title === 'Changed')?.times, [createdAt, updatedAt])
})

/** A turn seen by hooks, in which the model saves something or not; what is stored afterwards. */
async function runTurn(desk: HookDesk, save?: { runtime: string; saver?: object; title?: string }) {
  const scope = project(desk.project)
  const { service } = openService(t, desk.store, { now: () => desk.now })
  const later = () => (desk.now = new Date(desk.now.getTime() + 20_000))
  await desk.prompt(SAID)
  later()
  if (save) await service.memories.save(save.runtime, { scope, ...SHIP, ...save }, save.saver)
  later()
  await desk.stop()
  await service.learning.reflect(scope)
  return (await service.memories.list({ scope })).items
}

t.test('a rule that the model saved in its turn is stored once', async t => {
  const distilled = await runTurn(new HookDesk(t))
  t.match(distilled, [{ source: { runtime: 'svc' } }])
  t.equal(distilled.length, 1)
  for (const save of [{ runtime: 'mcp' }, { runtime: 'cli', saver: { by: 'agent' } }]) {
    const items = await runTurn(new HookDesk(t), save)
    t.match(items, [{ ...SHIP, source: { runtime: save.runtime } }])
    t.equal(items.length, 1)
  }
  const others = await runTurn(new HookDesk(t), { runtime: 'mcp', title: 'Tests need Docker' })
  t.equal(others.length, 2, 'something else was saved')
})

t.test('what was saved before the turn is changed by it as ever', async t => {
  const desk = new ReflectDesk(t)
  const given = { scope: desk.scope, ...SHIP }
  await desk.open().memories.save('cli', given)
  await desk.open().memories.save('mcp', { ...given, content: 'Old.' }, { host: 'codex' })
  desk.later(2 * 60 * 60)
  desk.queue(1)
  desk.answers({ memories: [memory(SHIP.title, { content: 'New.' })] })
  await desk.open().learning.reflect(desk.scope)
  const [item] = await desk.memories(desk.scope)
  t.match(item, { ...SHIP, content: 'New.', source: { runtime: 'svc', session: 'session-1' } })
  t.notOk('changedBy' in item!.source)
})

t.test('a provider is told what was saved, and asked for as much besides', async t => {
  const desk = new ReflectDesk(t)
  await desk.open().memories.save('mcp', { scope: desk.scope, ...SHIP })
  desk.queue(1)
  const told = ['Deploy with pnpm run ship now', 'Tests need Docker', 'One too many']
  desk.answers({ memories: told.map(title => memory(title)) })
  await desk.open().learning.reflect(desk.scope)
  t.same(desk.asked[0]?.own.memories, [SHIP.title])
  t.same(await desk.titles(desk.scope), [SHIP.title, 'Tests need Docker'])
})

t.test('neither the lines of a start nor what a tool answered teach anything', async t => {
  const desk = new HookDesk(t)
  desk.flags = { host: 'claude-code', tools: 'mcp' }
  const start = await desk.start()
  t.match(start, 'mcp__svc__remember')
  const path = `${desk.folder}/t.jsonl`
  const line = (type: string, content: unknown) => JSON.stringify({ type, message: { content } })
  const result = [{ type: 'tool_result', content: `${start}\n${SAID}`, tool_use_id: 'x' }]
  const said = [line('user', 'hello'), line('user', result), line('assistant', 'Read it.')]
  desk.write({ 't.jsonl': `${said.join('\n')}\n` }, desk.folder)
  await desk.prompt(`${start}\n\nhello`)
  await desk.stop({ last_assistant_message: undefined, transcript_path: path })
  t.match(desk.queued(), [{ prompt: 'hello' }])
  const { service } = openService(t, desk.store, { now: () => new Date(desk.now.getTime() + 9e5) })
  const scope = project(desk.project)
  t.match(await service.learning.reflect(scope), { batches: 1, added: 0 })
})
