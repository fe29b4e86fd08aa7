import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Store } from '../../store/store.js'
import { collectSecrets } from '../redact/index.js'
import { findNames, secretsInName, type Known, type NamedPlace } from './names.js'
import { placesOf, readBytes } from './places.js'

/** A secret in a file, or in the name of a file or folder. `secret` is never shown; `hint` is. */
export interface Finding extends NamedPlace {
  /** The rule that found it; `given` where a person named it. */
  rule: string
  /** Counted from 1; 0 if it stands in the name. */
  line: number
  /** Number of times that it stands in the file. */
  times: number
  /** Its first and last two characters, '' for a short one. */
  hint: string
  /** Its text in the file, each byte a character; in a name, the text of the name. */
  secret: string
  /** True where the text has it as a part of a file's name. */
  isOfName?: true
}

/**
 * Every secret that is there already, file by file and then by the names of files and folders: by the
 * rules of redaction, or, where one is given, that text alone. Reads all of the store: about 0.2 ms
 * for a kilobyte.
 */
export function findSecrets(store: Store, given?: string): Finding[] {
  const places = [...placesOf(store)]
  const inTexts = places.flatMap(place => {
    const text = readBytes(place.path)
    return secretsIn(text, given).map(one => ({ ...place, ...one, ...locate(text, one.secret) }))
  })
  const isGiven = given !== undefined
  const known = isGiven ? [{ rule: 'given', secret: given }] : inTexts
  const named = findNames(store, places, known, isGiven)
  const words = wordsOf(named, inTexts)
  const retold = places.flatMap(place => {
    const text = words.length === 0 ? '' : readBytes(place.path)
    return words
      .filter(({ secret }) => text.includes(secret))
      .map(one => ({ ...place, ...one, ...locate(text, one.secret), isOfName: true as const }))
  })
  const inNames = named.map(one => ({ ...one, line: 0, times: 1, hint: hintOf(one.secret) }))
  return [...inTexts, ...retold, ...inNames]
}

/** Secrets in names of files to be renamed that the rules do not find where a text tells them. */
function wordsOf(named: readonly NamedPlace[], inTexts: readonly Finding[]): Known[] {
  const told = new Set(inTexts.map(({ secret }) => secret))
  const words = new Map<string, string>()
  for (const { kind, rule, secret } of named) {
    const bytes = Buffer.from(secret).toString('latin1')
    if (kind !== 'scope' && !told.has(bytes)) words.set(bytes, rule)
  }
  return [...words].map(([secret, rule]) => ({ rule, secret }))
}

/** Secrets that a look found, and whether there was time for every file. */
interface SecretsCount {
  secrets: number
  /** Number of files that hold them. */
  files: number
  isWhole: boolean
}

/** Looks through the files of a store for `ms` milliseconds, with other work in between. */
export async function countSecrets(store: Store, ms: number): Promise<SecretsCount> {
  const end = performance.now() + ms
  const count = { secrets: 0, files: 0, isWhole: true }
  for (const { path } of placesOf(store)) {
    if (performance.now() > end) return { ...count, isWhole: false }
    const found = secretsIn(readBytes(path)).length + secretsInName(basename(path)).length
    count.secrets += found
    if (found > 0) count.files++
    await setImmediate()
  }
  return count
}

/** The secrets of a text whose bytes are characters: by the rules, or the given one. */
export function secretsIn(text: string, given?: string): Known[] {
  if (given === undefined) return text.includes('\0') ? [] : collectSecrets(text)
  const secret = Buffer.from(given).toString('latin1')
  // In a log it stands as JSON writes it.
  const escaped = Buffer.from(JSON.stringify(given).slice(1, -1)).toString('latin1')
  return [...new Set([secret, escaped])]
    .filter(one => text.includes(one))
    .map(one => ({ rule: 'given', secret: one }))
}

/** Shows two characters at each end of a secret that has many more; '' for others. */
export function hintOf(secret: string): string {
  const isPlain = /^[\x21-\x7e]+$/.test(secret)
  return isPlain && secret.length >= 12 ? `${secret.slice(0, 2)}…${secret.slice(-2)}` : ''
}

function locate(text: string, secret: string): Pick<Finding, 'line' | 'times' | 'hint'> {
  const before = text.slice(0, text.indexOf(secret))
  const times = text.split(secret).length - 1
  return { line: before.split('\n').length, times, hint: hintOf(secret) }
}
