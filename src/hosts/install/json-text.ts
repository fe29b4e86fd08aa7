import { createScanner, parse, visit, type ParseError } from 'jsonc-parser'
import { SvcError } from '../../../store/errors.js'
import { insertValue, removeValue, replaceValue, type JsonPath } from './json-edit.js'

/** The syntax of a host's settings: `jsonc` has comments and trailing commas too. */
export type Dialect = 'json' | 'jsonc'

/** Deeper than any settings are. */
const MOST_DEPTH = 500

/**
 * The object that a settings text holds. Throws INVALID_REQUEST with a phrase that the caller puts
 * behind the file's name.
 */
export function parseObject(text: string, dialect: Dialect): Record<string, unknown> {
  if (isTooDeep(text)) throw refuse(`is nested more than ${MOST_DEPTH} deep`)
  const value = dialect === 'json' ? parseJson(text) : parseJsonc(text)
  if (!isObject(value)) throw refuse('is not a JSON object')
  return value
}

/** The same of a text that may be missing or broken; {} then. */
export function parseLoosely(text: string | undefined, dialect: Dialect): Record<string, unknown> {
  try {
    return text === undefined || text.trim() === '' ? {} : parseObject(text, dialect)
  } catch {
    return {}
  }
}

/** Looks without parsing: a parser, or who walks what it gives, would run out of stack or memory. */
function isTooDeep(text: string): boolean {
  const scanner = createScanner(text, true)
  let depth = 0
  for (scanner.scan(); scanner.getTokenLength() > 0 && depth <= MOST_DEPTH; scanner.scan()) {
    const sign = text.charAt(scanner.getTokenOffset())
    if ('[{'.includes(sign)) depth++
    else if (']}'.includes(sign)) depth--
  }
  return depth > MOST_DEPTH
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (cause) {
    const errors: ParseError[] = []
    parse(text.replace(/^\ufeff/, ''), errors, { disallowComments: true })
    const place = errors[0] === undefined ? '' : ` (line ${lineOf(text, errors[0])})`
    throw refuse(
      `is not valid JSON${place}; comments and trailing commas may not stand in it`,
      cause,
    )
  }
}

function parseJsonc(text: string): unknown {
  const errors: ParseError[] = []
  const value: unknown = parse(text.replace(/^\ufeff/, ''), errors, { allowTrailingComma: true })
  const [first] = errors
  if (first === undefined) return value
  throw refuse(`is not valid JSON (line ${lineOf(text, first)})`)
}

function lineOf(text: string, { offset }: ParseError): number {
  return text.slice(0, offset).split('\n').length
}

/** True for what JSON calls an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An error for a file that cannot be edited; the caller puts the file's name before the phrase. */
export function refuse(why: string, cause?: unknown): SvcError {
  return new SvcError('INVALID_REQUEST', why, { cause })
}

/** The value at a path; undefined where there is none. */
export function valueAt(root: unknown, path: JsonPath): unknown {
  let value = root
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<string | number, unknown>)[step]
  }
  return value
}

/**
 * Sets the value at a path of keys and makes the objects that lead to it. Throws INVALID_REQUEST
 * where something else stands on the way.
 */
export function putValue(text: string, path: JsonPath, value: unknown, dialect: Dialect): string {
  const root = parseObject(text, dialect)
  const known = path.findIndex((_, at) => valueAt(root, path.slice(0, at + 1)) === undefined)
  if (known === -1) return replaceValue(text, path, value)
  const parent = path.slice(0, known)
  if (!isObject(valueAt(root, parent)))
    throw refuse(`has \`${parent.join('.')}\` that is not an object`)
  const nested = path
    .slice(known + 1)
    .reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
  return insertValue(text, parent, String(path[known]), nested)
}

/** Puts a value at the end of the list at a path, which is made where there is none. */
export function appendValue(
  text: string,
  path: JsonPath,
  value: unknown,
  dialect: Dialect,
): string {
  const list = valueAt(parseObject(text, dialect), path)
  if (list === undefined) return putValue(text, path, [value], dialect)
  if (!Array.isArray(list)) throw refuse(`has \`${path.join('.')}\` that is not a list`)
  return insertValue(text, path, undefined, value)
}

/**
 * Removes what stands at a path, and with it the objects and lists that it leaves empty, unless
 * `before` (the text of an earlier day) had them.
 */
export function removeWithEmpty(
  text: string,
  path: JsonPath,
  before: string | undefined,
  dialect: Dialect,
): string {
  const had = parseLoosely(before, dialect)
  let changed = removeValue(text, path)
  for (let parent = path.slice(0, -1); parent.length > 0; parent = parent.slice(0, -1)) {
    const left = valueAt(parseObject(changed, dialect), parent)
    const isEmpty = typeof left === 'object' && left !== null && Object.keys(left).length === 0
    if (!isEmpty || valueAt(had, parent) !== undefined) return changed
    changed = removeValue(changed, parent)
  }
  return changed
}

/** True where a text says what another says, in whatever layout, and has no comment of its own. */
export function saysTheSame(text: string, other: string, dialect: Dialect): boolean {
  const say = (one: string) => JSON.stringify(one.trim() === '' ? {} : parseObject(one, dialect))
  try {
    const known = commentsOf(other)
    return say(text) === say(other) && commentsOf(text).every(comment => known.includes(comment))
  } catch {
    return false
  }
}

function commentsOf(text: string): string[] {
  const comments: string[] = []
  visit(text, {
    onComment: (offset, length) => comments.push(text.slice(offset, offset + length).trimEnd()),
  })
  return comments
}
