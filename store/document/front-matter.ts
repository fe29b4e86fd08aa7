/** A text with its front matter read. */
export interface FrontMatter {
  /** Empty where there is no front matter; a loose line-wise reading where there is a problem. */
  data: Record<string, unknown>
  body: string
  /** The block as written, without fences and with LF line ends; '' where there is none. */
  raw: string
  /** The reason that it is not proper YAML; nothing is lost: `raw` and `body` hold all text. */
  problem?: string
}

/**
 * Reads YAML front matter from untrusted text in bounded time. No other language is ever
 * evaluated. Never throws: what YAML refuses is answered with `problem` and a loose reading.
 */
export async function parseFrontMatter(text: string): Promise<FrontMatter> {
  const { block, body } = splitFrontMatter(text)
  if (block === undefined) return { data: {}, body, raw: '' }
  try {
    return { data: await parseYaml(block), body, raw: block }
  } catch (error) {
    return { data: parseLoosely(block), body, raw: block, problem: toReason(error) }
  }
}

const MAX_ALIASES = 16
const ALIAS = /(?:^|[\s[{,:])[&*](?=[^\s*&,[\]{}])/gm

/** Counts what look like YAML anchors and aliases in a block. */
export function countAliases(block: string): number {
  return block.match(ALIAS)?.length ?? 0
}

/** Only the block is given to gray-matter, with options (without them it caches failures). */
async function parseYaml(block: string): Promise<Record<string, unknown>> {
  if (countAliases(block) > MAX_ALIASES) throw new TypeError('too many anchors and aliases')
  const { default: matter } = await import('gray-matter')
  const { data } = matter(`---\n${boundBlankRuns(block)}\n`, {
    language: 'yaml',
    delimiters: ['---', '\0'],
    engines: { javascript: refuse, coffee: refuse, cson: refuse, toml: refuse },
  })
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new TypeError('it is not a list of keys and values')
  }
  return toPlain(data) as Record<string, unknown>
}

/** gray-matter looks for comments in time quadratic in the length of a run of blank lines. */
function boundBlankRuns(block: string): string {
  return block.replace(/(?:[^\S\n]*\n){65,}/g, '\n'.repeat(64))
}

function refuse(): never {
  throw new TypeError('front matter in another language than YAML is not read')
}

function toReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return (message.split('\n', 1)[0] ?? '').slice(0, 200)
}

/** Longest front matter, in characters, that is looked for in a file which svc did not write. */
const FRONT_MATTER_LIMIT = 16 * 1024

/** A text cut at its fences; `block` is absent where the text has no front matter. */
interface SplitText {
  block?: string
  body: string
}

const OPENING = /^---[ \t]*\r?\n/
const CLOSING = /^---[ \t]*\r?$/

/**
 * Cuts the front matter off a text, without reading it: `---` alone on line 1 (after an optional
 * BOM), then lines that look like YAML, then `---` alone within 16,384 characters. Everything
 * else, also `---js` and a leading thematic break, is body. The block has LF line ends and no
 * fences; the body is as it was.
 */
export function splitFrontMatter(text: string): SplitText {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0
  const body = start === 0 ? text : text.slice(1)
  const opening = OPENING.exec(body.slice(0, 256))
  if (opening === null) return { body }
  const from = opening[0].length
  const closing = findClosing(body, from)
  if (closing === undefined) return { body }
  const raw = body.slice(from, closing.start)
  const block = (raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw).replace(/\n$/, '')
  return looksLikeYaml(block) ? { block, body: body.slice(closing.end) } : { body }
}

function findClosing(text: string, from: number) {
  for (let start = from; start <= FRONT_MATTER_LIMIT && start < text.length;) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    if (text.startsWith('---', start) && CLOSING.test(text.slice(start, end))) {
      return { start, end: Math.min(end + 1, text.length) }
    }
    start = end + 1
  }
  return undefined
}

/** A break followed by prose is told apart by its first line, strictly so after a blank line. */
function looksLikeYaml(block: string): boolean {
  const lines = block.split('\n')
  const first = lines.find(line => line.trim() !== '' && !line.startsWith('#'))
  if (first === undefined) return block.trim() === '' ? lines.length < 3 : !startsBlank(lines)
  if (!first.startsWith('{') && keyOfLine(first) === undefined) return false
  return !startsBlank(lines) || lines.every(isYamlLine)
}

