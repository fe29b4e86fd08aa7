import t, { type Test } from 'tap'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openProvider } from '../../../src/provider/index.js'
import { ProviderFailure, PutOffCall } from '../../../src/provider/types.js'
import { parseRetryAfter, planPause } from '../../../src/provider/post.js'
import {
  ANSWER,
  chatReply,
  everythingIn,
  KEY,
  PASSWORD,
  providerConfig,
  reflectionRequest,
  SAID,
  sendJson,
  startServer,
  type Answerer,
} from './fixture.js'

const never = new AbortController().signal
const good = (response: ServerResponse) => sendJson(response, chatReply(JSON.stringify(ANSWER)))

/** What comes of asking a server, which is given text to leak and must not make us do so. */
async function failureFrom(t: Test, url: string, timeLimitMs = 10_000, signal = never) {
  const providerUrl = url.replace('://', `://me:${PASSWORD}@`)
  const config = providerConfig({ provider: 'openai-compatible', providerUrl, providerKey: KEY })
  const provider = await openProvider(config, {}, { timeLimitMs })
  const error: unknown = await provider.reflect(reflectionRequest(), signal).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ProviderFailure)) throw new Error('no ProviderFailure', { cause: error })
  t.equal(error.code, 'PROVIDER_FAILED')
  const everything = everythingIn(error)
  for (const word of [SAID, KEY, PASSWORD, 'leak', 'Friday'])
    t.notOk(everything.includes(word), word)
  return error
}

async function failure(t: Test, answer: Answerer, timeLimitMs?: number) {
  const { url, seen } = await startServer(t, answer)
  return { error: await failureFrom(t, url, timeLimitMs), seen }
}

/** An address that was free a moment ago. */
async function addressOfNobody(): Promise<string> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

t.test('a server that is down', async t => {
  const error = await failureFrom(t, await addressOfNobody())
  t.match(
    error.message,
    /^openai-compatible cannot be reached \(ECONNREFUSED\); is 127\.0\.0\.1:\d+ right/,
  )
  t.same(error.spent, { inputTokens: 0, outputTokens: 0, usd: 0 })
})

t.test('a server that closes the connection', async t => {
  const { error, seen } = await failure(t, (_request, response) => response.destroy())
  t.match(error.message, /cannot be reached/)
  t.equal(seen.length, 3)
})

t.test('a server that never answers, and one that never ends', async t => {
  const silent = await failure(t, () => undefined, 150)
  t.equal(silent.error.message, 'openai-compatible did not answer within 0.15 s')
  t.ok(silent.error.spent.inputTokens > 500, 'it may have to be paid')
  const dripping = await failure(t, (_request, response) => void response.write('{"a":'), 150)
  t.equal(dripping.error.message, 'openai-compatible did not answer within 0.15 s')
})

t.test('a caller that gives up', async t => {
  const caller = new AbortController()
  const { url } = await startServer(t, () => caller.abort())
  t.match((await failureFrom(t, url, 10_000, caller.signal)).message, /was interrupted$/)
  const again = await failureFrom(t, url, 10_000, caller.signal)
  t.match(again.message, /was not asked: interrupted$/)
  t.equal(again.spent.inputTokens, 0)
})

t.test('a page in place of an answer', async t => {
  const page = `<html>leak ${SAID}</html>`
  const fine = await failure(t, (_request, response) => response.end(page))
  t.equal(fine.error.message, 'openai-compatible answered 200 with something that is not JSON')
  t.equal(fine.seen.length, 1)
  t.ok(fine.error.spent.inputTokens > 0)
  const empty = await failure(t, (_request, response) => response.writeHead(204).end())
  t.equal(empty.error.message, 'openai-compatible answered 204 with something that is not JSON')
})

t.test('errors are told by their status, whatever the body says', async t => {
  const echo = { error: { message: `leak ${SAID} ${KEY}` } }
  const cases: [number, number, RegExp][] = [
    [400, 2, /answered 400$/],
    [401, 1, /answered 401; check its key \(SVC_PROVIDER_KEY\)$/],
    [404, 1, /answered 404; check the model \(SVC_MODEL\)/],
    [418, 1, /answered 418$/],
    [422, 2, /answered 422$/],
  ]
  for (const [status, requests, message] of cases) {
    const { error, seen } = await failure(t, (_, response) => sendJson(response, echo, status))
    t.match(error.message, message)
    t.equal(seen.length, requests, `${status}`)
    t.equal(error.spent.inputTokens, 0, 'nothing is paid for it')
  }
})

t.test('a usage limit is told by its words, and waited for', async t => {
  const answerWith = (status: number, message: string, headers = {}): Answerer => {
    return (_, response) => {
      response.writeHead(status, headers).end(JSON.stringify({ error: { message } }))
    }
  }
  const cases: [Answerer, number][] = [
    [answerWith(429, `leak ${SAID}: You exceeded your current quota`), 60],
    [answerWith(429, 'usage limit reached', { 'retry-after': '7200' }), 120],
    [answerWith(402, 'Insufficient Balance'), 60],
    [answerWith(429, 'Too many requests', { 'retry-after': '600' }), 10],
    [answerWith(503, 'Maintenance', { 'retry-after': '999999999' }), 24 * 60],
  ]
  for (const [answer, minutes] of cases) {
    const { error, seen } = await failure(t, answer)
    t.ok(error instanceof PutOffCall)
    const left = Date.parse((error as PutOffCall).until) - Date.now()
    t.equal(Math.round(left / 60_000), minutes)
    t.equal(seen.length, 1)
  }
  const paid = await failure(t, answerWith(402, 'Payment required'))
  t.notOk(paid.error instanceof PutOffCall)
})

