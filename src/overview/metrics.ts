import { readLogFrom, type LogCursor, type SegmentedLog } from '../../store/files/log.js'
import {
  historyFolder,
  readForgotten,
  readLastVersion,
  type Forgotten,
} from '../../store/memories/history.js'
import { activityLog, hookCallLog, type Store } from '../../store/store.js'
import type { ActivityEvent, Scope } from '../../store/types.js'
import type { HookCallLine } from '../activity/hook-calls.js'
import type { Collection } from '../memories/collection.js'
import { parseFilter } from '../memories/given.js'
import { buriedAt } from '../memories/life.js'
import { readSpendDays } from '../provider/budget.js'
import { dayOf } from '../text.js'
import type { OverviewContext } from './context.js'
import { isScope, METRICS_FILTER, testScopes, type ScopeTest } from './filters.js'
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

const NUMBERS = ['ms', 'full', 'chars'] as const

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

function countRecall(days: readonly HookCallLine[][]): Metrics['recall'] {
  return {
    prompts: days.map(({ length }) => length),
    answered: sumOf(days, ({ full }) => (full > 0 ? 1 : 0)),
    full: sumOf(days, ({ full }) => full),
    chars: sumOf(days, ({ chars }) => chars),
  }
}

function countStarts(days: readonly HookCallLine[][]): Metrics['starts'] {
  return {
    sessions: days.map(({ length }) => length),
    items: sumOf(days, ({ full }) => full),
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

/** The time that a memory was there. */
interface Life {
  kind: string
  /** ISO 8601. */
  from: string
  /** Undefined for one that is there still. */
  until?: string
}

/**
 * Kinds and beginnings of forgotten memories in their old versions, which do not change, by id and
 * time. An entry goes when the store does not know the memory as forgotten any more.
 */
export type ForgottenLives = Map<string, Pick<Life, 'kind' | 'from'> | undefined>

/**
 * Counts own memories of some scopes at the end of each day (UTC, the oldest first), in all and by
 * kind; those that are gone, as far as tombstones and the local history tell.
 */
export function countByDay(
  store: Store,
  collections: readonly Collection[],
  { days, known }: { days: readonly string[]; known: ForgottenLives },
): Metrics['memories'] {
  const [first = ''] = days
  const changes = new Map<string, number[]>()
  const lives = [
    ...collections.flatMap(livesIn),
    ...forgottenLives(store, collections, { first, known }),
  ]
  for (const { kind, from, until } of lives) {
    if (until !== undefined && until < first) continue
    const own = changes.get(kind) ?? days.map(() => 0)
    changes.set(kind, own)
    own[indexOf(from, days)]!++
    if (until !== undefined) own[indexOf(until, days)]!--
  }
  const sums = [...changes].map(([kind, own]) => [kind, runningSum(own)] as const)
  const byKind = Object.fromEntries(sums.filter(([, sum]) => sum.some(count => count > 0)))
  const total = days.map((_, at) => sums.reduce((all, [, sum]) => all + sum[at]!, 0))
  return { total, byKind }
}

/** Position of the day of a time: the first for an earlier one, the last for a later one. */
function indexOf(time: string, days: readonly string[]): number {
  const from = Date.parse(`${days[0]}T00:00:00.000Z`)
  const at = Math.floor((Date.parse(time) - from) / DAY_MS)
  // A time that cannot be read is as old as anything.
  return Number.isNaN(at) ? 0 : Math.max(0, Math.min(days.length - 1, at))
}

function runningSum(changes: readonly number[]): number[] {
  let sum = 0
  return changes.map(change => (sum += change))
}

function livesIn({ memories, tombstones }: Collection): Life[] {
  const living = Array.from(memories.values(), ({ document }) => toLife(document))
  const buried = Array.from(tombstones.values(), one => {
    return { ...toLife(one.document), until: buriedAt(one) }
  })
  return [...living, ...buried]
}

function toLife({ kind, createdAt }: { kind: string; createdAt: string }): Life {
  return { kind, from: createdAt }
}

/** Those that were forgotten since the first day and did not come back. */
function forgottenLives(
  store: Store,
  collections: readonly Collection[],
  { first, known }: { first: string; known: ForgottenLives },
): Life[] {
  const byKey = new Map(collections.map(collection => [collection.folder.key, collection]))
  const forgotten = new Map(Array.from(readForgotten(store).values(), one => [toldAs(one), one]))
  for (const told of known.keys()) if (!forgotten.has(told)) known.delete(told)
  return [...forgotten].flatMap(([told, { id, at, key, name }]) => {
    if (at < first || byKey.get(key)?.has(id) !== false) return []
    if (!known.has(told)) known.set(told, readLife(store, name))
    const life = known.get(told)
    return life ? [{ ...life, until: at }] : []
  })
}

function toldAs({ id, at }: Forgotten): string {
  return `${id} ${at}`
}

/** By the beginning of its last version alone: there may be a thousand. */
function readLife(store: Store, name: string): Pick<Life, 'kind' | 'from'> | undefined {
  const text = readLastVersion(historyFolder(store), name)?.slice(0, FRONT_CHARS) ?? ''
  const from = /^createdAt: *["']?([^"'\n]+)/m.exec(text)?.[1]
  const kind = /^kind: *["']?([a-z][a-z0-9-]*)/m.exec(text)?.[1] ?? 'fact'
  return from === undefined ? undefined : { kind: copyOf(kind), from: copyOf(from) }
}

/** Apart from the text that it is a part of, which would stay in memory as a whole. */
function copyOf(part: string): string {
  return Buffer.from(part).toString()
}

const FRONT_CHARS = 4_000
