import { normaliseContent } from '../../store/document/format.js'
import { SvcError } from '../../store/errors.js'
import { formatScopeKey, parseScope } from '../../store/projects/scope.js'
import { isKind, type Scope, type ScopeFilter } from '../../store/types.js'
import { HOST_NAMES, type HostName } from '../hosts/profiles.js'
import { redactText } from '../redact/index.js'
import { toTitle } from '../text.js'
import type {
  ForgetOptions,
  ListFilter,
  SkillFilter,
  MemoryPatch,
  Origin,
  RecallQuery,
  RememberInput,
  ReviewDecisions,
  ReviewFilter,
  Saver,
  Seen,
} from '../types.js'
import { ALIAS_CHARS, distinctAliases, MOST_ALIASES } from './aliases.js'
import { ORIGINS } from './saver.js'

/** A given object, its fields not looked at yet. */
type Fields = Readonly<Record<string, unknown>>

/** Reads one field. Throws INVALID_REQUEST naming it. */
type Reader<T> = (value: unknown, field: string) => T

/** INVALID_REQUEST saying what is wrong with what was given. */
export function invalid(message: string, cause?: unknown): SvcError {
  return new SvcError('INVALID_REQUEST', message, { cause })
}

/** The fields of an object. Throws INVALID_REQUEST saying `otherwise` where it is none. */
export function toFields(value: unknown, otherwise: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  throw invalid(otherwise)
}

/** A field that may be left out: undefined where it is. Throws what the reader throws. */
export function readOptional<T>(value: unknown, field: string, read: Reader<T>): T | undefined {
  return value === undefined ? undefined : read(value, field)
}

/** The fields that are there, each read in the order of the readers; absent ones stay absent. */
export function readFields<T>(
  fields: Fields,
  readers: { [Name in keyof T]: Reader<T[Name]> },
): Partial<T> {
  const read: Partial<T> = {}
  for (const name of Object.keys(readers) as (keyof T & string)[]) {
    const value = readOptional(fields[name], name, readers[name])
    if (value !== undefined) read[name] = value
  }
  return read
}

/** A value that must be there. Throws INVALID_REQUEST naming the field. */
function readGiven(value: unknown, field: string): unknown {
  if (value === undefined) throw invalid(`${field} is required`)
  return value
}

/** A text, which may be empty. Throws INVALID_REQUEST naming the field. */
export function readText(value: unknown, field: string): string {
  if (typeof value === 'string') return value
  throw invalid(`${field} must be a text`)
}

/** True or false. Throws INVALID_REQUEST naming the field. */
export function readFlag(value: unknown, field: string): boolean {
  if (typeof value === 'boolean') return value
  throw invalid(`${field} must be true or false`)
}

/** A whole number, at least so large. Throws INVALID_REQUEST naming the field. */
function readWhole(value: unknown, field: string, least: number): number {
  if (Number.isInteger(value) && Number(value) >= least) return Number(value)
  throw invalid(`${field} must be a whole number from ${least}`)
}

/** A point in time, given in ISO 8601. Throws INVALID_REQUEST naming the field. */
export function readTime(value: unknown, field: string): Date {
  const time = typeof value === 'string' ? new Date(value) : undefined
  if (time !== undefined && !Number.isNaN(time.getTime())) return time
  throw invalid(`${field} must be an ISO 8601 time`)
}

/** A list, each of its entries read. Throws INVALID_REQUEST naming the field. */
function readList<T>(value: unknown, field: string, read: Reader<T>): T[] {
  if (!Array.isArray(value)) throw invalid(`${field} must be an array`)
  return value.map(entry => read(entry, field))
}

/** A list of texts. Throws INVALID_REQUEST naming the field. */
function readTexts(value: unknown, field: string): string[] {
  if (Array.isArray(value) && value.every(word => typeof word === 'string')) return value
  throw invalid(`${field} must be an array of texts`)
}

/**
 * A scope filter that a program gave, scopes named twice taken once. Throws INVALID_REQUEST: one
 * that is wrong never widens the answer.
 */
export function parseScopesFilter(given: ScopeFilter): ScopeFilter {
  return readFields<ScopeFilter>(toFilter(given), {
    scopeType: readScopeType,
    scopes: readScopes,
    scope: parseScope,
  })
}

