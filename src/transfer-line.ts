import { isAbsolute, relative } from 'node:path'
import { SvcError } from '../store/errors.js'
import { hashText } from '../store/hash.js'
import { isId } from '../store/memory-document.js'
import {
  IMPORT_RUNTIME,
  type MemoryDocument,
  type MemorySource,
  type Scope,
} from '../store/types.js'
import { formatScopeKey } from './scopes.js'
import { cleanContent, cleanTitle, parseGivenScope, parseKind, parseTags } from './validate.js'

/** An exported line, checked. */
export interface LoadedLine {
  /** Its number in the file, from 1. */
  line: number
  scope: Scope
  /** Where the line has none, it follows from what the line says: loading it twice is once. */
  id: string
  isRow: boolean
  /** False where `createdAt` is only the time of loading. */
  isDated: boolean
  document: Omit<MemoryDocument, 'id'>
  updatedAt: Date | undefined
}

/** A hand-made memory may be longer than what `remember` takes; its file must stay below 1 MiB. */
const CONTENT_CHARS = 320 * 1024

/** Reads one exported line. Throws INVALID_REQUEST with what is wrong with it. */
export function parseLine(text: string, line: number, now: Date): LoadedLine {
  const item = parseObject(text)
  const scope = parseGivenScope(item.scope)
  const source = parseSource(item.source)
  const createdAt = parseTime(item.createdAt, 'createdAt')
  const fields = {
    kind: item.kind === undefined ? 'fact' : parseKind(item.kind),
    title: cleanTitle(item.title),
    content: cleanContent(item.content, CONTENT_CHARS),
    tags: item.tags === undefined ? [] : parseTags(item.tags),
    source,
    pinned: item.pinned === true,
  }
  const isRow = source.runtime === IMPORT_RUNTIME
  if (isRow) assertInWorkspace(scope, source.path)
  return {
    line,
    scope,
    id: parseId(item.id) ?? deriveId([formatScopeKey(scope), createdAt, fields]),
    isRow,
    isDated: createdAt !== undefined,
    updatedAt: parseTime(item.updatedAt, 'updatedAt'),
    document: { ...fields, createdAt: (createdAt ?? now).toISOString(), extra: {} },
  }
}

function deriveId(parts: unknown): string {
  return hashText(JSON.stringify(parts), 16)
}

function assertInWorkspace(scope: Scope, path: unknown): void {
  const isInside =
    scope.type === 'project' &&
    typeof path === 'string' &&
    isAbsolute(path) &&
    /^(?!\.\.(?:[\\/]|$))[^\\/]/.test(relative(scope.id, path))
  if (!isInside) throw invalid('source.path of an import row must lie in the project directory')
}

function parseObject(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new SvcError('INVALID_REQUEST', 'is not JSON', { cause })
  }
  if (isObject(value)) return value
  throw invalid('is not a JSON object')
}

function parseId(value: unknown): string | undefined {
  if (value === undefined || (typeof value === 'string' && isId(value))) return value
  throw invalid('id must be 8 to 32 lower-case letters and digits, the first a letter')
}

function parseSource(value: unknown): MemorySource {
  if (value === undefined) return {}
  if (isObject(value)) return value
  throw invalid('source must be an object')
}

function parseTime(value: unknown, field: string): Date | undefined {
  if (value === undefined) return undefined
  const time = typeof value === 'string' ? new Date(value) : undefined
  if (time !== undefined && !Number.isNaN(time.getTime())) return time
  throw invalid(`${field} must be an ISO 8601 time`)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function invalid(message: string): SvcError {
  return new SvcError('INVALID_REQUEST', message)
}
