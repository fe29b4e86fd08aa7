import t, { type Test } from 'tap'
import { createBuiltinProvider } from '../../../src/provider/builtin/index.js'
import { GLOBAL } from '../fixture.js'
import { memory, ReflectDesk } from './desk.js'

/** A desk with memories, of which one is about a port; the answer is made of what was asked. */
async function openDesk(t: Test, count: number) {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  const { scope } = desk
  const remember = (title: string, content: string, at = scope) =>
    service.remember({ scope: at, title, content })
  const port = await remember('Staging port', 'Staging listens on 4000. Kim owns it.')
  const short = await remember('Answers', 'Answers are short.', GLOBAL)
  for (let n = 0; n < count; n++) await remember(`Rule ${n}`, `The wombat sleeps in room ${n}.`)
  desk.later(60)
  const say = async (prompt: string) => {
    await service.reflectBatch({ scope, turns: [{ prompt, reply: 'Noted.' }] })
    return desk.asked.at(-1)?.nearest ?? []
  }
  return { desk, service, port, short, say }
}

t.test('the nearest come first, with scope and text, and few are sent all', async t => {
  const { port, short, say } = await openDesk(t, 5)
  const nearest = await say('Which port does staging use?')
  t.equal(nearest.length, 7)
  const { id, title, content } = port
  t.same(nearest[0], { id, title, content, scope: 'project' })
  t.match((await say('Give me short answers'))[0], { id: short.id, scope: 'global' })
})

t.test('of many, fifteen are sent, or thirty that are near', async t => {
  const { port, say } = await openDesk(t, 40)
  const far = await say('Which port does staging use?')
  t.equal(far.length, 15)
  t.equal(far[0]?.id, port.id)
  t.equal((await say('Where does the wombat sleep?')).length, 30)
})

t.test('an id is the clear target of an update, which counts towards no cap', async t => {
  const { desk, service, port, short, say } = await openDesk(t, 3)
  const said = 'Port 4200 on staging'
  const content = 'Staging listens on 4200. Kim owns it.'
  desk.script = () => ({
    memories: [
      memory('One', { said }),
      memory('The new port of staging', { said, content, updates: port.id }),
      memory('Answers are long', { said, updates: short.id }),
    ],
  })
  await say(`${said} from now on; it is all the same to me.`)
  t.match(await service.memories.get(port.id), { title: 'The new port of staging', content })
  t.match(await service.memories.get(short.id), { content: 'Answers are short.', tags: [] })
  t.match((await service.events(1))[0], { added: 1, updated: 1 })
})

t.test('an update that leaves something out replaces nothing', async t => {
  const { desk, service, port, say } = await openDesk(t, 0)
  const content = 'Staging listens on 4200.'
  desk.answers({ memories: [memory('Staging port 4200', { content, updates: port.id })] })
  await say('Port 4200 on staging')
  t.match(await service.memories.get(port.id), { content: port.content, tags: ['needs-review'] })
})

t.test('what holds everywhere is updated where the person says so', async t => {
  const { desk, service, short, say } = await openDesk(t, 0)
  const said = 'Keep your answers short, two sentences'
  const content = 'Answers are short: two sentences.'
  const update = { said, content, updates: short.id, scope: 'global' }
  desk.answers({ memories: [memory('Answers', update)] })
  await say(said)
  t.match(await service.memories.get(short.id), { content })
})

t.test('an id that was not sent is none', async t => {
  const { desk, say } = await openDesk(t, 0)
  const statement = 'forget what I said about the staging port'
  const retractions = [{ statement, id: 'nobody00' }]
  desk.answers({ memories: [memory('New', { updates: 'nobody00' })], retractions })
  await say(statement)
  t.same(await desk.titles(), ['Answers', 'New'])
})

t.test('a retraction buries the memory of its id', async t => {
  const { desk, service, port, say } = await openDesk(t, 2)
  desk.answers({ retractions: [{ statement: 'that is no longer so', id: port.id }] })
  await say('No, that is no longer so.')
  t.match((await service.archive.list({})).items, [{ id: port.id }])
})

t.test('the provider is sent no secret that a memory holds', async t => {
  const { desk, service, say } = await openDesk(t, 0)
  const key = `ghp_${'a1B2c3D4e5'.repeat(3)}f6G7h8`
  await service.remember({ scope: desk.scope, title: 'Key', content: `It is ${key}` })
  t.notMatch(JSON.stringify(await say('What is the key?')), key)
})

t.test('a model is sent clipped turns, builtin reads them whole', async t => {
  const filler = 'The weather was fine and we went on. '.repeat(100)
  const prompt = `${filler}Never push on Fridays. ${filler}`
  const desk = new ReflectDesk(t)
  await desk.open().reflectBatch({ scope: desk.scope, turns: [{ prompt, reply: filler }] })
  const [turn] = desk.asked[0]?.turns ?? []
  t.ok(turn!.prompt.length <= 4_100 && turn!.prompt.includes('Never push on Fridays.'))
  t.ok(turn!.reply.length <= 2_100)
})

t.test('builtin reads what is said in the middle of a long prompt', async t => {
  const filler = 'The weather was fine and we went on. '.repeat(230)
  const prompt = `${filler}\n\nWe deploy on Tuesdays because Kim is in the office then.\n\n${filler}`
  const desk = new ReflectDesk(t)
  const service = desk.open({ provider: createBuiltinProvider() })
  await service.reflectBatch({ scope: desk.scope, turns: [{ prompt, reply: 'Noted.' }] })
  t.match(await desk.memories(), [{ content: /Tuesdays because Kim/ }])
})
