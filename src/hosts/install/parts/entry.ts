import { SvcError } from '../../../../store/errors.js'
import { quoteWord } from '../own.js'
import { replaceValue, type JsonPath } from '../json-edit.js'
import {
  appendValue,
  isObject,
  parseLoosely,
  parseObject,
  putValue,
  removeWithEmpty,
  valueAt,
  type Dialect,
} from '../json-text.js'
import { isOwnServer } from '../own.js'
import type { Content } from '../hosts/host.js'
import type { FileEdit, Part } from '../part.js'

/** An MCP server's entry in a JSON file, at the path of its name. Fields that a person added stay. */
export function createServerPart(
  path: JsonPath,
  entry: Readonly<Record<string, unknown>>,
  dialect: Dialect,
): Part {
  const read = (text: string) => valueAt(parseObject(text, dialect), path)
  const isSame = (there: unknown) =>
    isObject(there) && JSON.stringify({ ...there, ...entry }) === JSON.stringify(there)
  return {
    isSign: true,
    put: text => {
      const there = read(text)
      if (there === undefined) return putValue(text, path, entry, dialect)
      if (!isOwnServer(there)) throw toConflict(path, there)
      return isSame(there) ? text : replaceValue(text, path, { ...(there as object), ...entry })
    },
    take: (text, before) =>
      isOwnServer(read(text)) ? removeWithEmpty(text, path, before, dialect) : text,
    isIn: text => isOwnServer(read(text)),
    commands: text => formatServer(read(text)),
    lacks: text => (isOwnServer(read(text)) ? [] : ['the MCP server']),
  }
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
export function formatServer(entry: unknown): string[] {
  if (!isOwnServer(entry)) return []
  const { command, args } = entry as { command: unknown; args: unknown }
  const words = [command, args].flat().filter(word => typeof word === 'string')
  return [words.map(quoteWord).join(' ')]
}

/** An error for a server of the name `svc` that is none of svc's. */
export function toConflict(path: JsonPath, there: unknown): SvcError {
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
    isSign: false,
    put: text => (read(text) === undefined ? putValue(text, path, value, dialect) : text),
    take: (text, before) => {
      const had = valueAt(parseLoosely(before, dialect), path) !== undefined
      return isOurs(text) && !had ? removeWithEmpty(text, path, before, dialect) : text
    },
    isIn: isOurs,
    commands: () => [],
    lacks: text => (read(text) === undefined ? [path.join('.')] : []),
  }
}

/** A word in a list of words. */
export function createMemberPart(path: JsonPath, word: string, dialect: Dialect): Part {
  const read = (text: string) => valueAt(parseObject(text, dialect), path)
  const isIn = (text: string) => indexOf(read(text), word) >= 0
  return {
    isSign: false,
    put: text => (isIn(text) ? text : appendValue(text, path, word, dialect)),
    take: (text, before) => {
      const at = indexOf(read(text), word)
      const had = indexOf(valueAt(parseLoosely(before, dialect), path), word) >= 0
      return at < 0 || had ? text : removeWithEmpty(text, [...path, at], before, dialect)
    },
    isIn,
    commands: () => [],
    lacks: text => (isIn(text) ? [] : [`${word} in ${path.join('.')}`]),
  }
}

function indexOf(list: unknown, word: string): number {
  return Array.isArray(list) ? list.indexOf(word) : -1
}

/** The number of a file's format, 1, which goes where nothing else is left. */
export function createVersionPart(dialect: Dialect): Part {
  const read = (text: string) => parseObject(text, dialect)
  return {
    isSign: false,
    put: text =>
      read(text).version === undefined ? putValue(text, ['version'], 1, dialect) : text,
    take: (text, before) => {
      const isAlone = Object.keys(read(text)).join() === 'version'
      const had = parseLoosely(before, dialect).version !== undefined
      return isAlone && !had ? removeWithEmpty(text, ['version'], before, dialect) : text
    },
    isIn: text => read(text).version !== undefined,
    commands: () => [],
    lacks: text => (read(text).version === undefined ? ['version'] : []),
  }
}
