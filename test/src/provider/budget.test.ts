import t, { type Test } from 'tap'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConfig } from '../../../src/config.js'
import {
  withBudget,
  addSpend,
  readSpend,
  readSpendDays,
  reserveSpend,
  withinBudget,
} from '../../../src/provider/budget.js'
import {
  BudgetFailure,
  ProviderFailure,
  type Provider,
  type Usage,
} from '../../../src/provider/types.js'
import { openStore, type Store } from '../../../store/store.js'
import { temporaryFolder } from '../../store/fixture.js'
import { everythingIn, reflectionRequest, SAID } from './fixture.js'

const NOON = new Date('2026-11-20T12:00:00Z')
const TOMORROW = new Date('2026-11-21T00:00:00Z')
const BUDGET = { dailyTokens: 20_000, dailyUsd: 1 }
const signal = new AbortController().signal
const usage = (inputTokens: number, outputTokens: number, usd?: number): Usage => ({
  inputTokens,
  outputTokens,
  ...(usd !== undefined && { usd }),
})

function newStore(t: Test): Store {
  return openStore(join(temporaryFolder(t), 'svc.json'))
}

/** A provider that counts its calls and costs what it is told to. */
function paidProvider(cost: Usage | Error, name = 'openai', model = 'unpriced') {
  const calls: string[] = []
  const answer = async (method: string) => {
    calls.push(method)
    if (cost instanceof Error) throw cost
    return { value: {}, usage: cost }
  }
  const provider: Provider = {
    name,
    model,
    reflect: () => answer('reflect'),
    ask: () => answer('ask'),
  }
  return { provider, calls }
}

t.test('the settings', t => {
  const budgetOf = (env: Record<string, string>, entry = {}) => {
    const { dailyTokens, dailyUsd } = createConfig({ env, entries: [{ config: entry }] })
    return { dailyTokens, dailyUsd }
  }
  t.same(budgetOf({}), { dailyTokens: 200_000, dailyUsd: 1 })
  t.same(budgetOf({ SVC_DAILY_TOKENS: '5000', SVC_DAILY_USD: '0.25' }), {
    dailyTokens: 5_000,
    dailyUsd: 0.25,
  })
  t.same(budgetOf({}, { dailyTokens: 0, dailyUsd: 2.5 }), { dailyTokens: 0, dailyUsd: 2.5 })
  for (const bad of ['-1', 'x', '1e3', '0x10', 'Infinity', '.', '1,5', '9999999']) {
    t.throws(() => budgetOf({ SVC_DAILY_USD: bad }), { code: 'INVALID_REQUEST' }, bad)
  }
  t.throws(() => budgetOf({ SVC_DAILY_TOKENS: '1.5' }), { code: 'INVALID_REQUEST' })
  t.throws(() => budgetOf({}, { dailyUsd: NaN }), { code: 'INVALID_REQUEST' })
  t.end()
})

t.test('the spend of a day is summed up in the state folder', async t => {
  const store = newStore(t)
  const nothing = { day: '2026-11-20', inputTokens: 0, outputTokens: 0, usd: 0 }
  t.same(readSpend(store, NOON), nothing)
  t.notOk(existsSync(join(store.state, 'spend.json')), 'reading writes nothing')
  await addSpend(store, usage(100, 20, 0.1), NOON)
  const spend = await addSpend(store, usage(1, 2, 0.2), NOON)
  t.same(spend, { day: '2026-11-20', inputTokens: 101, outputTokens: 22, usd: 0.3 })
  t.same(readSpend(store, NOON), spend)
  t.same(readSpend(store, TOMORROW), { ...nothing, day: '2026-11-21' })
  await addSpend(store, usage(7, 0), TOMORROW)
  t.same(readSpend(store, TOMORROW), { ...nothing, day: '2026-11-21', inputTokens: 7 })
  await addSpend(store, usage(500, 0), NOON)
  t.equal(readSpend(store, TOMORROW).inputTokens, 7, 'a day that is over is not gone back to')
})

