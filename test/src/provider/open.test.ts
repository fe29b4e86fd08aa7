import t from 'tap'
import { openProvider } from '../../../src/provider/index.js'
import { PROVIDERS, priceOf } from '../../../src/provider/catalog.js'
import {
  ANSWER,
  chatReply,
  everythingIn,
  providerConfig,
  reflectionRequest,
  sendJson,
  startServer,
} from './fixture.js'

const BAD = { code: 'INVALID_REQUEST' }
const signal = new AbortController().signal

t.test('each provider has a name and a model', async t => {
  const models: Record<string, string> = {}
  for (const provider of Object.keys(PROVIDERS)) {
    if (provider === 'builtin') continue
    const given = { provider, providerKey: 'k', providerUrl: 'http://127.0.0.1:9999' }
    const opened = await openProvider(providerConfig(given))
    t.equal(opened.name, provider)
    t.ok('ask' in opened)
    models[provider] = opened.model
    t.equal((await openProvider(providerConfig({ ...given, model: 'mine' }))).model, 'mine')
  }
  t.same(models, {
    anthropic: 'claude-haiku-5-5',
    openai: 'gpt-5.4-mini',
    'openai-compatible': 'default',
    google: 'gemini-3.5-flash-lite',
    'claude-code': 'haiku',
    codex: 'default',
    'gemini-cli': 'default',
    'qwen-code': 'default',
  })
  for (const [provider, { model, kind }] of Object.entries(PROVIDERS)) {
    if (kind !== 'http' || provider === 'openai-compatible') continue
    t.ok(priceOf(provider, model!, { inputTokens: 1, outputTokens: 1 }), `${provider} has a price`)
  }
})

t.test('builtin is there without a key, and is the default', async t => {
  const { name } = await openProvider(providerConfig({}))
  t.equal(name, 'builtin')
})

t.test('an unknown provider is told the known ones', async t => {
  for (const provider of ['gpt', '', 'constructor', 'Anthropic']) {
    await t.rejects(openProvider(providerConfig({ provider: 'x' })), BAD)
    const config = { ...providerConfig({}), provider }
    await t.rejects(openProvider(config), { ...BAD, message: /builtin, anthropic, .*gemini-cli/ })
  }
})

t.test('a missing key or address is named, a bad one is not quoted', async t => {
  const open = (given: Record<string, string>) => openProvider(providerConfig(given))
  await t.rejects(open({ provider: 'anthropic' }), {
    ...BAD,
    message: 'anthropic needs a key: set SVC_PROVIDER_KEY or ANTHROPIC_API_KEY',
  })
  await t.rejects(open({ provider: 'google' }), { ...BAD, message: /GEMINI_API_KEY/ })
  await t.rejects(open({ provider: 'openai-compatible' }), {
    ...BAD,
    message: 'openai-compatible needs its address: set SVC_PROVIDER_URL',
  })
  const secrets: Record<string, string>[] = [
    { providerUrl: 'ftp://me:hunter2@host' },
    { providerUrl: 'hunter2' },
    { providerUrl: 'file:///hunter2' },
    { providerUrl: 'http://127.0.0.1', providerKey: 'hunter2\nx-evil: 1' },
    { providerUrl: 'http://127.0.0.1', providerKey: 'hunter2‮' },
  ]
  for (const secret of secrets) {
    const error: unknown = await open({ provider: 'openai-compatible', ...secret }).catch(
      (thrown: unknown) => thrown,
    )
    t.match(error, BAD)
    t.notOk(everythingIn(error).includes('hunter2'), everythingIn(error).slice(0, 80))
  }
})

t.test('keys and addresses come from the settings, then from the variables handed in', async t => {
  const { url, seen } = await startServer(t, (_request, response) =>
    sendJson(response, chatReply(JSON.stringify(ANSWER))),
  )
  const ask = async (given: Record<string, string>, env: Record<string, string>) => {
    const provider = await openProvider(providerConfig({ provider: 'openai', ...given }), env)
    await provider.reflect(reflectionRequest(), signal)
    return seen.at(-1)!.headers.authorization
  }
  const env = { OPENAI_API_KEY: 'from-env', OPENAI_BASE_URL: `${url}/v1` }
  t.equal(await ask({}, env), 'Bearer from-env')
  t.equal(await ask({ providerKey: 'mine' }, env), 'Bearer mine')
  t.equal(await ask({ providerUrl: `${url}/v1` }, {}), undefined, 'an own address may need no key')
  const other = { provider: 'openai-compatible', providerUrl: `${url}/v1` }
  t.equal(await ask(other, env), undefined, "OpenAI's key is not sent to somebody else")
})

t.test('prices', t => {
  const million = { inputTokens: 1e6, outputTokens: 1e6 }
  t.equal(priceOf('anthropic', 'claude-haiku-4-5', million), 6)
  t.equal(priceOf('anthropic', 'claude-haiku-4-5-20251001', million), 6)
  t.equal(priceOf('openai', 'gpt-5.4-mini-2026-03-17', million), 5.25)
  t.equal(priceOf('openai', 'gpt-5.4-pro', million), undefined, 'no guess from a like name')
  t.equal(priceOf('openai-compatible', 'gpt-5.4-mini', million), undefined)
  t.end()
})
