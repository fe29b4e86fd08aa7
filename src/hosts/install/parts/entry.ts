import { SvcError } from '../../../../store/errors.js'
import type { JsonPath } from '../json-edit.js'
import {
  appendValue,
  parseLoosely,
  parseObject,
  putValue,
  removeWithEmpty,
  valueAt,
  type Dialect,
} from '../json-text.js'
import { isOwnServer, quoteWord } from '../own.js'
import type { Content } from '../hosts/host.js'
import type { FileEdit, Part } from '../part.js'

type Entry = Readonly<Record<string, unknown>>

/** Reads and edits what stands at one path of a settings file. */
interface EntryEdit {
  read: (text: string) => unknown
  /** Puts a value there, in the place of what stands there. */
  write: (text: string, value: Entry) => string
  /** The text without it; `before` as for a part. */
  remove: (text: string, before: string | undefined) => string
}

/** An MCP server's entry in a settings file, at the path of its name. Fields that a person added stay. */
export function createEntryPart(
  path: JsonPath,
  entry: Entry,
  { read, write, remove }: EntryEdit,
): Part {
  const isIn = (text: string) => isOwnServer(read(text))
  return {
    put: text => {
      const there = read(text)
      if (there !== undefined && !isOwnServer(there)) throw toConflict(path, there)
      const whole = { ...(there as Entry | undefined), ...entry }
      return JSON.stringify(whole) === JSON.stringify(there) ? text : write(text, whole)
    },
    take: (text, before) => (isIn(text) ? remove(text, before) : text),
    isIn,
    commands: text => formatServer(read(text)),
    lacks: text => (isIn(text) ? [] : ['the MCP server']),
  }
}

/** Such an entry in a JSON file. */
export function createServerPart(path: JsonPath, entry: Entry, dialect: Dialect): Part {
  return createEntryPart(path, entry, {
    read: text => valueAt(parseObject(text, dialect), path),
    write: (text, value) => putValue(text, path, value, dialect),
    remove: (text, before) => removeWithEmpty(text, path, before, dialect),
  })
}

/**
 * svc among the `mcpServers` of a JSON file, wanted where there is a server. The fields that the host
 * has besides stand `before` and `after` its command.
 */
export function serverAmong(
  server: Content['server'],
  dialect: Dialect,
  { before = {}, after = {} }: { before?: object; after?: object } = {},
): FileEdit['parts'][number] {
  const part = createServerPart(['mcpServers', 'svc'], { ...before, ...server, ...after }, dialect)
  return { part, wanted: server !== undefined }
}

/** Formats the program of an entry of svc's as a command line; [] for any other entry. */
function formatServer(entry: unknown): string[] {
  if (!isOwnServer(entry)) return []
  const { command, args } = entry as { command: unknown; args: unknown }
  const words = [command, args].flat().filter(word => typeof word === 'string')
  return [words.map(quoteWord).join(' ')]
}

/** An error for a server of the name `svc` that is none of svc's. */
function toConflict(path: JsonPath, there: unknown): SvcError {
  const shown = JSON.stringify(there) ?? 'unknown'
  const text = shown.length > 120 ? `${shown.slice(0, 120)}…` : shown
  const why = `has another program's server at \`${path.join('.')}\` (${text})`
  return new SvcError('CONFLICT', `${why}; rename it, or install with --no-mcp`)
}

/** A value that is set only where there is none: what a person chose stays. */
export function createDefaultPart(path: JsonPath, value: unknown, dialect: Dialect): Part {
  const read = (text: string) => valueAt(parseObject(text, dialect), path)
  const isOurs = (text: string) => JSON.stringify(read(text)) === JSON.stringify(value)
  return {
    put: text => (read(text) === undefined ? putValue(text, path, value, dialect) : text),
    take: (text, before) => {
      const had = valueAt(parseLoosely(before, dialect), path) !== undefined
      return isOurs(text) && !had ? removeWithEmpty(text, path, before, dialect) : text
    },
    lacks: text => (read(text) === undefined ? [path.join('.')] : []),
  }
}

/** A word in a list of words. */
export function createMemberPart(path: JsonPath, word: string, dialect: Dialect): Part {
  const read = (text: string) => valueAt(parseObject(text, dialect), path)
  const isIn = (text: string) => indexOf(read(text), word) >= 0
  return {
    put: text => (isIn(text) ? text : appendValue(text, path, word, dialect)),
    take: (text, before) => {
      const at = indexOf(read(text), word)
      const had = indexOf(valueAt(parseLoosely(before, dialect), path), word) >= 0
      return at < 0 || had ? text : removeWithEmpty(text, [...path, at], before, dialect)
    },
    lacks: text => (isIn(text) ? [] : [`${word} in ${path.join('.')}`]),
  }
}

function indexOf(list: unknown, word: string): number {
  return Array.isArray(list) ? list.indexOf(word) : -1
}

/** The number of a file's format, 1, which goes where nothing else is left. */
export function createVersionPart(dialect: Dialect): Part {
  return {
    ...createDefaultPart(['version'], 1, dialect),
    take: (text, before) => {
      const isAlone = Object.keys(parseObject(text, dialect)).join() === 'version'
      const had = parseLoosely(before, dialect).version !== undefined
      return isAlone && !had ? removeWithEmpty(text, ['version'], before, dialect) : text
    },
  }
}
