import { SvcError } from '../../../store/errors.js'
import { parseScopeKey, resolveProject } from '../../../store/projects/scope.js'
import { type ScopeFilter, GLOBAL_SCOPE, type Scope } from '../../../store/types.js'
import { UsageError, type Call } from './command.js'

/** The project that the working directory lies in. */
export function currentProject(): Scope {
  return resolveProject(process.cwd())
}

/** The scope that `--scope` names, or undefined without it. Throws UsageError. */
export function readScope(call: Call): Scope | undefined {
  const key = call.text('scope')
  if (key === undefined) return undefined
  if (key === 'project') return currentProject()
  try {
    return parseScopeKey(key)
  } catch (error) {
    if (!(error instanceof SvcError)) throw error
    throw new UsageError(
      '--scope must be global, project, or project: and an absolute path',
      call.command,
    )
  }
}

/** The scope that a command writes to: `--scope`, else the working directory's project. */
export function writeScope(call: Call): Scope {
  return readScope(call) ?? currentProject()
}

/** The scopes that a command reads: `--scope`, else the working directory's project and global. */
export function readScopes(call: Call): Scope[] {
  const scope = readScope(call)
  return scope === undefined ? [currentProject(), GLOBAL_SCOPE] : [scope]
}

/** Scopes as a filter. */
export function toScopeFilter(scopes: Scope[]): ScopeFilter {
  const [only] = scopes
  return scopes.length === 1 && only !== undefined ? { scope: only } : { scopes }
}

/** A comma list as its parts, blank ones left out; undefined where the flag is not given. */
export function splitList(value: string | undefined): string[] | undefined {
  return value
    ?.split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
}

/** A comma list that filters; undefined where the flag is not given. Throws UsageError on an empty one. */
export function filterList(call: Call, flag: string): string[] | undefined {
  const parts = splitList(call.text(flag))
  if (parts?.length === 0) throw new UsageError(`--${flag} names nothing`, call.command)
  return parts
}

const MAX_LIMIT = 1000
/** Items listed without --limit, as over HTTP. */
const DEFAULT_LIMIT = 100

/** `--limit`, at most 1000 as over HTTP. */
export function readLimit(call: Call, fallback = DEFAULT_LIMIT): number {
  return Math.min(call.number('limit') ?? fallback, MAX_LIMIT)
}

/** The fields that are given; those that are undefined are left out. */
export function givenOf<Fields extends object>(fields: Fields): Given<Fields> {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(set) as Given<Fields>
}

type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }
