import { createRandom } from './samples.js'

/** A line with a secret in it, made up at run time: this repository holds nothing that looks like one. */
export interface MadeLine {
  kind: string
  line: string
  /** What must not be left of it. */
  secret: string
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'
const WORD = LOWER + LOWER.toUpperCase() + DIGITS
const ALPHABETS: Readonly<Record<string, string>> = {
  hex: DIGITS + 'abcdef',
  HEX: DIGITS + 'ABCDEF',
  dig: DIGITS,
  low: LOWER + DIGITS,
  up: LOWER.toUpperCase() + DIGITS,
  abc: LOWER,
  word: WORD,
  url: WORD + '-_',
  b64: WORD + '+/',
  b32: LOWER.toUpperCase() + '234567',
  age: 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L',
  pass: WORD + '!#%*+=_-',
  django: LOWER + DIGITS + '!@#$%^&*(-_=+)',
}

/**
 * Fills templates of the form `kind | text with a «secret»`, in which `{hex:32}` is so many random
 * characters of an alphabet, `{uuid}` and `{jwt}` one of those, and `\n` a line end. `times` lines
 * of each. Lines without a bar are passed over.
 */
export function fillTemplates(templates: string, seed: number, times = 1): MadeLine[] {
  const random = createRandom(seed)
  const rows = templates.split('\n').filter(row => row.includes(' | '))
  return rows.flatMap(row => Array.from({ length: times }, () => fillRow(row, random)))
}

/** The value of one template without a mark. */
export function fillValue(template: string, random: () => number): string {
  const of = (name: string, length: number) => {
    const alphabet = ALPHABETS[name]
    if (alphabet === undefined) throw new Error(`no alphabet ${name}`)
    return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')
  }
  const url64 = (text: string) => Buffer.from(text).toString('base64url')
  const special: Readonly<Record<string, () => string>> = {
    dollar: () => '$',
    bs: () => '\\',
    uuid: () => [8, 4, 4, 4, 12].map(length => of('hex', length)).join('-'),
    jwt: () =>
      [
        url64('{"alg":"RS256","typ":"JWT"}'),
        url64(`{"sub":"${of('dig', 10)}","iat":1700000000}`),
        of('url', 86),
      ].join('.'),
  }
  return template.replace(/\{(\w+)(?::(\d+))?\}/g, (_, name: string, length?: string) =>
    length === undefined ? (special[name]?.() ?? `{${name}}`) : of(name, Number(length)),
  )
}

function fillRow(row: string, random: () => number): MadeLine {
  const at = row.indexOf(' | ')
  const text = fillValue(
    row
      .slice(at + 3)
      .replaceAll('\\n', '\n')
      .replaceAll('\\t', '\t'),
    random,
  )
  const secret = /«([^»]*)»/.exec(text)?.[1]
  if (secret === undefined) throw new Error(`no mark in ${row}`)
  return { kind: row.slice(0, at).trim(), line: text.replace(/[«»]/g, ''), secret }
}

/** True where half of a secret, or more, still stands in a text. */
export function isLeft(text: string, secret: string): boolean {
  const length = Math.max(4, Math.ceil(secret.length / 2))
  for (let at = 0; at + length <= secret.length; at++) {
    if (text.includes(secret.slice(at, at + length))) return true
  }
  return false
}
