import { join } from 'node:path'
import { readJsonDocument, updateJsonDocument } from '../../store/json-document.js'
import { withLock } from '../../store/lock.js'
import type { Store } from '../../store/store.js'
import type { Config } from '../config.js'
import type { Usage } from './types.js'

/** What was spent on one day (UTC). */
export interface DailySpend {
  /** `YYYY-MM-DD`. */
  day: string
  inputTokens: number
  outputTokens: number
  /** US dollars, as far as prices are known. */
  usd: number
}

type Budget = Pick<Config, 'dailyTokens' | 'dailyUsd'>

/** What was spent today: nothing where there is no record, or none that can be read. */
export function readSpend(store: Store, now: Date): DailySpend {
  try {
    return spendOf(readJsonDocument<Partial<DailySpend>>(spendPath(store), {}), dayOf(now))
  } catch {
    return spendOf({}, dayOf(now))
  }
}

/**
 * Adds what a call cost, or a difference (negative numbers) to what it was thought to cost, and
 * answers the sum. Durable when it resolves. What belongs to a day gone by is not kept.
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
  return withLock(join(store.state, 'locks', 'spend'), lock => {
    let spend = spendOf({}, day)
    lock.assertHeld()
    updateJsonDocument<Partial<DailySpend>>(spendPath(store), {}, document => {
      const before = spendOf(document, day)
      spend = change(before, document.day !== undefined && document.day > day)
      if (spend !== before) Object.assign(document, spend)
    })
    return spend
  })
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

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}

function spendPath(store: Store): string {
  return join(store.state, 'spend.json')
}
