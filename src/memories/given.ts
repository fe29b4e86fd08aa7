import { normaliseContent } from '../../store/document/format.js'
import { SvcError } from '../../store/errors.js'
import { formatScopeKey, parseScope } from '../../store/projects/scope.js'
import type { ScopeFilter, Scope } from '../../store/types.js'
import { redactText } from '../redact/index.js'
import { toTitle } from '../text.js'
import type { ListFilter, SkillFilter, MemoryPatch, RecallQuery, RememberInput } from '../types.js'

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

const TITLE_CHARS = 300
const CONTENT_CHARS = 256 * 1024
const TAGS = 50
const TAG_CHARS = 100
const KIND = /^[a-z][a-z0-9-]{0,31}$/

/** What `remember` was given, checked, cleaned and redacted. Throws INVALID_REQUEST. */
export function parseRememberInput(value: unknown): RememberInput {
  const fields = toFields(value, 'the memory')
  return {
    scope: parseGivenScope(fields.scope),
    title: parseTitle(fields.title),
    content: parseContent(fields.content),
    ...(fields.kind !== undefined && { kind: parseKind(fields.kind) }),
    ...(fields.tags !== undefined && { tags: parseTags(fields.tags) }),
  }
}

/** The fields of a memory to change, checked, cleaned and redacted. Throws INVALID_REQUEST. */
export function parsePatch(value: unknown): MemoryPatch {
  const { title, content, kind, tags, pinned } = toFields(value, 'the change')
  if (pinned !== undefined && typeof pinned !== 'boolean')
    throw invalid('pinned must be true or false')
  const patch: MemoryPatch = {
    ...(title !== undefined && { title: parseTitle(title) }),
    ...(content !== undefined && { content: parseContent(content) }),
    ...(kind !== undefined && { kind: parseKind(kind) }),
    ...(tags !== undefined && { tags: parseTags(tags) }),
    ...(pinned !== undefined && { pinned }),
  }
  if (Object.keys(patch).length > 0) return patch
  throw invalid('the change must have a title, content, kind, tags or pinned')
}

/** What `recall` was given. Throws INVALID_REQUEST. */
export function parseRecallQuery(value: unknown): RecallQuery {
  const { scopes, kinds, text, limit } = toFields(value, 'the query')
  if (text !== undefined && typeof text !== 'string') throw invalid('text must be a text')
  return {
    ...(scopes !== undefined && { scopes: parseList(scopes, 'scopes', parseScope) }),
    ...(kinds !== undefined && { kinds: parseList(kinds, 'kinds', parseKind) }),
    ...(text !== undefined && { text }),
    ...(limit !== undefined && { limit: parseLimit(limit) }),
  }
}

/** A kind: a lower-case identifier of at most 32 characters. Throws INVALID_REQUEST. */
export function parseKind(value: unknown): string {
  if (typeof value === 'string' && KIND.test(value)) return value
  throw invalid('kind must be a lower-case identifier of at most 32 characters, such as fact')
}

/** Tags, trimmed and without repetitions (case does not count). Throws INVALID_REQUEST. */
export function parseTags(value: unknown): string[] {
  const tags = new Map<string, string>()
  for (const tag of parseList(value, 'tags', parseTag)) {
    for (const part of tag.split(',')) {
      const clean = part.trim()
      if (clean !== '' && !tags.has(clean.toLowerCase())) tags.set(clean.toLowerCase(), clean)
    }
  }
  if (tags.size > TAGS) throw invalid(`tags must be at most ${TAGS}`)
  return [...tags.values()]
}

/** A title: one line of 1 to 300 characters once cleaned. Throws INVALID_REQUEST. */
export function parseTitle(value: unknown): string {
  const title = cleanTitle(value)
  if ([...title].length > TITLE_CHARS)
    throw invalid(`title must be at most ${TITLE_CHARS} characters`)
  return title
}

/** A title of any length, on one line and redacted. Throws INVALID_REQUEST where it is blank. */
export function cleanTitle(value: unknown): string {
  const title = toTitle(redactText(parseText(value, 'title')))
  if (title === '') throw invalid('title must not be blank')
  return title
}

/** The content of a memory, redacted. Throws INVALID_REQUEST where nothing is left to store. */
export function parseContent(value: unknown): string {
  const content = cleanContent(value, CONTENT_CHARS)
  if ((value as string).trim() === '') throw invalid('content must not be blank')
  if (content === '') throw invalid('content must not be blank once private parts are removed')
  return content
}

/** A content as it is kept, redacted; it may be blank. Throws INVALID_REQUEST. */
export function cleanContent(value: unknown, maxChars: number): string {
  const text = parseText(value, 'content')
  if (text.length > maxChars) throw invalid(`content must be at most ${maxChars} characters`)
  return normaliseContent(redactText(text))
}

/** A scope that must be given, as an object. Throws INVALID_REQUEST. */
export function parseGivenScope(value: unknown): Scope {
  if (value === undefined) throw invalid('scope is required')
  return parseScope(value)
}

function parseTag(value: unknown): string {
  const tag = toTitle(redactText(parseText(value, 'tags')))
  if (tag.length > TAG_CHARS) throw invalid(`tags must be at most ${TAG_CHARS} characters each`)
  return tag
}

function parseList<T>(value: unknown, field: string, parse: (entry: unknown) => T): T[] {
  if (!Array.isArray(value)) throw invalid(`${field} must be an array`)
  return value.map(entry => parse(entry))
}

function parseText(value: unknown, field: string): string {
  if (value === undefined) throw invalid(`${field} is required`)
  if (typeof value !== 'string') throw invalid(`${field} must be a text`)
  return value
}

function toFields(value: unknown, what: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw invalid(`${what} must be an object`)
}
