import t from 'tap'
import { GLOBAL } from '../fixture.js'
import { memory, ReflectDesk, skill } from './desk.js'

async function droppedOf(desk: ReflectDesk) {
  const [event] = await desk.open().events(1)
  return event?.dropped?.map(({ title, reason }) => `${title}: ${reason}`)
}

t.test('an event of reflection tells what was not kept, and why', async t => {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  const { scope } = desk
  await service.remember({ scope: GLOBAL, title: 'Tabs', content: 'Two spaces.' })
  const wrong = await service.remember({ scope, title: 'Port', content: 'It is 80.' })
  await service.memories.forget(wrong.id, { wrong: true })
  const known = memory('Deploys on Mondays', { tags: [] })
  await service.remember({ scope, title: known.title, content: known.content })
  desk.answers({
    memories: [
      memory('TABS'),
      memory('port'),
      known,
      memory(`Token ghp_${'a1B2'.repeat(9)} ${'and on '.repeat(30)}`),
      memory('One too many'),
    ],
    skills: [],
  })
  desk.queue(9)
  t.match(await service.learning.reflect(scope), { added: 1, updated: 0 })
  t.same(await droppedOf(desk), [
    'One too many: over the cap',
    'TABS: global has it',
    'port: forgotten as wrong',
    'Deploys on Mondays: known already',
  ])
})

t.test('titles hold no secret, and there are twenty of them at most', async t => {
  const desk = new ReflectDesk(t)
  const secret = `ghp_${'a1B2'.repeat(9)}`
  const many = Array.from({ length: 30 }, (_, at) => memory(`Number ${at} ${'x '.repeat(100)}`))
  desk.answers({ memories: [memory('Kept'), memory(`Token ${secret}`), ...many] })
  desk.queue(1)
  await desk.open().learning.reflect(desk.scope)
  const [event] = await desk.open().events(1)
  const dropped = event?.dropped ?? []
  t.equal(dropped.length, 20)
  t.match(dropped[0], { title: /^Token \[redacted:/, reason: 'over the cap' })
  t.notMatch(JSON.stringify(dropped), secret)
  t.ok(dropped.every(({ title }) => title.length <= 120))
})

t.test('nothing is said where all was kept', async t => {
  const desk = new ReflectDesk(t)
  desk.answers({ memories: [memory('Kept')], skills: [skill('release')] })
  desk.queue(1)
  await desk.open().learning.reflect(desk.scope)
  t.equal(await droppedOf(desk), undefined)
})

t.test('what was dropped is told once', async t => {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  await service.remember({ scope: GLOBAL, title: 'Tabs', content: 'Two spaces.' })
  desk.answers({ memories: [memory('Kept'), memory('Tabs')] })
  desk.queue(3)
  await service.learning.reflect(desk.scope)
  t.same(await droppedOf(desk), ['Tabs: global has it'])
  await service.learning.reflect(desk.scope)
  const events = await service.events(10)
  t.equal(events.filter(({ dropped }) => dropped !== undefined).length, 1)
})
