// A plain scalar is written only where no YAML version reads anything but this very string.
const PLAIN =
  /^[A-Za-z0-9_/$(\u00a1-\u1fff\u2190-\ud7ff\uf900-\ufdff][^\x00-\x1f\x7f-\xa0\u200b\u200e\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufffe\uffff]*$/
const PLAIN_ASCII = /^[A-Za-z0-9_/$(][\x20-\x7e]*$/
const NUMBER_LIKE = /^[0-9][0-9_.,:eE+\-TtZz ]*$|^0[xob]/i
const WORD_LIKE = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i
const ESCAPED = /[\x7f-\xa0\u200b\u200e\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufffe\uffff]/g
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/
const JSON_NUMBER = /^-?[0-9.]+(?:e[-+]?[0-9]+)?$/

/** A string as a YAML scalar on one line: plain where that is safe, else in JSON's quotes. */
export function formatString(text: string): string {
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
export function formatJson(value: string): string
export function formatJson(value: unknown): string | undefined
export function formatJson(value: unknown): string | undefined {
  const json = JSON.stringify(value) as string | undefined
  return json?.replace(ESCAPED, toEscape)
}

function toEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
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

/**
 * Reads a scalar that formatEntry wrote. Other texts may be read wrongly: the caller formats the
 * value again and compares. Answers undefined where the text is not even JSON.
 */
export function parseScalar(text: string): unknown {
  return isJson(text) ? parseJson(text) : text
}

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
