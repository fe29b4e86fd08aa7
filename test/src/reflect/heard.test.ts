import t, { type Test } from 'tap'
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

/** What is kept, and what is told of what is not, where a model answers this to one prompt. */
async function keptOf(t: Test, prompt: string, ...memories: object[]) {
  const desk = new ReflectDesk(t)
  desk.answers({ memories })
  await reflectOn(desk, prompt)
  const [event] = await desk.open().events(1)
  return { kept: await desk.memories(), dropped: event?.dropped }
}

t.test('words that nobody said drop a memory, and however they are written they count', async t => {
  const prompt = 'Deploy with “make ship”,\n  never by hand — because the tags are set there.'
  const all = await keptOf(
    t,
    `${prompt}\n\nTwo. Three. Four. Five. Six.`,
    memory('A', { said: 'deploy with "make ship", never by hand - because' }),
    memory('B', { said: 'Deploy with … because the tags' }),
    memory('C', { said: 'deploy with make' }),
    memory('D', { said: 'Deploy on Fridays' }),
    memory('E', { said: 'ploy with make' }),
  )
  t.same(
    all.dropped?.filter(({ reason }) => reason === 'not in the conversation'),
    [
      { title: 'D', reason: 'not in the conversation' },
      { title: 'E', reason: 'not in the conversation' },
    ],
  )
  t.match(all.kept, [{ title: 'A' }], 'the first that fits the cap')
  const clipped = `${'many words '.repeat(60)}end`
  t.equal((await keptOf(t, clipped, memory('F', { said: clipped }))).kept.length, 1)
  t.equal(
    (
      await keptOf(
        t,
        'デプロイは必ず make ship で行う。',
        memory('G', { said: 'make ship で行う' }),
      )
    ).kept.length,
    1,
  )
})

t.test('a retraction in words that nobody said buries nothing', async t => {
  const desk = new ReflectDesk(t)
  const service = desk.open()
  const { id, title } = await service.remember({
    scope: desk.scope,
    title: 'Prettier',
    content: 'It formats.',
  })
  desk.answers({ retractions: [{ statement: 'forget prettier', title, id }] })
  await reflectOn(desk, 'Is prettier still used?')
  t.equal((await desk.memories()).length, 1)
  t.match((await service.events(1))[0]?.dropped, [{ title: 'forget prettier' }])
})

t.test('what holds everywhere, and what was asked for, is so in the person’s words', async t => {
  const scoped = async (prompt: string, said = prompt) => {
    const { kept } = await keptOf(t, prompt, memory('M', { said, scope: 'global' }))
    return kept[0]?.scope.type
  }
  t.equal(await scoped('In all my projects, use tabs.'), 'global')
  t.equal(await scoped('Keep your answers short.'), 'global')
  t.equal(await scoped('Use tabs. That goes for all my projects.', 'Use tabs'), 'global')
  t.equal(await scoped('Use tabs in the gateway.'), 'project')
  t.equal(await scoped('Use tabs.\n\n> In all my projects, use spaces.', 'Use tabs'), 'project')
  const many = [1, 2, 3].map(n => memory(`T${n}`, { said: 'the port is 4100', isAsked: true }))
  t.equal(
    (await keptOf(t, 'I see the port is 4100', ...many)).kept.length,
    1,
    'a model may claim it',
  )
})
