import { isId } from '../names.js'
import { claimsImport, isKind, toTimestamp, type MemoryDocument } from '../types.js'
import {
  formatBlock,
  KNOWN_KEYS,
  normaliseContent,
  unescapeMarkers,
  parseScalar,
} from './format.js'
import { findProblem } from './problems.js'

const OPENING = '---\n'
const CLOSING = '\n---\n'

type Fields = Record<string, unknown>

/**
 * Reads a file whose front matter is exactly as formatMemoryDocument writes it, without a YAML
 * library; undefined for every other text. What it reads is what the general path would read,
 * because the block is formatted again and compared.
 */
export function parseMemoryStrict(text: string): MemoryDocument | undefined {
  if (!text.startsWith(OPENING) || findProblem(text) !== undefined) return undefined
  const end = text.indexOf(CLOSING)
  const block = text.slice(OPENING.length, end)
  const fields = end === -1 ? undefined : parseLines(block.split('\n'), '')
  if (fields === undefined) return undefined
  const content = unescapeMarkers(normaliseContent(text.slice(end + CLOSING.length)))
  const document = toDocument(fields, content)
  return isSound(document) && formatBlock(document) === `${block}\n` ? document : undefined
}

/** Entries at one indent; undefined as soon as a line is not of our making. */
function parseLines(lines: string[], indent: string): Fields | undefined {
  const fields: Fields = {}
  for (let index = 0; index < lines.length;) {
    const line = lines[index] ?? ''
    const end = line.startsWith(indent) ? endOfKey(line, indent.length) : -1
    const key = parseScalar(line.slice(indent.length, Math.max(end, 0)))
    if (end === -1 || typeof key !== 'string' || key === '__proto__') return undefined
    const inner = end === line.length - 1 ? innerLines(lines, index + 1, `${indent}  `) : []
    const rest = line.slice(end + 2)
    const value = inner.length > 0 ? parseInner(inner, `${indent}  `) : parseScalar(rest)
    if (value === undefined) return undefined
    fields[key] = value
    index += 1 + inner.length
  }
  return fields
}

/** Index of the colon after a key, -1 where there is none. */
function endOfKey(line: string, from: number): number {
  let start = from
  if (line[from] === '"') {
    for (start = from + 1; start < line.length && line[start] !== '"'; start++) {
      if (line[start] === '\\') start++
    }
  }
  const colon = line.indexOf(': ', start)
  if (colon !== -1) return colon
  return line.endsWith(':') ? line.length - 1 : -1
}

function innerLines(lines: string[], from: number, indent: string): string[] {
  let end = from
  while (lines[end]?.startsWith(indent)) end++
  return lines.slice(from, end)
}

function parseInner(lines: string[], indent: string): unknown {
  const bullet = `${indent}- `
  if (!lines[0]?.startsWith(bullet)) return parseLines(lines, indent)
  return lines.map(line => (line.startsWith(bullet) ? parseScalar(line.slice(bullet.length)) : ''))
}

function toDocument(fields: Fields, content: string): MemoryDocument {
  const { id, kind, title, tags = [], aliases = [] } = fields
  const { source = {}, createdAt, pinned = false } = fields
  const extra: Fields = {}
  const document: Fields = { id, kind, title, tags, aliases, source, createdAt, pinned }
  for (const key in fields) {
    if (!KNOWN_KEYS.has(key)) extra[key] = fields[key]
    else document[key] = fields[key]
  }
  document.extra = extra
  document.content = content
  return document as unknown as MemoryDocument
}

/** The types that formatting does not check, and values that the general path would settle. */
function isSound(document: MemoryDocument): boolean {
  const { id, kind, title, source, createdAt, pinned, supersededBy, evictedAt } = document
  if (!isId(id) || typeof kind !== 'string' || typeof title !== 'string' || title === '')
    return false
  if (!isTexts(document.tags) || !isTexts(document.aliases)) return false
  if (!isSource(source) || typeof pinned !== 'boolean') return false
  if (!isKind(kind) || ![undefined, true].includes(document.undated)) return false
  if (supersededBy !== undefined && !isId(supersededBy)) return false
  return isTimestamp(createdAt) && (evictedAt === undefined || isTimestamp(evictedAt))
}

/** True for a list of texts alone. */
export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(text => typeof text === 'string')
}

function isSource(source: unknown): boolean {
  if (typeof source !== 'object' || source === null || Array.isArray(source)) return false
  const { runtime, path, session, turn, mergedFrom } = source as Fields
  if (!isTextOrMissing(runtime) || !isTextOrMissing(path) || !isTextOrMissing(session)) return false
  if (claimsImport(runtime)) return false
  if (turn !== undefined && typeof turn !== 'number') return false
  return mergedFrom === undefined || Array.isArray(mergedFrom)
}

function isTextOrMissing(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}

function isTimestamp(text: unknown): boolean {
  // The YAML library takes years below 100 for those of the last century.
  if (typeof text !== 'string' || text.startsWith('00')) return false
  const time = Date.parse(text)
  return !Number.isNaN(time) && toTimestamp(new Date(time)) === text
}
