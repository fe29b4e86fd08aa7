import { parseFrontMatter, countAliases, type FrontMatter } from '../front-matter.js'
import { toEntries } from '../front-matter/entries.js'
import type { MemoryDocument } from '../types.js'
import { rememberWritten } from './as-written.js'
import { toFields, type Origin } from './fields.js'
import { KNOWN_KEYS } from './format.js'
import { normaliseContent, unescapeMarkers } from './normalise.js'
import { findProblem } from './problems.js'
import { formatEntry } from './scalar.js'
import { parseMemoryStrict } from './strict.js'

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
