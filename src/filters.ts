import { SvcError } from '../store/errors.js'
import type { ListFilter, ScopeFilter, SkillFilter } from './api.js'
import { formatScopeKey, parseScope } from './scopes.js'

/**
 * A scope filter that a program gave, scopes named twice taken once. Throws INVALID_REQUEST: one
 * that is wrong never widens the answer.
 */
export function parseScopesFilter(given: ScopeFilter): ScopeFilter {
  const { scope, scopes, scopeType } = toObject(given)
  if (scopeType !== undefined && scopeType !== 'global' && scopeType !== 'project') {
    throw invalid('scopeType must be global or project')
  }
  if (scopes !== undefined && !Array.isArray(scopes)) throw invalid('scopes must be an array')
  const unique = scopes && new Map(scopes.map(parseKeyed))
  return {
    ...(unique && { scopes: [...unique.values()] }),
    ...(scope !== undefined && { scope: parseScope(scope) }),
    ...(scopeType !== undefined && { scopeType }),
  }
}

/** A filter of memories that a program gave. Throws INVALID_REQUEST. */
export function parseListFilter(given: ListFilter): ListFilter {
  const { kinds, tags } = toObject(given)
  return {
    ...parseSearch(given),
    ...(kinds !== undefined && { kinds: parseWords(kinds, 'kinds') }),
    ...(tags !== undefined && { tags: parseWords(tags, 'tags') }),
  }
}

/** A filter of skills that a program gave. Throws INVALID_REQUEST. */
export function parseSkillFilter(given: SkillFilter): SkillFilter {
  return { ...parseSearch(given), includeDormant: given.includeDormant === true }
}

/** A number of entries: a whole one from 1. Throws INVALID_REQUEST. */
export function parseLimit(value: unknown): number {
  return parseWhole(value, 'limit', 1)
}

function parseSearch(given: SkillFilter): Omit<SkillFilter, 'includeDormant'> {
  const { text, limit, offset } = toObject(given)
  if (text !== undefined && typeof text !== 'string') throw invalid('text must be a text')
  return {
    ...parseScopesFilter(given),
    ...(text !== undefined && { text }),
    ...(limit !== undefined && { limit: parseLimit(limit) }),
    ...(offset !== undefined && { offset: parseWhole(offset, 'offset', 0) }),
  }
}

function parseKeyed(value: unknown) {
  const scope = parseScope(value, 'scopes')
  return [formatScopeKey(scope), scope] as const
}

function parseWords(value: unknown, field: string): string[] {
  if (Array.isArray(value) && value.every(word => typeof word === 'string')) return value
  throw invalid(`${field} must be an array of texts`)
}

function parseWhole(value: unknown, field: string, least: number): number {
  if (Number.isInteger(value) && Number(value) >= least) return Number(value)
  throw invalid(`${field} must be a whole number from ${least}`)
}

function toObject<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw invalid('the filter must be an object')
}

function invalid(message: string): SvcError {
  return new SvcError('INVALID_REQUEST', message)
}
