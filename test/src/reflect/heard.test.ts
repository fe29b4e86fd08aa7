import t from 'tap'
import { memory, ReflectDesk } from './desk.js'

const PROMPT = `Fix the import error please. And remember these:
- the gateway listens on port 4100
- prod needs two approvals
- Mira owns the payment service
- the vendored zlib is patched
- dates are stored in UTC
- the QA account has no 2FA`

async function reflectOn(desk: ReflectDesk, prompt: string): Promise<void> {
  await desk.open().reflectBatch({ scope: desk.scope, turns: [{ prompt, reply: 'Noted.' }] })
}

t.test('what a model leaves out of what was asked is kept in the person’s words', async t => {
  const desk = new ReflectDesk(t)
  desk.answers({ memories: [memory('The gateway listens on 4100')] })
  await reflectOn(desk, PROMPT)
  const contents = (await desk.memories(desk.scope)).map(({ content }) => content).sort()
  t.equal(contents.length, 6)
  t.match(contents.join('\n'), /UTC[^]*Mira owns[^]*two approvals[^]*gateway[^]*zlib/)
})

t.test('what a model has of it counts towards no cap', async t => {
  const desk = new ReflectDesk(t)
  const titles = ['The gateway listens on port 4100', 'Prod needs two approvals']
  const heard = titles.map(title => memory(title, { content: `${title}.` }))
  desk.answers({ memories: [memory('Imports are sorted'), ...heard] })
  await reflectOn(desk, PROMPT)
  const kept = await desk.titles(desk.scope)
  t.equal(kept.length, 7)
  for (const title of ['Imports are sorted', ...titles]) t.ok(kept.includes(title), title)
})

t.test('nothing is added where nothing was asked', async t => {
  const desk = new ReflectDesk(t)
  await reflectOn(desk, 'The gateway listens on port 4100. Do you remember the port of the proxy?')
  t.same(await desk.titles(desk.scope), [])
})
