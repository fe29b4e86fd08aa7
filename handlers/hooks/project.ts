import type { Config } from '../../src/config.js'
import { SvcError } from '../../store/errors.js'
import { resolveProject } from '../../store/projects/scope.js'
import { GLOBAL_SCOPE, type Scope } from '../../store/types.js'
import type { HookContext } from './context.js'

/**
 * The project that a hook call is about; undefined where the host named no directory. Throws
 * INVALID_REQUEST on a path that cannot name a project.
 */
export function projectOf({ call }: HookContext): (Scope & { type: 'project' }) | undefined {
  const scope = call.cwd === undefined ? undefined : resolveProject(call.cwd)
  return scope?.type === 'project' ? scope : undefined
}

/** As `projectOf`, and undefined for such a path: what is global can be recalled anywhere. */
export function projectToRecall(context: HookContext): (Scope & { type: 'project' }) | undefined {
  try {
    return projectOf(context)
  } catch (error) {
    if (error instanceof SvcError && error.code === 'INVALID_REQUEST') return undefined
    throw error
  }
}

/** The scopes that a hook recalls from: the project first, then global. */
export function recallScopes(project: Scope | undefined): Scope[] {
  return project === undefined ? [GLOBAL_SCOPE] : [project, GLOBAL_SCOPE]
}

/** The bounds of what a hook injects. */
export function contextLimits(config: Config, text?: string): { maxChars: number; text?: string } {
  return { maxChars: config.maxContextChars, ...(text !== undefined && { text }) }
}
