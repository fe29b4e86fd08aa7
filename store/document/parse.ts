import { idOfFileName, isId, toStableId } from '../names.js'
import { claimsImport, isKind, type MemoryDocument, type MemorySource } from '../types.js'
import {
  normaliseTags,
  normaliseTitle,
  rememberWritten,
  KNOWN_KEYS,
  normaliseContent,
  unescapeMarkers,
  formatEntry,
} from './format.js'
import { parseFrontMatter, countAliases, toEntries, type FrontMatter } from './front-matter.js'
import { findProblem } from './problems.js'
import { isTexts, parseMemoryStrict } from './strict.js'

/** Base name and modification time (ISO 8601) of a memory file. */
export interface Origin {
  fileName: string
  modifiedAt: string
}

/** A memory file that was read, or why it was not: a phrase that follows the file's name. */
export type ParsedMemory = { document: MemoryDocument } | { problem: string }

/**
 * Reads a memory file, also one written by hand: what is not stated follows from the file's name,
 * its first heading and its modification time. Never throws; a file with a problem is to be
 * reported and left as it is.
 */
export async function parseMemoryDocument(text: string, origin: Origin): Promise<ParsedMemory> {
  const strict = parseMemoryStrict(text)
  if (strict !== undefined) return { document: strict }
  const problem = findProblem(text)
  if (problem !== undefined) return { problem }
  const front = await parseFrontMatter(text.includes('\n') ? text : text.replaceAll('\r', '\n'))
  if (front.problem !== undefined)
    return { problem: `has front matter that is not YAML: ${front.problem}` }
  return toDocument(front, origin)
}

function toDocument(front: FrontMatter, origin: Origin): ParsedMemory {
  const content = unescapeMarkers(normaliseContent(front.body))
  const { entries, tail } = toEntries(front.raw)
  const texts = new Map(entries.map(entry => [entry.key, entry.text]))
  const fields = toFields(front.data, texts, content, origin)
  if ('problem' in fields) return fields
  return { document: { ...fields, extra: toExtra(front, entries, tail), content } }
}

function toExtra(
  front: FrontMatter,
  entries: ReturnType<typeof toEntries>['entries'],
  tail: string,
): Record<string, unknown> {
  const unknown = Object.entries(front.data).filter(([key]) => !KNOWN_KEYS.has(key))
  const extra = Object.fromEntries(unknown)
  // Lines that refer to each other cannot stand alone: their values are written out.
  if (countAliases(front.raw) > 0 || !isEveryKeySeen(front, entries)) return extra
  const texts = new Map<string, string>()
  let comments = ''
  for (const entry of entries) {
    if (!Object.hasOwn(extra, entry.key)) comments += entry.comments
    else {
      const text = `${entry.comments}${entry.text}\n`
      if (text !== formatEntry(entry.key, extra[entry.key])) texts.set(entry.key, text)
    }
  }
  rememberWritten(extra, texts, comments + tail)
  return extra
}

function isEveryKeySeen(front: FrontMatter, entries: { key: string }[]): boolean {
  const keys = Object.keys(front.data)
  const seen = new Set(entries.map(entry => entry.key))
  return entries.length === keys.length && keys.every(key => seen.has(key))
}

type Fields = Omit<MemoryDocument, 'extra' | 'content'>
type Front = Record<string, unknown>

class Misread extends Error {}

/**
 * The known fields of a front matter, coerced as a person would expect, or the first problem.
 * `texts` are the lines of each key: a title such as `12:30` is taken as written.
 */
function toFields(
  front: Front,
  texts: ReadonlyMap<string, string>,
  content: string,
  origin: Origin,
): Fields | { problem: string } {
  try {
    return readFields(front, texts, content, origin)
  } catch (error) {
    if (error instanceof Misread) return { problem: error.message }
    throw error
  }
}

function readFields(
  front: Front,
  texts: ReadonlyMap<string, string>,
  content: string,
  origin: Origin,
) {
  const supersededBy = toOptionalId(front.supersededBy, 'supersededBy')
  const evictedAt = toTimestamp(front.evictedAt, 'evictedAt')
  const createdAt = toTimestamp(front.createdAt, 'createdAt')
  return {
    id:
      toOptionalId(front.id, 'id') ?? idOfFileName(origin.fileName) ?? toStableId(origin.fileName),
    kind: toKind(front.kind),
    title: toTitle(front.title, texts.get('title')) || titleOf(content, origin.fileName),
    tags: toTexts(front.tags, 'tags that are not words'),
    aliases: toTexts(front.aliases, 'aliases that are not phrases'),
    source: toSource(front.source),
    createdAt: createdAt ?? origin.modifiedAt,
    ...((createdAt === undefined || front.undated === true) && { undated: true as const }),
    pinned: toPinned(front.pinned),
    ...(supersededBy === undefined ? {} : { supersededBy }),
    ...(evictedAt === undefined ? {} : { evictedAt }),
  }
}

