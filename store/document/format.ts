import type { MemoryDocument, MemorySource } from '../types.js'

/** Front-matter keys with a meaning, in the order in which they are written. */
export const KNOWN_KEYS: ReadonlySet<string> = new Set([
  'id',
  'kind',
  'title',
  'tags',
  'aliases',
  'source',
  'createdAt',
  'undated',
  'pinned',
  'supersededBy',
  'evictedAt',
])

/** The whole file of a memory. Canonical: equal documents give equal bytes. */
export function formatMemoryDocument(document: MemoryDocument): string {
  const content = normaliseContent(document.content)
  const front = `---\n${formatBlock(document)}---\n`
  return content === '' ? front : `${front}\n${escapeMarkers(content)}\n`
}

/** The lines between the fences, the last with its newline. */
export function formatBlock(document: MemoryDocument): string {
  const tags = normaliseTags(document.tags)
  const aliases = normaliseTags(document.aliases)
  return (
    formatEntry('id', document.id) +
    formatEntry('kind', document.kind) +
    formatEntry('title', normaliseTitle(document.title)) +
    (tags.length === 0 ? '' : formatEntry('tags', tags)) +
    (aliases.length === 0 ? '' : formatEntry('aliases', aliases)) +
    formatSource(document.source) +
    formatTimestamp('createdAt', document.createdAt) +
    (document.undated ? 'undated: true\n' : '') +
    (document.pinned ? 'pinned: true\n' : '') +
    (document.supersededBy === undefined
      ? ''
      : formatEntry('supersededBy', document.supersededBy)) +
    formatTimestamp('evictedAt', document.evictedAt) +
    formatExtra(document.extra)
  )
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

function formatTimestamp(key: string, value: string | undefined): string {
  if (value === undefined) return ''
  return TIMESTAMP.test(value) ? `${key}: ${value}\n` : formatEntry(key, value)
}

const SOURCE_ORDER = ['runtime', 'by', 'host', 'changedBy', 'session', 'turn', 'path', 'mergedFrom']

function formatSource(source: MemorySource): string {
  let lines = ''
  for (const key of SOURCE_ORDER) {
    if (source[key] !== undefined) lines += formatEntry(key, source[key], '  ')
  }
  for (const key of Object.keys(source)) {
    if (!SOURCE_ORDER.includes(key)) lines += formatEntry(key, source[key], '  ')
  }
  return lines === '' ? '' : `source:\n${lines}`
}

function formatExtra(extra: Record<string, unknown>): string {
  const written = writtenOf(extra)
  let lines = ''
  for (const key of Object.keys(extra)) {
    if (!KNOWN_KEYS.has(key))
      lines += textAsWritten(written, extra, key) ?? formatEntry(key, extra[key])
  }
  return lines + (written?.tail ?? '')
}

/** A key with its value in block style and its newline, indented; '' where there is no value. */
export function formatEntry(key: string, value: unknown, indent = ''): string {
  const head = `${indent}${formatString(key)}:`
  if (typeof value === 'string') return `${head} ${formatString(value)}\n`
  if (isStringList(value)) {
    return `${head}\n${value.map(item => `${indent}  - ${formatString(item)}\n`).join('')}`
  }
  const json = formatJson(value)
  return json === undefined ? '' : `${head} ${json}\n`
}

function isStringList(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every(item => typeof item === 'string')
}

// A plain scalar is written only where no YAML version reads anything but this very string.
const PLAIN =
  /^[A-Za-z0-9_/$(\u00a1-\u1fff\u2190-\ud7ff\uf900-\ufdff][^\x00-\x1f\x7f-\xa0\u200b\u200e\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufffe\uffff]*$/
const PLAIN_ASCII = /^[A-Za-z0-9_/$(][\x20-\x7e]*$/
const NUMBER_LIKE = /^[0-9][0-9_.,:eE+\-TtZz ]*$|^0[xob]/i
const WORD_LIKE = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i
const ESCAPED = /[\x7f-\xa0\u200b\u200e\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufffe\uffff]/g
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** A string as a YAML scalar on one line: plain where that is safe, else in JSON's quotes. */
function formatString(text: string): string {
  return isPlain(text) ? text : formatJson(text)
}

/** Cheap questions first: every field of every file comes through here. */
function isPlain(text: string): boolean {
  if (text.length <= 5 && WORD_LIKE.test(text)) return false
  if (text.charCodeAt(0) <= 0x39 && NUMBER_LIKE.test(text)) return false
  if (!PLAIN_ASCII.test(text) && (!PLAIN.test(text) || LONE_SURROGATE.test(text))) return false
  if (text.endsWith(' ') || text.endsWith(':')) return false
  return !text.includes(': ') && !text.includes(' #')
}

/** Any JSON value on one line, which is YAML too; non-printable characters are escaped. */
function formatJson(value: string): string
function formatJson(value: unknown): string | undefined
function formatJson(value: unknown): string | undefined {
  const json = JSON.stringify(value) as string | undefined
  return json?.replace(ESCAPED, toEscape)
}

function toEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/**
 * Reads a scalar that formatEntry wrote. Other texts may be read wrongly: the caller formats the
 * value again and compares. Answers undefined where the text is not even JSON.
 */
export function parseScalar(text: string): unknown {
  return isJson(text) ? parseJson(text) : text
}

const JSON_NUMBER = /^-?[0-9.]+(?:e[-+]?[0-9]+)?$/

function isJson(text: string): boolean {
  const first = text[0]
  if (first === '"' || first === '[' || first === '{') return true
  if (first === undefined || first > '9')
    return text === 'true' || text === 'false' || text === 'null'
  return JSON_NUMBER.test(text)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const NORMAL_TITLE = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/
const MARKER_LINE = /^(\\*)(?=<{7} )/gm
const ESCAPED_MARKER_LINE = /^\\(?=\\*<{7} )/gm

/**
 * The content as it is kept: LF line ends, no NUL, no half of a surrogate pair (UTF-8 has none), no
 * blank lines before, no white space after. Applying it twice changes nothing.
 */
export function normaliseContent(content: string): string {
  const lines = content.includes('\r') ? content.replace(/\r\n?/g, '\n') : content
  const clean = toWellFormed(lines.includes('\0') ? lines.replaceAll('\0', '') : lines)
  return clean.slice(firstInk(clean)).trimEnd()
}

/** In the standard library from ES2024 on; Node 20 has it. */
function toWellFormed(text: string): string {
  return (text as string & { toWellFormed(): string }).toWellFormed()
}

/** Index of the first line that is not blank. */
function firstInk(text: string): number {
  let line = 0
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === '\n') line = index + 1
    else if (character !== ' ' && character !== '\t') return line
  }
  return text.length
}

/** A title on one line: control characters and white space collapse to single spaces. */
export function normaliseTitle(title: string): string {
  if (NORMAL_TITLE.test(title)) return title
  return title.replace(/[\s\x00-\x1f\x7f-\x9f]+/g, ' ').trim()
}

/** Tags on one line each, without empty ones and repeats, in their order. */
export function normaliseTags(tags: readonly string[]): string[] {
  const kept: string[] = []
  for (const tag of tags) {
    const normal = normaliseTitle(tag)
    if (normal !== '' && !kept.includes(normal)) kept.push(normal)
  }
  return kept
}

/** Content for the file: a line that opens a conflict marker gets a backslash before it. */
function escapeMarkers(content: string): string {
  return content.includes('<<<<<<< ') ? content.replace(MARKER_LINE, '\\$1') : content
}

/** The inverse of escapeMarkers. */
export function unescapeMarkers(content: string): string {
  return content.includes('<<<<<<< ') ? content.replace(ESCAPED_MARKER_LINE, '') : content
}

/** Lines of unknown keys as a person wrote them, used as long as the value is not changed. */
interface Written {
  /** Lines of each key, with their final newline, and the value they stood for as JSON. */
  entries: Record<string, { text: string; json: string | undefined }>
  /** Comments that belong to no unknown key. */
  tail: string
}

// An enumerable symbol: `{ ...extra }` carries it along, JSON and Object.keys do not see it.
const AS_WRITTEN = Symbol('front matter as written')

type Extra = Record<string, unknown> & { [AS_WRITTEN]?: Written }

/** Makes an extra record remember the lines it was read from. */
export function rememberWritten(
  extra: Record<string, unknown>,
  texts: ReadonlyMap<string, string>,
  tail: string,
): void {
  if (texts.size === 0 && tail === '') return
  const entries: Written['entries'] = Object.fromEntries(
    [...texts].map(([key, text]) => [key, { text, json: JSON.stringify(extra[key]) }]),
  )
  ;(extra as Extra)[AS_WRITTEN] = { entries, tail }
}

/** The lines that an extra record was read from, or undefined. */
export function writtenOf(extra: Record<string, unknown>): Written | undefined {
  return (extra as Extra)[AS_WRITTEN]
}

/** The lines of a key as written; undefined where its value is new or changed. */
export function textAsWritten(
  written: Written | undefined,
  extra: Record<string, unknown>,
  key: string,
): string | undefined {
  const entry = written?.entries[key]
  return entry !== undefined && entry.json === JSON.stringify(extra[key]) ? entry.text : undefined
}
