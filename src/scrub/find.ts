import { basename, dirname, join, sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { slugOf } from '../../store/names.js'
import { listScopes } from '../../store/projects/projects.js'
import { statePath, type Store } from '../../store/store.js'
import { collectSecrets } from '../redact/index.js'
import { placesOf, readLatin, type Place, type PlaceKind } from './places.js'

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
    const text = readLatin(place.path)
    return secretsIn(text, given).map(one => ({ ...place, ...one, ...locate(text, one.secret) }))
  })
  const isGiven = given !== undefined
  const known = isGiven ? [{ rule: 'given', secret: given }] : inTexts
  const named = findNames(store, places, known, isGiven)
  const words = wordsOf(named, inTexts)
  const retold = places.flatMap(place => {
    const text = words.length === 0 ? '' : readLatin(place.path)
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
    const found = secretsIn(readLatin(path)).length + secretsInName(basename(path)).length
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

/** A secret and the rule that found it. */
export interface Known {
  rule: string
  secret: string
}

/** A file or folder in whose name a secret stands; `secret` as it stands there. */
interface NamedPlace extends Known {
  kind: PlaceKind | 'scope'
  path: string
  key?: string
}

/**
 * The names of files and folders in which a secret stands: by the rules, or as the words of a name that
 * was made of one of the `known` secrets. `isGiven`: of these alone.
 */
function findNames(
  store: Store,
  places: Iterable<Place>,
  known: readonly Known[],
  isGiven: boolean,
): NamedPlace[] {
  const scopes = listScopes(store)
  const roots = [store.root, ...scopes.map(({ path }) => path)]
  const history = statePath(store, 'history')
  const seen = new Set(roots.slice(0, 1))
  const slugs = known.flatMap(one => toSlugs(one, isGiven))
  const found: NamedPlace[] = []
  for (const place of places) {
    // Its name is a day, and its folder's the key of a scope, which keeps it.
    if (place.kind === 'past') continue
    for (let path = place.path; !seen.has(path) && isBelow(path, roots); path = dirname(path)) {
      seen.add(path)
      const own = path === place.path ? place : toFolder(path, place, history)
      const what = scopes.some(scope => scope.path === path) ? ({ kind: 'scope' } as const) : {}
      for (const one of secretsInName(basename(path), slugs, isGiven))
        found.push({ ...own, ...what, path, ...one })
    }
  }
  return found
}

/** A skill's folder is the skill; what lies in history is what it is there. */
function toFolder(path: string, place: Place, history: string): Place {
  return path.startsWith(history + sep) ? { kind: 'history', path } : { ...place, path }
}

function isBelow(path: string, roots: readonly string[]): boolean {
  return roots.some(root => path.startsWith(root + sep))
}

/** A name without what svc puts behind it: id and ending. */
function stemOf(name: string): string {
  return name.replace(/(?:--[a-z][a-z0-9]{7,31})?(?:\.[a-z]{1,5})?$/, '')
}

/** The secrets in the name of one file or folder; `slugs` are those of known ones. */
export function secretsInName(
  name: string,
  slugs: readonly Known[] = [],
  isGiven = false,
): Known[] {
  const stem = stemOf(name)
  const words = slugs.flatMap(one => standIn(stem, one))
  if (isGiven) return words
  // A name is made of letters, digits and hyphens: what had other signs had them there.
  const read = [...collectSecrets(stem), ...collectSecrets(stem.replaceAll('-', '_'))]
  const pieces = read.map(({ rule, secret }) => {
    const at = stem.replaceAll('-', '_').indexOf(secret.replaceAll('-', '_'))
    return { rule, secret: stem.slice(at, at + secret.length) }
  })
  const all = [...pieces, ...words].filter(({ secret }) => secret !== '')
  return all.filter((one, at) => all.findIndex(({ secret }) => secret === one.secret) === at)
}

const LEAST = 8
/** Names are cut, behind a word where they can be. */
const LEAST_OF_CUT = 16

/** Forms of a secret in names made of its text; [] if it would be no more than a word. */
export function toSlugs({ rule, secret }: Known, isGiven: boolean): Known[] {
  if (secret.length > 300 || (/\s/.test(secret) && !isGiven)) return []
  const slug = slugOf(secret, '')
  const isTelling = isGiven ? slug.length >= 4 : slug.length >= LEAST && /[0-9]/.test(slug)
  return [
    ...(isGiven ? [{ rule, secret }] : []),
    ...(isTelling && slug !== secret ? [{ rule, secret: slug }] : []),
    ...(isTelling && slug === secret && !isGiven ? [{ rule, secret }] : []),
  ]
}

function standIn(stem: string, { rule, secret }: Known): Known[] {
  const at = stem.indexOf(secret)
  const edges = `${stem[at - 1] ?? ''}${stem[at + secret.length] ?? ''}`
  if (at !== -1 && !/[\p{L}\p{N}]/u.test(edges)) return [{ rule, secret }]
  const last = stem.lastIndexOf(secret.slice(0, LEAST_OF_CUT))
  const isCut = secret.length > LEAST_OF_CUT && last !== -1 && secret.startsWith(stem.slice(last))
  return isCut ? [{ rule, secret: stem.slice(last) }] : []
}

/** Text that replaces a secret in a name: as long, so that logs that tell the name stay as long. */
export function maskName(secret: string): string {
  const bytes = Buffer.byteLength(secret)
  return 'redacted'.slice(0, bytes).padEnd(bytes, 'x')
}

/** The path of a file or folder whose name holds these secrets once they are taken out. */
export function withoutSecrets(path: string, secrets: readonly string[]): string {
  const name = basename(path)
  const stem = stemOf(name)
  const clean = [...secrets]
    .sort((a, b) => b.length - a.length)
    .reduce((left, secret) => left.replaceAll(secret, () => maskName(secret)), stem)
  return join(dirname(path), clean + name.slice(stem.length))
}
