import t from 'tap'
import { until } from '../../store/fixture.js'
import { memory, ReflectDesk } from '../reflect/desk.js'

t.test('whoever closes waits for what a reflection has left to do', async t => {
  const desk = new ReflectDesk(t, { batchTurns: 1 })
  let letGo = () => {}
  const held = new Promise<void>(resolve => (letGo = resolve))
  desk.script = async () => {
    const isFirst = desk.asked.length === 1
    if (!isFirst) await held
    return { memories: [memory(isFirst ? 'Builds run in CI' : 'Wombats dig')], skills: [] }
  }
  desk.queue(1, 'another session')
  const service = desk.open()
  const turns = [{ prompt: 'Where do we build?', reply: 'In CI.' }]
  t.match(await service.reflectBatch({ scope: desk.scope, turns }), { batches: 1, added: 1 })
  await until(() => desk.asked.length === 2)
  let isClosed = false
  const closing = service.close().then(() => (isClosed = true))
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
  t.notOk(isClosed)
  letGo()
  await closing
  t.same(await desk.titles(), ['Builds run in CI', 'Wombats dig'])
})