t.test('days that are over are kept, 366 of them at most', async t => {
  const store = newStore(t)
  t.same(readSpendDays(store), [])
  const day = (at: number) => new Date(Date.UTC(2025, 0, 1 + at, 12))
  for (const at of [0, 1, 3]) await addSpend(store, usage(10 + at, 1, 0.5), day(at))
  await addSpend(store, usage(99, 0), day(1))
  t.match(readSpendDays(store), [
    { day: '2025-01-01', inputTokens: 10, outputTokens: 1, usd: 0.5 },
    { day: '2025-01-02', inputTokens: 11 },
    { day: '2025-01-04', inputTokens: 13 },
  ])
  const { isReserved } = await reserveSpend(store, usage(99_999, 0), BUDGET, day(4))
  t.notOk(isReserved)
  t.equal(readSpendDays(store).length, 3, 'what was refused begins no day')
  const path = join(store.state, 'spend.json')
  const past = [null, 7, { day: 3 }, { day: '2024-01-01', usd: 'x' }]
  writeFileSync(path, JSON.stringify({ day: '2025-01-05', usd: 2, past }))
  t.match(readSpendDays(store), [{ day: '2024-01-01', usd: 0 }, { usd: 2 }])
  const long = Array.from({ length: 400 }, (_, at) => ({ day: `d${at}`, usd: 1 }))
  writeFileSync(path, JSON.stringify({ day: '2025-01-05', usd: 2, past: long }))
  await addSpend(store, usage(1, 0), day(9))
  const kept = readSpendDays(store)
  t.equal(kept.length, 367)
  t.match(kept.slice(-2), [
    { day: '2025-01-05', usd: 2 },
    { day: '2025-01-10', inputTokens: 1 },
  ])
  writeFileSync(path, '<<<<')
  t.same(readSpendDays(store), [])
})

t.test(
  'a record of wrong types counts as nothing, one that is no JSON is not overwritten',
  async t => {
    const store = newStore(t)
    const path = join(store.state, 'spend.json')
    mkdirSync(store.state, { recursive: true })
    const odd = { day: '2026-11-20', inputTokens: 'x', outputTokens: -5, usd: null, more: 1 }
    writeFileSync(path, JSON.stringify(odd))
    t.match(readSpend(store, NOON), { inputTokens: 0, outputTokens: 0, usd: 0 })
    t.match(await addSpend(store, usage(1, 1), NOON), { inputTokens: 1, outputTokens: 1, usd: 0 })
    writeFileSync(path, '<<<<')
    t.match(readSpend(store, NOON), { inputTokens: 0 })
    await t.rejects(addSpend(store, usage(1, 1), NOON), { code: 'STORE_CORRUPT' })
    const { provider, calls } = paidProvider(usage(1, 1))
    const bound = withBudget(provider, store, BUDGET, () => NOON)
    await t.rejects(bound.reflect(reflectionRequest(), signal), { code: 'STORE_CORRUPT' })
    t.same(calls, [], 'what cannot be counted is not spent')
    t.equal(readFileSync(path, 'utf8'), '<<<<')
  },
)

t.test('what fits', t => {
  const spend = { day: '2026-11-20', inputTokens: 15_000, outputTokens: 5_000, usd: 1 }
  t.ok(withinBudget(spend, BUDGET))
  t.notOk(withinBudget({ ...spend, outputTokens: 5_001 }, BUDGET))
  t.notOk(withinBudget({ ...spend, usd: 1.01 }, BUDGET))
  t.end()
})

t.test('a call is recorded with what it cost', async t => {
  const store = newStore(t)
  const { provider } = paidProvider(usage(1_000, 200, 0.01))
  const bound = withBudget(provider, store, BUDGET, () => NOON)
  t.equal(bound.name, 'openai')
  t.equal(bound.model, 'unpriced')
  await bound.reflect(reflectionRequest(), signal)
  t.match(readSpend(store, NOON), { inputTokens: 1_000, outputTokens: 200, usd: 0.01 })
  await bound.ask!({ system: 's', prompt: 'p', schema: {} }, signal)
  t.match(readSpend(store, NOON), { inputTokens: 2_000, outputTokens: 400, usd: 0.02 })
})

