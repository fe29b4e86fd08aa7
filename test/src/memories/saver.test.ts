import t from 'tap'
import { readFileSync } from 'node:fs'
import { fileOf, openService, project, projectMemories, tickingClock } from '../fixture.js'

const DEPLOY = { scope: project('/elsewhere/ship'), title: 'Deploy', content: 'Run make ship.' }

t.test('what an agent saves is labelled so, bounded and redacted', async t => {
  const { service, dataDir } = openService(t)
  const given = { ...DEPLOY, content: 'With api_key=sk-ant-api03-Zq8vN3xKp0LmT5rWc7', pinned: true }
  const { memory } = await service.memories.save('mcp', given, { host: 'claude-code' })
  t.same(memory.source, { runtime: 'mcp', host: 'claude-code' })
  t.notOk(memory.pinned)
  t.match(memory.content, '[redacted:')
  t.match(
    readFileSync(fileOf(projectMemories(dataDir), memory.id), 'utf8'),
    /^source:\n {2}runtime: mcp\n {2}host: claude-code\ncreatedAt/m,
  )
  const cli = await service.memories.save('cli', { ...DEPLOY, title: 'Test' }, { by: 'agent' })
  t.same(cli.memory.source, { runtime: 'cli', by: 'agent' })
  const long = service.memories.save('mcp', { ...DEPLOY, title: 'x'.repeat(301) })
  await t.rejects(long, { code: 'INVALID_REQUEST' })
  for (const saver of [{ by: 'person' }, { host: 'nowhere' }, 'agent', null]) {
    const saved = service.memories.save('cli', DEPLOY, saver as never)
    await t.rejects(saved, { code: 'INVALID_REQUEST' })
  }
})

t.test(
  'an agent that changes what a person wrote leaves who made it, and the way back',
  async t => {
    const { service, dataDir } = openService(t, undefined, { now: tickingClock() })
    const { memory } = await service.memories.save('cli', DEPLOY)
    const same = await service.memories.save('mcp', DEPLOY)
    t.same(same.memory.source, { runtime: 'cli' }, 'it said nothing new')
    const changed = await service.memories.save('mcp', { ...DEPLOY, content: 'Run make sail.' })
    t.match(changed, { outcome: 'updated', memory: { id: memory.id, content: 'Run make sail.' } })
    t.same(changed.memory.source, { runtime: 'cli', changedBy: 'agent' })
    t.match(
      readFileSync(fileOf(projectMemories(dataDir), memory.id), 'utf8'),
      /runtime: cli\n {2}changedBy: agent\n/,
    )
    t.match((await service.archive.history(memory.id))[0], { version: 1, changed: ['content'] })
    const restored = await service.archive.restore(memory.id)
    t.match(restored, { content: 'Run make ship.', source: { runtime: 'cli' } })
    t.notOk('changedBy' in restored.source)
  },
)

t.test('what an agent wrote last can be listed until a person changes it', async t => {
  const { service } = openService(t, undefined, { now: tickingClock() })
  const titles = async () =>
    (await service.memories.list({ by: 'agent' })).items.map(item => item.title)
  await service.memories.save('cli', DEPLOY)
  const { memory } = await service.memories.save('mcp', { ...DEPLOY, title: 'First' })
  await service.memories.save('cli', { ...DEPLOY, title: 'Second' }, { by: 'agent' })
  t.same(await titles(), ['Second', 'First'])
  t.equal((await service.memories.list({ by: 'agent', text: 'second' })).total, 1)
  await service.memories.save('mcp', { ...DEPLOY, content: 'Run make sail.' })
  t.same(await titles(), ['Deploy', 'Second', 'First'])
  const edited = await service.memories.edit(memory.id, { content: 'Seen.' })
  t.same(edited.source, { runtime: 'mcp', changedBy: 'person' })
  t.same(await titles(), ['Deploy', 'Second'])
  const again = await service.memories.save('mcp', { ...DEPLOY, title: 'First' })
  t.same(again.memory.source, { runtime: 'mcp' })
  await t.rejects(service.memories.list({ by: 'me' as never }), { code: 'INVALID_REQUEST' })
})

t.test('an agent does not bring back by itself what was forgotten as wrong', async t => {
  const { service } = openService(t)
  const { memory } = await service.memories.save('mcp', DEPLOY)
  await service.memories.forget(memory.id, { wrong: true })
  const again = service.memories.save('mcp', { ...DEPLOY, title: 'Deploying' })
  await t.rejects(again, { code: 'CONFLICT', message: /forgotten as wrong/ })
  const right = await service.memories.save('mcp', { ...DEPLOY, content: 'Run make sail.' })
  t.equal(right.outcome, 'created', 'what is right may bear the same title')
  await service.remember({ ...DEPLOY, title: 'Deploying' })
})
