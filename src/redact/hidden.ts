import type { Rule } from './shapes.js'

/** A secret as rules find it in a text. */
export interface Found {
  rule: string
  check: Rule['check']
  secret: string
}

/** A stretch of a text in which a secret is broken over lines or encoded. */
export interface Hidden {
  rule: string
  from: number
  to: number
}

/** Finds secrets in a text by the rules; [] for none. */
export type FindSecrets = (text: string) => readonly Found[]

const r = String.raw

/** A line end; in JSON it is two characters. */
const BREAK = r`(?:\r?\n|\\r\\n|\\n)`
const RUN = r`[\w+/=.~-]`
const JOINT = r`["'\x60\\]?[ \t]{0,4}\+?[ \t]{0,4}${BREAK}[ \t]{0,40}(?:[>|#*+]{1,2}[ \t]{1,8})?["'\x60]?`
const WRAPPED = r`(?:(?<=\\n)|(?<!${RUN}|\\))${RUN}{12,400}(?:${JOINT}${RUN}{12,400}){0,200}${JOINT}${RUN}{4,400}(?=[ \t"'\x60,;)}\]\\]{0,8}(?:${BREAK}|$))`
/** A line of such characters alone behind one that ends in them: most texts have none. */
const GOES_ON =
  /(?:\n|\\n)(?<=[\w+/=.~-]{12}["'`\\]?[ \t]{0,4}\+?[ \t]{0,4}(?:\r?\n|(?:\\r)?\\n))[ \t>|#*+"'`]{0,44}[\w+/=.~-]{4,400}[ \t"'`,;)}\]\\]{0,8}(?:\r?\n|\\|$)/
let wrapped: RegExp | undefined
let joint: RegExp | undefined

/** Lines of a file that is wrapped end at the column at which all do. */
const NARROWEST = 60

/**
 * Secrets that go on over line ends, as PEM, `base64` and YAML break them: lines that are nothing but
 * characters of a token, behind one that ends in such. Linear time.
 */
export function findWrapped(text: string, find: FindSecrets): Hidden[] {
  if (!GOES_ON.test(text)) return []
  wrapped ??= new RegExp(WRAPPED, 'g')
  return [...text.matchAll(wrapped)].flatMap(({ 0: block, index }) =>
    findAcross(toBlock(text, block, index), find),
  )
}

/** Lines joined: `at` is where each character of `joined` stands in the text. */
interface Block {
  joined: string
  at: number[]
  /** Text that stands before it and may name it. */
  before: string
  /** Length of its first part. */
  first: number
  /** True where its first line is as long as lines that are wrapped, or YAML says that it goes on. */
  isFolded: boolean
}

function toBlock(text: string, block: string, index: number): Block {
  joint ??= new RegExp(JOINT, 'g')
  const at: number[] = []
  let joined = ''
  let done = 0
  const take = (to: number) => {
    for (let here = done; here < to; here++) at.push(index + here)
    joined += block.slice(done, to)
  }
  let first = 0
  for (const { 0: sign, index: from } of block.matchAll(joint)) {
    take(from)
    first ||= joined.length
    done = from + sign.length
  }
  take(block.length)
  const { before, isScalar } = readBefore(text, index)
  return { joined, at, before, first, isFolded: isScalar || before.length + first >= NARROWEST }
}

function readBefore(text: string, index: number): { before: string; isScalar: boolean } {
  const start = Math.max(0, index - 200)
  const lines = text.slice(start, index).split(/\r?\n|\\n/)
  const own = (lines.pop() ?? '').trimStart()
  const scalar = /^\s*(\S{1,80}:[ \t]*)[>|][+-]?\d?[ \t]*$/.exec(lines.pop() ?? '')?.[1]
  const isScalar = own === '' && scalar !== undefined
  return { before: isScalar ? scalar.trimEnd() + ' ' : own, isScalar }
}

function findAcross({ joined, at, before, first, isFolded }: Block, find: FindSecrets): Hidden[] {
  const whole = before + joined
  const alone = find(before + joined.slice(0, first))
  if (alone.some(({ check }) => check === 'shape') && !isFolded) return []
  return find(whole).flatMap(({ rule, check, secret }) => {
    const start = whole.indexOf(secret) - before.length
    const [from, to] = [Math.max(0, start), start + secret.length]
    const isAcross = from < first && to > first
    return isAcross && (check === 'shape' || isFolded)
      ? [{ rule, from: at[from]!, to: at[to - 1]! + 1 }]
      : []
  })
}

const ENCODED = /(?<![\w+/.-])[A-Za-z0-9+/_-]{16,200000}={0,2}(?![\w+/=-])/g
const MANIFEST = /\bkind["']?\s{0,4}:\s{0,4}["']?Secret\b/
/** A value of the map of such a file. */
const ENTRY = /(?:^|\n)[ \t]{1,20}["']?([\w.-]{1,100})["']?:[ \t]{1,4}["']?$/

/**
 * Base64 that holds a secret once it is decoded: as the values of a Kubernetes Secret, `user:password`
 * behind `Basic`, a file of keys. Linear time.
 */
export function findEncoded(text: string, find: FindSecrets): Hidden[] {
  const isManifest = MANIFEST.test(text)
  return [...text.matchAll(ENCODED)].flatMap(({ 0: run, index }) => {
    const before = text.slice(Math.max(0, index - 120), index)
    const rule = ruleOf(run, { before, isEntry: isManifest && ENTRY.test(before) }, find)
    return rule === undefined ? [] : [{ rule, from: index, to: index + run.length }]
  })
}

function ruleOf(
  run: string,
  { before, isEntry }: { before: string; isEntry: boolean },
  find: FindSecrets,
): string | undefined {
  const plain = decode(run)
  if (plain === undefined) return undefined
  if (isEntry && plain.length >= 8) return 'kubernetes-secret'
  if (/\bbasic[ \t]{1,4}$/i.test(before) && /^[^\s:]{1,100}:\S{4,200}$/.test(plain))
    return 'basic-auth'
  const name = /([\w.-]{1,60})["'\x60]?[ \t]{0,4}[:=][ \t]{0,4}["'\x60]?$/.exec(before)?.[1]
  const named = name === undefined ? [] : find(`${name.replace(/[_-]?b(?:ase)?64$/i, '')}=${plain}`)
  return (find(plain)[0] ?? named[0])?.rule
}

const HEAD = 16
const SHOWN = /^[\t\n\r -~\u00a0-\ufffc]*$/

/** The text that base64 stands for; undefined where it is none, as most words and hashes are. */
function decode(run: string): string | undefined {
  const head = Buffer.from(run.slice(0, HEAD), 'base64')
  const isWide = head.length > 3 && head.every((byte, at) => at % 2 === 0 || byte === 0)
  if (
    !isWide &&
    head.some(byte => byte > 0x7e || (byte < 0x20 && !/[\t\n\r]/.test(String.fromCharCode(byte))))
  )
    return undefined
  const plain = Buffer.from(run, 'base64').toString(isWide ? 'utf16le' : 'utf8')
  return SHOWN.test(plain) ? plain : undefined
}

const BEGIN = /-----BEGIN ?[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g
const END = /-----END ?[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g
/** An end line of a key: where it begins and ends. */
interface Stretch {
  at: number
  to: number
}

const KEY_LINES = /^(?:(?:\\r|\\n|[\s"'+,>#*|])*[A-Za-z0-9+/=]{16,}(?![A-Za-z0-9+/=]))+/
const MAX_KEY_CHARS = 40_000

/** A line of a key, quoted or as a comment, before the end that one was cut down to. */
const KEY_LINE = /^[\s"'+,>#*|]{0,40}[A-Za-z0-9+/=]{16,200}[\s"'+,]{0,40}$/

/**
 * Finds PEM and PGP private keys, also ones whose end or beginning is cut off. A mention of a header
 * without key material is none.
 */
export function findPrivateKeys(text: string): Hidden[] {
  const ends = Array.from(text.matchAll(END), ({ 0: line, index: at }) => ({
    at,
    to: at + line.length,
  }))
  const found: Hidden[] = []
  let next = 0
  for (const { 0: opening, index: from } of text.matchAll(BEGIN)) {
    const body = from + opening.length
    while ((ends[next]?.at ?? Infinity) < body) next++
    const to = endOfKey(text, body, ends[next])
    if (to !== undefined) found.push({ rule: 'private-key', from, to })
  }
  return [...found, ...findTails(text, ends, found)].sort((a, b) => a.from - b.from)
}

/** Ends of keys whose beginnings are not there. */
function findTails(text: string, ends: readonly Stretch[], found: readonly Hidden[]): Hidden[] {
  const taken = new Set(found.map(({ to }) => to))
  return ends.flatMap(({ at, to }, index) => {
    const least = Math.max(at - MAX_KEY_CHARS, ends[index - 1]?.to ?? 0)
    const lines = text.slice(least, at).split(/(?<=\n|\\n)/)
    const first = lines.findLastIndex(line => !isOfKey(line)) + 1
    const body = lines.slice(first).join('')
    const isKey = !taken.has(to) && /[A-Za-z0-9+/=]{24}/.test(body)
    return isKey ? [{ rule: 'private-key', from: at - body.length, to }] : []
  })
}

function isOfKey(line: string): boolean {
  return KEY_LINE.test(line.replace(/(?:\\r)?\\n$/, '')) || /^[\s"'+,>#*|]{0,40}$/.test(line)
}

function endOfKey(text: string, from: number, end?: Stretch): number | undefined {
  if (end !== undefined && end.at - from <= MAX_KEY_CHARS) {
    const body = text.slice(from, end.at)
    if (!body.includes('-----BEGIN')) return /[A-Za-z0-9+/=]{24}/.test(body) ? end.to : undefined
  }
  const lines = KEY_LINES.exec(text.slice(from, from + MAX_KEY_CHARS))
  return lines === null ? undefined : from + lines[0].length
}
