import { realpathSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import { orElse, SvcError } from '../errors.js'
import { isInside } from '../files/read.js'
import { findOwnership, findRepository } from '../git/repository.js'
import { isPlainName } from '../names.js'
import { MOST_REMOTES, type ScopeDocument } from './identity.js'
import { GLOBAL_SCOPE, type ProjectScope, type Scope, type ScopeFilter } from '../types.js'

const PROJECT_PREFIX = 'project:'
/** The longest path that Linux takes. */
const PATH_CHARS = 4096
/** Half of a surrogate pair cannot be written as UTF-8, so no such directory can exist. */
const HALF_CHARACTER = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

/** The combined key of a scope: `global`, or `project:` and the percent-encoded id. */
export function formatScopeKey(scope: Scope): string {
  return scope.type === 'global' ? 'global' : PROJECT_PREFIX + encodeURIComponent(scope.id)
}

/**
 * Reads a scope key. An id that starts with `/` or a drive letter right after `project:` is taken
 * literally, any other is percent-decoded once. Throws INVALID_REQUEST.
 */
export function parseScopeKey(key: string): Scope {
  if (key === 'global') return GLOBAL_SCOPE
  if (!key.startsWith(PROJECT_PREFIX)) {
    throw invalidScope('scopeKey must be `global` or `project:` and a directory path')
  }
  const id = key.slice(PROJECT_PREFIX.length)
  return toProjectScope(isLiteralPath(id) ? id : decodeId(id), 'scopeKey')
}

/** A scope given as an object `{type, id}` by a program. Throws INVALID_REQUEST. */
export function parseScope(value: unknown, field = 'scope'): Scope {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidScope(`${field} must be an object with type and id`)
  }
  const { type, id } = value as { type?: unknown; id?: unknown }
  if (type === 'global') return globalScope(id, field)
  if (type !== 'project') throw invalidScope(`${field}.type must be global or project`)
  if (typeof id !== 'string') throw invalidScope(`${field}.id must be a directory path`)
  return toProjectScope(id, `${field}.id`)
}

/**
 * The scope filter of a request: `scopeKey`, or `scopeType` and `scopeId`, or nothing (all scopes).
 * A filter that cannot be understood never widens the answer: it throws INVALID_REQUEST.
 */
export function parseScopeFilter(given: {
  scopeType?: string | undefined
  scopeId?: string | undefined
  scopeKey?: string | undefined
}): ScopeFilter {
  const byParts = filterOfParts(given.scopeType, given.scopeId)
  if (given.scopeKey === undefined) return byParts
  const scope = parseScopeKey(given.scopeKey)
  const agrees =
    (byParts.scopeType === undefined || byParts.scopeType === scope.type) &&
    (byParts.scope === undefined || formatScopeKey(byParts.scope) === formatScopeKey(scope))
  if (!agrees) throw invalidScope('scopeKey disagrees with scopeType or scopeId')
  return { scope, scopeType: scope.type }
}

/** The project scope of an explicit directory: absolute, normalised, links resolved where it exists. */
export function toProjectScope(directory: string, field = 'scope id'): ProjectScope {
  if (directory === '' || !isLiteralPath(directory)) {
    throw invalidScope(`${field} must be an absolute directory path`)
  }
  if (CONTROL.test(directory) || HALF_CHARACTER.test(directory))
    throw invalidScope(`${field} must not hold control characters or halves of characters`)
  if (directory.length > PATH_CHARS)
    throw invalidScope(`${field} must be at most ${PATH_CHARS} characters`)
  return { type: 'project', id: normalise(directory) }
}

/** True where both name the same scope. */
export function isSameScope(a: Scope, b: Scope): boolean {
  return a.type === b.type && a.id === b.id
}

/** True where the filter lets a scope through. */
export function matchesScope(filter: ScopeFilter, scope: Scope): boolean {
  if (filter.scopes && !filter.scopes.some(one => isSameScope(one, scope))) return false
  if (filter.scope && !isSameScope(filter.scope, scope)) return false
  return filter.scopeType === undefined || filter.scopeType === scope.type
}

function filterOfParts(type: string | undefined, id: string | undefined): ScopeFilter {
  if (type === undefined && id === undefined) return {}
  if (type !== undefined && type !== 'global' && type !== 'project') {
    throw invalidScope('scopeType must be global or project')
  }
  if (type === 'global')
    return { scope: globalScope(id === '' ? null : id, 'scopeId'), scopeType: type }
  if (id === undefined) return { scopeType: 'project' }
  return { scope: toProjectScope(id, 'scopeId'), scopeType: 'project' }
}

