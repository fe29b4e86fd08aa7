import type { Store } from '../../store/store.js'
import {
  historyFolder,
  readForgotten,
  readLastVersion,
  type Forgotten,
} from '../../store/memories/history.js'
import type { Collection } from '../memories/collection.js'
import { buriedAt } from '../memories/life.js'
import type { Metrics } from './types.js'

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

const DAY_MS = 24 * 60 * 60 * 1000

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
