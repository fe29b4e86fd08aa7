import { parseScopeKey } from '../../scopes.js'
import { resolveProject } from '../../projects.js'
import type { ScopeFilter } from '../../api.js'
import { SvcError } from '../../../store/errors.js'
import { GLOBAL_SCOPE, type Scope } from '../../../store/types.js'
import { oneLine } from '../terminal/words.js'
import { UsageError, type Call } from './command.js'

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

/** Where a command writes: `--scope`, else the working directory's project. */
export function writeScope(call: Call): Scope {
  return readScope(call) ?? currentProject()
}

/** What a command reads: `--scope`, else the working directory's project and global. */
export function readScopes(call: Call): Scope[] {
  const scope = readScope(call)
  return scope === undefined ? [currentProject(), GLOBAL_SCOPE] : [scope]
}

/** `readScopes` as a filter. */
export function scopeFilter(call: Call): ScopeFilter {
  const scopes = readScopes(call)
  const [only] = scopes
  return scopes.length === 1 && only !== undefined ? { scope: only } : { scopes }
}

/** The project that the working directory lies in. */
export function currentProject(): Scope {
  return resolveProject(process.cwd())
}

/** The scopes of a call in words, for an answer that has nothing to show. */
export function describeScopes(call: Call): string {
  return readScopes(call)
    .map(scope => (scope.type === 'global' ? 'global' : oneLine(scope.id)))
    .join(' or ')
}

/** A comma list as its parts, blank ones left out; undefined where the flag is not given. */
export function splitList(value: string | undefined): string[] | undefined {
  return value
    ?.split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
}
