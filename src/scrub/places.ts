import { existsSync, readdirSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { orElse, succeeds } from '../../store/errors.js'
import { isTemporary } from '../../store/files/atomic.js'
import { readBytes } from '../../store/files/read.js'
import { listScopes } from '../../store/projects/projects.js'
import { statePath, type Store } from '../../store/store.js'
import { listParts, listPastKeys, salvagePart } from '../past/parts.js'

/** Kind of a file of the store, for a person and for the way it is changed. */
export type PlaceKind = 'memory' | 'skill' | 'history' | 'document' | 'state' | 'past'

/** A file that may hold a secret. */
export interface Place {
  kind: PlaceKind
  /** Absolute. */
  path: string
  /** The key of the scope that a memory, a skill or a past session belongs to. */
  key?: string
}

/**
 * Every file in which svc keeps words: memories, skills and documents of the data directory and of
 * each project's `.svc`, and all of `state/` but locks and what is derived; past sessions, of which
 * there may be many, last. Links are not followed.
 */
export function* placesOf(store: Store): Generator<Place> {
  const scopes = listScopes(store)
  const derived = (['index', 'locks', 'past'] as const).map(name => statePath(store, name))
  for (const path of filesBelow(store.root, [...derived, join(store.root, 'bin')]))
    yield toPlace(store, scopes, path)
  for (const { path: folder } of scopes.filter(({ placement }) => placement === 'in-repo'))
    for (const path of filesBelow(folder, [])) yield toPlace(store, scopes, path)
  for (const scope of listPastKeys(store))
    for (const { path, key } of listParts(store, scope)) yield { kind: 'past', path, key }
}

/**
 * The text of a file byte by byte, so that an offset in it is one in the file, or in what a packed one
 * unpacks to; '' where it is gone or cannot be read.
 */
export function readLatin(path: string): string {
  return orElse(() => salvage(path).toString('latin1'), '')
}

/** The files of words that nobody can look into: their rights, size or damage keep them shut. */
export function listUnread(store: Store): string[] {
  const paths = [...placesOf(store)].map(({ path }) => path)
  return paths.filter(path => existsSync(path) && !succeeds(() => salvage(path)))
}

function salvage(path: string): Buffer {
  return salvagePart(path, readBytes(path))
}

function toPlace(store: Store, scopes: ReturnType<typeof listScopes>, path: string): Place {
  const scope = scopes.find(({ path: folder }) => path.startsWith(folder + sep))
  const [room = ''] = scope === undefined ? [] : relative(scope.path, path).split(sep)
  const key = scope?.key
  if (room === 'memories' && key !== undefined && path.endsWith('.md'))
    return { kind: 'memory', path, key }
  if (room === 'skills' && key !== undefined) return { kind: 'skill', path, key }
  if (path.startsWith(statePath(store, 'history') + sep)) return { kind: 'history', path }
  return { kind: path.startsWith(store.state + sep) ? 'state' : 'document', path }
}

function* filesBelow(folder: string, without: readonly string[]): Generator<string> {
  for (const entry of orElse(() => readdirSync(folder, { withFileTypes: true }), [])) {
    const path = join(folder, entry.name)
    if (without.includes(path) || entry.name === '.git' || isTemporary(basename(path))) continue
    if (entry.isDirectory()) yield* filesBelow(path, without)
    else if (entry.isFile()) yield path
  }
}
