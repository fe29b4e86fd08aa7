import type { MemoryDocument, MemorySource } from '../types.js'
import { textAsWritten, writtenOf } from './as-written.js'
import { escapeMarkers, normaliseContent, normaliseTags, normaliseTitle } from './normalise.js'
import { formatEntry } from './scalar.js'

const SOURCE_ORDER = ['runtime', 'session', 'turn', 'path', 'mergedFrom']
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Front-matter keys with a meaning, in the order in which they are written. */
export const KNOWN_KEYS: ReadonlySet<string> = new Set([
  'id',
  'kind',
  'title',
  'tags',
  'source',
  'createdAt',
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
  return (
    formatEntry('id', document.id) +
    formatEntry('kind', document.kind) +
    formatEntry('title', normaliseTitle(document.title)) +
    (tags.length === 0 ? '' : formatEntry('tags', tags)) +
    formatSource(document.source) +
    formatTimestamp('createdAt', document.createdAt) +
    (document.pinned ? 'pinned: true\n' : '') +
    (document.supersededBy === undefined
      ? ''
      : formatEntry('supersededBy', document.supersededBy)) +
    formatTimestamp('evictedAt', document.evictedAt) +
    formatExtra(document.extra)
  )
}

function formatTimestamp(key: string, value: string | undefined): string {
  if (value === undefined) return ''
  return TIMESTAMP.test(value) ? `${key}: ${value}\n` : formatEntry(key, value)
}

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
