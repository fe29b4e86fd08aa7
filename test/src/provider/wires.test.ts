import t from 'tap'
import { openProvider } from '../../../src/provider/index.js'
import {
  ANSWER,
  chatReply,
  KEY,
  providerConfig,
  reflectionRequest,
  SAID,
  sendJson,
  startServer,
  type Seen,
} from './fixture.js'

const signal = new AbortController().signal

/** What each service insists on; undefined where it is content. */
const RULES: Record<string, (seen: Seen) => string | undefined> = {
  anthropic: ({ path, headers, body }) => {
    if (path !== '/v1/messages') return `path ${path}`
    if (headers['anthropic-version'] !== '2023-06-01') return 'anthropic-version'
    if (headers['x-api-key'] !== KEY) return 'x-api-key'
    return unknownField(body, ['model', 'max_tokens', 'system', 'messages', 'output_config'])
  },
  openai: ({ path, headers, body }) => {
    if (path !== '/v1/chat/completions') return `path ${path}`
    if (headers.authorization !== `Bearer ${KEY}`) return 'authorization'
    const known = ['model', 'messages', 'stream', 'response_format', 'max_completion_tokens']
    return unknownField(body, known)
  },
  'openai-compatible': ({ path, headers, body }) => {
    if (path !== '/v1/chat/completions') return `path ${path}`
    if (headers.authorization !== `Bearer ${KEY}`) return 'authorization'
    return unknownField(body, ['model', 'messages', 'stream', 'response_format', 'max_tokens'])
  },
  google: ({ path, headers, body }) => {
    if (path !== '/v1beta/models/gemini-3.5-flash-lite:generateContent') return `path ${path}`
    if (headers['x-goog-api-key'] !== KEY) return 'x-goog-api-key'
    return unknownField(body, ['systemInstruction', 'contents', 'generationConfig'])
  },
}

const REPLIES: Record<string, unknown> = {
  anthropic: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-haiku-5-5',
    content: [{ type: 'text', text: JSON.stringify(ANSWER) }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: {
      input_tokens: 1000,
      cache_creation_input_tokens: 150,
      cache_read_input_tokens: 50,
      output_tokens: 80,
    },
  },
  openai: chatReply(JSON.stringify(ANSWER)),
  'openai-compatible': chatReply(JSON.stringify(ANSWER)),
  google: {
    candidates: [
      {
        content: {
          role: 'model',
          parts: [{ text: 'I think …', thought: true }, { text: JSON.stringify(ANSWER) }],
        },
        finishReason: 'STOP',
        index: 0,
      },
    ],
    usageMetadata: {
      promptTokenCount: 1200,
      candidatesTokenCount: 70,
      thoughtsTokenCount: 10,
      totalTokenCount: 1280,
    },
    modelVersion: 'gemini-3.5-flash-lite',
  },
}

const USD: Record<string, number | undefined> = {
  anthropic: (1200 * 0.1 + 80 * 0.5) / 1e6,
  openai: (1200 * 0.75 + 80 * 4.5) / 1e6,
  'openai-compatible': undefined,
  google: (1200 * 0.3 + 80 * 2.5) / 1e6,
}

for (const [provider, rule] of Object.entries(RULES)) {
  t.test(`${provider} is asked in its own form`, async t => {
    const { url, seen } = await startServer(t, (request, response) => {
      const problem = request.method === 'POST' ? rule(request) : 'method'
      sendJson(response, problem ?? REPLIES[provider], problem === undefined ? 200 : 418)
    })
    const providerUrl = provider.startsWith('openai') ? `${url}/v1` : url
    const opened = await openProvider(providerConfig({ provider, providerUrl, providerKey: KEY }))
    const { value, usage } = await opened.reflect(reflectionRequest(), signal)
    t.same(value, ANSWER)
    t.equal(usage.inputTokens, 1200)
    t.equal(usage.outputTokens, 80)
    t.equal(usage.usd, USD[provider])
    t.equal(seen.length, 1)
    const sent = JSON.stringify(seen[0]!.body)
    t.ok(sent.includes(SAID), 'the conversation')
    t.ok(sent.includes('additionalProperties'), 'the schema')
    t.notOk(sent.includes(KEY))
    t.notOk(seen[0]!.path.includes(KEY))
  })
}

