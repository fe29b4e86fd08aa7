import t from 'tap'
import { listen } from '../../../../handlers/http/node.js'
import { openSeed } from './seed.js'

t.test('the stream tells what happens in the store, without what was said', async t => {
  const seed = await openSeed()
  const server = await listen(seed.service, { host: '127.0.0.1', port: 0 })
  t.teardown(async () => {
    await server.close()
    await seed.remove()
  })
  const response = await fetch(`${server.url}mem-memory/stream`)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  t.equal((await reader.read()).value, ': connected\n\n')
  const url = `${server.url}svc/memories/${seed.deploy.id}`

  await fetch(url, { method: 'PATCH', body: JSON.stringify({ content: 'xylophone' }) })
  const first = (await reader.read()).value ?? ''
  t.match(JSON.parse(first.slice(6)), { type: 'update', updated: 1, scope: seed.deploy.scope })
  t.notMatch(first, 'xylophone')

  await fetch(url, { method: 'DELETE' })
  const second = (await reader.read()).value ?? ''
  t.match(JSON.parse(second.slice(6)), { type: 'forget', scope: seed.deploy.scope })

  await server.close()
  t.ok((await reader.read()).done, 'and ends with the server')
})
