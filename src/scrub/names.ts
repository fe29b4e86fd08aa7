import { basename, dirname, join, sep } from 'node:path'
import { listScopes } from '../../store/projects/projects.js'
import { slugOf } from '../../store/names.js'
import { statePath, type Store } from '../../store/store.js'
import { collectSecrets } from '../redact/index.js'
import type { Place, PlaceKind } from './places.js'

/** A secret and the rule that found it. */
export interface Known {
  rule: string
  secret: string
}

/** A file or folder in whose name a secret stands; `secret` as it stands there. */
export interface NamedPlace extends Known {
  kind: PlaceKind | 'scope'
  path: string
  key?: string
}

/**
 * The names of files and folders in which a secret stands: by the rules, or as the words of a name that
 * was made of one of the `known` secrets. `isGiven`: of these alone.
 */
export function findNames(
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