t.test('the form of each request', async t => {
  const bodies: Record<string, Seen['body']> = {}
  for (const provider of Object.keys(RULES)) {
    const { url, seen } = await startServer(t, (_request, response) =>
      sendJson(response, REPLIES[provider]),
    )
    const config = providerConfig({ provider, providerUrl: url, providerKey: KEY, model: 'm' })
    const opened = await openProvider(config)
    const schema = { type: 'object' }
    await opened.ask!({ system: 'S', prompt: 'P', schema }, signal)
    bodies[provider] = seen[0]!.body
  }
  const schema = { type: 'object' }
  const messages = [
    { role: 'system', content: 'S' },
    { role: 'user', content: 'P' },
  ]
  const toFormat = (strict: boolean) => ({
    type: 'json_schema',
    json_schema: { name: 'answer', schema, strict },
  })
  t.same(bodies, {
    anthropic: {
      model: 'm',
      max_tokens: 8192,
      system: 'S',
      messages: [{ role: 'user', content: 'P' }],
      output_config: { format: { type: 'json_schema', schema } },
    },
    openai: {
      model: 'm',
      stream: false,
      max_completion_tokens: 8192,
      messages,
      response_format: toFormat(true),
    },
    'openai-compatible': {
      model: 'm',
      stream: false,
      max_tokens: 8192,
      messages,
      response_format: toFormat(false),
    },
    google: {
      systemInstruction: { parts: [{ text: 'S' }] },
      contents: [{ role: 'user', parts: [{ text: 'P' }] }],
      generationConfig: {
        maxOutputTokens: 8192,
        responseMimeType: 'application/json',
        responseJsonSchema: schema,
      },
    },
  })
})

t.test('a server that knows no schema is asked once more without one', async t => {
  const { url, seen } = await startServer(t, ({ body }, response) =>
    'response_format' in body
      ? sendJson(response, { error: 'unknown field response_format' }, 400)
      : sendJson(response, chatReply('```json\n' + JSON.stringify(ANSWER) + '\n```')),
  )
  const opened = await openProvider(
    providerConfig({ provider: 'openai-compatible', providerUrl: `${url}/` }),
  )
  const { value } = await opened.reflect(reflectionRequest(), signal)
  t.same(value, ANSWER)
  t.equal(seen.length, 2)
  t.equal(seen[0]!.path, '/chat/completions')
  t.equal(seen[0]!.headers.authorization, undefined, 'no key, no header')
  t.equal(seen[0]!.body.model, 'default')
})

t.test('a sparse reply is enough, and its tokens are estimated', async t => {
  const content = JSON.stringify(ANSWER)
  const { url } = await startServer(t, (_request, response) =>
    sendJson(response, { choices: [{ message: { content } }] }),
  )
  const opened = await openProvider(
    providerConfig({ provider: 'openai-compatible', providerUrl: url }),
  )
  const { value, usage } = await opened.reflect(reflectionRequest(), signal)
  t.same(value, ANSWER)
  t.equal(usage.outputTokens, Math.ceil(content.length / 4))
  t.ok(usage.inputTokens > 500 && usage.inputTokens < 5_000, `${usage.inputTokens}`)
})

t.test('a password and a query in the address reach the server, each in its place', async t => {
  const { url, seen } = await startServer(t, (_request, response) =>
    sendJson(response, chatReply(JSON.stringify(ANSWER))),
  )
  const providerUrl = `${url.replace('://', '://me:p%40ss@')}/v1?version=2`
  const opened = await openProvider(providerConfig({ provider: 'openai-compatible', providerUrl }))
  await opened.reflect(reflectionRequest(), signal)
  t.equal(seen[0]!.path, '/v1/chat/completions?version=2')
  t.equal(seen[0]!.headers.authorization, `Basic ${Buffer.from('me:p@ss').toString('base64')}`)
})

function unknownField(body: Record<string, unknown>, known: readonly string[]): string | undefined {
  return Object.keys(body).find(name => !known.includes(name))
}
