import { isAbsolute } from 'node:path'
import { normaliseContent } from '../../store/document/format.js'
import { formatScopeKey, parseScope } from '../../store/projects/scope.js'
import { isKind, type Scope, type ScopeFilter } from '../../store/types.js'
import { HOST_NAMES, type HostName } from '../hosts/profiles.js'
import { redactText } from '../redact/index.js'
import { toTitle } from '../text.js'
import type {
  ForgetOptions,
  MemoryPatch,
  RecallQuery,
  SearchQuery,
  RememberInput,
  ReviewDecisions,
  Saver,
  Seen,
} from '../types.js'
import { CHANGED_MEMORY, FORGET_OPTIONS, LIST_FILTER, PAGE, type ListFilter } from './fields.js'
import { distinctAliases, MOST_ALIASES } from './phrases.js'
import {
  invalid,
  readFields,
  readFlag,
  readList,
  readText,
  readTexts,
  toFields,
  type Fields,
  type Reader,
} from './forms.js'

/** Returns a value that must be there. Throws INVALID_REQUEST naming the field. */
function needGiven(value: unknown, field: string): unknown {
  if (value === undefined) throw invalid(`${field} is required`)
  return value
}

/**
 * Reads a filter that a program gave: scopes, those named twice once, and these fields. Throws
 * INVALID_REQUEST: one that is wrong never widens the answer.
 */
export function parseFilter<T = object>(
  given: ScopeFilter & Partial<T>,
  fields = {} as Fields<T>,
): ScopeFilter & Partial<T> {
  const all = toFields(given, 'the filter must be an object')
  return { ...readFields<ScopeFilter>(all, SCOPE_FIELDS), ...readFields<T>(all, fields) }
}

/** Reads a filter of memories that a program gave. Throws INVALID_REQUEST. */
export function parseListFilter(given: ListFilter): ListFilter {
  const read = parseFilter(given, { ...LIST_FILTER, ...PAGE })
  return { ...read, ...(given.isForModel === true && { isForModel: true }) }
}

/** Reads a number of entries: a whole one from 1. Throws INVALID_REQUEST. */
export function parseLimit(value: unknown): number {
  return PAGE.limit.read(value, 'limit')
}

const SCOPE_FIELDS = {
  scopeType: { read: readScopeType },
  scopes: { read: readScopes },
  scope: { read: parseScope },
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

/** Reads what `remember` was given, cleaned and redacted. Throws INVALID_REQUEST. */
export function parseRememberInput(value: unknown): RememberInput {
  const fields = toFields(value, 'the memory must be an object')
  const { kind, tags, aliases } = MEMORY_READERS
  return {
    scope: parseGivenScope(fields.scope),
    title: parseTitle(fields.title),
    content: parseContent(fields.content),
    ...readFields<Pick<RememberInput, 'kind' | 'tags' | 'aliases'>>(fields, {
      kind,
      tags,
      aliases,
    }),
  }
}

/** Reads who saves a memory. Throws INVALID_REQUEST. */
export function parseSaver(value: unknown): Saver {
  const fields = toFields(value, 'the saver must be an object')
  return readFields<Saver>(fields, { by: LIST_FILTER.by, host: { read: parseHost } })
}

const MEMORY_READERS = {
  pinned: { read: readFlag },
  title: { read: parseTitle },
  content: { read: parseContent },
  kind: { read: parseKind },
  tags: { read: parseTags },
  aliases: { read: parseAliases },
} satisfies Record<keyof typeof CHANGED_MEMORY, { read: Reader<unknown> }>

/** Reads the fields of a memory to change, cleaned and redacted. Throws INVALID_REQUEST. */
export function parsePatch(value: unknown): MemoryPatch {
  const fields = toFields(value, 'the change must be an object')
  const patch = readFields<MemoryPatch>(fields, MEMORY_READERS)
  if (Object.keys(patch).length > 0) return patch
  const names = Object.keys(CHANGED_MEMORY)
  throw invalid(`the change must have a ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`)
}

/** Reads what `forget` was told. Throws INVALID_REQUEST. */
export function parseForgetOptions(value: unknown): ForgetOptions {
  const fields = toFields(value, 'the options of forget must be an object')
  return readFields<ForgetOptions>(fields, { ...FORGET_OPTIONS, revision: { read: readText } })
}

/** Reads what a caller has seen of a memory. Throws INVALID_REQUEST. */
export function parseSeen(value: unknown): Seen {
  const fields = toFields(value, 'the options must be an object')
  return readFields<Seen>(fields, { revision: { read: readText } })
}

/** Reads what a person says of what was learned: ids, each named once. Throws INVALID_REQUEST. */
export function parseDecisions(value: unknown): ReviewDecisions {
  const fields = toFields(value, 'the decisions must be an object')
  const ids = { read: readTexts }
  const given = readFields<ReviewDecisions>(fields, { accept: ids, undo: ids })
  const all = [...(given.accept ?? []), ...(given.undo ?? [])]
  if (all.length > 0 && new Set(all).size === all.length) return given
  throw invalid('accept or undo must name memories, each of them once')
}

/** Reads what `recall` was given. Throws INVALID_REQUEST. */
export function parseRecallQuery(value: unknown): RecallQuery {
  return readFields<RecallQuery>(toFields(value, 'the query must be an object'), {
    text: { read: readText },
    scopes: { read: (scopes, field) => readList(scopes, field, scope => parseScope(scope)) },
    kinds: { read: (kinds, field) => readList(kinds, field, parseKind) },
    limit: PAGE.limit,
    host: { read: parseHost },
    cwd: { read: readDirectory },
  })
}

/** Reads what a search of memories and past sessions was given. Throws INVALID_REQUEST. */
export function parseSearchQuery(value: unknown): SearchQuery {
  const query = readFields<SearchQuery>(toFields(value, 'the query must be an object'), {
    text: { read: readText },
    scopes: { read: (scopes, field) => readList(scopes, field, scope => parseScope(scope)) },
    all: { read: readFlag },
    only: { read: readGroup },
    since: { read: readText },
    file: { read: readText },
    limit: PAGE.limit,
  })
  const text = query.text?.trim() ?? ''
  if (text !== '' || query.file !== undefined) return { ...query, text }
  throw invalid('text must not be blank where there is no file')
}

function readGroup(value: unknown): SearchQuery['only'] {
  if (value === 'memories' || value === 'sessions') return value
  throw invalid('only must be memories or sessions')
}

function readDirectory(value: unknown, field: string): string {
  const directory = readText(value, field)
  if (isAbsolute(directory)) return directory
  throw invalid(`${field} must be the absolute path of a directory`)
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

/** Most characters of an alias that is given. */
const ALIAS_CHARS = 100

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
  const title = toTitle(redactText(readText(needGiven(value, 'title'), 'title')))
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
  const text = readText(needGiven(value, 'content'), 'content')
  if (text.length > maxChars) throw invalid(`content must be at most ${maxChars} characters`)
  return normaliseContent(redactText(text))
}

/** A scope that must be given, as an object. Throws INVALID_REQUEST. */
export function parseGivenScope(value: unknown): Scope {
  return parseScope(needGiven(value, 'scope'))
}

function parseTag(value: unknown, field: string): string {
  const tag = toTitle(redactText(readText(needGiven(value, field), field)))
  if (tag.length > TAG_CHARS) throw invalid(`tags must be at most ${TAG_CHARS} characters each`)
  return tag
}
