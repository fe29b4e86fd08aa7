import { findFolderKey } from '../../store/projects/projects.js'
import { formatScopeKey } from '../../store/projects/scope.js'
import type { Store } from '../../store/store.js'
import type { Scope, ScopeFilter } from '../../store/types.js'
import type { Page } from '../memories/fields.js'
import { invalid, numberField, readTime, textField, type Fields } from '../memories/forms.js'
import type { DiffRange, MetricsFilter, SessionFilter } from './types.js'

/** The rows of the time in which sessions were; times are read as ISO 8601 in UTC. */
export const SESSION_FILTER: Fields<Pick<SessionFilter, 'since' | 'until'>> = {
  since: { ...textField('ISO 8601 time: what went on after it'), read: toIsoTime },
  until: { ...textField('ISO 8601 time: what began before it'), read: toIsoTime },
}

/** The row of how many days figures are for. */
export const METRICS_FILTER: Fields<Pick<MetricsFilter, 'days'>> = {
  days: {
    ...numberField('integer of 1 to 366, the days up to today (UTC); 30 where not given', 1),
    read: readDays,
  },
}

/** The rows of which versions to compare. */
export const DIFF_RANGE: Fields<DiffRange> = {
  from: textField(
    'a version as `history` names it, the older one; the one before `to` where not given',
  ),
  to: textField('a version as `history` names it; what stands where not given'),
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