function isMissing(value: unknown): value is null | undefined | '' {
  return value === undefined || value === null || value === ''
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function toOptionalId(value: unknown, key: string): string | undefined {
  if (isMissing(value)) return undefined
  if (isId(value)) return value
  throw new Misread(`has a ${key} that is not 8 to 32 of a–z and 0–9, the first a letter`)
}

function toKind(value: unknown): string {
  if (isMissing(value)) return 'fact'
  const kind = typeof value === 'string' ? value.trim().toLowerCase() : ''
  if (isKind(kind)) return kind
  throw new Misread('has a kind that is not a word such as fact or preference')
}

function toTitle(value: unknown, written: string | undefined): string {
  if (isMissing(value)) return ''
  if (typeof value === 'string') return normaliseTitle(asDated(value, written))
  if (!isScalar(value)) throw new Misread('has a title that is not text')
  return normaliseTitle(scalarText(written) ?? String(value))
}

/** YAML made a date of it, and toPlain a string that may differ from what was written. */
function asDated(value: string, written: string | undefined): string {
  const text = scalarText(written)
  return text !== undefined && /^\d{4}-\d/.test(text) && value.startsWith(text.slice(0, 5))
    ? text
    : value
}

/** The text after the key, if it is a plain scalar on one line. */
function scalarText(written: string | undefined): string | undefined {
  if (written === undefined || written.includes('\n')) return undefined
  const text = written
    .slice(written.indexOf(':') + 1)
    .replace(/ #.*$/, '')
    .trim()
  return /^[\w+.-]/.test(text) ? text : undefined
}

function titleOf(content: string, fileName: string): string {
  const heading = /^#[ \t]+(.*)$/m.exec(content)?.[1] ?? ''
  const title = normaliseTitle(heading.replace(/[ \t]#+[ \t]*$/, ''))
  return (title || nameOf(fileName)).slice(0, 300)
}

function nameOf(fileName: string): string {
  const words = fileName.replace(/\.[^.]*$/, '').replace(/--[a-z][a-z0-9]{7,31}$/, '')
  const name = normaliseTitle(words.replace(/[-_]+/g, ' ')) || 'Untitled'
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function toTexts(value: unknown, problem: string): string[] {
  if (isMissing(value)) return []
  const list: unknown[] = Array.isArray(value)
    ? value
    : isScalar(value)
      ? String(value).split(',')
      : [{}]
  const texts = list.filter(text => !isMissing(text))
  if (!texts.every(isScalar)) throw new Misread(`has ${problem}`)
  return normaliseTags(texts.map(String))
}

function toSource(value: unknown): MemorySource {
  if (isMissing(value)) return {}
  if (isScalar(value)) return { note: String(value) }
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new Misread('has a source that is not a list of keys and values')
  }
  const source: MemorySource = { ...value }
  for (const key of ['runtime', 'path', 'session']) {
    if (isScalar(source[key])) source[key] = String(source[key])
    else delete source[key]
  }
  if (claimsImport(source.runtime)) delete source.runtime
  return withNumbers(source)
}

function withNumbers(source: MemorySource): MemorySource {
  const { turn, mergedFrom } = source as Front
  if (typeof turn !== 'number') {
    delete source.turn
    if (typeof turn === 'string' && /^\d+$/.test(turn)) source.turn = Number(turn)
  }
  if (mergedFrom !== undefined && !isTexts(mergedFrom)) {
    source.mergedFrom = toTexts(mergedFrom, 'a mergedFrom that is no list of ids')
  }
  return source
}

function toPinned(value: unknown): boolean {
  if (isMissing(value)) return false
  const word = String(isScalar(value) ? value : '').toLowerCase()
  if (['true', 'yes', 'on', '1'].includes(word)) return true
  if (['false', 'no', 'off', '0'].includes(word)) return false
  throw new Misread('has a pinned that is neither true nor false')
}

const DATE =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ]+(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)[ \t]*(Z|z|[+-]\d\d:?\d\d)?)?$/

function toTimestamp(value: unknown, key: string): string | undefined {
  if (isMissing(value)) return undefined
  const parts = typeof value === 'string' ? DATE.exec(value.trim()) : null
  const time =
    parts === null ? NaN : Date.parse(`${parts[1]}T${parts[2] ?? '00:00'}${parts[3] ?? 'Z'}`)
  if (Number.isNaN(time))
    throw new Misread(`has a ${key} that is not a time such as 2026-11-20T10:00:00Z`)
  return new Date(time).toISOString()
}
