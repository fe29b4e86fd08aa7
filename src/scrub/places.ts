import { lstatSync, readdirSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { orElse } from '../../store/errors.js'
import { isTemporary } from '../../store/files/atomic.js'
import { MOST_BYTES, readBytes } from '../../store/files/read.js'
import { listScopes } from '../../store/projects/projects.js'
import { statePath, type Store } from '../../store/store.js'
import { listParts, listPastKeys, unpackPart } from '../past/parts.js'

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
  return orElse(() => unpackPart(path, readBytes(path)).toString('latin1'), '')
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
    else if (entry.isFile() && (lstatSync(path, QUIETLY)?.size ?? 0) <= MOST_BYTES) yield path
  }
}

const QUIETLY = { throwIfNoEntry: false } as const
