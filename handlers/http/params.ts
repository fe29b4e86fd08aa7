import { invalid } from '../../src/memories/given.js'
import { ORIGINS } from '../../src/memories/saver.js'
import type { DiffRange, MetricsFilter, SessionFilter } from '../../src/overview/types.js'
import type {
  ArchiveFilter,
  ForgetOptions,
  ListFilter,
  Origin,
  ReviewFilter,
  SkillFilter,
} from '../../src/types.js'
import { parseScopeFilter } from '../../store/projects/scope.js'
import { isKind, type Scope, type ScopeFilter } from '../../store/types.js'

/** A larger `limit` is taken as this one. */
const MAX_LIMIT = 1000
/** Number of memories or skills in an answer if no `limit` is given. */
const DEFAULT_LIMIT = 100
/** Number of events in an answer if no `limit` is given. */
export const DEFAULT_EVENTS_LIMIT = 50

const DIGITS = /^[0-9]+$/

/** Every query parameter there is and its rule in words, for the reference and the contract tests. */
export const QUERY_PARAMS = {
  scopeType: '`global` or `project`; alone it filters on the type',
  scopeId: "the project's absolute directory",
  scopeKey: '`global`, or `project:` and the percent-encoded directory',
  kind: 'comma list, any of',
  tags: 'comma list, all of; case-insensitive',
  by: '`agent`: what an agent wrote last',
  source: 'comma list, any of `learned`, `remembered`, `agent` (wrote last), `imported`',
  pinned: '`true` or `1` (pinned ones alone), `false` or `0`',
  review: '`true` or `1` (those with the tag `needs-review` alone), `false` or `0`',
  text: 'ranked search; empty is as none',
  prefix:
    '`true` or `1` (longer words that begin as the last one of `text` match too), `false` or `0`',
  matches: '`true` or `1` (each item tells which of its words match `text`), `false` or `0`',
  includeDormant: '`true` or `1`, `false` or `0`',
  all: '`true` or `1` (what was looked at too), `false` or `0`',
  days: 'integer of 1 to 366, the days up to today (UTC); 30 where not given',
  since: 'ISO 8601 time: what went on after it',
  until: 'ISO 8601 time: what began before it',
  wrong: '`true` or `1` (what it says is not learned again), `false` or `0`',
  from: 'a version as `history` names it, the older one; the one before `to` where not given',
  to: 'a version as `history` names it; what stands where not given',
  cwd: 'absolute directory path: the project of an MCP client',
  limit: 'integer >= 1; above 1000 it is taken as 1000',
  offset: 'integer >= 0',
} as const

/** The name of a query parameter. */
export type QueryParam = keyof typeof QUERY_PARAMS

/** The filter of a list of memories. Throws INVALID_REQUEST naming the parameter. */
export function parseListFilter(query: URLSearchParams): ListFilter {
  return {
    ...parseScopes(query),
    kinds: parseKinds(query),
    tags: parseList(query, 'tags'),
    by: parseBy(query),
    sources: parseSources(query),
    pinned: parseFlag(query, 'pinned'),
    review: parseFlag(query, 'review'),
    text: parseText(query),
    prefix: parseFlag(query, 'prefix'),
    matches: parseFlag(query, 'matches'),
    limit: parseLimit(query, DEFAULT_LIMIT),
    offset: parseOffset(query),
  }
}

/** Reads the part of an archive. Throws INVALID_REQUEST naming the parameter. */
export function parseArchiveFilter(query: URLSearchParams): ArchiveFilter {
  const page = { limit: parseLimit(query, DEFAULT_LIMIT), offset: parseOffset(query) }
  return { ...parseScopes(query), ...page }
}

/** The filter of a list of skills. Throws INVALID_REQUEST naming the parameter. */
export function parseSkillFilter(query: URLSearchParams): SkillFilter {
  return {
    ...parseScopes(query),
    text: parseText(query),
    includeDormant: parseFlag(query, 'includeDormant'),
    limit: parseLimit(query, DEFAULT_LIMIT),
    offset: parseOffset(query),
  }
}

/** The directory that a client works in, as it is given; undefined where it says none. */
export function readDirectory(query: URLSearchParams): string | undefined {
  return readOne(query, 'cwd') || undefined
}

/** Reads the versions to compare. Throws INVALID_REQUEST naming the parameter. */
export function parseDiffRange(query: URLSearchParams): DiffRange {
  const [from, to] = [readOne(query, 'from') || undefined, readOne(query, 'to') || undefined]
  return { ...(from && { from }), ...(to && { to }) }
}