t.test('a call that might pass the budget is not made', async t => {
  const store = newStore(t)
  const { provider, calls } = paidProvider(usage(1_000, 200))
  let now = NOON
  const bound = withBudget(provider, store, BUDGET, () => now)
  await addSpend(store, usage(12_000, 0), NOON)
  const error: unknown = await bound
    .reflect(reflectionRequest(), signal)
    .catch((thrown: unknown) => thrown)
  if (!(error instanceof BudgetFailure)) throw new Error('no BudgetFailure')
  t.equal(error.code, 'PROVIDER_FAILED')
  t.match(error.message, /^budget of the day: 12000 of 20000 tokens are used.*SVC_DAILY_TOKENS/)
  t.equal(error.until, '2026-11-21T00:00:00.000Z')
  t.notOk(everythingIn(error).includes(SAID))
  t.same(calls, [])
  t.match(readSpend(store, NOON), { inputTokens: 12_000, outputTokens: 0 }, 'and not counted')
  now = TOMORROW
  await bound.reflect(reflectionRequest(), signal)
  t.same(calls, ['reflect'])
})

t.test('dollars count where the price is known', async t => {
  const store = newStore(t)
  await addSpend(store, usage(0, 0, 0.98), NOON)
  const budget = { dailyTokens: 1e9, dailyUsd: 1 }
  const ask = (name: string, model: string) => {
    const { provider } = paidProvider(usage(1, 1), name, model)
    return withBudget(provider, store, budget, () => NOON).reflect(reflectionRequest(), signal)
  }
  await t.rejects(ask('openai', 'gpt-5.4-mini'), {
    message: /\$0\.9800 of \$1\.0000.*SVC_DAILY_USD/,
  })
  await t.rejects(ask('claude-code', 'haiku'), { message: /may take \$0\.1000/ })
  await ask('anthropic', 'claude-haiku-5-5')
  await ask('openai-compatible', 'gpt-5.4-mini')
})

t.test('a limit of 0 allows nothing; builtin is free', async t => {
  const store = newStore(t)
  const nothing = { dailyTokens: 0, dailyUsd: 0 }
  const { provider, calls } = paidProvider(usage(1, 1))
  const refused = withBudget(provider, store, nothing, () => NOON)
  await t.rejects(refused.reflect(reflectionRequest(), signal), { message: /^budget/ })
  const builtin = { ...provider, name: 'builtin' }
  t.equal(
    withBudget(builtin, store, nothing, () => NOON),
    builtin,
  )
  t.same(calls, [])
})

t.test('a provider that cannot be asked stays one', t => {
  const { provider } = paidProvider(usage(1, 1))
  delete provider.ask
  t.notOk('ask' in withBudget(provider, newStore(t), BUDGET, () => NOON))
  t.end()
})

t.test('a failed call counts with what it may have cost', async t => {
  const store = newStore(t)
  const bind = (cost: Error) =>
    withBudget(paidProvider(cost).provider, store, BUDGET, () => NOON).reflect(
      reflectionRequest(),
      signal,
    )
  await t.rejects(bind(new ProviderFailure('down')))
  t.match(readSpend(store, NOON), { inputTokens: 0, outputTokens: 0 })
  await t.rejects(bind(new ProviderFailure('cut', usage(900, 3))))
  t.match(readSpend(store, NOON), { inputTokens: 900, outputTokens: 3 })
})

t.test('two calls at once cannot both take the last of the budget', async t => {
  const store = newStore(t)
  const { provider, calls } = paidProvider(usage(1_000, 200))
  const bound = withBudget(provider, store, BUDGET, () => NOON)
  await addSpend(store, usage(5_000, 0), NOON)
  const both = [1, 2].map(() => bound.reflect(reflectionRequest(), signal))
  const outcomes = (await Promise.allSettled(both)).map(({ status }) => status)
  t.same(outcomes.sort(), ['fulfilled', 'rejected'])
  t.equal(calls.length, 1)
  t.match(readSpend(store, NOON), { inputTokens: 6_000, outputTokens: 200 })
})

t.test('a reservation that was never settled stays counted', async t => {
  const store = newStore(t)
  t.ok((await reserveSpend(store, usage(15_000, 0), BUDGET, NOON)).isReserved)
  t.notOk((await reserveSpend(store, usage(15_000, 0), BUDGET, NOON)).isReserved)
  t.equal(readSpend(store, NOON).inputTokens, 15_000)
  t.ok((await reserveSpend(store, usage(15_000, 0), BUDGET, TOMORROW)).isReserved)
  t.ok((await reserveSpend(store, usage(15_000, 0), BUDGET, NOON)).isReserved, 'clock set back')
})
