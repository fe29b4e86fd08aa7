import type { Service } from '../../src/api.js'
import type { HostName } from '../../src/hosts/profiles.js'
import {
  invalid,
  readEach,
  toFields,
  type Asked,
  type Fields,
  type Given,
} from '../../src/memories/forms.js'
import { formatScopeKey, isSameScope, parseScopeKey } from '../../store/projects/scope.js'
import { GLOBAL_SCOPE, type ProjectScope, type Scope } from '../../store/types.js'

/** The service that a tool works with, and the project that the session is in. */
export interface ToolContext {
  /** Opened at the first call; may reject as `createService` throws. */
  service(): Promise<Service>
  /** Undefined where no directory is known. */
  project(): Promise<ProjectScope | undefined>
  /** The agent host whose model calls, where that is known. */
  host?: HostName
  /** Called after each change of what is stored. */
  onWrite?(): void
}

/** The arguments of a call; null, which some models give for nothing, counts as left out. */
export function toArguments(value: unknown): Given {
  const fields = toFields(value ?? {}, 'the arguments must be an object')
  return Object.fromEntries(Object.entries(fields).filter(([, each]) => each !== null))
}

/**
 * Reads the arguments of a filter, what says nothing as left out; the service looks at what they hold.
 * Throws INVALID_REQUEST.
 */
export function readArguments<T>(given: Given, fields: Fields<T>): Partial<T> {
  return readEach<T, Asked>(fields, ({ name, argument, takesOne }, field) => {
    const called = name ?? field
    if (argument === undefined || given[called] === undefined) return undefined
    return takesOne ? [readRequiredText(given, called)] : given[called] || undefined
  })
}

/** An argument that is one of some words. Throws INVALID_REQUEST. */
export function readWord<Word extends string>(
  given: Given,
  name: string,
  words: readonly Word[],
): Word {
  const found = words.find(word => word === given[name])
  if (found !== undefined) return found
  throw invalid(`${name} must be ${words.join(' or ')}`)
}

/** A text that must be there and not be blank. Throws INVALID_REQUEST. */
export function readRequiredText(given: Given, name: string): string {
  const value = given[name]
  if (typeof value === 'string' && value.trim() !== '') return value.trim()
  throw invalid(`${name} must be a text that is not blank`)
}

/** A whole number from `least`; more than `most` is taken as that. Throws INVALID_REQUEST. */
export function readNumber(
  given: Given,
  name: string,
  { least, most, fallback }: { least: number; most: number; fallback: number },
): number {
  const value = given[name] ?? fallback
  if (Number.isInteger(value) && Number(value) >= least) return Math.min(Number(value), most)
  throw invalid(`${name} must be a whole number from ${least}`)
}

/** The scope for writes: the named one, else the project, else global. Throws INVALID_REQUEST. */
export async function scopeForWrite(context: ToolContext, given: Given): Promise<Scope> {
  return (await readScope(context, given)) ?? (await context.project()) ?? GLOBAL_SCOPE
}

/** The scopes for reads: the named one, else project and global. Throws INVALID_REQUEST. */
export async function scopesForRead(context: ToolContext, given: Given): Promise<Scope[]> {
  const named = await readScope(context, given)
  if (named !== undefined) return [named]
  const project = await context.project()
  return project === undefined ? [GLOBAL_SCOPE] : [project, GLOBAL_SCOPE]
}

async function readScope(context: ToolContext, { scope }: Given): Promise<Scope | undefined> {
  if (scope === undefined) return undefined
  if (scope === 'project') return requireProject(context)
  const isKey = typeof scope === 'string' && (scope === 'global' || scope.startsWith('project:'))
  if (isKey) return parseScopeKey(scope)
  throw invalid('scope must be project, global, or project: and the absolute path of a directory')
}

async function requireProject(context: ToolContext): Promise<Scope> {
  const project = await context.project()
  if (project !== undefined) return project
  throw invalid('no project is known here: scope must be global, or project: and a directory')
}

/** A scope in a word: `global`, `project` for the session's own, its scope key for any other. */
export function nameScope(scope: Scope, project: ProjectScope | undefined): string {
  return project !== undefined && isSameScope(scope, project) ? 'project' : formatScopeKey(scope)
}
