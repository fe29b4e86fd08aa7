// The adapter in examples/ai-sdk.mjs with the SDK itself and a model that says what it is told to.
import assert from 'node:assert/strict'
import { generateText, streamText, tool, jsonSchema, isStepCount } from 'ai'
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test'
import { createService } from 'agent-memory-service'
import { withMemory } from './ai-sdk.mjs'

const directory = import.meta.dirname
const service = createService({ dataDir: process.argv[2] })
const scope = { type: 'project', id: directory }
const titles = async () => (await service.memories.list({ scope })).items.map(({ title }) => title)
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } }
const said = text => [{ type: 'text', text }]
const stop = { unified: 'stop', raw: 'stop' }
const answering = content => ({ content, finishReason: stop, usage, warnings: [] })
const wrap = (fake, options) => withMemory(fake, service, { directory, session: 's', ...options })
/** What the last message to the model held, part by part. */
const told = call => call.prompt.findLast(({ role }) => role === 'user').content.map(p => p.text)

await service.remember({ scope, title: 'Staging', content: 'Staging runs on port 8080.' })
const asked = 'which port does staging run on?'

{
  const fake = new MockLanguageModelV4({ doGenerate: answering(said('Port 8080.')) })
  const { model, settled } = wrap(fake)
  const { text } = await generateText({ model, prompt: asked })
  assert.equal(text, 'Port 8080.')
  const [context, prompt] = told(fake.doGenerateCalls[0])
  assert.match(context, /^<svc-memory>[^]*Staging runs on port 8080\.[^]*<\/svc-memory>/)
  assert.equal(prompt, asked)
  await generateText({ model, prompt: 'qwertz' })
  assert.deepEqual(told(fake.doGenerateCalls[1]), ['qwertz'], 'nothing to say')
  await settled()
  assert.deepEqual(await titles(), ['Staging'], 'its own text is not learned')
}

{
  const chunks = [
    { type: 'stream-start', warnings: [] },
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: 'I will ' },
    { type: 'text-delta', id: '1', delta: 'use pnpm.' },
    { type: 'text-end', id: '1' },
    { type: 'finish', finishReason: stop, usage },
  ]
  const doStream = async () => ({ stream: simulateReadableStream({ chunks }) })
  const fake = new MockLanguageModelV4({ doStream })
  const { model, settled } = wrap(fake)
  const prompt = 'Remember: always use pnpm, never npm, to install packages.'
  const { textStream } = streamText({ model, prompt })
  let text = ''
  for await (const part of textStream) text += part
  assert.equal(text, 'I will use pnpm.')
  await settled()
  assert.match((await titles()).join('\n'), /pnpm/, 'a turn that was streamed is learned from')
}

{
  const call = { type: 'tool-call', toolCallId: '1', toolName: 'look', input: '{}' }
  const goesOn = { ...answering([call]), finishReason: { unified: 'tool-calls', raw: 'tool' } }
  const done = answering(said('Noted: reviews by two people.'))
  const fake = new MockLanguageModelV4({ doGenerate: [goesOn, done] })
  const seen = []
  const spy = { ...wrapService(service, batch => seen.push(batch)) }
  const { model, settled } = withMemory(fake, spy, { directory, session: 't' })
  const execute = async () => 'fine'
  const tools = { look: tool({ inputSchema: jsonSchema({ type: 'object' }), execute }) }
  await generateText({ model, prompt: 'look, then say', tools, stopWhen: isStepCount(3) })
  await settled()
  assert.equal(fake.doGenerateCalls.length, 2)
  assert.equal(seen.length, 1, 'a turn is over when the model stops')
  assert.match(seen[0].turns[0].reply, /two people/)
}

{
  const failures = []
  const broken = {
    memories: { context: () => Promise.reject(new Error('recall')) },
    reflectBatch: () => Promise.reject(new Error('reflect')),
  }
  const fake = new MockLanguageModelV4({ doGenerate: answering(said('All the same.')) })
  const onError = error => void failures.push(error.message)
  const { model, settled } = withMemory(fake, broken, { directory, session: 'u', onError })
  assert.equal((await generateText({ model, prompt: asked })).text, 'All the same.')
  await settled()
  assert.deepEqual(failures, ['recall', 'reflect'])
}

await service.close()
console.log('ai-sdk: ok')

function wrapService(service, onBatch) {
  return {
    memories: service.memories,
    reflectBatch: async batch => onBatch(batch),
  }
}
