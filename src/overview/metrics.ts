import { readLogFrom, type LogCursor, type SegmentedLog } from '../../store/files/log.js'
import { activityLog, hookCallLog } from '../../store/store.js'
import type { ActivityEvent, Scope } from '../../store/types.js'
import type { HookCallLine } from '../activity/hook-calls.js'
import { parseFilter } from '../memories/given.js'
import { readSpendDays } from '../provider/budget.js'
import { dayOf } from '../text.js'
import type { OverviewContext } from './context.js'
import { isScope, METRICS_FILTER, testScopes, type ScopeTest } from './filters.js'
import { countByDay, type ForgottenLives } from './memory-days.js'
import type { Metrics, MetricsFilter } from './types.js'

type Reading = Pick<OverviewContext, 'store' | 'collections' | 'now'>

/** Counts of one reflection's changes. */
interface Lesson {
  at: string
  scope: Scope
  added: number
  updated: number
}

/** Figures by day, from all that logs hold and that this process has seen of them. */
export class MetricsBook {
  private readonly calls: GrowingLog<HookCallLine>
  private readonly lessons: GrowingLog<Lesson>
  private readonly forgotten: ForgottenLives = new Map()

  constructor(private readonly context: Reading) {
    this.calls = new GrowingLog(hookCallLog(context.store), toCall)
    this.lessons = new GrowingLog(activityLog(context.store), toLesson)
  }

  /** The figures of some scopes; what providers took is that of all. Throws INVALID_REQUEST. */
  async read(filter: MetricsFilter = {}): Promise<Metrics> {
    const { store, collections, now } = this.context
    const { days: count = 30, ...scopes } = parseFilter(filter, METRICS_FILTER)
    const days = lastDays(now(), count)
    const isWanted = testScopes(store, scopes)
    const calls = byDay(this.calls.read(), days, isWanted)
    const lessons = byDay(this.lessons.read(), days, isWanted)
    const found = await collections.matching(scopes)
    return {
      days,
      memories: countByDay(store, found, { days, known: this.forgotten }),
      hooks: countHooks(calls),
      recall: countRecall(calls.map(each => each.filter(isPrompt))),
      starts: countStarts(calls.map(each => each.filter(isStart))),
      learning: {
        added: sumOf(lessons, ({ added }) => added),
        updated: sumOf(lessons, ({ updated }) => updated),
      },
      spend: sumSpend(store, days),
    }
  }
}

/** Twice what a log of hook calls holds on disk: a process may stay for a year. */
const MOST_LINES = 70_000

/** The newest lines of a log, each read and parsed once. */
class GrowingLog<Line> {
  private cursor: LogCursor = { segment: '', bytes: 0 }
  private readonly lines: Line[] = []

  constructor(
    private readonly log: SegmentedLog,
    private readonly parse: (value: unknown) => Line | undefined,
  ) {}

  read(): readonly Line[] {
    const { values, cursor } = readLogFrom<unknown>(this.log, this.cursor)
    this.cursor = cursor
    for (const value of values) {
      const line = this.parse(value)
      if (line !== undefined) this.lines.push(line)
    }
    this.lines.splice(0, this.lines.length - MOST_LINES)
    return this.lines
  }
}

const NUMBERS = ['ms', 'full', 'titles', 'chars'] as const

function toCall(value: unknown): HookCallLine | undefined {
  const line = (value ?? {}) as Partial<HookCallLine>
  const isWhole = NUMBERS.every(name => Number.isFinite(line[name])) && isScope(line.scope)
  return isWhole && isText(line.at) && isText(line.event) ? (line as HookCallLine) : undefined
}

function toLesson(value: unknown): Lesson | undefined {
  const { type, timestamp: at, scope, added, updated } = (value ?? {}) as Partial<ActivityEvent>
  if (type !== 'reflect' || !isText(at) || !isScope(scope)) return undefined
  return { at, scope, added: toCount(added), updated: toCount(updated) }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function toCount(value: unknown): number {
  return Number.isFinite(value) ? Number(value) : 0
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Lists the days up to this one, UTC, the oldest first. */
function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    return dayOf(new Date(now.getTime() - (count - 1 - at) * DAY_MS))
  })
}

/** The lines of the scopes that are wanted, a list a day. */
function byDay<Line extends { at: string; scope: Scope }>(
  lines: readonly Line[],
  days: readonly string[],
  isWanted: ScopeTest,
): Line[][] {
  const lists = new Map(days.map(day => [day, [] as Line[]]))
  for (const line of lines) {
    const list = lists.get(line.at.slice(0, 10))
    if (list !== undefined && isWanted(line.scope)) list.push(line)
  }
  return [...lists.values()]
}

function sumOf<Line>(days: readonly Line[][], worth: (line: Line) => number): number[] {
  return days.map(lines => lines.reduce((sum, line) => sum + worth(line), 0))
}

const isPrompt = ({ event }: HookCallLine) => event === 'UserPromptSubmit'
const isStart = ({ event }: HookCallLine) => event === 'SessionStart'
const itemsOf = ({ full, titles }: HookCallLine) => full + titles

function countRecall(days: readonly HookCallLine[][]): Metrics['recall'] {
  return {
    prompts: days.map(({ length }) => length),
    answered: sumOf(days, call => (itemsOf(call) > 0 ? 1 : 0)),
    full: sumOf(days, ({ full }) => full),
    titles: sumOf(days, ({ titles }) => titles),
    chars: sumOf(days, ({ chars }) => chars),
  }
}

function countStarts(days: readonly HookCallLine[][]): Metrics['starts'] {
  return {
    sessions: days.map(({ length }) => length),
    items: sumOf(days, itemsOf),
    chars: sumOf(days, ({ chars }) => chars),
  }
}

function countHooks(days: readonly HookCallLine[][]): Metrics['hooks'] {
  const events = [...new Set(days.flat().map(({ event }) => event))].sort()
  return Object.fromEntries(events.map(event => [event, countEvent(days, event)]))
}

function countEvent(days: readonly HookCallLine[][], event: string): Metrics['hooks'][string] {
  const times = days.map(calls => {
    const own = calls.filter(call => call.event === event).map(({ ms }) => ms)
    return own.sort((a, b) => a - b)
  })
  return {
    calls: times.map(({ length }) => length),
    p50: times.map(sorted => percentile(sorted, 0.5)),
    p95: times.map(sorted => percentile(sorted, 0.95)),
  }
}

/** By the nearest rank; null of nothing. */
function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}

function sumSpend(store: Reading['store'], days: readonly string[]): Metrics['spend'] {
  const spent = new Map(readSpendDays(store).map(each => [each.day, each]))
  return {
    tokens: days.map(day => {
      const { inputTokens = 0, outputTokens = 0 } = spent.get(day) ?? {}
      return inputTokens + outputTokens
    }),
    usd: days.map(day => spent.get(day)?.usd ?? 0),
  }
}
