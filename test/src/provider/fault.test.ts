import t from 'tap'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProviderFault } from '../../../src/provider/fault.js'
import { openProvider } from '../../../src/provider/index.js'
import { temporaryFolder } from '../../store/fixture.js'
import { providerConfig } from './fixture.js'

type Given = Parameters<typeof providerConfig>[0]

const faultOf = (given: Given, env: Record<string, string> = {}, host?: string) =>
  findProviderFault(providerConfig(given), env, host)

t.test('what is sound has no fault', async t => {
  t.equal(faultOf({}), undefined)
  t.equal(faultOf({ provider: 'host' }), undefined)
  t.equal(faultOf({ provider: 'anthropic' }, { ANTHROPIC_API_KEY: 'k' }), undefined)
  t.equal(faultOf({ provider: 'google', providerKey: 'k' }), undefined)
  t.equal(faultOf({ provider: 'openai-compatible', providerUrl: 'http://127.0.0.1:1' }), undefined)
  t.equal(faultOf({ provider: 'codex' }), undefined, 'nobody knows the PATH')
})

t.test('a wrong name is told the right ones, and quoted where it can be no key', async t => {
  const message = faultOf({ provider: 'opnai' })
  t.match(
    message,
    /^provider: must be one of builtin, anthropic, .*, host, not opnai; set SVC_PROV/,
  )
  for (const provider of ['sk-ant-0123456789', 'constructor.prototype', 'a'.repeat(40), 'x\ny']) {
    t.notMatch(faultOf({ provider }), provider)
    t.match(faultOf({ provider }), /must be one of builtin/)
  }
})

t.test('a missing key or address is named with its variable', async t => {
  t.match(
    faultOf({ provider: 'openai' }),
    /^openai needs a key: set SVC_PROVIDER_KEY or OPENAI_API/,
  )
  t.match(faultOf({ provider: 'openai-compatible' }), /needs its address: set SVC_PROVIDER_URL$/)
  t.match(faultOf({ provider: 'openai', providerUrl: 'localhost:1' }), /^providerUrl: must be an/)
  t.match(faultOf({ provider: 'openai', providerKey: 'a b' }), /^the key of openai holds/)
})

t.test('a program is looked for on the PATH, as it is started', async t => {
  const folder = temporaryFolder(t)
  const env = { PATH: `/nowhere:${folder}` }
  mkdirSync(join(folder, 'codex'))
  for (const provider of ['claude-code', 'codex', 'gemini-cli', 'qwen-code']) {
    t.match(faultOf({ provider }, env), /needs the program \w+, which is not on the PATH: install/)
    t.match(faultOf({ provider: 'host' }, env, provider), /needs the program/)
  }
  writeFileSync(join(folder, 'claude'), '')
  chmodSync(join(folder, 'claude'), 0o755)
  t.equal(faultOf({ provider: 'claude-code' }, env), undefined)
  t.equal(faultOf({ provider: 'host' }, env, 'claude-code'), undefined)
  t.equal(faultOf({ provider: 'host' }, env, 'cursor'), undefined, 'builtin needs none')
})

t.test('what has a fault is not opened, and what has none is', async t => {
  const cases: Given[] = [
    { provider: 'opnai' },
    { provider: 'anthropic' },
    { provider: 'anthropic', providerKey: 'k' },
    { provider: 'openai-compatible', providerUrl: 'ftp://x' },
    { provider: 'host' },
  ]
  for (const given of cases) {
    const fault = faultOf(given)
    const opening = openProvider(providerConfig(given))
    if (fault === undefined) await t.resolves(opening)
    else await t.rejects(opening, { code: 'INVALID_REQUEST', message: fault })
  }
})
