import {
  FORGET_OPTIONS,
  LIST_FILTER,
  PAGE,
  REVIEW_FILTER,
  SKILL_FILTER,
} from '../../src/memories/fields.js'
import {
  invalid,
  readEach,
  splitWords,
  tellEach,
  textField,
  type Asked,
  type Field,
  type Fields,
} from '../../src/memories/forms.js'
import { DIFF_RANGE, METRICS_FILTER, SESSION_FILTER } from '../../src/overview/filters.js'
import { parseScopeFilter } from '../../store/projects/scope.js'
import type { Scope, ScopeFilter } from '../../store/types.js'

const SCOPE_RULES = {
  scopeType: '`global` or `project`; alone it filters on the type',
  scopeId: "the project's absolute directory",
  scopeKey: '`global`, or `project:` and the percent-encoded directory',
}

/** The parameters that name scopes. */
export const SCOPE_PARAMS: readonly string[] = Object.keys(SCOPE_RULES)

/** The row of the directory that a client works in. */
export const DIRECTORY: Fields<{ cwd: string }> = {
  cwd: textField('absolute directory path: the project of an MCP client'),
}

/** Every query parameter there is and its rule in words, for the reference and the contract tests. */
export const QUERY_PARAMS: Readonly<Record<string, string>> = {
  ...SCOPE_RULES,
  ...rulesOf({ ...LIST_FILTER, ...SKILL_FILTER, ...REVIEW_FILTER, ...METRICS_FILTER }),
  ...rulesOf({ ...SESSION_FILTER, ...FORGET_OPTIONS, ...DIFF_RANGE, ...DIRECTORY, ...PAGE }),
}

/** The rules of fields in words, by the names of their parameters. */
export function rulesOf(fields: Readonly<Record<string, Field<unknown>>>): Record<string, string> {
  return tellEach(fields, ({ rule }) => rule)
}

/** Reads the parameters of these fields that are there. Throws INVALID_REQUEST naming the parameter. */
export function readQuery<T>(query: URLSearchParams, fields: Fields<T>): Partial<T> {
  return readEach<T, Field<unknown>>(fields, (row, field) => {
    const param = row.name ?? field
    // A list may be spread over repeated parameters.
    const text = row.type === 'list' ? query.getAll(param).join(',') : readOne(query, param)
    const value = text === undefined ? undefined : toValue(row, text, param)
    return value === undefined ? undefined : row.readAsked(value, param)
  })
}

const SWITCHED = new Map([
  ...['true', '1'].map(text => [text, true] as const),
  ...['false', '0', ''].map(text => [text, false] as const),
])

/** Turns a text into what a program would give, where it can be; undefined where it says nothing. */
function toValue({ type, most = Infinity }: Asked, text: string, param: string): unknown {
  if (type === 'switch') return SWITCHED.get(text) ?? text
  if (type === 'number') return /^[0-9]+$/.test(text) ? Math.min(Number(text), most) : text
  if (type === 'text' || text === '') return text || undefined
  const words = splitWords(text)
  if (words.length > 0) return words
  throw invalid(`${param} must be a comma list with at least one entry`)
}

function readOne(query: URLSearchParams, param: string): string | undefined {
  const [value, ...more] = query.getAll(param)
  if (more.length > 0) throw invalid(`${param} is given more than once`)
  return value
}

/** Reads a filter: scopes and these fields. Throws INVALID_REQUEST naming the parameter. */
export function parseFilter<T>(
  query: URLSearchParams,
  fields: Fields<T>,
): ScopeFilter & Partial<T> {
  const scopes = parseScopeFilter({
    scopeType: readOne(query, 'scopeType'),
    scopeId: readOne(query, 'scopeId'),
    scopeKey: readOne(query, 'scopeKey'),
  })
  return { ...scopes, ...readQuery(query, fields) }
}

/** Reads the one scope that a request must name. Throws INVALID_REQUEST. */
export function parseOneScope(query: URLSearchParams): Scope {
  const { scope } = parseFilter(query, {})
  if (scope !== undefined) return scope
  throw invalid('scopeType (with scopeId for a project) or scopeKey must name one scope')
}
