import { withFence } from '../../store/files/fence.js'
import { readJsonDocument, updateJsonDocument } from '../../store/files/json.js'
import { type Store, statePath, storeLock } from '../../store/store.js'
import type { Config } from '../config.js'
import { dayOf } from '../text.js'
import { ANSWER_TOKENS, aroundCalls, sentTokens } from './answer.js'
import { mostUsdOf } from './catalog.js'
import {
  type Usage,
  BudgetFailure,
  NOTHING_SPENT,
  ProviderFailure,
  type Provider,
  type ProviderAnswer,
  type Question,
} from './types.js'

/** The spend of one day (UTC). */
export interface DailySpend {
  /** `YYYY-MM-DD`. */
  day: string
  inputTokens: number
  outputTokens: number
  /** US dollars, as far as prices are known. */
  usd: number
}

/** `state/spend.json`: the newest day, and those that were over when it began, the oldest first. */
interface SpendDocument extends Partial<DailySpend> {
  past?: unknown
}

/** Days that are over and kept. */
const PAST_DAYS = 366

type Budget = Pick<Config, 'dailyTokens' | 'dailyUsd'>

/** Reads today's spend: nothing if there is no record, or none that can be read. */
export function readSpend(store: Store, now: Date): DailySpend {
  return spendOf(readDocument(store), dayOf(now))
}

/** Reads the spend of each day that has one, the oldest first; [] if nothing can be read. */
export function readSpendDays(store: Store): DailySpend[] {
  const document = readDocument(store)
  return [...readPast(document), ...(isDay(document) ? [spendOf(document, document.day)] : [])]
}

function readDocument(store: Store): SpendDocument {
  try {
    return readJsonDocument<SpendDocument>(spendPath(store), {})
  } catch {
    return {}
  }
}

function readPast({ past }: SpendDocument): DailySpend[] {
  const days = Array.isArray(past) ? (past as (Partial<DailySpend> | null)[]) : []
  return days.flatMap(day => (day !== null && isDay(day) ? [spendOf(day, day.day)] : []))
}

function isDay(spend: Partial<DailySpend>): spend is Partial<DailySpend> & { day: string } {
  return typeof spend.day === 'string'
}

/**
 * Adds what a call cost, or a difference (negative numbers) to what it was thought to cost, and
 * answers the sum. Durable when it resolves. What belongs to a day gone by is not counted.
 */
export async function addSpend(store: Store, usage: Usage, now: Date): Promise<DailySpend> {
  return changeSpend(store, now, (spend, isOver) => (isOver ? spend : addUsage(spend, usage)))
}

/**
 * Adds what a call may cost, where the budget has room for it: two processes cannot both take the
 * last of it. Answers the spend, and whether there was room.
 */
export async function reserveSpend(
  store: Store,
  usage: Usage,
  budget: Budget,
  now: Date,
): Promise<{ spend: DailySpend; isReserved: boolean }> {
  let isReserved = false
  const spend = await changeSpend(store, now, before => {
    const after = addUsage(before, usage)
    isReserved = withinBudget(after, budget)
    return isReserved ? after : before
  })
  return { spend, isReserved }
}

/** True where a day's spend is within the budget. A limit of 0 allows nothing of its kind. */
export function withinBudget(spend: DailySpend, { dailyTokens, dailyUsd }: Budget): boolean {
  return spend.inputTokens + spend.outputTokens <= dailyTokens && spend.usd <= dailyUsd
}

/** `isOver` tells that a later day has begun: a call that began before midnight ends there. */
async function changeSpend(
  store: Store,
  now: Date,
  change: (spend: DailySpend, isOver: boolean) => DailySpend,
): Promise<DailySpend> {
  const day = dayOf(now)
  return withFence(storeLock(store, 'spend'), [spendPath(store)], lock => {
    let spend = spendOf({}, day)
    const changeDay = (document: SpendDocument) => {
      const before = spendOf(document, day)
      spend = change(before, document.day !== undefined && document.day > day)
      if (spend !== before) Object.assign(document, spend, pastOf(document, day))
    }
    updateJsonDocument<SpendDocument>(spendPath(store), {}, changeDay, () => lock.assertHeld())
    return spend
  })
}

/** A day that is over goes to those before it when another one is begun. */
function pastOf(document: SpendDocument, day: string): Pick<SpendDocument, 'past'> {
  if (!isDay(document) || document.day === day) return {}
  const past = [...readPast(document), spendOf(document, document.day)]
  return { past: past.slice(-PAST_DAYS) }
}

function addUsage(spend: DailySpend, { inputTokens, outputTokens, usd = 0 }: Usage): DailySpend {
  return {
    day: spend.day,
    inputTokens: Math.max(0, spend.inputTokens + inputTokens),
    outputTokens: Math.max(0, spend.outputTokens + outputTokens),
    usd: Math.max(0, Math.round((spend.usd + usd) * 1e6) / 1e6),
  }
}

function spendOf(document: Partial<DailySpend>, day: string): DailySpend {
  const { inputTokens, outputTokens, usd } = document.day === day ? document : {}
  return {
    day,
    inputTokens: toNumber(inputTokens),
    outputTokens: toNumber(outputTokens),
    usd: toNumber(usd),
  }
}

function toNumber(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0
}

function spendPath(store: Store): string {
  return statePath(store, 'spend.json')
}

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
  return aroundCalls(provider, ({ call, signal, question }) => {
    const estimate = estimateCall(provider, question())
    return spendWithin({ store, budget, now: now(), estimate }, () => call(signal))
  })
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
  const tokens = { inputTokens: sentTokens(name, question), outputTokens: ANSWER_TOKENS }
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