/** Reads the options of forgetting. Throws INVALID_REQUEST naming the parameter. */
export function parseForgetOptions(query: URLSearchParams): ForgetOptions {
  return { wrong: parseFlag(query, 'wrong') }
}

/** Reads the filter of a review. Throws INVALID_REQUEST naming the parameter. */
export function parseReviewFilter(query: URLSearchParams): ReviewFilter {
  return { ...parseScopes(query), all: parseFlag(query, 'all') }
}

/** Reads the part of a list. Throws INVALID_REQUEST naming the parameter. */
export function parsePage(query: URLSearchParams): { limit: number; offset: number } {
  return { limit: parseLimit(query, DEFAULT_LIMIT), offset: parseOffset(query) }
}

/** Reads the filter of sessions. Throws INVALID_REQUEST naming the parameter. */
export function parseSessionFilter(query: URLSearchParams): SessionFilter {
  const [since, until] = [readOne(query, 'since'), readOne(query, 'until')]
  return {
    ...parseScopes(query),
    ...parsePage(query),
    ...(since && { since }),
    ...(until && { until }),
  }
}

/** Reads a number of days, and scopes. Throws INVALID_REQUEST naming the parameter. */
export function parseMetricsFilter(query: URLSearchParams): MetricsFilter {
  return { ...parseScopes(query), days: parseInteger(query, 'days', 1) }
}

/** The scope filter; {} where no scope parameter is given. Throws INVALID_REQUEST. */
export function parseScopes(query: URLSearchParams): ScopeFilter {
  return parseScopeFilter({
    scopeType: readOne(query, 'scopeType'),
    scopeId: readOne(query, 'scopeId'),
    scopeKey: readOne(query, 'scopeKey'),
  })
}

/** The one scope that a request must name. Throws INVALID_REQUEST. */
export function parseOneScope(query: URLSearchParams): Scope {
  const { scope } = parseScopes(query)
  if (scope === undefined) {
    throw invalid('scopeType (with scopeId for a project) or scopeKey must name one scope')
  }
  return scope
}

/** `limit`: digits only, at least 1, at most 1000 counts. Throws INVALID_REQUEST. */
export function parseLimit(query: URLSearchParams, fallback: number): number {
  const limit = parseInteger(query, 'limit', 1) ?? fallback
  return Math.min(limit, MAX_LIMIT)
}

function parseOffset(query: URLSearchParams): number {
  return Math.min(parseInteger(query, 'offset', 0) ?? 0, Number.MAX_SAFE_INTEGER)
}

function parseInteger(query: URLSearchParams, name: QueryParam, least: number): number | undefined {
  const value = readOne(query, name)
  if (value === undefined) return undefined
  const number = DIGITS.test(value) ? Number(value) : NaN
  if (!(number >= least)) throw invalid(`${name} must be an integer of at least ${least}`)
  return number
}

function parseFlag(query: URLSearchParams, name: QueryParam): boolean {
  const value = readOne(query, name) ?? ''
  if (value === 'true' || value === '1') return true
  if (value === 'false' || value === '0' || value === '') return false
  throw invalid(`${name} must be true or false`)
}

function parseBy(query: URLSearchParams): 'agent' | undefined {
  const by = readOne(query, 'by') ?? ''
  if (by === 'agent' || by === '') return by || undefined
  throw invalid('by must be agent')
}

function parseSources(query: URLSearchParams): Origin[] | undefined {
  const named = parseList(query, 'source')
  const origins = named?.map(name => ORIGINS.find(origin => origin === name))
  if (origins === undefined || origins.every(origin => origin !== undefined)) return origins
  throw invalid(`source must be a comma list of ${ORIGINS.join(', ')}`)
}

function parseText(query: URLSearchParams): string | undefined {
  const text = readOne(query, 'text')?.trim()
  return text === '' ? undefined : text
}

function parseKinds(query: URLSearchParams): string[] | undefined {
  const kinds = parseList(query, 'kind')
  if (kinds !== undefined && !kinds.every(isKind)) {
    throw invalid('kind must be a comma list of lower-case identifiers')
  }
  return kinds
}

/** A list may be spread over repeated parameters. Only commas name nothing, and are refused. */
function parseList(query: URLSearchParams, name: QueryParam): string[] | undefined {
  const joined = query.getAll(name).join(',')
  if (joined === '') return undefined
  const parts = joined.split(',').map(part => part.trim())
  const named = parts.filter(part => part !== '')
  if (named.length === 0) throw invalid(`${name} must be a comma list with at least one entry`)
  return named
}

function readOne(query: URLSearchParams, name: QueryParam): string | undefined {
  const [value, ...more] = query.getAll(name)
  if (more.length > 0) throw invalid(`${name} is given more than once`)
  return value
}