function globalScope(id: unknown, field: string): Scope {
  if (id !== undefined && id !== null) throw invalidScope(`${field}: the global scope has no id`)
  return GLOBAL_SCOPE
}

function isLiteralPath(id: string): boolean {
  return isAbsolute(id) || /^[A-Za-z]:[\\/]/.test(id)
}

function decodeId(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch (cause) {
    throw new SvcError('INVALID_REQUEST', 'scopeKey: bad percent-encoding', { cause })
  }
}

function normalise(directory: string): string {
  const absolute = isAbsolute(directory) ? resolve(directory) : directory.replace(/[\\/]+$/, '')
  return orElse(() => realpathSync(absolute), absolute)
}

function invalidScope(message: string): SvcError {
  return new SvcError('INVALID_REQUEST', message)
}

/**
 * The project scope that an implicit directory (a hook's `cwd`, the shell's working directory)
 * lies in: the nearest ancestor that is a git work tree, else the directory itself. A linked
 * worktree belongs to the main work tree's project. Throws INVALID_REQUEST on a bad path.
 */
export function resolveProject(directory: string): ProjectScope {
  const start = toProjectScope(resolve(directory), 'directory')
  const workTree = findWorkTree(start.id)
  if (workTree === undefined) return start
  // The parents of the directory have no links either.
  return isInside(workTree, start.id) ? { ...start, id: workTree } : toProjectScope(workTree)
}

/**
 * The place of a directory in the work tree that makes it a project's: the root of that, and the path
 * from there, `/` between and '' for the root itself.
 */
export function placeInProject(
  { id }: ProjectScope,
  directory: string,
): { root: string; folder: string } {
  const given = resolve(directory)
  const path = isInside(id, given) ? given : normalise(given)
  const root = isInside(id, path) ? id : (findRepository(path)?.workTree ?? path)
  return { root, folder: relative(root, path).replaceAll('\\', '/') }
}

/** The work tree that a directory lies in; of a linked worktree, the main one. */
function findWorkTree(start: string): string | undefined {
  const repository = findRepository(start)
  return repository && (findOwnership(repository)?.main ?? repository.workTree)
}

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/** Test of each field of a `scope.json` that svc reads, and what it expects, as a phrase. */
const FIELDS: Readonly<Record<string, [isSound: (value: unknown) => boolean, expects: string]>> = {
  id: [isPlainName, 'must be a path'],
  remote: [isPlainName, 'must be the address of a remote'],
  rootCommit: [
    value => typeof value === 'string' && COMMIT.test(value),
    'must be the full hash of a commit',
  ],
  remotes: [
    value => Array.isArray(value) && value.length <= MOST_REMOTES && value.every(isPlainName),
    `must be a list of at most ${MOST_REMOTES} addresses of remotes`,
  ],
}

/** Finds what is wrong with a `scope.json`, a phrase that names each field; [] for nothing. Pure. */
export function findScopeFaults(value: unknown): string[] {
  const faults = oddFields(value).map(name => `${name} ${FIELDS[name]?.[1]}`)
  if (faults.length > 0 || toSoundDocument(value) !== undefined) return faults
  return ['does not say which project its folder belongs to']
}

/** The fields that are not of their shape; one that holds nothing is as one that is not there. */
function oddFields(value: unknown): string[] {
  const fields = typeof value === 'object' && value !== null ? value : {}
  return Object.entries(fields).flatMap(([name, field]) => {
    const isSound = Object.hasOwn(FIELDS, name) ? FIELDS[name]?.[0] : undefined
    return isSound === undefined || field === '' || isSound(field) ? [] : name
  })
}

/** The document in a value without fields that are not of their shape; undefined where it names no project. Pure. */
export function toSoundDocument(value: unknown): ScopeDocument | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const odd = oddFields(value)
  const sound = Object.entries(value).filter(([name]) => !odd.includes(name))
  const document = Object.fromEntries(sound) as Partial<ScopeDocument>
  const isPlainNamed = [document.id, document.remote, document.rootCommit].some(Boolean)
  return document.type === 'project' && isPlainNamed ? (document as ScopeDocument) : undefined
}