t.test('a redirect is not followed', async t => {
  const other = await startServer(t, (_request, response) => good(response))
  const { error } = await failure(t, (_request, response) => {
    response.writeHead(307, { location: other.url }).end()
  })
  t.match(error.message, /answered 307$/)
  t.equal(other.seen.length, 0)
})

t.test('trouble that passes is waited for, at most twice', async t => {
  for (const status of [429, 500, 503, 529]) {
    const { url, seen } = await startServer(t, (_request, response, count) => {
      if (count === 2) return good(response)
      response.writeHead(status, { 'retry-after': '0' }).end('leak')
    })
    const config = providerConfig({ provider: 'openai-compatible', providerUrl: url })
    const provider = await openProvider(config)
    t.same((await provider.reflect(reflectionRequest(), never)).value, ANSWER)
    t.equal(seen.length, 2)
  }
  const { error, seen } = await failure(t, (_request, response) => {
    response.writeHead(502, { 'retry-after': '0' }).end('<html>leak</html>')
  })
  t.match(error.message, /answered 502$/)
  t.equal(seen.length, 3)
})

t.test('a wait beyond the time limit is not begun', async t => {
  // Whoever waits outlasts this test.
  const minutes = 50 * 60_000
  const { error, seen } = await failure(
    t,
    (_request, response) => void response.writeHead(429, { 'retry-after': '3600' }).end(),
    minutes,
  )
  t.match(error.message, /answered 429$/)
  t.equal(seen.length, 1)
})

t.test('the time limit ends a wait', async t => {
  const { error } = await failure(
    t,
    (_request, response) => void response.writeHead(503, { 'retry-after': '0.19' }).end(),
    200,
  )
  t.match(error.message, /did not answer within 0.2 s$|answered 503$/)
})

t.test('what a server asks to wait', t => {
  const now = Date.parse('2026-11-20T10:00:00Z')
  t.equal(parseRetryAfter('2', now), 2_000)
  t.equal(parseRetryAfter('0.5', now), 500)
  t.equal(parseRetryAfter('Fri, 20 Nov 2026 10:00:07 GMT', now), 7_000)
  t.equal(parseRetryAfter('Fri, 20 Nov 2026 09:00:00 GMT', now), 0)
  t.equal(parseRetryAfter('soon', now), undefined)
  t.equal(parseRetryAfter(null, now), undefined)
  t.same([planPause(0, 0), planPause(0, 1), planPause(1, 1)], [250, 500, 1_000])
  t.end()
})

t.test('an answer that breaks off', async t => {
  const { error } = await failure(t, (_request, response) => {
    response.writeHead(200, { 'content-length': '5000' })
    response.write('{"choices": "leak', () => response.destroy())
  })
  t.equal(error.message, 'the answer of openai-compatible broke off')
  t.ok(error.spent.inputTokens > 0)
})

t.test('an answer of 10 MB is cut off', async t => {
  const { error } = await failure(t, (_request, response) => {
    response.on('error', () => undefined)
    response.end(JSON.stringify(chatReply('x'.repeat(10_000_000))))
  })
  t.equal(error.message, 'the answer of openai-compatible is longer than 2 MB')
})

t.test('JSON of another form, and of wrong types', async t => {
  const forms = [[], null, 7, 'leak', {}, { choices: 'leak' }, { choices: [] }, { choices: [null] }]
  const contents = [7, null, { text: 'leak' }].map(content => chatReply(content))
  for (const form of [...forms, ...contents]) {
    const { error } = await failure(t, (_, response) => sendJson(response, JSON.stringify(form)))
    t.equal(error.message, 'openai-compatible answered with JSON of another form')
  }
  const { url } = await startServer(t, (_request, response) =>
    sendJson(response, {
      ...chatReply(JSON.stringify(ANSWER)),
      usage: { prompt_tokens: 'many', completion_tokens: -4 },
    }),
  )
  const config = providerConfig({ provider: 'openai-compatible', providerUrl: url })
  const { usage } = await (await openProvider(config)).reflect(reflectionRequest(), never)
  t.ok(usage.inputTokens > 0 && usage.outputTokens > 0, 'estimated')
})

t.test('an answer without JSON costs what it costs', async t => {
  const prose = await failure(t, (_request, response) =>
    sendJson(response, chatReply(`I would rather leak ${SAID}`)),
  )
  t.equal(prose.error.message, 'the answer of openai-compatible holds no JSON object')
  t.same(prose.error.spent, { inputTokens: 1200, outputTokens: 80 })
  const choice = { message: { content: '{"memories": [{"title": "leak' }, finish_reason: 'length' }
  const cut = await failure(t, (_request, response) =>
    sendJson(response, chatReply('', { choices: [choice] })),
  )
  t.match(cut.error.message, /was cut at the limit of its length$/)
})