/** A filter of memories that a program gave. Throws INVALID_REQUEST. */
export function parseListFilter(given: ListFilter): ListFilter {
  return {
    ...parseSearch(given),
    ...readFields<ListFilter>(toFilter(given), {
      ...{ kinds: readTexts, tags: readTexts, by: readAgent, sources: readOrigins },
      ...{ pinned: readFlag, review: readFlag, prefix: readFlag, matches: readFlag },
    }),
  }
}

/** A filter of skills that a program gave. Throws INVALID_REQUEST. */
export function parseSkillFilter(given: SkillFilter): SkillFilter {
  return { ...parseSearch(given), includeDormant: given.includeDormant === true }
}

/** A number of entries: a whole one from 1. Throws INVALID_REQUEST. */
export function parseLimit(value: unknown): number {
  return readWhole(value, 'limit', 1)
}

function parseSearch(given: SkillFilter): SkillFilter {
  const fields = toFilter(given)
  return {
    ...readFields<SkillFilter>(fields, { text: readText }),
    ...parseScopesFilter(given),
    ...readFields<SkillFilter>(fields, { limit: parseLimit, offset: readOffset }),
  }
}

function toFilter(given: unknown): Fields {
  return toFields(given, 'the filter must be an object')
}

/** An offset: a whole number of at least 0. Throws INVALID_REQUEST. */
export function readOffset(value: unknown, field: string): number {
  return readWhole(value, field, 0)
}

function readScopeType(value: unknown, field: string): Scope['type'] {
  if (value === 'global' || value === 'project') return value
  throw invalid(`${field} must be global or project`)
}

function readScopes(value: unknown, field: string): Scope[] {
  const scopes = readList(value, field, parseScope)
  return [...new Map(scopes.map(scope => [formatScopeKey(scope), scope])).values()]
}

const TITLE_CHARS = 300
const CONTENT_CHARS = 256 * 1024
const TAGS = 50
const TAG_CHARS = 100

/** Checks, cleans and redacts the input of `remember`. Throws INVALID_REQUEST. */
export function parseRememberInput(value: unknown): RememberInput {
  const fields = toFields(value, 'the memory must be an object')
  return {
    scope: parseGivenScope(fields.scope),
    title: parseTitle(fields.title),
    content: parseContent(fields.content),
    ...readFields<Pick<RememberInput, 'kind' | 'tags' | 'aliases'>>(fields, {
      kind: parseKind,
      tags: parseTags,
      aliases: parseAliases,
    }),
  }
}

/** Reads who saves a memory. Throws INVALID_REQUEST. */
export function parseSaver(value: unknown): Saver {
  const fields = toFields(value, 'the saver must be an object')
  return readFields<Saver>(fields, { by: readAgent, host: parseHost })
}

function readOrigins(value: unknown, field: string): Origin[] {
  const all = readTexts(value, field)
  const origins = ORIGINS.filter(origin => all.includes(origin))
  if (all.every(one => ORIGINS.some(origin => origin === one))) return origins
  throw invalid(`${field} must be any of ${ORIGINS.join(', ')}`)
}

function readAgent(value: unknown, field: string): 'agent' {
  if (value === 'agent') return value
  throw invalid(`${field} must be agent`)
}

/** The fields of a memory to change, checked, cleaned and redacted. Throws INVALID_REQUEST. */
export function parsePatch(value: unknown): MemoryPatch {
  const patch = readFields<MemoryPatch>(toFields(value, 'the change must be an object'), {
    pinned: readFlag,
    title: parseTitle,
    content: parseContent,
    kind: parseKind,
    tags: parseTags,
    aliases: parseAliases,
  })
  if (Object.keys(patch).length > 0) return patch
  throw invalid('the change must have a title, content, kind, tags, aliases or pinned')
}

/** Reads the options of `forget`. Throws INVALID_REQUEST. */
export function parseForgetOptions(value: unknown): ForgetOptions {
  const fields = toFields(value, 'the options of forget must be an object')
  return readFields<ForgetOptions>(fields, { wrong: readFlag, revision: readText })
}

/** Reads the revision that a caller has seen of a memory. Throws INVALID_REQUEST. */
export function parseSeen(value: unknown): Seen {
  return readFields<Seen>(toFields(value, 'the options must be an object'), { revision: readText })
}

