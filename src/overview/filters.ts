import { findFolderKey } from '../../store/projects/projects.js'
import { formatScopeKey } from '../../store/projects/scope.js'
import type { Store } from '../../store/store.js'
import type { Scope, ScopeFilter } from '../../store/types.js'
import {
  invalid,
  parseLimit,
  parseScopesFilter,
  readFields,
  readOffset,
  readTime,
  toFields,
} from '../memories/given.js'
import type { MetricsFilter, SessionFilter } from './types.js'

/** One part of a list. */
export interface Page {
  limit?: number
  offset?: number
}

/** Reads a filter by scope, and the part of a list. Throws INVALID_REQUEST. */
export function parsePageFilter(given: ScopeFilter & Page): ScopeFilter & Page {
  const page = { limit: parseLimit, offset: readOffset }
  return { ...parseScopesFilter(given), ...readFields<Page>(toGiven(given), page) }
}

/** Reads a filter of sessions; times as ISO 8601 in UTC. Throws INVALID_REQUEST. */
export function parseSessionFilter(given: SessionFilter): SessionFilter {
  const times = { since: toIsoTime, until: toIsoTime }
  type Times = Pick<SessionFilter, 'since' | 'until'>
  return { ...parsePageFilter(given), ...readFields<Times>(toGiven(given), times) }
}

/** Reads a filter by scope, and a number of days. Throws INVALID_REQUEST. */
export function parseMetricsFilter(given: MetricsFilter): MetricsFilter & { days: number } {
  const { days = 30 } = readFields<Pick<MetricsFilter, 'days'>>(toGiven(given), { days: readDays })
  return { ...parseScopesFilter(given), days }
}

const MOST_DAYS = 366

function readDays(value: unknown): number {
  const days = Number.isInteger(value) ? (value as number) : 0
  if (days >= 1 && days <= MOST_DAYS) return days
  throw invalid(`days must be a whole number of 1 to ${MOST_DAYS}`)
}

function toIsoTime(value: unknown, field: string): string {
  return readTime(value, field).toISOString()
}

function toGiven(given: unknown) {
  return toFields(given, 'the filter must be an object')
}

/** The part of a list that a page is: 100 entries where no limit is given. */
export function pageOf<T>(list: readonly T[], { limit = 100, offset = 0 }: Page): T[] {
  return list.slice(offset, offset + limit)
}

/** True for a scope as logs note it; a line may be broken. */
export function isScope(value: unknown): value is Scope {
  const { type, id } = (value ?? {}) as Partial<Scope>
  return type === 'global' || (type === 'project' && typeof id === 'string')
}

/** True for records of a scope that a filter lets through; undefined: the record names none. */
export type ScopeTest = (scope: Scope | undefined) => boolean

/** The test of a filter for scopes as they were noted: two clones of one project are one scope. */
export function testScopes(store: Store, filter: ScopeFilter): ScopeTest {
  const { scopeType: type } = filter
  const wanted = filter.scopes ?? (filter.scope && [filter.scope])
  if (wanted === undefined) return scope => type === undefined || scope?.type === type
  const folders = new Set(wanted.map(scope => nameFolder(store, scope)))
  const tested = new Map<string, boolean>()
  return scope => {
    if (scope === undefined || (type !== undefined && scope.type !== type)) return false
    const key = formatScopeKey(scope)
    const passes = tested.get(key) ?? folders.has(nameFolder(store, scope))
    tested.set(key, passes)
    return passes
  }
}

/** The folder of a scope, or the scope itself where it never had one. */
function nameFolder(store: Store, scope: Scope): string {
  return findFolderKey(store, scope) ?? formatScopeKey(scope)
}