function startsBlank(lines: string[]): boolean {
  return lines[0]?.trim() === ''
}

function isYamlLine(line: string): boolean {
  return /^(?:\s|$|#|- |-$|[\]}{])/.test(line) || keyOfLine(line) !== undefined
}

/** One top-level key of a front-matter block with its lines as written, without a final newline. */
interface Entry {
  key: string
  text: string
  /** Comment lines at column 0 that stand before the key, each with its newline. */
  comments: string
}

/** The block's top-level entries in file order, and the comments that follow the last one. */
export function toEntries(block: string): { entries: Entry[]; tail: string } {
  const entries: Entry[] = []
  let comments = ''
  for (const line of block.split('\n')) {
    const key = keyOfLine(line)
    const last = entries.at(-1)
    if (key !== undefined) {
      entries.push({ key, text: line, comments })
      comments = ''
    } else if (line.startsWith('#')) comments += `${line}\n`
    else if (last !== undefined) last.text += `\n${line}`
  }
  for (const entry of entries) entry.text = entry.text.trimEnd()
  return { entries, tail: comments }
}

const QUOTED_KEY = /^("(?:[^"\\\n]|\\.){0,200}"|'[^'\n]{0,200}')[ \t]*:(?=[ \t]|$)/
const PLAIN_KEY = /^([^\s"'#:,[\]{}&*!|>%@`-][^\n]{0,120}?)[ \t]*:(?=[ \t]|$)/

/** The key of a `key: value` line that starts at column 0, or undefined. */
function keyOfLine(line: string): string | undefined {
  const plain = PLAIN_KEY.exec(line)?.[1]
  if (plain !== undefined) return plain
  const quoted = QUOTED_KEY.exec(line)?.[1]
  return quoted?.startsWith('"') ? unescapeKey(quoted) : quoted?.slice(1, -1)
}

function unescapeKey(quoted: string): string {
  try {
    return JSON.parse(quoted) as string
  } catch {
    return quoted.slice(1, -1)
  }
}

/**
 * Reads `key: value` lines without YAML, for agent files such as `description: Use when: x` or
 * `globs: **\/*.ts`: values are strings, `true`/`false` booleans, and lists of strings from
 * `[a, b]` or from `- item` lines below the key. Lines that are neither are passed over.
 */
function parseLoosely(block: string): Record<string, unknown> {
  const found = new Map<string, unknown>()
  let open: string[] | undefined
  for (const line of block.split('\n')) {
    const item = /^[ \t]*- (.*)$/.exec(line)?.[1]
    if (item !== undefined) open?.push(unquote(item))
    const key = keyOfLine(line)
    if (key === undefined) continue
    const rest = line.slice(startOfValue(line, key)).trim()
    open = []
    found.set(key, rest === '' ? open : toValue(rest))
  }
  found.delete('__proto__')
  return Object.fromEntries([...found].map(([key, value]) => [key, orEmpty(value)]))
}

function orEmpty(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? '' : value
}

function toValue(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  if (!/^\[.*\]$/.test(text)) return unquote(text)
  return text.slice(1, -1).split(',').map(unquote).filter(Boolean)
}

function unquote(text: string): string {
  const trimmed = text.trim()
  const quote = trimmed[0]
  const quoted = trimmed.length > 1 && (quote === '"' || quote === "'") && trimmed.endsWith(quote)
  return quoted ? trimmed.slice(1, -1) : trimmed
}

function startOfValue(line: string, key: string): number {
  return key.length + 1 + line.slice(key.length).search(/:(?:[ \t]|$)/)
}

/**
 * A YAML value as JSON has it: timestamps become strings again (`YYYY-MM-DD` where there is no
 * time), binary becomes base64. Throws a TypeError on a `__proto__` key.
 */
function toPlain(value: unknown): unknown {
  if (value instanceof Date) return toTimestamp(value)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (Array.isArray(value)) return value.map(toPlain)
  if (typeof value !== 'object' || value === null) return value
  return toPlainRecord(value)
}

function toPlainRecord(value: object): Record<string, unknown> {
  const plain: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__') throw new TypeError('the key __proto__ is not allowed')
    plain[key] = toPlain(inner)
  }
  return plain
}

function toTimestamp(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  const text = date.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text
}
