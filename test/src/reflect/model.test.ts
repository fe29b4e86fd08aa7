import t, { type Test } from 'tap'
import { REFLECTION_SCHEMA, renderReflectionPrompt } from '../../../src/provider/question.js'
import { chatReply, reflectionRequest, sendJson, startServer } from '../provider/fixture.js'
import { ReflectDesk } from './desk.js'

/** A desk whose provider is a model on loopback that gives one answer. */
async function openDesk(t: Test, answer: unknown, prompt?: string) {
  const { url: providerUrl, seen } = await startServer(t, (_, response) =>
    sendJson(response, chatReply(typeof answer === 'string' ? answer : JSON.stringify(answer))),
  )
  const settings = { provider: 'openai-compatible', providerUrl, model: 'm', batchTurns: 1 }
  const desk = new ReflectDesk(t, settings)
  const run = async () => {
    const turns = [{ prompt: prompt ?? 'Question 1 wombat', reply: 'Noted.' }]
    return desk.open({ provider: undefined }).reflectBatch({ scope: desk.scope, turns })
  }
  return { desk, seen, run }
}

t.test('what a model distils carries aliases, in the file and in recall', async t => {
  const { system } = renderReflectionPrompt(reflectionRequest())
  const example = system.split('\n').findLast(line => line.startsWith('{"memories"'))!
  const lines = system.split('\n')
  const said = lines[lines.indexOf(example) - 1]!.slice(2)
  const fenced = `Here it is:\n\`\`\`json\n${example}\n\`\`\``
  const { desk, seen, run } = await openDesk(t, fenced, said)
  t.match(await run(), { batches: 1, added: 2, failed: 0 }, 'what was asked counts towards no cap')
  const memories = await desk.memories()
  const aliasesOf = (title: RegExp) => memories.find(one => title.test(one.title))?.aliases
  t.same(aliasesOf(/^pnpm/), ['package manager', 'which install command'])
  t.same(aliasesOf(/^Staging/), ['where does it run before production'])
  const found = await desk.open().recall({ scopes: [desk.scope], text: 'package manager' })
  t.match(found[0], { title: /^pnpm/ }, 'no word of the alias stands in the text')
  t.match(seen[0]?.body, {
    messages: [{ role: 'system', content: system }, { content: /staging listens on 4100/ }],
    response_format: { json_schema: { schema: REFLECTION_SCHEMA } },
  })
})

t.test('an answer without the newer fields is taken as it is', async t => {
  const memory = { kind: 'fact', title: 'Old form', content: 'Stands.', tags: [], scope: 'project' }
  const { desk, run } = await openDesk(t, { memories: [memory], skills: [] })
  t.match(await run(), { added: 1 })
  t.match(await desk.memories(), [{ title: 'Old form', aliases: [] }])
})
