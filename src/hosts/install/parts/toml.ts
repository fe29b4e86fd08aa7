import { isDeepStrictEqual } from 'node:util'
import { parse, stringify } from 'smol-toml'
import { isObject, refuse, valueAt } from '../json-text.js'
import type { Part, TextFormat } from '../part.js'
import { createEntryPart } from './entry.js'

type Table = Readonly<Record<string, unknown>>

/** TOML, of which only whole tables are put in and taken out; the rest keeps every byte. */
export const TOML_FORMAT: TextFormat = {
  empty: '',
  isBlank: text => text.trim() === '',
  saysTheSame: (text, other) => withoutBlanks(text) === withoutBlanks(other),
}

function withoutBlanks(text: string): string {
  const lines = text.split(/\r?\n/).map(line => line.trimEnd())
  return lines.filter(line => line !== '').join('\n')
}

/** An MCP server's table in a TOML file. Keys that a person added stay. */
export function createTomlServerPart(path: readonly string[], entry: Table): Part {
  const read = (text: string) => valueAt(parseToml(text), path)
  const remove = (text: string) => removeTable(text, path)
  return createEntryPart(path, entry, {
    read,
    write: (text, table) => addTable(read(text) === undefined ? text : remove(text), path, table),
    remove,
  })
}

/** Parses a TOML text. Throws INVALID_REQUEST if it cannot be read. */
export function parseToml(text: string): Record<string, unknown> {
  try {
    return parse(text.replace(/^\ufeff/, ''))
  } catch (cause) {
    const { line } = cause as { line?: number }
    throw refuse(`is not valid TOML${line === undefined ? '' : ` (line ${line})`}`, cause)
  }
}

/**
 * Puts a table at the end of a TOML text. Throws INVALID_REQUEST where a table cannot stand there
 * because its parents are written in a form that takes none.
 */
export function addTable(text: string, path: readonly string[], table: Table): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const nested = path.reduceRight<Table>((inner, key) => ({ [key]: inner }), table)
  const block = stringify(nested).trimEnd().replaceAll('\n', eol) + eol
  const end = text === '' || text.endsWith('\n') ? text : text + eol
  const changed = text.trim() === '' ? end + block : end + eol + block
  const known = withoutTable(parseToml(text), path)
  if (isSame(withoutTable(tryParse(changed), path), known)) return changed
  throw refuse(`has its \`${path.slice(0, -1).join('.')}\` in a form that cannot be added to`)
}

/**
 * Takes a table out of a TOML text, with the tables inside it and the blank line before it. Throws
 * INVALID_REQUEST where it is not written as a table of its own.
 */
export function removeTable(text: string, path: readonly string[]): string {
  const kept: string[] = []
  let removed: string[] | undefined
  let read = ''
  let inside = 0
  for (const line of text.split(/(?<=\n)/)) {
    const label = readHeader(line)
    // Inside a list or a text of several lines it is none: the table before it is not whole.
    const header = label !== undefined && tryParse(read) !== undefined ? label : undefined
    if (label !== undefined && header === undefined && ++inside > MOST_INSIDE) throw notOwn(path)
    read = header === undefined ? read + line : line
    const isOurs = header !== undefined && path.every((key, at) => header[at] === key)
    if (isOurs && removed === undefined && kept.at(-1)?.trim() === '') kept.pop()
    // Remarks right before the next table belong to that one.
    if (header !== undefined && !isOurs) for (const one of remarksOf(removed)) kept.push(one)
    if (header !== undefined) removed = isOurs ? (removed ?? []) : undefined
    if (removed === undefined) kept.push(line)
    else removed.push(line)
  }
  const remarks = remarksOf(removed)
  if (/#/.test(remarks.join(''))) for (const one of remarks) kept.push(one)
  const changed = kept.join('')
  if (isSame(tryParse(changed), withoutTable(parseToml(text), path))) return changed
  throw notOwn(path)
}

function notOwn(path: readonly string[]): Error {
  return refuse(
    `has \`${path.join('.')}\` in a form that cannot be taken out here; take it out there`,
  )
}

/** Lines inside texts and lists that look like headers; with more a text is left to its owner. */
const MOST_INSIDE = 100

/** The comments and blank lines at the end of some lines. */
function remarksOf(lines: readonly string[] = []): string[] {
  const last = lines.findLastIndex(line => !/^\s*(#|$)/.test(line))
  return lines.slice(last + 1)
}

/** The keys of a line `[a.b."c d"]` or `[[a.b]]`; undefined for any other line. */
function readHeader(line: string): string[] | undefined {
  const [, heading] = /^\s*(\[.*\])\s*(?:#.*)?$/.exec(line.trimEnd()) ?? []
  let table: unknown = heading === undefined ? undefined : tryParse(`${heading}\n`)
  const keys: string[] = []
  while (isObject(table) && Object.keys(table).length === 1) {
    const [key = ''] = Object.keys(table)
    keys.push(key)
    table = table[key]
  }
  return keys.length === 0 ? undefined : keys
}

/** Two texts may differ by tables that hold nothing: their headers stay where they are. */
function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(toPlain(one), toPlain(other))
}

/** Tables as the reader makes them have no prototype. */
function toPlain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null), (_key, inner: unknown) =>
    isObject(inner) && Object.keys(inner).length === 0 ? undefined : inner,
  )
}

function tryParse(text: string): unknown {
  try {
    return parseToml(text)
  } catch {
    return undefined
  }
}

/** The same without a table, and without the parents that held nothing else. */
function withoutTable(root: unknown, path: readonly string[]): unknown {
  const [first = '', ...rest] = path
  if (!isObject(root) || !Object.hasOwn(root, first)) return root
  const { [first]: inner, ...others } = root
  if (rest.length === 0) return others
  const left = withoutTable(inner, rest)
  const isEmpty = isObject(left) && Object.keys(left).length === 0
  return isEmpty ? others : { ...others, [first]: left }
}
