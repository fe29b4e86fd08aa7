import type { Store } from '../../store/store.js'
import type { Config } from '../config.js'
import { REFLECTION_SCHEMA, renderReflectionPrompt } from '../reflect/prompt.js'
import { PROVIDERS } from './catalog.js'
import { ANSWER_TOKENS, questionTokens } from './complete.js'
import { BudgetFailure, NOTHING_SPENT, ProviderFailure } from './failure.js'
import { mostUsdOf } from './prices.js'
import { addSpend, reserveSpend, type DailySpend } from './spend.js'
import type { Provider, ProviderAnswer, Question, Usage } from './types.js'

type Budget = Pick<Config, 'dailyTokens' | 'dailyUsd'>

/**
 * A provider that stays within the day's budget: a call that might pass it throws BudgetFailure
 * (PROVIDER_FAILED) before anything is sent, what a call costs is recorded after it. `builtin`
 * costs nothing and is answered as it is.
 */
export function withBudget(
  provider: Provider,
  store: Store,
  budget: Budget,
  now: () => Date,
): Provider {
  if (provider.name === 'builtin') return provider
  const { name, model } = provider
  const spend = (question: Question, call: () => Promise<ProviderAnswer>) =>
    spendWithin({ store, budget, now: now(), estimate: estimateCall(provider, question) }, call)
  return {
    name,
    model,
    reflect: (request, signal) => {
      const question = { ...renderReflectionPrompt(request), schema: REFLECTION_SCHEMA }
      return spend(question, () => provider.reflect(request, signal))
    },
    ...(provider.ask !== undefined && {
      ask: (question, signal) => spend(question, () => provider.ask!(question, signal)),
    }),
  }
}

interface Spending {
  store: Store
  budget: Budget
  now: Date
  estimate: Usage
}

/** Books the estimate first: a process that dies in between has not spent unseen. */
async function spendWithin(
  spending: Spending,
  call: () => Promise<ProviderAnswer>,
): Promise<ProviderAnswer> {
  const { store, budget, now, estimate } = spending
  const { spend, isReserved } = await reserveSpend(store, estimate, budget, now)
  if (!isReserved) throw refusal(spend, spending)
  try {
    const answer = await call()
    await settle(spending, answer.usage)
    return answer
  } catch (error) {
    await settle(spending, error instanceof ProviderFailure ? error.spent : NOTHING_SPENT)
    throw error
  }
}

/** An answer is not lost because its cost could not be written: the estimate stands then. */
async function settle({ store, now, estimate }: Spending, actual: Usage): Promise<void> {
  const difference = {
    inputTokens: actual.inputTokens - estimate.inputTokens,
    outputTokens: actual.outputTokens - estimate.outputTokens,
    usd: (actual.usd ?? 0) - (estimate.usd ?? 0),
  }
  await addSpend(store, difference, now).catch(() => undefined)
}

function estimateCall({ name, model }: Provider, question: Question): Usage {
  const overhead = PROVIDERS[name]?.overheadTokens ?? 0
  const inputTokens = overhead + questionTokens(question)
  const tokens = { inputTokens, outputTokens: ANSWER_TOKENS }
  const usd = mostUsdOf(name, model, tokens)
  return usd === undefined ? tokens : { ...tokens, usd }
}

function refusal(spend: DailySpend, { budget, now, estimate }: Spending): BudgetFailure {
  const used = spend.inputTokens + spend.outputTokens
  const needed = estimate.inputTokens + estimate.outputTokens
  const isTokens = used + needed > budget.dailyTokens
  const state = isTokens
    ? `${used} of ${budget.dailyTokens} tokens are used today and a call may take ${needed} (SVC_DAILY_TOKENS)`
    : `${toUsd(spend.usd)} of ${toUsd(budget.dailyUsd)} are used today and a call may take ${toUsd(estimate.usd ?? 0)} (SVC_DAILY_USD)`
  return new BudgetFailure(`budget of the day: ${state}; it begins anew at 00:00 UTC`, nextDay(now))
}

function toUsd(amount: number): string {
  return `$${amount.toFixed(4)}`
}

function nextDay(now: Date): string {
  return new Date(
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1),
  ).toISOString()
}