/** Reads the filter of a review. Throws INVALID_REQUEST. */
export function parseReviewFilter(value: ReviewFilter): ReviewFilter {
  const all = readFields<Pick<ReviewFilter, 'all'>>(toFilter(value), { all: readFlag })
  return { ...parseScopesFilter(value), ...all }
}

/** Reads a person's decisions about lessons: ids, each named once. Throws INVALID_REQUEST. */
export function parseDecisions(value: unknown): ReviewDecisions {
  const given = readFields<ReviewDecisions>(toFields(value, 'the decisions must be an object'), {
    accept: readTexts,
    undo: readTexts,
  })
  const ids = [...(given.accept ?? []), ...(given.undo ?? [])]
  if (ids.length > 0 && new Set(ids).size === ids.length) return given
  throw invalid('accept or undo must name memories, each of them once')
}

/** Reads the query of `recall`. Throws INVALID_REQUEST. */
export function parseRecallQuery(value: unknown): RecallQuery {
  return readFields<RecallQuery>(toFields(value, 'the query must be an object'), {
    text: readText,
    scopes: (scopes, field) => readList(scopes, field, scope => parseScope(scope)),
    kinds: (kinds, field) => readList(kinds, field, parseKind),
    limit: parseLimit,
    host: parseHost,
  })
}

function parseHost(value: unknown): HostName {
  const host = HOST_NAMES.find(name => name === value)
  if (host !== undefined) return host
  throw invalid(`host must be one of ${HOST_NAMES.join(', ')}`)
}

/** A kind: a lower-case identifier of at most 32 characters. Throws INVALID_REQUEST. */
export function parseKind(value: unknown): string {
  if (typeof value === 'string' && isKind(value)) return value
  throw invalid('kind must be a lower-case identifier of at most 32 characters, such as fact')
}

/** Tags, trimmed and without repetitions (case does not count). Throws INVALID_REQUEST. */
export function parseTags(value: unknown): string[] {
  const tags = new Map<string, string>()
  for (const tag of readList(value, 'tags', parseTag)) {
    for (const part of tag.split(',')) {
      const clean = part.trim()
      if (clean !== '' && !tags.has(clean.toLowerCase())) tags.set(clean.toLowerCase(), clean)
    }
  }
  if (tags.size > TAGS) throw invalid(`tags must be at most ${TAGS}`)
  return [...tags.values()]
}

/** Aliases: at most 12 of at most 100 characters once cleaned. Throws INVALID_REQUEST. */
function parseAliases(value: unknown): string[] {
  const aliases = cleanAliases(value)
  if (aliases.length > MOST_ALIASES) throw invalid(`aliases must be at most ${MOST_ALIASES}`)
  if (aliases.every(isShort)) return aliases
  throw invalid(`aliases must be at most ${ALIAS_CHARS} characters each`)
}

/** Any number of aliases of any length, as they are kept. Throws INVALID_REQUEST. */
export function cleanAliases(value: unknown): string[] {
  return distinctAliases(readTexts(value, 'aliases').map(text => toTitle(redactText(text))))
}

/** The aliases that a provider proposes: what breaks a rule is left out, [] where all of it does. */
export function pickAliases(value: unknown): string[] {
  const texts = Array.isArray(value) ? value.filter(entry => typeof entry === 'string') : []
  return cleanAliases(texts).filter(isShort).slice(0, MOST_ALIASES)
}

function isShort(alias: string): boolean {
  return [...alias].length <= ALIAS_CHARS
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
  const title = toTitle(redactText(readText(readGiven(value, 'title'), 'title')))
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
  const text = readText(readGiven(value, 'content'), 'content')
  if (text.length > maxChars) throw invalid(`content must be at most ${maxChars} characters`)
  return normaliseContent(redactText(text))
}

/** A scope that must be given, as an object. Throws INVALID_REQUEST. */
export function parseGivenScope(value: unknown): Scope {
  return parseScope(readGiven(value, 'scope'))
}

function parseTag(value: unknown, field: string): string {
  const tag = toTitle(redactText(readText(readGiven(value, field), field)))
  if (tag.length > TAG_CHARS) throw invalid(`tags must be at most ${TAG_CHARS} characters each`)
  return tag
}
