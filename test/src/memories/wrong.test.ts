import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { isWrong, noteWrong } from '../../../src/memories/wrong.js'
import type { ForgetOptions } from '../../../src/types.js'
import { openStore } from '../../../store/store.js'
import type { Scope } from '../../../store/types.js'
import { temporaryFolder } from '../../store/fixture.js'
import { processorMs } from '../../processor-time.js'
import { GLOBAL, project } from '../fixture.js'
import { memory, ReflectDesk } from '../reflect/desk.js'

const PORT = { title: 'Staging port', content: 'Staging listens on `8080`.' }
const TURN = { prompt: 'Where is staging?', reply: 'On port 8080.' }
let session = 0

/** Reflects one turn of a project in a session of its own; answers what its memories are then. */
async function learn(desk: ReflectDesk, candidates: object[], scope: Scope = desk.scope) {
  desk.answers({ memories: candidates, skills: [] })
  const batch = { scope, session: `learns-${session++}`, turns: [TURN] }
  const { failed } = await desk.open().reflectBatch(batch)
  if (failed > 0) throw new Error('the batch failed')
  return desk.titles(scope)
}

async function forgetPort(desk: ReflectDesk, options?: ForgetOptions, scope = desk.scope) {
  const service = desk.open()
  const { id } = await service.remember({ scope, ...PORT })
  await service.memories.forget(id, options)
  return id
}

t.test('what was forgotten as wrong is not learned again', async t => {
  const desk = new ReflectDesk(t)
  await forgetPort(desk, { wrong: true })
  t.same(await learn(desk, [memory('staging  PORT', { content: 'Staging is on 8080 now.' })]), [])
  const same = 'staging listens on 8080'
  t.same(await learn(desk, [memory('Where staging listens', { content: same })]), [])
  t.same(await learn(desk, [memory('Staging port', { scope: 'global' })]), [])
  t.same(await desk.titles(GLOBAL), [], 'nor everywhere, from where it was wrong')
  const other = memory('Staging host', { content: 'Staging listens on 9090.' })
  t.same(await learn(desk, [other]), ['Staging host'])
  const elsewhere = project(join(desk.folder, 'other'))
  t.same(await learn(desk, [memory('Staging port')], elsewhere), ['Staging port'])
})

t.test('what was wrong everywhere is learned in no project', async t => {
  const desk = new ReflectDesk(t)
  await forgetPort(desk, { wrong: true }, GLOBAL)
  t.same(await learn(desk, [memory('Staging port')]), [])
  t.same(await learn(desk, [memory('Staging port')], project(join(desk.folder, 'other'))), [])
})

t.test('what was only forgotten may be learned again', async t => {
  const desk = new ReflectDesk(t)
  await forgetPort(desk)
  await forgetPort(desk, { wrong: false })
  t.notOk(existsSync(join(desk.dataDir, 'state', 'wrong')))
  t.same(await learn(desk, [memory('Staging port')]), ['Staging port'])
})

t.test('whoever says it on purpose is right: from then on it is learned too', async t => {
  for (const scope of ['project', 'global']) {
    const desk = new ReflectDesk(t)
    await forgetPort(desk, { wrong: true }, scope === 'global' ? GLOBAL : desk.scope)
    const service = desk.open()
    const { id } = await service.remember({ scope: desk.scope, ...PORT })
    await service.memories.forget(id)
    t.same(await learn(desk, [memory('Staging port')]), ['Staging port'], scope)
  }
})

t.test('an edit on purpose clears it too', async t => {
  const desk = new ReflectDesk(t)
  await forgetPort(desk, { wrong: true })
  const service = desk.open()
  const { id } = await service.remember({ scope: desk.scope, title: 'Host', content: 'x' })
  await service.memories.edit(id, { content: PORT.content })
  await service.memories.forget(id)
  t.same(await learn(desk, [memory('Staging port')]), ['Staging port'])
})

t.test('what is brought back is no longer wrong', async t => {
  const desk = new ReflectDesk(t)
  const id = await forgetPort(desk, { wrong: true })
  const service = desk.open()
  t.match(await service.archive.restore(id), PORT)
  await service.memories.forget(id)
  t.same(await learn(desk, [memory('Staging port')]), ['Staging port'])
})

t.test('what a wrong memory had taken in is wrong with it, and comes back with it', async t => {
  const desk = new ReflectDesk(t, { capacity: 100 })
  const service = desk.open()
  const { scope } = desk
  const first = { title: 'Staging port', content: 'Staging listens on port 8080.' }
  await service.remember({ scope, ...first })
  await service.remember({ scope, title: 'Port of staging', content: first.content })
  t.match(await service.consolidate(scope), { merged: 1 })
  const { items } = await service.memories.list({ scope })
  await service.memories.forget(items[0]!.id, { wrong: true })
  t.same(await learn(desk, [memory('Staging port'), memory('Port of staging')]), [])
  await service.archive.restore(items[0]!.id)
  await service.memories.forget(items[0]!.id)
  const later = await learn(desk, [memory('Port of staging')])
  t.same(later, ['Port of staging'])
})

t.test('the record is local, and holds no text but the title', async t => {
  const desk = new ReflectDesk(t)
  await forgetPort(desk, { wrong: true })
  const log = readFileSync(join(desk.dataDir, 'state/wrong/000001.jsonl'), 'utf8')
  t.match(JSON.parse(log), { title: 'staging port', at: '2026-11-20T10:00:00.000Z' })
  t.notMatch(log, 'listens')
  const exported: unknown[] = []
  for await (const line of desk.open().memories.export()) exported.push(line)
  t.same(exported, [])
})

t.test('options that are none are refused before anything is removed', async t => {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  const { id } = await service.remember({ scope: desk.scope, ...PORT })
  for (const options of [{ wrong: 'yes' }, { wrong: 1 }, null, true]) {
    const forget = service.memories.forget(id, options as unknown as ForgetOptions)
    await t.rejects(forget, { code: 'INVALID_REQUEST' }, JSON.stringify(options))
  }
  t.match(await service.memories.get(id), PORT)
})

t.test('a statement is known again in any shape, however long it is', async t => {
  const store = openStore(join(temporaryFolder(t), 'svc.json'))
  const said = 'Deploy with make.\nNever by hand'
  noteWrong(
    store,
    { id: 'a2345678', key: 'here' },
    [{ title: 'Deploy', content: said }],
    new Date(),
  )
  const knows = (content: string) => isWrong(store, ['here'], { title: 'Other', content })
  t.ok(knows('\n\n- Deploy with `make`.\n\n  2. never by  hand...!\n'))
  t.notOk(knows('Deploy with make.'))
  // With quadratic patterns each of these takes minutes.
  for (const part of ['\n', '. ', '!', '- ']) {
    const took = await processorMs(() => knows(part.repeat(300_000) + 'x'))
    t.ok(took < 3_000, `${JSON.stringify(part)}: ${took} ms of processor time`)
  }
})
