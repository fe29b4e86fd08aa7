import { setImmediate } from 'node:timers/promises'
import type { Store } from '../../store/store.js'
import { collectSecrets } from '../redact/index.js'
import { placesOf, readBytes, type Place } from './places.js'

/** A secret in a file. `secret` is never shown; `hint` is. */
export interface Finding extends Place {
  /** The rule that found it; `given` where a person named it. */
  rule: string
  /** From 1. */
  line: number
  /** How often it stands in the file. */
  times: number
  /** Its first and last two characters, '' for a short one. */
  hint: string
  /** As it stands in the file, each byte a character. */
  secret: string
}

/**
 * Every secret that is there already, file by file: by the rules of redaction, or, where one is
 * given, that text alone. Reads all of the store once: about 0.2 ms for a kilobyte.
 */
export function findSecrets(store: Store, given?: string): Finding[] {
  return [...placesOf(store)].flatMap(place => {
    const text = readBytes(place.path)
    return secretsIn(text, given).map(one => ({ ...place, ...one, ...locate(text, one.secret) }))
  })
}

/** What a look for secrets found, and whether there was time for every file. */
export interface SecretsCount {
  secrets: number
  /** How many files hold them. */
  files: number
  isWhole: boolean
}

/** Looks through the files of a store for `ms` milliseconds, with other work in between. */
export async function countSecrets(store: Store, ms: number): Promise<SecretsCount> {
  const end = performance.now() + ms
  const count = { secrets: 0, files: 0, isWhole: true }
  for (const { path } of placesOf(store)) {
    if (performance.now() > end) return { ...count, isWhole: false }
    const found = secretsIn(readBytes(path))
    count.secrets += found.length
    if (found.length > 0) count.files++
    await setImmediate()
  }
  return count
}

/** The secrets of a text whose bytes are characters: by the rules, or the given one. */
export function secretsIn(text: string, given?: string): { rule: string; secret: string }[] {
  if (given === undefined) return text.includes('\0') ? [] : collectSecrets(text)
  const secret = Buffer.from(given).toString('latin1')
  // In a log it stands as JSON writes it.
  const escaped = Buffer.from(JSON.stringify(given).slice(1, -1)).toString('latin1')
  return [...new Set([secret, escaped])]
    .filter(one => text.includes(one))
    .map(one => ({ rule: 'given', secret: one }))
}

/** What may be shown of a secret: two characters at each end of one that has many more. */
export function hintOf(secret: string): string {
  const isPlain = /^[\x21-\x7e]+$/.test(secret)
  return isPlain && secret.length >= 12 ? `${secret.slice(0, 2)}…${secret.slice(-2)}` : ''
}

function locate(text: string, secret: string): Pick<Finding, 'line' | 'times' | 'hint'> {
  const before = text.slice(0, text.indexOf(secret))
  const times = text.split(secret).length - 1
  return { line: before.split('\n').length, times, hint: hintOf(secret) }
}
